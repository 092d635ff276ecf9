"""A file whose name is no text is named and left out; it stops nothing else."""

import json
import os

import pytest

from tests.helpers.trees import write_tree

ODD = os.fsdecode(b"caf\xe9")
FILES = {
    "areas/people/ida/items.json": '[{"id": "ida-001", "fact": "Ida works at Borea"}]\n',
    "areas/people/ida/summary.md": "# Ida\n",
    "memory/2026-03-03.md": "# 2026-03-03\n\n- Ida moved to Porto.\n",
    f"memory/2026-03-02-{ODD}.md": "# 2026-03-02\n\n- Ida moved to Bonn.\n",
    f"areas/people/{ODD}/items.json": '[{"id": "x-1", "fact": "X lives in Rome"}]\n',
    f"areas/people/ida/{ODD}.md": "# Ida\n",
    f"resources/{ODD}.md": "Ida grows roses.\n",
    f"chats/{ODD}.jsonl": json.dumps(
        {"role": "user", "content": "Ida speaks Danish.", "timestamp": "2026-03-01T09:00:00Z"}
    )
    + "\n",
    "memctl.toml": '[[sources]]\npath = "chats"\nname = "chats"\n',
}
WORDS = (
    *(("check",), ("heartbeat",), ("weekly",), ("recall", "Where does Ida live?"), ("status",)),
    *(("context", "Ida"), ("entity", "list"), ("note", "Rain"), ("sources", "list")),
)


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-04")
    return write_tree(tmp_path / os.fsdecode(b"lif\xe9"), FILES)


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_a_name_that_is_no_text_fails_no_command(memctl, root, words):
    assert memctl("-w", root, *words).code == 0


def test_it_is_named_and_everything_else_is_read(memctl, root):
    said = memctl("-w", root, "check", "--json").json["problems"]

    memctl("-w", root, "heartbeat")

    odd = sorted(p["path"] for p in said if p["slug"] == "name-not-text")
    people = ["areas/people/caf?", "areas/people/ida/caf?.md"]
    assert odd == [*people, "memory/2026-03-02-caf?.md", "resources/caf?.md"]
    rows = json.loads((root / "areas/people/ida/items.json").read_text())
    assert [row["fact"] for row in rows[1:]] == ["Ida speaks Danish.", "Ida moved to Porto."]
    assert rows[1]["evidence"][0]["path"] == "source:chats/caf?.jsonl"
    why = memctl("-w", root, "why", rows[1]["id"]).out
    assert "source:chats/caf?.jsonl:1 (2026-03-01): Ida speaks Danish." in why
