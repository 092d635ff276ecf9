from dataclasses import fields

import pytest

from memctl.language.attributes import read_slots, value_key
from memctl.language.lexicon import parse_lexicon
from memctl.language.quantities import read_quantities
from memctl.language.stances import Stances
from memctl.language.terms import fold, read_terms
from tests.helpers.pairs import shipped

LEXICON = shipped()
ROWS = [(lang, row) for lang in LEXICON.languages for row in LEXICON.rows(lang, "attributes")]
EXAMPLES = [
    pytest.param(row["name"], example["text"], example["value"], id=f"{lang}-{row['name']}-{n}")
    for lang, row in ROWS
    for n, example in enumerate(row["examples"])
]

GERMAN = """
inflection = "(?:e|en|t)?"
value = "[^.,]+"
name = "[A-Z][a-z]+"
stop_words = ["der", "die", "das"]
[stances]
end = ["nicht mehr"]
[[attributes]]
name = "home"
cardinality = "one"
patterns = ["wohnt (?:jetzt )?in {name}"]
examples = [{ text = "Uwe wohnt in Kiel", value = "Kiel" }]
"""


def values(text, attribute):
    return [r.value for r in read_slots(text, LEXICON) if r.attribute == attribute]


@pytest.mark.parametrize(("attribute", "text", "value"), EXAMPLES)
def test_each_example_of_the_data_reads_as_it_says(attribute, text, value):
    assert values(text, attribute) == ([value] if value else [])


@pytest.mark.parametrize(
    "row", [r for _, r in ROWS], ids=[f"{lang}-{r['name']}" for lang, r in ROWS]
)
def test_each_attribute_has_an_example_that_fills_it_and_one_that_does_not(row):
    filled = {bool(example["value"]) for example in row["examples"]}

    assert filled in ({True, False}, {True})


def test_an_attribute_has_one_cardinality_in_all_languages():
    found = {(row["name"], row["cardinality"]) for _, row in ROWS}

    assert len(found) == len({name for name, _ in found})


@pytest.mark.parametrize("language", LEXICON.languages)
def test_the_data_name_only_stances_that_the_code_reads(language):
    assert set(LEXICON.table(language, "stances")) <= {f.name for f in fields(Stances)}


@pytest.mark.parametrize(
    ("attribute", "one", "other"),
    [
        ("headcount", "Blue Fern has twelve employees", "蓝蕨有员工12人"),
        ("phone", "Tilda's number is 07700 900321", "蒂尔达电话 07700900321"),
        ("budget", "The budget is 800,000", "预算80万"),
        ("meeting_time", "The stand-up is at 15:00", "站会在下午三点"),
        ("birthday", "Tilda's birthday is on 19 May", "小蒂生日是五月十九"),
        ("funding_stage", "Blue Fern closed its Series A", "蓝蕨完成A轮"),
        ("relationship_status", "Tilda is married", "小蒂结婚了"),
    ],
)
def test_two_languages_meet_in_one_slot(attribute, one, other):
    keys = [
        {r.key for r in read_slots(text, LEXICON) if r.attribute == attribute}
        for text in (one, other)
    ]

    assert keys[0]
    assert keys[0] == keys[1]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("九千万元", "90000000", "cny"),
        ("90 million EUR", "90000000", "eur"),
        ("80万", "800000", ""),
        ("$1.5M", "1500000", "usd"),
        ("twenty-three people", "23", "people"),
        ("一百零八人", "108", "people"),
        ("晚上八点半", "20.5", "time"),
        ("3 pm", "15", "time"),
        ("once a week", "7", "days"),
    ],
)
def test_numbers_have_one_spelling(text, value, unit):
    found = read_quantities(text, LEXICON)

    assert [(q.value, q.unit) for q in found] == [(value, unit)]


@pytest.mark.parametrize("text", ["in wards 3 and 5", "两个月三次", "2026-01-05", "7 or 8"])
def test_numbers_side_by_side_stay_apart(text):
    assert len(read_quantities(text, LEXICON)) >= 2


@pytest.mark.parametrize(
    ("text", "tense", "polarity"),
    [
        ("Tilda works at Blue Fern", "present", "state"),
        ("Tilda used to be employed by Blue Fern", "past", "state"),
        ("Tilda plans to be employed by Blue Fern", "plan", "state"),
        ("Tilda is no longer employed by Blue Fern", "present", "end"),
        ("小蒂不再就职于蓝蕨", "present", "end"),
    ],
)
def test_a_slot_tells_its_tense_and_whether_it_ended(text, tense, polarity):
    found = next(r for r in read_slots(text, LEXICON) if r.attribute == "employer")

    assert (found.tense, found.polarity) == (tense, polarity)


def test_hearsay_and_hedges_are_marked():
    heard = read_slots("I heard that Tilda works at Blue Fern", LEXICON)
    guessed = read_slots("小蒂可能跳槽到蓝蕨", LEXICON)

    assert [r.is_hearsay for r in heard] == [True]
    assert all(r.is_hedged for r in guessed)


def test_both_scripts_of_chinese_read_alike():
    one, other = (read_terms(fold(t, LEXICON), LEXICON) for t in ("小蒂離開臺灣", "小蒂离开台湾"))

    assert one == other


def test_a_year_beside_a_date_may_be_left_out():
    assert value_key("2026年6月", LEXICON) == value_key("6月", LEXICON)


def test_a_third_language_needs_no_code():
    lexicon = parse_lexicon({"de": [GERMAN]})

    found = read_slots("Uwe wohnt nicht mehr in Kiel. Uwe wohnt jetzt in Bonn", lexicon)

    assert [(r.attribute, r.value) for r in found] == [("home", "Bonn")]
