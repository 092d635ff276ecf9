"""The cache as a question finds it: fresh and asked alone, else mended from the files first.

The hot path. When no file has changed since the cache was filled, the answer comes from the
cache alone and none of the rooms that read files is imported; else `recall_sources` reads
what changed. Whatever is wrong with the cache, the answer is right: then it is built in
memory. No knowledge file is ever written.
"""

import os

from memctl.cachefiles import CACHE
from memctl.index.store import Connection, DatabaseError, NotUsable, open_cache
from memctl.jobs.whereabouts import Stamp, environment, quick_today, root_of, stamp_of

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Callable
    from typing import Protocol, TypeVar

    class Answering(Protocol):
        """What an answer says of the cache that gave it."""

        unweighed: tuple[str, ...]
        """What has to be looked at more closely before the answer counts: keys of sources,
        and LINE with the number of a document."""

    Given = TypeVar("Given", bound=Answering)

INDEX = f"{CACHE}/index.db"

MANY_PATHS = 3000
"""From here on a look at every path takes longer than Python takes to start."""
LINE = "line "
_ROUNDS = 4
"""What is weighed may bring another entity forward."""


def ask_cache(
    ask: "Callable[[Connection], Given]",
    workspace: str | None,
    environ: dict[str, str],
    *,
    is_hurried: bool = False,
) -> "Given":
    """What `ask` makes of a cache that says what the files say now.

    It may be called several times; the last answer counts.

    Args:
        ask: Reads the cache and writes nothing.
        workspace: As `-w` names it; None looks at MEMCTL_WORKSPACE, then upward from here.
        environ: The environment variables.
        is_hurried: In a large workspace look only at what is told and at where changes show.
            Nothing stale is told; a hand edit of an entity that the answer does not touch may
            be seen later.

    Raises:
        WorkspaceNotFound: There is none.
    """
    root = root_of(workspace, environ)
    if root is not None:
        try:
            connection = open_cache(os.path.join(root, INDEX))  # noqa: PTH118 - pathlib costs as much as Python
            try:
                glance = _glanced(connection) if is_hurried else None
                if _looks_same(glance) if glance else _is_fresh(connection, root, environ):
                    given = ask(connection)
                    is_sure = glance is None or _told_as_written(connection, root, given)
                    if is_sure and not given.unweighed:
                        return given
            finally:
                connection.close()
        except (NotUsable, DatabaseError):
            pass  # the files know; the slow road repairs the cache where it can
    return _after_reading(ask, workspace, environ)


def _after_reading(
    ask: "Callable[[Connection], Given]", workspace: str | None, environ: dict[str, str]
) -> "Given":
    from memctl.jobs.recall_sources import filled_cache, weighed  # noqa: PLC0415 - reads files

    for attempt in (0, 1, 2):
        connection = filled_cache(workspace, environ, attempt)
        try:
            given = ask(connection)
            for _ in range(_ROUNDS):
                if not given.unweighed:
                    break
                connection = weighed(connection, given.unweighed, workspace, environ)
                given = ask(connection)
        except DatabaseError:
            # 0: what is there; 1: built anew; 2: in memory, where nothing can be broken.
            if attempt == 2:  # noqa: PLR2004 - the last way
                raise
        else:
            return given
        finally:
            connection.close()
    raise AssertionError  # not reached: the last way answers or raises


def today_of(about: "dict[str, str]", environ: dict[str, str]) -> str:
    """The day it is for the workspace of a cache that says this about itself."""
    return quick_today(about["offsets"], environ) or _exact_today(about["zone"], environ)


def _exact_today(zone: str, environ: dict[str, str]) -> str:
    from memctl.jobs.clock import now_in  # noqa: PLC0415 - zones and errors cost more than all else

    return now_in(zone or None, environ).date().isoformat()


def _glanced(connection: Connection) -> "list[tuple[str, Stamp | None]] | None":
    """What a hurried look has to compare; None where everything can be looked at."""
    import marshal  # noqa: PLC0415 - built in

    row = connection.execute("SELECT value FROM meta WHERE key = 'glance'").fetchone()
    return marshal.loads(row[0]) if row else None  # noqa: S302 - our own cache


def _looks_same(glance: "list[tuple[str, Stamp | None]]") -> bool:
    return all(stamp_of(path) == stamp for path, stamp in glance)


def _told_as_written(connection: Connection, root: str, given: "Answering") -> bool:
    """Do the files of every entity that is told look as they did when they were read?"""
    told = {line.entity for line in getattr(given, "lines", ()) if line.entity}
    for entity in told:
        rows = connection.execute("SELECT key, stamp FROM source WHERE entity = ?", (entity,))
        paths = {
            path
            for (path,) in connection.execute(
                "SELECT DISTINCT path FROM doc WHERE entity = ? AND kind = 'fact'", (entity,)
            )
        }
        for key, stamp in rows:
            folder = key.partition(" ")[2]
            files = [p for p in sorted(paths) if p.startswith(f"{folder}/")]
            seen = [stamp_of(f"{root}/{p}") for p in [*files, f"{folder}/summary.md"]]
            if f"{[s for s in seen if s]}" != stamp:
                return False
    return True


def _is_fresh(connection: Connection, root: str, environ: dict[str, str]) -> bool:
    """Do all files and folders look as they did when the cache was filled?"""
    import marshal  # noqa: PLC0415 - built in

    row = connection.execute("SELECT value FROM meta WHERE key = 'watch'").fetchone()
    if row is None:
        return False
    seen_root, variables, paths, stamps, young = marshal.loads(row[0])  # noqa: S302 - our own cache
    if seen_root != root or variables != environment(environ):
        return False
    stat = os.stat
    now: list[Stamp | None] = []
    for path in paths.split("\0"):
        try:
            found = stat(path)
        except OSError:
            now.append(None)
        else:
            now.append((found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino))
    return bool(now == stamps) and not young
