"""Pairs of facts that do not go together, and pairs of which the newer puts the older in doubt."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from memctl.graph.entity import Entity
from memctl.graph.fact import Fact
from memctl.graph.graph import Graph
from memctl.graph.history import is_current
from memctl.graph.plan import RetireFact
from memctl.language.lexicon import Lexicon
from memctl.rules.doubt import user_slots
from memctl.rules.stored_rows import open_disputes
from memctl.rules.wording import say

CONTESTED, DOUBT = "contested", "doubt"


@dataclass(frozen=True, slots=True)
class Dispute:
    """Two active facts."""

    kind: str
    fact: tuple[Entity, Fact]
    """The one that may not hold: the older of the two, or what is only announced."""
    against: tuple[Entity, Fact]
    reason: str
    question: str | None = None
    """Id of the question that weekly asks about them."""


def disputes(entity: Entity, today: date, lexicon: Lexicon) -> Iterator[Dispute]:
    """Those within one entity."""
    seen: set[frozenset[str]] = set()
    for is_doubt, question in open_disputes(entity, lexicon, today):
        for change in question.accept:
            if not isinstance(change, RetireFact) or change.superseded_by is None:
                continue
            pair = (change.fact_id, change.superseded_by)
            older, newer = map(entity.fact, pair)
            if older is None or newer is None or frozenset(pair) in seen:
                continue
            seen.add(frozenset(pair))
            kind = DOUBT if is_doubt else CONTESTED
            yield Dispute(kind, (entity, older), (entity, newer), question.reason, question.id)


def rivals(graph: Graph, today: date, lexicon: Lexicon) -> Iterator[Dispute]:
    """Facts at two entities that fill one slot of the user: two managers, two employers."""
    latest: dict[str, tuple[date, Entity, Fact]] = {}
    found: list[tuple[str, date, Entity, Fact]] = []
    for entity in graph:
        for fact_id, (attribute, begins) in user_slots(entity, lexicon).items():
            fact = entity.fact(fact_id)
            if fact is None or begins > today or not is_current(fact, today):
                continue
            found.append((attribute, begins, entity, fact))
            if attribute not in latest or begins > latest[attribute][0]:
                latest[attribute] = (begins, entity, fact)
    for attribute, begins, entity, fact in found:
        since, other, newer = latest[attribute]
        if other.ref != entity.ref and begins < since and not _is_confirmed(fact, since):
            names = {"was": entity.name, "now": other.name}
            why = say("one_at_a_time", fact.text, lexicon, attribute=attribute, **names)
            yield Dispute(DOUBT, (entity, fact), (other, newer), why)


def _is_confirmed(fact: Fact, since: date) -> bool:
    return fact.confirmed_at is not None and fact.confirmed_at >= since
