"""Questions that only a person can decide: their ids, what stays open, what a yes changes.

A question that an extraction raised cannot be derived anew once its block counts as
consumed. So the plan that asks it also writes a `seen` line into the ledger of decisions,
whose subject is the question itself as compact JSON, with the changes that a yes makes. An
answer given months later in REVIEW.md is applied from there, against the graph of that day.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from memctl.graph.entity import EntityRef, slug_of
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.graph import Graph
from memctl.graph.ids import next_id
from memctl.graph.moves import moves_of, resolved
from memctl.graph.plan import (
    AddAlias,
    AddEvidence,
    AddFact,
    AddTacit,
    Change,
    CreateEntity,
    Decide,
    DecisionKind,
    MarkFact,
    Plan,
    Question,
    RetireFact,
)

_SETTLED = frozenset({"rejected", "accepted", "parked", "never-merge"})
_SHAPES: dict[str, type[Any]] = {
    shape.__name__: shape
    for shape in (
        AddAlias,
        AddEvidence,
        AddFact,
        AddTacit,
        CreateEntity,
        Decide,
        Evidence,
        Fact,
        MarkFact,
        RetireFact,
    )
}


def question_id(kind: str, entity: str, texts: Sequence[str], quotes: Sequence[str] = ()) -> str:
    """8 hex digits: the same question has the same id in every run."""
    parts = [kind, entity, *sorted(texts), *sorted(quotes)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]


def make_question(  # noqa: PLR0913 - the parts of a question
    kind: str,
    entity: str,
    proposal: str,
    *,
    reason: str = "",
    evidence: Sequence[Evidence] = (),
    accept: Sequence[Change] = (),
    texts: Sequence[str] = (),
) -> Question:
    """A question whose id follows from what it asks.

    `texts` are the statements that it is about, so that the words around them may change;
    without any, the proposal stands for them.
    """
    key = question_id(kind, entity, texts or [proposal], [e.quote for e in evidence])
    return Question(key, kind, entity, proposal, reason, tuple(evidence), tuple(accept))


def settled_ids(decisions: Iterable[Decide]) -> frozenset[str]:
    """Ids of questions that a person has answered or put aside."""
    return frozenset(d.id for d in decisions if d.kind in _SETTLED)


def asked_questions(decisions: Iterable[Decide]) -> tuple[Question, ...]:
    """Every question the ledger keeps, in the order in which they were asked, in today's names."""
    every = tuple(decisions)
    found = {d.id: parse_question(d.subject) for d in every if d.kind == "seen"}
    moves = moves_of(every)
    return tuple(resolved(q, moves) for q in found.values() if q is not None)


def ever_asked(decisions: Iterable[Decide]) -> tuple[Question, ...]:
    """Every question that was asked, answered or not, in the names of then and of today.

    What memctl itself may have written into REVIEW.md.
    """
    every = tuple(decisions)
    found = [parse_question(d.subject) for d in every if d.kind == "seen"]
    moves = moves_of(every)
    return tuple(named for q in found if q is not None for named in (q, resolved(q, moves)))


def says_otherwise(kept: Question, question: Question) -> bool:
    """Is one question told in other words today than the ledger keeps them?"""
    said = (kept.proposal, kept.reason, kept.evidence)
    return said != (question.proposal, question.reason, question.evidence)


def open_questions(
    questions: Iterable[Question], decisions: Sequence[Decide]
) -> tuple[Question, ...]:
    """What is still to be decided: kept and new questions, without those answered."""
    settled = settled_ids(decisions)
    every = {q.id: q for q in (*asked_questions(decisions), *questions)}
    return tuple(q for q in every.values() if q.id not in settled)


def ask(question: Question, day: date) -> Decide:
    """The ledger line that keeps a question until it is answered."""
    return Decide(question.id, day, "seen", render_question(question))


def answer(question: Question, day: date, kind: DecisionKind, by: str | None = None) -> Decide:
    """The ledger line of an answer."""
    return Decide(question.id, day, kind, f"{question.entity}: {question.proposal}", by=by)


def plan_accepted(graph: Graph, question: Question, *, day: date, by: str | None = None) -> Plan:
    """What accepting a question changes in the graph as it is now.

    Ids of new rows are given anew, a row that is no longer active is not retired again, an
    entity that exists by now is not created. The answer itself is the last change.
    """
    renamed: dict[tuple[str, FactId], FactId] = {}
    fitted = [_fit(change, graph, renamed, day) for change in question.accept]
    changes = [change for change in fitted if change is not None]
    return Plan((*changes, answer(question, day, "accepted", by)))


def reworded(question: Question, text: str) -> Question | None:
    """The question with a person's words for the one statement that it adds; None: it adds none.

    A fact that a person words is theirs: it bears nobody else's name.
    """
    stated = [c for c in question.accept if isinstance(c, AddFact | AddTacit)]
    if len(stated) != 1:
        return None

    def worded(change: Change) -> Change:
        match change:
            case AddFact(fact=fact):
                return replace(change, fact=replace(fact, text=text, source="manual", by=None))
            case AddTacit():
                return replace(change, text=text)
            case _:
                return change

    return replace(question, accept=tuple(map(worded, question.accept)))


def _fit(
    change: Change, graph: Graph, renamed: dict[tuple[str, FactId], FactId], day: date
) -> Change | None:
    match change:
        case CreateEntity(entity=ref):
            return None if graph.get(ref) else change
        case AddFact(entity=ref, fact=fact):
            entity = graph.get(ref)
            rows = entity.facts if entity else ()
            if any(f.text == fact.text and f.is_active for f in rows):
                return None
            renamed[ref, fact.id] = _free_id(ref, fact, rows, renamed)
            new = replace(fact, id=renamed[ref, fact.id], reviewed_at=day)
            return replace(change, fact=new)
        case RetireFact(entity=ref, fact_id=fact_id, superseded_by=after):
            entity = graph.get(ref)
            row = entity.fact(fact_id) if entity else None
            if row is None or not row.is_active:
                return None
            return replace(
                change, superseded_by=renamed.get((ref, after), after) if after else None
            )
        case _:
            return change


def _free_id(
    ref: EntityRef,
    fact: Fact,
    rows: Sequence[Fact],
    renamed: dict[tuple[str, FactId], FactId],
) -> FactId:
    taken = [new for (at, _), new in renamed.items() if at == ref]
    if fact.id in taken or any(f.id == fact.id for f in rows):
        return next_id(rows, slug_of(ref), taken=taken)
    return fact.id


# A question as JSON, for the ledger.


def render_question(question: Question) -> str:
    """One line of JSON from which `parse_question` makes the question again."""
    return json.dumps(_plain(question), ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        kept = {f.name: getattr(value, f.name) for f in fields(value)}
        return {"is": type(value).__name__} | {
            k: _plain(v) for k, v in kept.items() if v not in (None, ())
        }
    if isinstance(value, date):
        return {"is": "day", "day": value.isoformat()}
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return value


@lru_cache(maxsize=16384)  # a long run looks at the ledger again for every day of notes
def parse_question(text: str) -> Question | None:
    """The question that a ledger line keeps; None when it keeps none (or is damaged)."""
    try:
        found = _value(json.loads(text))
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    return found if isinstance(found, Question) else None


def _value(plain: Any) -> Any:
    if isinstance(plain, list):
        return tuple(_value(v) for v in plain)
    if not isinstance(plain, dict):
        return plain
    kind = plain["is"]
    if kind == "day":
        return date.fromisoformat(plain["day"])
    shape = Question if kind == "Question" else _SHAPES[kind]
    return shape(**{k: _value(v) for k, v in plain.items() if k != "is"})
