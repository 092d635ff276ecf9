"""What is known of the user in two parts: what lasts, and what is recent.

Pure in the strictest sense: nothing is imported and days are texts (YYYY-MM-DD), so that
`memctl profile` and the hot path of `memctl context` sort the same facts by the same rule.
Whoever calls leaves out beforehand what is not current, is in doubt, or may not be told.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole answer
    from collections.abc import Callable, Iterable, Sequence
    from typing import Protocol, TypeVar

    class Known(Protocol):
        """A current fact, whatever else it carries: a row of a report or of the cache."""

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

ORDER = ("status", "context", "preference", "relationship", "decision", "milestone")
"""What lasts, in the order in which it is told; other categories count as context."""
_RECENT_SHARE = 0.4
"""Part of a budget that what is recent may take before what lasts had its turn."""


def profile(facts: "Iterable[Given]", today: str) -> "tuple[list[Given], list[Given]]":
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
    static: "Sequence[Shown]",
    recent: "Sequence[Shown]",
    budget: float,
    cost: "Callable[[Shown], float]",
) -> "tuple[list[Shown], list[Shown]]":
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


def _prefix(
    facts: "Sequence[Shown]", room: float, cost: "Callable[[Shown], float]"
) -> "list[Shown]":
    kept = []
    for fact in facts:
        room -= cost(fact)
        if room < 0:
            break
        kept.append(fact)
    return kept


def _is_recent(fact: "Known", since: str, today: str) -> bool:
    return (fact.day or "") >= since or (fact.until or "") >= today


def _place(fact: "Known") -> int:
    return ORDER.index(fact.category if fact.category in ORDER else "context")


def _month_before(day: str) -> str:
    """The same day a month earlier; it need not exist, since it is only compared."""
    year, month, rest = int(day[:4]), int(day[5:7]), day[7:]
    return f"{year - 1:04}-12{rest}" if month == 1 else f"{year:04}-{month - 1:02}{rest}"
