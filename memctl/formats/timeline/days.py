"""Days and times as headings and entries of a note write them, in English and Chinese.

Only what stands plainly at the edge of a heading or before an entry is read here; days inside
a sentence are `language.dates`' business.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from memctl.expressions import later

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<m{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = later(
    r"(?<![\d.])(?:"
    r"(?P<y1>\d{4})(?P<sep>[-/.])(?P<n1>\d{1,2})(?P=sep)(?P<d1>\d{1,2})(?!\d)"
    r"|(?P<y2>(?:19|20)\d\d)(?P<n2>[01]\d)(?P<d2>[0-3]\d)(?!\d)"
    r"|(?:(?P<y3>\d{4})\s*年\s*)?(?P<n3>\d{1,2})\s*月\s*(?P<d3>\d{1,2})\s*[日号號]?(?!\d)"
    r"|(?P<a>\d{1,2})(?P<sep2>[/.])(?P<b>\d{1,2})(?P=sep2)(?P<y4>\d{4})(?!\d)"
    r"|(?P<d5>\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?[ -]" + _MONTH.format(5) + r"\b"
    r"(?:,?[ -](?P<y5>\d{4})(?!\d))?"
    r"|(?<![^\W\d_])" + _MONTH.format(6) + r"\s+(?P<d6>\d{1,2})(?:st|nd|rd|th)?\b(?![:：])"
    r"(?:,?\s+(?P<y6>\d{4})(?!\d))?"
    r")",
    re.IGNORECASE,
)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = (
    r"(?:(?P<w>mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?(?![^\W_])"
    r"|(?:周|星期|禮拜|礼拜|週)(?P<c>[一二三四五六日天]))"
)
_WEEKDAY_BEFORE = later(_WEEKDAY + r"[\s,，、(（]*\Z", re.IGNORECASE)
_WEEKDAY_AFTER = later(r"[\s,，、(（\[·|/—–-]*" + _WEEKDAY, re.IGNORECASE)
_WEEKDAY_ALONE = later(r"\W*" + _WEEKDAY + r"\W*\Z", re.IGNORECASE)
_IN_PATH = later(
    r"(?<!\d)(\d{4})(?:([-_./])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2})|年(\d{1,2})月(\d{1,2})日)(?!\d)"
)
_NEAR = 20
_RANGE = later(r"\s*(?:~|～|–|—|-|\bto\b|至|到|\.\.+)\s*")
_LAST_DAY = later(r"(?P<d>\d{1,2})(?:[日号號]|(?=\s|\Z|[)）\]]))")


@dataclass(frozen=True, slots=True)
class DayReading:
    """A day found in a text, with what stands around it."""

    day: date
    """The last one of a range."""
    first: date
    """The first one of a range, else the same day."""
    weekday: int | None
    """The weekday written beside it, Monday is 0; None when there is none."""
    start: int
    end: int
    """Span of day, range and weekday."""

    @property
    def is_range(self) -> bool:
        """Are two different days written?"""
        return self.first != self.day

    @property
    def is_wrong_weekday(self) -> bool:
        """Does the weekday fit neither end?"""
        return self.weekday not in {None, self.day.weekday(), self.first.weekday()}


def find_day(text: str, near: date | None = None) -> DayReading | None:
    """The first day in `text`, or None.

    Args:
        text: One line.
        near: A day without a year is read as the one nearest to this; without it, not at all.
    """
    for found in _DAY.finditer(text):
        weekday, start, end = _weekday_around(text, found.start(), found.end())
        days = tuple(_candidates(found, near))
        fits = [d for d in days if d == near] or [d for d in days if d.weekday() == weekday]
        # 03/04/2026 is read only when something tells month from day.
        if len(days) == 1 or fits:
            first = (fits or days)[0]
            last, last_end = _range_end(text, found.end(), first)
            if last_end > end:
                weekday, _, end = _weekday_around(text, found.start(), last_end)
            return DayReading(last, first, weekday, start, end)
    return None


def weekday_alone(text: str) -> int | None:
    """The weekday when the text says nothing else, Monday is 0."""
    found = _WEEKDAY_ALONE.match(text)
    return _weekday_number(found) if found else None


def day_of_path(path: str) -> date | None:
    """The day that a file's name bears: `2026-01-27-slug.md`, `2026/01/27.md`, `20260127.md`."""
    for found in _IN_PATH.finditer(path):
        # A folder's day is not the file's, unless the file's name completes it.
        numbers = [found[i] for i in (1, *((3, 4) if found[3] else (5, 6) if found[5] else (7, 8)))]
        if "/" not in path[found.end() :] and (day := make_day(*numbers)):
            return day
    return None


