"""Logs in the cache: lines for a person who wonders, kept to a size."""

import contextlib

from memctl.workspace.layout import Layout
from memctl.workspace.own import add_to_cache, read_cache


def append_log(layout: Layout, name: str, line: str) -> None:
    """Add a line. A log that can't be written is no reason to fail."""
    with contextlib.suppress(OSError):
        add_to_cache(layout, name, line)


def last_lines(layout: Layout, name: str, count: int) -> tuple[str, ...]:
    """The newest lines of a log, oldest of them first."""
    lines = read_cache(layout, name).decode("utf-8", "replace").splitlines()
    return tuple(lines[-count:])
