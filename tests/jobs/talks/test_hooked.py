"""From a hook that was told of a conversation to a fact that the next session is told."""

import io
import json
import os
import sys

import pytest

from memctl.jobs.steps import open_desk
from memctl.jobs.talks.hooked import hooked_files
from tests.helpers.talks import allow

SAID = "I left Norwell Labs today. Oskar Brandt plays the cello."
ROWS = (
    {
        "type": "user",
        "sessionId": "s1",
        "uuid": "u1",
        "timestamp": "2026-01-31T09:00:00Z",
        "message": {"role": "user", "content": SAID},
    },
)


@pytest.fixture
def transcript(tmp_path):
    path = tmp_path / "claude" / "projects" / "-home-robin" / "s1.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


@pytest.fixture
def ended(memctl, workspace, monkeypatch, transcript):
    """The session has ended, and the host said so; its conversations may be read."""
    allow(workspace, transcript.parents[1])
    said = json.dumps({"session_id": "s1", "transcript_path": str(transcript)}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said)))
    memctl("-w", workspace, "hook", "run", "SessionEnd", "--host", "claude-code")


@pytest.mark.usefixtures("ended")
def test_heartbeat_reads_the_conversation_once(memctl, workspace):
    memctl("-w", workspace, "status", "--json")
    first = memctl("-w", workspace, "heartbeat", "--json").json
    second = memctl("-w", workspace, "heartbeat", "--json").json

    quoted = [e for c in first["changes"] for e in c["evidence"] if e["path"].startswith("source:")]
    assert {e["path"] for e in quoted} == {"source:claude-code/-home-robin/s1.jsonl"}
    assert second["changes"] == []


@pytest.mark.usefixtures("ended")
def test_the_quote_of_a_fact_is_found_again(memctl, workspace):
    changes = memctl("-w", workspace, "heartbeat", "--json").json["changes"]
    told = next(c for c in changes if c["after"] and "cello" in c["after"])

    card = memctl("-w", workspace, "why", f"{told['entity']}#{told['id']}", "--json").json
    assert card["evidence"][0]["isFound"]


@pytest.mark.usefixtures("ended")
def test_what_a_source_holds_already_is_read_there(memctl, workspace, transcript):
    home = transcript.parents[1]
    settings = workspace / "memctl.toml"
    settings.write_text(f'[[sources]]\nname = "mine"\nkind = "claude-code"\npath = "{home}"\n')

    changes = memctl("-w", workspace, "heartbeat", "--json").json["changes"]

    paths = {e["path"].split("/")[0] for c in changes for e in c["evidence"]}
    assert "source:mine" in paths
    assert "source:claude-code" not in paths


@pytest.mark.usefixtures("ended")
def test_a_conversation_that_is_gone_stops_nothing(memctl, workspace, transcript):
    transcript.unlink()

    assert memctl("-w", workspace, "heartbeat").code == 0


def test_a_ledger_that_says_nonsense_is_passed_over(memctl, workspace):
    cache = workspace / ".memctl" / "cache"
    cache.mkdir(parents=True)
    (cache / "transcripts.tsv").write_bytes(b"\xff\nclaude-code\trelative\n\t/etc\nx\t/dev/null\n")

    assert memctl("-w", workspace, "heartbeat").code == 0


@pytest.mark.usefixtures("ended")
def test_what_nobody_has_allowed_to_be_read_waits_and_says_so(memctl, workspace, transcript):
    own = workspace.parent / "home" / ".config" / "memctl" / "config.toml"
    own.unlink()

    shut = memctl("-w", workspace, "heartbeat", "--json").json
    (problem,) = [p for p in shut["problems"] if p["slug"] == "source-not-allowed"]
    memctl("-w", workspace, *problem["hint"].split()[-3:])
    opened = memctl("-w", workspace, "heartbeat", "--json").json

    assert "cello" not in str(shut["changes"])
    assert problem["hint"].endswith(f"sources allow {transcript.parents[1]}")
    assert "cello" in str(opened["changes"])


def test_what_a_host_says_was_said_before_a_group_is_marked(
    memctl, workspace, transcript, monkeypatch
):
    allow(workspace, transcript.parents[1])
    said = json.dumps({"session_id": "s1", "transcript_path": str(transcript)}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said)))
    memctl("-w", workspace, "hook", "run", "session-end", "--audience", "group")

    # "I" is not surely the user there, and Oskar's cello is not for every other group.
    report = memctl("-w", workspace, "heartbeat", "--json").json

    assert "Norwell" not in str([c["after"] for c in report["changes"] if "source:" in str(c)])


@pytest.mark.usefixtures("ended")
def test_a_conversation_that_was_told_of_for_two_audiences_is_read_once(workspace):
    layout = open_desk(str(workspace), environ=dict(os.environ)).layout
    told = layout.cache / "transcripts.tsv"
    told.write_text(told.read_text() + told.read_text().rstrip("\n") + "\tgroup\n")

    (file,) = hooked_files(layout)

    assert file.is_of_group
