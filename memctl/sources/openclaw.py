"""OpenClaw: session JSONL of version 3, and the events of its SQLite transcripts.

Both hold the same events; the database keeps each as JSON in `transcript_events`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from memctl.sources.noise import other_speaker, own_words
from memctl.sources.rows import parse_value

TABLE = "transcript_events"
QUERY = f"SELECT * FROM {TABLE} ORDER BY session_id, seq"  # noqa: S608 - a constant
_PACKED = "event_zstd"
"""Where OpenClaw keeps an event that is long, in the place of `event_json`."""
_PEOPLE = frozenset({"", "external_user"})
"""Origins of a turn, as `provenance` names them; other sessions and OpenClaw itself are not."""
_ECHO = "delivery-mirror"
"""The model's name in copies of what was sent to a chat."""


def is_openclaw(rows: Sequence[Row]) -> bool:
    """Are these the first rows of such a session?"""
    return any(
        row.value.get("type") == "session"
        or (row.value.get("type") == "message" and "role" in row.of("message"))
        for row in rows
    )


def parse_openclaw(rows: Sequence[Row]) -> Iterator[Message]:
    """What was said in one session, in its order."""
    for row in rows:
        if row.value.get("type") == "message" and (said := _message(row)):
            yield said


def event_rows(
    records: Sequence[Mapping[str, Any]], unpack: Callable[[object], str | None]
) -> tuple[tuple[Row, ...], int]:
    """The events of one session in the database, and how many of them cannot be read here.

    Args:
        records: Rows of the table, in the order of `seq`, which serves as the line.
        unpack: Gives the text of an event that is kept packed; None where it cannot.
    """
    found: list[Row] = []
    unread = 0
    for record in records:
        text, seq = record.get("event_json"), record.get("seq")
        if text is None:
            text = unpack(record.get(_PACKED))
        event = parse_value(text) if isinstance(text, str) else None
        if not isinstance(event, dict):
            unread += 1
        elif isinstance(seq, int):
            found.append(Row(max(seq, 0) + 1, event))
    return tuple(found), unread


def _message(row: Row) -> Message | None:
    message = row.of("message")
    role, content = text_in(message, "role"), joined_texts(message.get("content"))
    origin = message.get("provenance")
    kind = (text_in(origin, "kind") or "") if isinstance(origin, dict) else ""
    if role not in {USER, ASSISTANT} or kind not in _PEOPLE or message.get("model") == _ECHO:
        return None
    words = own_words(content)
    speaker = (other_speaker(content) or USER) if role == USER else ASSISTANT
    at = read_instant(row.value.get("timestamp")) or read_instant(message.get("timestamp"))
    return Message(row.line, speaker, words, at, id=id_in(row.value, "id")) if words else None
