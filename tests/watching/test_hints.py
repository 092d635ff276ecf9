"""Hints are reasons to look: one for a burst, none for a mere look, none after the end."""

import shutil
import threading
import time

import pytest

from memctl.watching.hints import Hints
from memctl.watching.mounts import sends_events

GO_ON = threading.Event()


@pytest.fixture
def hints(tmp_path):
    (tmp_path / "life").mkdir()
    made = Hints([tmp_path / "life"], lambda path: "/.memctl" in path)
    if made.is_polling:
        pytest.skip("this system sends no events here")
    yield made
    made.stop()


def test_a_save_is_a_hint_and_quiet_is_none(hints, tmp_path):
    (tmp_path / "life" / "a.md").write_text("x")

    assert hints.wait(5, GO_ON)
    assert not hints.wait(0.3, GO_ON)


def test_an_editor_that_renames_gives_one_hint(hints, tmp_path):
    life = tmp_path / "life"
    (life / "a.md").write_text("x")
    (life / ".a.md.swp").write_text("y")
    (life / ".a.md.swp").replace(life / "a.md")

    assert hints.wait(5, GO_ON)
    assert not hints.wait(0.3, GO_ON)


def test_a_look_and_our_own_folder_give_none(hints, tmp_path):
    life = tmp_path / "life"
    (life / ".memctl").mkdir()
    (life / "a.md").write_text("x")
    assert hints.wait(5, GO_ON)
    (life / ".memctl" / "x").write_text("x")
    (life / "a.md").read_text()

    assert not hints.wait(0.6, GO_ON)


def ended(*_):
    """End a thread as an error in it does."""
    raise OSError(22, "Invalid argument")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_listening_that_broke_off_is_noticed_and_begun_anew(hints, tmp_path, monkeypatch):
    (emitter,) = hints._observer.emitters  # noqa: SLF001 - how it breaks off is not ours to say

    monkeypatch.setattr(emitter, "queue_events", ended)
    (tmp_path / "life" / "a.md").write_text("x")
    emitter.join(5)
    began = time.monotonic()

    assert not emitter.is_alive()
    assert hints.is_polling
    hints.wait(30, GO_ON)
    assert time.monotonic() - began < 10
    assert hints.listen_again()
    assert not hints.is_polling
    assert not hints.listen_again()
    (tmp_path / "life" / "b.md").write_text("x")
    assert hints.wait(5, GO_ON)


def test_no_thread_may_end_unnoticed(tmp_path):
    others = set(threading.enumerate())
    for number in range(3):
        made = Hints([tmp_path], lambda _: False)
        begun = [thread for thread in threading.enumerate() if thread not in others]
        if number < len(begun):
            begun[number].stop()
            begun[number].join(5)

            assert made.is_polling
            assert made.listen_again()
            assert not made.is_polling
        made.stop()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_bin_that_is_emptied_leaves_nobody_deaf(hints, tmp_path):
    """A folder went there, another of its name came and went: the library takes one for the other.

    It is the thread that reads what the system says which ends of it, and no other.
    """
    people, away = tmp_path / "life" / "people", tmp_path / "bin"
    for change in (people.mkdir, lambda: people.rename(away), people.mkdir, people.rmdir):
        change()
        assert hints.wait(5, GO_ON)
    away.rmdir()
    hints.wait(1, GO_ON)
    hints.listen_again()
    (tmp_path / "life" / "a.md").write_text("x")

    assert hints.wait(5, GO_ON)


def break_off(hints, life):
    (emitter,) = hints._observer.emitters  # noqa: SLF001 - as above
    emitter.queue_events = ended
    (life / "a.md").write_text("x")  # it waits for an event
    emitter.join(5)
    assert not emitter.is_alive()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_breaks_off_again_and_again_is_polled_and_tried_once_more_after_an_hour(
    hints, tmp_path, monkeypatch
):
    for _ in range(4):
        break_off(hints, tmp_path / "life")
        assert hints.listen_again()
        assert not hints.is_polling
    break_off(hints, tmp_path / "life")

    assert hints.listen_again()
    assert hints.is_polling
    assert hints.silence == "listening broke off too often"
    assert not hints.listen_again()

    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 3601)
    assert hints.listen_again()
    assert not hints.is_polling


