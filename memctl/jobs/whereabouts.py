"""Which workspace, which day, which files as they stand: told without importing anything.

For calls that have to be over before a person notices: pathlib, typing and time zones each
cost as much as all of this.
"""

import os
import time

from memctl.cachefiles import CACHE

RUNS = f"{CACHE}/runs.jsonl"
"""The log of `workspace.runs`."""
SETTLED_NS = 2_000_000_000
"""A file that is younger than this when it is read may change again within one tick of the
file system's clock; it is read again before it is trusted."""

Stamp = tuple[int, int, int, int]
_MARKS = ("memctl.toml", ".memctl", "areas")


def root_of(flag: str | None, environ: dict[str, str]) -> str | None:
    """The workspace's folder as `workspace.finding` finds it, or None for the slow road."""
    named = flag or environ.get("MEMCTL_WORKSPACE")
    try:
        if named:
            return os.path.realpath(os.path.expanduser(named))  # noqa: PTH111 - as above
        here = os.getcwd()  # noqa: PTH109 - as above
    except FileNotFoundError:  # the current folder was deleted
        return None
    _, found = _upward(here)
    return os.path.realpath(found) if found is not None else None


def beside_here(flag: str | None, environ: dict[str, str]) -> str | None:
    """The workspace of a call that names none, where it is not one that the current folder is in.

    Then it is the `life` of a folder above: who stands in another folder there should be told.
    """
    if flag or environ.get("MEMCTL_WORKSPACE"):
        return None
    try:
        here = os.getcwd()  # noqa: PTH109 - as above
    except FileNotFoundError:
        return None
    folder, found = _upward(here)
    return None if folder == here or _is_marked(folder) else found


def _upward(here: str) -> tuple[str, str | None]:
    """(the nearest folder upward that has a workspace, that); (the topmost, None) without."""
    while (found := workspace_at(here)) is None:
        above = os.path.dirname(here)  # noqa: PTH120 - as above
        if above == here:
            break
        here = above
    return here, found


def workspace_at(folder: str) -> str | None:
    """As `workspace.finding.workspace_at` has it."""
    if _is_marked(folder):
        return folder
    if not _has(folder, "life/areas"):
        return None
    return f"{folder}/life" if _has(folder, "life/memctl.toml") else folder


def _is_marked(folder: str) -> bool:
    return any(_has(folder, mark) for mark in _MARKS)


def _has(folder: str, name: str) -> bool:
    return os.path.exists(f"{folder}/{name}")  # noqa: PTH110 - as above


def environment(environ: dict[str, str]) -> str:
    """The variables that decide which files are read."""
    kept = (
        f"{k}={v}"
        for k, v in environ.items()
        if k in ("HOME", "XDG_CONFIG_HOME")
        or (k.startswith("MEMCTL_") and k not in ("MEMCTL_TODAY", "MEMCTL_WORKSPACE"))
    )
    return "\n".join(sorted(kept))


def stamp_of(path: str) -> Stamp | None:
    """What tells without reading whether a file or folder is the same; None when it is gone."""
    try:
        found = os.stat(path)  # noqa: PTH116 - as above
    except OSError:
        return None
    return (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def is_young(stamp: Stamp | None, began: int) -> bool:
    """May the file change again within the tick of the clock in which it was looked at?

    Args:
        stamp: How it looked; None when it was gone.
        began: When the look began, in nanoseconds.
    """
    return stamp is not None and max(stamp[1:3]) > began - SETTLED_NS


def quick_today(offsets: str, environ: dict[str, str]) -> str:
    """The day it is, without importing what knows about time zones where that can be.

    Args:
        offsets: "SECONDS:OFFSET …": from which instant on the workspace's zone is how far
            from UTC, in order; "" for the system's zone.
        environ: The environment variables.
    """
    fixed = environ.get("MEMCTL_TODAY")
    if fixed:
        if _is_plainly_a_day(fixed):
            return fixed
    elif not offsets:
        return time.strftime("%Y-%m-%d")
    else:
        now = time.time()
        spans = [tuple(map(int, pair.split(":"))) for pair in offsets.split()]
        begun = [offset for start, offset in spans if start <= now]
        if 0 < len(begun) < len(spans):
            return time.strftime("%Y-%m-%d", time.gmtime(now + begun[-1]))
    return ""


def _is_plainly_a_day(text: str) -> bool:
    year, month, day = text[:4], text[5:7], text[8:]
    is_spelled = len(text) == 10 and text[4] == text[7] == "-"  # noqa: PLR2004 - YYYY-MM-DD
    is_number = (year + month + day).isdigit() and text.isascii()
    return is_spelled and is_number and 1 <= int(month) <= 12 and 1 <= int(day) <= 28  # noqa: PLR2004 - in every month
