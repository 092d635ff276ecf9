"""Finds the graph roots, the folders of notes, the entities and the notes of a workspace.

One walk of a few levels; links are judged before they are followed.
"""

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from pathlib import Path

from memctl.config import FILE_NAME
from memctl.graph.entity import EntityRef
from memctl.graph.problem import Level, Problem
from memctl.workspace import names
from memctl.workspace.names import Table
from memctl.workspace.paths import Places, join


@dataclass(frozen=True, slots=True)
class Root:
    """A graph root: refs are paths below it."""

    name: str
    members: tuple[str, ...] | None = None
    """The folders below it that belong to the graph; None when all do."""
    has_areas: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """What the walk found."""

    roots: tuple[Root, ...]
    note_folders: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of one entity."""

    ref: EntityRef
    name: str
    items: str | None
    """Name of the items file relative to the workspace; None when there is none."""
    summary: str | None


@dataclass(frozen=True, slots=True)
class _Walk:
    places: Places
    table: Table
    problems: list[Problem] = field(default_factory=list)
    leaves: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The names in each folder that holds nothing but files, by its path."""

    def entries(self, name: str) -> list[os.DirEntry[str]]:
        """What a folder of the memory holds, by name; what has a name that is no text is named."""
        entries = self._listed(name)
        for entry in entries:
            if not names.is_text(entry.name):
                shown = join(name, entry.name.encode(errors="replace").decode())
                what = "its name is not UTF-8, so it is not read"
                self._say("name-not-text", "warning", shown, what, "Give it another name.")
        return [entry for entry in entries if names.is_text(entry.name)]

    def _listed(self, name: str) -> list[os.DirEntry[str]]:
        """What a folder holds, by name; a folder that can't be read becomes a problem."""
        path = self.places.spelled(name)
        try:
            with os.scandir(path) as found:
                entries = sorted(found, key=attrgetter("name"))
        except OSError as error:
            text = f"cannot be read: {error.strerror or error}"
            self.problems.append(Problem("unreadable", "error", name, None, text))
            return []
        if not any(e.is_symlink() or e.is_dir() for e in entries):
            self.leaves[path] = tuple([e.name for e in entries])
        return entries

    def folders(self, name: str) -> list[os.DirEntry[str]]:
        """The folders in a folder that may be entered."""
        return [
            e
            for e in self._listed(name)
            if names.is_text(e.name)
            and e.name not in self.table.skipped
            and self.is_folder(e, join(name, e.name))
        ]

    def is_other(self, name: str) -> bool:
        """Is this folder a workspace of its own? What it holds is mixed with nothing here."""
        if not os.path.lexists(os.path.join(self.places.spelled(name), FILE_NAME)):
            return False
        what = "a workspace of its own; nothing of it is read here"
        cure = f"To have it read here too, name it under [paths] or remove its {FILE_NAME}."
        self._say("other-workspace", "hint", name, what, cure)
        return True

    def is_folder(self, entry: os.DirEntry[str], name: str) -> bool:
        """May this entry be entered? A link is followed only to a place inside."""
        if not entry.is_symlink():
            return entry.is_dir(follow_symlinks=False)
        return self.judge_link(entry, name) and entry.is_dir()

    def is_file(self, entry: os.DirEntry[str], name: str) -> bool:
        """May this entry be read as a file? What stands in a file's place is named."""
        if entry.is_symlink() and not self.judge_link(entry, name):
            return False
        if entry.is_file():
            return True
        what = "a folder" if entry.is_dir() else "no regular file"
        self._say("not-a-file", "error", name, f"expected a file and found {what}")
        return False

    def judge_link(self, entry: os.DirEntry[str], name: str) -> bool:
        """Does this link lead to something inside that is not a way back to itself?"""
        try:
            real = Path(os.path.realpath(entry.path, strict=True))
        except OSError as error:
            if isinstance(error, FileNotFoundError):
                self._say("symlink-dangling", "hint", name, "the link leads to nothing")
            else:
                self._say("symlink-loop", "warning", name, "the link leads back to itself")
            return False
        if Path(os.path.realpath(os.path.dirname(entry.path))).is_relative_to(real):
            self._say("symlink-loop", "warning", name, "the link leads to a folder above itself")
            return False
        if not self.places.holds(real):
            text = f"the link leads out of the workspace, to {real}; it is not followed"
            allow = f"memctl sources allow --write {real}"
            hint = f"If you want it used: name it under [paths], then: {allow}"
            self._say("symlink-outside", "warning", name, text, hint)
            return False
        return True

    def _say(self, slug: str, level: Level, name: str, text: str, hint: str | None = None) -> None:
        problem = Problem(slug, level, name, None, text, hint)
        if problem not in self.problems:
            self.problems.append(problem)


