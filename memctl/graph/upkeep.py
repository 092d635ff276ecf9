"""What `profile`, `stale` and `conflicts` tell: one frozen value each, printed like the reports."""

from dataclasses import dataclass
from datetime import date

from memctl.graph.report import FactRow


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of the user, within a budget."""

    entity: str
    name: str
    day: date
    audience: str
    budget: int
    """Most tokens of `text`."""
    tokens: int
    text: str
    """The whole, framed as data; "" where nothing is known."""
    static: tuple[FactRow, ...]
    """What lasts, in the order of `text`."""
    recent: tuple[FactRow, ...]
    """What began lately or ends soon."""
    left_out: int
    """Facts that the budget had no room for."""


@dataclass(frozen=True, slots=True)
class StaleRow:
    """A fact that a person should confirm, and why."""

    fact: FactRow
    why: str
    """`expired`, `doubted`, `old` or `undated`."""
    age: int | None
    """Days since it began or was confirmed."""
    by: str | None = None
    """The fact that speaks against it."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Stale:
    """Every fact to confirm: expired ones, doubted ones, then the oldest first."""

    facts: tuple[StaleRow, ...]
    days: int
    """From which age on a fact counts as long unconfirmed."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two facts that do not go together, or of which the newer may have outdated the older."""

    kind: str
    """`contested` or `doubt`."""
    fact: FactRow
    """The one that may not hold: the older of the two, or what is only announced."""
    against: FactRow
    reason: str
    question: str | None = None
    """Id of the question in REVIEW.md; None where none is asked."""


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Every such pair, by entity."""

    conflicts: tuple[Conflict, ...]
