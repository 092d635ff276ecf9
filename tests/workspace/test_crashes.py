"""A disk that fails and a process that dies, at every call that applying makes."""

import contextlib
import json
import os
import shutil
import signal
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from memctl.errors import CannotWrite, ExternallyChanged, FileInvalid
from memctl.workspace import atomic
from memctl.workspace.applying import apply
from memctl.workspace.journal.undoing import has_pending, recover, recover_if_free, undo_last
from memctl.workspace.lock import locked
from memctl.workspace.reading.snapshot import observe
from tests.helpers.disks import Calls, in_child, kill, no_space
from tests.helpers.trees import read_tree
from tests.workspace.lives import NOW, forget_locks, lay_out, look, plan_of_each_kind, small_plan


def tree(root: Path) -> dict[str, str]:
    """The files below `root`, which is deleted: thousands of them would be left."""
    files = read_tree(root, ledgers=True)
    shutil.rmtree(root)
    return {name: text for name, text in files.items() if "/cache/" not in name}


@pytest.fixture
def states(tmp_path) -> tuple[dict[str, str], dict[str, str]]:
    """The files before and after the whole plan."""
    layout = lay_out(tmp_path / "model")
    before = tree(layout.root)
    lay_out(tmp_path / "model")
    apply(plan_of_each_kind(), observe(layout), job="test", now=NOW)
    return before, tree(layout.root)


@pytest.fixture(autouse=True)
def _fast_disk(monkeypatch):
    """A killed process needs no fsync to be read after; only its call counts here."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


def no_exchange(monkeypatch) -> None:
    monkeypatch.setattr(atomic, "_system_call", lambda: None)


def no_links(monkeypatch) -> None:
    no_exchange(monkeypatch)

    def refuse(*_args: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(atomic.os, "link", refuse)


FILE_SYSTEMS = pytest.mark.parametrize(
    "file_system",
    [lambda _: None, no_exchange, no_links],
    ids=["exchange", "no-exchange", "no-links"],
)


def outcomes_of(run: Callable[[int], tuple[dict[str, str], bool]]) -> list[dict[str, str]]:
    """What is left when the first, the second, … call goes wrong, until none does."""
    found = []
    for at in count(1):
        left, went_wrong = run(at)
        found.append(left)
        if not went_wrong:
            return found
    raise AssertionError


@FILE_SYSTEMS
def test_a_call_that_fails_leaves_the_old_files(tmp_path, states, monkeypatch, file_system):
    file_system(monkeypatch)

    found = outcomes_of(lambda at: fail_at(tmp_path / str(at), at))

    assert len(found) > 60
    assert [left for left in found if left not in states] == []
    assert found[-1] == states[1]


def fail_at(root: Path, at: int) -> tuple[dict[str, str], bool]:
    layout = lay_out(root)
    snapshot = observe(layout)
    _ = snapshot.graph
    refused = contextlib.suppress(CannotWrite, FileInvalid, ExternallyChanged)
    with Calls(at, no_space) as calls, refused:
        apply(plan_of_each_kind(), snapshot, job="test", now=NOW)
    recover(layout)
    assert not has_pending(layout)
    return tree(root), calls.count >= at


@pytest.mark.parametrize("file_system", [lambda _: None, no_links], ids=["exchange", "no-links"])
def test_after_a_kill_the_next_command_finishes_or_takes_back(
    tmp_path, states, monkeypatch, file_system
):
    file_system(monkeypatch)

    found = outcomes_of(lambda at: killed_at(tmp_path / str(at), at))

    assert len(found) > 60
    assert [left for left in found if left not in states] == []
    assert states[0] in found
    assert states[1] in found[:-10]


def killed_at(root: Path, at: int) -> tuple[dict[str, str], bool]:
    layout = lay_out(root)
    ended_by = in_child(lambda: apply_and_die(root, at))
    assert all_parse(root)
    recover(layout)
    assert not has_pending(layout)
    return tree(root), ended_by == signal.SIGKILL


def apply_and_die(root: Path, at: int) -> None:
    with Calls(at, kill):
        apply(plan_of_each_kind(), look(root), job="test", now=NOW)


def all_parse(root: Path) -> bool:
    for path in root.rglob("*.json"):
        json.loads(path.read_bytes())
    return not [p for p in look(root).problems if p.level == "error"]


def test_a_kill_during_undo_is_put_right_by_the_next_command(tmp_path):
    layout = lay_out(tmp_path / "model")
    apply(small_plan(), observe(layout), job="test", now=NOW)
    after, before = tree(layout.root), tree(lay_out(tmp_path / "model").root)

    found = outcomes_of(lambda at: undone_at(tmp_path / str(at), at))

    assert len(found) > 40
    assert [left for left in found if left not in (before, after)] == []
    assert found[-1] == before


def undone_at(root: Path, at: int) -> tuple[dict[str, str], bool]:
    layout = lay_out(root)
    apply(small_plan(), observe(layout), job="test", now=NOW)
    ended_by = in_child(lambda: undo_and_die(root, at))
    recover(layout)
    assert not has_pending(layout)
    return tree(root), ended_by == signal.SIGKILL


def undo_and_die(root: Path, at: int) -> None:
    with Calls(at, kill):
        undo_last(look(root).layout, now=NOW)


def test_a_kill_while_a_crash_is_put_right_is_put_right_too(tmp_path, states):
    found = outcomes_of(lambda at: twice_killed(tmp_path / str(at), 65, at))

    assert [left for left in found if left not in states] == []


def twice_killed(root: Path, first: int, second: int) -> tuple[dict[str, str], bool]:
    layout = lay_out(root)
    in_child(lambda: apply_and_die(root, first))
    ended_by = in_child(lambda: recover_and_die(root, second))
    recover(layout)
    assert not has_pending(layout)
    return tree(root), ended_by == signal.SIGKILL


def recover_and_die(root: Path, at: int) -> None:
    with Calls(at, kill):
        recover(look(root).layout)


def test_a_command_that_only_reads_puts_a_crash_right_unless_somebody_is_at_work(tmp_path):
    layout = lay_out(tmp_path)
    in_child(lambda: apply_and_die(tmp_path, 65))

    with locked(layout, "memctl weekly"):
        ended = in_child(lambda: expect_nothing_done(tmp_path))
    assert ended == 0
    assert has_pending(layout)
    assert recover_if_free(layout).said != ()
    assert not has_pending(layout)


def expect_nothing_done(root: Path) -> None:
    forget_locks()
    assert recover_if_free(look(root).layout).said == ()
