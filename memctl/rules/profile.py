"""What is known of the user in two parts: what lasts, and what is recent.

Relations of others to the user (a daughter, a manager) belong to it, wherever they are stored,
and what does harm when it is forgotten of those who are close (the daughter's asthma).
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
from memctl.language.questions import CORE, STANDINGS, VITAL
from memctl.rules.aging.disputes import rivals
from memctl.rules.aging.standing import is_vital, tells_of_kin
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

    @property
    def standing(self) -> str:
        """How much it counts: one of STANDINGS."""


Given = TypeVar("Given", bound=Known)
Shown = TypeVar("Shown")


def facts_of_user(
    graph: Graph, me: Entity, today: date, lexicon: Lexicon
) -> Iterator[tuple[Entity, Fact, bool]]:
    """What holds of the user: of their own entity first, then of others; is it in doubt?

    In doubt is only what is vital: better said with doubt than not at all.

    Args:
        graph: Everything that is known.
        me: The user's own entity, which need not be in the graph.
        today: The day it is.
        lexicon: All languages.
    """
    overtaken = {(d.fact[0].ref, d.fact[1].id) for d in rivals(graph, today, lexicon)}
    kin = [f.text for f in me.facts if is_current(f, today) and tells_of_kin(f.text, lexicon)]
    for ref in dict.fromkeys((me.ref, *graph.entities)):
        entity = me if ref == me.ref else graph.entities[ref]
        every = [f for f in entity.facts if is_current(f, today)]
        rows = every if entity is me else _ties_to_user(entity, every, kin, lexicon)
        doubted = doubted_on(entity, lexicon, today) if rows else {}
        for fact in rows:
            is_doubted = fact.id in doubted or (ref, fact.id) in overtaken
            if not is_doubted or is_vital(fact, lexicon):
                yield entity, fact, is_doubted


def _ties_to_user(
    entity: Entity, facts: Sequence[Fact], kin: Sequence[str], lexicon: Lexicon
) -> list[Fact]:
    """Relations to the user, and what is vital of the user or of one of their own people."""
    vital = {f.id for f in facts if is_vital(f, lexicon)}
    mine = {
        f.id
        for f in facts
        if (f.category == "relationship" or vital) and is_about_user(f.text, lexicon)
    }
    is_close = bool(vital) and (
        any(f.id in mine and tells_of_kin(f.text, lexicon) for f in facts)
        or any(name in text for text in kin for name in entity.names)
    )
    return [
        f
        for f in facts
        if (f.id in mine and f.category == "relationship")
        or (f.id in vital and (f.id in mine or is_close))
    ]


def profile(facts: Iterable[Given], today: str) -> tuple[list[Given], list[Given]]:
    """The facts that last and those that are recent, each fact once, in the order of telling.

    Recent is what began within the last month, and what bears a last day that is still to
    come; what is vital lasts. Both go by standing; then what lasts by category, and what is
    equal the newest first.
    """
    since = _month_before(today)
    every = sorted(facts, key=lambda f: f.day or "", reverse=True)
    recent = [f for f in every if _is_recent(f, since, today)]
    lasting = [f for f in every if not _is_recent(f, since, today)]
    return sorted(lasting, key=_place), sorted(recent, key=lambda f: _place(f)[0])


def fitted(
    static: Sequence[Shown],
    recent: Sequence[Shown],
    budget: float,
    cost: Callable[[Shown], float],
    first: int = 0,
) -> tuple[list[Shown], list[Shown]]:
    """As much of both as the budget has room for, the first of each first.

    Args:
        static: What lasts, in order.
        recent: What is recent, in order.
        budget: In the unit of `cost`.
        cost: What one fact takes.
        first: So many of what lasts are served before anything is.
    """
    sure = _prefix(static[:first], budget, cost)
    left = budget - sum(map(cost, sure))
    few = _prefix(recent, left * _RECENT_SHARE if static[first:] else left, cost)
    left -= sum(map(cost, few))
    kept = _prefix(static[first:], left, cost) if len(sure) == len(static[:first]) else []
    left -= sum(map(cost, kept))
    return [*sure, *kept], [*few, *_prefix(recent[len(few) :], left, cost)]


def who_first(static: Sequence[Known]) -> int:
    """How many of what lasts are vital or say who the user is; these come first in it."""
    return sum(f.standing in {VITAL, CORE} for f in static)


def _prefix(facts: Sequence[Shown], room: float, cost: Callable[[Shown], float]) -> list[Shown]:
    kept = []
    for fact in facts:
        room -= cost(fact)
        if room < 0:
            break
        kept.append(fact)
    return kept


def _is_recent(fact: Known, since: str, today: str) -> bool:
    is_late = (fact.day or "") >= since or (fact.until or "") >= today
    return is_late and fact.standing != VITAL


def _place(fact: Known) -> tuple[int, int]:
    category = fact.category if fact.category in ORDER else "context"
    return (STANDINGS.index(fact.standing), ORDER.index(category))


def _month_before(day: str) -> str:
    """The same day a month earlier; it need not exist, since it is only compared."""
    year, month, rest = int(day[:4]), int(day[5:7]), day[7:]
    return f"{year - 1:04}-12{rest}" if month == 1 else f"{year:04}-{month - 1:02}{rest}"
