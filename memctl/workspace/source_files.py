"""The files of other programs that hold conversations: found, and opened only to be read.

No link is followed, nothing that is no regular file is opened, and nothing is written beside
them: a database with an open journal is copied first, since even reading it would leave traces.
"""

import errno
import os
import shutil
import sqlite3
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memctl.config.settings import Source
from memctl.graph.problem import Problem
from memctl.workspace.files import Stamp, stamp_of
from memctl.workspace.layout import Layout, is_allowed
from memctl.workspace.names import SKIPPED
from memctl.workspace.paths import join, real_path
from memctl.workspace.unpacking import ENDINGS, MOST_BYTES, UnpacksTooFar, most_of, unpacked

DEPTH = 12
"""How many folders below its home a conversation may lie."""
_CHUNK = 2**20
_TRIES = 5
_JOURNAL = "-wal"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of a source."""

    source: Source
    name: str
    """Relative to the source's home; the file's own name where the source is one file."""
    path: Path
    stamp: Stamp
    is_of_group: bool = False
    """Did whoever told of it say that others read along?"""

    @property
    def logical(self) -> str:
        """What evidence calls it."""
        # The name may be no text; what is written down must be.
        return f"source:{self.source.name}/{self.name}".encode(errors="replace").decode()

    @property
    def is_packed(self) -> bool:
        """Is it compressed, or an archive or database: read as a whole or not at all?"""
        return self.path.suffix.lower() in {*ENDINGS, ".zip", ".sqlite"}


def home_of(source: Source, layout: Layout) -> Path:
    """The folder or file of a source; a link is followed here, where a person named it."""
    return real_path(source.path, layout.root)


def may_read(home: Path, layout: Layout) -> bool:
    """May a place be read for this workspace?

    A workspace may come from somebody else: what it names outside itself is read only where the
    person's own settings say so.
    """
    if home.is_relative_to(os.path.realpath(layout.root)):
        return True
    settings = layout.settings
    if any(home_of(source, layout) == home for source in settings.own_sources):
        return True
    return is_allowed(home, layout.root, settings)


def find_source_files(
    source: Source, home: Path, is_wanted: Callable[[str], bool]
) -> tuple[tuple[SourceFile, ...], tuple[Problem, ...]]:
    """The files of a source by name, and what is odd about its home.

    Args:
        source: As set.
        home: Where it is.
        is_wanted: May a file of this name, relative to the home, hold conversations?
    """
    place = f"source:{source.name}"
    if not os.path.lexists(home):
        what = f"there is nothing at {source.path}"
        hint = "Correct its path in memctl.toml, or see: memctl sources detect"
        return (), (Problem("source-missing", "warning", place, None, what, hint),)
    problems: list[Problem] = []
    files: list[SourceFile] = []
    found = [(home.name, home)] if not home.is_dir() else _below(home, "", problems, place)
    for name, path in found:
        stamp = _stamp(path) if is_wanted(name) else None
        if stamp is not None:
            files.append(SourceFile(source, name, path, stamp))
    return tuple(sorted(files, key=lambda f: f.name)), tuple(problems)


def read_file(file: SourceFile, start: int = 0, most: int = MOST_BYTES) -> bytes:
    """The bytes from `start` on, at most so many; a packed file is unpacked as far as it goes.

    Raises:
        OSError: It cannot be read.
        UnpacksTooFar: One of those errors.
        NotImplementedError: It is compressed in a way that cannot be unpacked here.
    """
    ending = file.path.suffix.lower()
    with open(file.path, "rb", opener=_open_regular) as packed:
        if ending in ENDINGS:
            return unpacked(packed, ending)
        packed.seek(start)
        return packed.read(most)


def archived(file: SourceFile, is_wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of what an archive holds.

    Raises:
        OSError: It cannot be read, or is none.
    """
    try:
        with (
            open(file.path, "rb", opener=_open_regular) as packed,
            zipfile.ZipFile(packed) as archive,
        ):
            for member in archive.infolist():
                if not is_wanted(member.filename):
                    continue
                if member.file_size > most_of(member.compress_size):
                    raise UnpacksTooFar
                with archive.open(member) as inside:
                    yield member.filename, inside.read(member.file_size)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error) as error:
        raise OSError(errno.EINVAL, f"no archive that can be read: {error}") from error


