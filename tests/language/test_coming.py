"""What is announced holds from its day on, and then reads as what happened."""

from datetime import date

import pytest

from memctl.jobs.steps import shipped_lexicon
from memctl.language.coming import as_arrived, begins_later

LEXICON = shipped_lexicon()
DAY = date(2026, 3, 20)


@pytest.mark.parametrize(
    ("text", "begins", "then"),
    [
        ("Odile moves to Ghent on 1 April.", (4, 1), "Odile moved to Ghent."),
        ("On 1 May Odile will take over the mill", (5, 1), "Odile took over the mill"),
        ("From 4 May my manager will be Odile Varga.", (5, 4), "my manager is now Odile Varga."),
        ("Rent goes up to 910 on 1 May", (5, 1), "Rent went up to 910"),
        ("I'm switching to Quay on 3 May", (5, 3), "I switched to Quay"),
        ("邵一凡4月1日搬到北京。", (4, 1), "邵一凡搬到北京。"),
        ("房租5月1日起涨到3500。", (5, 1), "房租涨到3500。"),
        ("老邵将于5月3日调到昆明分公司", (5, 3), "老邵调到昆明分公司"),
        ("我爸6月1号退休", (6, 1), "我爸退休"),
    ],
)
def test_what_is_announced_begins_on_its_day(text, begins, then):
    assert begins_later(text, DAY, LEXICON) == date(2026, *begins)
    assert as_arrived(text, DAY, LEXICON) == then


@pytest.mark.parametrize(
    "text",
    [
        "The Heron project launches on 12 June.",
        "The wedding is on 4 June in Bath",
        "The dentist moved to 3 May",
        "The review moves to 14 November",
        "My passport expires on 4 May 2028",
        "Odile moved to Ghent on 1 March.",
        "From Monday the shop opens at 8",
        "牙医改到4月10日。",
        "会议改成5月3日",
        "5月3日的演出改到市政厅",
        "邵一凡3月1日搬到了北京",
    ],
)
def test_a_date_of_something_else_begins_nothing(text):
    assert begins_later(text, DAY, LEXICON) is None
    assert as_arrived(text, DAY, LEXICON) == text
