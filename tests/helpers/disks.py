"""Disks that fail, processes that die and editors that save, at any call that touches files.

The calls are found by running: a new write is covered without being listed.
"""

import errno
import os
import signal
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

from memctl.workspace import atomic

CALLS = (
    *((os, name) for name in ("open", "write", "fsync", "link", "rename", "replace")),
    *((os, name) for name in ("unlink", "mkdir", "makedirs", "rmdir")),
    (atomic, "_rename2"),
)


class Calls(AbstractContextManager["Calls"]):
    """While it is open, `act` happens before the call number `at`; every call is counted."""

    def __init__(self, at: int | None = None, act: Callable[[], None] = lambda: None) -> None:
        """Nothing is watched yet."""
        self.at, self.act = at, act
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

    def _watched(self, old: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            if self._acting:
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
