"""ChatGPT's export: `conversations.json`, each conversation a tree of which one branch was kept."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from memctl.sources.message import (
    ASSISTANT,
    USER,
    Message,
    id_in,
    read_instant,
    text_in,
)
from memctl.sources.noise import own_words
from memctl.sources.rows import conversations

_SPOKEN = frozenset({"text", "multimodal_text"})
_TO_ALL = frozenset({None, "", "all"})
_HEARD = "audio_transcription"
"""A part that was spoken, as it was understood."""
_OUT_LOUD = frozenset({None, "", "final"})


def is_chatgpt(value: Any) -> bool:
    """Is this such an export?"""
    return any(isinstance(c.get("mapping"), dict) for c in conversations(value))


def parse_chatgpt(value: Any) -> Iterator[Message]:
    """What was said in every conversation, on the branch that was gone on with."""
    for talk in conversations(value):
        topic = text_in(talk, "title", "conversation_id", "id")
        at = read_instant(talk.get("create_time"))
        for node in _branch(talk):
            message = node.get("message")
            if isinstance(message, dict):
                # One that bears no time was said after the one before it.
                at = read_instant(message.get("create_time")) or at
                if said := _message(message, node, topic, at):
                    yield said


def _branch(talk: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The nodes from the root to where the conversation stands now."""
    found = talk.get("mapping")
    nodes: Mapping[str, Any] = found if isinstance(found, dict) else {}
    at = talk.get("current_node")
    if not isinstance(at, str) or at not in nodes:
        at = _latest_leaf(nodes)
    path: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    while isinstance(at, str) and at not in seen and isinstance(nodes.get(at), dict):
        seen.add(at)
        path.append(nodes[at])
        at = nodes[at].get("parent")
    return path[::-1]


def _latest_leaf(nodes: Mapping[str, Any]) -> str | None:
    leaves = [key for key, n in nodes.items() if isinstance(n, dict) and not n.get("children")]
    return max(leaves, key=lambda key: (_time_of(nodes[key]), key), default=None)


def _time_of(node: Mapping[str, Any]) -> float:
    message = node.get("message")
    at = read_instant(message.get("create_time")) if isinstance(message, dict) else None
    return at.timestamp() if at is not None else 0.0


def _message(
    message: Mapping[str, Any], node: Mapping[str, Any], topic: str | None, at: datetime | None
) -> Message | None:
    author, content = _object(message, "author"), _object(message, "content")
    role, parts = text_in(author, "role"), content.get("parts")
    is_said = (
        role in {USER, ASSISTANT}
        and text_in(content, "content_type") in _SPOKEN
        and _is_shown(message)
        and not str(_object(author, "metadata").get("real_author") or "").startswith("tool")
    )
    if not is_said or not isinstance(parts, list):
        return None
    words = own_words("\n\n".join(text for part in parts if (text := _part(part))))
    message_id = id_in(message, "id") or id_in(node, "id")
    return Message(1, str(role), words, at, id=message_id, topic=topic) if words else None


def _part(part: Any) -> str:
    """The words of a part, written or spoken."""
    if isinstance(part, dict) and part.get("content_type") == _HEARD:
        return text_in(part, "text") or ""
    return part if isinstance(part, str) else ""


def _is_shown(message: Mapping[str, Any]) -> bool:
    metadata = _object(message, "metadata")
    is_hidden = metadata.get("is_visually_hidden_from_conversation") or metadata.get(
        "is_user_system_message"
    )
    to, channel = message.get("recipient"), message.get("channel")
    is_out = (to is None or isinstance(to, str)) and (channel is None or isinstance(channel, str))
    return not is_hidden and is_out and to in _TO_ALL and channel in _OUT_LOUD


def _object(value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = value.get(key)
    return found if isinstance(found, dict) else {}
