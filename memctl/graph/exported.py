"""What `export` hands to another agent or machine: one frozen value, printed like the reports."""

from dataclasses import dataclass
from datetime import date

START, END = "<!-- memctl:export -->", "<!-- /memctl:export -->"
"""Between them nothing is a source, be it in a note or in a turn of a chat."""


@dataclass(frozen=True, slots=True)
class ExportedFact:
    """One fact, with secrets masked."""

    id: str | None
    text: str
    status: str
    """The row's own word; on another day, as it was known then."""
    current: bool
    """Did it hold at the end of the day that is told of?"""
    day: str | None
    """As written."""
    since: date | None
    until: date | None
    """The day from which it no longer held."""
    valid_until: date | None
    """Last day, included."""
    superseded_by: str | None
    """A fact of the same entity; None where that one is not told."""
    related: tuple[str, ...]
    """Refs of entities that may be told."""
    source: str | None
    evidence: tuple[str, ...]
    """`PATH:LINE` of every place where it was read and that may be told."""
    visibility: str | None
    """The row's mark; what cannot be read as one is `private`."""


@dataclass(frozen=True, slots=True)
class ExportedEntity:
    """An entity of which there is something to tell."""

    ref: str
    names: tuple[str, ...]
    """The name first."""
    type: str
    visibility: str | None
    facts: tuple[ExportedFact, ...]
    """In the order of their file."""


@dataclass(frozen=True, slots=True)
class Export:
    """What memory holds, by ref, between the marks of one of memctl's own blocks."""

    begin: str
    about: str
    """What this is, for whoever reads it: data and no orders."""
    day: date
    as_of: date | None
    audience: str
    entities: tuple[ExportedEntity, ...]
    end: str = END


@dataclass(frozen=True, slots=True)
class Written:
    """What went into a new file."""

    to: str
    audience: str
    entities: int
    facts: int
