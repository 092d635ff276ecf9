"""Messages into the blocks of a note, as extraction reads them."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, tzinfo

from memctl.formats.markdown.blocks import Piece, pieces_of
from memctl.formats.markdown.machine import is_machine_text
from memctl.formats.timeline.days import day_of_path
from memctl.graph.controls import without_controls
from memctl.graph.note import Block, Note
from memctl.graph.problem import Problem
from memctl.sources.message import ASSISTANT, Message, writable

CONVERSATION = "conversation"
_NOT_SAID = frozenset({"code", "machine", "table"})


@dataclass(frozen=True, slots=True)
class Days:
    """How messages come to their days."""

    zone: tzinfo | None = None
    """Whose days count; None is the system's."""
    given: date | None = None
    """The day of messages that bear none; else the file's name tells. Where nothing does,
    they are left out and named."""
    since: date | None = None
    """Messages of earlier days are left out."""


def make_note(
    path: str, messages: Iterable[Message], days: Days, problems: Iterable[Problem] = ()
) -> Note:
    """A conversation as a note: a block for each paragraph or bullet of each message.

    Args:
        path: Its logical path, `source:NAME/…`.
        messages: In their order.
        days: How they come to their days.
        problems: What is odd about the file.
    """
    found = list(problems)
    given = days.given or day_of_path(path)
    blocks: list[Block] = []
    topic: str | None = None
    undated: Message | None = None
    for message in messages:
        day = _day_of(message, days.zone) or given
        if day is None:
            undated = undated or message
        elif days.since is None or day >= days.since:
            if message.topic and message.topic != topic:
                blocks.append(_heading(path, message, day))
            topic = message.topic
            blocks += _blocks(path, message, day, days.zone)
    if undated is not None:
        found.append(_undated(path, undated))
    return Note(path, blocks[0].day if blocks else None, tuple(blocks), tuple(found))


def _blocks(path: str, message: Message, day: date, zone: tzinfo | None) -> Iterator[Block]:
    stamp = _stamp(message, day)
    for piece in pieces_of(without_controls(message.text)):
        if _is_said(piece):
            yield Block(
                path=path,
                line=message.line,
                text=piece.text,
                day=day,
                kind=piece.kind,
                time=_time_of(message, zone),
                speaker=message.speaker,
                source=CONVERSATION,
                digest=_digest(stamp, piece.text),
                parent=piece.parent,
                message=writable(message.id) if message.id else None,
            )


def _is_said(piece: Piece) -> bool:
    """Is it the speaker's own: no paste of a program, no other side of a pasted chat?"""
    return bool(piece.text.strip()) and not (
        piece.kind in _NOT_SAID or piece.speaker == ASSISTANT or is_machine_text(piece.text)
    )


def _heading(path: str, message: Message, day: date) -> Block:
    """Sets one conversation of a file apart from the one before it."""
    topic = writable(message.topic or "")
    digest = _digest(_stamp(message, day), topic)
    return Block(path, message.line, topic, day, "heading", source=CONVERSATION, digest=digest)


def _day_of(message: Message, zone: tzinfo | None) -> date | None:
    if message.at is None:
        return message.day
    return (message.at.astimezone(zone) if message.at.tzinfo else message.at).date()


def _time_of(message: Message, zone: tzinfo | None) -> str | None:
    if message.at is None:
        return None
    return f"{message.at.astimezone(zone) if message.at.tzinfo else message.at:%H:%M}"


def _stamp(message: Message, day: date) -> str:
    """The same in every copy of a message, wherever it was moved and whatever its zone."""
    if message.at is None:
        return day.isoformat()
    at = message.at.astimezone(UTC) if message.at.tzinfo else message.at
    return at.replace(tzinfo=None).isoformat(timespec="milliseconds")


def _digest(stamp: str, text: str) -> str:
    words = f"{stamp}\n{' '.join(text.split())}"
    return hashlib.sha256(words.encode(errors="replace")).hexdigest()[:16]


def _undated(path: str, message: Message) -> Problem:
    what = "a message bears no day, and neither does the file's name; such messages are not read"
    hint = "Say when it was: memctl import FILE --day DAY"
    return Problem("undated-message", "warning", path, message.line, what, hint)
