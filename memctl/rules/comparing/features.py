"""What two statements about one entity look like beside each other, as numbers.

No word is a feature, only what the tables of a language say of words: how much both share,
what kinds of values stand in them, how each is meant. So what was learned from pairs in two
languages can hold for a third.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from memctl.language.phrases import Span
from memctl.language.stances import Stances
from memctl.language.terms import Term, is_akin
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
from memctl.rules.comparing.paraphrases import STEM, is_denied, is_swap
from memctl.rules.comparing.roles import acted_on
from memctl.rules.comparing.slots import differing, slot_pairs
from memctl.rules.comparing.values import changes_another_kind, counted_otherwise
from memctl.rules.reading import Reading, is_same_value, names_shared

_NAME = re.compile(r"(?<=[\w,:;] )[A-Z][\w'-]+")
_FEW, _MANY = 4, 12
"""Counts above these say no more."""
_WHEN = frozenset({"time", "month", "day"})


def features(old: Reading, new: Reading) -> dict[str, float]:
    """The numbers, by name; what is absent is 0.

    Shares lie between 0 and 1, counts are capped, everything else is 0 or 1.
    """
    found: dict[str, float] = {}
    found.update(_meant(old, "old"))
    found.update(_meant(new, "new"))
    found.update(_words(old, new))
    found.update(_values(old, new))
    found.update(_shape(old, new))
    return found


def _meant(reading: Reading, which: str) -> Iterator[tuple[str, float]]:
    """How it is meant: its stances, its negations, whether it names whom it is about."""
    for name in Stances.__dataclass_fields__:
        if getattr(reading.stances, name):
            yield f"{which}.{name}", 1.0
    yield f"{which}.denied", float(bool(reading.negated))
    yield f"{which}.quoted", float(reading.is_quoted)
    yield f"{which}.named", float(reading.is_named)
    yield f"{which}.kin", float(bool(reading.kin))
    yield f"{which}.clauses", float(min(_FEW, len(reading.clauses)))
    yield f"{which}.terms", float(min(_MANY, len(_core(reading))))
    yield f"{which}.counted", float(bool(reading.numbers))
    yield f"{which}.slots", float(min(_FEW, len(reading.slots)))
    yield f"{which}.ends_slot", float(any(s.polarity == "end" for s in reading.slots))


def _core(reading: Reading) -> frozenset[str]:
    return frozenset(t for t in reading.ids if t[:2] not in BESIDE_WORDS)


def _words(old: Reading, new: Reading) -> Iterator[tuple[str, float]]:
    """How much of what each says the other says too."""
    a, b = _core(old), _core(new)
    both = a & b
    akin = sum(any(is_akin(x, y) for y in b - a if len(y) > STEM) for x in a - b if len(x) > STEM)
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
    yield "shared.anchors", float(min(_FEW, len(anchors_of(old, new))))
    yield "shared.fairly", float(is_about_it(old, anchors_of(old, new)))
    yield "other_of_kind", float(min(2, len(kind_changes(old, new))))
    yield "reached", float(bool(old.touches & new.reaches))
    if old.characters and new.characters:
        common = len(old.characters & new.characters)
        yield "characters.of_old", common / len(old.characters)
        yield "characters.of_new", common / len(new.characters)
    cues = cues_of(new)
    where = {new.clause_of(c[0]) for c in cues}
    near = [t for t in new.terms if t.id in both and new.clause_of(t.start) in where]
    yield "shared.beside_cue", float(min(_FEW, len({t.id for t in near})))
    yield "cue", float(bool(cues))
    yield "cue.acts", float(_acts(old, new))
    yield "cue.elsewhere", float(_acts_elsewhere(old, new))
    same, apart = qualifiers(old, new)
    yield "told_apart", float(apart)
    yield "same_qualifier", float(same)


def _runs(reading: Reading, ids: frozenset[str]) -> int:
    """How many words these are: pairs of Chinese characters that overlap are one."""
    spans = sorted({(t.start, t.end) for t in reading.terms if t.id in ids})
    ends = accumulate((end for _, end in spans), max, initial=0)
    return sum(start >= end for (start, _), end in zip(spans, ends, strict=False))


def _acts(old: Reading, new: Reading) -> bool:
    """Is a word of change or end about something that both tell of?"""
    anchors = anchors_of(old, new)
    return any(
        acted_on(old, new, cue, anchors, may_arrive=is_change) for cue, is_change in _cues(new)
    )


def _acts_elsewhere(old: Reading, new: Reading) -> bool:
    """Are there such words, and all about something else ("gave up the paper", at the flat)?"""
    return bool(anchors_of(old, new)) and any(_cues(new)) and not _acts(old, new)


def _cues(new: Reading) -> Iterator[tuple[Span, bool]]:
    s = new.stances
    yield from ((c, True) for c in s.change)
    yield from ((c, False) for c in (*s.end, *s.leave))


def _values(old: Reading, new: Reading) -> Iterator[tuple[str, float]]:
    """What kinds of values both hold, and whether they are the same ones."""
    pairs = slot_pairs(old, new)
    yield "slot", float(bool(pairs))
    yield "slot.alike", float(any(is_same_value(x, y) for x, y in pairs))
    yield "slot.differs", float(differing(old, new) is not None)
    mine, theirs = ({s.attribute for s in r.slots} for r in (old, new))
    yield "slot.of_many", float(bool(mine & theirs) and not pairs)
    yield "slot.other", float(bool(mine and theirs and not mine & theirs))
    yield "numbers.equal", float(bool(old.numbers) and old.numbers == new.numbers)
    yield "numbers.within", float(bool(old.numbers) and old.numbers <= new.numbers)
    differ = bool(old.numbers - new.numbers and new.numbers - old.numbers)
    yield "numbers.differ", float(differ)
    units = ({q.unit for q in r.quantities if q.unit} for r in (old, new))
    shared = set.intersection(*units)
    each = _has_each_its_own(old, new)
    yield "numbers.each_of_its_own", float(differ and each)
    # Two statements side by side, each of something of its own, with no word of change.
    is_bare = not (cues_of(new) or new.stances.assertion)
    yield "bare", float(is_bare)
    yield "bare.each_of_its_own", float(is_bare and each)
    yield "bare.numbers_of_its_own", float(is_bare and each and differ)
    yield "bare.same_words", float(is_bare and _uncounted(old) == _uncounted(new))
    is_swapped = is_swap(old, new)
    yield "bare.swapped", float(is_bare and is_swapped)
    yield "swapped", float(is_swapped)
    yield "cue.each_of_its_own", float(not is_bare and each)
    yield "unit", float(bool(shared))
    yield "unit.differs", float(bool(shared) and differ)
    yield "counted_otherwise", float(counted_otherwise(old, new))
    yield "another_kind", float(changes_another_kind(old, new))
    days = old.ids & WEEKDAYS, new.ids & WEEKDAYS
    yield "weekday.differs", float(all(days) and days[0].isdisjoint(days[1]))
    yield "weekday.same", float(bool(days[0] & days[1]))
    when = [
        any(q.unit in _WHEN for q in r.quantities) or bool(r.ids & WEEKDAYS) for r in (old, new)
    ]
    yield "when.both", float(all(when))
    yield "when.new_only", float(when[1] and not when[0])
    names = ({*_NAME.findall(r.text)} for r in (old, new))
    was, now = names
    yield "names.shared", float(bool(was & now) or bool(names_shared(old, new)))
    yield "names.other", float(bool(was - now and now - was))
    yield "names.new", float(bool(now - was))
    yield "names.gone", float(bool(was - now))


def _uncounted(reading: Reading) -> frozenset[str]:
    return frozenset(t for t in _core(reading) if t[:2] != "q:")


def counts_another(old: Reading, new: Reading) -> bool:
    """Does each count something of its own (200 a month for a pension, 50 for a phone)?"""
    differ = old.numbers - new.numbers and new.numbers - old.numbers
    return bool(differ) and _has_each_its_own(old, new)


def _has_each_its_own(old: Reading, new: Reading) -> bool:
    """Does each say a word, beside its numbers, that the other does not?"""
    was, now = _uncounted(old), _uncounted(new)
    return bool(was - now and now - was)


def _shape(old: Reading, new: Reading) -> Iterator[tuple[str, float]]:
    """How alike the two sentences are built."""
    pairs = enumerate(zip(old.plain, new.plain, strict=False))
    head = next((i for i, (a, b) in pairs if a != b), min(len(old.plain), len(new.plain)))
    yield "begins_alike", head / max(1, len(old.plain))
    tail = 0
    for a, b in zip(reversed(old.plain[head:]), reversed(new.plain[head:]), strict=False):
        if a != b:
            break
        tail += 1
    yield "framed_alike", (head + tail) / max(1, min(len(old.plain), len(new.plain)))
    yield "denied.otherwise", float(is_denied(old, new) != is_denied(new, old))
    yield "length", min(4.0, len(new.plain) / max(1, len(old.plain)))
    yield "begins_with_same", float(_first(old) is not None and _first(old) == _first(new))
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


def _first(reading: Reading) -> str | None:
    core: Sequence[Term] = [t for t in reading.terms if t.id[:2] not in BESIDE_WORDS]
    return min(core, key=lambda t: t.start).id if core else None
