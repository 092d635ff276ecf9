"""Every file of a folder goes to another folder: writes of a plan turned into moves."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memctl.errors import FileInvalid
from memctl.workspace.files import pack, read_bytes
from memctl.workspace.journal.transaction import Write
from memctl.workspace.layout import Layout
from memctl.workspace.names import is_text
from memctl.workspace.paths import join


@dataclass(frozen=True, slots=True)
class FolderMove:
    """A folder, and the folder that it becomes or that takes its files."""

    folder: str
    to: str
    gone: frozenset[str] = frozenset()
    """Files that are not moved but go, since their words stand elsewhere by then."""
    mark: str = ""
    """Told apart by it is a file whose name the other folder uses, or would read as its own."""


def moved_writes(layout: Layout, writes: Sequence[Write], move: FolderMove) -> list[Write]:
    """The same writes, those in the folder at their new places, and moves of what is left.

    Raises:
        FileInvalid: A file or folder is a link, or no regular file; it is moved by nobody.
    """
    by_name = {write.name: write for write in writes}
    kept = [w for w in writes if w.name != move.folder and not _is_below(w.name, move.folder)]
    taken = {w.name for w in kept}
    for name in files_below(layout, move.folder):
        write = by_name.get(name) or _unchanged(layout, name)
        if name in move.gone or write.new is None:
            kept.append(replace(write, new=None, only_appends=False, like=move.to))
            continue
        target = _free_name(layout, name, move, taken)
        taken.add(target)
        kept.append(Write(target, None, write.new, like=name))
        kept.append(Write(name, write.old, None, like=target))
    return kept


def files_below(layout: Layout, folder: str) -> Iterator[str]:
    """Every file in a folder and below, by name.

    Raises:
        FileInvalid: One of them is a link, or no regular file.
    """
    if layout.real(folder).is_symlink():
        raise FileInvalid(folder, None, "is a link", hint="Move it by hand.")
    with os.scandir(layout.real(folder)) as found:
        entries = sorted(found, key=lambda e: e.name)
    for entry in entries:
        name = join(folder, entry.name)
        if not is_text(entry.name):
            raise FileInvalid(
                folder, None, "holds a name that is not UTF-8", hint="Rename or move it by hand."
            )
        if entry.is_symlink() or not (entry.is_file() or entry.is_dir()):
            what = "is a link" if entry.is_symlink() else "is no regular file"
            raise FileInvalid(name, None, what, hint="Move it by hand, then run the command again.")
        if entry.is_dir():
            yield from files_below(layout, name)
        elif not entry.name.startswith(".memctl-"):
            yield name


def _unchanged(layout: Layout, name: str) -> Write:
    try:
        data = read_bytes(layout.places.target(name))
    except OSError as error:
        raise FileInvalid(name, None, f"cannot be read: {error.strerror or error}") from error
    packed = pack(data)
    return Write(name, packed, packed)


def _free_name(layout: Layout, name: str, move: FolderMove, taken: set[str]) -> str:
    target = move.to + name[len(move.folder) :]
    folder, _, last = target.rpartition("/")
    is_own = bool(move.gone) and last in layout.table.items
    stem, dot, ending = last.partition(".")
    number = 0
    while is_own or target in taken or layout.real(target).exists():
        number += 1
        mark = f"-from-{move.mark}" + (f"-{number}" if number > 1 else "")
        target, is_own = join(folder, f"{stem}{mark}{dot}{ending}"), False
    return target


def _is_below(name: str, folder: str) -> bool:
    return name.startswith(f"{folder}/")
