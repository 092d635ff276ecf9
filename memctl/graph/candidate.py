"""What an extractor proposes: a fact that is not one yet."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from memctl.graph.entity import EntityRef
from memctl.graph.fact import Evidence

CandidateKind = Literal["state", "end", "correction", "tacit"]
"""`state` says what holds, `end` that something stopped, `correction` that something
recorded was wrong, `tacit` is a preference or lesson about how the user works (MEMORY.md)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed fact with the quote it rests on."""

    entity: EntityRef | None
    """Where it would live; None when nobody could be named."""
    entity_name: str
    """The mention as written, or the known entity's name."""
    text: str
    """One statement that stands on its own, in the language of its source."""
    category: str
    day: date | None
    """From which it holds: a past day that the text names, else the block's day."""
    evidence: Evidence
    valid_until: date | None = None
    is_new: bool = False
    """Would `entity` have to be created?"""
    is_plain: bool = True
    """Is the name plain enough to create an entity at once?"""
    kind: CandidateKind = "state"
    related: tuple[EntityRef, ...] = ()
    source: str = "daily-note"
    by: str | None = "rules"
    pattern: str = ""
    """Which pattern of the lexicon fired."""
    accepted: bool = True
    reason: str | None = None
    """Why the gate refused it, or None."""
    entity_names: tuple[str, ...] = ()
    """For a new entity: its other names, as found (becomes `aliases`)."""
    visibility: str | None = None
    """The mark of the note in which it was read."""
    ambiguous: tuple[EntityRef, ...] = ()
    """The entities that the mention fits, when it fits several."""
