"""Turns as `{role, content, timestamp}`: JSON Lines, or JSON with the turns in a list."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from memctl.sources.message import (
    ASSISTANT,
    USER,
    Message,
    Row,
    id_in,
    joined_texts,
    read_instant,
    text_in,
)
from memctl.sources.noise import own_words
from memctl.sources.rows import objects

_ROLES = ("role", "sender", "author", "speaker", "from")
_WORDS = ("content", "text", "message", "body", "value")
_TIMES = ("timestamp", "time", "ts", "created_at", "createdAt", "create_time", "date", "datetime")
_LISTS = ("messages", "turns", "history", "conversation", "conversations", "chats", "data")
_SPEAKERS = {
    **dict.fromkeys(("user", "human", "me", "owner", "customer", "用户"), USER),
    **dict.fromkeys(("assistant", "ai", "agent", "bot", "model", "gpt", "助手"), ASSISTANT),
}
_DEEPEST = 4


def is_generic(rows: Sequence[Row]) -> bool:
    """Does one of the first rows bear a role and words, or a list of such?"""
    return any(has_turns(row.value) for row in rows)


def has_turns(value: Any) -> bool:
    """Does a document hold turns?"""
    return any(_said(turn) for turn, _ in _turns(value, None, _DEEPEST))


def parse_generic(rows: Sequence[Row]) -> Iterator[Message]:
    """What was said, line by line; a line may also hold a whole conversation."""
    for row in rows:
        for turn, topic in _turns(row.value, None, _DEEPEST):
            if said := _message(turn, row.line, topic):
                yield said


def parse_document_turns(value: Any) -> Iterator[Message]:
    """What was said in a document, conversation by conversation."""
    for turn, topic in _turns(value, None, _DEEPEST):
        if said := _message(turn, 1, topic):
            yield said


def _turns(
    value: Any, topic: str | None, depth: int
) -> Iterator[tuple[Mapping[str, Any], str | None]]:
    if isinstance(value, list):
        for item in objects(value):
            yield from _turns(item, topic, depth - 1)
    elif isinstance(value, dict) and depth > 0:
        inside = next((value[key] for key in _LISTS if isinstance(value.get(key), list)), None)
        if inside is None:
            yield value, topic
        else:
            named = text_in(value, "title", "name") or id_in(value, "id", "session_id") or topic
            yield from _turns(inside, named, depth - 1)


def _said(turn: Mapping[str, Any]) -> tuple[str, str] | None:
    """(speaker, words) of a turn; None where it is none, or a program's."""
    inner = turn.get("message")
    if isinstance(inner, dict):
        turn = {**turn, **inner}
    role = text_in(turn, *_ROLES)
    speaker = _SPEAKERS.get(role.strip().casefold()) if role else None
    words = next((w for key in _WORDS if (w := joined_texts(turn.get(key)))), "")
    return (speaker, words) if speaker and words else None


def _message(turn: Mapping[str, Any], line: int, topic: str | None) -> Message | None:
    said = _said(turn)
    words = own_words(said[1]) if said else ""
    if said is None or not words:
        return None
    inner = turn.get("message")
    known = {**inner, **turn} if isinstance(inner, dict) else turn
    at = next((at for key in _TIMES if (at := read_instant(known.get(key)))), None)
    return Message(line, said[0], words, at, id=id_in(known, "id", "uuid"), topic=topic)
