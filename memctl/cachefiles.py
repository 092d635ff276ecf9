"""Every file of `.memctl/cache/`: what it rests on, when it holds, and how it is read and written.

All of them may be deleted while no command runs. Whoever reads one takes what is no file, torn
or out of date for absent; whoever writes one puts it in place whole, or adds lines to it.
Standard library's `os` alone: recall and hooks come through here.

may use: gate
pure: no
"""

import errno
import os
import stat

from memctl import gate

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as a whole look-up
    from collections.abc import Callable

OWN = gate.OWN
CACHE = f"{OWN}/cache"
NO_WAIT = getattr(os, "O_NONBLOCK", 0)
"""Nobody waits for the other end of a FIFO that stands in a file's place."""
_AS_IT_IS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | NO_WAIT

KEYED = "keyed"
"""A value beside all that it rests on (times of files, settings, day, version of memctl): it
holds while every part of that is the same, and else it is made anew."""
BY_CONTENT = "by-content"
"""Rows under a digest of what they were made from: each holds for ever."""
LINES = "lines"
"""Rows that stand alone; one that can't be read is stepped over."""
STATE = "state"
"""What a running or broken off job needs. It holds until that job is over."""


class CacheFile:
    """One file, or folder of files, of the cache."""

    __slots__ = ("holds", "in_other_words", "is_folder", "most", "name", "rests_on", "writer")

    def __init__(  # noqa: PLR0913 - a row of the table below
        self,
        name: str,
        holds: str,
        writer: str,
        rests_on: str,
        *,
        most: int = 0,
        in_other_words: bool = False,
        is_folder: bool = False,
    ) -> None:
        """See the table.

        Args:
            name: Its name, with `*` for a part that differs.
            holds: The rule of its validity.
            writer: The module that writes it.
            rests_on: What it is made from.
            most: Bytes from which on the older half of its lines goes; 0: bounded otherwise.
            in_other_words: It may say a thing without its words: a purge deletes it whole.
            is_folder: A folder of files.
        """
        self.name, self.holds, self.writer, self.rests_on = name, holds, writer, rests_on
        self.most, self.in_other_words, self.is_folder = most, in_other_words, is_folder


FILES = (
    CacheFile("lock", STATE, "workspace.lock", "the process that holds it"),
    CacheFile("watch.lock", STATE, "workspace.lock", "the process that holds it"),
    CacheFile("schedule.lock", STATE, "workspace.lock", "the process that holds it"),
    CacheFile("journal", STATE, "workspace.journal.entries", "the last jobs", is_folder=True),
    CacheFile("kept", STATE, "workspace.journal.transaction", "words of a person", is_folder=True),
    CacheFile("merges.jsonl", LINES, "workspace.merges", "merges by git", most=1_000_000),
    CacheFile("runs.jsonl", LINES, "workspace.runs", "every run", most=200_000),
    CacheFile("schedule.log", LINES, "workspace.logs", "every scheduled run", most=400_000),
    CacheFile("hook.log", LINES, "jobs.hook", "hooks that failed", most=200_000),
    CacheFile("access.log", LINES, "jobs.access_log", "answers given", most=1_000_000),
    CacheFile("access.log.folding", LINES, "jobs.uses", "access.log, while it is added up"),
    CacheFile("transcripts.tsv", LINES, "jobs.hook", "conversations told of", most=400_000),
    CacheFile("hooks", LINES, "jobs.hook", "what a session was given", is_folder=True),
    CacheFile("spending.jsonl", LINES, "llm.spending", "every call of a model", most=200_000),
    CacheFile("uses.json", LINES, "jobs.uses", "every access.log so far"),
    CacheFile(
        "answers.jsonl",
        BY_CONTENT,
        "llm.kept",
        "model, prompt and text",
        most=20_000_000,
        in_other_words=True,
    ),
    CacheFile("vectors.db", BY_CONTENT, "index.meaning", "model and text", in_other_words=True),
    CacheFile("index.db", KEYED, "index.filling.building", "every file read", in_other_words=True),
    CacheFile("words.json", KEYED, "jobs.kept_words", "the tables of language"),
    CacheFile("expressions.bin", KEYED, "jobs.kept_expressions", "each, and Python's version"),
    CacheFile("sources.json", KEYED, "jobs.talks.marks", "they, consumed.jsonl"),
    CacheFile("idle-*.json", KEYED, "jobs.idle", "every file of a run that changed nothing"),
    CacheFile("still-heartbeat", KEYED, "jobs.stillness", "every file of such a heartbeat"),
    CacheFile("stamps-*.json", KEYED, "jobs.touched", "entities' files as a run saw them"),
)
"""A new file of the cache is a new row here; a test runs every command and looks."""


