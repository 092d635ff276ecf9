"""A plan carried out on the graph in memory: what a reader would see after it was written."""

from collections import ChainMap
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import replace
from typing import assert_never, cast

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import PURGED, Evidence, Fact
from memctl.graph.graph import Graph, Shelf, make_graph
from memctl.graph.plan import (
    AddAlias,
    AddEvidence,
    AddFact,
    Change,
    CreateEntity,
    DocumentChange,
    KeepText,
    MarkFact,
    MoveEntity,
    Plan,
    PurgeFact,
    RemoveAlias,
    RenameEntity,
    RetireFact,
    UseFact,
    WriteSummary,
)

MAX_EVIDENCE = 5
_Unseen = DocumentChange | MarkFact | UseFact | RemoveAlias | RenameEntity | MoveEntity | KeepText
"""What no rule looks at again after it was planned."""


def apply_to_graph(graph: Graph, plan: Plan) -> Graph:
    """The graph after `plan`; changes that touch no entity leave it as it is."""
    return apply_changes(graph, plan.changes)


def apply_changes(graph: Graph, changes: Iterable[Change]) -> Graph:
    """The graph after these changes, in their order."""
    if isinstance(graph.entities, Shelf):
        changed: dict[EntityRef, Entity] = {}
        over = ChainMap(changed, cast("dict[EntityRef, Entity]", graph.entities))
        for change in changes:
            apply_in_place(over, change)
        return replace(graph, entities=graph.entities.with_changed(changed)) if changed else graph
    entities = dict(graph.entities)
    for change in changes:
        apply_in_place(entities, change)
    return make_graph(entities, graph.moved)


def apply_in_place(entities: MutableMapping[EntityRef, Entity], change: Change) -> None:
    """One change in a table of entities that the caller owns: no copy for each of many."""
    if isinstance(change, _Unseen):
        return
    match change:
        case CreateEntity(entity=ref, name=name, aliases=aliases):
            entities.setdefault(ref, Entity(ref, name, aliases))
        case AddAlias(entity=ref, alias=alias):
            found = _entity(entities, ref)
            if alias not in found.names:
                entities[ref] = replace(found, aliases=(*found.aliases, alias))
        case AddFact(entity=ref, fact=fact):
            found = _entity(entities, ref)
            entities[ref] = replace(found, facts=(*found.facts, fact))
        case RetireFact(entity=ref) | AddEvidence(entity=ref) | PurgeFact(entity=ref):
            found = _entity(entities, ref)
            entities[ref] = replace(found, facts=_edited(found.facts, change))
        case WriteSummary(entity=ref, body=body, facts=facts):
            found = _entity(entities, ref)
            if found.summary is not None:
                block = replace(found.summary, block=body, block_facts=facts)
                entities[ref] = replace(found, summary=block)
        case _:
            assert_never(change)


def _entity(entities: Mapping[EntityRef, Entity], ref: EntityRef) -> Entity:
    return entities.get(ref) or Entity(ref, ref.rpartition("/")[2])


def _edited(
    facts: tuple[Fact, ...], change: RetireFact | AddEvidence | PurgeFact
) -> tuple[Fact, ...]:
    at = next((i for i in range(len(facts) - 1, -1, -1) if facts[i].id == change.fact_id), None)
    if at is None:
        return facts
    match change:
        case RetireFact():
            row = _retired(facts[at], change)
        case AddEvidence():
            row = _backed(facts[at], change)
        case PurgeFact():
            row = _purged(facts[at], change)
    return (*facts[:at], row, *facts[at + 1 :])


def _retired(fact: Fact, change: RetireFact) -> Fact:
    return replace(
        fact,
        status=change.status,
        superseded_by=change.superseded_by,
        superseded_reason=change.superseded_reason,
        superseded_at=change.superseded_at,
        moved_to=change.moved_to,
    )


def _purged(fact: Fact, change: PurgeFact) -> Fact:
    emptied = replace(fact, text="", status=PURGED, digest=change.digest, related=(), evidence=())
    return replace(emptied, attribute=None, value=None)


def _backed(fact: Fact, change: AddEvidence) -> Fact:
    evidence: tuple[Evidence, ...] = (*fact.evidence, change.evidence)
    older = change.day is not None and (fact.day is None or change.day < fact.day)
    if older and change.day is not None:
        fact = replace(fact, day=change.day, timestamp=change.day.isoformat())
    return replace(fact, evidence=evidence[:MAX_EVIDENCE])
