"""Who may be told a fact: the audience of an answer against what a person has marked.

Three audiences, each wider than the one before: `private` (the user alone), `shared` (agents
and people whom the user has let in) and `group` (whoever sits in a group). A mark says the
widest audience that may be told. What bears no mark may be told; what is marked with a word that
nobody knows, or with one that cannot be read, is for the user alone: in doubt nothing is told.
"""

from memctl.graph.entity import Entity
from memctl.graph.fact import Fact

PRIVATE = "private"
SHARED = "shared"
GROUP = "group"
UNREADABLE_MARK = "unreadable"
"""What a reader puts in the place of a mark that it cannot read; a word that nobody knows."""
AUDIENCES = (PRIVATE, SHARED, GROUP)
"""From the narrowest to the widest."""
EVERYBODY = len(AUDIENCES) - 1
"""The place of the widest."""


def may_tell(audience: str, *marks: str | None) -> bool:
    """May this audience be told what bears these marks?

    Args:
        audience: One of AUDIENCES; a word that is none is told nothing at all.
        marks: `visibility` of all that the text belongs to (the entity and the fact, several
            facts), None where nothing is said. The narrowest of those said counts; where
            none says anything, everybody is told.
    """
    return audience in AUDIENCES and AUDIENCES.index(audience) <= widest(*marks)


def widest(*marks: str | None) -> int:
    """The widest audience that may be told what bears these marks, as its place in AUDIENCES."""
    return min((_width(mark) for mark in marks if mark is not None), default=EVERYBODY)


def narrower(*marks: str | None) -> str | None:
    """The narrowest of these marks as one that is known; None where none says anything."""
    said = [mark for mark in marks if mark is not None]
    return AUDIENCES[widest(*said)] if said else None


def is_visible(entity: Entity, fact: Fact | None = None, *, audience: str) -> bool:
    """May this audience be told the fact; without one, that there is the entity?

    An entity's mark (front matter of its summary.md) holds for each of its facts. A fact's own
    mark can only narrow it; where the entity bears none, the fact's own mark decides.
    """
    return may_tell(audience, visibility_of(entity), fact.visibility if fact else None)


def mark_when_moved(fact: Fact, source: Entity, target: Entity) -> str | None:
    """The mark that a row needs in another entity, so that nobody new is told."""
    was, is_now = (widest(visibility_of(e), fact.visibility) for e in (source, target))
    return fact.visibility if is_now <= was else AUDIENCES[was]


def mark_from(mark: str | None) -> str | None:
    """The mark of what was read under another one; none where that says nothing."""
    return None if mark is None else AUDIENCES[widest(mark)]


def visibility_of(entity: Entity) -> str | None:
    """The mark of an entity as written; None when it bears none."""
    return entity.summary.visibility if entity.summary else None


def _width(mark: str) -> int:
    plain = mark.strip().casefold()
    return AUDIENCES.index(plain) if plain in AUDIENCES else 0
