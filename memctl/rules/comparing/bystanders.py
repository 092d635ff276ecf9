"""What leaves a stored statement alone: others, hedges, exceptions, plans, old times."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memctl.language.lexicon import Lexicon, words_of
from memctl.language.phrases import Span
from memctl.language.stances import parts
from memctl.language.statements import statements
from memctl.language.term_kinds import acts_on
from memctl.language.terms import Term
from memctl.rules.comparing.anchors import (
    BARE,
    BESIDE_WORDS,
    HAN_CHARACTER,
    anchors_of,
    covers,
    cues_of,
)
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import differing, slot_pairs
from memctl.rules.comparing.values import are_opposite
from memctl.rules.reading import Reading

_FEW = 6
"""Characters of a clause in Chinese that says little."""
_CLOSE = 12
"""A word of change that is so much longer only reaches over what is said beside it."""


def is_foreign(old: Reading, new: Reading) -> Relation | None:
    """Somebody or something else is meant: another person, phase, plan or side."""
    if new.stances.other and not _is_told_of_the_value(old, new):
        return tell("apart", "another_of_kind", new)
    if not is_one_person(old, new) or _is_anothers(old, new):
        return tell("apart", "somebody_else", new)
    if old.issue and new.issue and old.issue != new.issue:
        return tell("apart", "another_of_row", new)
    if _is_over_by_name(old, new):
        return None
    for family, scopes in new.scopes.items():
        told = old.scopes.get(family, frozenset() if family in parts(new.lexicon) else scopes)
        if not scopes & told:
            return tell("apart", "another_family", new, family=family)
    return None


def _is_over_by_name(old: Reading, new: Reading) -> bool:
    """Is it told to be no more, by two words ("no flat fee any more, 98 an hour")?"""
    where = {new.clause_of(e[0]) for e in new.stances.end}
    said = (t for t in new.terms if new.clause_of(t.start) in where)
    return len({t.id for t in said if t.id[:2] not in BESIDE_WORDS} & old.ids) > 1


def _is_told_of_the_value(old: Reading, new: Reading) -> bool:
    """Does it name who had it beside who has it now ("a different coach: Mo, in for Bo")?"""
    found = differing(old, new)
    is_turn = bool(new.stances.change or new.stances.now)
    return found is not None and is_turn and not found[0].key.isdisjoint(new.ids)


def _is_anothers(old: Reading, new: Reading) -> bool:
    """Do both tell of one sort of thing that is not one owner's ("the boss's desk", "my desk")?"""
    if not any(mark in r.text for r in (old, new) for mark in words_of("joined_by", new.lexicon)):
        return False
    then, now = _owned(old), _owned(new)
    shared = then.keys() & now.keys()
    return bool(shared) and all(then[t].isdisjoint(now[t]) for t in shared)


def _owned(reading: Reading) -> dict[str, set[str]]:
    """Things by their terms, with whose they are: a word, or its concept."""
    found: dict[str, set[str]] = {}
    for pattern in _possessors(reading.lexicon):
        for match in pattern.finditer(reading.text):
            at = match.end("who")
            who = next((t.id for t in reading.terms if t.start < at <= t.end), "")
            word = who or match["who"].rpartition(" ")[2].casefold()
            for term in _things(reading, match.end()):
                found.setdefault(term.id, set()).add(word)
    return found


def _things(reading: Reading, at: int) -> Iterator[Term]:
    """The words that follow at once: "badge number"; one may stand before them ("new")."""
    end = at
    for term in (t for t in reading.terms if t.start >= at and t.id[:2] not in BESIDE_WORDS):
        between = reading.text[end : term.start].split()
        if len(between) > (1 if end == at else 0):
            return
        end = term.end
        yield term


@lru_cache(maxsize=8)
def _possessors(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p, re.IGNORECASE) for p in words_of("possessors", lexicon))


def is_one_person(old: Reading, new: Reading) -> bool:
    """Do both tell of the same person, as far as their kin and their heads say?"""
    if new.head and new.head.casefold() not in old.text.casefold() and not old.head:
        return False
    if not (old.kin or new.kin):
        return True
    if new.doer and not _is_told_of(old, new.doer) and not _acts_on_it(old, new):
        return False
    if any(w == v and (not n or not m or n == m) for w, n in old.kin for v, m in new.kin):
        return True
    if not new.kin:
        return _is_spoken_of(old, new)
    return not old.kin and (_is_spoken_of(new, old) or _acts_on_it(old, new))


def _is_told_of(reading: Reading, kin: str) -> bool:
    """Does a statement speak of this one, as kin or by the word?"""
    return kin in {w for w, _ in reading.kin} | reading.ids or kin in reading.text.casefold()


def _is_spoken_of(told: Reading, other: Reading) -> bool:
    """Does a statement without kin name the one of the other ("a lodger, Eve": "Eve left")?

    By the name, or by another form of the word ("her therapist", "the therapy").
    """
    if any(t.start == 0 and t.id in told.ids for t in other.terms):
        return True
    words = {w for w, _ in told.kin}
    said = {t.id for t in told.terms if told.text[t.start : t.end].casefold() in words}
    return bool((said | words & told.ids) & other.ids)


