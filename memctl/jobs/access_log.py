"""Which facts were asked for, and when: lines for weekly to fold in. On the hot path.

`DAY ENTITY#ID`, one a line, in `.memctl/cache/access.log`. Bounded, never read by a question,
and never worth failing an answer for.
"""

import os

from memctl.cachefiles import add, read
from memctl.index.store import Connection

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Iterable

NAME = "access.log"


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
        add(log, lines)
    except OSError:
        return


def read_access(log: str) -> list[tuple[str, str, str]]:
    """(day, entity, id) of every access noted, oldest first; lines that say nothing are skipped."""
    lines = (read(log) or b"").decode("utf-8", "replace").splitlines()
    rows = [line.partition(" ") for line in lines]
    found = ((day, *key.rpartition("#")) for day, _, key in rows)
    return [(day, ref, fact) for day, ref, _, fact in found if ref and fact]