def test_a_folder_that_is_replaced_often_is_listened_to_all_the_same(hints, tmp_path):
    life = tmp_path / "life"
    for number in range(7):
        life.rename(tmp_path / f"old {number}")
        life.mkdir()
        assert hints.listen_again()
        assert not hints.is_polling


def test_a_folder_that_is_deleted_often_is_listened_to_when_it_is_there(hints, tmp_path):
    life = tmp_path / "life"
    threads = threading.active_count()
    for _ in range(7):
        shutil.rmtree(life)
        hints.wait(0.5, GO_ON)
        hints.listen_again()
        life.mkdir()
        hints.listen_again()
    assert not hints.is_polling
    assert threading.active_count() == threads


def test_a_system_that_refuses_is_asked_a_few_times_only(tmp_path, monkeypatch):
    inotify = pytest.importorskip("watchdog.observers.inotify")
    asked = []

    def refuse(*_):
        asked.append(1)
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(inotify.InotifyEmitter, "on_thread_start", refuse)
    threads = threading.active_count()
    made = Hints([tmp_path], lambda _: False)

    assert made.is_polling
    assert [made.listen_again() for _ in range(20)] == [False] * 20
    assert len(asked) == 5
    assert threading.active_count() == threads


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_system_that_refuses_once_is_told_as_that(hints, tmp_path, monkeypatch):
    inotify = pytest.importorskip("watchdog.observers.inotify")
    assert not hints.silence
    break_off(hints, tmp_path / "life")
    monkeypatch.setattr(inotify.InotifyEmitter, "on_thread_start", ended)

    assert hints.listen_again()
    assert hints.silence == "the system refuses to tell of changes"


def test_a_folder_that_is_gone_is_told_as_that(hints, tmp_path):
    (tmp_path / "life").rmdir()

    assert hints.listen_again()
    assert hints.silence == "a watched folder is gone"
    (tmp_path / "life").mkdir()
    assert hints.listen_again()
    assert not hints.silence


def test_a_folder_that_moved_in_is_listened_to(hints, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere").rename(tmp_path / "life" / "people")
    assert hints.wait(5, GO_ON)
    (tmp_path / "life" / "people" / "new.md").write_text("x")

    assert hints.wait(5, GO_ON)


def test_a_folder_that_moves_out_and_back_is_listened_to_in_silence(hints, tmp_path):
    people, elsewhere = tmp_path / "life" / "people", tmp_path / "elsewhere"
    people.mkdir()
    assert hints.wait(5, GO_ON)
    for _ in range(3):
        people.rename(elsewhere)
        hints.wait(1, GO_ON)
        elsewhere.rename(people)
        assert hints.wait(5, GO_ON)
    (people / "new.md").write_text("x")

    assert hints.wait(5, GO_ON)
    assert not hints.is_polling


def test_a_stop_is_heard_at_once(hints):
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()

    assert not hints.wait(30, stop)
    assert time.monotonic() - began < 5


def test_a_replaced_folder_is_listened_to_anew(hints, tmp_path):
    life = tmp_path / "life"
    life.rename(tmp_path / "old")
    life.mkdir()

    assert hints.listen_again()
    assert not hints.listen_again()
    hints.wait(1, GO_ON)
    (life / "a.md").write_text("x")
    assert hints.wait(5, GO_ON)


def test_no_thread_is_left_behind(tmp_path):
    before = set(threading.enumerate())
    made = Hints([tmp_path], lambda _: False)
    made.stop()

    assert set(threading.enumerate()) == before
    assert made.is_polling


def test_a_folder_that_is_not_there_is_polled(tmp_path):
    made = Hints([tmp_path / "none"], lambda _: False)

    assert made.is_polling
    made.stop()


@pytest.mark.parametrize(
    ("kind", "sends"), [("ext4", True), ("nfs4", False), ("cifs", False), ("fuse.sshfs", False)]
)
def test_a_network_drive_sends_no_events(tmp_path, kind, sends):
    table = tmp_path / "mounts"
    table.write_text(f"/dev/a / ext4 rw 0 0\nserver:/x {tmp_path}/my\\040drive {kind} rw 0 0\n")

    assert sends_events(tmp_path / "my drive" / "life", table) is sends
    assert sends_events(tmp_path / "other", table)
