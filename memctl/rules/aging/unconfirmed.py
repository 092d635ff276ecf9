"""Facts that a person should say again: past their last day, in doubt, or long unconfirmed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from memctl.graph.entity import Entity
from memctl.graph.fact import Fact
from memctl.graph.history import known_from
from memctl.language.lexicon import Lexicon
from memctl.rules.doubt import doubted_on

EXPIRED, DOUBTED, OLD, UNDATED = WHYS = ("expired", "doubted", "old", "undated")
_SLOWLY = frozenset({"relationship", "preference"})
"""Categories that grow old half as fast."""
_NEVER = frozenset({"milestone"})
"""What happened stays true."""


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A fact to confirm."""

    fact: Fact
    why: str
    """One of WHYS."""
    age: int | None
    """Days since it began or was confirmed; None: nothing tells."""
    by: str | None = None
    """The fact that speaks against it."""
    reason: str = ""


def unconfirmed(entity: Entity, today: date, days: int, lexicon: Lexicon) -> Iterator[Unconfirmed]:
    """The active facts of an entity that should be confirmed, in file order.

    Args:
        entity: Whose.
        today: The day it is.
        days: From this age on a fact is old; twice that for what changes slowly.
        lexicon: All languages.
    """
    doubted = doubted_on(entity, lexicon, today)
    for fact in entity.facts:
        if not fact.is_active:
            continue
        age = _age(fact, today)
        if fact.valid_until is not None and fact.valid_until < today:
            yield Unconfirmed(fact, EXPIRED, age, reason=f"held until {fact.valid_until}")
        elif (doubt := doubted.get(fact.id)) is not None:
            yield Unconfirmed(fact, DOUBTED, age, doubt.by, doubt.rule)
        elif age is None:
            yield Unconfirmed(fact, UNDATED, None)
        elif _is_old(fact, age, days):
            yield Unconfirmed(fact, OLD, age)


def _is_old(fact: Fact, age: int, days: int) -> bool:
    if fact.category in _NEVER or fact.valid_until is not None:
        return False
    return age >= days * (2 if fact.category in _SLOWLY else 1)


def _age(fact: Fact, today: date) -> int | None:
    said = (fact.day, known_from(fact), fact.confirmed_at, fact.reviewed_at)
    latest = max((d for d in said if d is not None), default=None)
    return None if latest is None else max(0, (today - latest).days)