def row_of(name: str) -> CacheFile | None:
    """The row of a file by its name in the cache; drafts and files beside it count as it."""
    for row in FILES:
        head, star, tail = row.name.partition("*")
        rest = name[len(head) :] if name.startswith(head) else None
        if rest is not None and (tail in rest if star else rest[:1] in {"", ".", "-", "/"}):
            return row
    return None


def read(path: str) -> bytes | None:
    """What a file holds; None where there is none, or no file that can be read.

    A link is no file of ours, and who put it there may have led it anywhere.
    """
    try:
        handle = opened(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        return _rest_of(handle)
    except OSError:
        return None
    finally:
        os.close(handle)


def opened(path: str, flags: int) -> int:
    """An open file that is one, and no link; one that is made is for the user alone.

    Raises:
        OSError: It can't be opened, something else stands there, or a link above it leads out.
    """
    gate.own(path)
    handle = os.open(path, flags | _AS_IT_IS, 0o600)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "something stands there that is no file", path)
    return handle


def make(folder: str) -> None:
    """Make a folder of memctl's own, with `.memctl` above it.

    The workspace itself is never made: one that was deleted or moved away meanwhile stays away,
    and who puts it back finds its place free.

    Raises:
        OSError: It can't be made, or a link in its place leads out of the workspace.
    """
    gate.own(folder)
    missing: list[str] = []
    at = folder
    while not os.path.isdir(at):  # noqa: PTH112 - pathlib costs as much as a whole look-up
        missing.append(at)
        if os.path.basename(at) == OWN:  # noqa: PTH119 - as above
            break
        at = os.path.dirname(at)  # noqa: PTH120 - as above
    for one in reversed(missing):
        try:
            os.mkdir(one, 0o700)  # noqa: PTH102 - as above
        except FileExistsError:
            continue  # somebody else was quicker, or no folder stands there: who writes is told


def put(path: str, data: bytes) -> None:
    """Put a file in place whole; who reads it meanwhile finds the old one.

    Raises:
        OSError: The disk did not take it; the old one stands.
    """
    draft = f"{path}.{os.getpid()}"
    handle = opened(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        try:
            _write(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(draft, path)  # noqa: PTH105 - as above
    except OSError:
        os.unlink(draft)  # noqa: PTH108 - as above
        raise


def add(
    path: str,
    text: str,
    shorten: "Callable[[bytes], bytes] | None" = None,
    *,
    makes: bool = True,
) -> None:
    """Add lines to a file that only the user may read; one that has grown is shortened.

    Args:
        path: The file.
        text: Whole lines.
        shorten: All lines to those that stay; None keeps the newer half.
        makes: Is a file made where there is none?

    Raises:
        OSError: The disk did not take it, or what stands there is no file.
    """
    makes_it = os.O_CREAT if makes else 0
    handle = opened(path, os.O_RDWR | os.O_APPEND | makes_it)
    try:
        size = os.fstat(handle).st_size
        data = text.encode("utf-8", "replace")
        # A crash may have torn the last line: what is added must not be read as a part of it.
        if size and _byte_at(handle, size - 1) != b"\n":
            data = b"\n" + data
        _write(handle, data)
        row = row_of(os.path.basename(path))  # noqa: PTH119 - pathlib costs as much as a whole look-up
        if row is not None and 0 < row.most < size + len(data):
            _shorten(handle, path, shorten or newer_half)
    finally:
        os.close(handle)


def sweep(folder: str, before: float) -> None:
    """Delete drafts that processes left behind which ended while they wrote.

    Args:
        folder: The cache.
        before: A draft that was changed later may still be written.
    """
    try:
        gate.own(folder)
        with os.scandir(folder) as found:
            drafts = [e for e in found if e.name.rpartition(".")[2].isdigit()]
        for draft in drafts:
            if draft.stat(follow_symlinks=False).st_mtime < before:
                os.unlink(draft.path)  # noqa: PTH108 - as above
    except OSError:
        return  # somebody else sweeps, or nobody may


def newer_half(data: bytes) -> bytes:
    """The newer half of the lines, by bytes."""
    return data[data.find(b"\n", len(data) // 2) + 1 :]


def _shorten(handle: int, path: str, shorten: "Callable[[bytes], bytes]") -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    put(path, shorten(_rest_of(handle)))
    # What others added to the old file until it was replaced.
    if late := _rest_of(handle):
        add(path, late.decode("utf-8", "replace"))


def _rest_of(handle: int) -> bytes:
    data = os.read(handle, os.fstat(handle).st_size + 1)
    while more := os.read(handle, 1 << 16):
        data += more
    return data


def _byte_at(handle: int, at: int) -> bytes:
    os.lseek(handle, at, os.SEEK_SET)
    return os.read(handle, 1)


def _write(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]
