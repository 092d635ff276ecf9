"""Facts that stand at the wrong entity, given to the right one.

The old row stays where it is, retracted, and names the row that says it now: that the fact was
never this entity's is what memory has to know, lest the same note files it there again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from memctl.graph.applying import MAX_EVIDENCE
from memctl.graph.beside import MoreEvidence, evidence_beside
from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import MOVED, RETRACTED, Evidence, Fact, FactId
from memctl.graph.graph import Graph
from memctl.graph.history import chain, where_now
from memctl.graph.ids import next_id
from memctl.graph.plan import AddEvidence, AddFact, Change, Plan, Question, RetireFact
from memctl.graph.visibility import mark_when_moved
from memctl.language.lexicon import Lexicon
from memctl.rules.places import Places
from memctl.rules.reconciliation import Same, reconcile
from memctl.rules.review import answer, make_question

Rows = tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Going:
    """Rows on their way from one entity to another."""

    graph: Graph
    source: Entity
    target: Entity
    facts: tuple[Fact, ...]
    """In the order of their file."""
    kept: tuple[Mapping[str, Any], ...]
    """The same as they stand in it, key by key."""
    more: MoreEvidence
    """What a ledger keeps beside the rows."""


def left_behind(graph: Graph, source: Entity, target: Entity, facts: Sequence[Fact]) -> Fact | None:
    """A row that was replaced by one which stays: it would name nobody where it goes."""
    gone = {f.id for f in facts}
    return next(
        (
            fact
            for fact in facts
            if fact.superseded_by
            and fact.superseded_by not in gone
            and stands_at(graph, source.fact(fact.superseded_by), target) is None
        ),
        None,
    )


def stands_at(graph: Graph, fact: Fact | None, target: Entity) -> FactId | None:
    """The row of `target` that a row was moved to before."""
    there = where_now(graph.get, fact) if fact is not None else None
    return there[1].id if there is not None and there[0].ref == target.ref else None


def plan_move(going: Going, lexicon: Lexicon, *, me: EntityRef) -> Plan:
    """The rows at the new entity, and at the old one what tells where they are.

    What the new entity says already, be it in other words, gets the evidence and no second row.
    """
    names = _names(going, lexicon, me)
    rows = zip(going.facts, going.kept, strict=True)
    changes = [c for fact, kept in rows for c in _moved(going, fact, kept, names)]
    return Plan(tuple(changes))


def _names(going: Going, lexicon: Lexicon, me: EntityRef) -> dict[FactId, FactId]:
    """What each row is called where it goes: the row that says it already, or a new id."""
    names: dict[FactId, FactId] = {}
    target = going.target
    for fact in going.facts:
        same = _said_there(fact, target, lexicon, me) if fact.is_active else None
        names[fact.id] = same or next_id(target.facts, target.slug, taken=names.values())
    return names


def _said_there(fact: Fact, target: Entity, lexicon: Lexicon, me: EntityRef) -> FactId | None:
    """The current row of the new entity that says the same."""
    until = fact.valid_until
    current = tuple(f for f in target.facts if f.is_active and f.valid_until == until)
    if (told := next((f.id for f in current if f.text == fact.text), None)) is not None:
        return told
    first = fact.evidence[0] if fact.evidence else Evidence("", None, fact.text, fact.day)
    candidate = Candidate(
        entity=target.ref,
        entity_name=target.name,
        text=fact.text,
        category=fact.category or "context",
        day=fact.day,
        evidence=first,
        source=fact.source or "",
        valid_until=fact.valid_until,
    )
    outcome = reconcile(candidate, current, target, lexicon, is_mine=target.ref == me)
    return outcome.fact_id if isinstance(outcome, Same) else None


def _moved(
    going: Going, fact: Fact, kept: Mapping[str, Any], names: Mapping[FactId, FactId]
) -> Iterator[Change]:
    source, target, new = going.source, going.target, names[fact.id]
    there = f"{target.ref}#{new}"
    known = target.fact(new)
    evidence = fact.evidence or evidence_beside(source, fact, going.more)[:MAX_EVIDENCE]
    if known is not None:
        yield from _backed(target, known, fact, evidence)
    else:
        row = _row(going, fact, names, evidence)
        reason = f"moved from {source.ref}#{fact.id}"
        yield AddFact(target.ref, row, reason, tuple(kept.items()))
    reason = f"{there} says it already" if known else ""
    yield RetireFact(
        source.ref, fact.id, RETRACTED, superseded_reason=MOVED, reason=reason, moved_to=there
    )


def _row(
    going: Going, fact: Fact, names: Mapping[FactId, FactId], evidence: tuple[Evidence, ...]
) -> Fact:
    after = going.source.fact(fact.superseded_by) if fact.superseded_by else None
    known = stands_at(going.graph, after, going.target)
    there = (names.get(after.id) or known) if after else None
    return replace(
        fact,
        id=names[fact.id],
        superseded_by=there,
        evidence=evidence,
        visibility=mark_when_moved(fact, going.source, going.target),
        moved_to=None,  # a hand had brought the row back, and it goes on from here
        former_id=(),
        line=None,
    )


def _backed(
    target: Entity, known: Fact, fact: Fact, evidence: Sequence[Evidence]
) -> Iterator[AddEvidence]:
    """The row that says it already, with where else it was read and the oldest day."""
    places = {(e.path, e.quote) for e in known.evidence}
    older = fact.day if fact.day and known.day and fact.day < known.day else None
    for one in evidence:
        if (one.path, one.quote) not in places:
            yield AddEvidence(target.ref, known.id, one, older)


# What was asked about rows that go.


def turned(
    questions: Sequence[Question], going: Going, plan: Plan, day: date
) -> tuple[tuple[Change, ...], tuple[Question, ...]]:
    """The answers that close questions about moved rows, and what is asked in their place.

    What would replace or end a row is asked about it where it stands now. A question between
    a row that goes and one that stays is none any more.
    """
    names = {
        c.fact_id: FactId(c.moved_to.rpartition("#")[2])
        for c in plan.changes
        if isinstance(c, RetireFact) and c.moved_to
    }
    closed = [q for q in questions if _is_about(q, going.source.ref, names)]
    asked = [_asked_there(q, going, names) for q in closed]
    answers = tuple(answer(q, day, "rejected") for q in closed)
    return answers, tuple(q for q in asked if q is not None)


def _retired_by(question: Question, ref: EntityRef) -> tuple[RetireFact, ...]:
    found = (c for c in question.accept if isinstance(c, RetireFact))
    return tuple(c for c in found if c.entity == ref)


def _is_about(question: Question, ref: EntityRef, names: Mapping[FactId, FactId]) -> bool:
    """Would a yes do something to a row that goes, or let one follow another?"""
    return any(c.fact_id in names or c.superseded_by in names for c in _retired_by(question, ref))


def _asked_there(
    question: Question, going: Going, names: Mapping[FactId, FactId]
) -> Question | None:
    source, target = going.source, going.target
    retired = _retired_by(question, source.ref)
    told = {c.fact.id: c.fact for c in question.accept if isinstance(c, AddFact)}
    after = {c.superseded_by for c in retired if c.superseded_by}
    if not all(c.fact_id in names for c in retired) or not after <= {*told, *names}:
        return None
    taken = [*names.values()]
    new = dict(names)
    for fact_id in after - names.keys():
        new[fact_id] = next_id(target.facts, target.slug, taken=taken)
        taken.append(new[fact_id])
    texts = [f.text for c in retired if (f := source.fact(c.fact_id))]
    texts += [f.text for i in sorted(after) if (f := told.get(i) or source.fact(i))]
    return make_question(
        question.kind,
        target.ref,
        question.proposal,
        reason=question.reason,
        evidence=question.evidence,
        accept=[_turned(c, source.ref, target.ref, new) for c in question.accept],
        texts=texts,
    )


def _turned(
    change: Change, ref: EntityRef, to: EntityRef, names: Mapping[FactId, FactId]
) -> Change:
    match change:
        case AddFact(entity=at, fact=fact) if at == ref and fact.id in names:
            return replace(change, entity=to, fact=replace(fact, id=names[fact.id]))
        case RetireFact(entity=at, fact_id=fact_id, superseded_by=after) if at == ref:
            new = names[after] if after else None
            return replace(change, entity=to, fact_id=names[fact_id], superseded_by=new)
        case _:
            return change


# What is said again.


def moved_rows(places: Places, candidate: Candidate) -> Iterator[tuple[EntityRef, Rows]]:
    """Rows that stood at the candidate's entity until somebody moved them, with what followed.

    What is said of them again, or has changed since, is about where they stand now.
    """
    home = places.entities.get(candidate.entity or EntityRef(""))
    found: dict[EntityRef, list[Fact]] = {}
    for fact in home.facts if home is not None else ():
        there = where_now(lambda ref: places.entities.get(EntityRef(ref)), fact)
        if there is not None and there[0] is not home:
            found.setdefault(there[0].ref, []).extend(chain(there[0].facts, there[1]))
    for ref, rows in found.items():
        yield ref, tuple(dict.fromkeys(rows))
