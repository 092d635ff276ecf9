"""Recall: a question, answered from the files as they are now.

The hot path. When no file has changed since the cache was filled, the answer comes from the
cache alone and none of the rooms that read files is imported; else `recall_sources` reads
what changed. Whatever is wrong with the cache, the answer is right: then it is built in
memory. No knowledge file is ever written.
"""

import os
import time

from memctl.index.lookup import Answer, look_up
from memctl.index.request import Request
from memctl.index.store import Connection, DatabaseError, NotUsable, meta, open_cache

CACHE = ".memctl/cache/index.db"
SETTLED_NS = 2_000_000_000
"""A file that is younger than this when it is read may change again within one tick of the
file system's clock; it is read again before it is trusted."""

_ROUNDS = 2
"""What is weighed may bring another entity forward."""

Stamp = tuple[int, int, int, int]
_MARKS = ("memctl.toml", ".memctl", "areas", "life/areas")


class Recalled:
    """What recall tells: the report of this job, without the cost of a dataclass."""

    __slots__ = ("answer", "as_of", "question", "results", "unweighed")

    def __init__(self, request: Request, answer: Answer) -> None:
        self.question = request.question
        self.as_of = request.as_of
        self.answer = answer.is_answered
        self.results = answer.results
        self.unweighed = answer.unweighed

    def as_json(self, *, explain: bool = False) -> dict[str, object]:
        """The JSON contract: keys as on disk."""
        rows = []
        for found in self.results:
            row: dict[str, object] = {
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
                "doubt": found.doubt,
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
    environ: dict[str, str] | None = None,
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
    variables = dict(os.environ) if environ is None else environ
    options = {k: v for k, v in (said or {}).items() if v is not None}
    root = _root(workspace, variables)
    if root is not None:
        try:
            connection = open_cache(os.path.join(root, CACHE))  # noqa: PTH118 - pathlib costs as much as Python
            try:
                if _is_fresh(connection, root, variables):
                    recalled = _ask(connection, question, dict(options), variables)
                    if not recalled.unweighed:
                        return recalled
            finally:
                connection.close()
        except (NotUsable, DatabaseError):
            pass  # the files know; the slow road repairs the cache where it can
    return _after_reading(question, options, workspace, variables)


def _after_reading(
    question: str, options: dict[str, object], workspace: str | None, environ: dict[str, str]
) -> Recalled:
    from memctl.jobs.recall_sources import filled_cache, weighed  # noqa: PLC0415 - reads files

    for attempt in (0, 1, 2):
        connection = filled_cache(workspace, environ, attempt)
        try:
            recalled = _ask(connection, question, dict(options), environ)
            for _ in range(_ROUNDS if recalled.unweighed else 0):
                connection = weighed(connection, recalled.unweighed, workspace, environ)
                recalled = _ask(connection, question, dict(options), environ)
        except DatabaseError:
            # 0: what is there; 1: built anew; 2: in memory, where nothing can be broken.
            if attempt == 2:  # noqa: PLR2004 - the last way
                raise
        else:
            return recalled
        finally:
            connection.close()
    raise AssertionError  # not reached: the last way answers or raises


def _ask(
    connection: Connection, question: str, options: dict[str, object], environ: dict[str, str]
) -> Recalled:
    about = meta(connection)
    options.setdefault("limit", about.get("limit", "10"))
    if any(options.get(k) for k in ("as_of", "since", "until", "entity")):
        from memctl.index.narrowing import checked  # noqa: PLC0415 - few calls narrow down

        options = checked(connection, options)
    today = quick_today(about["offsets"], environ) or _exact_today(about["zone"], environ)
    request = Request(question, today=today, kinds=about["kinds"], me=about["me"], **options)
    return Recalled(request, look_up(connection, request))


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


def _exact_today(zone: str, environ: dict[str, str]) -> str:
    from memctl.jobs.clock import now_in  # noqa: PLC0415 - zones and errors cost more than all else

    return now_in(zone or None, environ).date().isoformat()


def _root(flag: str | None, environ: dict[str, str]) -> str | None:
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
