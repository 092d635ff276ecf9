"""Numbers in one spelling, whatever unit they are written in."""

import pytest

from memctl import resources
from memctl.language.lexicon import parse_lexicon
from memctl.language.quantities import read_quantities

LEXICON = parse_lexicon(resources.lexicon_texts())


def plain(text: str) -> set[tuple[str, str]]:
    return {(q.plain, q.unit) for q in read_quantities(text, LEXICON)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("半小时", "30分钟"),
        ("一个半小时", "90分钟"),
        ("三小时半", "3:30:00"),
        ("3小时58分", "238分钟"),
        ("一刻钟", "15分钟"),
        ("一斤", "500克"),
        ("一百四十斤", "70公斤"),
        ("一米七八", "178cm"),
        ("两块五", "2.5元"),
        ("50微克", "0.05毫克"),
        ("两公顷", "三十亩"),
        ("三里", "1.5公里"),
        ("三年半", "42个月"),
        ("半个月", "0.5个月"),
        ("夜里十点", "22:00"),
        ("八十九平", "89平方米"),
    ],
)
def test_units_of_one_sort_are_compared_alike(one: str, other: str) -> None:
    assert plain(one) == plain(other)


@pytest.mark.parametrize("text", ["一半", "半夜", "下半年", "大半"])
def test_a_half_within_a_word_is_no_number(text: str) -> None:
    assert plain(text) == set()


def test_the_name_of_a_year_is_no_duration() -> None:
    assert ("2026", "years") in plain("2026年")


def test_two_at_night_is_early() -> None:
    assert plain("夜里两点") == {("2", "time")}
