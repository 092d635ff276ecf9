"""Files of other programs: replaced whole or not at all, with a copy of what stood there."""

import contextlib
import difflib
import os
import stat
import time
from pathlib import Path

from memctl.errors import CannotWrite, FileInvalid

BACKUP = ".before-memctl"
_DRAFT_S = 60
"""No file of another program takes longer to write."""


def read(path: Path) -> str | None:
    """The text of a file as its bytes have it; None when there is none.

    Raises:
        FileInvalid: It is there and can't be read as text.
    """
    try:
        if path.exists() and not path.is_file():  # a FIFO would make us wait for a writer for ever
            raise FileInvalid(str(path), None, "cannot be read: it is no regular file")
        return path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise FileInvalid(str(path), None, f"cannot be read: {error}") from error


def write(path: Path, text: str, *, backup: bool = False) -> None:
    """Put the text in place; a link keeps pointing where it pointed.

    Args:
        path: The file; its folders are made.
        text: What it will hold.
        backup: Is what stood there kept beside it? The first copy is never overwritten: it
            is the file as it was before memctl came.

    Raises:
        CannotWrite: The disk did not take it.
    """
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600
        if backup and target.exists():
            _keep(target, mode)
        _drafted(target, text.encode(), mode).replace(target)
    except OSError as error:
        raise CannotWrite(str(path), error.strerror or str(error)) from error


def backup_of(path: Path) -> Path:
    """Where the file is kept as it was before memctl came."""
    target = Path(os.path.realpath(path))
    return target.with_name(target.name + BACKUP)


def remove(path: Path) -> None:
    """Take a file away that memctl put there.

    Raises:
        CannotWrite: The disk did not let it.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise CannotWrite(str(path), error.strerror or str(error)) from error


def difference(name: str, old: str, new: str) -> list[str]:
    """What changes in a file, as `diff -u` has it; each line ends."""
    before, after = (text.splitlines(keepends=True) for text in (old, new))
    lines = difflib.unified_diff(before, after, name, name)
    return [line if line.endswith("\n") else line + "\n" for line in lines]


def _keep(target: Path, mode: int) -> None:
    backup = backup_of(target)
    if not backup.exists():
        _drafted(backup, target.read_bytes(), mode).replace(backup)


def _drafted(path: Path, data: bytes, mode: int) -> Path:
    """A file beside `path` with these bytes, safe on the disk; those that crashes left go.

    Raises:
        OSError: The disk did not take it; no file is left behind.
    """
    head = f".{path.name}.memctl-"
    with contextlib.suppress(OSError):
        for old in path.parent.iterdir():
            # A young one may be of another process that is at it right now.
            if old.name.startswith(head) and old.lstat().st_mtime < time.time() - _DRAFT_S:
                old.unlink()
    draft = path.with_name(f"{head}{os.getpid()}")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "wb", buffering=0) as file:
            draft.chmod(mode)  # whatever the mask of this process takes away from a new file
            left = memoryview(data)
            while left:
                left = left[os.write(handle, left) :]
            os.fsync(file.fileno())
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    return draft
