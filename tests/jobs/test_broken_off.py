"""What the next job says of one that broke off, and what a person hears while a job runs."""

import subprocess
import sys
from pathlib import Path

import pytest

from memctl.workspace.journal import transaction
from memctl.workspace.layout import read_layout
from memctl.workspace.lock import locked
from memctl.workspace.runs import read_runs
from tests.helpers.disks import in_child, kill
from tests.helpers.git import committed, git, versioned
from tests.helpers.trees import read_tree, write_tree
from tests.workspace.lives import forget_locks

ITEMS = "areas/people/ana/items.json"
BASE = '[\n  {"id": "ana-001", "fact": "Ana lives in Faro", "status": "active"}\n]\n'


@pytest.fixture
def life(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    return versioned(write_tree(tmp_path / "life", {ITEMS: BASE}))


def break_off(memctl, root: Path) -> None:
    """A job that is killed between its promise and its first write."""

    def add_and_die() -> None:
        transaction.go_forward = lambda _layout, _entry: kill()
        memctl("-w", root, "fact", "add", "ana", "Ana likes tea")

    in_child(add_and_die)
    forget_locks()


def test_the_next_job_says_what_was_finished_and_commits_it_as_no_hand_edit(life, memctl):
    break_off(memctl, life)

    report = memctl("-w", life, "fact", "add", "ana", "Ana rows", "--json").json

    assert ["Finished fact add" in notice for notice in report["notices"]] == [True]
    assert committed(life) == [".memctl/.gitignore", ITEMS]
    assert "hand edits" not in git(life, "log", "-1", "--format=%B")
    assert git(life, "status", "--porcelain") == ""
    assert read_tree(life)[ITEMS].count("Ana likes tea") == 1


def test_a_job_that_has_nothing_to_do_commits_it_too(life, memctl):
    break_off(memctl, life)

    report = memctl("-w", life, "heartbeat", "--json").json

    assert ["Finished fact add" in notice for notice in report["notices"]] == [True]
    assert report["changes"] == []
    assert ITEMS in committed(life)
    assert git(life, "status", "--porcelain") == ""


def test_who_waits_hears_for_whom(life):
    with locked(read_layout(life, {"HOME": str(life)}), "memctl weekly"):
        waiting = subprocess.Popen(
            [sys.executable, "-m", "memctl", "-w", str(life), "note", "Tea with Ana"],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        assert waiting.stderr is not None
        said = waiting.stderr.readline()
    waiting.communicate()

    assert said.startswith("memctl: Waiting for memctl weekly (process ")
    assert [run.job for run in read_runs(read_layout(life, {"HOME": str(life)}))] == ["note"]


def test_what_cannot_be_undone_is_said_before_it_is_done(life, memctl):
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    write_tree(life, {ITEMS: BASE.replace("Faro", f"Faro, token {token}")})

    result = memctl("-w", life, "fact", "retract", "ana-001")

    assert "memctl: This cannot be undone" in result.err
