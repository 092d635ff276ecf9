"""Who may be told a fact: the audience of an answer against what a person has marked.

Three audiences, each wider than the one before: `private` (the user alone), `shared` (agents
and people whom the user has let in) and `group` (whoever sits in a group). A mark says the
widest audience that may be told. What bears no mark may be told; what is marked with a word that
nobody knows, or with one that cannot be read, is for the user alone: in doubt nothing is told.

A text may say itself that it is not for others ("not for the team yet", 先别告诉别人): that is
`private`. How they say it is data of each language. Nothing may switch off what comes with memctl:
what a workspace adds is looked for by itself, and what it calls open takes nothing from ours.

Keys read from the data of a language (private.toml, `[private]`):
    cues     words of which one stands, in small letters, in whatever `says` matches: few lines are
             looked at closely; where a table has none, all are
    says     how a text says it, as regular expressions
    open     how it says that it may be told by now, as regular expressions
    alone    words beside which nothing else is said
    words    what the expressions call by name, `{name}`
    examples texts of each sort, and those of which none says it (`silent`)
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from memctl.expressions import compiled
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

Table = Mapping[str, Any]
"""`[private]` of one language."""
_MARKS = r"[\W\d_]*"


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


class Confiding:
    """How a text says that it is not for others.

    Args:
        ours: The tables that come with memctl.
        own: Those that a workspace adds.

    Raises:
        re.error: An expression of `own` is none.
    """

    def __init__(self, ours: Sequence[Table], own: Sequence[Table] = ()) -> None:
        words = _words(ours)
        self._parts = [_Sayings(ours, words)]
        if own:
            added = _Sayings(own, words | _words(own))
            self._parts += [added]
            # A slip shows at once, and not in the first text that holds a cue.
            _ = added.says, added.open, self._alone

    def mark_in(self, text: str) -> str | None:
        """`private` where the text says that it is not for others; None where it does not."""
        low = text.lower()
        return PRIVATE if any(part.are_in(text, low) for part in self._parts) else None

    def is_said_of_another(self, text: str) -> bool:
        """Does the text say that, and nothing else? Then what stands before it is meant."""
        if self.mark_in(text) is None:
            return False
        for part in self._parts:
            text = part.says.sub(" ", text)
        return self._alone.fullmatch(text) is not None

    @cached_property
    def _alone(self) -> re.Pattern[str]:
        rows = "|".join(row for part in self._parts for row in part.rows("alone")) or "(?!)"
        return compiled(f"{_MARKS}(?:(?:{rows}){_MARKS})*", re.IGNORECASE)


class _Sayings:
    """The tables of some languages together; compiled when a text is met that holds a cue."""

    def __init__(self, tables: Sequence[Table], words: Mapping[str, str]) -> None:
        self._tables = tables
        self._words = words
        cues = [table.get("cues", ()) for table in tables if table.get("says")]
        self._cues = tuple(cue for some in cues for cue in some) if all(cues) else ("",)

    @cached_property
    def says(self) -> re.Pattern[str]:
        return self._compiled("says")

    @cached_property
    def open(self) -> re.Pattern[str]:
        return self._compiled("open")

    def are_in(self, text: str, low: str) -> bool:
        """Does a text, which is `low` in small letters, say it?"""
        if not any(cue in low for cue in self._cues):
            return False
        # One thing may be open and the next one not.
        return self.says.search(self.open.sub(" ", text)) is not None

    def rows(self, key: str) -> Iterator[str]:
        """The expressions of one list, with the words that they call by name."""
        for row in (row for table in self._tables for row in table.get(key, ())):
            said = row
            for name, words in self._words.items():
                said = said.replace(f"{{{name}}}", words)
            yield said

    def _compiled(self, key: str) -> re.Pattern[str]:
        return compiled("|".join(self.rows(key)) or "(?!)", re.IGNORECASE)


def _words(tables: Sequence[Table]) -> dict[str, str]:
    return {name: said for table in tables for name, said in table.get("words", {}).items()}
