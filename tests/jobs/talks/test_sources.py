"""Which conversations are read, and which could be."""

import os
from pathlib import Path

import pytest

from memctl.config.loading import load_settings
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


def test_paths_outside_are_used_once_they_are_allowed(memctl, life, tmp_path):
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / "2026-01-31.md").write_text("- My friend Mina Okafor lives in Porto.\n")
    (life / "memctl.toml").write_text(f'[paths]\nnotes = "{other}"\n', encoding="utf-8")
    before = read_tree(tmp_path)

    for words in (("heartbeat",), ("recall", "Mina"), ("context", "Mina"), ("note", "x")):
        refused = memctl("-w", life, *words)
        assert (refused.code, f"sources allow --write {other}" in refused.err) == (78, True)
    assert read_tree(tmp_path) == before
    memctl("-w", life, "sources", "allow", other)
    # Who lets conversations be read there has not let anything be written.
    assert memctl("-w", life, "heartbeat").code == 78
    said = memctl("-w", life, "sources", "allow", other, "--write")
    assert (said.code, f"may read and write {other}" in said.out) == (0, True)
    assert memctl("-w", life, "sources", "allow", other, "--write").out == "Nothing to change.\n"

    assert memctl("-w", life, "heartbeat").code == 0
    assert "Porto" in memctl("-w", life, "recall", "Mina").out


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


@pytest.fixture
def foreign(life) -> Path:
    """A workspace that came from somebody else, with settings of theirs."""
    table = '[[sources]]\npath = "~/.openclaw/agents"\nkind = "openclaw"\n'
    (life / "memctl.toml").write_text(table, encoding="utf-8")
    return life


def own(home: Path) -> Path:
    return home / ".config" / "memctl" / "config.toml"


@pytest.mark.parametrize("command", ["heartbeat", "check", "status"])
def test_what_a_workspace_names_outside_itself_is_not_read(memctl, foreign, command):
    report = memctl("-w", foreign, command, "--json")

    assert "Porto" not in report.out
    problems = report.json.get("problems", [])
    assert command == "status" or [p["slug"] for p in problems] == ["source-not-allowed"]
    assert "areas/people" not in read_tree(foreign)


def test_it_is_read_once_the_person_has_allowed_it(memctl, foreign, home):
    before = memctl("-w", foreign, "sources", "list").out
    preview = memctl("-w", foreign, "sources", "allow", "openclaw", "--dry-run")
    assert (preview.code, own(home).exists()) == (0, False)

    memctl("-w", foreign, "sources", "allow", "openclaw")
    again = memctl("-w", foreign, "sources", "allow", "openclaw", "--json").json

    assert before.splitlines()[0].endswith("not allowed")
    assert again["paths"] == []
    assert len(memctl("-w", foreign, "heartbeat", "--json").json["changes"]) == 2
    assert load_settings(None, {"HOME": str(home)}).allowed_sources[0].workspace == str(foreign)


def test_what_is_allowed_to_one_workspace_is_not_to_another(memctl, foreign, tmp_path):
    memctl("-w", foreign, "sources", "allow", "openclaw")
    other = tmp_path / "other"
    (other / "areas").mkdir(parents=True)
    (other / "memctl.toml").write_bytes((foreign / "memctl.toml").read_bytes())

    (problem,) = memctl("-w", other, "heartbeat", "--json").json["problems"]

    assert problem["slug"] == "source-not-allowed"


def test_a_workspace_cannot_allow_itself_anything(memctl, foreign):
    with (foreign / "memctl.toml").open("a") as file:
        file.write(f'[[allowed_sources]]\nworkspace = "{foreign}"\npath = "/"\n')

    refused = memctl("-w", foreign, "heartbeat")

    assert refused.code == 78
    assert "your own settings only" in refused.err


def test_a_link_in_the_workspace_opens_nothing(memctl, life, home):
    (life / "talks").symlink_to(home / ".openclaw" / "agents")
    (life / "memctl.toml").write_text('[[sources]]\npath = "talks"\nkind = "openclaw"\n')

    report = memctl("-w", life, "heartbeat", "--json").json

    assert "source-not-allowed" in {p["slug"] for p in report["problems"]}
    assert not report["changes"]


def test_what_the_persons_own_settings_name_is_allowed(memctl, foreign, home):
    own(home).parent.mkdir(parents=True)
    own(home).write_bytes((foreign / "memctl.toml").read_bytes())

    assert len(memctl("-w", foreign, "heartbeat", "--json").json["changes"]) == 2


def test_what_was_found_and_added_is_allowed(memctl, life):
    memctl("-w", life, "sources", "detect", "--add")

    assert "not allowed" not in memctl("-w", life, "sources", "list").out


@pytest.mark.parametrize("name", ["nobody", "../nowhere"])
def test_what_is_neither_source_nor_path_is_told(memctl, life, name):
    refused = memctl("-w", life, "sources", "allow", name)

    assert (refused.code, "none is set" in refused.err) == (2, True)


@pytest.mark.parametrize("word", ['"yes"', "1", "[]"])
def test_only_a_plain_word_lets_anything_be_written(memctl, foreign, home, word):
    own(home).parent.mkdir(parents=True)
    own(home).write_text(f'[[allowed_sources]]\nworkspace = "/a"\npath = "/b"\nwrite = {word}\n')

    assert memctl("-w", foreign, "heartbeat").code == 78


def test_what_the_person_saves_meanwhile_is_kept(memctl, foreign, home, monkeypatch):
    own(home).parent.mkdir(parents=True)
    own(home).write_text('[time]\nzone = "UTC"\n')
    sync = os.fsync
    saves = iter(["# mine\n"])

    def saved_meanwhile(handle):
        for line in saves:
            own(home).write_text(own(home).read_text() + line)
        sync(handle)

    monkeypatch.setattr(os, "fsync", saved_meanwhile)
    memctl("-w", foreign, "sources", "allow", "openclaw")

    text = own(home).read_text()
    assert text.startswith('[time]\nzone = "UTC"\n# mine\n')
    assert text.count("[[allowed_sources]]") == 1


def test_settings_that_cannot_take_it_keep_every_byte(memctl, foreign, home):
    own(home).parent.mkdir(parents=True)
    own(home).write_text("allowed_sources = []\n")

    refused = memctl("-w", foreign, "sources", "allow", "openclaw")

    assert refused.code == 78
    assert own(home).read_text() == "allowed_sources = []\n"
