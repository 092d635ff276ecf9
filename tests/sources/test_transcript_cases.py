"""Sessions and exports of five programs: what was said is read, and nothing else is."""

from datetime import UTC

import pytest

from memctl.sources.kinds import parse_conversation, recognised
from memctl.sources.message import read_instant
from memctl.sources.transcript import Days, make_note
from tests.helpers.cases import cases

KINDS = {
    "openclaw-v3": "openclaw",
    "claude-code": "claude-code",
    "chatgpt-export": "chatgpt",
    "claude-ai-export": "claude-ai",
    "generic": "jsonl",
}
FILES = {
    (ws, path): [t for t in expected["transcripts"] if t["path"] == path]
    for ws, expected in cases("transcripts")
    for path in {t["path"] for t in expected["transcripts"]}
}
NEVER = [
    pytest.param(ws, path, words, id=f"{path.rpartition('/')[2]}: {words}")
    for ws, expected in cases("transcripts")
    for path in sorted({t["path"] for t in expected["transcripts"]})
    for words in expected["never_fact"]
]
ids = [f"{ws.parent.name}/{path.rpartition('/')[2]}" for ws, path in FILES]


def messages_of(ws, path):
    text = (ws / path).read_text(encoding="utf-8")
    kind = recognised(text, path.rpartition("/")[2])
    return kind, *parse_conversation(kind, text, path)


@pytest.mark.parametrize(("ws", "path"), FILES, ids=ids)
def test_the_kind_is_told_by_what_a_file_holds(ws, path):
    kind, _, problems = messages_of(ws, path)

    assert kind.name == KINDS[FILES[ws, path][0]["format"]]
    assert problems == []


@pytest.mark.parametrize(("ws", "path"), FILES, ids=ids)
def test_every_turn_is_read_with_its_speaker_and_its_instant(ws, path):
    _, messages, _ = messages_of(ws, path)

    turns = [turn for talk in FILES[ws, path] for turn in talk["turns"]]
    assert [m.speaker for m in messages] == [t["role"] for t in turns]
    assert all(t["has"] in m.text for m, t in zip(messages, turns, strict=True))
    assert [m.at for m in messages] == [read_instant(t["at"]) for t in turns]


@pytest.mark.parametrize(("ws", "path", "words"), NEVER)
def test_what_nobody_said_is_in_no_block(ws, path, words):
    _, messages, _ = messages_of(ws, path)

    note = make_note(f"source:x/{path}", messages, Days(UTC))

    assert not [block for block in note.blocks if words in block.text]
