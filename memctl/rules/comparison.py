"""What a new statement means for an old one, from their words alone.

No day, source or status is looked at here: that is `reconciliation`. The comparison is
conservative: a statement touches another only when they share a slot, or share an anchor
(a content word) beside a word that says that something changed or stopped. Likeness alone
never retires anything.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from memctl.language.attributes import SlotReading, relation_attributes
from memctl.language.lexicon import Lexicon
from memctl.language.phrases import Span, table_phrases
from memctl.language.quantities import telling_units
from memctl.language.terms import (
    HAN,
    Term,
    events_of,
    fold,
    generic_heads,
    languages_of,
    opposites,
    weak_anchors,
)
from memctl.rules.reading import Reading, is_same_value, names_shared, read
from memctl.rules.wording import say

Kind = Literal["same", "replaces", "ends", "corrects", "disagrees", "apart"]


@dataclass(frozen=True, slots=True)
class Relation:
    """How a new statement stands to an old one."""

    kind: Kind
    """`replaces`: both cannot hold and the newer one wins. `disagrees`: both cannot hold,
    but only when they speak of one day."""
    rule: str
    """Which rule fired, in words."""


_STEM = 4
"""So many first letters tell that two words of one concept are the same word."""
_SHORT = 3
"""Most clauses of a statement that speaks of one thing."""
_CHARACTERS = 2
"""Fewest characters by which two statements in Chinese can be told to be the same."""
_NEAR = 14
"""Most characters between a cue and the object after it."""
_BARE = 2
"""Content words of a clause that says little but that something stopped."""

_WORDY = 5
"""Terms of a statement from which on one shared word is too little."""
_FEW = 6
"""Characters of a clause in Chinese that says little."""
_BESIDE = ("t:", "k:")
"""Terms that stand beside the word's own."""

_WEEKDAYS = frozenset(
    f"c:{day}day" for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
)
_NUMERALS = frozenset("一二三四五六七八九十百千万")
_OPINIONS = frozenset({"c:likes", "c:dislikes"})
"""Who hates buses may take one."""
_TELLING = frozenset({"change", "end", "leave", "now", "plan", "starts"})
"""Stances without which a statement speaks against no other."""

_PAUSE = re.compile(r"[,:;.!?]")
_HAN = re.compile(f"[{HAN}]")

APART = Relation("apart", "")
"""They have nothing to do with each other."""
BESIDE = Relation("apart", "both can hold")
"""They speak of one thing, and both can hold."""


@lru_cache(maxsize=100_000)
def relate(old: str, new: str, names: tuple[str, ...], lexicon: Lexicon) -> Relation:
    """How `new` stands to `old`, both said about an entity that bears `names`."""
    a, b = read(old, names, lexicon), read(new, names, lexicon)
    if a.plain == b.plain:
        return _found("same", "same_words", b)
    # Most pairs share nothing; two sources may still contradict each other in one word.
    if a.touches.isdisjoint(b.touches) and not (a.stances.report and b.stances.report):
        return APART
    for rule in _RULES:
        if (found := rule(a, b)) is not None:
            return found
    return BESIDE if len(a.touches & b.touches) > 1 else APART


