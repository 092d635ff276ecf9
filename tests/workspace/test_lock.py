"""One writer at a time; nobody waits for the dead."""

import errno
import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from memctl.errors import Busy, CannotWrite, ExternallyChanged
from memctl.graph.ids import next_id
from memctl.graph.plan import AddFact, AppendNote, Plan
from memctl.workspace.applying import apply
from memctl.workspace.layout import Layout, read_layout
from memctl.workspace.lock import holder, locked
from memctl.workspace.reading.snapshot import observe
from tests.helpers.disks import in_child, kill, spawn
from tests.workspace.lives import (
    FILES,
    MARTA,
    NOTE,
    NOW,
    TODAY,
    forget_locks,
    lay_out,
    look,
    new_fact,
)


def layout_of(root: Path, timeout: str = "0.1") -> Layout:
    return read_layout(root, {"HOME": str(root), "MEMCTL_LOCK_TIMEOUT": timeout})


def test_who_waits_too_long_is_told_for_whom(tmp_path):
    lay_out(tmp_path)
    said = []
    with locked(layout_of(tmp_path), "memctl weekly"):
        ended = in_child(lambda: expect_busy(tmp_path))
        said.append(holder(tmp_path / ".memctl/cache/lock"))

    assert ended == 0
    assert said[0].startswith(f"memctl weekly (process {os.getpid()}, since 2")


def expect_busy(root: Path) -> None:
    forget_locks()
    with pytest.raises(Busy, match="memctl weekly"), locked(layout_of(root), "memctl note"):
        pass


def test_waiting_is_said_once(tmp_path):
    lay_out(tmp_path)
    said: list[str] = []
    freed = threading.Event()

    with locked(layout_of(tmp_path), "memctl weekly"):
        child = spawn(lambda: wait_loudly(tmp_path, said))
        freed.wait(0.9)
    assert os.waitpid(child, 0)[1] == 0


def wait_loudly(root: Path, said: list[str]) -> None:
    forget_locks()
    with locked(layout_of(root, "20"), "memctl note", say=said.append):
        assert [words[:26] for words in said] == ["Waiting for memctl weekly "]


def test_the_lock_of_a_killed_process_is_free(tmp_path):
    lay_out(tmp_path)

    assert in_child(lambda: die_holding(tmp_path)) == signal.SIGKILL
    with locked(layout_of(tmp_path), "memctl note"):
        pass


def die_holding(root: Path) -> None:
    with locked(layout_of(root), "memctl weekly"):
        kill()


def test_the_same_thread_may_take_it_again_and_another_waits(tmp_path):
    layout = layout_of(tmp_path)
    caught: list[Busy] = []

    def other() -> None:
        try:
            with locked(layout, "other"):
                pass
        except Busy as error:
            caught.append(error)

    with locked(layout, "one"), locked(layout, "two"):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()

    assert len(caught) == 1


def test_a_workspace_that_cannot_be_written_to_is_told(tmp_path):
    (tmp_path / ".memctl").write_text("in the way")

    with pytest.raises(CannotWrite, match=r"\.memctl"), locked(layout_of(tmp_path), "memctl note"):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="flock is what is made to fail")
def test_a_drive_that_knows_no_locks_is_told_and_is_no_bug(tmp_path, monkeypatch):
    def fails(_handle, _how):
        raise OSError(errno.ENOLCK, "No locks available")

    lay_out(tmp_path)
    monkeypatch.setattr("fcntl.flock", fails)

    with (
        pytest.raises(CannotWrite, match=r"cache/lock: it can't be locked: No locks available"),
        locked(layout_of(tmp_path), "memctl note"),
    ):
        pass


def test_own_files_are_for_the_user_alone(tmp_path):
    with locked(layout_of(tmp_path), "memctl note"):
        pass

    modes = {p.name: p.stat().st_mode & 0o777 for p in (tmp_path / ".memctl").rglob("*")}
    assert modes == {"cache": 0o700, "lock": 0o600, ".gitignore": 0o600}
    assert (tmp_path / ".memctl/.gitignore").read_text() == "cache/\n"


def test_notes_written_at_once_are_all_kept(tmp_path):
    lay_out(tmp_path)

    children = [spawn(lambda n=n: write_note(tmp_path, n)) for n in range(6)]
    ended = [os.waitpid(child, 0)[1] for child in children]

    assert ended == [0] * 6
    lines = (tmp_path / NOTE).read_text().removeprefix(FILES[NOTE]).splitlines()
    assert sorted(lines) == [f"- 10:3{n} Note {n}." for n in range(6)]


def write_note(root: Path, number: int) -> None:
    plan = Plan((AppendNote(TODAY, f"10:3{number}", f"Note {number}."),))
    apply(plan, observe(layout_of(root, "60")), job="note", now=NOW)


def test_facts_added_at_once_are_all_there_with_ids_of_their_own(tmp_path):
    lay_out(tmp_path)

    children = [spawn(lambda n=n: add_facts(tmp_path, n)) for n in range(4)]
    ended = [os.waitpid(child, 0)[1] for child in children]

    assert ended == [0] * 4
    facts = look(tmp_path).graph.get(MARTA).facts
    assert sorted(f.text for f in facts[1:]) == [
        f"{n} says {i}" for n in range(4) for i in range(4)
    ]
    assert len({f.id for f in facts}) == 17


def add_facts(root: Path, number: int) -> None:
    for i in range(4):
        while not add_fact(root, f"{number} says {i}"):
            pass


def add_fact(root: Path, text: str) -> bool:
    snapshot = observe(layout_of(root, "60"))
    facts = snapshot.graph.get(MARTA).facts
    number = int(next_id(facts, "marta").rpartition("-")[2])
    try:
        apply(Plan((AddFact(MARTA, new_fact(number, text=text)),)), snapshot, job="fact", now=NOW)
    except ExternallyChanged:
        return False
    return True
