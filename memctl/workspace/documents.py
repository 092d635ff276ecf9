"""Markdown documents that may link to entities: those of the graph, and those beside it."""

import os
from collections.abc import Iterator

from memctl.config.settings import FILE_NAME
from memctl.workspace import names
from memctl.workspace.layout import Layout
from memctl.workspace.paths import join

_ENDINGS = (".md", ".markdown")
_PERSONAL = frozenset({"USER.md", "SOUL.md", "AGENTS.md", "HEARTBEAT.md", "CLAUDE.md"})
"""Other programs read these at the top of a workspace; memctl owns at most a block in them."""


def graph_documents(layout: Layout) -> tuple[str, ...]:
    """Every document below the graph roots, summaries and indexes alike, and MEMORY.md."""
    found = {name for root in layout.roots for name in _of_root(layout, root.name, root.members)}
    if layout.real(layout.tacit).is_file():
        found.add(layout.tacit)
    return tuple(sorted(found))


def other_documents(layout: Layout) -> tuple[str, ...]:
    """Documents at the top of the workspace that belong to nobody's graph."""
    of_graph = {*graph_documents(layout), names.REVIEW}
    return tuple(name for name in _beside(layout, "") if name not in of_graph)


def near_documents(layout: Layout) -> Iterator[str]:
    """Every document as deep as notes are looked for, whoever it belongs to; no hidden folder."""
    yield from _near(layout, "", 0)


def _near(layout: Layout, folder: str, depth: int) -> Iterator[str]:
    yield from _beside(layout, folder)
    for entry in _entries(layout, folder) if depth < names.DEPTH else ():
        name, is_hidden = join(folder, entry.name), entry.name.startswith(".")
        if is_hidden or entry.name in layout.table.skipped:
            continue
        if entry.is_dir(follow_symlinks=False) and not layout.real(join(name, FILE_NAME)).exists():
            yield from _near(layout, name, depth + 1)


def every_file(layout: Layout) -> tuple[str, ...]:
    """Every file at the top of the workspace, and below its graph roots and notes."""
    found = dict.fromkeys(e.name for e in _entries(layout, "") if _is_plain(e))
    for root in layout.roots:
        for folder in [root.name] if root.members is None else root.members:
            below = folder if root.members is None else join(root.name, folder)
            found.update(dict.fromkeys(_all_below(layout, below) if below else ()))
    for folder in layout.note_folders:
        found.update(dict.fromkeys(_all_below(layout, folder)))
    return tuple(found)


def _all_below(layout: Layout, folder: str) -> Iterator[str]:
    for entry in _entries(layout, folder):
        if _is_plain(entry):
            yield join(folder, entry.name)
        elif entry.is_dir(follow_symlinks=False) and entry.name not in layout.table.skipped:
            yield from _all_below(layout, join(folder, entry.name))


def _is_plain(entry: os.DirEntry[str]) -> bool:
    return entry.is_file(follow_symlinks=False)


def _of_root(layout: Layout, root: str, members: tuple[str, ...] | None) -> Iterator[str]:
    if members is None:
        yield from (name for name in _below(layout, root) if not _is_personal(name))
        return
    yield from (name for name in _beside(layout, root) if not _is_personal(name))
    for member in members:
        yield from _below(layout, join(root, member))


def _is_personal(name: str) -> bool:
    return name in _PERSONAL or name == names.REVIEW


def _beside(layout: Layout, folder: str) -> Iterator[str]:
    for entry in _entries(layout, folder):
        if entry.is_file(follow_symlinks=False) and entry.name.endswith(_ENDINGS):
            yield join(folder, entry.name)


def _below(layout: Layout, folder: str) -> Iterator[str]:
    """No link is followed: what it leads to is found where it stands."""
    yield from _beside(layout, folder)
    for entry in _entries(layout, folder):
        name = join(folder, entry.name)
        is_other = entry.name in layout.table.skipped or name in layout.note_folders
        if entry.is_dir(follow_symlinks=False) and not is_other:
            yield from _below(layout, name)


def _entries(layout: Layout, folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(layout.real(folder)) as found:
            return sorted((e for e in found if names.is_text(e.name)), key=lambda e: e.name)
    except OSError:
        return []  # said by reading the graph
