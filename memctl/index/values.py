"""What values a line holds: days, numbers, amounts of one unit. On the hot path."""

from memctl.index.found import Found
from memctl.language.questions import EDGES, words_of
from memctl.language.tokens import analyse

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Iterable

    from memctl.language.questions import Words

_PARTS = str.maketrans("-–—/", "    ")
_WEEK = 7
_MONTH_AND_DAY = 6
"""Characters of the term for a day: #09-26."""


def tells(kind: str, text: str, words: "Words") -> bool:
    """Does a text hold a value of that kind?"""
    has_digit = any(c.isdigit() for c in text)
    if kind == "number":
        return has_digit or _has_numeral(text, words["numerals"])
    if has_digit and any(m in text for m in words["day_marks"]):
        return True
    return _names_day(text, words) or any(z in text for z in words["day_signs"])


def _names_day(text: str, words: "Words") -> bool:
    """A day or a month by its name, alone or in a span ("Mon–Fri")."""
    parted = text.translate(_PARTS)
    return not words["day_words"].isdisjoint(words_of(parted))


def tells_place(text: str, words: "Words") -> bool:
    """Does it say where: "into Cedar House", "at her ex's flat", 搬到滨江?"""
    if not text.isascii() and any(w in text for w in words["placed within"]):
        return True
    said = text.split()
    return any(
        word in words["placed"] and _may_be_a_place(said[n + 1], words)
        for n, word in enumerate(said[:-1])
    )


def _may_be_a_place(word: str, words: "Words") -> bool:
    low = word.strip(EDGES).casefold()
    is_day = low in words["day_words"] or word[:1].isdigit()
    return not is_day and (word[:1].isupper() or low in words["placed_before"])


def _has_numeral(text: str, numerals: str) -> bool:
    """Does it hold a number in signs of its own, of two or more (三百, 六十)?"""
    if text.isascii():
        return False
    return any(c in numerals and text[at - 1] in numerals for at, c in enumerate(text) if at)


def counts(unit: str, text: str, words: "Words") -> bool:
    """Is a number of them told: "15 brown hens", 三百六十只?"""
    if not unit.isascii():
        return any(
            before[-1:].isdigit() or before[-1:] in words["numerals"]
            for before in _befores(text, unit)
        )
    said, term = words_of(text), analyse(unit)[-1:]
    places = [n for n, word in enumerate(said) if analyse(word)[-1:] == term]
    return any(any(w[:1].isdigit() for w in said[max(0, n - 2) : n]) for n in places)


def versions(text: str) -> set[str]:
    """The numbers with points in them that are no amounts: "to 7.6", v2.1.3."""
    return {w.lstrip("v") for w in words_of(text) if _is_version(w.lstrip("v"))}


def _is_version(word: str) -> bool:
    parts = word.split(".")
    return len(parts) > 1 and all(part.isdigit() for part in parts)


def _befores(text: str, word: str) -> list[str]:
    """What stands before each place of a word."""
    parts = text.split(word)
    return [part for part in parts[:-1] if part]


def is_value(term: str, words: "Words") -> bool:
    """Is it a number, or the name of a day or month?"""
    is_day = term in words["day_words"] or any(s in term for s in words["day_signs"])
    return is_day or any(c.isdigit() for c in term)


def day_kinds(found: Found, words: "Words") -> set[str]:
    """How it tells when: by a date, a day of the week, a time of the day."""
    said = words_of(found.text)
    kinds = {"date"} if "#" in found.said else set()
    if not words["weekdays"].isdisjoint(said) or _is_said(words["week_signs"], found.text):
        kinds.add("weekday")
    is_clock = any(":" in w and w[:1].isdigit() for w in said)
    if is_clock or _is_said(words["hour_signs"], found.text):
        kinds.add("time")
    return kinds


def is_to_come(found: Found, day: str) -> bool:
    """Does it name a date of its own year that lies behind the day asked about?"""
    return any(date > day for date in _dates(found) if len(date) == len(day))


def is_ahead(found: Found, day: str, words: "Words") -> bool:
    """The same of an end, also where it names a month or none: "retires in December", 月底.

    A month has come when it has begun; "at the end of the year" lies ahead while the year lasts
    in which it was said, and "next week" for seven days of a month.
    """
    if any(date > day[: len(date)] for date in _dates(found)):
        return True
    said, low = str(found.day or "")[:10], found.text.casefold()
    for article in words["articles"]:
        low = low.replace(f" {article} ", " ")
    spans = (span for span in ("year", "month", "week") if _is_said(words[f"later {span}"], low))
    return any(_lasts(span, said, day) for span in spans)


def _dates(found: Found) -> list[str]:
    """The dates that it names, in its own year; of one that is told whole not the month too."""
    if "#" not in found.said:
        return []
    terms = [t[1:] for t in found.body if t[0] == "#"]
    whole = [t for t in terms if len(t) == _MONTH_AND_DAY - 1]
    return [f"{str(found.day)[:4]}-{t}" for t in whole or terms]


def _is_said(phrases: "Iterable[str]", low: str) -> bool:
    return any(phrase in low for phrase in phrases)


def _lasts(span: str, said: str, day: str) -> bool:
    if span == "year":
        return said[:4] == day[:4]
    is_near = span == "month" or int(day[8:10]) - int(said[8:10]) < _WEEK
    return said[:7] == day[:7] and is_near


def units(text: str, words: "Words", *, with_money: bool) -> set[str]:
    """In what amounts are counted: the sign before a number, or the word behind it.

    Money buys anything: it is looked at only where a price is asked for.
    """
    known = (*words["units"], *words["money_signs"]) if with_money else words["units"]
    return {unit for unit in known if unit in text and _counts(unit, text)}


def _counts(unit: str, text: str) -> bool:
    before, _, after = text.partition(unit)
    return before.rstrip()[-1:].isdigit() or (not unit.isalpha() and after[:1].isdigit())
