"""How facts of one entity follow one another: chains, intervals, what held on a day."""

from collections.abc import Callable, Sequence
from datetime import date

from memctl.graph.entity import Entity
from memctl.graph.fact import ACTIVE, RETRACTED, Fact


def successor(facts: Sequence[Fact], fact: Fact) -> Fact | None:
    """The row that replaced `fact` directly, or None (also when the pointer dangles)."""
    if fact.superseded_by is None:
        return None
    return next((f for f in reversed(facts) if f.id == fact.superseded_by and f is not fact), None)


def chain(facts: Sequence[Fact], fact: Fact) -> tuple[Fact, ...]:
    """`fact` and everything that came after it; stops at a cycle or a dangling end."""
    seen = [fact]
    while (after := successor(facts, seen[-1])) is not None and after not in seen:
        seen.append(after)
    return tuple(seen)


def known_from(fact: Fact) -> date | None:
    """The first day on which memory could have answered with `fact`.

    The evidence's day, else the row's own day: old news in a new note was not known before.
    """
    days = [e.day for e in fact.evidence if e.day is not None]
    return min(days) if days else fact.day


def retired_on(facts: Sequence[Fact], fact: Fact) -> date | None:
    """The day from which `fact` no longer held; None while it is active or when unknown.

    What was moved to another entity never held here: it has no such day either.
    """
    if fact.is_active or fact.moved_to:
        return None
    if fact.superseded_at is not None:
        return fact.superseded_at
    after = successor(facts, fact)
    return after.day if after is not None else None


def where_now(entity_of: Callable[[str], Entity | None], fact: Fact) -> tuple[Entity, Fact] | None:
    """The row of another entity that says what `fact` says, however often it was moved on.

    None where it was not moved, where a hand has made it active again, or where no row stands
    at the end.
    """
    found: tuple[Entity, Fact] | None = None
    passed: set[str] = set()
    while fact.moved_to and not fact.is_active:
        if fact.moved_to in passed:
            return None
        passed.add(fact.moved_to)
        ref, _, fact_id = fact.moved_to.rpartition("#")
        entity = entity_of(ref)
        row = entity.fact(fact_id) if entity is not None else None
        if entity is None or row is None:
            return None
        found, fact = (entity, row), row
    return found


def is_current(fact: Fact, today: date) -> bool:
    """Is `fact` true at the end of `today`, as far as its row tells?"""
    return fact.is_active and (fact.valid_until is None or today <= fact.valid_until)


def holds_on(facts: Sequence[Fact], fact: Fact, day: date) -> bool:
    """Would memory have answered with `fact` at the end of `day`?

    Rows first evidenced on or before `day` whose interval holds on it. A retired row with
    no known end is never shown: nothing says that it held. A row of a foreign status
    (planned, completed, …) is never current on any day.
    """
    begins = max(filter(None, (fact.day, known_from(fact))), default=None)
    if begins is not None and begins > day:
        return False
    if fact.valid_until is not None and day > fact.valid_until:
        return False
    if fact.is_active:
        return True
    if fact.status not in {ACTIVE, "superseded", RETRACTED}:
        return False
    ends = retired_on(facts, fact)
    return ends is not None and day < ends
