"""What two statements about one entity look like beside each other, as numbers.

No word is a feature, only what the tables of a language say of words: how much both share,
what kinds of values stand in them, how each is meant. So what was learned from pairs in two
languages can hold for a third.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from memctl.language.phrases import Span
from memctl.language.stances import Stances
from memctl.language.terms import is_akin
from memctl.rules.comparing.anchors import (
    BESIDE_WORDS,
    HAN_CHARACTER,
    WEEKDAYS,
    anchors_of,
    cues_of,
    is_about_it,
    kind_changes,
)
from memctl.rules.comparing.objects import qualifiers
from memctl.rules.comparing.paraphrases import STEM, framed, is_denied, is_swap
from memctl.rules.comparing.roles import acted_on
from memctl.rules.comparing.slots import differing, slot_pairs
from memctl.rules.comparing.values import NAME, changes_another_kind, counted_otherwise
from memctl.rules.reading import Reading, is_same_value, names_shared

_FEW, _MANY = 4, 12
"""Counts above these say no more."""
_WHEN = frozenset({"time", "month", "day"})
_STANCES = tuple(Stances.__dataclass_fields__)
_READINGS = 512
"""A statement is compared with many others, one after the other."""


def features(old: Reading, new: Reading) -> dict[str, float]:
    """The numbers, by name; what is absent is 0.

    Shares lie between 0 and 1, counts are capped, everything else is 0 or 1.
    """
    return {**meant(old, "old"), **meant(new, "new"), **between(old, new)}


def between(old: Reading, new: Reading) -> dict[str, float]:
    """Those of the numbers that take both statements."""
    found = dict(_words(old, new))
    found.update(_values(old, new))
    found.update(_shape(old, new))
    return found


def meant(reading: Reading, which: str) -> Mapping[str, float]:
    """How one of the two is meant: its stances, its negations, whom it names."""
    return dict(_meant(reading, which))


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """What one statement brings to each of the pairs that it is in."""

    core: frozenset[str]
    uncounted: frozenset[str]
    """Of these the words."""
    longer: tuple[str, ...]
    """Those of which other forms may be written."""
    attributes: frozenset[str]
    units: frozenset[str]
    weekdays: frozenset[str]
    tells_when: bool
    names: frozenset[str]
    first: str | None
    cues: tuple[Span, ...]
    cued: frozenset[int]
    """The clauses of the cues."""


@lru_cache(maxsize=_READINGS)
def _side(reading: Reading) -> _Side:
    core = _core(reading)
    units = frozenset(q.unit for q in reading.quantities if q.unit)
    weekdays = reading.ids & WEEKDAYS
    words = [t for t in reading.terms if t.id[:2] not in BESIDE_WORDS]
    cues = cues_of(reading)
    return _Side(
        core,
        frozenset(t for t in core if t[:2] != "q:"),
        tuple(t for t in core if len(t) > STEM),
        frozenset(s.attribute for s in reading.slots),
        units,
        weekdays,
        bool(units & _WHEN or weekdays),
        frozenset(NAME.findall(reading.text)),
        min(words, key=lambda t: t.start).id if words else None,
        cues,
        frozenset(reading.clause_of(c[0]) for c in cues),
    )


def _meant(reading: Reading, which: str) -> Iterator[tuple[str, float]]:
    for name in _STANCES:
        if getattr(reading.stances, name):
            yield f"{which}.{name}", 1.0
    yield f"{which}.denied", float(bool(reading.negated))
    yield f"{which}.quoted", float(reading.is_quoted)
    yield f"{which}.named", float(reading.is_named)
    yield f"{which}.kin", float(bool(reading.kin))
    yield f"{which}.clauses", float(min(_FEW, len(reading.clauses)))
    yield f"{which}.terms", float(min(_MANY, len(_side(reading).core)))
    yield f"{which}.counted", float(bool(reading.numbers))
    yield f"{which}.slots", float(min(_FEW, len(reading.slots)))
    yield f"{which}.ends_slot", float(any(s.polarity == "end" for s in reading.slots))


def _core(reading: Reading) -> frozenset[str]:
    return frozenset(t for t in reading.ids if t[:2] not in BESIDE_WORDS)


def _words(old: Reading, new: Reading) -> Iterator[tuple[str, float]]:
    """How much of what each says the other says too."""
    was, now = _side(old), _side(new)
    a, b = was.core, now.core
    both = a & b
    gone, come = (tuple(t for t in side.longer if t not in both) for side in (was, now))
    akin = sum(any(is_akin(x, y) for y in come) for x in gone)
    yield "shared", float(min(_FEW, _runs(new, both)))
    yield "shared.of_old", len(both) / max(1, len(a))
    yield "shared.of_new", len(both) / max(1, len(b))
    yield "shared.akin", float(min(_FEW, akin))
    yield "shared.concepts", float(sum(t.startswith("c:") for t in both))
    words = frozenset(t for t in both if t[1:2] != ":")
    yield "shared.words", float(min(_FEW, _runs(new, words)))
    touched = old.touches & new.touches
    yield "shared.kinds", float(sum(t.startswith("k:") for t in touched))
    yield "shared.topics", float(sum(t.startswith("t:") for t in touched))
    anchors = anchors_of(old, new)
    yield "shared.anchors", float(min(_FEW, len(anchors)))
    yield "shared.fairly", float(is_about_it(old, anchors))
    yield "other_of_kind", float(min(2, len(kind_changes(old, new))))
    yield "reached", float(bool(old.touches & new.reaches))
    if old.characters and new.characters:
        common = len(old.characters & new.characters)
        yield "characters.of_old", common / len(old.characters)
        yield "characters.of_new", common / len(new.characters)
    said = [t for t in new.terms if t.id in both] if both and now.cued else []
    near = {t.id for t in said if new.clause_of(t.start) in now.cued}
    yield "shared.beside_cue", float(min(_FEW, len(near)))
    yield "cue", float(bool(now.cues))
    acts = _acts(old, new)
    yield "cue.acts", float(acts)
    # Words of change or end that are all about something else ("gave up the paper", at the flat).
    yield "cue.elsewhere", float(bool(anchors) and any(_cues(new)) and not acts)
    same, apart = qualifiers(old, new)
    yield "told_apart", float(apart)
    yield "same_qualifier", float(same)


def _runs(reading: Reading, ids: frozenset[str]) -> int:
    """How many words these are: pairs of Chinese characters that overlap are one."""
    if not ids:
        return 0
    spans = sorted({(t.start, t.end) for t in reading.terms if t.id in ids})
    ends = accumulate((end for _, end in spans), max, initial=0)
    return sum(start >= end for (start, _), end in zip(spans, ends, strict=False))


def _acts(old: Reading, new: Reading) -> bool:
    """Is a word of change or end about something that both tell of?"""
    anchors = anchors_of(old, new)
    return bool(anchors) and any(
        acted_on(old, new, cue, anchors, may_arrive=is_change) for cue, is_change in _cues(new)
    )


def _cues(new: Reading) -> Iterator[tuple[Span, bool]]:
    s = new.stances
    yield from ((c, True) for c in s.change)
    yield from ((c, False) for c in (*s.end, *s.leave))


def _values(old: Reading, new: Reading) -> Iterator[tuple[str, float]]:
    """What kinds of values both hold, and whether they are the same ones."""
    was, now = _side(old), _side(new)
    pairs = slot_pairs(old, new)
    yield "slot", float(bool(pairs))
    yield "slot.alike", float(any(is_same_value(x, y) for x, y in pairs))
    yield "slot.differs", float(differing(old, new) is not None)
    mine, theirs = was.attributes, now.attributes
    yield "slot.of_many", float(bool(mine & theirs) and not pairs)
    yield "slot.other", float(bool(mine and theirs and not mine & theirs))
    yield "numbers.equal", float(bool(old.numbers) and old.numbers == new.numbers)
    yield "numbers.within", float(bool(old.numbers) and old.numbers <= new.numbers)
    differ = bool(old.numbers - new.numbers and new.numbers - old.numbers)
    yield "numbers.differ", float(differ)
    shared = was.units & now.units
    each = _has_each_its_own(old, new)
    yield "numbers.each_of_its_own", float(differ and each)
    # Two statements side by side, each of something of its own, with no word of change.
    is_bare = not (now.cues or new.stances.assertion)
    yield "bare", float(is_bare)
    yield "bare.each_of_its_own", float(is_bare and each)
    yield "bare.numbers_of_its_own", float(is_bare and each and differ)
    yield "bare.same_words", float(is_bare and was.uncounted == now.uncounted)
    is_swapped = is_swap(old, new)
    yield "bare.swapped", float(is_bare and is_swapped)
    yield "swapped", float(is_swapped)
    yield "cue.each_of_its_own", float(not is_bare and each)
    yield "unit", float(bool(shared))
    yield "unit.differs", float(bool(shared) and differ)
    yield "counted_otherwise", float(counted_otherwise(old, new))
    yield "another_kind", float(changes_another_kind(old, new))
    days = was.weekdays, now.weekdays
    yield "weekday.differs", float(all(days) and days[0].isdisjoint(days[1]))
    yield "weekday.same", float(bool(days[0] & days[1]))
    yield "when.both", float(was.tells_when and now.tells_when)
    yield "when.new_only", float(now.tells_when and not was.tells_when)
    yield "names.shared", float(bool(was.names & now.names) or bool(names_shared(old, new)))
    gone, come = bool(was.names - now.names), bool(now.names - was.names)
    yield "names.other", float(gone and come)
    yield "names.new", float(come)
    yield "names.gone", float(gone)


def counts_another(old: Reading, new: Reading) -> bool:
    """Does each count something of its own (200 a month for a pension, 50 for a phone)?"""
    differ = old.numbers - new.numbers and new.numbers - old.numbers
    return bool(differ) and _has_each_its_own(old, new)


def _has_each_its_own(old: Reading, new: Reading) -> bool:
    """Does each say a word, beside its numbers, that the other does not?"""
    was, now = _side(old).uncounted, _side(new).uncounted
    return bool(was - now and now - was)


def _shape(old: Reading, new: Reading) -> Iterator[tuple[str, float]]:
    """How alike the two sentences are built."""
    head, tail = framed(old.plain, new.plain)
    yield "begins_alike", head / max(1, len(old.plain))
    yield "framed_alike", (head + tail) / max(1, min(len(old.plain), len(new.plain)))
    yield "denied.otherwise", float(is_denied(old, new) != is_denied(new, old))
    yield "length", min(4.0, len(new.plain) / max(1, len(old.plain)))
    first = _side(old).first
    yield "begins_with_same", float(first is not None and first == _side(new).first)
    yield "same_head", float(bool(old.head) and old.head == new.head)
    yield "kin.same", float(bool(old.kin & new.kin))
    yield "kin.other", float(bool(old.kin and new.kin and not old.kin & new.kin))
    yield "scope.same", float(any(v & new.scopes.get(k, v) for k, v in old.scopes.items()))
    yield (
        "scope.other",
        float(any(k in new.scopes and not v & new.scopes[k] for k, v in old.scopes.items())),
    )
    yield "scope.gone", float(any(k not in new.scopes for k in old.scopes))
    yield "scope.new", float(any(k not in old.scopes for k in new.scopes))
    yield "han", float(bool(HAN_CHARACTER.search(new.text)))
