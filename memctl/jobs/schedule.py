"""`schedule`: memctl in the scheduler of the system, and what that scheduler runs."""

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from memctl.errors import EXIT_OK, Busy, MemctlError, SchedulerFailed
from memctl.graph.answers import JobStatus
from memctl.graph.hosting import Placed, RanJob, Schedule, ScheduledRun
from memctl.graph.report import JobReport
from memctl.hosts import files
from memctl.hosts.entry import Scheduler
from memctl.hosts.schedulers import chosen, entry_for, every
from memctl.jobs.due import JOBS, is_due, next_run
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.steps import Desk
from memctl.jobs.telling import commit_message, counted
from memctl.jobs.weekly import weekly
from memctl.workspace.lock import locked
from memctl.workspace.logs import append_log, last_lines
from memctl.workspace.runs import last_run

LOG = "schedule.log"
_LINES = 5
_HOUR_S = 3600
RUNS: dict[str, Callable[[Desk], JobReport]] = {"heartbeat": heartbeat, "weekly": weekly}


def install(
    desk: Desk, environ: Mapping[str, str], *, scheduler: str | None = None, dry_run: bool = False
) -> Schedule:
    """Enter the workspace in a scheduler, in place of what stands in any for it.

    Args:
        desk: The workspace.
        environ: The environment that the jobs will find again.
        scheduler: Which one; None takes the one that holds an entry already, else the first
            that is there.
        dry_run: Only tell what would stand there.

    Raises:
        NoScheduler: There is none.
        SchedulerFailed: It refused.
        UsageError: The workspace's path cannot stand in one.
    """
    about = str(desk.layout.root)
    mine = entered_in(about, environ)
    target = chosen(scheduler or (mine.name if mine else None), environ)
    planned = target.planned(entry_for(desk.layout.root, environ))
    before = mine.entered(about) if mine else {}
    if not dry_run and planned != before:
        target.enter(entry_for(desk.layout.root, environ))
        # Only then: whoever refuses costs the person no entry that works.
        for other in every(environ):
            if other.name != target.name and other.entered(about):
                other.take_out(about)
    diff = _diff(before, planned)
    return replace(_told(desk, target.name, planned), diff=diff, dry_run=dry_run)


def remove(desk: Desk, environ: Mapping[str, str], *, dry_run: bool = False) -> Schedule:
    """Take the workspace out of every scheduler.

    Raises:
        SchedulerFailed: It refused.
    """
    about = str(desk.layout.root)
    before: dict[str, str] = {}
    for scheduler in every(environ):
        if found := scheduler.entered(about):
            before.update(found)
            if not dry_run:
                scheduler.take_out(about)
    return replace(_told(desk, None, {}), diff=_diff(before, {}), dry_run=dry_run)


def show(desk: Desk, environ: Mapping[str, str]) -> Schedule:
    """What stands in the scheduler for this workspace, and when jobs ran and will run."""
    about = str(desk.layout.root)
    mine = entered_in(about, environ)
    if mine is None:
        return _told(desk, None, {})
    found = mine.entered(about)
    wanted = mine.planned(entry_for(desk.layout.root, environ))
    return replace(_told(desk, mine.name, found), is_current=found == wanted)


def entered_in(about: str, environ: Mapping[str, str]) -> Scheduler | None:
    """The scheduler that holds an entry for a workspace."""
    return next((s for s in every(environ) if s.entered(about)), None)


def job_statuses(desk: Desk, *, is_scheduled: bool) -> tuple[JobStatus, ...]:
    """When each job last succeeded and, where one runs it, when it is due next."""
    return tuple(_job_status(desk, job, is_scheduled=is_scheduled) for job in JOBS)


def run_due(desk: Desk, environ: Mapping[str, str]) -> ScheduledRun:
    """Run what is due, one job after the other, and log it.

    A run that is still under way is not waited for: the next look comes soon.
    """
    _tidy(str(desk.layout.root), environ)
    try:
        with locked(desk.layout, "memctl schedule run", timeout_s=0, name="schedule.lock"):
            ran = [_run(desk, job) for job in JOBS if _is_due(desk, job)]
    except Busy as busy:
        _log(desk, f"skipped: {busy.message}")
        return ScheduledRun(desk.now, (), waited_for=busy.message)
    code = next((code for _, code in ran if code), EXIT_OK)
    return ScheduledRun(desk.now, tuple(job for job, _ in ran), exit_code=code)


def _tidy(about: str, environ: Mapping[str, str]) -> None:
    # What is due runs, whatever becomes of the scheduler.
    with contextlib.suppress(SchedulerFailed):
        if mine := entered_in(about, environ):
            mine.tidy(about)


def _is_due(desk: Desk, job: str) -> bool:
    last = last_run(desk.layout, job)
    return is_due(job, last.at if last else None, desk.now, desk.settings)


def _run(desk: Desk, job: str) -> tuple[RanJob, int]:
    """Run a job; what it did, and its exit code."""
    try:
        report = RUNS[job](desk)
    except MemctlError as error:
        _log(desk, f"{job}: failed [{error.slug}]: {error.message}")
        return RanJob(job, error.message, error.slug), error.exit_code
    said = [f"{job}: nothing new"]
    if report.changes:
        said = [commit_message(job, report.changes).splitlines()[0]]
    said += [counted(len(report.problems), "problem")] if report.problems else []
    _log(desk, ", ".join(said))
    return RanJob(job, ", ".join(said)), EXIT_OK


def _log(desk: Desk, line: str) -> None:
    append_log(desk.layout, LOG, f"{desk.now.isoformat(timespec='seconds')} {line}")


def _job_status(desk: Desk, job: str, *, is_scheduled: bool) -> JobStatus:
    run = last_run(desk.layout, job)
    last = run.at if run else None
    age = round((desk.now - last).total_seconds() / _HOUR_S, 1) if last else None
    ahead = next_run(job, last, desk.now, desk.settings) if is_scheduled else None
    return JobStatus(job, last, age, max(ahead, desk.now) if ahead else None)


def _told(desk: Desk, scheduler: str | None, entries: Mapping[str, str]) -> Schedule:
    layout = desk.layout
    return Schedule(
        workspace=str(layout.root),
        scheduler=scheduler,
        entries=tuple(Placed(place, text) for place, text in entries.items()),
        jobs=job_statuses(desk, is_scheduled=scheduler is not None),
        log=str(layout.cache / LOG),
        last_lines=last_lines(layout, LOG, _LINES),
    )


def _diff(before: Mapping[str, str], after: Mapping[str, str]) -> str | None:
    """The difference of every place, as `diff -u` has it; None when there is none."""
    lines: list[str] = []
    for place in dict.fromkeys([*before, *after]):
        old, new = before.get(place, ""), after.get(place, "")
        lines += files.difference(Path(place).name, old, new)
    return "".join(lines) or None