def make_day(year: str | int, month: str | int, day: str | int) -> date | None:
    """The date of these numbers, or None when the calendar has no such day."""
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _candidates(found: re.Match[str], near: date | None) -> Iterator[date]:
    group = found.groupdict()
    if group["y4"]:
        pairs = {(group["a"], group["b"]), (group["b"], group["a"])}
        if group["sep2"] == ".":
            pairs = {(group["b"], group["a"])}
        days = (make_day(group["y4"], month, day) for month, day in sorted(pairs))
        yield from (day for day in days if day)
        return
    year = group["y1"] or group["y2"] or group["y3"] or group["y5"] or group["y6"]
    number = group["d1"] or group["d2"] or group["d3"] or group["d5"] or group["d6"]
    name = group["m5"] or group["m6"]
    month = _MONTHS.index(name[:3].lower()) + 1 if name else None
    month = month or int(group["n1"] or group["n2"] or group["n3"])
    if year:
        day = make_day(year, month, number)
    elif near:
        around = (make_day(y, month, number) for y in (near.year, near.year - 1, near.year + 1))
        day = min(filter(None, around), key=lambda d: abs(d - near), default=None)
    else:
        day = None
    if day:
        yield day


def _range_end(text: str, end: int, first: date) -> tuple[date, int]:
    """(last day, offset after it); the first day and `end` when it is no range."""
    joint = _RANGE.match(text, end)
    if joint is None:
        return first, end
    second = _DAY.match(text, joint.end())
    last = next(_candidates(second, first), None) if second else None
    if second and last and last >= first:
        return last, second.end()
    short = _LAST_DAY.match(text, joint.end())
    last = make_day(first.year, first.month, short["d"]) if short else None
    is_plain = joint[0].strip() != "-" or (short and short[0][-1] in "日号號")
    if short and last and is_plain and last > first:
        return last, short.end()
    return first, end


def _weekday_around(text: str, start: int, end: int) -> tuple[int | None, int, int]:
    """(weekday, start, end) with the span grown over a weekday on either side."""
    if after := _WEEKDAY_AFTER.match(text, end):
        return _weekday_number(after), start, after.end()
    if before := _WEEKDAY_BEFORE.search(text, max(0, start - _NEAR), start):
        return _weekday_number(before), before.start(), end
    return None, start, end


def _weekday_number(found: re.Match[str]) -> int:
    if found["c"]:
        return min("一二三四五六日天".index(found["c"]), 6)
    return _WEEKDAYS.index(found["w"][:3].lower())


_LONGEST_HEADING = 300
_LETTER = later(r"[^\W\d_]")
_LOG_WORDS = later(
    r"\b(?:session|daily|log|logs|notes?|journal|diary|day|date|update|entry|entries|today"
    r"|utc|gmt|memory|report|am|pm)\b"
    r"|工作|日志|日誌|日记|日記|记录|記錄|笔记|日期|今天|今日|更新|会话|日报|第.天",
    re.IGNORECASE,
)
_SPEAKS_OF = later(
    r"\b(?:of|on|from|since|until|till|by|for|to|before|after|re)\s*\Z|[自从於于到至]\s*\Z",
    re.IGNORECASE,
)
_SEPARATOR = later(r"[—–|·:：,，(（\[/-]\s*\Z")


def read_date_heading(text: str, level: int, near: date | None) -> DayReading | None:
    """The day that a heading gives to what stands below it, or None.

    A day at its beginning counts at every level, with nothing but words of a log before it.
    In a title a day at its end counts too, unless the title speaks of another day
    ("Minutes of 2025-12-24").
    """
    found = find_day(text, near) if len(text) < _LONGEST_HEADING else None
    if found is None:
        return None
    before, after = text[: found.start], text[found.end :]
    if not _LETTER.search(_LOG_WORDS.sub("", before)):
        return found
    if level > 1 or _SPEAKS_OF.search(before):
        return None
    ends = not _LETTER.search(_LOG_WORDS.sub("", after))
    return found if ends or _SEPARATOR.search(before) else None


