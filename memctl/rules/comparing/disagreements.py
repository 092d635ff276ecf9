"""What was never true, what two sources tell differently, and what only looks the same.

A statement with another day, amount or role is no proof of an older one, however alike the
words. What is kept twice can be seen and merged; a change that was filed as proof of what it
changed cannot.
"""

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from itertools import product

from memctl.language.dates import find_dates
from memctl.language.lexicon import Lexicon, pattern_of
from memctl.language.new_names import is_capitalised_word
from memctl.language.quantities import Quantity
from memctl.language.stances import read_teller
from memctl.language.terms import Term
from memctl.rules.comparing.anchors import (
    BESIDE_WORDS,
    HAN_CHARACTER,
    anchors_of,
    is_name,
    meets,
    told_outright,
)
from memctl.rules.comparing.bystanders import is_one_person, is_unsure
from memctl.rules.comparing.paraphrases import framed, is_swap
from memctl.rules.comparing.relations import BESIDE, Relation, tell
from memctl.rules.comparing.slots import differing, slot_pairs
from memctl.rules.comparing.values import counted_otherwise, lacking_names
from memctl.rules.reading import Reading, read

_DAYS = (date(2026, 1, 13), date(2026, 6, 24))
"""On any two days "by the end of November" is one day, and "next week" is two."""
_READINGS = 512
_MOST = 0.6
"""Share of a sentence that stands around the day in which alone two differ."""
_WHO = re.compile(r"\b([A-Z][a-z]+) \Z")
_WORD = re.compile(r"\d+|[^\W\d_]{3,}")

_When = tuple[int, int]


def corrected(old: Reading, new: Reading) -> Relation | None:
    """What is told as wrong was never true."""
    s = new.stances
    # A joke is what was taken back, and no doubt of the taking back.
    is_doubted = bool(s.hedge or s.hearsay or s.conditional or new.is_quoted)
    if not s.correction or is_doubted or not is_one_person(old, new):
        return None
    denied = _denied(new)
    if (denied and not _tells(old, denied)) or _is_anothers_mistake(old, new):
        return None
    is_elsewhere = bool(old.slots and new.slots) and not slot_pairs(old, new)
    anchors = [t for t in anchors_of(old, new) if not is_name(old, new, t)]
    met = bool(anchors) or _is_recounted(old, new) or _is_named_wrong(old, new)
    met = met and (bool(anchors) or not _is_wrong_of_else(old, new))
    met = met or any(q.unit for q in denied)
    if differing(old, new) or (met and not is_elsewhere):
        return tell("corrects", "wrong", new)
    return None


def _denied(new: Reading) -> list[Quantity]:
    """The numbers that it says are wrong ("55 and not 45")."""
    return [
        q for q in new.quantities if any(meets((q.start, q.end), d) for d in new.stances.denial)
    ]


def _tells(old: Reading, denied: Sequence[Quantity]) -> bool:
    """Does the old one tell one of these numbers, in that unit or in none?"""
    return any(
        _is_one(q, d) and (q.unit == d.unit or not q.unit or not d.unit)
        for q in old.quantities
        for d in denied
    )


def _is_one(told: Quantity, denied: Quantity) -> bool:
    """Is it the number that is denied, be it in short ("£84,000, not 48")?"""
    rest = told.plain.removeprefix(denied.plain)
    return told.plain.startswith(denied.plain) and not rest.strip("0")


def _is_anothers_mistake(old: Reading, new: Reading) -> bool:
    """Does somebody by their name bear each word for a mistake ("Rhona was wrong")?

    What they said is wrong, and not what is recorded, unless that tells of them.
    """
    before = (_WHO.search(new.text, 0, at) for at, _ in new.stances.correction)
    names = [m[1] if m else "" for m in before]
    return all(n and not is_capitalised_word(n, new.lexicon) and n not in old.text for n in names)


def _is_wrong_of_else(old: Reading, new: Reading) -> bool:
    """Does the cue itself say of what it was wrong ("got her postcode wrong"), and not of this?"""
    inside = [
        t.id
        for t in new.terms
        for a, b in new.stances.correction
        if a < t.start and t.end < b and t.id[:2] not in BESIDE_WORDS
    ]
    return bool(inside) and old.touches.isdisjoint(inside)


