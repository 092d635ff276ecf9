"""A plan shortened: rows that are new in it are written as they end."""

from collections.abc import Iterable

from memctl.graph.applying import apply_changes
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import FactId
from memctl.graph.graph import make_graph
from memctl.graph.plan import AddEvidence, AddFact, Change, RetireFact


def folded(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The same changes with what happens to new rows put into the rows themselves.

    Several weeks of notes read at once may add a row and retire it again: the file gets it
    as retired. The graph that results is the same.
    """
    out: list[Change] = []
    at: dict[tuple[EntityRef, FactId], int] = {}
    for change in changes:
        match change:
            case AddFact(entity=ref, fact=fact):
                at[ref, fact.id] = len(out)
                out.append(change)
            case RetireFact(entity=ref, fact_id=fact_id) | AddEvidence(entity=ref, fact_id=fact_id):
                added = out[at[ref, fact_id]] if (ref, fact_id) in at else None
                if isinstance(added, AddFact):
                    out[at[ref, fact_id]] = _as_it_ends(added, change)
                else:
                    out.append(change)
            case _:
                out.append(change)
    return tuple(out)


def _as_it_ends(added: AddFact, change: RetireFact | AddEvidence) -> AddFact:
    ref = added.entity
    graph = make_graph({ref: Entity(ref, "", facts=(added.fact,))})
    (fact,) = apply_changes(graph, (change,)).entities[ref].facts
    return AddFact(ref, fact, added.reason)
