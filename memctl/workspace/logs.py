"""Logs in the cache: lines for a person who wonders, kept to a size."""

import contextlib
import os

from memctl.workspace.layout import Layout
from memctl.workspace.own import make_cache

MOST_BYTES = 200_000
_KEPT = 3


def append_log(layout: Layout, name: str, line: str) -> None:
    """Add a line; a log that grew is put aside under `.1`, the oldest one goes.

    A log that can't be written is no reason to fail.
    """
    path = layout.cache / name
    with contextlib.suppress(OSError):
        make_cache(layout)
        if path.exists() and path.stat().st_size > MOST_BYTES:
            for number in range(_KEPT, 0, -1):
                older = path if number == 1 else path.with_name(f"{name}.{number - 1}")
                if older.exists():
                    os.replace(older, path.with_name(f"{name}.{number}"))
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(" ".join(line.split("\n")) + "\n")


def last_lines(layout: Layout, name: str, count: int) -> tuple[str, ...]:
    """The newest lines of a log, oldest of them first."""
    try:
        text = (layout.cache / name).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(text.splitlines()[-count:])
