"""`stale`: the facts that a person should confirm, and why."""

from collections.abc import Iterator

from memctl.graph.entity import Entity
from memctl.graph.upkeep import Stale, StaleRow
from memctl.jobs.facts import row_of
from memctl.jobs.lookup import entity_named
from memctl.jobs.steps import Desk
from memctl.rules.aging.unconfirmed import WHYS, unconfirmed
from memctl.workspace.reading.snapshot import observe


def stale(
    desk: Desk, name: str | None = None, *, days: int | None = None, category: str | None = None
) -> Stale:
    """Facts past their last day, in doubt, undated or long unconfirmed.

    Args:
        desk: The workspace.
        name: An entity; None means every one.
        days: From which age on; None is `decay.stale_days`.
        category: Only facts of this one.

    Raises:
        UnknownEntity: No entity has this name.
        Ambiguous: Several have it.
    """
    since = desk.settings.decay_stale_days if days is None else days
    graph = observe(desk.layout).graph
    entities = tuple(graph) if name is None else (entity_named(graph, name),)
    rows = (row for entity in entities for row in _rows(desk, entity, since))
    wanted = [r for r in rows if category is None or r.fact.category == category]
    return Stale(tuple(sorted(wanted, key=_urgency)), since)


def _rows(desk: Desk, entity: Entity, days: int) -> Iterator[StaleRow]:
    for found in unconfirmed(entity, desk.today, days, desk.lexicon):
        row = row_of(entity, found.fact, day=desk.today)
        yield StaleRow(row, found.why, found.age, found.by, found.reason)


def _urgency(row: StaleRow) -> tuple[int, int, str, str]:
    return (WHYS.index(row.why), -(row.age or 0), row.fact.entity, row.fact.id or "")
