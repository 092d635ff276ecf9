"""The notes of the timeline, found by their file names."""

import os
from collections.abc import Iterator

from memctl.graph.problem import Problem
from memctl.workspace import names
from memctl.workspace.discovery.walk import Walk
from memctl.workspace.names import Table
from memctl.workspace.paths import Places, join


def find_notes(
    places: Places, table: Table, folders: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """The notes of the timeline in the order of their file names, and what is odd."""
    walk = Walk(places, table)
    found: dict[str, None] = {}
    for folder in folders:
        if places.real(folder).is_dir():
            found.update(dict.fromkeys(_notes_below(walk, folder, 0)))
    ordered = sorted(found, key=lambda n: (os.path.basename(n), n))
    return tuple(ordered), tuple(walk.problems)


def _notes_below(walk: Walk, name: str, depth: int) -> Iterator[str]:
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
