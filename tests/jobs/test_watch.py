"""A workspace under watch: real files, a real thread, lines as a person reads them."""

import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
from functools import partial

import pytest

from memctl.errors import Busy
from memctl.jobs import watch as watch_module
from memctl.jobs.steps import open_desk
from memctl.jobs.watch import How, watch
from tests.helpers.talks import allow

NOTE = "# 2026-02-01\n\n- 09:00 {}\n"
QUICK = How(quiet_s=0.2, sweep_s=0.5, poll_s=0.1)


class Under:
    """A watch that runs in a thread until it is stopped."""

    def __init__(self, workspace, how):
        self.lines = queue.Queue()
        self.seen = []
        self.stop = threading.Event()
        self.report = None
        desk = partial(open_desk, str(workspace), environ=os.environ)

        def run():
            self.report = watch(desk, how, dict(os.environ), say=self.lines.put, stop=self.stop)

        self.thread = threading.Thread(target=run)
        self.thread.start()
        self.until("Watching")

    def until(self, words, timeout_s=60):
        """The next line with these words."""
        while True:
            line = self.lines.get(timeout=timeout_s)
            self.seen.append(line)
            if words in line:
                return line

    def end(self):
        self.stop.set()
        self.thread.join(timeout=60)
        assert not self.thread.is_alive()
        while not self.lines.empty():
            self.seen.append(self.lines.get())
        return self.report


@pytest.fixture
def under(workspace):
    watches = []

    def begin(how=QUICK, at=workspace):
        watches.append(Under(at, how))
        return watches[-1]

    yield begin
    for one in watches:
        one.end()


@pytest.fixture
def items(workspace):
    return workspace / "areas" / "people" / "me" / "items.json"


@pytest.fixture(params=[False, True], ids=["events", "polling"])
def how(request):
    return How(poll=request.param, heartbeat=False, sweep_s=0.5, poll_s=0.1)


def test_a_hand_edit_is_checked_when_it_is_saved(under, items, how):
    watched = under(how)
    items.write_text(items.read_text().replace("[", "[,", 1))

    assert watched.until(" error: ").startswith("areas/people/me/items.json:")
    assert watched.end().problems >= 1


def test_an_edit_in_order_is_told_in_one_line(under, items):
    watched = under(How(heartbeat=False))
    rows = json.loads(items.read_text())
    rows[0]["fact"] += " and a diver"
    temporary = items.with_name(".items.json.tmp")
    temporary.write_text(json.dumps(rows, indent=2) + "\n")
    temporary.replace(items)  # as editors save

    assert watched.until("items.json") == "areas/people/me/items.json: saved, in order"


def test_notes_are_read_when_they_are_quiet(under, workspace):
    watched = under()
    note = workspace / "memory" / "2026-02-01.md"
    note.write_text(NOTE.format("Petra Lindqvist is allergic to hazelnuts"))

    watched.until("heartbeat: ")
    rows = (workspace / "areas" / "people" / "petra-lindqvist" / "items.json").read_text()
    assert "hazelnuts" in rows
    report = watched.end()
    assert not [line for line in watched.seen if line.endswith("items.json: saved, in order")]
    assert report.heartbeats >= 1


def test_what_another_memctl_writes_is_no_hand_edit(under, workspace, memctl):
    watched = under(How(heartbeat=False, sweep_s=0.3))
    memctl("-w", workspace, "fact", "add", "people/me", "Keeps two cats")
    (workspace / "MEMORY.md").write_text((workspace / "MEMORY.md").read_text() + "\n- Use tabs\n")

    watched.until("MEMORY.md")
    assert not [line for line in watched.seen if "items.json" in line]


def test_a_save_that_memctl_has_written_on_since_is_told(under, workspace, items, monkeypatch):
    kept = watch_module.heartbeat

    def saved_meanwhile(desk):
        """A person saves while the heartbeat begins, which then writes the same file."""
        items.write_text(items.read_text().replace("software", "hardware"))
        return kept(desk)

    monkeypatch.setattr(watch_module, "heartbeat", saved_meanwhile)
    watched = under()
    note = workspace / "memory" / "2026-02-01.md"
    note.write_text(NOTE.format("The user is allergic to hazelnuts"))

    watched.until("heartbeat: ")
    watched.until("people/me/items.json: saved, in order")
    assert "hazelnuts" in items.read_text()
    assert "hardware" in items.read_text()


def test_the_index_is_fresh_before_anybody_asks(under, workspace, items, memctl):
    watched = under(How(heartbeat=False))
    items.write_text(items.read_text().replace("software engineer", "deep sea diver"))
    watched.until("items.json")
    watched.end()

    found = memctl("-w", workspace, "recall", "Where do I work?", "--json").json
    assert "deep sea diver" in found["results"][0]["text"]


def test_a_file_that_was_only_touched_is_no_edit(under, items, workspace):
    watched = under(How(heartbeat=False, sweep_s=0.3))
    os.utime(items)
    (workspace / "MEMORY.md").write_text("# Rules\n\n- Use tabs\n")

    watched.until("MEMORY.md")
    assert not [line for line in watched.seen if "items.json" in line]


def test_a_moved_folder_is_followed(under, workspace):
    watched = under(How(heartbeat=False, sweep_s=0.3))
    people = workspace / "areas" / "people"
    (people / "mila").rename(people / "mila-hale")
    watched.until("mila-hale/")
    summary = people / "mila-hale" / "summary.md"
    summary.write_text(summary.read_text() + "\nMine.\n")

    assert "mila-hale/summary.md" in watched.until("summary.md")


