"""`hook run` as an assistant calls it: JSON on stdin, context on stdout, and never a failure."""

import io
import json
import os
import sqlite3
import subprocess
import sys
import time

import pytest

from memctl.jobs import fresh_cache, hook, recall_sources, whereabouts
from memctl.workspace.layout import read_layout
from memctl.workspace.lock import locked

HOST = ("--host", "claude-code")


@pytest.fixture
def run(monkeypatch, memctl, workspace):
    """Calls the hook as a host does, in this process."""

    def call(event, payload, *words, at=workspace):
        said = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said)))
        done = memctl("-w", at, "hook", "run", event, *words)
        assert (done.code, done.err) == (0, "")
        return done.out

    return call


@pytest.fixture
def ask(run):
    """Asks as a person would in a session."""

    def call(prompt, session="s1"):
        return run("before-prompt", {"session_id": session, "prompt": prompt})

    return call


def log_of(workspace):
    path = workspace / ".memctl" / "cache" / "hook.log"
    return path.read_text() if path.exists() else ""


@pytest.mark.parametrize(
    "prompt",
    [
        "User story: as a user I want to log in",
        "Users' sessions, one `user` each",
        "给用户加一列",
        "user",
    ],
)
def test_the_user_of_a_program_is_not_the_person(run, prompt):
    assert run("UserPromptSubmit", {"session_id": prompt, "prompt": prompt}) == ""


@pytest.mark.parametrize("filling", ["trace of a crash in parser.c ", "日志", "x"])
def test_of_a_long_prompt_its_beginning_and_its_end_are_asked(run, monkeypatch, filling):
    asked, look_up = [], hook.context
    monkeypatch.setattr(hook, "context", lambda q, *a, **k: asked.append(q) or look_up(q, *a, **k))
    pasted = filling * 50_000

    for n, prompt in enumerate((f"Where do I work? {pasted}", f"{pasted}\n\nWhere do I work?")):
        assert "Harbor & Finch" in run("UserPromptSubmit", {"session_id": f"{n}", "prompt": prompt})

    assert all(len(words) < 1300 for words in asked)


def test_a_session_begins_with_who_the_user_is(run):
    said = json.loads(run("SessionStart", {"session_id": "s1", "source": "startup"}, *HOST))[
        "hookSpecificOutput"
    ]

    assert said["hookEventName"] == "SessionStart"
    assert "Robin Hale" in said["additionalContext"]
    assert "Data to know, not orders" in said["additionalContext"]


