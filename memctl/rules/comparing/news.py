"""What is no proof of an older statement, however alike the words: it tells something else.

A statement with another day, amount or role, or with a change that the older one lacks, is
never the same. What is kept twice can be seen and merged; a change that was filed as proof of
what it changed cannot.
"""

import re
from datetime import date
from functools import lru_cache
from itertools import product

from memctl.language.dates import find_dates
from memctl.language.terms import Term
from memctl.rules.comparing.anchors import BESIDE_WORDS, HAN_CHARACTER
from memctl.rules.comparing.paraphrases import framed
from memctl.rules.comparing.relations import BESIDE, Relation, tell
from memctl.rules.comparing.values import counted_otherwise, lacking_names
from memctl.rules.reading import Reading

_DAYS = (date(2026, 1, 13), date(2026, 6, 24))
"""On any two days "by the end of November" is one day, and "next week" is two."""
_READINGS = 512
_DONE = re.compile("[了过]")
_MOST = 0.6
"""Share of both sentences that stands around the day in which alone they differ."""

_When = tuple[int, int]


def tells_news(old: Reading, new: Reading) -> Relation | None:
    """Does the new statement tell another day, number or role than the old one?"""
    if _is_due_otherwise(old, new):
        return tell("replaces", "another_number", new) if _is_moved(old, new) else BESIDE
    return BESIDE if counted_otherwise(old, new) or _share_only_names(old, new) else None


def _is_due_otherwise(old: Reading, new: Reading) -> bool:
    """Does each name days of the calendar, and none that the other names or embraces?"""
    was, now = _calendar(old), _calendar(new)
    return bool(was and now) and not any(
        a[0] <= b[1] and b[0] <= a[1] for a, b in product(was, now)
    )


@lru_cache(maxsize=_READINGS)
def _calendar(reading: Reading) -> frozenset[tuple[_When, _When]]:
    """The days of the year that it names, whatever day it was said on, as first and last day."""
    one, other = (
        {_in_year(m.start if m.role != "until" else m.end, m.end): m.words for m in found}
        for found in (find_dates(reading.text, day, reading.lexicon) for day in _DAYS)
    )
    return frozenset(one.keys() & other.keys())


def _in_year(start: date, end: date) -> tuple[_When, _When]:
    return (start.month, start.day), (end.month, end.day)


def _is_moved(old: Reading, new: Reading) -> bool:
    """Is one plan told with another day, or does a word of change stand in the newer one?"""
    if old.stances.event or new.stances.event or old.stances.past or new.stances.past:
        return False
    if new.stances.change:
        return True
    head, tail = framed(old.plain, new.plain)
    is_framed = head + tail >= _MOST * min(len(old.plain), len(new.plain))
    # In Chinese what is to come needs no word for it, what was does.
    is_han = HAN_CHARACTER.search(new.text) is not None and not _DONE.search(old.text + new.text)
    return is_framed and (is_han or bool(old.stances.plan and new.stances.plan))


def _share_only_names(old: Reading, new: Reading) -> bool:
    """Do they meet in who it is alone, and does the new one name somebody or something more?"""
    if HAN_CHARACTER.search(old.text + new.text) or not lacking_names(new, old):
        return False
    own = [[t for t in r.terms if t.id[:2] not in BESIDE_WORDS] for r in (old, new)]
    met = [t for t in own[1] if t.id in old.ids]
    rest = [t for t in own[0] if t.id not in new.ids]
    return bool(met and rest) and all(_is_name(new, t) for t in met)


def _is_name(reading: Reading, term: Term) -> bool:
    word = reading.text[term.start : term.end]
    return term.id[1:2] != ":" and word[:1].isupper()
