"""Disks that fail, processes that die and editors that save, at any call that touches files.

The calls are found by running: a new write is covered without being listed.
"""

import errno
import os
import signal
import stat
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

from memctl.workspace import atomic

CALLS = (
    *((os, name) for name in ("open", "write", "fsync", "link", "rename", "replace")),
    *((os, name) for name in ("unlink", "remove", "mkdir", "makedirs", "rmdir")),
    *((os, name) for name in ("chmod", "fchmod", "fchown", "truncate", "ftruncate", "symlink")),
    (atomic, "_rename2"),
)

_OPEN, _WRITE = os.open, os.write


class Calls(AbstractContextManager["Calls"]):
    """While it is open, `act` happens before the call number `at`; every call is counted."""

    def __init__(
        self,
        at: int | None = None,
        act: Callable[[], None] = lambda: None,
        *,
        reads: bool = True,
        pipes: bool = True,
    ) -> None:
        """Nothing is watched yet.

        Args:
            at: Before which call to act; None: before none.
            act: What to do.
            reads: Does a file that is opened to be read count?
            pipes: Does a word to another program count? No disk is ever too full for it.
        """
        self.at, self.act, self.reads, self.pipes = at, act, reads, pipes
        self.count = 0
        self._old: list[tuple[Any, str, Any]] = []
        self._acting = False

    def __enter__(self) -> Self:
        """Begin to watch."""
        for module, name in CALLS:
            old = getattr(module, name)
            self._old.append((module, name, old))
            setattr(module, name, self._watched(old))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Put the calls back."""
        for module, name, old in self._old:
            setattr(module, name, old)

    def _counts(self, call: Callable[..., Any], args: tuple[Any, ...]) -> bool:
        is_pipe = call is _WRITE and stat.S_ISFIFO(os.fstat(args[0]).st_mode)
        return (self.reads or _changes(call, args)) and (self.pipes or not is_pipe)

    def _watched(self, old: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            if self._acting or not self._counts(old, args):
                return old(*args, **options)
            self.count += 1
            if self.count == self.at:
                self._acting = True
                try:
                    self.act()
                finally:
                    self._acting = False
            return old(*args, **options)

        return call


def _changes(call: Callable[..., Any], args: tuple[Any, ...]) -> bool:
    """Can this call change anything? An opening may only look."""
    if call is not _OPEN or len(args) < 2:
        return True
    return bool(args[1] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def no_space() -> None:
    """The disk is full."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def kill() -> None:
    """The process ends at once, as by `kill -9`."""
    os.kill(os.getpid(), signal.SIGKILL)


def spawn(act: Callable[[], None]) -> int:
    """Begin `act` in a child process; its id."""
    with warnings.catch_warnings():
        # Newer Pythons warn of forks beside threads; the child calls nothing that waits for one.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        code = 99
        try:
            act()
            code = 0
        finally:
            os._exit(code)
    return child


def in_child(act: Callable[[], None]) -> int:
    """Run `act` in a child process; the signal that ended it, 0, or less when it failed."""
    _, status = os.waitpid(spawn(act), 0)
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else -os.WEXITSTATUS(status)
