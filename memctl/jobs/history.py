"""`history`: how the facts of an entity followed one another."""

from datetime import date

from memctl.errors import UnknownEntity
from memctl.graph.answers import History
from memctl.graph.entity import Entity
from memctl.graph.fact import Fact
from memctl.graph.graph import Graph
from memctl.graph.history import chain, known_from
from memctl.jobs.facts import as_known_on, rows_of
from memctl.jobs.lookup import entity_named, fact_named
from memctl.jobs.steps import Desk
from memctl.workspace.reading.snapshot import observe


def history(desk: Desk, name: str, *, as_of: date | None = None) -> History:
    """The chains of an entity, or the one chain that holds a fact, oldest first.

    With `as_of`, rows of which memory knew nothing on that day are left out, and `until` is
    told only as far as it was known.
    """
    graph = observe(desk.layout).graph
    entity, fact = _meant(graph, name)
    day = as_of or desk.today
    chains = [c for c in chains_of(entity) if fact is None or fact in c]
    rows = (rows_of(entity, _known_on(c, day), day=day) for c in chains)
    told = (tuple(as_known_on(row, day) for row in c) for c in rows if c)
    return History(entity.ref, entity.name, as_of, tuple(told))


def _known_on(facts: tuple[Fact, ...], day: date) -> tuple[Fact, ...]:
    return tuple(f for f in facts if all(d is None or d <= day for d in (f.day, known_from(f))))


def chains_of(entity: Entity) -> tuple[tuple[Fact, ...], ...]:
    """Every row once, in the chain of the row that nothing it replaced stands before.

    Where two rows have one successor, it is told in the first chain only.
    """
    targets = {f.superseded_by for f in entity.facts if f.superseded_by}
    heads = [f for f in entity.facts if f.id not in targets]
    told: set[int] = set()
    chains = []
    for head in (*heads, *entity.facts):
        links = tuple(f for f in chain(entity.facts, head) if id(f) not in told)
        told |= {id(f) for f in links}
        if links:
            chains.append(links)
    return tuple(chains)


def _meant(graph: Graph, name: str) -> tuple[Entity, Fact | None]:
    if graph.rows(name):
        return fact_named(graph, name)
    try:
        return entity_named(graph, name), None
    except UnknownEntity:
        if "#" in name:
            return fact_named(graph, name)
        raise
