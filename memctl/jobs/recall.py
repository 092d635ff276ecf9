"""Recall: a question, answered from the files as they are now.

The hot path. When no file has changed since the cache was filled, the answer comes from the
cache alone and none of the rooms that read files is imported; else `recall_sources` reads
what changed. Whatever is wrong with the cache, the answer is right: then it is built in
memory. No knowledge file is ever written.
"""

import os
import time

from memctl.index.lookup import Answer, Request, look_up
from memctl.index.store import Connection, DatabaseError, NotUsable, meta, open_cache

CACHE = ".memctl/cache/index.db"
SETTLED_NS = 2_000_000_000
"""A file that is younger than this when it is read may change again within one tick of the
file system's clock; it is read again before it is trusted."""

Stamp = tuple[int, int, int, int]
_MARKS = ("memctl.toml", ".memctl", "areas", "life/areas")


class Recalled:
    """What recall tells: the report of this job, without the cost of a dataclass."""

    __slots__ = ("answer", "as_of", "question", "results")

    def __init__(self, request: Request, answer: Answer) -> None:
        self.question = request.question
        self.as_of = request.as_of
        self.answer = answer.is_answered
        self.results = answer.results

    def as_json(self, *, explain: bool = False) -> dict[str, object]:
        """The JSON contract: keys as on disk."""
        rows = []
        for found in self.results:
            row = {
                "kind": found.kind,
                "entity": found.entity,
                "id": found.fact,
                "text": found.text,
                "status": found.status,
                "current": found.current,
                "day": found.day,
                "validUntil": found.until,
                "path": found.path,
                "line": found.line,
                "score": round(found.score, 4),
            }
            if explain:
                row["parts"] = {k: round(v, 4) for k, v in found.parts.items()}
            rows.append(row)
        head = {"question": self.question, "asOf": self.as_of, "answer": self.answer}
        return {**head, "results": rows}


def recall(
    question: str,
    said: dict[str, object] | None = None,
    *,
    workspace: str | None = None,
    environ: "os._Environ[str] | dict[str, str] | None" = None,
) -> Recalled:
    """What the workspace says to a question.

    Args:
        question: In English or Chinese.
        said: The options of `cli.quick.RECALL_OPTIONS` by name; what is absent is default.
        workspace: As `-w` names it; None looks at MEMCTL_WORKSPACE, then upward from here.
        environ: The environment variables; None takes the process's.

    Raises:
        WorkspaceNotFound: There is none.
        UsageError: A day that is none.
        UnknownEntity: `--entity` names nobody.
        Ambiguous: `--entity` fits several.
    """
    variables = os.environ if environ is None else environ
    options = {k: v for k, v in (said or {}).items() if v is not None}
    root = _root(workspace, variables)
    if root is not None:
        try:
            connection = open_cache(os.path.join(root, CACHE))  # noqa: PTH118 - pathlib costs as much as Python
            try:
                if _is_fresh(connection, root, variables):
                    return _ask(connection, question, options, variables)
            finally:
                connection.close()
        except (NotUsable, DatabaseError):
            pass  # the files know; the slow road repairs the cache where it can
    return _after_reading(question, options, workspace, variables)


def _after_reading(
    question: str, options: dict[str, object], workspace: str | None, environ: object
) -> Recalled:
    from memctl.jobs.recall_sources import filled_cache  # noqa: PLC0415 - reads and parses files

    for attempt in (0, 1, 2):
        connection = filled_cache(workspace, environ, attempt)  # type: ignore[arg-type]
        try:
            return _ask(connection, question, options, environ)
        except DatabaseError:
            # 0: what is there; 1: built anew; 2: in memory, where nothing can be broken.
            if attempt == 2:  # noqa: PLR2004 - the last way
                raise
        finally:
            connection.close()
    raise AssertionError  # not reached: the last way answers or raises


def _ask(
    connection: Connection, question: str, options: dict[str, object], environ: object
) -> Recalled:
    about = meta(connection)
    options.setdefault("limit", about.get("limit", "10"))
    if any(options.get(k) for k in ("as_of", "since", "until", "entity")):
        from memctl.jobs.recall_options import checked  # noqa: PLC0415 - few calls narrow down

        options = checked(connection, options)
    today = _today(about.get("zone", ""), environ)  # type: ignore[arg-type]
    request = Request(question, today=today, kinds=about.get("kinds"), **options)
    return Recalled(request, look_up(connection, request))


def _today(zone: str, environ: dict[str, str]) -> str:
    if zone or environ.get("MEMCTL_TODAY"):
        from memctl.jobs.clock import now_in  # noqa: PLC0415 - a zone needs its tables

        return now_in(zone or None, environ).date().isoformat()
    return time.strftime("%Y-%m-%d")


def _root(flag: str | None, environ: "os._Environ[str] | dict[str, str]") -> str | None:
    """The workspace's folder as `workspace.layout` finds it, or None for the slow road."""
    named = flag or environ.get("MEMCTL_WORKSPACE")
    if named:
        return os.path.realpath(os.path.expanduser(named))  # noqa: PTH111 - as above
    here = os.getcwd()  # noqa: PTH109 - as above
    while True:
        if any(os.path.exists(f"{here}/{mark}") for mark in _MARKS):  # noqa: PTH110 - as above
            return os.path.realpath(here)
        above = os.path.dirname(here)  # noqa: PTH120 - as above
        if above == here:
            return None
        here = above


def environment(environ: "os._Environ[str] | dict[str, str]") -> str:
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


def _is_fresh(
    connection: Connection, root: str, environ: "os._Environ[str] | dict[str, str]"
) -> bool:
    """Do all files and folders look as they did when the cache was filled?"""
    import marshal  # noqa: PLC0415 - built in

    row = connection.execute("SELECT value FROM meta WHERE key = 'watch'").fetchone()
    if row is None:
        return False
    seen_root, variables, paths, stamps, young = marshal.loads(row[0])  # noqa: S302 - our own cache
    if seen_root != root or variables != environment(environ):
        return False
    stat = os.stat
    now = []
    for path in paths.split("\0"):
        try:
            found = stat(path)
        except OSError:
            now.append(None)
        else:
            now.append((found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino))
    return bool(now == stamps) and not young