def _found(kind: Kind, key: str, new: Reading, **parts: str) -> Relation:
    """A relation with its reason in the language of the new statement."""
    return Relation(kind, say(key, new.text, new.lexicon, **parts))


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A new statement may have outdated an old one."""

    rule: str
    is_announced: bool
    """Does the new one only say what will be?"""
    is_settling: bool
    """Can one of the two hold at a time?"""


def may_outdate(text: str, lexicon: Lexicon, telling: frozenset[str] = _TELLING) -> bool:
    """May a statement speak against an older one at all? Quick, and rarely wrongly no."""
    folded = fold(text, lexicon)
    return any(
        key in telling
        for language in languages_of(folded, lexicon)
        for key, _ in table_phrases(language, "stances", lexicon).matches(folded)
    )


def speaks_of_its_time(text: str, lexicon: Lexicon) -> bool:
    """Does a statement say of itself that it holds for now?"""
    return may_outdate(text, lexicon, frozenset({"fragile"}))


@lru_cache(maxsize=50_000)
def suspect(old: str, new: str, names: tuple[str, ...], lexicon: Lexicon) -> Suspicion | None:
    """May the newer statement have outdated the older one, though that is not certain?

    It has to share a slot or an anchor with the old one, beside a word that something
    changed, began, stopped or will. Rumours, exceptions and what came beside raise no doubt.
    """
    a, b = read(old, names, lexicon), read(new, names, lexicon)
    if a.touches.isdisjoint(b.touches):
        return None
    moved_on = say("its_time", b.text, lexicon) if _has_moved_on(a, b) else ""
    if moved_on or _is_innocent(a, b):
        return Suspicion(moved_on, bool(b.stances.plan), is_settling=False) if moved_on else None
    s, kinds, slots = b.stances, _kind_changes(a, b), _differing(a, b)
    anchors = {t.id for t in (*_anchors(a, b), *kinds)}
    is_told = bool(s.change or s.end or s.leave or s.starts)
    is_one = bool(kinds or slots)
    if is_one and (is_told or s.now or s.plan):
        return Suspicion(say("one_of_them", b.text, lexicon), bool(s.plan), is_settling=True)
    # Both tell the same beginning: the later one bears the earlier one out.
    is_begun = s.starts and anchors and not a.stances.starts
    is_other = is_told and len(anchors) > 1 and not (s.starts or a.stances.starts)
    if (a.stances.fragile and anchors) or is_begun or is_other:
        return Suspicion(say("something_changed", b.text, lexicon), bool(s.plan), is_settling=False)
    return None


def _has_moved_on(old: Reading, new: Reading) -> bool:
    """Does the old one speak of its own time, and the new one of the same thing later on?"""
    if not old.stances.fragile or new.stances.fragile or _is_unsure(new) or new.stances.past:
        return False
    anchors = {t.id for t in _anchors(old, new)}
    return len(anchors) > 1 and _is_one_person(old, new) and not _paraphrase(old, new)


def _is_innocent(old: Reading, new: Reading) -> bool:
    """Does the new statement leave the old one alone for certain?"""
    s, where = new.stances, _concerned(old, new)
    return bool(
        _foreign(old, new)
        or _is_unsure(new)
        or _paraphrase(old, new)
        or _is_said_of(new, s.exception, where)
        or _is_said_of(new, s.attempt, where)
        or _is_beside_it(old, new)
        or _is_mere_past(old, new)
        or old.stances.past
    )


def _correction(old: Reading, new: Reading) -> Relation | None:
    if not new.stances.correction or _is_unsure(new):
        return None
    is_elsewhere = bool(old.slots and new.slots) and not _slot_pairs(old, new)
    anchors = [t for t in _anchors(old, new) if not _is_name(old, new, t)]
    if _differing(old, new) or (anchors and not is_elsewhere):
        return _found("corrects", "wrong", new)
    return None


def says_more(old: str, new: str, lexicon: Lexicon) -> bool:
    """Does the old statement fill a slot of which the correction says nothing?"""
    a, b = read(old, (), lexicon), read(new, (), lexicon)
    return not {s.attribute for s in a.slots} <= {s.attribute for s in b.slots}


def _foreign(old: Reading, new: Reading) -> Relation | None:
    """Somebody or something else is meant: another person, phase, plan or side."""
    if new.stances.other:
        return _found("apart", "another_of_kind", new)
    if not _is_one_person(old, new):
        return _found("apart", "somebody_else", new)
    if old.issue and new.issue and old.issue != new.issue:
        return _found("apart", "another_of_row", new)
    for family, scopes in new.scopes.items():
        if not scopes & old.scopes.get(family, scopes):
            return _found("apart", "another_family", new, family=family)
    return None


def _is_one_person(old: Reading, new: Reading) -> bool:
    if new.head and new.head not in old.text and not old.head:
        return False
    if not (old.kin or new.kin):
        return True
    return any(w == v and (not n or not m or n == m) for w, n in old.kin for v, m in new.kin)


def _is_unsure(reading: Reading) -> bool:
    s = reading.stances
    return bool(s.hedge or s.hearsay or s.joke or s.conditional or reading.is_quoted)


def _unsettled(old: Reading, new: Reading) -> Relation | None:
    """Hedges, hearsay, exceptions, plans and old times leave what is stored alone."""
    s = new.stances
    where = _concerned(old, new)
    checks = (
        (_is_unsure(new) or _is_unsure(old), "unsure"),
        (_is_said_of(new, s.exception, where), "exception"),
        (_is_said_of(new, s.attempt, where), "attempt"),
        (_is_beside_it(old, new), "comes_beside"),
        (_is_mere_plan(old, new, where), "plan"),
        (bool(old.stances.past), "stored_past"),
        (_is_mere_past(old, new), "tells_before"),
    )
    return next((_found("apart", rule, new) for holds, rule in checks if holds), None)


def _cues(reading: Reading) -> tuple[Span, ...]:
    s = reading.stances
    return (*s.change, *s.end, *s.leave, *s.now)


def _concerned(old: Reading, new: Reading) -> set[int]:
    """The clauses in which the two meet or something changes; all where none does."""
    met = {new.clause_of(t.start) for t in _anchors(old, new)}
    met |= {new.clause_of(b.span[0]) for _, b in _slot_pairs(old, new)}
    met |= {new.clause_of(c[0]) for c in _cues(new)}
    return met or set(range(len(new.clauses)))


def _is_said_of(new: Reading, spans: Sequence[Span], where: set[int]) -> bool:
    """Is it said in one of these clauses, or in one that says nothing else?

    What belongs to a word of change or end ("didn't renew") is said by that word.
    """
    cues = (*new.stances.change, *new.stances.end, *new.stances.leave)
    for span in spans:
        at = new.clause_of(span[0])
        if not _covers(cues, [span]) and (at in where or _is_short(new, at)):
            return True
    return False


def _is_short(new: Reading, at: int) -> bool:
    start, end = new.clauses[at]
    if _HAN.search(new.text[start:end]):
        return end - start <= _FEW
    return sum(new.clause_of(t.start) == at and t.id[:2] not in _BESIDE for t in new.terms) <= _BARE


def _is_mere_past(old: Reading, new: Reading) -> bool:
    """Is only the past told, and not beside it what holds instead ("used to be A, is B now")?"""
    past = new.stances.past
    if not past or not (new.stances.change or new.stances.now):
        return bool(past)
    told = {new.clause_of(p[0]) for p in past}
    found = _differing(old, new)
    return found is None or new.clause_of(found[1].span[0]) in told


def _is_mere_plan(old: Reading, new: Reading, where: set[int]) -> bool:
    """Is it only intended, and not agreed that something changes?"""
    is_settled = bool(new.stances.settled and new.stances.change)
    return _is_said_of(new, new.stances.plan, where) and not old.stances.plan and not is_settled


def _is_beside_it(old: Reading, new: Reading) -> bool:
    """Does the new statement add to the old one, in the clause where they meet?

    What stopped too ("also gave up") stopped.
    """
    met = {new.clause_of(t.start) for t in _anchors(old, new)}
    met |= {new.clause_of(b.span[0]) for _, b in _slot_pairs(old, new)}
    stops = {new.clause_of(e[0]) for e in new.stances.end}
    for span in new.stances.addition:
        at = new.clause_of(span[0])
        words = sum(new.clause_of(t.start) == at for t in new.terms)
        if (at in met or words < _BARE or not met) and at not in stops:
            return True
    return False


def _covers(outer: Sequence[Span], inner: Sequence[Span]) -> bool:
    return all(any(o[0] <= i[0] and i[1] <= o[1] for o in outer) for i in inner)


# One attribute, two values.


def _slot_pairs(old: Reading, new: Reading) -> list[tuple[SlotReading, SlotReading]]:
    return [
        (a, b)
        for a in old.slots
        for b in new.slots
        if a.attribute == b.attribute and a.cardinality == b.cardinality == "one"
    ]


def _differing(old: Reading, new: Reading) -> tuple[SlotReading, SlotReading] | None:
    """A one-value attribute for which the new statement gives only other values."""
    is_changed = bool(new.stances.change)
    pairs = [
        (a, b)
        for a, b in _slot_pairs(old, new)
        if b.tense != "past" and a.polarity == "state" and (is_changed or b.polarity == "state")
    ]
    equal = {a.attribute for a, b in pairs if _is_equal(a, b, old.lexicon, is_changed=is_changed)}
    return next(((a, b) for a, b in pairs if a.attribute not in equal), None)


def _is_equal(a: SlotReading, b: SlotReading, lexicon: Lexicon, *, is_changed: bool) -> bool:
    """A part of a value is the value ("engineer", "staff engineer"), unless it changed."""
    if is_changed and a.key < b.key:
        return False
    return is_same_value(a, b) and not (is_changed and _rose(a.value, b.value, lexicon))


def _rose(was: str, now: str, lexicon: Lexicon) -> bool:
    """Did a rank lose its "deputy" or gain one?"""
    words = (w for lang in lexicon.languages for w in lexicon.rows(lang, "lesser"))
    first, then = was.casefold().strip(), now.casefold().strip()
    return any(first.startswith(w) != then.startswith(w) for w in words)


def _slot(old: Reading, new: Reading) -> Relation | None:
    found = _differing(old, new)
    if found is None or new.stances.aside:
        return None
    was, now = found
    is_said = bool(new.stances.change or new.stances.now or new.stances.end)
    if any(family not in new.scopes for family in old.scopes):
        return _found("apart", "maybe_another", new)
    is_narrower = any(family not in old.scopes for family in new.scopes)
    is_elsewhere = old.is_named and not new.is_named and _names_another(old, new, now)
    if not is_said and (is_narrower or is_elsewhere):
        return _found("apart", "maybe_else", new)
    named = {"attribute": was.attribute, "was": was.value, "now": now.value}
    return _found("replaces", "one_at_a_time", new, **named)


# The same in other words.


def _paraphrase(old: Reading, new: Reading) -> Relation | None:
    if _is_blocked_paraphrase(old, new):
        return None
    equal = [a for a, b in _slot_pairs(old, new) if is_same_value(a, b)]
    shared = _shared(old, new)
    least = max(1, min(len(old.ids), len(new.ids)))
    most = max(1, len(old.ids), len(new.ids))
    if equal and 3 * shared >= least:
        return _found("same", "same_value", new, attribute=equal[0].attribute)
    is_backed = bool(old.numbers & new.numbers) or (_is_denied(old, new) and _is_denied(new, old))
    enough = 0.5 if is_backed else 0.6
    if shared >= enough * least and shared >= 0.34 * most:
        return _found("same", "same_otherwise", new)
    if _is_one_in_characters(old, new):
        return _found("same", "same_otherwise", new)
    return None


def _is_one_in_characters(old: Reading, new: Reading) -> bool:
    """Do both consist of nearly the same Chinese characters, in whatever order?"""
    few, many = sorted((old.characters, new.characters), key=len)
    if (few ^ many) & _NUMERALS:
        return False
    both = len(few & many)
    return len(few) >= _CHARACTERS and both >= 0.8 * len(few) and both >= 0.6 * len(many)


def _shared(old: Reading, new: Reading) -> int:
    """How many terms both have; a word and its longer form ("German", "Germany") are one."""
    rest = [t for t in new.ids - old.ids if len(t) > _STEM]
    longer = sum(
        any(a.startswith(b) or b.startswith(a) for b in rest)
        for a in old.ids - new.ids
        if len(a) > _STEM
    )
    return len(old.ids & new.ids) + longer + names_shared(old, new)


def _is_blocked_paraphrase(old: Reading, new: Reading) -> bool:
    a, b = old.stances, new.stances
    return bool(
        _is_unsure(old)
        or _is_unsure(new)
        or _is_denied(old, new) != _is_denied(new, old)
        or (
            old.numbers
            and new.numbers
            and not (old.numbers <= new.numbers or new.numbers <= old.numbers)
        )
        or bool(a.addition) != bool(b.addition)
        or bool(a.past) != bool(b.past)
        or bool(a.plan) != bool(b.plan)
        or _is_turned(old, new)
        or not _is_one_person(old, new)
        or b.exception
        or b.other
        or _differing(old, new)
        or _are_opposite(old, new)
        or (_is_swap(old, new) and not _is_one_in_characters(old, new))
    )


def _are_opposite(old: Reading, new: Reading) -> bool:
    for pair in opposites(old.lexicon):
        one, other = pair & old.ids, pair & new.ids
        if one and other and one != other:
            return True
    return False


def _is_denied(one: Reading, other: Reading) -> bool:
    """Is what both speak of negated in `one`?"""
    shared = {one.clause_of(t.start) for t in one.terms if t.id in other.ids}
    return bool(shared & set(one.negated)) if shared else bool(one.negated)


def _is_turned(old: Reading, new: Reading) -> bool:
    """Does the new statement tell a change or an end of which the old one knows nothing?"""
    if new.numbers and new.numbers == old.numbers:
        return False
    a, b = old.stances, new.stances
    anchors = _anchors(old, new)
    leaves = any(_is_beside(new, cue, anchors) for cue in b.leave) and not (a.leave or a.end)
    moved_on = bool(b.now and not a.now and old.ids - new.ids and new.ids - old.ids)
    changed = bool(b.change and not (a.change or a.end))
    return bool(b.end and not a.end) or changed or leaves or moved_on


def _is_swap(old: Reading, new: Reading) -> bool:
    """Are they one sentence with one part exchanged ("launched in A", "launched in B")?"""
    a, b = old.plain, new.plain
    head = _common(a, b)
    tail = _common(a[head:][::-1], b[head:][::-1])
    gone, come = a[head : len(a) - tail], b[head : len(b) - tail]
    if names_shared(old, new) or old.ids <= new.ids or new.ids <= old.ids:
        return False
    is_framed = 2 * (head + tail) >= min(len(a), len(b))
    return bool(gone and come and is_framed) and old.numbers == new.numbers


def _common(a: str, b: str) -> int:
    """Length of the common beginning."""
    pairs = enumerate(zip(a, b, strict=False))
    return next((i for i, (x, y) in pairs if x != y), min(len(a), len(b)))


# An anchor beside a word of change or end.


def _anchors(old: Reading, new: Reading) -> list[Term]:
    """Content words of the new statement that the old one has too, outside words of change."""
    cues = _cues(new)
    weak = weak_anchors(old.lexicon)
    if old.is_named and new.is_named and new.stances.end:
        weak = weak - _WEEKDAYS  # "no longer on Thursdays" is about that day
    # Of a kind the same member ("off the crutches") is an anchor like any word.
    said = {old.text[t.start : t.end].casefold() for t in old.terms if t.id[:2] == "k:"}
    known = {t.id for t in old.terms if t.id[:2] != "k:"} - weak
    found = [
        t
        for t in new.terms
        if (t.id in known or (t.id[:2] == "k:" and new.text[t.start : t.end].casefold() in said))
        and not _overlaps(t, cues)
        and not _is_part_of_name(old, new, t)
        and not _is_event_of(old, new, t)
    ]
    units = {q.unit for q in old.quantities} & telling_units(old.lexicon)
    found += [Term(f"u:{q.unit}", q.start, q.end) for q in new.quantities if q.unit in units]
    return found


def _is_part_of_name(old: Reading, new: Reading, term: Term) -> bool:
    """Does a longer name begin here that the old statement lacks ("Leeds", "Leeds United")?"""
    if not new.text[term.start].isupper():
        return False
    match = re.match(r" ([A-Z]\w+)", new.text[term.end :])
    return match is not None and match[1] not in old.text and term.id[:2] != "c:"


def _is_event_of(old: Reading, new: Reading, term: Term) -> bool:
    """Is it only the name of an event ("the launch party") of which the old one says nothing?"""
    after = new.text[term.end :].lstrip()
    word = re.match(r"[\w'-]+", after)
    said = {word[0].casefold()} if word else set()
    return any(
        (w in said if w.isascii() else after.startswith(w)) and w not in old.text
        for w in events_of(old.lexicon)
    )


def _kind_changes(old: Reading, new: Reading) -> list[Term]:
    """Things of a kind of which one is had at a time, where the old one names another."""
    had: dict[str, set[str]] = {}
    for t in old.terms:
        if t.id[:2] == "k:":
            had.setdefault(t.id, set()).add(old.text[t.start : t.end].casefold())
    said = new.text.casefold()
    related = {s.attribute for s in new.slots} & relation_attributes(new.lexicon)
    if related and not any(s.attribute in related for s in old.slots):
        return []  # the kind is somebody else's: "my new manager is Ada"
    if _OPINIONS & (old.ids | new.ids) or not (_anchors(old, new) or _is_about_it(old, ())):
        return []
    return [
        t
        for t in new.terms
        if t.id in had
        and not _is_event_of(old, new, t)
        and all(_apart(new.text[t.start : t.end].casefold(), w, said) for w in had[t.id])
    ]


def _apart(now: str, was: str, said: str) -> bool:
    """Are they two members of the kind ("bus", "train"), and not one in two forms?"""
    return not (now.startswith(was) or was.startswith(now)) or (was not in said and now != was)


def _overlaps(term: Term, spans: Sequence[Span]) -> bool:
    """Is it a word of a cue?

    What the cue embraces ("turned Rome down") is not, nor is a word that names the topic by
    itself (戒烟).
    """
    return term.id[:2] != "t:" and any(
        term.start < end and start < term.end and not (start < term.start and term.end < end)
        for start, end in spans
    )


def _ended_slot(old: Reading, new: Reading) -> bool:
    """Does the new statement say of the very value that it is no more ("no longer reports to")?"""
    return any(
        a.polarity == "state" and b.polarity == "end" and b.tense != "plan" and is_same_value(a, b)
        for a, b in _slot_pairs(old, new)
    )


def _ending(old: Reading, new: Reading) -> Relation | None:
    if new.stances.end and _ended_slot(old, new) and not new.stances.change:
        return _found("ends", "no_more", new)
    anchors = [t for t in _anchors(old, new) if _is_one_word(old, new, t)]
    if old.stances.event or not anchors:
        return None
    cue = _end_cue(new, anchors)
    if cue is None or not (cue in new.stances.leave or _is_about_it(old, anchors)):
        return None
    if _has_replacement(new, cue):
        return _found("replaces", "in_its_place", new)
    return _found("ends", "stopped", new)


def _is_one_word(old: Reading, new: Reading, term: Term) -> bool:
    """Is a concept named by one word in both? Tablets that stop are not any medicine."""
    if term.id[:2] != "c:":
        return True
    said = new.text[term.start : term.end].casefold()[:_STEM]
    same = (t for t in old.terms if t.id == term.id)
    return any(old.text[t.start : t.end].casefold().startswith(said) for t in same)


def _end_cue(new: Reading, anchors: Sequence[Term]) -> Span | None:
    where = {new.clause_of(t.start) for t in anchors}
    for cue in new.stances.end:
        if new.clause_of(cue[0]) in where or _is_bare_clause(new, cue):
            return cue
    return next((c for c in new.stances.leave if _is_beside(new, c, anchors)), None)


def _is_bare_clause(new: Reading, cue: Span) -> bool:
    """Does the clause of the cue say little else, so that it speaks of the one beside it?"""
    at = new.clause_of(cue[0])
    inside = [t for t in new.terms if new.clause_of(t.start) == at and not _overlaps(t, [cue])]
    return len(inside) <= _BARE and len(new.clauses) <= _SHORT


def _is_beside(new: Reading, cue: Span, anchors: Sequence[Term]) -> bool:
    """Is an anchor the object of the cue ("left Acme", and not "left the Acme party")?"""
    for term in anchors:
        behind, ahead = new.text[cue[1] : term.start], new.text[term.end : cue[0]]
        is_near = cue[1] <= term.start and len(behind) <= _NEAR and len(behind.split()) <= _BARE
        gap = 2 if re.search(rf"[{HAN}]", ahead) else 5
        is_before = term.end <= cue[0] and len(ahead) <= gap and len(ahead.split()) <= 1
        if is_before or (is_near and not _is_compound(new, term, anchors)):
            return True
    return False


def _is_compound(new: Reading, term: Term, anchors: Sequence[Term]) -> bool:
    """Is the anchor only the beginning of another thing ("the Acme party", 历史笔记)?"""
    known = {i for t in anchors for i in range(t.start, t.end)}
    heads = generic_heads(new.lexicon)
    return any(
        term.end - 1 <= t.start <= term.end + 1
        and t.end > term.end
        and not known.issuperset(range(t.start, t.end))
        and t.id not in heads
        for t in new.terms
    )


def _has_replacement(new: Reading, cue: Span) -> bool:
    stops = (cue, *new.stances.end)
    starts = (*new.stances.change, *new.stances.now)
    if any(not any(s[0] < e[1] and e[0] < s[1] for e in stops) for s in starts):
        return True
    at = new.clause_of(cue[0])
    return any(new.clause_of(s[0]) != at for s in new.stances.assertion)


def _names_another(old: Reading, new: Reading, slot: SlotReading) -> bool:
    """Does a name that the old statement lacks stand before the value?

    Chinese names cannot be told by their looks: there any words before the value may be one.
    """
    before = new.text[: slot.span[0]]
    names = re.findall(r"(?<=\w )[A-Z]\w+", before)
    return any(name not in old.text for name in names) or bool(re.search(rf"[{HAN}]", before))


def _recount(old: Reading, new: Reading) -> Relation | None:
    """The same sentence with another number ("gets up at six", "gets up at seven")."""
    words = [{t for t in r.ids if not t.startswith("q:")} for r in (old, new)]
    is_one_sentence = bool(words[0]) and words[0] == words[1]
    if old.stances.event or new.stances.event or not is_one_sentence:
        return None
    was, now = old.numbers - new.numbers, new.numbers - old.numbers
    changed = [
        q for r, own in ((old, was), (new, now)) for q in r.quantities if f"{q.plain}#0" in own
    ]
    if was and now and all(q.unit != "month" for q in changed):
        return _found("replaces", "another_number", new)
    return None


def _now(old: Reading, new: Reading) -> Relation | None:
    """The word alone is weak: it needs another number, or more than one shared word."""
    anchors = {t.id for t in (*_anchors(old, new), *_kind_changes(old, new))}
    if old.stances.event or not anchors or not new.stances.now:
        return None
    is_counted = bool(old.numbers and new.numbers and old.numbers != new.numbers)
    days = (old.ids & _WEEKDAYS, new.ids & _WEEKDAYS)
    is_counted |= bool(_kind_changes(old, new)) or (all(days) and days[0] != days[1])
    if is_counted or (len(anchors) > 1 and old.ids - new.ids and new.ids - old.ids):
        return _found("replaces", "now_so", new)
    return None


def _change(old: Reading, new: Reading) -> Relation | None:
    anchors = [t for t in _anchors(old, new) if _is_governed(old, new, t)]
    anchors = [t for t in anchors if _is_in_reach(new, t)]
    anchors = anchors if _is_about_it(old, anchors) else []
    anchors += _kind_changes(old, new)
    if old.stances.event or not anchors or not new.stances.change or new.stances.aside:
        return None
    return _found("replaces", "changed", new)


def _is_in_reach(new: Reading, term: Term) -> bool:
    """May a word of change be about this one, from where it stands?

    What is exchanged ("changed the locks", 换了把锁) stands right beside the word; else the
    clause is the same, or that of the change says nothing else.
    """
    for cue in new.stances.change:
        at, here = new.clause_of(cue[0]), new.clause_of(term.start)
        if any(_meet(cue, e) for e in new.stances.exchange):
            gap = 0 if term.start >= cue[0] else cue[0] - term.end
            if at == here and gap <= (_BARE if _HAN.search(new.text[cue[0]]) else 1):
                return True
        elif at == here or term.id[:2] == "t:" or _goes_on(new, cue):
            return True
    return False


def _goes_on(new: Reading, cue: Span) -> bool:
    """Does the clause of the cue lack its subject or its object, so that another one has it?"""
    start, end = new.clauses[new.clause_of(cue[0])]
    inside = [t for t in new.terms if start <= t.start < end and t.id[:2] not in _BESIDE]
    is_led = any(t.end <= cue[0] for t in inside)
    return not is_led or not any(t.start >= cue[1] for t in inside)


def _is_about_it(old: Reading, anchors: Sequence[Term]) -> bool:
    """Are the anchors a fair part of what the old statement says, and not one word of many?"""
    told = {t.id for t in old.terms if t.id[:2] not in _BESIDE}
    met = {t.id for t in anchors}
    # Chinese words overlap: each counts about twice.
    most = _WORDY * (2 if _HAN.search(old.text) else 1)
    return len(told) <= most or most * len(met & told) >= len(told)


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _is_governed(old: Reading, new: Reading, term: Term) -> bool:
    """May what changed be about this word?

    A name says who or where, not what: it counts right behind the cue ("instead of Petra").
    In Chinese the beginning of a longer word is not the word.
    """
    if _is_name(old, new, term):
        gaps = [new.text[c[1] : term.start] for c in new.stances.change if c[1] <= term.start]
        is_object = any(len(gap) <= _NEAR and not _PAUSE.search(gap) for gap in gaps)
        return is_object or (_fills_slot(old, term) and _is_subject(new, term))
    return not _begins_longer_word(old, new, term)


def _fills_slot(old: Reading, term: Term) -> bool:
    """Is the name what a slot of the old statement was filled with ("led by Ada")?"""
    return any(
        slot.span[0] <= t.start < slot.span[1]
        for t in old.terms
        if t.id == term.id
        for slot in old.slots
    )


def _is_subject(new: Reading, term: Term) -> bool:
    """Does a word of change follow at once ("Ada handed it over")?"""
    return any(0 <= c[0] - term.end <= 1 for c in new.stances.change)


def _begins_longer_word(old: Reading, new: Reading, term: Term) -> bool:
    is_pair = term.id == new.text[term.start : term.end] and re.fullmatch(f"[{HAN}]{{2}}", term.id)
    known = {t.id for t in old.terms}
    beside = {new.text[term.start - 1 : term.end - 1], new.text[term.start + 1 : term.end + 1]}
    if not is_pair or beside & known:
        return False
    after = Term(new.text[term.end : term.end + 2], term.end, term.end + 2)
    is_word = any(t.start == after.start and t.id == after.id for t in new.terms)
    return is_word and after.id not in known and not _overlaps(after, new.stances.change)


def _is_name(old: Reading, new: Reading, term: Term) -> bool:
    word = new.text[term.start : term.end]
    if term.id[1:2] == ":" or not word[0].isupper() or word.isupper():
        return False
    is_inside = term.start > 0 and new.text[term.start - 1] == " "
    return any(
        t.id == term.id and (t.start or is_inside) and old.text[t.start].isupper()
        for t in old.terms
    )


def _disagreement(old: Reading, new: Reading) -> Relation | None:
    units = {q.unit for q in old.quantities if q.unit} & {q.unit for q in new.quantities}
    is_counted = (units or (old.is_named and new.is_named)) and old.numbers and new.numbers
    is_reported = bool(old.stances.report and new.stances.report)
    if is_reported and (_shares_words(old, new) or (is_counted and old.numbers != new.numbers)):
        return _found("disagrees", "sources", new)
    anchors = _anchors(old, new)
    if anchors and (old.stances.report or new.stances.report or _is_swap(old, new)):
        return _found("disagrees", "sources", new)
    return None


def _shares_words(old: Reading, new: Reading) -> bool:
    """Do both hold the same three Chinese characters in a row, names included?"""
    runs = {old.text[i : i + 3] for i in range(len(old.text) - 2)}
    threes = (new.text[i : i + 3] for i in range(len(new.text) - 2))
    return any(three in runs and all("\u3400" <= c <= "\u9fff" for c in three) for three in threes)


_RULES = (
    _correction,
    _paraphrase,
    _foreign,
    _unsettled,
    _slot,
    _ending,
    _change,
    _recount,
    _now,
    _disagreement,
)
