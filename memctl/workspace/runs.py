"""The log of runs, for `status` and `undo`: a line a job, in the cache; idle runs too."""

import contextlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memctl import cachefiles
from memctl.workspace.layout import Layout
from memctl.workspace.own import add_to_cache, read_cache

_NAME = "runs.jsonl"
_DRAFT_S = 3600
"""No file of the cache takes longer to write."""


@dataclass(frozen=True, slots=True)
class Run:
    """One job that ran."""

    job: str
    at: datetime
    changes: int = 0
    has_failed: bool = False
    """Did it end early? What it had written before that is no part of it."""


def append(
    layout: Layout, *, job: str, now: datetime, changes: int = 0, has_failed: bool = False
) -> None:
    """Note down a run. A log that can't be written is no reason to fail."""
    row = {"job": job, "at": now.isoformat(timespec="seconds"), "changes": changes}
    if has_failed:
        row["failed"] = True
    with contextlib.suppress(OSError):
        add_to_cache(layout, _NAME, json.dumps(row, ensure_ascii=False))
    cachefiles.sweep(str(layout.cache), time.time() - _DRAFT_S)


def read_runs(layout: Layout) -> tuple[Run, ...]:
    """The runs still known, oldest first."""
    return tuple(_runs(layout))


def last_run(layout: Layout, job: str) -> Run | None:
    """The last run of a job that went well, or None."""
    runs = (r for r in reversed(read_runs(layout)) if r.job == job and not r.has_failed)
    return next(runs, None)


def _runs(layout: Layout) -> Iterator[Run]:
    for line in read_cache(layout, _NAME).decode("utf-8", "replace").splitlines():
        try:
            row: dict[str, Any] = json.loads(line)
            at = datetime.fromisoformat(row["at"])
            yield Run(str(row["job"]), at, int(row["changes"]), row.get("failed") is True)
        except (ValueError, RecursionError, KeyError, TypeError):
            continue
