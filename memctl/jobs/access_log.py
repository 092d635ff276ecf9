"""Which facts were asked for, and when: lines for weekly to fold in. On the hot path.

`DAY ENTITY#ID`, one a line, in `.memctl/cache/access.log`. Bounded, never read by a question,
and never worth failing an answer for.
"""

import os

from memctl.index.store import Connection
from memctl.jobs.whereabouts import NO_WAIT, without_waiting

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Iterable

NAME = "access.log"
MOST_BYTES = 1_000_000
"""About twenty thousand accesses; from there on the older half is forgotten."""


def log_beside(connection: Connection) -> str | None:
    """Where accesses of this cache are noted; None for one that leaves nothing on the disk."""
    path = connection.execute("PRAGMA database_list").fetchone()[2]
    return os.path.join(os.path.dirname(path), NAME) if path else None  # noqa: PTH118, PTH120 - pathlib costs as much as Python


def note_access(log: str | None, day: str, keys: "Iterable[str]") -> None:
    """Note that these facts were given today. Never raises for what the disk says."""
    lines = "".join(f"{day} {key}\n" for key in keys)
    if not log or not lines:
        return
    try:
        if append_private(log, lines) > MOST_BYTES:
            _forget_older_half(log)
    except OSError:
        return


def append_private(path: str, text: str) -> int:
    """Add to a file that only the user may read; how many bytes it has by then.

    Raises:
        OSError: It can't be written.
    """
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | NO_WAIT, 0o600)
    try:
        os.write(handle, text.encode("utf-8", "replace"))
        return os.fstat(handle).st_size
    finally:
        os.close(handle)


def read_access(log: str) -> list[tuple[str, str, str]]:
    """(day, entity, id) of every access noted, oldest first; lines that say nothing are skipped."""
    try:
        with open(log, encoding="utf-8", errors="replace", opener=without_waiting) as file:
            rows = [line.rstrip("\n").partition(" ") for line in file]
    except OSError:
        return []
    found = ((day, *key.rpartition("#")) for day, _, key in rows)
    return [(day, ref, fact) for day, ref, _, fact in found if ref and fact]


def _forget_older_half(log: str) -> None:
    with open(log, "rb") as file:  # noqa: PTH123 - as above
        file.seek(-MOST_BYTES // 2, os.SEEK_END)
        file.readline()
        rest = file.read()
    draft = f"{log}.{os.getpid()}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(handle, rest)
    finally:
        os.close(handle)
    os.replace(draft, log)  # noqa: PTH105 - as above
