"""Hints that files below some folders moved, gathered until they are quiet.

A hint is only a reason to look: events get lost, come double, and not at all from network
drives. Whoever waits here also looks now and then without any.
"""

import logging
import os
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memctl.watching.mounts import sends_events

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver
    from watchdog.utils import BaseThread

# It would tell of its own end on the terminal.
logging.getLogger("watchdog").addHandler(logging.NullHandler())

_QUIET_S = 0.3
_LONGEST_S = 2.0
"""Somebody who writes without a pause is not waited for any longer."""
_MERE_LOOKS = frozenset({"opened", "closed_no_write"})
"""What watchdog says of files that were only read: taken for changes they would wake us always."""
_SLICE_S = 0.2
_MOST_BREAKS = 5
_BREAKS_S = 3600.0
"""Where listening broke off so often within an hour, it is not begun again before that is over."""


class Hints:
    """Events of the system below folders; none where it sends none, and then one has to poll."""

    def __init__(
        self, folders: Sequence[Path], is_ours: Callable[[str], bool], *, poll: bool = False
    ) -> None:
        """Begin to listen.

        Args:
            folders: What is listened to, with everything below.
            is_ours: Paths that never give a hint.
            poll: Do not listen at all.
        """
        self._folders = tuple(folders)
        self._is_ours = is_ours
        self._moved = threading.Event()
        self._observer: BaseObserver | None = None
        self._threads: tuple[BaseThread, ...] = ()
        self._places: tuple[int, ...] = ()
        self._breaks: deque[float] = deque(maxlen=_MOST_BREAKS)
        self._is_wanted = not poll and all(sends_events(folder) for folder in folders)
        if self._is_wanted:
            self._listen()

    @property
    def is_polling(self) -> bool:
        """Does nobody tell us?"""
        return self._observer is None or not self._is_whole()

    @property
    def silence(self) -> str:
        """Why nobody listens who should; "" where somebody does, or nobody is to."""
        if not self._is_wanted or self._observer is not None:
            return ""
        if self._is_worn():
            return "listening broke off too often"
        is_there = all(self._inodes())
        return "the system refuses to tell of changes" if is_there else "a watched folder is gone"

    def wait(self, timeout_s: float, stop: threading.Event) -> bool:
        """Wait for a hint, and then until it is quiet; False when none came in time."""
        until = time.monotonic() + timeout_s
        while not stop.is_set() and not self._moved.is_set():
            left = until - time.monotonic()
            if left <= 0 or (self._observer is not None and self.is_polling):
                return False
            # In slices: a stop may come from a signal, which wakes no other event.
            self._moved.wait(min(left, _SLICE_S))
        if stop.is_set():
            return False
        longest = time.monotonic() + _LONGEST_S
        while time.monotonic() < longest:
            self._moved.clear()
            if not self._moved.wait(_QUIET_S):
                break
        self._moved.clear()
        return True

    def listen_again(self) -> bool:
        """Begin anew where a folder was replaced or listening broke off; is anything new now?

        Where it breaks off again and again nobody listens for a while: see `silence`.
        """
        observer = self._observer
        if not self._is_wanted or (observer is not None and self._is_fine()):
            return False
        if observer is not None and self._has_failed():
            self._breaks.append(time.monotonic())
        self.stop()
        if not self._is_worn():
            self._listen()
        return observer is not None or self._observer is not None

    def _is_worn(self) -> bool:
        """Has it broken off so often lately that it would again?"""
        since = time.monotonic() - _BREAKS_S
        return len(self._breaks) == _MOST_BREAKS and self._breaks[0] > since

    def _is_fine(self) -> bool:
        return self._places == self._inodes() and self._is_whole()

    def stop(self) -> None:
        """Stop listening; nothing is left running."""
        observer, self._observer = self._observer, None
        if observer is not None and observer.ident is not None:
            observer.stop()
            observer.join()

    def _listen(self) -> None:
        from watchdog.events import FileSystemEvent, FileSystemEventHandler  # noqa: PLC0415 - only here
        from watchdog.observers import Observer  # noqa: PLC0415 - as above
        from watchdog.utils import BaseThread  # noqa: PLC0415 - as above

        # A folder that moved out and back it knows already: no news for the terminal.
        warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"watchdog\.")
        is_ours, moved = self._is_ours, self._moved

        class Handler(FileSystemEventHandler):
            def on_any_event(self, event: FileSystemEvent) -> None:
                if event.event_type in _MERE_LOOKS:
                    return
                paths = (os.fsdecode(p) for p in (event.src_path, event.dest_path) if p)
                if not all(map(is_ours, paths)):
                    moved.set()

        others = set(threading.enumerate())
        observer = Observer()
        try:
            for folder in self._folders:
                observer.schedule(Handler(), str(folder), recursive=True)
            observer.start()
        except OSError:
            # Too many folders for the system, or a folder that went: then one has to poll.
            observer.stop()  # threads of its own run already
            if all(self._inodes()):
                self._breaks.append(time.monotonic())
            return
        self._observer, self._places = observer, self._inodes()
        # Beside those that it names, one reads what the system says; it is nowhere to be asked for.
        began = {t for t in threading.enumerate() if isinstance(t, BaseThread)} - others
        self._threads = tuple(began | {observer, *observer.emitters})

    def _is_whole(self) -> bool:
        """Do all threads run? What the first one hears piles up where another has ended."""
        return all(thread.is_alive() for thread in self._threads)

    def _has_failed(self) -> bool:
        """Has a thread ended that should run on? One whose folder was deleted ends in order."""
        return any(not t.is_alive() and t.should_keep_running() for t in self._threads)

    def _inodes(self) -> tuple[int, ...]:
        return tuple(_inode(folder) for folder in self._folders)


def _inode(folder: Path) -> int:
    try:
        return folder.stat().st_ino
    except OSError:
        return 0
