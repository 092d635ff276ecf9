"""Writes that happen wholly or not at all, and never over text that nobody has seen.

A rename replaces whatever stands at the target at that instant. So files are *exchanged*
where the system can do it: what was replaced stands under the temporary name afterwards and
can be looked at, and put back when it is not what was expected.
"""

import contextlib
import ctypes
import errno
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

_NOREPLACE, _EXCHANGE = 1, 2
_AT_FDCWD = -100
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTSUP}
_NO_LINKS = {errno.EPERM, errno.EMLINK, errno.EXDEV, *_UNSUPPORTED}
PRIVATE, PUBLIC = 0o600, 0o666


class Unsupported(Exception):
    """This system or file system can't do it in one step."""


def write_new(
    path: Path, data: bytes | Iterable[bytes], mode: int = PRIVATE, *, like: Path | None = None
) -> None:
    """Make a file that is not there yet, with these bytes, safe on the disk.

    Args:
        path: Must be free.
        data: What it holds, whole or piece by piece.
        mode: Who may read it, less what the umask takes.
        like: A file whose mode and owner it gets instead.

    Raises:
        OSError: The disk did not take it; no file is left behind.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags, PRIVATE if like else mode)
    try:
        try:
            for piece in (data,) if isinstance(data, bytes) else data:
                write_all(handle, piece)
            if like is not None:
                _liken(handle, os.stat(like))
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise


def replace_file(path: Path, data: bytes) -> None:
    """Other bytes in a file that nobody else writes to meanwhile, whole or not at all.

    Raises:
        OSError: The disk did not take it; the old bytes stand.
    """
    draft = path.with_name(f"{path.name}.memctl")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(draft)  # one that a crash left
    write_new(draft, data, like=path)
    os.replace(draft, path)


def publish_new(path: Path, data: bytes) -> None:
    """A new file outside of the workspace, there with all of its bytes or not at all.

    Raises:
        FileExistsError: Something stands there.
        OSError: The disk did not take it; no file is left behind.
    """
    draft = path.with_name(f".{path.name}.memctl-{os.getpid()}")
    write_new(draft, data)
    try:
        move_new(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def _liken(handle: int, model: os.stat_result) -> None:
    if os.name == "nt":
        return
    mine = os.fstat(handle)
    if (mine.st_uid, mine.st_gid) != (model.st_uid, model.st_gid):
        with contextlib.suppress(PermissionError):  # only root may give a file away
            os.fchown(handle, model.st_uid, model.st_gid)
    os.fchmod(handle, stat.S_IMODE(model.st_mode))


def write_all(handle: int, data: bytes) -> None:
    """Write every byte; a short write is continued."""
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


def append(path: Path, tail: bytes) -> None:
    """Put bytes at the end of a file, safe on the disk; what others append meanwhile stays."""
    flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
    # A FIFO in its place refuses at once then, instead of waiting for a reader.
    flags |= getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, flags)
    try:
        write_all(handle, tail)
        os.fsync(handle)
    finally:
        os.close(handle)


def put_in_place(temporary: Path, target: Path) -> None:
    """Let the temporary file and the target change places.

    Afterwards `temporary` holds what stood at the target at that very instant.

    Raises:
        FileNotFoundError: There is no target any more.
        FileExistsError: Only where files can't be exchanged in one step: somebody made the
            target anew in between. Theirs stays; `temporary` holds ours again.
    """
    try:
        exchange(temporary, target)
    except Unsupported:
        aside = aside_of(temporary)
        os.rename(target, aside)
        try:
            move_new(temporary, target)
        except OSError as error:
            if not isinstance(error, FileExistsError):
                move_new(aside, target)
            raise
        os.rename(aside, temporary)


def aside_of(temporary: Path) -> Path:
    """Where the target waits for a moment when files can't be exchanged in one step."""
    return temporary.with_name(temporary.name + ".was")


def move_new(source: Path, target: Path) -> None:
    """Rename `source` to a name that must be free.

    Raises:
        FileExistsError: It is not.
    """
    try:
        _rename2(source, target, _NOREPLACE)
    except Unsupported:
        _link_and_unlink(source, target)


def _link_and_unlink(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # Neither exchange nor hard links (FAT, some network file systems): look, then rename.
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        os.rename(source, target)
    else:
        os.unlink(source)


def exchange(one: Path, other: Path) -> None:
    """Two files change places in one step.

    Raises:
        Unsupported: Not here.
    """
    _rename2(one, other, _EXCHANGE)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder safe on the disk.

    Without this a power cut after a rename can bring the old name back.
    """
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(handle)


def _rename2(source: Path, target: Path, flags: int) -> None:
    call = _system_call()
    if call is None:
        raise Unsupported
    if sys.platform == "darwin":
        # renamex_np numbers the two the other way round.
        swapped = {_NOREPLACE: 4, _EXCHANGE: 2}[flags]
        failed = call(os.fsencode(source), os.fsencode(target), swapped)
    else:
        failed = call(_AT_FDCWD, os.fsencode(source), _AT_FDCWD, os.fsencode(target), flags)
    if failed:
        number = ctypes.get_errno()
        if number in _UNSUPPORTED:
            raise Unsupported
        raise OSError(number, os.strerror(number), str(source), None, str(target))


def _system_call() -> "ctypes._NamedFuncPointer | None":
    if os.name == "nt":
        return None
    library = ctypes.CDLL(None, use_errno=True)
    name = "renamex_np" if sys.platform == "darwin" else "renameat2"
    return getattr(library, name, None)
