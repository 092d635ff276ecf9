"""Claude.ai's export: `conversations.json`, each with its `chat_messages`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from memctl.sources.message import (
    ASSISTANT,
    USER,
    Message,
    joined_texts,
    read_instant,
    text_in,
)
from memctl.sources.noise import own_words
from memctl.sources.rows import conversations, objects

_SPEAKERS = {"human": USER, "user": USER, "assistant": ASSISTANT}


def is_claude_ai(value: Any) -> bool:
    """Is this such an export?"""
    return any(isinstance(c.get("chat_messages"), list) for c in conversations(value))


def parse_claude_ai(value: Any) -> Iterator[Message]:
    """What was said in every conversation; attachments, thinking and tools are left out."""
    for talk in conversations(value):
        topic = text_in(talk, "name", "uuid")
        for message in _branch(talk, tuple(objects(talk.get("chat_messages")))):
            speaker = _SPEAKERS.get(str(message.get("sender")))
            content = message.get("content")
            # Where there are parts, `text` holds what the tools gave as well.
            text = joined_texts(content) if content else text_in(message, "text") or ""
            words = own_words(text)
            if speaker and words:
                at = read_instant(message.get("created_at"))
                yield Message(1, speaker, words, at, id=text_in(message, "uuid"), topic=topic)


def _branch(
    talk: Mapping[str, Any], messages: Sequence[Mapping[str, Any]]
) -> Sequence[Mapping[str, Any]]:
    """The messages of the branch that was gone on with, where the export says which."""
    by_id = {message.get("uuid"): message for message in messages if text_in(message, "uuid")}
    at = talk.get("current_leaf_message_uuid")
    path: list[Mapping[str, Any]] = []
    while isinstance(at, str) and at in by_id:
        message = by_id.pop(at)
        path.append(message)
        at = message.get("parent_message_uuid")
    return path[::-1] or messages
