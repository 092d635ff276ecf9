"""Numbers in one spelling, whatever unit they are written in."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl import resources
from memctl.language.lexicon import parse_lexicon
from memctl.language.quantities import read_quantities
from memctl.language.terms import fold

LEXICON = parse_lexicon(resources.lexicon_texts())


def plain(text: str) -> set[tuple[str, str]]:
    return {(q.plain, q.unit) for q in read_quantities(fold(text, LEXICON), LEXICON)}


def values(text: str) -> set[str]:
    return {value for value, _ in plain(text)}


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


WHOLE = st.integers(2, 9_999)
SAME = {
    "lengths": (("m", 1), ("cm", 100), ("metres", 1), ("米", 1), ("厘米", 100), ("km", "0.001")),
    "weights": (("kg", 1), ("kilograms", 1), ("公斤", 1), ("斤", 2), ("tonnes", "0.001")),
    "times": (("minutes", 1), ("hours", "1/60"), ("分钟", 1), ("小时", "1/60"), ("刻钟", "1/15")),
    "volumes": (("litres", 1), ("ml", 1000), ("升", 1), ("立方米", "0.001")),
}


def _said(value: Fraction, unit: str) -> str:
    return f"{Decimal(value.numerator) / value.denominator:f} {unit}"


@given(value=WHOLE, kind=st.sampled_from(sorted(SAME)), more=st.integers(1, 50))
def test_a_value_is_one_in_all_its_units_and_no_other(value, kind, more):
    # What has no end in figures (a third of an hour) nobody writes so.
    units = SAME[kind] if value % 60 == 0 or kind != "times" else (("minutes", 1), ("分钟", 1))
    forms = {(u, f): values(_said(value * Fraction(f), u)) for u, f in units}
    others = {(u, f): values(_said((value + 60 * more) * Fraction(f), u)) for u, f in units}

    first = forms[units[0]]
    assert all(read == first for read in forms.values())
    assert all(read != first for read in others.values())


_ONES = "零一二三四五六七八九"


def _in_characters(n: int) -> str:
    """As it is spelled in full: 3005 is 三千零五."""
    out, is_gap = "", False
    for scale, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = n // scale % 10
        if digit:
            out += ("零" if is_gap and out else "") + _ONES[digit] + sign
        is_gap = not digit
    return out


@given(value=WHOLE)
def test_a_number_in_characters_is_that_in_figures(value):
    forms = [
        f"{value}元",
        f"{value:,}元",
        f"{_in_characters(value)}元",
        f"{_in_characters(value)}块",
    ]

    assert len({frozenset(plain(form)) for form in forms}) == 1


@given(hour=st.integers(1, 11), minutes=st.sampled_from([0, 15, 30, 40, 45]))
def test_a_time_is_one_however_it_is_told(hour, minutes):
    past, to = hour, hour + 1
    said = {
        0: [f"{past} o'clock", f"{past}点", f"{_ZH[past]}点钟"],
        15: [f"quarter past {past}", f"{past}点一刻", f"{_ZH[past]}点十五分"],
        30: [f"half past {past}", f"{past}点半", f"{_ZH[past]}点三十"],
        40: [f"twenty to {to}", f"差二十分{to}点", f"{_ZH[past]}点四十"],
        45: [f"quarter to {to}", f"差一刻{to}点", f"{_ZH[past]}点三刻", f"{to}点差一刻"],
    }[minutes]

    assert {frozenset(plain(form)) for form in said} == {
        frozenset(plain(f"{past:02}:{minutes:02}"))
    }


_ZH = ["零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("an hour and a half", "90 minutes"),
        ("three quarters of an hour", "三刻钟"),
        ("1h30", "1 hour 30 minutes"),
        ("2½ kg", "two and a half kilos"),
        ("half a gram", "500毫克"),
        ("half a million", "五十万"),
        ("one and a half million", "1.5m"),
        ("a hundred and twenty", "一百二"),
        ("two dozen", "24"),
        ("1.80m", "一米八"),
        ("one point eight", "一点八"),
        ("nine thirty", "九点半"),
        ("9.30 pm", "晚上9:30"),
        ("at six in the evening", "傍晚六点"),
        ("at noon", "正午"),
        ("at midnight", "半夜十二点"),
        ("a quarter of the shares", "四分之一"),
        ("20% off", "八折"),
        ("5%", "九五折"),
        ("30%", "三成"),
        ("twice a week", "每周两次"),
        ("once a month", "每月一次"),
        ("every other month", "隔月"),
        ("Christmas Eve", "12月24日"),
        ("two to three hundred", "两三百"),
        ("9-10点", "九到十点"),
        ("third floor", "三楼"),
        ("身高168", "1.68米"),
        ("三块五毛", "3.5元"),
        ("09年", "2009年"),
        ("two terabytes", "2000 GB"),
    ],
)
def test_a_number_in_other_words_is_that_number(one: str, other: str) -> None:
    assert values(one) == values(other)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("工资从三千升到四千", {"3000", "4000"}),
        ("同一方案", set()),
        ("the 5G network", {"5"}),
        ("five girls", {"5"}),
        ("5 girls", {"5"}),
        ("20 mg, one in the morning", {"20"}),
        ("from ten to four", {"10", "4"}),
        ("bus 12 to town", {"12"}),
        ("三千零五", {"3005"}),
        ("12号楼", {"12"}),
    ],
)
def test_what_only_looks_like_another_number_is_none(text: str, numbers: set[str]) -> None:
    assert values(text) == numbers
