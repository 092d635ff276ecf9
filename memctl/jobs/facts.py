"""`fact list`: what holds now, or what memory would have answered with on a day."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from memctl.graph.answers import FactList
from memctl.graph.entity import Entity
from memctl.graph.fact import ACTIVE, Fact
from memctl.graph.history import holds_on, known_from, retired_on
from memctl.graph.report import FactRow
from memctl.jobs.lookup import entity_named
from memctl.jobs.shown import shown
from memctl.jobs.steps import Desk
from memctl.workspace.reading import observe


def list_facts(
    desk: Desk, name: str | None, *, everything: bool = False, as_of: date | None = None
) -> FactList:
    """The facts of one entity or of all, in the order of their files.

    Args:
        desk: The workspace.
        name: An entity; None means every one.
        everything: Retired rows and rows of other states too.
        as_of: The day to look from; what was not known or did not hold then is left out,
            whatever `everything` says.
    """
    graph = observe(desk.layout).graph
    entities = tuple(graph) if name is None else (entity_named(graph, name),)
    rows = (r for e in entities for r in rows_of(e, e.facts, day=as_of or desk.today))
    if as_of is not None:
        return FactList(tuple(as_known_on(r, as_of) for r in rows if r.current), as_of)
    return FactList(tuple(r for r in rows if everything or r.current))


def rows_of(entity: Entity, facts: Sequence[Fact], *, day: date) -> tuple[FactRow, ...]:
    """Facts of an entity as rows; `current` says whether they held at the end of `day`."""
    return tuple(row_of(entity, fact, day=day) for fact in facts)


def row_of(entity: Entity, fact: Fact, *, day: date) -> FactRow:
    """One fact as a row to show; secrets in it are masked."""
    return FactRow(
        entity=entity.ref,
        id=fact.id or None,
        fact=shown(fact.text),
        category=fact.category,
        timestamp=fact.timestamp,
        source=fact.source,
        status=fact.status,
        superseded_by=fact.superseded_by,
        path=entity.items_path,
        line=fact.line,
        current=holds_on(entity.facts, fact, day),
        valid_until=fact.valid_until,
        since=fact.day or known_from(fact),
        until=retired_on(entity.facts, fact),
        visibility=fact.visibility,
    )


def as_known_on(row: FactRow, day: date) -> FactRow:
    """The row without what came to be known only after `day`."""
    if row.until is None or row.until <= day:
        return row
    return replace(row, until=None, status=ACTIVE, superseded_by=None)
