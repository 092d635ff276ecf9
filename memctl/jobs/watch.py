"""`watch`: one process that keeps the index fresh, looks at what is saved, and reads new notes.

Events are only a reason to look; what changed is told by the files' times and then by what they
hold. What memctl itself has written, here or in another process, stands in the journal by its
fingerprint and is no hand edit.
"""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from memctl.errors import MemctlError, WorkspaceError
from memctl.graph.hosting import Watched
from memctl.graph.problem import Problem
from memctl.jobs.check import check
from memctl.jobs.hand_edits import is_by_hand, print_of, stamps_of
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.hook import TRANSCRIPTS
from memctl.jobs.letting_go import let_go
from memctl.jobs.recall_sources import filled_cache
from memctl.jobs.steps import Desk
from memctl.jobs.telling import commit_message, counted
from memctl.watching.hints import Hints
from memctl.watching.notice import notify
from memctl.workspace import names
from memctl.workspace.files import Stamp, stamp_of
from memctl.workspace.journal.entries import read_entries
from memctl.workspace.lock import locked
from memctl.workspace.reading.snapshot import Snapshot, observe

Say = Callable[[str], None]
OpenDesk = Callable[[], Desk]
_GONE_S = 1.0
_LATEST = 10
"""A note that is written without a pause is read after so many times the quiet that is wanted."""
_AGAIN_S = 60.0


@dataclass(frozen=True, slots=True)
class How:
    """How it is watched."""

    poll: bool = False
    """Look now and then, and wait for no event."""
    heartbeat: bool = True
    """Read notes when they are quiet."""
    quiet_s: float = 60.0
    """So long nothing is written to a note before it is read."""
    sweep_s: float = 30.0
    """Look without any event so often: events get lost, and a machine sleeps."""
    poll_s: float = 3.0
    notify: bool = False
    """Tell of problems on the desktop too."""


def watch(
    open_desk: OpenDesk, how: How, environ: dict[str, str], *, say: Say, stop: threading.Event
) -> Watched:
    """Watch a workspace until it is told to stop.

    Args:
        open_desk: Opens the workspace as it is now; asked again at every change.
        how: What is wanted.
        environ: The environment, for the index.
        say: Told every line for the person.
        stop: Set by whoever wants it to end; it ends within a second.

    Raises:
        Busy: Another process watches this workspace.
        WorkspaceNotFound: There is none.
    """
    desk = open_desk()
    with locked(desk.layout, "memctl watch", timeout_s=0, name="watch.lock"):
        folders = [desk.layout.root, *(m.real for m in desk.layout.places.mounts)]
        hints = Hints(folders, _is_own(folders), poll=how.poll)
        try:
            return _Watch(open_desk, how, environ, say, hints).run(desk, stop)
        finally:
            hints.stop()


