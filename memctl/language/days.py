"""Days counted from a day: what "in three weeks", "下周五" or "Q3" mean on the calendar.

Both ends of `Days` are included, weeks begin on Monday. None means that the words do not
say which day: they are vague, undecided or name a day that is not on the calendar.
"""

import calendar
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from memctl.language.date_rules import Slot

Look = Literal["past", "future"]
"""Which way a date without a year or week lies from the day it is said on."""

_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Days:
    """From `start` to `end`, both included."""

    start: date
    end: date


@dataclass(frozen=True, slots=True)
class Question:
    """The words of a date, as values, and from where it is looked at."""

    slots: Mapping[str, Slot]
    day: date
    look: Look
    calendar_weeks: bool

    def number(self, name: str) -> int | None:
        """The value of a slot, or None when the words do not hold it."""
        value = self.slots.get(name)
        return value if isinstance(value, int) else None


def resolve(gives: str, question: Question) -> Days | None:
    """The days that a pattern of this kind names, or None."""
    rule = _RULES.get(gives)
    try:
        return rule(question) if rule else None
    except (ValueError, OverflowError):  # 30 February, the year 0
        return None


def shift(day: date, count: int, unit: str) -> date:
    """`day` moved by so many days, weeks, months or years; 31 January + 1 month is 28/29."""
    if unit == "day":
        return day + timedelta(days=count)
    if unit == "week":
        return day + timedelta(weeks=count)
    months = day.year * _MONTHS + day.month - 1 + count * (_MONTHS if unit == "year" else 1)
    year, month = divmod(months, _MONTHS)
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(day.day, last))


def _one(day: date) -> Days:
    return Days(day, day)


def _month(year: int, month: int) -> Days:
    return Days(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))


def _months(year: int, first: int, count: int) -> Days:
    return Days(date(year, first, 1), _month(year, first + count - 1).end)


def _span(q: Question) -> tuple[int, str] | None:
    """The length that {n} {unit} or {span} name."""
    span = q.slots.get("span") or q.slots.get("unit")
    count = q.number("n") if "n" in q.slots else 1
    if not isinstance(span, tuple) or not count:
        return None
    return count * span[0], span[1]


def duration_end(q: Question) -> date | None:
    """The last day of a length of time that begins on the day."""
    span = _span(q)
    return shift(q.day, *span) if span else None


def _relative(q: Question) -> Days | None:
    offset = q.number("day")
    return None if offset is None else _one(q.day + timedelta(days=offset))


def _back(q: Question) -> Days | None:
    span = _span(q)
    return _one(shift(q.day, -span[0], span[1])) if span else None


def _ahead(q: Question) -> Days | None:
    span = _span(q)
    return _one(shift(q.day, *span)) if span else None


def _within(q: Question) -> Days | None:
    span = _span(q)
    return Days(q.day, shift(q.day, *span)) if span else None


def _lately(q: Question) -> Days | None:
    span = _span(q)
    return Days(shift(q.day, -span[0], span[1]), q.day) if span else None


def _weekday(q: Question) -> Days | None:
    wanted = q.number("weekday")
    if wanted is None:
        return None
    which = q.slots.get("which")
    today = q.day.weekday()
    if which is None or isinstance(which, str):
        back = q.look == "past" if which is None else which == "before"
        strict = which is not None or back
        away = (today - wanted) % 7 if back else (wanted - today) % 7
        away = away or (7 if strict else 0)
        return _one(q.day + timedelta(days=-away if back else away))
    undecided = (which == 1 and wanted > today) or (which == -1 and wanted < today)
    if undecided and not q.calendar_weeks:
        return None  # this week's or the next one: people mean both
    return _weekday_of_week(q)


def _weekday_of_week(q: Question) -> Days | None:
    which, wanted = q.number("which"), q.number("weekday")
    if which is None or wanted is None:
        return None
    monday = q.day - timedelta(days=q.day.weekday())
    return _one(monday + timedelta(days=7 * which + wanted))


def _weekday_after_a_week(q: Question) -> Days | None:
    wanted = q.number("weekday")
    if wanted is None:
        return None
    ahead = (wanted - q.day.weekday()) % 7
    return _one(q.day + timedelta(days=ahead + 7 * (q.number("n") or 1)))


