"""What was announced for a day that has come: from then on it takes the place of what held.

"Moves to Leeds on 1 April" is kept on the day it is told, with the day from which it holds.
Nothing is retired for it before that day.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import ENDED, SUPERSEDED, Evidence, Fact
from memctl.graph.graph import Graph
from memctl.graph.plan import AddFact, Decide, Plan, RetireFact
from memctl.language.lexicon import Lexicon
from memctl.language.naming.use import use_words
from memctl.rules.draft import Draft, retire, row
from memctl.rules.holding import arrived_text, was_announced
from memctl.rules.naming import NameIndex
from memctl.rules.places import Places
from memctl.rules.reconciliation import End, Outcome, Update, reconcile

_LATE = timedelta(days=400)
"""What came longer ago was weighed by an earlier run."""


def plan_due(
    graph: Graph, lexicon: Lexicon, *, today: date, me: str, decisions: Sequence[Decide] = ()
) -> Plan:
    """What the announcements retire whose day has come; a plan made again is empty."""
    due = tuple(_due(graph, today))
    if not due:
        return Plan()
    draft = Draft(dict(graph.entities), today, decisions)
    places = Places(draft.entities, lexicon, EntityRef(me), NameIndex(graph, use_words(lexicon)))
    for ref, fact in due:
        _arrive(draft, ref, fact, places)
    return draft.plan()


def _due(graph: Graph, today: date) -> Iterator[tuple[EntityRef, Fact]]:
    for entity in graph:
        for fact in entity.facts:
            is_come = fact.day is not None and timedelta(0) <= today - fact.day < _LATE
            if is_come and fact.is_active and was_announced(fact):
                yield entity.ref, fact


def _arrive(draft: Draft, home: EntityRef, fact: Fact, places: Places) -> None:
    said = _as_candidate(draft.entity(home), fact)
    come = replace(said, text=arrived_text(fact, places.lexicon))
    is_mine = places.is_mine(come)
    for ref, rows in tuple(places.searched(come)):
        entity = draft.entity(ref)
        others = tuple(f for f in rows if f is not fact and f.text != fact.text)
        outcome = reconcile(
            come, others, entity, places.lexicon, is_mine=is_mine, today=draft.today
        )
        _carry_out(draft, ref, fact if ref == home else None, outcome, said)


def _carry_out(
    draft: Draft, ref: EntityRef, fact: Fact | None, outcome: Outcome, said: Candidate
) -> None:
    """Retire for the row itself; for one of its kind where it stands elsewhere."""
    if isinstance(outcome, Update):
        if fact is None:
            fact = row(said, draft.entity(ref), succeeds=outcome.fact_ids[0])
            draft.change(AddFact(ref, fact, outcome.rule))
        new = fact
        draft.change(*(retire(ref, i, new, outcome.rule, new.evidence) for i in outcome.fact_ids))
    elif isinstance(outcome, End):
        day, by, why = said.day, fact.id if fact else None, outcome.rule
        draft.change(
            *(
                RetireFact(ref, i, SUPERSEDED, by, ENDED, day, why, (said.evidence,))
                for i in outcome.fact_ids
            )
        )


def _as_candidate(entity: Entity, fact: Fact) -> Candidate:
    return Candidate(
        entity=entity.ref,
        entity_name=entity.name,
        text=fact.text,
        category=fact.category or "context",
        day=fact.day,
        evidence=fact.evidence[0] if fact.evidence else Evidence("", None, fact.text),
        valid_until=fact.valid_until,
        related=tuple(map(EntityRef, fact.related)),
        source=fact.source or "",
        visibility=fact.visibility,
    )
