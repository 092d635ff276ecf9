"""A daily note or conversation, cut into blocks."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from memctl.graph.problem import Problem
from memctl.graph.visibility import PRIVATE, Confiding

BlockKind = Literal[
    "bullet", "paragraph", "heading", "task", "table", "code", "quote", "machine", "turn"
]
"""`task` is a checkbox bullet not yet done; `machine` is text of a program: own reports, recalled
context, log lines between markers. `code`, `machine`, `heading` are never statements."""


@dataclass(frozen=True, slots=True)
class Block:
    """A bullet, a paragraph, a turn: the unit that extraction reads."""

    path: str
    """Logical path of the note."""
    line: int
    """First line, from 1."""
    text: str
    """Without bullet mark, checkbox and leading time."""
    day: date | None
    """The day it speaks from; None when no heading or file name tells."""
    kind: BlockKind = "bullet"
    time: str | None = None
    """HH:MM as read; None when none stands there."""
    heading: str | None = None
    """Nearest heading above that is no date."""
    speaker: str | None = None
    """None in a note: the user wrote it."""
    source: str = "daily-note"
    digest: str = ""
    """SHA-256 of day (in a conversation: instant) and text, first 16 hex digits: what
    `consumed.jsonl` holds."""
    end_line: int | None = None
    parent: str | None = None
    """Text of the bullet that this one is nested under."""
    message: str | None = None
    """In a conversation: the id of the message, where it bears one."""
    visibility: str | None = None
    """Who may be told, by the front matter of the note; None where it does not say."""


def unbroken(text: str) -> str:
    """With single blanks, as quotes are looked for in a text that may be wrapped anew."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Note:
    """One file of the timeline."""

    path: str
    day: date | None
    """From its name or first date heading."""
    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...] = ()
    visibility: str | None = None
    """The mark in its front matter; None when it bears none."""


def confided(note: Note, confiding: Confiding) -> Note:
    """The note, its blocks marked where one says that it is not for others."""
    return replace(note, blocks=confide(note.blocks, confiding))


def confide(blocks: Iterable[Block], confiding: Confiding) -> tuple[Block, ...]:
    """The blocks of a note, marked where one says that it is not for others.

    A block is meant with what is nested under it and what stands under a heading that says
    so. Where it says nothing else ("- keep this between us"), what stands before it is meant:
    the bullet that it is nested under, or else the last entry with all that belongs to it.
    """
    found = tuple(blocks)
    headings = {block.heading for block in found if block.heading}
    private = {heading for heading in headings if confiding.mark_in(heading)}
    marked: set[int] = set()
    for at, block in enumerate(found):
        if block.heading in private or confiding.mark_in(block.text):
            marked.add(at)
            if confiding.is_said_of_another(block.text):
                marked.update(_meant(found, at))
    if not marked:
        return found
    texts: set[str] = set()
    out: list[Block] = []
    for at, block in enumerate(found):
        is_private = at in marked or block.parent in texts
        if is_private and block.kind != "heading":
            texts.add(block.text)
        out.append(replace(block, visibility=PRIVATE) if is_private else block)
    return tuple(out)


def _meant(blocks: tuple[Block, ...], at: int) -> Iterable[int]:
    """Where the entry stands of which the block says that it is not for others."""
    parent = blocks[at].parent
    for before in range(at - 1, -1, -1):
        block = blocks[before]
        if block.kind == "heading":
            return
        yield before
        if parent in {None, block.text} and (parent is not None or block.parent is None):
            return