def _period(q: Question) -> Days | None:
    period, which = q.slots.get("period"), q.slots.get("which", q.slots.get("whichyear"))
    if period == "weekend":
        return _weekend(q)
    count = which if isinstance(which, int) else {"before": -1, "after": 1}.get(str(which), 0)
    if period == "week":
        monday = q.day + timedelta(days=7 * count - q.day.weekday())
        return Days(monday, monday + timedelta(days=6))
    first = q.day.replace(day=1)
    if period == "month":
        month = shift(first, count, "month")
        return _month(month.year, month.month)
    if period == "quarter":
        begin = shift(first.replace(month=(q.day.month - 1) // 3 * 3 + 1), 3 * count, "month")
        return _months(begin.year, begin.month, 3)
    return _months(q.day.year + count, 1, _MONTHS)


def _weekend(q: Question) -> Days | None:
    which = q.slots.get("which")
    saturday = q.day + timedelta(days=5 - q.day.weekday())
    on_it = q.day >= saturday
    if which == 1 and not q.calendar_weeks and not on_it:
        return None
    if which is None:
        which = -1 if q.look == "past" and not on_it else 0
    count = which if isinstance(which, int) else {"before": -1, "after": 0}.get(str(which), 0)
    begin = saturday + timedelta(days=7 * count)
    return Days(begin, begin + timedelta(days=1))


def _nearest(q: Question, in_year: Callable[[int], Days]) -> Days | None:
    """The one of a yearly thing that lies where the clause looks; today counts."""
    years = (q.day.year, q.day.year + 1) if q.look == "future" else (q.day.year, q.day.year - 1)
    for year in years:
        days = in_year(year)
        if (q.look == "future" and days.end >= q.day) or (q.look == "past" and days.start <= q.day):
            return days
    return None


def _year_of(q: Question) -> int | None:
    if (year := q.number("y")) is not None:
        return year
    if (short := q.number("yy")) is not None:
        return 2000 + short
    which = q.number("whichyear")
    return None if which is None else q.day.year + which


def _date(q: Question) -> Days | None:
    month = q.number("m")
    if month is None and (index := q.number("month")) is not None:
        month = index + 1
    first, last = q.number("d"), q.number("d2") or q.number("d")
    if month is None:
        return _day_of_month(q, first, last)
    year = _year_of(q)
    if year is None and (which := q.slots.get("which")) is not None:
        year = _year_by_word(q, month, which)
    if year is None:
        near = _nearest(q, lambda y: _in_month(y, month, first, last, strict=False))
        year = _year_by_weekday(q, month) or (near.start.year if near else None)
    if year is None:
        return None
    until = q.number("m2") or ((q.number("month2") or 0) + 1 if "month2" in q.slots else month)
    if first is None:
        return _months(year, month, until - month + 1) if until >= month else None
    return _in_month(year, month, first, last, strict=True)


def _year_by_weekday(q: Question, month: int) -> int | None:
    """The year in which "Saturday, 14 December" is one, where it is a year nearby."""
    wanted, day = q.number("weekday"), q.number("d")
    if wanted is None or day is None:
        return None
    near = range(q.day.year - 1, q.day.year + 2)
    dates = [d for y in near if (d := _day_in(y, month, day)) and d.weekday() == wanted]
    return min(dates, key=lambda d: abs(d - q.day)).year if dates else None


def _day_in(year: int, month: int, day: int) -> date | None:
    last = calendar.monthrange(year, month)[1]
    return date(year, month, day) if 0 < day <= last else None


def _in_month(year: int, month: int, first: int | None, last: int | None, *, strict: bool) -> Days:
    """A month, or days of it; when not strict, a day that it lacks counts as its last."""
    whole = _month(year, month)
    if first is None or last is None:
        return whole
    if not strict:
        first, last = min(first, whole.end.day), min(last, whole.end.day)
    days = Days(date(year, month, first), date(year, month, last))
    if days.end < days.start:
        raise ValueError
    return days


def _year_by_word(q: Question, month: int, which: Slot) -> int | None:
    """The year of "last March": of the latest one that is over."""
    if which == 0:
        return q.day.year
    if which in {-1, "before"}:
        return q.day.year - (month >= q.day.month)
    return q.day.year + (month <= q.day.month)


def _day_of_month(q: Question, first: int | None, last: int | None) -> Days | None:
    if first is None or last is None:
        return None
    which = q.slots.get("whichmonth", q.slots.get("which"))
    begin = q.day.replace(day=1)
    if isinstance(which, int):
        month = shift(begin, which, "month")
        return _in_month(month.year, month.month, first, last, strict=True)
    step = 1 if q.look == "future" else -1
    for count in range(3):  # no two months running lack a day
        month = shift(begin, step * count, "month")
        whole = _month(month.year, month.month)
        if last > whole.end.day:
            continue
        days = _in_month(month.year, month.month, first, last, strict=True)
        if (step > 0 and days.end >= q.day) or (step < 0 and days.start <= q.day):
            return days
    return None


def _part_of_month(q: Question) -> Days | None:
    """The first, second or last ten days of a month."""
    part = q.number("part")
    whole = _date(q) if "m" in q.slots or "month" in q.slots else _period(q)
    if whole is None or part is None:
        return None
    first = whole.start.replace(day=10 * part + 1)
    return Days(first, whole.end if part == 2 else first + timedelta(days=9))  # noqa: PLR2004 - the last of three


def _slashed(q: Question) -> Days | None:
    """3/15 and 15/3 are plain; 10/11 could be read both ways."""
    a, b = q.number("a") or 0, q.number("b") or 0
    if (a > _MONTHS) == (b > _MONTHS) and a != b:
        return None
    month, day = (b, a) if a > _MONTHS else (a, b)
    slots = {**q.slots, "m": month, "d": day}
    return _date(replace(q, slots=slots))


def _quarter(q: Question) -> Days | None:
    return _part_of_year(q, q.number("quarter"), 3)


def _half(q: Question) -> Days | None:
    return _part_of_year(q, q.number("half"), 6)


def _part_of_year(q: Question, part: int | None, months: int) -> Days | None:
    if part is None:
        return None
    first = (part - 1) * months + 1
    year = _year_of(q)
    if year is not None:
        return _months(year, first, months)
    return _nearest(q, lambda y: _months(y, first, months))


def _year(q: Question) -> Days | None:
    year = _year_of(q)
    if year is None:
        return None
    return Days(date(year, 1, 1), date(q.number("y2") or year, _MONTHS, 31))


def _feast(q: Question) -> Days | None:
    month, _, day = str(q.slots.get("feast", "")).partition("-")
    if not day.isdecimal():
        return None
    slots = {**q.slots, "m": int(month), "d": int(day)}
    return _date(replace(q, slots=slots))


def _nth(q: Question) -> Days | None:
    """The second Tuesday of a month, or its last one."""
    ordinal, wanted = q.number("ordinal"), q.number("weekday")
    slots = {k: v for k, v in q.slots.items() if k not in {"weekday", "ordinal"}}
    inner = replace(q, slots=slots)
    month = _date(inner) if "month" in slots or "m" in slots else _whole_month(inner)
    if month is None or ordinal is None or wanted is None:
        return None
    if ordinal < 0:
        return _one(month.end - timedelta(days=(month.end.weekday() - wanted) % 7))
    day = month.start + timedelta(days=(wanted - month.start.weekday()) % 7 + 7 * (ordinal - 1))
    return _one(day) if day <= month.end else None


def _whole_month(q: Question) -> Days | None:
    which = q.number("whichmonth")
    if which is None:
        return None
    month = shift(q.day.replace(day=1), which, "month")
    return _month(month.year, month.month)


_RULES: Mapping[str, Callable[[Question], Days | None]] = {
    "day": _relative,
    "back": _back,
    "ahead": _ahead,
    "within": _within,
    "lately": _lately,
    "weekday": _weekday,
    "weekday of that week": _weekday_of_week,
    "weekday after a week": _weekday_after_a_week,
    "period": _period,
    "date": _date,
    "part of month": _part_of_month,
    "slashed": _slashed,
    "quarter": _quarter,
    "half": _half,
    "year": _year,
    "feast": _feast,
    "nth": _nth,
}
