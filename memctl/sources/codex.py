"""Codex: rollout files, `{timestamp, type, payload}` a line; older ones hold bare items."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
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

_PARTS = ("input_text", "output_text", "text")
_AGENTS = frozenset({"subagent", "internal", "memory_consolidation"})
_COPYING = timedelta(seconds=5)
"""A fork begins with the history of its parent, stamped anew with the time of copying."""


def is_codex(rows: Sequence[Row]) -> bool:
    """Are these the first rows of a rollout?"""
    return any(
        isinstance(row.value.get("payload"), dict)
        or ("instructions" in row.value and "timestamp" in row.value)
        for row in rows
    )


def parse_codex(rows: Sequence[Row]) -> Iterator[Message]:
    """What was said in one session, in its order; nothing of one that another agent began."""
    head = next((row for row in rows if _is_head(row)), None)
    meta = _payload(head.value) if head else {}
    begun = read_instant(meta.get("timestamp"))
    if _is_of_agent(meta):
        return
    is_fork = bool(meta.get("forked_from_id"))
    for row in rows:
        item = _payload(row.value)
        role = text_in(item, "role")
        if item.get("type") != "message" or role is None or role not in {USER, ASSISTANT}:
            continue
        at = read_instant(row.value.get("timestamp")) or begun
        words = own_words(joined_texts(item.get("content"), _PARTS))
        if words and not (is_fork and _is_copied(at, begun)):
            yield Message(row.line, role, words, at, id=id_in(item, "id"))


def _is_of_agent(meta: Mapping[str, Any]) -> bool:
    """Did an agent begin it, not a person?"""
    source = meta.get("source")
    kinds = {*source} if isinstance(source, dict) else {source}
    named = {k.lower() for k in (*kinds, meta.get("thread_source")) if isinstance(k, str)}
    return bool(named & _AGENTS)


def _is_head(row: Row) -> bool:
    return row.value.get("type") == "session_meta" or (
        "type" not in row.value and "timestamp" in row.value
    )


def _payload(value: Mapping[str, Any]) -> Mapping[str, Any]:
    found = value.get("payload")
    is_wrapped = text_in(value, "type") in {"session_meta", "response_item"}
    if isinstance(found, dict):
        return found if is_wrapped else {}
    return value


def _is_copied(at: datetime | None, begun: datetime | None) -> bool:
    if at is None or begun is None or (at.tzinfo is None) != (begun.tzinfo is None):
        return True
    return at - begun < _COPYING
