"""memctl's own folder: readable by the user alone, its cache ignored by git."""

import os

from memctl.workspace.atomic import write_new
from memctl.workspace.layout import Layout

_IGNORED = b"cache/\n"


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
