"""The log of runs, for `status`: a line a job, in the cache; idle runs too."""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memctl.workspace.atomic import append as append_bytes
from memctl.workspace.atomic import write_new
from memctl.workspace.layout import Layout
from memctl.workspace.own import make_cache, write_cache
from memctl.workspace.reading import read_bytes

_NAME = "runs.jsonl"
_KEPT = 500
_TRIM_FROM_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Run:
    """One job that ran."""

    job: str
    at: datetime
    changes: int = 0


def append(layout: Layout, *, job: str, now: datetime, changes: int = 0) -> None:
    """Note down a run that went well. A log that can't be written is no reason to fail."""
    path = layout.cache / _NAME
    row = {"job": job, "at": now.isoformat(timespec="seconds"), "changes": changes}
    line = json.dumps(row, ensure_ascii=False).encode() + b"\n"
    with contextlib.suppress(OSError):
        make_cache(layout)
        if not path.exists():
            with contextlib.suppress(FileExistsError):
                write_new(path, b"")
        elif path.stat().st_size > _TRIM_FROM_BYTES:
            lines = path.read_bytes().splitlines(keepends=True)
            write_cache(layout, _NAME, b"".join(lines[-_KEPT:]))
        append_bytes(path, line)


def read_runs(layout: Layout) -> tuple[Run, ...]:
    """The runs still known, oldest first."""
    return tuple(_runs(layout))


def last_run(layout: Layout, job: str) -> Run | None:
    """The last run of a job, or None."""
    return next((r for r in reversed(read_runs(layout)) if r.job == job), None)


def _runs(layout: Layout) -> Iterator[Run]:
    try:
        data = read_bytes(layout.cache / _NAME) or b""
    except OSError:
        return
    for line in data.decode("utf-8", "replace").splitlines():
        try:
            row: dict[str, Any] = json.loads(line)
            at = datetime.fromisoformat(row["at"])
            yield Run(str(row["job"]), at, int(row["changes"]))
        except (ValueError, RecursionError, KeyError, TypeError):
            continue
