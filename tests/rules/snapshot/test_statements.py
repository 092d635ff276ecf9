import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.rules.snapshot.statements import statements_for
from tests.helpers.pairs import fact, shipped

LEXICON = shipped()
DAY = "2026-01-15"


def said(text, names=()):
    return statements_for([text], LEXICON).say(fact(text, DAY), names)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("First day: I work at Heron now, as an editor", "The user works at Heron, as an editor"),
        ("Lunch with Ada: Blue Fern hired two people!", "Blue Fern hired two people"),
        ("Tilda took her first steps today, at home", "Tilda took her first steps, at home"),
        ("My new manager is Marta", "The user's new manager is Marta"),
        ("I'm fond of my cello", "The user is fond of their cello"),
        ("Marta told me that I should rest", "Marta told the user that the user should rest"),
        ("I no longer eat meat", "The user no longer eats meat"),
        ("第一天，我现在在苍鹭地图做编辑", "用户在苍鹭地图做编辑"),
        ("和阿达吃午饭，青竹科技招了两个人", "青竹科技招了两个人"),
        ("今天我把我的车卖了", "用户把自己的车卖了"),
    ],
)  # fmt: skip
def test_what_only_belonged_to_its_note_is_left_out(text, expected):
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "We moved to Porto and I love it",
        "Lena and I have a name",
        'Marta wrote "I am off"',
        "I fnord a lot",
        "The change is effective today",
        "Own car for now",
        "Today's release is the fourth",
        "Today was a long day",
        "今天是个好日子",
        "从今天起正式是教授",
        "她说“我不去”",
    ],
)
def test_what_is_not_plain_stays_as_it_was_said(text):
    assert said(text) == text


def test_the_user_need_not_be_named_on_the_own_page():
    assert said("The user is allergic to penicillin", None) == "Allergic to penicillin"
    assert said("用户对青霉素过敏", None) == "对青霉素过敏"
    assert said("Me: Robin Hale, editor in Porto", None) == "Robin Hale, editor in Porto"


def test_whoever_left_a_company_is_not_that_company():
    assert said("Left Blue Fern for good", ["Blue Fern"]) == "The user left Blue Fern for good"
    assert said("Left Blue Fern for good", ["Marta"]) == "Left Blue Fern for good"


def test_who_is_named_in_what_is_left_out_is_named_all_the_same():
    assert said("Coffee with Tilda: she moved to Bruges!", ["Tilda"]) == "Tilda moved to Bruges"
    assert said("和小禾吃午饭，她搬到苏州了", ["小禾"]) == "小禾搬到苏州了"


def test_the_name_of_the_page_is_no_statement():
    assert said("Tilda: use Signal for her", ["Tilda"]) == "Use Signal for her"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tilda was born on 15 January 2026", "Tilda was born on 15 January 2026"),
        ("蒂尔达2026年1月15日出生", "蒂尔达2026年1月15日出生"),
        ("The deadline moved to 2026-05-15", "The deadline moved to 2026-05-15 (2026-01-15)"),
        ("Tilda sings", "Tilda sings (2026-01-15)"),
    ],
)
def test_the_day_stands_behind_unless_it_is_told(text, expected):
    assert statements_for([text], LEXICON).dated(fact(text, DAY)) == expected


words = st.lists(
    st.sampled_from(
        [
            *("I", "my", "me", "today", "now", "we", "Tilda", "works", "left", "am", "and"),
            *(",", ".", "我", "今天", "现在", "用户", "the user"),
        ]
    ),
    min_size=1,
    max_size=12,
).map(" ".join)


@given(words)
def test_nothing_is_said_that_the_fact_does_not_say(text):
    new = set(said(text).casefold().split()) - set(text.casefold().split())

    helpers = {"the", "user", "user's", "is", "works", "their", "them", "用户", "用户的", "自己"}
    assert {w.strip(",.") for w in new} - {
        w.strip(",.") for w in text.casefold().split()
    } <= helpers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rent is £900 a month, dear God", "Rent is £900 a month"),
        ("Bo got the flat. Hooray!", "Bo got the flat"),
        ("房租一个月2600，心疼", "房租一个月2600"),
        ("She works at Brilliant", "She works at Brilliant"),
        ("Bo is on the sofa, of course it is red", "Bo is on the sofa, of course it is red"),
        ("猫叫开心", "猫叫开心"),
    ],
)
def test_a_mood_at_the_end_is_no_part_of_what_is_said(text, expected):
    assert statements_for([text], LEXICON).say(fact(text, "2026-01-01"), ("Zed",)) == expected