def read_dated_heading(text: str) -> DayReading | None:
    """The day of a heading that files what happened: at its beginning, or at its very end."""
    found = find_day(text) if len(text) < _LONGEST_HEADING else None
    if found is None or _SPEAKS_OF.search(text[: found.start]):
        return None
    before, after = text[: found.start], text[found.end :]
    is_edge = not _LETTER.search(_LOG_WORDS.sub("", before)) or not _LETTER.search(after)
    return found if is_edge else None


@dataclass(frozen=True, slots=True)
class TimeReading:
    """The time that stands before an entry."""

    time: str
    """HH:MM."""
    end: int
    """Offset of the entry itself."""
    day: date | None
    """A day written beside it, which the entry then bears."""
    has_seconds: bool
    is_wide: bool
    """Is the entry set off by a full-width colon?"""


_ZONE = (
    r"(?:(?:Z|\s*(?:UTC|GMT|CES?T|[PMCE][SD]T|BST|JST|IST|HKT|SGT|KST))\b(?:[+-]\d{1,2}\b)?"
    r"|\s?[+-]\d\d:?\d\d\b)?"
)
_TIME = later(
    r"[\s*_`~≈约\[(【（]*+"
    r"(?:(?P<date>\d{4}[-/.]\d{1,2}[-/.]\d{1,2})[ T]+)?"
    r"(?P<part>凌晨|早上|上午|中午|下午|傍晚|晚上)?\s*"
    r"(?P<h>[01]?\d|2[0-4])[:：](?P<m>[0-5]\d)(?P<s>[:：][0-5]\d(?:\.\d+)?)?(?![\d:])"
    r"(?:\s*(?P<half>[ap]\.?m\b\.?))?" + _ZONE + r"(?:\s*[-–—~～]\s*\d{1,2}[:：]\d\d(?!\d))?"
    r"[)\]】）*_`]*"
    r"(?:\s*[(（](?P<note>[^()（）\n]{1,20})[)）])?"
    r"[)\]】）*_`]*\s*"
    r"(?P<mark>(?:-+(?=\s|\Z)|[–—:：|·,，>]+)\s*)?",
    re.IGNORECASE,
)
_NOON = 12
_NOT_A_STAMP = later(
    r"(?:以后|之后|以前|之前|前后|前|后|後|起|左右)|(?:sharp|onwards?)\b", re.IGNORECASE
)
_HAS_A_TIME = later(
    r"(?:flight|train|bus|coach|ferry|sailing|tram|boat|plane|departure)s?\b"
    r"|的?(?:航班|飞机|班机|火车|高铁|动车|大巴|班车|轮渡|船票?|机票|车票)",
    re.IGNORECASE,
)
_NEXT_DAY = later(r"next day|\+1d?|次日|第二天|翌日|隔天", re.IGNORECASE)


def has_own_time(text: str) -> bool:
    """Does it begin with the time of a train or a flight, as nothing sets it off from that?"""
    found = _TIME.match(text)
    return bool(found and not found["mark"] and _HAS_A_TIME.match(text, found.end()))


def read_time(text: str, day: date | None) -> TimeReading | None:
    """The time at the beginning of an entry: `10:30 …`, `**16:20 UTC (Feb 24)** — …`, `11：15：…`.

    Args:
        text: The entry without its bullet mark.
        day: The day around it, for days without a year and "next day".
    """
    found = _TIME.match(text)
    if found is None or _NOT_A_STAMP.match(text, found.end()):
        return None
    beside, end = _day_beside(found, day)
    hour = _hour(int(found["h"]) % 24, found["part"] or "", (found["half"] or "").lower())
    is_wide = "：" in (found["mark"] or "")
    return TimeReading(f"{hour:02d}:{found['m']}", end, beside, bool(found["s"]), is_wide)


def _day_beside(found: re.Match[str], day: date | None) -> tuple[date | None, int]:
    """(day beside the time, offset of the entry); a bracket that is no day is the entry's own."""
    if found["date"]:
        written = find_day(found["date"])
        return (written.day if written else None), found.end()
    if not found["note"]:
        return None, found.end()
    if day and _NEXT_DAY.fullmatch(found["note"].strip()):
        return day + timedelta(days=1), found.end()
    beside = find_day(found["note"], day)
    if beside and beside.start == 0:
        return beside.day, found.end()
    return None, found.start("note") - 1


def _hour(hour: int, part: str, half: str) -> int:
    is_late = part in {"下午", "傍晚", "晚上"} or half.startswith("p")
    if is_late and hour < _NOON:
        return hour + _NOON
    return 0 if half.startswith("a") and hour == _NOON else hour
