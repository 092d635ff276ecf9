"""memctl's own folder: readable by the user alone, its cache ignored by git."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from memctl import cachefiles
from memctl.graph.problem import Problem
from memctl.workspace import names
from memctl.workspace.atomic import write_new
from memctl.workspace.layout import Layout

_IGNORED = b"cache/\n"


def read_cache(layout: Layout, name: str) -> bytes:
    """What a file of the cache holds; b"" where there is none that can be read."""
    return cachefiles.read(str(layout.cache / name)) or b""


def write_cache(layout: Layout, name: str, data: bytes) -> None:
    """Put a file of the cache in place whole: who reads it meanwhile finds the old one.

    Raises:
        OSError: The workspace can't be written to.
    """
    make_cache(layout)
    cachefiles.put(str(layout.cache / name), data)


def add_to_cache(layout: Layout, name: str, line: str) -> None:
    """Add a line to a file of the cache; its older lines go when it has grown.

    Raises:
        OSError: The workspace can't be written to.
    """
    make_cache(layout)
    cachefiles.add(str(layout.cache / name), " ".join(line.split("\n")) + "\n")


def make_cache(layout: Layout, below: str = "") -> Path:
    """Make `.memctl/cache/`, and `.memctl/.gitignore` with it.

    Args:
        layout: The workspace.
        below: A folder of the cache that is made too.

    Returns:
        The folder that was asked for.

    Raises:
        OSError: The workspace can't be written to, or a link in its place leads outside.
    """
    folder = layout.cache / below if below else layout.cache
    cachefiles.make(str(folder))
    ignore = layout.own / ".gitignore"
    if not ignore.exists():
        # A link that leads nowhere, or somebody else was quicker.
        with contextlib.suppress(FileExistsError):
            write_new(ignore, _IGNORED)
    return folder


def odd_places(layout: Layout) -> Iterator[Problem]:
    """What stands in the place of a file or folder that memctl keeps for itself, and is none."""
    for folder, below in ((layout.root, names.OWN), (layout.own, "cache")):
        if (one := folder / below).is_symlink() or (one.exists() and not one.is_dir()):
            yield _odd(one, layout, "a folder")
    for name, is_folder in _kept(layout):
        one = layout.own / name
        is_right = one.is_dir() if is_folder else one.is_file()
        if not is_right or (one.is_symlink() and _is_no_link(name, one, layout)):
            yield _odd(one, layout, "a folder" if is_folder else "a file")
    for name in (layout.state, *names.BESIDE):
        one = layout.real(name)
        if one.exists() and not one.is_file():
            what = "expected a file and found something else; it is stepped over"
            yield Problem("not-a-file", "warning", name, None, what, "Move it away.")


def _is_no_link(name: str, path: Path, layout: Layout) -> bool:
    """Files of the cache are never links; others may lead to a place in the workspace."""
    return name.startswith("cache/") or not layout.places.holds(path.resolve())


def _kept(layout: Layout) -> Iterator[tuple[str, bool]]:
    """(name below `.memctl`, is it to be a folder) of everything there that memctl knows."""
    for name in _listed(layout.own):
        if name.endswith(".jsonl") or name in {"key", ".gitignore"}:
            yield name, False
    for name in _listed(layout.cache):
        if (row := cachefiles.row_of(name)) is not None:
            yield f"cache/{name}", row.is_folder


def _listed(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _odd(path: Path, layout: Layout, wanted: str) -> Problem:
    name = path.relative_to(layout.root).as_posix()
    found = f"a link to {os.readlink(path)}" if path.is_symlink() else "something else"
    what = f"expected {wanted} of memctl's own and found {found}; it is not used"
    return Problem("not-a-file", "warning", name, None, what, "Move it away; memctl makes it anew.")
