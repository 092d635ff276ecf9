"""What is known of the user in two parts: what lasts, and what is recent.

Relations of others to the user (a daughter, a manager) belong to it, wherever they are stored.
Days are texts (YYYY-MM-DD) here: they are only compared.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import Protocol, TypeVar

from memctl.graph.entity import Entity
from memctl.graph.fact import Fact
from memctl.graph.graph import Graph
from memctl.graph.history import is_current
from memctl.language.lexicon import Lexicon
from memctl.rules.aging.disputes import rivals
from memctl.rules.doubt import doubted_on
from memctl.rules.places import is_about_user

ORDER = ("status", "context", "preference", "relationship", "decision", "milestone")
"""What lasts, in the order in which it is told; other categories count as context."""
_RECENT_SHARE = 0.4
"""Part of a budget that what is recent may take before what lasts had its turn."""


class Known(Protocol):
    """A fact as it will be told."""

    @property
    def category(self) -> str | None:
        """The row's own word."""

    @property
    def day(self) -> str | None:
        """From which it holds."""

    @property
    def until(self) -> str | None:
        """The last day on which it holds."""


Given = TypeVar("Given", bound=Known)
Shown = TypeVar("Shown")


def facts_of_user(
    graph: Graph, me: Entity, today: date, lexicon: Lexicon
) -> Iterator[tuple[Entity, Fact]]:
    """What holds of the user and is not in doubt: of their own entity first, then of others.

    Args:
        graph: Everything that is known.
        me: The user's own entity, which need not be in the graph.
        today: The day it is.
        lexicon: All languages.
    """
    overtaken = {(d.fact[0].ref, d.fact[1].id) for d in rivals(graph, today, lexicon)}
    for ref in dict.fromkeys((me.ref, *graph.entities)):
        entity = me if ref == me.ref else graph.entities[ref]
        rows = [
            f
            for f in entity.facts
            if is_current(f, today) and (entity is me or _ties_to_user(f, lexicon))
        ]
        doubted = doubted_on(entity, lexicon, today) if rows else {}
        for fact in rows:
            if fact.id not in doubted and (ref, fact.id) not in overtaken:
                yield entity, fact


def _ties_to_user(fact: Fact, lexicon: Lexicon) -> bool:
    return fact.category == "relationship" and is_about_user(fact.text, lexicon)


def profile(facts: Iterable[Given], today: str) -> tuple[list[Given], list[Given]]:
    """The facts that last and those that are recent, each fact once, in the order of telling.

    Recent is what began within the last month, and what bears a last day that is still to
    come. What lasts goes by category, within one the newest first; what is recent by day.
    """
    since = _month_before(today)
    every = sorted(facts, key=lambda f: f.day or "", reverse=True)
    recent = [f for f in every if _is_recent(f, since, today)]
    lasting = [f for f in every if not _is_recent(f, since, today)]
    return sorted(lasting, key=_place), recent


def fitted(
    static: Sequence[Shown],
    recent: Sequence[Shown],
    budget: float,
    cost: Callable[[Shown], float],
) -> tuple[list[Shown], list[Shown]]:
    """As much of both as the budget has room for, the first of each first.

    Args:
        static: What lasts, in order.
        recent: What is recent, in order.
        budget: In the unit of `cost`.
        cost: What one fact takes.
    """
    few = _prefix(recent, budget * _RECENT_SHARE if static else budget, cost)
    left = budget - sum(map(cost, few))
    kept = _prefix(static, left, cost)
    left -= sum(map(cost, kept))
    return kept, [*few, *_prefix(recent[len(few) :], left, cost)]


def _prefix(facts: Sequence[Shown], room: float, cost: Callable[[Shown], float]) -> list[Shown]:
    kept = []
    for fact in facts:
        room -= cost(fact)
        if room < 0:
            break
        kept.append(fact)
    return kept


def _is_recent(fact: Known, since: str, today: str) -> bool:
    return (fact.day or "") >= since or (fact.until or "") >= today


def _place(fact: Known) -> int:
    return ORDER.index(fact.category if fact.category in ORDER else "context")


def _month_before(day: str) -> str:
    """The same day a month earlier; it need not exist, since it is only compared."""
    year, month, rest = int(day[:4]), int(day[5:7]), day[7:]
    return f"{year - 1:04}-12{rest}" if month == 1 else f"{year:04}-{month - 1:02}{rest}"
