"""memctl's own folder: readable by the user alone, its cache ignored by git."""

import os

from memctl import cachefiles
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


def make_cache(layout: Layout) -> None:
    """Make `.memctl/cache/`, and `.memctl/.gitignore` with it.

    Raises:
        OSError: The workspace can't be written to.
    """
    for folder in (layout.own, layout.cache):
        if not folder.is_dir():
            os.makedirs(folder, mode=0o700, exist_ok=True)
    ignore = layout.own / ".gitignore"
    if not ignore.exists():
        try:
            write_new(ignore, _IGNORED)
        except FileExistsError:
            return