class _Watch:
    """What is known of the files while they are watched."""

    def __init__(
        self,
        open_desk: OpenDesk,
        how: How,
        environ: dict[str, str],
        say: Say,
        hints: Hints,
    ) -> None:
        self._open_desk = open_desk
        self._how = how
        self._environ = environ
        self._say = say
        self._hints = hints
        self._stamps: Mapping[str, Stamp] = {}
        self._prints: dict[str, str] = {}
        self._due: float | None = None
        self._latest = 0.0
        self._day: date | None = None
        self._talks: Stamp | None = None
        self._trouble = ""
        self._told = Watched()

    def run(self, desk: Desk, stop: threading.Event) -> Watched:
        """Look, wait, look again."""
        root = desk.layout.root
        self._begin(desk)
        way = "looking now and then" if self._hints.is_polling else "told by the system"
        self._say(f"Watching {counted(len(self._stamps), 'file')} of {root}, {way}.")
        while not stop.is_set():
            self._hints.wait(self._patience(), stop)
            if stop.is_set():
                break
            if not root.is_dir():
                self._wait_for(root, stop)
                continue
            if self._hints.listen_again():
                self._say(self._new_way())
            if self._look_safely():
                let_go()
        return self._told

    def _begin(self, desk: Desk) -> None:
        snapshot = observe(desk.layout)
        self._stamps = stamps_of(snapshot)
        self._prints = {name: print_of(snapshot, name) for name in self._stamps}
        self._day = desk.today
        self._talks = _talks(desk)
        self._refresh(desk)
        self._expect_heartbeat()

    def _new_way(self) -> str:
        if why := self._hints.silence:
            every = f"{self._how.poll_s:g} seconds"
            return f"{why.capitalize()}; now looking every {every} instead."
        return "Listening broke off, or the folder was replaced; it is watched anew."

    def _patience(self) -> float:
        how = self._how
        patience = how.poll_s if self._hints.is_polling else how.sweep_s
        if self._due is None:
            return patience
        return max(0.0, min(patience, self._due - time.monotonic()))

    def _wait_for(self, root: Path, stop: threading.Event) -> None:
        self._say(f"{root} is gone; waiting for it to come back.")
        while not stop.wait(_GONE_S):
            if root.is_dir():
                self._say(f"{root} is back.")
                return

    def _look_safely(self) -> bool:
        """Look; what is wrong for the moment (a half-saved setting, a busy lock) ends nothing.

        Returns:
            Was anything to do?
        """
        told, is_due = self._told, self._due
        try:
            self._look(self._open_desk())
            self._trouble = ""
        except MemctlError as error:
            self._tell_once(f"{error.message} {error.hint or ''}".strip())
        except FileNotFoundError as error:
            self._say(f"{error.filename} went while it was looked at.")
        except OSError as error:  # a network drive that is away for a while
            self._tell_once(f"{error.filename or 'A file'} cannot be read: {error.strerror}.")
        return (told, is_due) != (self._told, self._due)

    def _tell_once(self, trouble: str) -> None:
        """Not every few seconds."""
        if trouble != self._trouble:
            self._say(trouble)
        self._trouble = trouble

    def _look(self, desk: Desk) -> None:
        snapshot = observe(desk.layout)
        stamps, prints = self._stamps, dict(self._prints)
        changed = self._changed(snapshot)
        if changed:
            try:
                self._hear(desk, snapshot, changed, prints)
            except (MemctlError, OSError):
                # What was not told yet is found again by the next look.
                self._stamps, self._prints = stamps, prints
                raise
        # A new day makes notes due that came too early; a hook may have left a conversation.
        if (desk.today, _talks(desk)) != (self._day, self._talks):
            self._day, self._talks = desk.today, _talks(desk)
            self._expect_heartbeat()
        if self._due is not None and time.monotonic() >= self._due:
            self._beat(desk)

    def _hear(
        self, desk: Desk, snapshot: Snapshot, changed: list[str], before: Mapping[str, str]
    ) -> None:
        """Tell of what a person has saved, and read it later where it is a note."""
        self._refresh(desk)
        came = {s.after: s.before for entry in read_entries(desk.layout) for s in entry.steps}
        now = self._prints
        by_hand = [n for n in changed if is_by_hand(now.get(n), before.get(n), came)]
        self._check(desk, by_hand)
        notes = {*snapshot.note_names, names.REVIEW}
        if notes.intersection(by_hand) or (notes.intersection(changed) and self._due):
            self._expect_heartbeat()

    def _changed(self, snapshot: Snapshot) -> list[str]:
        """Names of files that hold something else than when they were last looked at."""
        now = stamps_of(snapshot)
        moved = [n for n in {**self._stamps, **now} if self._stamps.get(n) != now.get(n)]
        self._stamps = now
        changed = []
        for name in sorted(moved):
            said = print_of(snapshot, name) if name in now else None
            if said == self._prints.get(name):
                continue
            changed.append(name)
            if said is None:
                self._prints.pop(name, None)
            else:
                self._prints[name] = said
        return changed

    def _refresh(self, desk: Desk) -> None:
        """Bring the index up to date; whoever asks next would do it otherwise."""
        with contextlib.suppress(OSError, sqlite3.Error):
            filled_cache(str(desk.layout.root), self._environ, 0).close()
            self._told = replace(self._told, refreshed=self._told.refreshed + 1)

    def _check(self, desk: Desk, by_hand: list[str]) -> None:
        there = [name for name in by_hand if name in self._stamps]
        if not there:
            return
        odd = [p for p in check(desk).problems if p.path in there]
        for problem in odd:
            self._say(_line(problem))
        if odd and self._how.notify:
            notify(f"memctl: {counted(len(odd), 'problem')}", _line(odd[0]))
        fine = [name for name in there if name not in {p.path for p in odd}]
        for name in fine:
            self._say(f"{name}: saved, in order")
        told = self._told
        self._told = replace(told, saved=told.saved + len(there), problems=told.problems + len(odd))

    def _expect_heartbeat(self) -> None:
        """Read the notes when they have been quiet, and not for ever later."""
        if not self._how.heartbeat:
            return
        now = time.monotonic()
        if self._due is None:
            self._latest = now + self._how.quiet_s * _LATEST
        self._due = min(now + self._how.quiet_s, self._latest)

    def _beat(self, desk: Desk) -> None:
        self._due = None
        try:
            report = heartbeat(desk)
        except WorkspaceError:
            self._due = self._latest = time.monotonic() + _AGAIN_S
            raise
        self._told = replace(self._told, heartbeats=self._told.heartbeats + 1)
        if report.changes:
            self._say(commit_message("heartbeat", report.changes).splitlines()[0])
            self._look(desk)


def _talks(desk: Desk) -> Stamp | None:
    """The time of the list of conversations that hooks were told of."""
    return stamp_of(desk.layout.cache / TRANSCRIPTS)


def _line(problem: Problem) -> str:
    where = problem.path if problem.line is None else f"{problem.path}:{problem.line}"
    return f"{where}: {problem.level}: {problem.message} [{problem.slug}]"


def _is_own(folders: Iterable[Path]) -> Callable[[str], bool]:
    """Paths of memctl's own folder and of git's: what moves there moved for another reason."""
    own = tuple(f"{folder / name}" for folder in folders for name in (names.OWN, ".git"))

    def is_own(path: str) -> bool:
        return path in own or path.startswith(tuple(f"{place}/" for place in own))

    return is_own
