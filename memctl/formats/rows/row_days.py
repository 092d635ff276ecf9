"""How a day is spelled in a row: read in any form, written in the form found beside it."""

import calendar
import re
from datetime import date

from memctl.expressions import later

_DAY = later(r"\s*(\d{4})([-/.年])(\d{1,2})([-/.月])(\d{1,2})(日?)")
_TIME = later(r"[T ]?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?")
_COMPACT = later(r"(\d{4})(\d{2})(\d{2})(?!\d)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_NAMED = later(
    r"(?:[a-z]+,?\s+)??"
    rf"(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?[\s-]+{_MONTH}|{_MONTH.replace('month', 'month2')}"
    r"\s+(?P<d2>\d{1,2})(?:st|nd|rd|th)?),?[\s-]+(?P<year>\d{4})",
    re.IGNORECASE,
)
_NAMED_PARTS = later(r"\d+|[a-z]+", re.IGNORECASE)
_ORDINALS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
_MONTH_ONLY = later(r"\d{4}(?:[-/.]\d{1,2})?\Z")
_NUMBER = later(r"\d{9,17}(?:\.\d+)?\Z", re.ASCII)
_SHOWN = 10
_SECONDS_A_DAY = 86400
_EPOCH = date(1970, 1, 1).toordinal()
_INSTANTS = (1e8, 1e17)
"""Smaller numbers are no instants: 1e8 seconds is 1973, 1e17 microseconds is 5138."""


def read_day(value: object) -> tuple[str | None, date | None]:
    """(first ten characters as written, the day) of a value; None for what is not known.

    A number is seconds, milliseconds or microseconds since 1970; its day is the one in UTC and
    stands for it as text too. A zone in the text is not converted: the writer's day counts.
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return read_day(str(value)) if _is_compact(value) else _instant(value)
    if not isinstance(value, str):
        return None, None
    text = value.strip()
    if _NUMBER.match(text):
        return _instant(float(text))
    day = _day_in(text)
    if day is None and not _MONTH_ONLY.match(text):
        return None, None
    return text[:_SHOWN], day


def is_odd_day(value: object) -> bool:
    """Does it seem to tell a day, and none that the calendar has and we can read?"""
    if value.__class__ not in {str, int, float}:
        return False
    return any(c.isdigit() for c in str(value)) and read_day(value) == (None, None)


def write_day(day: date, like: object = None) -> str | int | float:
    """`day` in the form of `like`: separators, a time (midnight), the zone, the unit of epochs."""
    if isinstance(like, int | float) and not isinstance(like, bool):
        if _is_compact(like):
            return int(f"{day:%Y%m%d}")
        return type(like)(_midnight(day, like)) if _instant(like)[1] else day.isoformat()
    text = like.strip() if isinstance(like, str) else ""
    if found := _DAY.match(text):
        rest = text[found.end() :]
        time = _TIME.match(rest)
        hours = re.sub(r"\d", "0", time[0]) if time else ""
        return _in_form(day, found) + hours + (rest[time.end() :] if time else "")
    if found := _NAMED.match(text):
        return _in_words(day, found[0]) + re.sub(r"\d", "0", text[found.end() :])
    if _NUMBER.match(text) and "." not in text and _instant(int(text))[1]:
        return str(_midnight(day, int(text)))
    return f"{day:%Y%m%d}" if _COMPACT.match(text) else day.isoformat()


def _in_form(day: date, found: re.Match[str]) -> str:
    padded = len(found[3]) == len(found[5]) == 2  # noqa: PLR2004 - 02 for February
    month, number = (f"{day.month:02}", f"{day.day:02}") if padded else (day.month, day.day)
    return f"{day.year:04}{found[2]}{month}{found[4]}{number}{found[6]}"


def _in_words(day: date, like: str) -> str:
    """A day in the words of another one: `Sat, 01 Mar 2025`, `March 1st, 2025`, `1-Mar-2025`."""

    def other(found: re.Match[str]) -> str:
        word = found[0]
        if word.isdigit():
            is_year = len(word) == len("2025")
            return f"{day.year:04}" if is_year else f"{day.day:0{2 if word[0] == '0' else 1}}"
        if word.lower() in {"st", "nd", "rd", "th"}:
            return _ORDINALS.get(day.day, "th")
        is_month = word[:3].lower() in _MONTHS
        if not is_month and word[:3].lower() not in _WEEKDAYS:
            return word
        name = calendar.month_name[day.month] if is_month else calendar.day_name[day.weekday()]
        is_short = len(word) == len("Mar") and not (is_month and word.lower() == "may")
        return _cased(name[:3] if is_short else name, word)

    return _NAMED_PARTS.sub(other, like)


def _cased(word: str, like: str) -> str:
    return word.upper() if like.isupper() else word.lower() if like.islower() else word


def _day_in(text: str) -> date | None:
    """The day that the text begins with."""
    try:
        if found := _DAY.match(text):
            return date(int(found[1]), int(found[3]), int(found[5]))
        if found := _COMPACT.match(text):
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found := _NAMED.match(text):
            month = _MONTHS.index((found["month"] or found["month2"])[:3].lower()) + 1
            return date(int(found["year"]), month, int(found["d1"] or found["d2"]))
    except ValueError:
        return None
    return None


def _is_compact(value: float) -> bool:
    """Is it a day as a number, 20260105?"""
    return isinstance(value, int) and _COMPACT.fullmatch(str(value)) is not None


def _unit(number: float) -> int:
    """How many of them make a second."""
    return next((unit for unit in (1, 1000) if number < 1e11 * unit), 1_000_000)


def _midnight(day: date, like: float) -> int:
    return (day.toordinal() - _EPOCH) * _SECONDS_A_DAY * _unit(like)


def _instant(number: float) -> tuple[str | None, date | None]:
    low, high = _INSTANTS
    if not low <= number < high:
        return None, None
    day = date.fromordinal(_EPOCH + int(number // (_unit(number) * _SECONDS_A_DAY)))
    return day.isoformat(), day
