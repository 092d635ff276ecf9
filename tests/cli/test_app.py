import json
import subprocess
import sys

import pytest
from typer.main import get_command

from memctl.cli import app, keeping
from tests.helpers.trees import read_tree, write_tree

HOLDER = """
import os, sys
from pathlib import Path
from memctl.workspace.layout import read_layout
from memctl.workspace.lock import locked
with locked(read_layout(Path(sys.argv[1]), os.environ), "somebody"):
    print("held", flush=True)
    sys.stdin.read()
"""
HEAVY = ("litellm", "pydantic", "rich", "watchdog", "pypinyin", "rapidfuzz", "textual")


@pytest.mark.parametrize(
    "words",
    [
        ("-w", "ROOT", "--json", "fact", "list"),
        ("fact", "-w", "ROOT", "--json", "list"),
        ("fact", "list", "--json", "-w", "ROOT"),
        ("--json", "fact", "list", "--workspace=ROOT"),
    ],
    ids=" ".join,
)
def test_shared_options_stand_before_or_after_the_command(memctl, workspace, words):
    result = memctl(*(word.replace("ROOT", str(workspace)) for word in words))

    assert len(result.json["facts"]) > 0


def test_a_dry_run_may_be_asked_for_before_the_command(memctl, workspace):
    before = read_tree(workspace)

    memctl("--dry-run", "-w", workspace, "note", "x")

    assert read_tree(workspace) == before


def test_json_is_one_object_on_stdout_and_nothing_else(memctl, workspace):
    result = memctl("-w", workspace, "heartbeat", "--json")

    assert {"changes", "problems", "review", "commit"} <= set(result.json)
    assert result.err == ""


def test_an_error_is_one_object_on_stderr(memctl, workspace):
    result = memctl("-w", workspace, "fact", "show", "nope", "--json")

    assert set(result.error) == {"slug", "message", "hint", "exitCode"}
    assert result.out == ""


def test_a_bug_keeps_its_traceback_and_exits_70(memctl, workspace, monkeypatch):
    def broken(*_words: object, **_options: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(keeping, "heartbeat", broken)

    result = memctl("-w", workspace, "heartbeat")

    assert result.code == 70
    assert "ZeroDivisionError" in result.err
    assert "please report" in result.err


def test_an_interrupted_command_exits_130(memctl, workspace, monkeypatch):
    def stopped(*_words: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(keeping, "heartbeat", stopped)

    assert memctl("-w", workspace, "heartbeat").code == 130


def test_a_reader_who_goes_away_is_no_error(workspace):
    call = [sys.executable, "-m", "memctl", "-w", str(workspace), "fact", "list", "--all"]
    memctl = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    memctl.stdout.close()

    said = memctl.communicate()[1]

    assert (memctl.returncode, said) == (0, "")


def test_a_settings_file_that_cannot_be_meant_exits_78(memctl, tmp_path):
    root = write_tree(tmp_path, {"memctl.toml": "[time]\nzone = 'Nowhere/Land'\n"})

    result = memctl("-w", root, "status", "--json")

    assert (result.code, result.error["slug"]) == (78, "settings")


def test_a_second_memctl_waits_and_then_says_for_whom(memctl, workspace, monkeypatch):
    monkeypatch.setenv("MEMCTL_LOCK_TIMEOUT", "0")
    call = [sys.executable, "-c", HOLDER, str(workspace)]
    holder = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "held\n"

    result = memctl("-w", workspace, "note", "x", "--json")

    holder.communicate("")
    assert (result.code, result.error["slug"]) == (75, "busy")
    assert "somebody" in result.error["message"]


@pytest.mark.parametrize("words", [("--help",), ("fact", "list", "--help")], ids=" ".join)
def test_help_imports_nothing_heavy(words):
    code = (
        "import sys, json\n"
        "from memctl.cli.app import main\n"
        f"main({list(words)!r})\n"
        f"print(json.dumps([m for m in {HEAVY!r} if m in sys.modules]), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert json.loads(done.stderr) == []


def test_main_takes_the_words_of_the_process_when_none_are_given(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["memctl", "--version"])

    assert app.main() == 0
    assert capsys.readouterr().out.startswith("memctl ")


def test_every_page_answers_to_the_words_that_its_table_names():
    for words in app.PAGES.values():
        assert set(get_command(app.program(words[0])).commands) == set(words)


def test_help_is_a_word_too(memctl):
    assert memctl("help").out == memctl("--help").out
    assert memctl("help", "recall").out == memctl("recall", "--help").out