def find_parts(
    places: Places, table: Table, *, graph_names: tuple[str, ...], notes_name: str | None
) -> Parts:
    """Roots and folders of notes; what [paths] names wins over what the tables say."""
    walk = _Walk(places, table)
    roots: list[Root] = []
    notes: list[str] = []
    _look(walk, "", 0, roots, notes)
    if graph_names:
        roots = [_named_root(walk, name) for name in graph_names]
    elif not roots and places.root.name.casefold() in table.roots | {names.AREAS}:
        roots = [Root("")]
    first = notes_name or _first_notes(notes)
    folders = dict.fromkeys([first, *notes])
    _check_folders(walk, [first])
    return Parts(tuple(roots), tuple(folders), tuple(walk.problems))


def _look(walk: _Walk, name: str, depth: int, roots: list[Root], notes: list[str]) -> None:
    if depth and walk.is_other(name):
        return
    inside = walk.folders(name)
    members = _members(walk, inside)
    own = os.path.basename(name).casefold()
    if own in walk.table.roots:
        roots.append(Root(name, None, has_areas=bool(members)))
    elif members:
        roots.append(Root(name, members, has_areas=True))
    is_whole = own in walk.table.roots
    for entry in inside:
        below = join(name, entry.name)
        folded = entry.name.casefold()
        if folded in walk.table.notes and not walk.is_other(below):
            notes.append(below)
        elif is_whole or (members and entry.name in members):
            continue
        if depth < names.DEPTH:
            _look(walk, below, depth + 1, roots, notes)


def _members(walk: _Walk, inside: list[os.DirEntry[str]]) -> tuple[str, ...]:
    """The folders of the graph among these, when `areas` is one of them."""
    if not any(e.name.casefold() == names.AREAS for e in inside):
        return ()
    known = walk.table.beside_areas | {names.AREAS}
    return tuple(e.name for e in inside if e.name.casefold() in known)


def _named_root(walk: _Walk, name: str) -> Root:
    if not walk.places.real(name).is_dir():
        walk.problems.append(
            Problem("not-a-folder", "warning", name, None, "[paths] graph names it: no folder")
        )
        return Root(name, ())
    return Root(name, None, has_areas=bool(_members(walk, walk.folders(name))))


def _first_notes(found: list[str]) -> str:
    """Where new notes go: `memory` at the top, else the only one found by that name."""
    named = [n for n in found if os.path.basename(n).casefold() == names.NOTES[0]]
    return named[0] if len(named) == 1 else names.NOTES[0]


def _check_folders(walk: _Walk, folders: list[str]) -> None:
    for name in folders:
        path = walk.places.real(name)
        if path.exists() and not path.is_dir():
            text = "expected a folder of notes and found a file"
            walk.problems.append(Problem("not-a-folder", "warning", name, None, text))


def find_entities(
    places: Places,
    table: Table,
    roots: tuple[Root, ...],
    leaves: dict[str, tuple[str, ...]] | None = None,
) -> tuple[tuple[Folder, ...], tuple[Problem, ...]]:
    """Every folder below the roots that holds an items file or a summary, and what is odd.

    Args:
        places: Of the workspace.
        table: The names that hold there.
        roots: Where to look.
        leaves: Told, by its path, the names in each folder that holds nothing but files.
    """
    walk = _Walk(places, table, leaves={} if leaves is None else leaves)
    homes = tuple(os.path.realpath(places.real(root.name)) for root in roots)
    found: list[Folder] = []
    for root in roots:
        tops = root.members if root.members is not None else ("",)
        for top in tops:
            found += _below(walk, root, top, homes)
    kept, doubles = _unique(sorted(found, key=lambda f: (f.ref, f.name)))
    return tuple(kept), (*walk.problems, *doubles, *_type_level(kept), *_collisions(kept))


def _below(walk: _Walk, root: Root, path: str, homes: tuple[str, ...]) -> Iterator[Folder]:
    name = join(root.name, path)
    entries = walk.entries(name)
    by_name = {e.name: e for e in entries}
    items = _items(walk, name, by_name)
    has_summary = names.SUMMARY in by_name
    summary = join(name, names.SUMMARY)
    is_usable = has_summary and walk.is_file(by_name[names.SUMMARY], summary)
    if items is not None or has_summary:
        ref = _ref(path)
        if ref:
            yield Folder(ref, name, items or None, summary if is_usable else None)
        else:
            walk.problems.append(_at_root(items or summary))
    if path.count("/") >= names.ENTITY_DEPTH:
        return
    if path and FILE_NAME in by_name and walk.is_other(name):
        return
    for entry in entries:
        if not (entry.is_symlink() or entry.is_dir()):
            continue
        if _may_hold_entities(walk, entry, name, homes, is_top=not path):
            yield from _below(walk, root, join(path, entry.name), homes)


