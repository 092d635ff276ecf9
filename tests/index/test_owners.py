"""Who asks for what is theirs is not told of what is somebody else's, and the other way round."""

from datetime import date

import pytest

from tests.index.test_bystanders import rows, told

OSEI = rows("people/osei", "Osei", "My doctor is Dr Osei at the Mill Road surgery")
MIA = rows(
    "people/mia",
    "Mia",
    "Mia's doctor is Dr Lund",
    "Mia is allergic to peanuts",
    "My daughter Mia is seven",
)
ME = rows("people/me", "Me", "I'm allergic to penicillin", "The cat is called Biscuit")
WU = rows("people/wu", "吴大夫", "我的医生是仁和医院的吴大夫")
YU = rows("people/小宇", "小宇", "小宇对花生过敏")
WO = rows(
    "people/me", "Me", "我对青霉素过敏", "小宇的医生是林大夫", "我女儿小宇上一年级", "我家猫叫团子"
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is my doctor?", "My doctor is Dr Osei at the Mill Road surgery"),
        ("Who is Mia's doctor?", "Mia's doctor is Dr Lund"),
        ("Who is my daughter's doctor?", "Mia's doctor is Dr Lund"),
        ("What am I allergic to?", "I'm allergic to penicillin"),
        ("Am I allergic to anything?", "I'm allergic to penicillin"),
        ("What is Mia allergic to?", "Mia is allergic to peanuts"),
        ("What is my daughter allergic to?", "Mia is allergic to peanuts"),
    ],
)
def test_whose_it_is_decides(question, answer):
    assert told(question, MIA, OSEI, ME) == [answer]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("我的医生是谁？", "我的医生是仁和医院的吴大夫"),
        ("小宇的医生是谁？", "小宇的医生是林大夫"),
        ("我女儿的医生是谁？", "小宇的医生是林大夫"),
        ("我对什么过敏？", "我对青霉素过敏"),
        ("小宇对什么过敏？", "小宇对花生过敏"),
        ("我家猫叫什么名字？", "我家猫叫团子"),
        ("猫叫什么名字？", "我家猫叫团子"),
    ],
)
def test_in_chinese_too(question, answer):
    assert told(question, YU, WU, WO) == [answer]


def test_where_only_somebody_elses_is_known_nothing_answers():
    assert told("Who is my doctor?", MIA) == []
    assert told("我的医生是谁？", rows("people/me", "Me", "小宇的医生是林大夫"), YU) == []


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Who is my manager?", "Ruth Calder is the user's manager"),
        ("Who is my landlord?", "The flat's landlord is Mr Boyle"),
        ("What is our cat's name?", "Mia's cat is called Biscuit"),
        ("谁是我的上司？", "韩梅是用户的直属上司"),
        ("我的工作室和谁合用？", "工作室和老同学韩梅合用"),
    ],
)
def test_what_may_be_mine_is_told(question, line):
    assert told(question, rows("people/ruth", "Ruth", line), rows("people/韩梅", "韩梅")) == [line]


@pytest.mark.parametrize(
    ("question", "answer", "less"),
    [
        ("Who drives a train?", "Phil drives a train for a living", "Joan drives a van to work"),
        ("Who drives a train?", "Phil drives a train for a living", "We took the train to Hull"),
        ("谁开火车？", "我哥开火车", "若兰开面包车"),
        ("谁开火车？", "我哥开火车", "若兰坐火车去江城"),
    ],
)
def test_what_meets_a_part_of_the_answer_is_not_told_beside_it(question, answer, less):
    one = rows("people/phil", "Phil", answer)
    newer = rows("people/joan", "Joan", less, day=date(2026, 5, 1))

    assert told(question, one, newer) == [answer]


def test_all_of_it_is_told_where_all_is_asked_for():
    one = rows("people/phil", "Phil", "Phil drives a train for a living")
    other = rows("people/joan", "Joan", "Joan drives a van to work", day=date(2026, 5, 1))

    assert len(told("Who drives a train?", one, other, include_all=True)) == 2


@pytest.mark.parametrize(
    ("question", "was", "now"),
    [
        ("How many cups did Larkmoor order?", "Larkmoor ordered 300 cups", "Larkmoor: 360 cups"),
        ("青石订了多少只杯子？", "青石订了三百只杯子", "青石说加到三百六十只"),
    ],
)
def test_another_number_of_the_same_overtakes_wherever_it_stands(question, was, now):
    older = rows("people/me", "Me", was)
    newer = rows("people/ivo", "Ivo", now, day=date(2026, 5, 1))

    assert told(question, older, newer) == [now]
    assert was in told(question, older, newer, as_of="2026-02-01")
