"""What is told of something of somebody's is not told of themselves."""

import pytest

from memctl import resources
from memctl.language.lexicon import parse_lexicon
from memctl.rules.comparing.comparison import relate

LEXICON = parse_lexicon(resources.lexicon_texts())
CHANGING = {"replaces", "ends", "corrects", "disagrees", "same"}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (
            "Alder Mills",
            "Alder Mills employs 300 people",
            "Alder Mills' dye works employs 40",
        ),
        (
            "Lowbridge",
            "Lowbridge is due on 30 June",
            "The first draft for Lowbridge is due on 14 May",
        ),
        ("Me", "My manager is Delia", "Delia's manager is on parental leave"),
        ("Me", "My wife is a vet", "My wife's cousin is a vet in Leuven now"),
        ("青鸟", "青鸟的负责人是陶然", "青鸟的测试负责人换成小满"),
        ("魏康", "魏康是销售总监", "魏康的老上司去对手公司当了销售总监"),
        ("Me", "我老婆是兽医", "我老婆的表妹在温州当兽医了"),
        ("Me", "我的上级是迪丽", "迪丽的上级在休产假"),
    ],
)
def test_a_thing_of_theirs_leaves_the_owner_alone(name, old, new):
    assert relate(old, new, (name,), LEXICON).kind not in CHANGING


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("Hana", "Hana is a buyer at Quay Homes", "Hana's title is now head of purchasing"),
        ("Hana", "Hana lives in Hove", "Hana's address is 4 Mill Lane, Leeds now"),
        ("Tern", "Tern is due on 30 June", "Tern's deadline moved to 14 July"),
        ("小满", "小满住在绍兴", "小满的新家在合肥"),
        ("燕鸥", "燕鸥6月30日交付", "燕鸥的截止日期改到7月14日"),
    ],
)
def test_what_is_only_called_something_of_theirs_is_their_own(name, old, new):
    assert relate(old, new, (name,), LEXICON).kind == "replaces"


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("Rashid", "Rashid works for Orbis", "Has Rashid left Orbis?"),
        (
            "Molly",
            "Molly lives in Penzance",
            "Somebody at the party claimed Molly had moved",
        ),
        ("拉锡", "拉锡在奥比斯上班", "拉锡是不是离开奥比斯了？"),
        ("雅静", "雅静住在哈尔滨", "雅静说真想有一天住在海边"),
        ("包力", "包力单身", "大姨老问包力什么时候结婚"),
    ],
)
def test_what_is_asked_heard_or_wished_changes_nothing(name, old, new):
    assert relate(old, new, (name,), LEXICON).kind not in CHANGING


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (
            "Lise",
            "Lise works at Cobalt",
            "I wrote that Lise's sister works at Tandem, that was wrong",
        ),
        ("Angus", "Angus lives at number 12", "I got the postcode of Angus wrong, it is FK8"),
        (
            "Alba",
            "Alba opens at nine in winter",
            "Alba opens at eight from May to August",
        ),
        ("Me", "我妈住在宁波", "我妈来杭州看我，住一周"),
    ],
)
def test_a_correction_of_something_else_and_a_part_of_the_year_change_nothing(name, old, new):
    assert relate(old, new, (name,), LEXICON).kind not in CHANGING
