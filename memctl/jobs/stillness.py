"""What a heartbeat rests on, remembered when it had nothing to do; `still` compares it."""

import contextlib
import marshal
import time
from collections.abc import Iterator
from dataclasses import dataclass

from memctl.config.loading import user_file
from memctl.config.settings import FILE_NAME
from memctl.git.repository import MIDDLES
from memctl.graph.report import JobReport
from memctl.jobs.hook import TRANSCRIPTS
from memctl.jobs.recall_look import watched_folders
from memctl.jobs.steps import Desk
from memctl.jobs.still import NAME, Printed, key_of
from memctl.jobs.talks.finding import source_files
from memctl.jobs.whereabouts import Stamp, is_young, quick_today, stamp_of
from memctl.workspace import names
from memctl.workspace.own import write_cache
from memctl.workspace.reading.snapshot import observe


@dataclass(frozen=True, slots=True)
class Watch:
    """Paths and their times, looked at before the job was."""

    paths: tuple[str, ...]
    stamps: tuple[Stamp | None, ...]


def watch(desk: Desk, environ: dict[str, str]) -> Watch | None:
    """Everything that a heartbeat could read, as it stands; None where times do not tell.

    Args:
        desk: The workspace.
        environ: The environment variables.
    """
    settings = desk.settings
    top = desk.layout.root / ".git"
    is_far = any((folder / ".git").exists() for folder in desk.layout.root.parents)
    is_ours = settings.extract_by == "rules" and not settings.sources
    if not is_ours or environ.get("MEMCTL_TODAY") or is_far or top.is_file():
        return None
    began = time.time_ns()
    paths = tuple(dict.fromkeys(_paths(desk, environ)))
    stamps = tuple(stamp_of(path) for path in paths)
    if any(is_young(stamp, began) for stamp in stamps):
        return None
    return Watch(paths, stamps)


def _paths(desk: Desk, environ: dict[str, str]) -> Iterator[str]:
    layout = desk.layout
    snapshot = observe(layout)
    yield from (str(layout.real(name)) for name in snapshot.stamps())
    yield from (str(layout.real(name)) for name in (layout.tacit, names.REVIEW))
    yield from (str(file.path) for file in source_files(layout))
    yield from map(str, (layout.own, layout.cache / "journal", layout.cache / TRANSCRIPTS))
    ledgers = layout.own.iterdir() if layout.own.is_dir() else ()
    yield from (str(path) for path in sorted(ledgers) if path.is_file())
    yield from map(str, (layout.root / FILE_NAME, user_file(environ)))
    yield from (str(layout.root / ".git" / mark) for mark, _ in MIDDLES)
    yield from watched_folders(layout)


def keep(
    desk: Desk, seen: Watch, report: JobReport, said: Printed, environ: dict[str, str]
) -> None:
    """Remember what a run said that had nothing to do.

    Args:
        desk: The workspace.
        seen: What it looked like before the run.
        report: What the run did.
        said: How that was told.
        environ: The environment variables.
    """
    if report.changes or report.undo or report.notices or report.unanswered or report.commit:
        return
    from memctl.jobs.recall_sources import offsets_of  # noqa: PLC0415 - the index comes with it

    offsets = offsets_of(desk.settings.zone, int(time.time()))
    key = key_of(str(desk.layout.root), quick_today(offsets, environ), environ)
    data = marshal.dumps((key, offsets, "\0".join(seen.paths), list(seen.stamps), said))
    with contextlib.suppress(OSError):  # then the next run looks at everything
        write_cache(desk.layout, NAME, data)
