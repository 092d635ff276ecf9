"""The folders of entities below the graph roots, and what is odd about where they stand."""

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from memctl.config.settings import FILE_NAME
from memctl.graph.entity import EntityRef
from memctl.graph.problem import Problem
from memctl.workspace import names
from memctl.workspace.discovery.parts import Root
from memctl.workspace.discovery.walk import Walk
from memctl.workspace.names import Table
from memctl.workspace.paths import Places, join


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of one entity."""

    ref: EntityRef
    name: str
    items: str | None
    """Name of the items file relative to the workspace; None when there is none."""
    summary: str | None


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
    walk = Walk(places, table, leaves={} if leaves is None else leaves)
    homes = tuple(os.path.realpath(places.real(root.name)) for root in roots)
    found: list[Folder] = []
    for root in roots:
        tops = root.members if root.members is not None else ("",)
        for top in tops:
            found += _below(walk, root, top, homes)
    kept, doubles = _unique(sorted(found, key=lambda f: (f.ref, f.name)))
    return tuple(kept), (*walk.problems, *doubles, *_type_level(kept), *_collisions(kept))


def _below(walk: Walk, root: Root, path: str, homes: tuple[str, ...]) -> Iterator[Folder]:
    name = join(root.name, path)
    entries = walk.entries(name)
    leaf = walk.leaves.get(walk.places.spelled(name)) if path else None
    if leaf and (own := _of_leaf(leaf, walk.table.items)):
        items, summary = own
        yield Folder(_ref(path), name, items and f"{name}/{items}", summary and f"{name}/{summary}")
        return
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
    walk: Walk, entry: os.DirEntry[str], name: str, homes: tuple[str, ...], *, is_top: bool
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


def _items(walk: Walk, name: str, by_name: dict[str, os.DirEntry[str]]) -> str | None:
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
def _of_leaf(
    there: tuple[str, ...], items: tuple[str, ...]
) -> tuple[str | None, str | None] | None:
    """Items file and summary of a folder with such files in it; None for a closer look."""
    found, copies = _told_apart(there, items)
    summary = names.SUMMARY if names.SUMMARY in there else None
    if len(found) > 1 or copies or FILE_NAME in there or not (found or summary):
        return None
    return (found[0] if found else None), summary


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
