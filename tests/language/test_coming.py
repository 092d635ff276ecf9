"""What is announced holds from its day on, and then reads as what happened."""

from datetime import date

import pytest

from memctl.jobs.lexicons import shipped_lexicon
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
        ("I'm handing over the mill on 3 May", (5, 3), "I handed over the mill"),
        ("Odile is stepping down on 3 May", (5, 3), "Odile stepped down"),
        ("Odile is changing to the late shift on 3 May", (5, 3), "Odile changed to the late shift"),
        ("Odile goes part-time on 3 May", (5, 3), "Odile went part-time"),
        ("Rent rises to £910 on 1 May", (5, 1), "Rent rose to £910"),
        ("The rent goes to 910 on 1 May", (5, 1), "The rent went to 910"),
        ("Odile joins Quay Homes on 4 May", (5, 4), "Odile joined Quay Homes"),
        ("On 1 May Odile moves to Ghent", (5, 1), "Odile moved to Ghent"),
        ("Odile joins us as a partner on 4 May", (5, 4), "Odile joined us as a partner"),
        ("老邵5月3日重要会议换成线上", (5, 3), "老邵重要会议换成线上"),
        ("邵一凡6月1日当店长", (6, 1), "邵一凡当店长"),
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
        "Odile goes to Lisbon on 4 June",
        "The flight goes to Rome on 4 June",
        "Odile is going to the fair on 4 June",
        "Odile goes to two weddings on 4 June",
        "Lunch will be a picnic on 4 June",
        "Odile joins us for dinner on 4 June",
        "Odile is joining the call on 4 June",
        "Odile may move to Leeds on 1 May",
        "Odile might join Quay Homes on 4 May",
        "From 4 May Odile could be at Quay Homes",
        "Odile won't move to Leeds on 1 May",
        "小邵6月1日当伴郎",
        "会议5月3日当天取消",
        "老邵5月3日可能搬到昆明",
        "牙医改到4月10日。",
        "会议改成5月3日",
        "5月3日的演出改到市政厅",
        "邵一凡3月1日搬到了北京",
    ],
)
def test_a_date_of_something_else_begins_nothing(text):
    assert begins_later(text, DAY, LEXICON) is None
    assert as_arrived(text, DAY, LEXICON) == text
