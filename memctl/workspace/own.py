"""memctl's own folder: readable by the user alone, its cache ignored by git."""

import os

from memctl.workspace.atomic import write_new
from memctl.workspace.layout import Layout

_IGNORED = b"cache/\n"


def write_cache(layout: Layout, name: str, data: bytes) -> None:
    """Put a file of the cache in place whole: who reads it meanwhile finds the old one.

    Raises:
        OSError: The workspace can't be written to.
    """
    make_cache(layout)
    draft = layout.cache / f"{name}.{os.getpid()}"
    draft.unlink(missing_ok=True)
    write_new(draft, data)
    os.replace(draft, layout.cache / name)


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
