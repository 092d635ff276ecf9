"""One writer at a time; who waits is told for whom.

The lock is the system's own on an open file, so it ends with its process, also after kill -9.
"""

import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from memctl import cachefiles, gate
from memctl.errors import Busy, CannotWrite
from memctl.workspace.layout import Layout
from memctl.workspace.own import make_cache
from memctl.workspace.paths import cannot_write

_PAUSE_S = 0.02
_TELL_AFTER_S = 0.5
_held: dict[Path, threading.RLock] = {}
_depth: dict[Path, int] = {}
_guard = threading.Lock()


@contextlib.contextmanager
def locked(
    layout: Layout,
    command: str,
    *,
    say: Callable[[str], None] | None = None,
    timeout_s: float | None = None,
    name: str = "lock",
) -> Iterator[None]:
    """Hold the lock of the workspace; inside, the same thread may take it again.

    Args:
        layout: The workspace.
        command: What others read who wait for us.
        say: Told once, after half a second, for whom we wait.
        timeout_s: How long to wait; None is the setting `lock.timeout`.
        name: Of the file; another one is for something that must not hold up who writes.

    Raises:
        Busy: The holder did not end in time.
        CannotWrite: No lock can be made, since the workspace can't be written to.
    """
    path = layout.cache / name
    timeout_s = layout.settings.lock_timeout_s if timeout_s is None else timeout_s
    with _by_this_thread(path, timeout_s) as is_first:
        if not is_first:
            yield
            return
        handle = _open(layout, path)
        try:
            _wait(handle, path, timeout_s, say)
            _sign(handle, command)
            try:
                yield
            finally:
                _unlock(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _by_this_thread(path: Path, timeout_s: float) -> Iterator[bool]:
    """No other thread of this process is inside; tells whether this one was not yet either."""
    with _guard:
        mine = _held.setdefault(path, threading.RLock())
    if not mine.acquire(timeout=timeout_s):
        raise Busy("another thread of this process")
    depth = _depth.get(path, 0)
    _depth[path] = depth + 1
    try:
        yield not depth
    finally:
        _depth[path] = depth
        mine.release()


def holder(path: Path) -> str:
    """Who holds the lock, in words."""
    try:
        found = json.loads(cachefiles.read(str(path)) or b"")
        return f"{found['command']} (process {found['pid']}, since {found['since']})"
    except (ValueError, RecursionError, KeyError, TypeError):
        return "another memctl"


def _open(layout: Layout, path: Path) -> int:
    try:
        make_cache(layout)
        return cachefiles.opened(str(path), os.O_RDWR | os.O_CREAT)
    except gate.Closed as error:
        raise cannot_write(layout.places, error) from error
    except OSError as error:
        where = f".memctl/cache/{path.name}"
        raise CannotWrite(where, error.strerror or str(error)) from error


def _wait(handle: int, path: Path, timeout_s: float, say: Callable[[str], None] | None) -> None:
    began = time.monotonic()
    while not _is_taken(handle, path):
        waited = time.monotonic() - began
        if waited >= timeout_s:
            raise Busy(holder(path))
        if say is not None and waited >= _TELL_AFTER_S:
            say(f"Waiting for {holder(path)}.")
            say = None
        time.sleep(_PAUSE_S)


def _is_taken(handle: int, path: Path) -> bool:
    """Is the lock ours now?"""
    try:
        return _try(handle)
    except OSError as error:  # some network drives know no locks
        why = f"it can't be locked: {error.strerror or error}"
        raise CannotWrite(f".memctl/cache/{path.name}", why) from error


def _sign(handle: int, command: str) -> None:
    since = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    text = json.dumps({"pid": os.getpid(), "command": command, "since": since})
    # A full disk takes no signature, and needs none: the lock itself holds.
    with contextlib.suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, text.encode().ljust(200) + b"\n")


if sys.platform == "win32":
    import msvcrt

    def _try(handle: int) -> bool:
        try:
            os.lseek(handle, 1 << 20, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(handle: int) -> None:
        os.lseek(handle, 1 << 20, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