def _may_hold_entities(
    walk: _Walk, entry: os.DirEntry[str], name: str, homes: tuple[str, ...], *, is_top: bool
) -> bool:
    if entry.name in walk.table.skipped or entry.name in walk.table.items:
        return False
    if is_top and entry.name.casefold() in walk.table.notes:
        return False
    if not walk.is_folder(entry, join(name, entry.name)):
        return False
    # A link to another place of the graph: its entities are found there, under their own names.
    real = Path(os.path.realpath(entry.path)) if entry.is_symlink() else None
    return real is None or not any(real.is_relative_to(home) for home in homes)


def _items(walk: _Walk, name: str, by_name: dict[str, os.DirEntry[str]]) -> str | None:
    """The items file of a folder: its name, "" for one that can't be used, None for none."""
    there, copies = _told_apart(tuple(by_name), walk.table.items)
    usable = [n for n in there if walk.is_file(by_name[n], join(name, n))]
    for extra in usable[1:]:
        text = f"a second items file beside {usable[0]}; only {usable[0]} is read"
        walk.problems.append(Problem("second-items", "warning", join(name, extra), None, text))
    for copy in copies:
        text = "a copy that a sync service left when two machines changed one file; it is not read"
        walk.problems.append(Problem("conflict-copy", "warning", join(name, copy), None, text))
    if usable:
        return join(name, usable[0])
    return "" if there else None


@lru_cache(maxsize=1024)
def _told_apart(
    there: tuple[str, ...], items: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The items files among these names, and the copies. Most folders hold the same names."""
    copies = tuple(filter(names.CONFLICT_COPY.fullmatch, there))
    return tuple(name for name in items if name in there), copies


def _ref(path: str) -> EntityRef:
    head, slash, rest = path.partition("/")
    return EntityRef(rest if head.casefold() == names.AREAS else f"{head}{slash}{rest}")


def _at_root(name: str) -> Problem:
    text = "facts at the root of the graph belong to no entity; they are left out"
    return Problem("type-level-items", "warning", name, None, text)


def _unique(found: list[Folder]) -> tuple[list[Folder], list[Problem]]:
    kept: dict[str, Folder] = {}
    doubles = []
    for folder in found:
        first = kept.setdefault(folder.ref, folder)
        if first is not folder:
            text = f"{folder.ref} is also at {first.name}; this one is left out"
            doubles.append(Problem("duplicate-entity", "error", folder.name, None, text))
    return list(kept.values()), doubles


def _type_level(found: list[Folder]) -> Iterator[Problem]:
    parents = {f.ref.rpartition("/")[0] for f in found}
    for folder in found:
        if folder.items and (folder.ref in parents or _is_type(folder)):
            text = f"facts of entities that have no folder yet stand at the type {folder.ref}"
            yield Problem("type-level-items", "warning", folder.items, None, text)


def _is_type(folder: Folder) -> bool:
    if "/" in folder.ref:
        return False
    return os.path.basename(os.path.dirname(folder.name)).casefold() == names.AREAS


def _collisions(found: list[Folder]) -> Iterator[Problem]:
    first: dict[str, Folder] = {}
    for folder in found:
        ref = folder.ref
        key = (ref if ref.isascii() else unicodedata.normalize("NFC", ref)).casefold()
        other = first.setdefault(key, folder)
        if other is not folder:
            text = f"differs from {other.items or other.name} by case only"
            where = folder.items or folder.name
            yield Problem("case-collision", "warning", where, None, text)


def find_notes(
    places: Places, table: Table, folders: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """The notes of the timeline in the order of their file names, and what is odd."""
    walk = _Walk(places, table)
    found: dict[str, None] = {}
    for folder in folders:
        if places.real(folder).is_dir():
            found.update(dict.fromkeys(_notes_below(walk, folder, 0)))
    ordered = sorted(found, key=lambda n: (os.path.basename(n), n))
    return tuple(ordered), tuple(walk.problems)


def _notes_below(walk: _Walk, name: str, depth: int) -> Iterator[str]:
    if depth and walk.is_other(name):
        return
    for entry in walk.entries(name):
        below = join(name, entry.name)
        if names.NOTE_NAME.match(entry.name):
            if walk.is_file(entry, below):
                yield below
        elif entry.name in walk.table.skipped or entry.name.casefold() in walk.table.roots:
            continue
        elif depth < names.DEPTH and walk.is_folder(entry, below):
            yield from _notes_below(walk, below, depth + 1)
