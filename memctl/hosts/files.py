"""Files of other programs: replaced whole or not at all, with a copy of what stood there."""

import contextlib
import difflib
import itertools
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import EllipsisType

from memctl.errors import CannotWrite, ExternallyChanged, FileInvalid

BACKUP = ".before-memctl"
EDITED = ".edited"
TRIES = 3
"""So often a file that changes meanwhile is read and decided upon anew."""
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


def rewrite(path: Path, edit: Callable[[str], str]) -> None:
    """Edit a text that somebody else may save at the same time.

    Args:
        path: The file; none counts as an empty one.
        edit: What stands there in, what is to stand there out; asked again when the file has
            changed meanwhile. The same text: nothing is written.

    Raises:
        FileInvalid: It is there and can't be read as text.
        CannotWrite: The disk did not take it.
        ExternallyChanged: It changed every time.
    """
    for left in reversed(range(TRIES)):
        before = read(path)
        after = edit(before or "")
        try:
            if after != (before or ""):
                write(path, after, instead_of=before)
        except ExternallyChanged:
            if not left:
                raise
        else:
            return


def write(
    path: Path,
    text: str,
    *,
    backup: bool = False,
    instead_of: str | EllipsisType | None = ...,
) -> None:
    """Put the text in place; a link keeps pointing where it pointed.

    Args:
        path: The file; its folders are made.
        text: What it will hold.
        backup: Is what stood there kept beside it? The first copy is never overwritten: it
            is the file as it was before memctl came.
        instead_of: The text that must still stand there, None for no file; `...`: whatever does.

    Raises:
        CannotWrite: The disk did not take it.
        ExternallyChanged: Something else stands there.
    """
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600
        with _alone(target.parent):
            if backup and target.exists():
                _keep(target, mode)
            draft = _drafted(target, text.encode(), mode)
            try:
                # After the draft is safe on the disk: what is left of the gap is a rename.
                if instead_of is not ... and read(path) != instead_of:
                    raise ExternallyChanged(str(path))
                draft.replace(target)
            finally:
                draft.unlink(missing_ok=True)
    except OSError as error:
        raise CannotWrite(str(path), error.strerror or str(error)) from error


if sys.platform == "win32":

    def _alone(_folder: Path) -> contextlib.AbstractContextManager[None]:
        """A folder cannot be opened here, so nobody is kept out."""
        return contextlib.nullcontext()

else:
    import fcntl

    @contextlib.contextmanager
    def _alone(folder: Path) -> Iterator[None]:
        """Keep other processes of memctl from writing into a folder; a person nothing keeps."""
        handle = os.open(folder, os.O_RDONLY)
        try:
            with contextlib.suppress(OSError):  # some network drives know no locks
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def backup_of(path: Path) -> Path:
    """Where the file is kept as it was before memctl came."""
    target = Path(os.path.realpath(path))
    return target.with_name(target.name + BACKUP)


def remove(path: Path, *, instead_of: str | EllipsisType = ...) -> None:
    """Take a file away that memctl put there.

    Args:
        path: The file; none is fine.
        instead_of: The text that must still stand there; `...`: whatever does.

    Raises:
        CannotWrite: The disk did not let it.
        ExternallyChanged: Something else stands there.
    """
    try:
        if instead_of is ...:
            path.unlink(missing_ok=True)
            return
        with _alone(path.parent):
            if read(path) != instead_of:
                raise ExternallyChanged(str(path))
            path.unlink()
    except OSError as error:
        raise CannotWrite(str(path), error.strerror or str(error)) from error


def place_beside(path: Path, text: str) -> Path:
    """Where a text that a person wrote into memctl's own file is kept, or is kept already."""
    for number in itertools.count(1):
        place = path.with_name(f"{path.name}{EDITED}{number if number > 1 else ''}")
        if not os.path.lexists(place) or (place.is_file() and read(place) == text):
            return place
    raise AssertionError  # it counts for ever


def difference(name: str, old: str, new: str) -> list[str]:
    """What changes in a file, as `diff -u` has it; each line ends."""
    before, after = (text.splitlines(keepends=True) for text in (old, new))
    lines = difflib.unified_diff(before, after, name, name)
    return [line if line.endswith("\n") else line + "\n" for line in lines]


def _keep(target: Path, mode: int) -> None:
    backup = backup_of(target)
    if not backup.exists():
        _drafted(backup, target.read_bytes(), mode).replace(backup)


def _write_all(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


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
            _write_all(handle, data)
            os.fsync(file.fileno())
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    return draft


def shorten(path: Path, most: int) -> None:
    """Let the older half of a log go where it has more bytes than this, up to the end of a line.

    In place: another program may have it open, and adds at the end.
    """
    with contextlib.suppress(OSError):
        if path.stat().st_size > most:
            rest = path.read_bytes()[-most // 2 :].partition(b"\n")[2]
            handle = os.open(path, os.O_WRONLY | os.O_TRUNC)
            try:
                _write_all(handle, rest)
            finally:
                os.close(handle)


def remove_folder(path: Path) -> None:
    """Remove a folder that is empty; one that is not, or not there, stays as it is."""
    with contextlib.suppress(OSError):
        path.rmdir()
