"""`fact list`: what holds now, or what memory would have answered with on a day."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import chain

from memctl.errors import UsageError, no_such
from memctl.graph.answers import FactList
from memctl.graph.entity import Entity
from memctl.graph.fact import ACTIVE, Fact
from memctl.graph.history import holds_on, known_from, retired_on
from memctl.graph.report import FactRow
from memctl.jobs.lookup import entity_named
from memctl.jobs.shown import shown
from memctl.jobs.steps import Desk
from memctl.jobs.uses import decay_of
from memctl.rules.aging.tiers import TIERS, tier_of
from memctl.workspace.reading.snapshot import observe


def list_facts(
    desk: Desk,
    name: str | None,
    *,
    everything: bool = False,
    as_of: date | None = None,
    tier: str | None = None,
) -> FactList:
    """The facts of one entity or of all, in the order of their files.

    Args:
        desk: The workspace.
        name: An entity; None means every one.
        everything: Retired rows and rows of other states too.
        as_of: The day to look from; what was not known or did not hold then is left out,
            whatever `everything` says.
        tier: Only current facts that are hot, warm or cold.

    Raises:
        UsageError: There is no such tier, or it is asked for on another day.
        UnknownEntity: No entity has this name.
        Ambiguous: Several have it.
    """
    if tier is not None and tier not in TIERS:
        raise no_such("tier", tier, TIERS)
    if tier is not None and as_of is not None:
        raise UsageError("Tiers are those of today; leave out --as-of.")
    graph = observe(desk.layout).graph
    entities = tuple(graph) if name is None else (entity_named(graph, name),)
    if as_of is None:
        # Which tier a fact is of takes reading it: of many facts only who asks is told.
        rows_for = with_tiers(desk) if tier else partial(_plain_rows, desk.today)
        every = chain.from_iterable(map(rows_for, entities))
        return FactList(tuple(r for r in every if _is_wanted(r, tier, everything=everything)))
    rows = (r for e in entities for r in rows_of(e, e.facts, day=as_of))
    return FactList(tuple(as_known_on(r, as_of) for r in rows if r.current), as_of)


def _is_wanted(row: FactRow, tier: str | None, *, everything: bool) -> bool:
    return row.tier == tier if tier else everything or row.current


def _plain_rows(day: date, entity: Entity) -> tuple[FactRow, ...]:
    return rows_of(entity, entity.facts, day=day)


def with_tiers(desk: Desk) -> Callable[[Entity], tuple[FactRow, ...]]:
    """What makes the rows of an entity, with the tier of each that is current."""
    decay, lexicon = decay_of(desk), desk.lexicon

    def told(entity: Entity, fact: Fact) -> FactRow:
        row = row_of(entity, fact, day=desk.today)
        if not row.current:
            return row
        return replace(row, tier=tier_of(entity, fact, desk.today, decay, lexicon))

    return lambda entity: tuple(told(entity, fact) for fact in entity.facts)


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
        moved_to=None if fact.is_active else fact.moved_to,
    )


def as_known_on(row: FactRow, day: date) -> FactRow:
    """The row without what came to be known only after `day`."""
    if row.until is None or row.until <= day:
        return row
    return replace(row, until=None, status=ACTIVE, superseded_by=None)
