"""The cache as a question finds it: fresh and asked alone, else mended from the files first.

The hot path. When no file has changed since the cache was filled, the answer comes from the
cache alone and none of the rooms that read files is imported; else `recall_sources` reads
what changed. Whatever is wrong with the cache, the answer is right: then it is built in
memory. No knowledge file is ever written.
"""

import os

from memctl.cachefiles import CACHE
from memctl.index.store import DAMAGED, STAYS_OPEN, Connection, cache_at_hand, put_away
from memctl.jobs.whereabouts import RUNS, Stamp, environment, quick_today, root_of, stamp_of

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
        stays_open = False
        try:
            connection = cache_at_hand(os.path.join(root, INDEX))  # noqa: PTH118 - pathlib costs as much as Python
            glance = _glanced(connection) if is_hurried else None
            if (
                _looks_alike(connection, root, glance)
                if glance
                else _is_fresh(connection, root, environ)
            ):
                given = ask(connection)
                is_sure = glance is None or _told_as_written(connection, root, given)
                if is_sure and not given.unweighed:
                    stays_open = STAYS_OPEN
                    return given
        except DAMAGED:
            pass  # the files know; the slow road repairs the cache where it can
        finally:
            if not stays_open:
                put_away()
    return _after_reading(ask, workspace, environ)


def _after_reading(
    ask: "Callable[[Connection], Given]", workspace: str | None, environ: dict[str, str]
) -> "Given":
    from memctl.jobs.recall_sources import filled_cache  # noqa: PLC0415 - reads files
    from memctl.jobs.recall_weighing import weighed  # noqa: PLC0415 - as above

    for attempt in (0, 1, 2):
        connection = filled_cache(workspace, environ, attempt)
        try:
            given = ask(connection)
            for _ in range(_ROUNDS):
                if not given.unweighed:
                    break
                connection = weighed(connection, given.unweighed, workspace, environ)
                given = ask(connection)
        except DAMAGED:
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


def _glanced(connection: Connection) -> "tuple[Stamp | None] | None":
    """How the log of runs looked; None where it is quick enough to look at everything."""
    import marshal  # noqa: PLC0415 - built in

    row = connection.execute("SELECT value FROM meta WHERE key = 'glance'").fetchone()
    return marshal.loads(row[0]) if row else None  # noqa: S302 - our own cache


def _looks_alike(connection: Connection, root: str, glance: "tuple[Stamp | None]") -> bool:
    """At a glance, does all look as it did but for what belongs to entities alone?"""
    is_same = glance == (stamp_of(f"{root}/{RUNS}"),)
    return is_same and _looks_same(connection, "WHERE NOT apart", are_young_fine=True)


def _told_as_written(connection: Connection, root: str, given: "Answering") -> bool:
    """Do the files of every entity that is told look as they did when they were read?"""
    told = {line.entity for line in getattr(given, "lines", ()) if line.entity}
    for entity in told:
        rows = connection.execute("SELECT key, stamp, path FROM source WHERE entity = ?", (entity,))
        for key, stamp, path in rows:
            folder = key.partition(" ")[2]
            files = [path] if path != folder else []
            seen = [stamp_of(f"{root}/{p}") for p in [*files, f"{folder}/summary.md"]]
            if f"{[s for s in seen if s]}" != stamp:
                return False
    return True


def _is_fresh(connection: Connection, root: str, environ: dict[str, str]) -> bool:
    """Do all files and folders look as they did when the cache was filled?"""
    row = connection.execute("SELECT value FROM meta WHERE key = 'watched'").fetchone()
    return row == (watched(root, environ),) and _looks_same(connection)


def watched(root: str, environ: dict[str, str]) -> bytes:
    """Of which files the cache keeps the times; folders may have names that are no text."""
    return os.fsencode(f"{root}\0{environment(environ)}")


def _looks_same(connection: Connection, where: str = "", *, are_young_fine: bool = False) -> bool:
    import marshal  # noqa: PLC0415 - built in

    stat = os.stat
    for (page,) in connection.execute(f"SELECT seen FROM page {where}"):  # noqa: S608 - our words
        paths, stamps, is_young = marshal.loads(page)  # noqa: S302 - our own cache
        now: list[Stamp | None] = []
        for path in paths:
            try:
                found = stat(path)
            except OSError:
                now.append(None)
            else:
                now.append((found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino))
        if now != stamps or (is_young and not are_young_fine):
            return False
    return True
