"""Which conversations are read, and which could be."""

from pathlib import Path

import pytest

from memctl.config import load_settings
from tests.helpers.talks import CLAW_HEAD, claw_line, set_source
from tests.helpers.trees import read_tree

MOVED = "My friend Mina Okafor moved to Porto."


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    """The user's home with sessions of two programs."""
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    home = tmp_path / "home"
    for name in (".openclaw/agents/main/sessions/s1.jsonl", ".codex/sessions/2026/rollout-1.jsonl"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    return home


@pytest.fixture
def life(tmp_path) -> Path:
    (tmp_path / "life" / "areas").mkdir(parents=True)
    return tmp_path / "life"


def test_the_places_of_programs_are_found(memctl, life):
    report = memctl("-w", life, "sources", "detect", "--json").json

    assert [(s["kind"], s["path"], s["files"], s["isSet"]) for s in report["sources"]] == [
        ("openclaw", "~/.openclaw/agents", 1, False),
        ("codex", "~/.codex/sessions", 1, False),
    ]
    assert not (life / "memctl.toml").exists()


def test_what_is_found_is_added_once(memctl, life):
    (life / "memctl.toml").write_text('[time]\nzone = "UTC"', encoding="utf-8")

    memctl("-w", life, "sources", "detect", "--add")
    again = memctl("-w", life, "sources", "detect", "--add", "--json").json

    text = (life / "memctl.toml").read_text(encoding="utf-8")
    assert text.startswith('[time]\nzone = "UTC"\n\n[[sources]]\npath = "~/.openclaw/agents"\n')
    assert [s.name for s in load_settings(life, {}).sources] == ["openclaw", "codex"]
    assert again["lines"] == []
    assert all(source["isSet"] for source in again["sources"])


def test_a_preview_of_adding_writes_nothing(memctl, life):
    before = read_tree(life)

    out = memctl("-w", life, "sources", "detect", "--add", "--dry-run").out

    assert "For memctl.toml:" in out
    assert read_tree(life) == before


def test_a_name_that_is_taken_is_not_given_again(memctl, life):
    set_source(life, "../chats", "jsonl", name="openclaw")

    memctl("-w", life, "sources", "detect", "--add")

    names = [s.name for s in load_settings(life, {}).sources]
    assert names == ["openclaw", "openclaw-2", "codex"]


def test_a_program_may_have_been_told_to_keep_them_elsewhere(memctl, life, home, monkeypatch):
    monkeypatch.setenv("CODEX_HOME", str(home / "elsewhere"))
    (home / ".codex").rename(home / "elsewhere")

    report = memctl("-w", life, "sources", "detect", "--json").json

    assert [s["path"] for s in report["sources"]] == ["~/.openclaw/agents", "~/elsewhere/sessions"]


def test_the_list_says_what_waits(memctl, life):
    assert "No sources are set" in memctl("-w", life, "sources", "list").out
    set_source(life, "~/.openclaw/agents")

    before = memctl("-w", life, "sources", "list").out
    memctl("-w", life, "heartbeat")
    after = memctl("-w", life, "sources", "list").out

    assert before.endswith("~/.openclaw/agents  1 file, 1 block waiting, oldest 2026-01-05\n")
    assert after == "openclaw  openclaw  ~/.openclaw/agents  1 file, all read\n"


def test_what_waits_in_conversations_is_told_by_status(memctl, life):
    set_source(life, "~/.openclaw/agents")

    report = memctl("-w", life, "status", "--json").json

    assert (report["waiting"], report["oldestWaiting"]) == (1, "2026-01-05")


def test_check_names_a_source_that_is_not_there(memctl, life):
    set_source(life, "../nowhere", "codex")

    (problem,) = memctl("-w", life, "check", "--json").json["problems"]

    assert (problem["slug"], problem["level"], problem["path"]) == (
        "source-missing",
        "warning",
        "source:codex",
    )
