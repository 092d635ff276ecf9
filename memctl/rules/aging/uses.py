"""Uses folded into the rows of files that record them."""

from collections.abc import Iterator

from memctl.graph.entity import Entity
from memctl.graph.graph import Graph
from memctl.graph.plan import UseFact
from memctl.rules.aging.tiers import Use, Uses, use_of


def recorded_uses(graph: Graph, uses: Uses, *, is_wanted: bool) -> Iterator[UseFact]:
    """What rows should say of their use: in files that do, or in all where that is wanted.

    Args:
        graph: As it is stored.
        uses: What is not recorded in rows as yet.
        is_wanted: Are files to record uses that never did?
    """
    for (ref, fact_id), _ in sorted(uses.items()):
        entity = graph.get(ref)
        fact = entity.fact(fact_id) if entity is not None else None
        if entity is None or fact is None or not fact.is_active or not entity.is_usable:
            continue
        has_day, has_count = _habits(entity)
        if not (is_wanted or has_day or has_count):
            continue
        all_told = use_of(entity, fact, uses)
        day = all_told.last if is_wanted or has_day else None
        count = all_told.count if is_wanted or has_count else None
        yield UseFact(entity.ref, fact.id, day, count)


def _habits(entity: Entity) -> tuple[bool, bool]:
    """Which of the two keys the file uses."""
    rows = entity.facts
    return (
        any(f.last_accessed is not None for f in rows),
        any(f.access_count is not None for f in rows),
    )


def added(first: Uses, second: Uses) -> dict[tuple[str, str], Use]:
    """Both tables together."""
    together = dict(first)
    for key, use in second.items():
        together[key] = together.get(key, Use()).and_then(use)
    return together
