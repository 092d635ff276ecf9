"""The graph roots and the folders of notes, a few levels deep."""

import os
from dataclasses import dataclass

from memctl.graph.problem import Problem
from memctl.workspace import names
from memctl.workspace.discovery.notes import home_of_notes
from memctl.workspace.discovery.walk import Walk
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


def find_parts(
    places: Places, table: Table, *, graph_names: tuple[str, ...], notes_name: str | None
) -> Parts:
    """Roots and folders of notes; what [paths] names wins over what the tables say."""
    walk = Walk(places, table)
    roots: list[Root] = []
    notes: list[str] = []
    _look(walk, "", 0, roots, notes)
    if graph_names:
        roots = [_named_root(walk, name) for name in graph_names]
    elif not roots and places.root.name.casefold() in table.roots | {names.AREAS}:
        roots = [Root("")]
    first = notes_name or home_of_notes(places, table, notes)
    folders = dict.fromkeys([first, *notes])
    _check_folders(walk, [first])
    return Parts(tuple(roots), tuple(folders), tuple(walk.problems))


def _look(walk: Walk, name: str, depth: int, roots: list[Root], notes: list[str]) -> None:
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


def _members(walk: Walk, inside: list[os.DirEntry[str]]) -> tuple[str, ...]:
    """The folders of the graph among these, when `areas` is one of them."""
    if not any(e.name.casefold() == names.AREAS for e in inside):
        return ()
    known = walk.table.beside_areas | {names.AREAS}
    return tuple(e.name for e in inside if e.name.casefold() in known)


def _named_root(walk: Walk, name: str) -> Root:
    if not walk.places.real(name).is_dir():
        walk.problems.append(
            Problem("not-a-folder", "warning", name, None, "[paths] graph names it: no folder")
        )
        return Root(name, ())
    return Root(name, None, has_areas=bool(_members(walk, walk.folders(name))))


def _check_folders(walk: Walk, folders: list[str]) -> None:
    for name in folders:
        path = walk.places.real(name)
        if path.exists() and not path.is_dir():
            text = "expected a folder of notes and found a file"
            walk.problems.append(Problem("not-a-folder", "warning", name, None, text))
