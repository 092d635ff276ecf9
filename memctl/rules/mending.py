"""What `check` finds and code may mend: only what no reader of the files takes otherwise.

A row that names its successor is replaced, whatever its status says; so its status may say it
too. Everything else that is odd a person wrote, and only a person knows what was meant: rows
that stand twice, ids used for two facts, pointers that lead nowhere or round, words that say
"superseded", days to come.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from memctl.graph.entity import Entity
from memctl.graph.fact import ACTIVE, SUPERSEDED, FactId
from memctl.graph.graph import Graph
from memctl.graph.plan import RetireFact


def safe_repairs(graph: Graph) -> Iterator[RetireFact]:
    """The repairs, by entity and row."""
    for entity in graph:
        if entity.is_usable:
            yield from _named_successors(entity)


def _named_successors(entity: Entity) -> Iterator[RetireFact]:
    times = Counter(fact.id for fact in entity.facts)
    after = {fact.id: fact.superseded_by for fact in entity.facts}
    for fact in entity.facts:
        to = fact.superseded_by
        if fact.status != ACTIVE or to is None or times[fact.id] > 1:
            continue
        if times[to] == 1 and _has_end(after, fact.id):
            reason = "it names its successor; its status now says so too"
            yield RetireFact(entity.ref, fact.id, SUPERSEDED, superseded_by=to, reason=reason)


def _has_end(after: Mapping[FactId, FactId | None], start: FactId) -> bool:
    """Does the chain end in a row of this file?"""
    walked = {start}
    at: FactId | None = after[start]
    while at is not None:
        if at in walked or at not in after:
            return False
        walked.add(at)
        at = after[at]
    return True
