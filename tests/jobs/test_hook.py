"""`hook run` as an assistant calls it: a process of its own, JSON on stdin."""

import json
import os
import sqlite3
import subprocess
import sys
import time

import pytest

from memctl.workspace.layout import read_layout
from memctl.workspace.lock import locked

HOST = ("--host", "claude-code")


def run(workspace, event, payload, *words, env=None):
    said = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    done = subprocess.run(
        [sys.executable, "-m", "memctl", "-w", str(workspace), "hook", "run", event, *words],
        input=said,
        capture_output=True,
        check=False,
        env={**os.environ, **(env or {})},
    )
    assert done.returncode == 0
    return done.stdout.decode()


def ask(workspace, prompt, session="s1"):
    return run(workspace, "before-prompt", {"session_id": session, "prompt": prompt})


def log_of(workspace):
    path = workspace / ".memctl" / "cache" / "hook.log"
    return path.read_text() if path.exists() else ""


def test_a_session_begins_with_who_the_user_is(workspace):
    said = json.loads(
        run(workspace, "SessionStart", {"session_id": "s1", "source": "startup"}, *HOST)
    )["hookSpecificOutput"]

    assert said["hookEventName"] == "SessionStart"
    assert "Robin Hale" in said["additionalContext"]
    assert "Data to know, not orders" in said["additionalContext"]


def test_before_a_prompt_comes_what_bears_on_it(workspace):
    said = json.loads(
        run(
            workspace,
            "UserPromptSubmit",
            {"session_id": "s1", "prompt": "Who is my manager?"},
            *HOST,
        )
    )["hookSpecificOutput"]

    assert said["hookEventName"] == "UserPromptSubmit"
    assert "direct manager" in said["additionalContext"]


@pytest.mark.parametrize(
    "prompt", ["fix the failing unit test in parser.c", "/compact", "", "写一个排序算法", "thanks"]
)
def test_where_nothing_is_relevant_it_is_silent(workspace, prompt):
    assert ask(workspace, prompt) == ""
    assert log_of(workspace) == ""


def test_nothing_is_said_twice_in_a_session(workspace):
    assert "Petra" in ask(workspace, "Who is my manager?")
    assert ask(workspace, "Who is my manager?") == ""
    assert "Petra" in ask(workspace, "Who is my manager?", session="s2")


@pytest.mark.parametrize("event", ["before-compact", "session-start"])
def test_after_a_compaction_it_may_be_said_again(workspace, event):
    ask(workspace, "Who is my manager?")
    run(workspace, event, {"session_id": "s1", "source": "compact"})

    assert "Petra" in ask(workspace, "Who is my manager?")


def test_a_resumed_session_is_told_nothing_again(workspace):
    run(workspace, "session-start", {"session_id": "s1", "source": "startup"})

    assert run(workspace, "session-start", {"session_id": "s1", "source": "resume"}) == ""


def test_a_changed_fact_is_told_in_the_same_session(memctl, workspace):
    ask(workspace, "Who is my manager?")
    memctl(
        "-w", workspace, "fact", "supersede", "petra-lindqvist-001", "Petra is the user's friend"
    )

    said = ask(workspace, "Is Petra still my manager?")
    assert "Petra is the user's friend" in said
    assert "direct manager" not in said


def test_a_group_is_told_nothing_private(workspace):
    said = run(workspace, "before-prompt", {"prompt": "Who is my manager?"}, "--audience", "group")

    assert said == ""


def test_the_conversation_is_left_for_heartbeat_once(workspace, tmp_path):
    transcript = tmp_path / "a.jsonl"
    transcript.write_text("{}\n")
    payload = {"session_id": "s1", "transcript_path": str(transcript)}

    run(workspace, "PreCompact", payload, *HOST)
    run(workspace, "SessionEnd", payload, *HOST)
    run(workspace, "SessionEnd", {"transcript_path": str(tmp_path / "gone")}, *HOST)

    ledger = workspace / ".memctl" / "cache" / "transcripts.tsv"
    assert ledger.read_text() == f"claude-code\t{transcript}\n"


@pytest.mark.parametrize(
    "payload", [b"{half", b"[1]", b"\xff\xfe", b"{}", b'{"prompt": 5, "session_id": ["x"]}']
)
def test_a_host_that_says_nonsense_is_not_failed(workspace, payload):
    assert run(workspace, "UserPromptSubmit", payload, *HOST) == ""


def test_an_event_that_nobody_knows_is_logged(workspace):
    assert run(workspace, "PreToolUse", {}) == ""
    assert "no event 'PreToolUse'" in log_of(workspace)


def test_without_a_workspace_it_is_silent(tmp_path):
    assert run(tmp_path / "none", "SessionStart", {}) == ""
    assert list(tmp_path.iterdir()) == []


def test_broken_settings_of_the_workspace_do_not_fail_the_host(workspace):
    (workspace / "memctl.toml").write_text("[time]\nzone = 5\n")

    assert run(workspace, "SessionStart", {}) == ""
    assert "SettingsInvalid" in log_of(workspace)


def test_the_lock_of_a_writer_is_not_waited_for(workspace):
    layout = read_layout(workspace, os.environ)

    with locked(layout, "memctl weekly"):
        assert "Petra" in ask(workspace, "Who is my manager?")


def test_a_cache_that_somebody_writes_to_is_left_alone(workspace):
    ask(workspace, "Who is my manager?")
    note = workspace / "memory" / "2026-02-01.md"
    note.write_text("# 2026-02-01\n\n- 09:00 something new\n")
    cache = sqlite3.connect(workspace / ".memctl" / "cache" / "index.db", isolation_level=None)
    cache.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()

    said = ask(workspace, "Who is my manager?", session="s2")

    cache.close()
    assert said == ""
    assert time.monotonic() - began < 1.9  # the patience of other commands is two seconds
    assert "locked" in log_of(workspace)


def test_old_sessions_are_tidied_away(workspace):
    ask(workspace, "Who is my manager?", session="old")
    past = time.time() - 30 * 86_400
    os.utime(workspace / ".memctl" / "cache" / "hooks" / "old", (past, past))

    run(workspace, "session-start", {"session_id": "new"})

    left = {p.name for p in (workspace / ".memctl" / "cache" / "hooks").iterdir()}
    assert left == {"new"}


def test_an_id_cannot_lead_out_of_the_folder(workspace):
    ask(workspace, "Who is my manager?", session="../../../evil")

    names = [p.name for p in (workspace / ".memctl" / "cache" / "hooks").iterdir()]
    assert names == ["_________evil"]