def _acts_on_it(old: Reading, new: Reading) -> bool:
    """Does somebody only act on what the old one tells ("rent is 900": "the landlord raised …")?"""
    things = acts_on(new.lexicon)
    return all(things.get(word, frozenset()) & old.ids for word, _ in new.kin)


def is_unsure(reading: Reading) -> bool:
    """Is it hedged, hearsay, a joke, a condition or a quotation?"""
    s = reading.stances
    return bool(s.hedge or s.hearsay or s.joke or s.conditional or reading.is_quoted)


def doubted(new: Reading) -> Relation | None:
    """What is asked, guessed, wished or made up changes nothing."""
    is_doubted = statements(new.lexicon).is_doubted(new.text)
    return tell("apart", "unsure", new) if is_doubted else None


def is_left_alone(old: Reading, new: Reading) -> Relation | None:
    """Hedges, hearsay, exceptions, plans and old times leave what is stored alone."""
    return next((tell("apart", rule, new) for rule in _left_alone_by(old, new)), None)


def _left_alone_by(old: Reading, new: Reading) -> Iterator[str]:
    s = new.stances
    if is_unsure(new) or is_unsure(old):
        yield "unsure"
    if is_said_of(old, new, _own(s.exception, old, new)):
        yield "exception"
    if is_said_of(old, new, s.attempt):
        yield "attempt"
    if is_beside_it(old, new):
        yield "comes_beside"
    if _is_mere_plan(old, new):
        yield "plan"
    if old.stances.past:
        yield "stored_past"
    if is_mere_past(old, new):
        yield "tells_before"


def _own(spans: Sequence[Span], old: Reading, new: Reading) -> list[Span]:
    """Those that the old statement does not speak of too ("for Easter", "not for Easter")."""
    told = old.text.casefold()
    return [s for s in spans if new.text[s[0] : s[1]].casefold() not in told]


def concerned(old: Reading, new: Reading) -> set[int]:
    """The clauses in which the two meet and something changes; else in which either; else all."""
    met = {new.clause_of(t.start) for t in anchors_of(old, new)}
    met |= {new.clause_of(b.span[0]) for _, b in slot_pairs(old, new)}
    told = {new.clause_of(c[0]) for c in cues_of(new)}
    return met & told or met | told or set(range(len(new.clauses)))


def is_said_of(old: Reading, new: Reading, spans: Sequence[Span]) -> bool:
    """Is it said in a clause that concerns the old one, or in one that says nothing else?

    What belongs to a word of change or end ("didn't renew") is said by that word.
    """
    if not spans:
        return False
    where = concerned(old, new)
    cues = (*new.stances.change, *new.stances.end, *new.stances.leave)
    for span in spans:
        at = new.clause_of(span[0])
        own = [c for c in cues if c[1] - c[0] - (span[1] - span[0]) <= _CLOSE]
        if not covers(own, [span]) and (at in where or _is_short(new, at)):
            return True
    return False


def _is_short(new: Reading, at: int) -> bool:
    start, end = new.clauses[at]
    if HAN_CHARACTER.search(new.text[start:end]):
        return end - start <= _FEW
    return (
        sum(new.clause_of(t.start) == at and t.id[:2] not in BESIDE_WORDS for t in new.terms)
        <= BARE
    )


def is_mere_past(old: Reading, new: Reading) -> bool:
    """Is only the past told, and not beside it what holds instead ("used to be A, is B now")?"""
    past = new.stances.past
    if not past or not (new.stances.change or new.stances.now):
        return bool(past)
    told = {new.clause_of(p[0]) for p in past}
    met = {new.clause_of(t.start) for t in anchors_of(old, new)}
    if met - told and any(
        new.clause_of(c[0]) in met - told for c in (*new.stances.change, *new.stances.now)
    ):
        return False
    found = differing(old, new)
    return found is None or new.clause_of(found[1].span[0]) in told


def _is_mere_plan(old: Reading, new: Reading) -> bool:
    """Is it only intended, and not agreed that something changes?"""
    is_settled = bool(new.stances.settled and new.stances.change)
    if old.stances.plan or is_settled:
        return False
    return is_said_of(old, new, new.stances.plan)


def is_beside_it(old: Reading, new: Reading) -> bool:
    """Does the new statement add to the old one, in the clause where they meet?

    What stopped too ("also gave up") stopped.
    """
    if not new.stances.addition or are_opposite(old, new):
        return False
    met = {new.clause_of(t.start) for t in anchors_of(old, new)}
    met |= {new.clause_of(b.span[0]) for _, b in slot_pairs(old, new)}
    stops = {new.clause_of(e[0]) for e in new.stances.end}
    for span in _own(new.stances.addition, old, new):
        at = new.clause_of(span[0])
        words = sum(new.clause_of(t.start) == at for t in new.terms)
        if (at in met or words < BARE or not met) and at not in stops:
            return True
    return False
