"""A heartbeat that finds everything as it was: what the last one said, told again.

The hot path: cron calls it many times a day and mostly in vain. Nothing but the files' times
is looked at, and none of the rooms that read files is imported.
"""

import time

from memctl import __version__
from memctl.cachefiles import CACHE, add, read
from memctl.jobs.whereabouts import RUNS, environment, quick_today, root_of, stamp_of

NAME = "still-heartbeat"

Printed = tuple[str, str, str]
"""What a run prints: its lines, its talk, its report as JSON."""


def told_again(workspace: str | None, environ: dict[str, str]) -> Printed | None:
    """What the last run said, and a line more in the log; None where the job has to look.

    Args:
        workspace: As `-w` names it; None looks at MEMCTL_WORKSPACE, then upward from here.
        environ: The environment variables.
    """
    root = root_of(workspace, environ)
    if root is None or environ.get("MEMCTL_TODAY"):
        return None
    import marshal  # noqa: PLC0415 - built in

    try:
        data = read(f"{root}/{CACHE}/{NAME}") or b""
        key, offsets, paths, stamps, said = marshal.loads(data)  # noqa: S302 - our own cache
    except (ValueError, EOFError, TypeError):
        return None
    if key != key_of(root, quick_today(offsets, environ), environ):
        return None
    if [stamp_of(path) for path in paths.split("\0")] != stamps:
        return None
    return said if _noted(root) else None


def key_of(root: str, day: str, environ: dict[str, str]) -> tuple[str, ...]:
    """What has to be the same beside the files."""
    return (__version__, root, day, environment(environ))


def _noted(root: str) -> bool:
    """Could the run be noted down where `status` looks for it?"""
    zone = time.strftime("%z")
    at = f"{time.strftime('%Y-%m-%dT%H:%M:%S')}{zone[:-2]}:{zone[-2:]}"
    line = f'{{"job": "heartbeat", "at": "{at}", "changes": 0}}\n'
    try:
        add(f"{root}/{RUNS}", line, makes=False)
    except OSError:
        return False
    return True