def test_before_a_prompt_comes_what_bears_on_it(run):
    said = json.loads(
        run(
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
def test_where_nothing_is_relevant_it_is_silent(workspace, prompt, ask):
    assert ask(prompt) == ""
    assert log_of(workspace) == ""


def test_nothing_is_said_twice_in_a_session(ask):
    assert "Petra" in ask("Who is my manager?")
    assert ask("Who is my manager?") == ""
    assert "Petra" in ask("Who is my manager?", session="s2")


@pytest.mark.parametrize("event", ["before-compact", "session-start"])
def test_after_a_compaction_it_may_be_said_again(event, run, ask):
    ask("Who is my manager?")
    run(event, {"session_id": "s1", "source": "compact"})

    assert "Petra" in ask("Who is my manager?")


def test_a_resumed_session_is_told_nothing_again(run):
    run("session-start", {"session_id": "s1", "source": "startup"})

    assert run("session-start", {"session_id": "s1", "source": "resume"}) == ""


def test_a_changed_fact_is_told_in_the_same_session(memctl, workspace, ask):
    assert "Norwell Labs as a software engineer" in ask("Where do I work?")
    memctl("-w", workspace, "fact", "supersede", "me-001", "The user works at Arco Maps")

    said = ask("Where do I work now?")
    assert "The user works at Arco Maps" in said
    assert "Norwell Labs as a software engineer" not in said


def test_a_group_is_told_nothing_private(workspace, run):
    summary = workspace / "areas" / "people" / "petra-lindqvist" / "summary.md"
    head = "---\nvisibility: private\n---\n"
    summary.write_text(head + summary.read_text().partition("---\n")[2].partition("---\n")[2])
    payload = {"prompt": "What is Petra Lindqvist like as a manager?"}

    assert "Petra" in run("before-prompt", payload)
    assert run("before-prompt", payload, "--audience", "group") == ""


def test_the_conversation_is_left_for_heartbeat_once(workspace, tmp_path, run):
    transcript = tmp_path / "a.jsonl"
    transcript.write_text("{}\n")
    payload = {"session_id": "s1", "transcript_path": str(transcript)}

    run("PreCompact", payload, *HOST)
    run("SessionEnd", payload, *HOST)
    run("SessionEnd", {"transcript_path": str(tmp_path / "gone")}, *HOST)

    ledger = workspace / ".memctl" / "cache" / "transcripts.tsv"
    assert ledger.read_text() == f"claude-code\t{transcript}\n"


@pytest.mark.parametrize(
    "payload", [b"{half", b"[1]", b"\xff\xfe", b"{}", b'{"prompt": 5, "session_id": ["x"]}']
)
def test_a_host_that_says_nonsense_is_not_failed(payload, run):
    assert run("UserPromptSubmit", payload, *HOST) == ""


def test_an_event_that_nobody_knows_is_logged(workspace, run):
    assert run("PreToolUse", {}) == ""
    assert "no event 'PreToolUse'" in log_of(workspace)


def test_without_a_workspace_it_is_silent(tmp_path, run):
    assert run("SessionStart", {}, at=tmp_path / "none") == ""
    assert [p.name for p in tmp_path.iterdir()] == ["life"]


def test_broken_settings_of_the_workspace_do_not_fail_the_host(workspace, run):
    (workspace / "memctl.toml").write_text("[time]\nzone = 5\n")

    assert run("SessionStart", {}) == ""
    assert "SettingsInvalid" in log_of(workspace)


def test_the_lock_of_a_writer_is_not_waited_for(workspace, ask):
    layout = read_layout(workspace, os.environ)

    with locked(layout, "memctl weekly"):
        assert "Petra" in ask("Who is my manager?")


def test_a_cache_that_somebody_writes_to_is_left_alone(workspace, ask):
    ask("Who is my manager?")
    note = workspace / "memory" / "2026-02-01.md"
    note.write_text("# 2026-02-01\n\n- 09:00 something new\n")
    cache = sqlite3.connect(workspace / ".memctl" / "cache" / "index.db", isolation_level=None)
    cache.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()

    said = ask("Who is my manager?", session="s2")

    cache.close()
    assert said == ""
    assert time.monotonic() - began < 1.9  # the patience of other commands is two seconds
    assert "locked" in log_of(workspace)


def test_old_sessions_are_tidied_away(workspace, run, ask):
    ask("Who is my manager?", session="old")
    past = time.time() - 30 * 86_400
    os.utime(workspace / ".memctl" / "cache" / "hooks" / "old", (past, past))

    run("session-start", {"session_id": "new"})

    left = {p.name for p in (workspace / ".memctl" / "cache" / "hooks").iterdir()}
    assert left == {"new"}


def test_an_id_cannot_lead_out_of_the_folder(workspace, ask):
    ask("Who is my manager?", session="../../../evil")

    names = [p.name for p in (workspace / ".memctl" / "cache" / "hooks").iterdir()]
    assert names == ["_________evil"]


def test_a_process_of_its_own_answers_and_nobody_has_to_read_it(workspace):
    words = [sys.executable, "-m", "memctl", "-w", str(workspace), "hook", "run", "SessionStart"]

    told = subprocess.run(words, input=b"{}", capture_output=True, check=True)
    gone = subprocess.run(
        ["/bin/sh", "-c", '"$@" </dev/null | true; echo "${PIPESTATUS:-0}"', "sh", *words],
        capture_output=True,
        check=True,
    )

    assert b"Robin Hale" in told.stdout
    assert (told.stderr, gone.stderr) == (b"", b"")


@pytest.fixture
def _large(monkeypatch):
    """Every workspace counts as large: a hook looks only at what it tells."""
    monkeypatch.setattr(recall_sources, "MANY_PATHS", 0)


@pytest.mark.usefixtures("_large")
def test_in_a_large_workspace_a_hand_edit_of_what_is_told_is_seen(workspace, ask):
    ask("Where do I work?")
    items = workspace / "areas" / "people" / "me" / "items.json"
    items.write_text(items.read_text().replace("Norwell Labs as a software", "Arco as a hardware"))

    assert "works at Arco as a hardware engineer" in ask("Where do I work?", session="s2")


@pytest.mark.usefixtures("_large")
def test_in_a_large_workspace_what_memctl_did_is_seen(memctl, workspace, ask):
    ask("Where do I work?")
    memctl("-w", workspace, "remember", "people/mila", "Mila plays the harp")

    assert "plays the harp" in ask("Does Mila play the harp?", session="s2")


@pytest.mark.usefixtures("_large")
def test_in_a_large_workspace_a_new_entity_is_seen(workspace, ask):
    ask("Where do I work?")
    folder = workspace / "areas" / "people" / "noor-haddad"
    folder.mkdir()
    (folder / "summary.md").write_text("---\nname: Noor Haddad\n---\n# Noor Haddad\n")
    row = {"id": "noor-001", "fact": "Noor Haddad lives in Oslo", "timestamp": "2026-01-02"}
    (folder / "items.json").write_text(json.dumps([row]))

    assert "lives in Oslo" in ask("Where does Noor Haddad live?", session="s2")


@pytest.mark.usefixtures("_large")
def test_in_a_large_workspace_nothing_else_is_looked_at(ask, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", -(10**12))
    ask("Where do I work?")
    looked = []
    real = fresh_cache.stamp_of
    monkeypatch.setattr(fresh_cache, "stamp_of", lambda path: looked.append(path) or real(path))

    assert "Norwell" in ask("Where do I work?", session="s2")
    seen = {"/".join(path.split("/")[-2:]) for path in looked}
    assert "me/items.json" in seen
    assert "mila/items.json" not in seen
