"""A fact and where it was read. How facts follow one another is in history.py."""

from dataclasses import dataclass
from datetime import date
from typing import NewType

FactId = NewType("FactId", str)

ACTIVE = "active"
SUPERSEDED = "superseded"
RETRACTED = "retracted"
PURGED = "purged"

DUPLICATE = "duplicate"
EXPIRED = "expired"
ENDED = "ended"
MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a fact was read."""

    path: str
    """Logical: `memory/…`, `MEMORY.md`, `source:NAME/…`; never absolute."""
    line: int | None
    """From 1; a hint only, since lines move."""
    quote: str
    """The anchor: words of the source, unchanged."""
    day: date | None = None
    """The day the source speaks from; None when the path says it."""
    message: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of an items file, whatever its dialect.

    Valid time is half-open in calendar days of the workspace's zone: a fact holds from
    `day` until the day on which it was retired, and to the end of `valid_until` if given.
    """

    id: FactId
    text: str
    category: str | None = None
    timestamp: str | None = None
    """As written, first ten characters; None when the row bears no date."""
    day: date | None = None
    """`timestamp` as a day; None when unknown. An undated fact never retires a dated one."""
    source: str | None = None
    status: str = ACTIVE
    """The row's own word; only `active` is ever current."""
    superseded_by: FactId | None = None
    """A row of the same file."""
    superseded_reason: str | None = None
    superseded_at: date | None = None
    moved_to: str | None = None
    """`ENTITY#ID`: where the fact stands that was never this entity's."""
    valid_until: date | None = None
    """Last day, included."""
    related: tuple[str, ...] = ()
    """Entity refs as read, without a leading `areas/`."""
    attribute: str | None = None
    value: str | None = None
    evidence: tuple[Evidence, ...] = ()
    by: str | None = None
    """What proposed it: `rules`, `model:NAME`, `agent:NAME`; None for people."""
    confirmed_at: date | None = None
    reviewed_at: date | None = None
    visibility: str | None = None
    digest: str | None = None
    last_accessed: date | None = None
    access_count: int | None = None
    former_id: tuple[FactId, ...] = ()
    """Ids that the row bore before a merge gave it another; written as `formerId`."""
    line: int | None = None
    """From 1, where the row begins in its file."""

    @property
    def is_active(self) -> bool:
        """Does the row itself claim to be current?"""
        return self.status == ACTIVE and self.superseded_by is None
