"""What memctl keeps for itself emptied of words that must go: journal, index, copies, caches."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from memctl import gate
from memctl.cachefiles import row_of
from memctl.formats.rows.rewriting import holds_words, lines_without_words, parsed
from memctl.formats.text import Undecodable, decode
from memctl.workspace.atomic import write_new
from memctl.workspace.files import read_bytes
from memctl.workspace.journal.entries import clear
from memctl.workspace.layout import Layout
from memctl.workspace.names import OWN
from memctl.workspace.paths import join

KEY = join(OWN, "key")
"""Makes the digests of purged facts; readable by the user alone, and kept with the ledgers."""


def read_key(layout: Layout) -> str | None:
    """The key of this workspace; None when nothing was purged yet."""
    try:
        data = read_bytes(layout.places.target(KEY))
    except OSError:
        return None
    return data.decode("ascii", "replace").strip() if data else None


def ledgers_with(layout: Layout, words: Sequence[str]) -> tuple[str, ...]:
    """The ledgers that hold one of these words, by name."""
    try:
        found = sorted(p for p in os.listdir(layout.own) if p.endswith(".jsonl"))
    except OSError:
        return ()
    names = (join(OWN, name) for name in found)
    return tuple(name for name in names if _holds(layout.real(name), words))


def empty_caches(layout: Layout, words: Sequence[str]) -> None:
    """Forget undo and index, and drop these words from every other file of the cache.

    What is dropped can be made anew. A copy of somebody's text loses only the lines that hold
    the words. Call it while holding the lock.

    Raises:
        OSError: A file can't be deleted.
    """
    gate.own(str(layout.cache))
    clear(layout)
    for path in tuple(_files(layout.cache)):
        if path.name == "lock":
            continue
        # Kept answers and vectors say in other words what must go; what is no text can't be
        # searched for it.
        row = row_of(path.relative_to(layout.cache).as_posix())
        if (row is not None and row.in_other_words) or _text(path) is None:
            os.unlink(path)
        elif _holds(path, words):
            _drop_lines(path, words)


def _files(folder: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(Path(entry.path))
            elif entry.is_file(follow_symlinks=False):
                yield Path(entry.path)


def _holds(path: Path, words: Sequence[str]) -> bool:
    text = _text(path)
    if text is None:
        return False
    lines = (parsed(line) for line in text.split("\n"))
    return holds_words(text, words) or any(holds_words(line, words) for line in lines)


def _text(path: Path) -> str | None:
    try:
        return decode(path.read_bytes()).text if path.is_file() else None
    except (OSError, Undecodable):
        return None


def _drop_lines(path: Path, words: Sequence[str]) -> None:
    text = lines_without_words(_text(path) or "", words)
    os.unlink(path)
    if text and not holds_words(text, words):
        write_new(path, text.encode())
