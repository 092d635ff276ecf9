"""What can be found: a document is one line that a result can show.

Here are the values, and the lines of notes and of plain texts; those of entities are in
entities.py. No file is opened here.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from memctl.graph.glance import PlainFacts
from memctl.graph.note import Note
from memctl.graph.visibility import EVERYBODY, Confiding, widest
from memctl.index.sentences import speaker_of
from memctl.language.lexicon import Lexicon

_SILENT_KINDS = ("code", "machine", "heading")


class Document(NamedTuple):
    """One line that can be found, as the index keeps it: hundreds of thousands are made."""

    kind: str
    """fact, summary, note, tacit or document."""
    fact: str | None
    """Its id."""
    text: str
    status: str | None = None
    """The row's own word; None for everything that is no fact."""
    day: str | None = None
    line: int | None = None
    begins: str | None = None
    """First day on which memory could answer with it."""
    ends: str | None = None
    """First day on which it no longer held; None when unknown or never."""
    until: str | None = None
    """Last day, included."""
    is_active: bool = True
    """Does the line itself claim to be true now?"""
    speaker: str | None = None
    rests: str = ""
    """Ids of the facts of the same entity that the line states, with blanks between."""
    audience: int = EVERYBODY
    """The widest audience that may be told: its place in `visibility.AUDIENCES`."""
    heading: str | None = None
    """The headings above it in its file, outermost first, a line each."""
    follower: str | None = None
    """Id of the fact of the same entity that replaced it."""
    names: tuple[str, ...] = ()
    """Words that lead here without standing in the text: the entity's names, a heading."""


@dataclass(frozen=True, slots=True)
class PageWords:
    """By which the lines of a page say something of themselves."""

    past: tuple[str, ...]
    """Under a heading that holds one of these, in small letters, stands what was."""
    confiding: Confiding
    """How a line says that it is not for others."""

    def is_of_the_past(self, heading: str) -> bool:
        """Does what was stand under it?"""
        low = heading.casefold()
        return any(word in low for word in self.past)


@lru_cache(maxsize=4)
def page_words(lexicon: Lexicon, confiding: Confiding) -> PageWords:
    """Those of a lexicon (`[pages] past`), be it of `pages.toml` alone."""
    tables = (lexicon.table(language, "pages") for language in lexicon.languages)
    return PageWords(tuple(word for table in tables for word in table.get("past", ())), confiding)


@dataclass(frozen=True, slots=True)
class Source:
    """Everything that is read and forgotten together: an entity's folder, or one file."""

    key: str
    stamp: str
    documents: tuple[Document, ...]
    path: str
    """The file of its documents; the folder of an entity without facts."""
    summary: str | None = None
    """The file of those that are lines of a summary."""
    names: tuple[tuple[str, str, bool], ...] = ()
    """(terms of a name joined by blanks, entity, is it the whole name)."""
    quotes: tuple[tuple[str, str, str, str], ...] = ()
    """(path, quote, entity, id): the words in which a fact was read."""
    audience: int = EVERYBODY
    """The widest audience that may know that it exists."""
    entity: str | None = None
    title: str | None = None
    """Of an entity's folder: the ref and the name."""
    plain: PlainFacts | None = None
    """Facts that stand before the documents; the entity's names lead to each."""
    plain_names: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """Of its files those of which nothing, or not all, could be read."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What the rules read in an entity's facts, all by fact id.

    Weighing facts against each other costs far more than finding them, so the index keeps
    signs only of entities that answered a question once (`building.weigh`).
    """

    doubts: Mapping[str, tuple[str, str | None, str | None]] = field(default_factory=dict)
    """The fact that speaks against it, first day, day from which that is settled."""
    changes: frozenset[str] = frozenset()
    """Those that say that something changed, began or stopped."""
    ends: frozenset[str] = frozenset()
    """Of these, those that say what stopped and not what is instead."""
    slots: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What the user has one of and the entity is, and from which day."""
    others: frozenset[str] = frozenset()
    """Those that tell of somebody else than the user."""


def note_documents(note: Note) -> tuple[Document, ...]:
    """Every block of a note that a person or an agent said."""
    return tuple(
        Document(
            kind="note",
            fact=None,
            text=block.text,
            day=iso_day(block.day),
            line=block.line,
            begins=iso_day(block.day),
            speaker=block.speaker or speaker_of(block.text),
            heading=block.heading,
            audience=widest(block.visibility),
            names=tuple(filter(None, (block.heading, block.speaker))),
        )
        for block in note.blocks
        if block.kind not in _SILENT_KINDS and block.text.strip()
    )


def text_documents(
    text: str, kind: str, words: PageWords, boilerplate: Collection[str] = ()
) -> tuple[Document, ...]:
    """The lines of a plain Markdown file: its headings lead to what stands below them.

    Blocks that memctl keeps in the file and lines of `boilerplate` are no source.
    """
    found: list[Document] = []
    headings: dict[int, str] = {}
    fenced = is_own = False
    has_block = "<!-- /memctl:" in text
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip()
        is_own = is_own or (has_block and line.startswith("<!-- memctl:"))
        is_own = is_own and not line.startswith("<!-- /memctl:")
        if is_own or line in boilerplate:
            continue
        fenced ^= line.startswith(("```", "~~~"))
        if line.startswith("#") and not fenced:
            depth = len(line) - len(line.lstrip("#"))
            headings = {d: h for d, h in headings.items() if d < depth} | {depth: line.strip("# ")}
        elif line and not fenced and not line.startswith(("<!--", "---", "```", "~~~")):
            names = tuple(headings.values())
            found.append(
                Document(
                    kind,
                    None,
                    plain_line(line),
                    line=number,
                    is_active=not words.is_of_the_past(" ".join(names)),
                    audience=widest(words.confiding.mark_in(line)),
                    heading="\n".join(names) or None,
                    names=names,
                )
            )
    return tuple(found)


def plain_line(line: str) -> str:
    """A line without its bullet."""
    text = line.strip()
    return text[2:].strip() if text[:2] in ("- ", "* ", "+ ") else text


@lru_cache(maxsize=16384)
def iso_day(day: date | None) -> str | None:
    """The day as the index keeps it."""
    return day.isoformat() if day else None