def test_a_workspace_that_goes_and_comes_back_is_watched_on(under, workspace, items):
    watched = under(How(heartbeat=False, sweep_s=0.3))
    away = workspace.with_name("away")
    workspace.rename(away)
    watched.until("is gone")
    away.rename(workspace)
    watched.until("is back")
    items.write_text(items.read_text().replace("software", "hardware"))

    watched.until("items.json")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_where_listening_breaks_off_again_and_again_it_is_told_and_looked_now_and_then(
    under, items, monkeypatch
):
    inotify = pytest.importorskip("watchdog.observers.inotify")

    def ended(*_):
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(inotify.InotifyEmitter, "queue_events", ended)
    watched = under(How(heartbeat=False, sweep_s=0.2, poll_s=0.1))

    watched.until("Listening broke off too often; now looking every 0.1 seconds instead.")
    items.write_text(items.read_text().replace("software", "hardware"))
    watched.until("items.json: saved")
    watched.end()
    assert len([line for line in watched.seen if "Listening" in line]) == 5


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_system_that_refuses_once_is_not_told_as_one_that_broke_off_too_often(under, monkeypatch):
    inotify = pytest.importorskip("watchdog.observers.inotify")

    def ended(*_):
        raise OSError(28, "No space left on device")

    watched = under(How(heartbeat=False, sweep_s=0.2, poll_s=0.1))
    for name in ("on_thread_start", "queue_events"):
        monkeypatch.setattr(inotify.InotifyEmitter, name, ended)

    watched.until("The system refuses to tell of changes; now looking every 0.1 seconds instead.")


def test_a_deleted_workspace_can_be_left(under, tmp_path, workspace):
    other = tmp_path / "other"
    shutil.copytree(workspace, other)
    watched = under(How(sweep_s=0.2), at=other)
    shutil.rmtree(other)

    watched.until("is gone")
    assert watched.end() is not None


def test_settings_half_saved_end_nothing(under, workspace, items):
    watched = under(How(heartbeat=False, sweep_s=0.3))
    (workspace / "memctl.toml").write_text("[time\n")
    watched.until("memctl.toml")
    (workspace / "memctl.toml").write_text("")
    items.write_text(items.read_text().replace("software", "hardware"))

    watched.until("items.json: saved")


@pytest.mark.parametrize(
    "error",
    [FileNotFoundError(2, "No such file", "x.md"), OSError(116, "Stale file handle", "x.md")],
    ids=["gone", "away"],
)
def test_a_save_is_told_by_the_next_look_where_one_failed(under, items, monkeypatch, error):
    failing, kept = [error], watch_module.check

    def fails_once(desk):
        for one in failing:
            failing.clear()
            raise one
        return kept(desk)

    monkeypatch.setattr(watch_module, "check", fails_once)
    watched = under(How(heartbeat=False, sweep_s=0.3))
    items.write_text(items.read_text().replace("software", "hardware"))

    watched.until("x.md")
    watched.until("items.json: saved, in order")


def test_a_new_day_reads_what_had_been_too_early(under, workspace, monkeypatch):
    (workspace / "memory" / "2026-02-02.md").write_text(
        "# 2026-02-02\n\n- 09:00 Petra Lindqvist is allergic to hazelnuts\n"
    )
    watched = under()
    watched.until("heartbeat: ")
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-02")  # midnight, or a lid that was opened

    watched.until("heartbeat: ")
    rows = (workspace / "areas" / "people" / "petra-lindqvist" / "items.json").read_text()
    assert "hazelnuts" in rows


def test_a_conversation_that_a_hook_left_is_read(under, workspace, tmp_path):
    watched = under(How(quiet_s=0.2, sweep_s=0.3))
    watched.until("heartbeat: ")
    talk = tmp_path / "projects" / "app" / "a1.jsonl"
    talk.parent.mkdir(parents=True)
    said = {"role": "user", "content": "Petra Lindqvist is allergic to hazelnuts"}
    row = {"type": "user", "uuid": "u1", "timestamp": "2026-02-01T09:00:00Z", "message": said}
    talk.write_text(json.dumps({**row, "sessionId": "a1"}) + "\n")
    allow(workspace, talk.parents[1])
    ledger = workspace / ".memctl" / "cache" / "transcripts.tsv"
    ledger.write_text(f"claude-code\t{talk}\n")

    watched.until("heartbeat: ")
    rows = (workspace / "areas" / "people" / "petra-lindqvist" / "items.json").read_text()
    assert "hazelnuts" in rows


def test_two_watches_of_one_workspace_are_one_too_many(under, workspace):
    under(How(heartbeat=False))
    desk = partial(open_desk, str(workspace), environ=os.environ)

    failed = []

    def second():
        try:
            watch(desk, QUICK, dict(os.environ), say=print, stop=threading.Event())
        except Busy as error:
            failed.append(error)

    thread = threading.Thread(target=second)
    thread.start()
    thread.join(timeout=20)

    assert failed


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(workspace, number):
    process = subprocess.Popen(
        [sys.executable, "-m", "memctl", "-w", str(workspace), "watch", "--no-heartbeat"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert "Watching" in process.stdout.readline()
    process.send_signal(number)
    out, err = process.communicate(timeout=30)

    assert (process.returncode, err) == (0, "")
    assert out.splitlines()[-1] == "0 files saved, 0 problems, 0 heartbeats."
