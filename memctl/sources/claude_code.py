"""Claude Code: one JSON object a line, a file a session."""

from collections.abc import Iterator, Sequence
from typing import Any

from memctl.sources.message import (
    ASSISTANT,
    USER,
    Message,
    Row,
    joined_texts,
    read_instant,
    text_in,
)
from memctl.sources.noise import own_words

_ASIDE = (
    "isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly",
    "isApiErrorMessage", "toolUseResult", "sourceToolUseID",
)  # fmt: skip
"""What is set on rows that are a tool's, another agent's, or the program's own."""


def is_claude_code(rows: Sequence[Row]) -> bool:
    """Are these the first rows of such a session?"""
    return any(
        ("sessionId" in row.value and "type" in row.value)
        or (row.value.get("type") == "summary" and "leafUuid" in row.value)
        for row in rows
    )


def parse_claude_code(rows: Sequence[Row]) -> Iterator[Message]:
    """What was said in one session, in its order; a prompt that waited its turn included."""
    for row in rows:
        if any(row.value.get(key) for key in _ASIDE) or not _is_of_person(row.value.get("origin")):
            continue
        kind = row.text("type")
        message = row.of("message")
        if kind in {USER, ASSISTANT} and message.get("role", kind) == kind:
            said = own_words(_words(message.get("content")))
        elif kind == "attachment":
            kind, said = USER, own_words(_queued(row))
        else:
            continue
        if said and kind:
            at = read_instant(row.value.get("timestamp"))
            yield Message(row.line, kind, said, at, id=row.text("uuid"))


def _words(content: Any) -> str:
    """The words of a turn; none where it brings what a tool gave."""
    brings = isinstance(content, list) and any(
        isinstance(part, dict) and part.get("type") == "tool_result" for part in content
    )
    return "" if brings else joined_texts(content)


def _queued(row: Row) -> str:
    attached = row.of("attachment")
    is_prompt = attached.get("type") == "queued_command" and _is_of_person(attached.get("origin"))
    if not is_prompt or attached.get("commandMode", "prompt") != "prompt":
        return ""
    return text_in(attached, "prompt") or joined_texts(attached.get("prompt"))


def _is_of_person(origin: Any) -> bool:
    kind = text_in(origin, "kind") if isinstance(origin, dict) else origin
    return not kind or kind in ("human", "user")