def beside(file: SourceFile, name: str) -> bytes | None:
    """What stands in a file beside one of a source; None where there is none that can be read."""
    other = file.path.with_name(name)
    stamp = _regular(other)
    if stamp is None:
        return None
    try:
        return read_file(replace(file, path=other, stamp=stamp))
    except OSError:
        return b""


def records(file: SourceFile, queries: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(table, row) of tables in a database, in this order; none of tables that it has not.

    Args:
        file: The database.
        queries: By table: what is asked of it.

    Raises:
        OSError: It cannot be read, or is no database.
    """
    try:
        with _still(file.path) as path, closing(_connected(path)) as base:
            known = base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            there = {name for (name,) in known.fetchall()}
            for table in [table for table in queries if table in there]:
                cursor = base.execute(queries[table])
                names = [column[0] for column in cursor.description]
                yield from ((table, dict(zip(names, row, strict=True))) for row in cursor)
    except sqlite3.Error as error:
        raise OSError(errno.EINVAL, f"no database that can be read: {error}") from error


def _connected(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    base.text_factory = lambda data: data.decode("utf-8", "replace")
    return base


@contextmanager
def _still(path: Path) -> Iterator[Path]:
    """The database at rest: where it has an open journal, a copy with the journal merged in."""
    beside = path.with_name(path.name + _JOURNAL)
    if not _size(beside):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="memctl-") as folder:
        copy = Path(folder) / "copy.sqlite"
        # What is written between the two copies would tear them apart: then both are made anew.
        for _ in range(_TRIES):
            before = (stamp_of(path), stamp_of(beside))
            _copied(path, copy)
            _copied(beside, copy.with_name(copy.name + _JOURNAL))
            if before == (stamp_of(path), stamp_of(beside)):
                break
        with closing(sqlite3.connect(copy)) as base:
            base.execute("PRAGMA journal_mode = DELETE").fetchall()
        yield copy


def _size(path: Path) -> int:
    stamp = _regular(path)
    return stamp.size if stamp else 0


def _copied(path: Path, to: Path) -> None:
    with open(path, "rb", opener=_open_regular) as here, to.open("wb") as there:
        shutil.copyfileobj(here, there, _CHUNK)


def _below(
    folder: Path, name: str, problems: list[Problem], place: str, depth: int = DEPTH
) -> Iterator[tuple[str, Path]]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        what = f"cannot be read: {error.strerror or error}"
        problems.append(Problem("unreadable", "warning", join(place, name), None, what))
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if depth and entry.name not in SKIPPED:
                yield from _below(
                    Path(entry.path), join(name, entry.name), problems, place, depth - 1
                )
        elif entry.is_file(follow_symlinks=False):
            yield join(name, entry.name), Path(entry.path)


def _regular(path: Path) -> Stamp | None:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return stamp_of(path) if stat.S_ISREG(found.st_mode) else None


def _stamp(path: Path) -> Stamp | None:
    """The stamp of a file; what is new in a database may stand in its journal only."""
    stamp = _regular(path)
    journal = _regular(path.with_name(path.name + _JOURNAL)) if stamp else None
    if stamp is None or journal is None:
        return stamp
    times = (max(stamp.mtime_ns, journal.mtime_ns), max(stamp.ctime_ns, journal.ctime_ns))
    return Stamp(stamp.size + journal.size, *times, stamp.inode)


def _open_regular(path: str, flags: int) -> int:
    # A FIFO would make a plain open wait for a writer for ever; a link may lead anywhere.
    more = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(path, flags | more)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise OSError(errno.EINVAL, "not a regular file", path)
