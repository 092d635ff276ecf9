"""Conversations read once, by hand."""

import json
import shutil
from pathlib import Path

import pytest

from tests.helpers.talks import CLAW_HEAD, claw_line, set_source
from tests.helpers.trees import read_tree

CASES = Path(__file__).parents[2] / "cases" / "transcripts"
MOVED = "My friend Mina Okafor moved to Porto."


@pytest.fixture
def life(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-10")
    root = tmp_path / "life"
    (root / "areas").mkdir(parents=True)
    (root / "memctl.toml").write_text('[time]\nzone = "UTC"\n', encoding="utf-8")
    return root


def talk(path: Path, *texts: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = ({"role": "user", "content": text, "timestamp": "2026-01-05"} for text in texts)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def fact_of(life: Path) -> dict:
    path = life / "areas/people/mina-okafor/items.json"
    return json.loads(path.read_text(encoding="utf-8"))[0]


def test_a_preview_shows_what_would_be_filed_and_writes_nothing(memctl, life, tmp_path):
    chat = talk(tmp_path / "chat.jsonl", MOVED, "Rain.")
    before = read_tree(life)

    report = memctl("-w", life, "import", chat, "--dry-run")

    assert f"+ people/mina-okafor#mina-okafor-001 {MOVED}" in report.out
    assert "Read 2 messages in 1 conversation file." in report.out
    assert read_tree(life) == before


def test_an_import_files_what_lasts_and_a_second_one_nothing(memctl, life, tmp_path):
    chat = talk(tmp_path / "chat.jsonl", MOVED)

    memctl("-w", life, "import", chat)
    again = memctl("-w", life, "import", chat)

    assert fact_of(life)["source"] == "conversation"
    assert fact_of(life)["evidence"][0]["path"] == "source:import/chat.jsonl"
    assert "1 block of it read before" in again.out
    assert "nothing new; nothing was written" in again.out


def test_evidence_below_the_workspace_is_found_again(memctl, life):
    chat = talk(life / "exports" / "old" / "chat.jsonl", "Rain.", MOVED)

    memctl("-w", life, "import", chat.parent)

    found = memctl("-w", life, "why", "mina-okafor-001", "--json").json["evidence"][0]
    assert (found["path"], found["line"]) == ("source:import/exports/old/chat.jsonl", 2)
    assert found["isFound"]
    chat.unlink()
    assert not memctl("-w", life, "why", "mina-okafor-001", "--json").json["evidence"][0]["isFound"]


def test_a_file_of_a_source_is_read_as_the_sources(memctl, life):
    session = life.parent / "talks" / "s1.jsonl"
    session.parent.mkdir()
    session.write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    set_source(life, "../talks")

    memctl("-w", life, "import", session)

    assert fact_of(life)["evidence"][0]["path"] == "source:openclaw/s1.jsonl"
    assert "nothing new" in memctl("-w", life, "heartbeat").out


@pytest.mark.parametrize("case", sorted(p.name for p in CASES.iterdir()))
def test_a_folder_of_any_kind_is_read_by_what_it_holds(memctl, life, case):
    report = memctl("-w", life, "import", CASES / case / "ws", "--json").json

    assert report["notices"][0].startswith("Read ")
    assert report["problems"] == []


def test_messages_without_a_day_take_the_one_that_is_said(memctl, life, tmp_path):
    chat = tmp_path / "chat.md"
    chat.write_text(f"user: {MOVED}\n\nassistant: Noted.\n", encoding="utf-8")

    first = memctl("-w", life, "import", chat, "--json").json
    memctl("-w", life, "import", chat, "--day", "2026-02-03")

    assert [p["slug"] for p in first["problems"]] == ["undated-message"]
    assert fact_of(life)["timestamp"] == "2026-02-03"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nowhere.jsonl"], (2, "usage")),
        (["{chat}", "--kind", "fax"], (2, "usage")),
        (["{page}"], (65, "file-invalid")),
        (["{empty}"], (65, "file-invalid")),
    ],
)
def test_what_cannot_be_imported_is_told(memctl, life, tmp_path, words, told):
    chat = talk(tmp_path / "chat.jsonl", MOVED)
    page = tmp_path / "page.md"
    page.write_text("# Shopping\n\n- rice\n", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    places = {"chat": chat, "page": page, "empty": tmp_path / "empty"}

    result = memctl("-w", life, "import", *(w.format(**places) for w in words), "--json")

    assert (result.code, result.error["slug"]) == told


def test_an_export_with_a_secret_leaves_it_out(memctl, life, tmp_path):
    key = "ghp_" + "a1B2" * 9
    chat = talk(tmp_path / "chat.jsonl", f"My GitHub token is {key}, from now on.", MOVED)

    memctl("-w", life, "import", chat)

    assert not [text for text in read_tree(life, ledgers=True).values() if key in text]


def test_an_import_can_be_taken_back(memctl, life, tmp_path):
    chat = talk(tmp_path / "chat.jsonl", MOVED)
    memctl("-w", life, "import", chat)

    memctl("-w", life, "undo")

    assert not (life / "areas/people/mina-okafor").exists()
    assert MOVED in memctl("-w", life, "import", chat, "--dry-run").out


def test_a_copy_of_the_example_stays_as_it_is(memctl, life, tmp_path):
    place = tmp_path / "case"
    shutil.copytree(CASES / "openclaw-v3", place)
    before = read_tree(place)

    memctl("-w", life, "import", place / "ws" / "agents")

    assert read_tree(place) == before
