"""Whom a stretch of text names, before anything is decided about them."""

from dataclasses import dataclass

from memctl.graph.entity import EntityRef
from memctl.language.cues import Hit


@dataclass(frozen=True, slots=True)
class Subject:
    """Somebody or something that a stretch of text names."""

    entity: EntityRef | None
    """None when the name fits several."""
    name: str
    span: tuple[int, int]
    is_new: bool = False
    is_plain: bool = True
    names: tuple[str, ...] = ()
    """Other names that the text gives it."""
    ambiguous: tuple[EntityRef, ...] = ()
    hit: Hit | None = None
    """The cue that introduced it."""
