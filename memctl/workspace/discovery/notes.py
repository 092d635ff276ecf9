"""The notes of the timeline, found by their file names."""

import os
import re
from collections.abc import Iterator

from memctl.graph.problem import Problem
from memctl.workspace import names
from memctl.workspace.discovery.walk import Walk
from memctl.workspace.names import Table
from memctl.workspace.paths import Places, join

_PLAIN_NOTE = re.compile(r"(?:.*/)?\d{4}-\d{2}-\d{2}\.md")


def find_notes(
    places: Places, table: Table, folders: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """The notes of the timeline in the order of their days and file names, and what is odd."""
    walk = Walk(places, table)
    found: dict[str, None] = {}
    for folder in folders:
        if places.real(folder).is_dir():
            found.update(dict.fromkeys(_notes_below(walk, folder, 0)))
    ordered = sorted(found, key=lambda n: (names.note_day(n) or "", os.path.basename(n), n))
    return tuple(ordered), tuple(walk.problems)


def home_of_notes(places: Places, table: Table, folders: list[str]) -> str:
    """Where new notes go: to the folder in which the daily notes of this workspace stand.

    That is `memory` (the only folder of that name, or the one at the top) as long as it holds
    notes or no other folder does, else the folder with the newest note.
    """
    first = names.NOTES[0]
    named = [n for n in folders if os.path.basename(n).casefold() == first]
    usual = named[0] if len(named) == 1 else first
    if folders in ([], [usual]):
        return usual
    walk = Walk(places, table)
    if usual in folders and next(_notes_below(walk, usual, 0), None) is not None:
        return usual
    newest = max(_newest(walk, folders), default=None)
    return newest[1] if newest else usual


def note_like(found: tuple[str, ...], usual: str) -> str:
    """The note of a day: where it stands, else in the manner of the newest one.

    Who keeps `Daily/2026/11/2026-11-30.md` has the next one in `Daily/2026/12`.

    Args:
        found: Every note.
        usual: The note of that day right in the folder of new notes.
    """
    home, _, own = usual.rpartition("/")
    below = [n for n in found if n.startswith(f"{home}/") and _PLAIN_NOTE.fullmatch(n)]
    # Those in other folders ("archive", "sessions") are kept there by somebody else.
    of_days = [n for n in below if _manner(n, home) is not None]
    if usual in of_days or not of_days:
        return usual
    last = max(of_days, key=lambda n: (n.endswith(f"/{own}"), os.path.basename(n)))
    now = _parts_of(own)
    return "/".join((home, *(now[i] for i in _manner(last, home) or ()), own))


def _manner(note: str, home: str) -> tuple[int, ...] | None:
    """Which parts of its day the folders of a note are called after; None where they are not."""
    was = _parts_of(os.path.basename(note))
    inner = note[len(home) + 1 :].split("/")[:-1]
    return tuple(map(was.index, inner)) if set(inner) <= set(was) else None


def _parts_of(name: str) -> tuple[str, ...]:
    """How a folder may be called after the day of a note: by its year, its month or both."""
    year, month = name[:4], name[5:7]
    return year, month, f"{year}-{month}", f"{year}{month}", f"{year}年", f"{month}月"


def _newest(walk: Walk, folders: list[str]) -> Iterator[tuple[str, str]]:
    """(file name, folder) of the newest note in each; a note counts for the nearest of them."""
    for folder in folders:
        inner = tuple(f"{f}/" for f in folders if f.startswith(f"{folder}/"))
        found = (n for n in _notes_below(walk, folder, 0) if not n.startswith(inner))
        last = max(map(os.path.basename, found), default=None)
        if last is not None:
            yield last, folder


def _notes_below(walk: Walk, name: str, depth: int) -> Iterator[str]:
    if depth and walk.is_other(name):
        return
    for entry in walk.entries(name):
        below = join(name, entry.name)
        if names.note_day(below) is not None:
            if walk.is_file(entry, below):
                yield below
        elif entry.name in walk.table.skipped or entry.name.casefold() in walk.table.roots:
            continue
        elif depth < names.DEPTH and walk.is_folder(entry, below):
            yield from _notes_below(walk, below, depth + 1)