def _is_recounted(old: Reading, new: Reading) -> bool:
    """Do both tell one number of the same thing, and another one?"""
    units = [{q.unit for q in r.quantities} for r in (old, new)]
    is_one = len(old.numbers) == len(new.numbers) == 1 or any(
        t[:2] == "c:" for t in old.ids & new.ids
    )
    is_counted = bool(old.numbers) and units[0] == units[1] and old.numbers != new.numbers
    return is_counted and is_one and old.is_named == new.is_named


def _is_named_wrong(old: Reading, new: Reading) -> bool:
    """Is the wrong value named ("it's 13 May, not the 3rd")? Then a weak word is enough."""
    return bool(new.stances.denial and old.ids & new.ids)


def says_more(old: str, new: str, lexicon: Lexicon) -> bool:
    """Does the old statement fill a slot of which the correction says nothing?"""
    a, b = read(old, (), lexicon), read(new, (), lexicon)
    wrong = {w for start, end in b.stances.denial for w in _WORD.findall(b.text[start:end])}
    denied = {s.attribute for s in a.slots if wrong & set(_WORD.findall(s.value))}
    if len(a.slots) == 1 and not b.slots and _is_recounted(a, b):
        return False
    return not {s.attribute for s in a.slots} - denied <= {s.attribute for s in b.slots}


def disagreeing(old: Reading, new: Reading) -> Relation | None:
    """Two sources, or one sentence with another part: they clash when told of one day."""
    if old.stances.report and new.stances.report:
        units = {q.unit for q in old.quantities if q.unit} & {q.unit for q in new.quantities}
        is_counted = (units or (old.is_named and new.is_named)) and old.numbers and new.numbers
        if _shares_words(old, new) or (is_counted and old.numbers != new.numbers):
            return tell("disagrees", "sources", new)
    anchors = told_outright(old, new, anchors_of(old, new))
    if anchors and (old.stances.report or new.stances.report or is_swap(old, new)):
        return tell("disagrees", "sources", new)
    return None


def told_otherwise(old: Reading, new: Reading, *, is_same: bool) -> Relation | None:
    """Two tellers say different things of one matter.

    What seems to be the same in other words differs only where one part is exchanged.
    """
    (one, was), (other, now) = (read_teller(r.text, r.lexicon) for r in (old, new))
    if not one or not other or one == other or is_unsure(old) or is_unsure(new):
        return None
    a, b = read(was, (), old.lexicon), read(now, (), old.lexicon)
    if is_same and not is_swap(a, b):
        return None
    is_counted = bool(a.numbers and b.numbers and a.numbers != b.numbers)
    is_other = is_counted or (a.ids - b.ids and b.ids - a.ids)
    units = [{q.unit for q in r.quantities} - {""} for r in (a, b)]
    is_one_count = is_counted and bool(units[0]) and units[0] == units[1]
    if is_other and (a.ids & b.ids or _shares_words(a, b) or is_one_count):
        return tell("disagrees", "sources", new)
    return None


def _shares_words(old: Reading, new: Reading) -> bool:
    """Do both hold the same three Chinese characters in a row, names included?"""
    runs = {old.text[i : i + 3] for i in range(len(old.text) - 2)}
    threes = (new.text[i : i + 3] for i in range(len(new.text) - 2))
    return any(three in runs and all("\u3400" <= c <= "\u9fff" for c in three) for three in threes)


def tells_news(old: Reading, new: Reading) -> Relation | None:
    """Does the new statement tell another day, number or role than the old one?"""
    if _is_due_otherwise(old, new):
        return tell("replaces", "another_number", new) if _is_moved(old, new) else BESIDE
    is_other = counted_otherwise(old, new) or _share_only_names(old, new)
    return BESIDE if is_other or _is_limited(old, new) else None


def _is_due_otherwise(old: Reading, new: Reading) -> bool:
    """Does each name days of the calendar, and none that the other names or embraces?"""
    was, now = _calendar(old), _calendar(new)
    return bool(was and now) and not any(
        a[0] <= b[1] and b[0] <= a[1] for a, b in product(was, now)
    )


def _is_limited(old: Reading, new: Reading) -> bool:
    """Does it tell until when, or on which day, where the old one tells none (做到月底)?"""
    was, now = (find_dates(r.text, _DAYS[0], r.lexicon) for r in (old, new))
    is_told = bool(new.numbers) and new.numbers <= old.numbers
    is_dated = bool(_calendar(new)) or any(m.role == "until" for m in now)
    return is_dated and not (was or is_told)


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
    done = pattern_of("completed", new.lexicon)
    # In Chinese what is to come needs no word for it, what was does.
    is_han = HAN_CHARACTER.search(new.text) is not None and not done.search(old.text + new.text)
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
