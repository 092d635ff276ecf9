"""`schedule`: heartbeat and weekly run by the system's own scheduler."""

import os
from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, command, group_of, register
from memctl.errors import EXIT_NO, EXIT_OK
from memctl.graph.hosting import Schedule, ScheduledRun
from memctl.jobs.schedule import install, remove, run_due, show


def _changed(report: Schedule) -> Iterator[str]:
    if report.diff is None:
        yield "Nothing to change."
    else:
        yield from report.diff.splitlines()
        if report.dry_run:
            yield "Nothing was written."
        elif report.scheduler:
            yield f"{report.scheduler} now runs what is due."
        else:
            yield "Nothing runs by itself any more."
    yield from _times(report)


def _shown(report: Schedule) -> Iterator[str]:
    if not report.entries:
        yield "Nothing is entered: memctl schedule install"
    for entry in report.entries:
        yield f"{entry.place}:"
        yield from (f"  {line}" for line in entry.text.splitlines())
    if not report.is_current:
        yield "This is not what would be entered now: memctl schedule install"


def _status(report: Schedule) -> Iterator[str]:
    yield f"scheduler  {report.scheduler or 'none: memctl schedule install'}"
    if not report.is_current:
        yield "           not as it would be entered now: memctl schedule install"
    yield from _times(report)
    yield f"log        {report.log}"
    yield from (f"  {line}" for line in report.last_lines)


def _times(report: Schedule) -> Iterator[str]:
    for job in report.jobs:
        last = job.last_success.isoformat(timespec="minutes") if job.last_success else "never"
        ahead = f", next {job.next_run.isoformat(timespec='minutes')}" if job.next_run else ""
        yield f"{job.job:<10} last {last}{ahead}"


def _ran(report: ScheduledRun) -> Iterator[str]:
    if report.waited_for:
        yield report.waited_for
    elif not report.jobs:
        yield "Nothing is due."
    yield from (job.summary for job in report.jobs)


@command("install", example="memctl schedule install --dry-run", show=_changed, writes=True)
def _install(
    call: Call,
    scheduler: Annotated[
        str | None,
        typer.Option("--with", metavar="cron|systemd|launchd", help="Default: what is there."),
    ] = None,
) -> Schedule:
    """Enter heartbeat and weekly in the scheduler of this system."""
    return install(call.desk(), os.environ, scheduler=scheduler, dry_run=call.dry_run)


@command("show", example="memctl schedule show", show=_shown)
def _show(call: Call) -> Schedule:
    """Show what stands in the scheduler, word for word."""
    return show(call.desk(), os.environ)


@command(
    "status",
    example="memctl schedule status",
    show=_status,
    code=lambda report: EXIT_OK if report.scheduler else EXIT_NO,
)
def _status_of(call: Call) -> Schedule:
    """Tell when jobs ran, when they run next, and what the log says."""
    return show(call.desk(), os.environ)


@command("remove", example="memctl schedule remove", show=_changed, writes=True)
def _remove(call: Call) -> Schedule:
    """Take this workspace out of every scheduler."""
    return remove(call.desk(), os.environ, dry_run=call.dry_run)


@command(
    "run",
    example="memctl schedule run",
    show=_ran,
    code=lambda report: report.exit_code,
)
def _run(call: Call) -> ScheduledRun:
    """Run what is due now; this is what the scheduler calls."""
    return run_due(call.desk(), os.environ)


def add_schedule(app: typer.Typer) -> None:
    """Register the group."""
    group = group_of(app, "schedule", "Have the jobs run at their time by cron or another.")
    register(group, _install, _show, _status_of, _remove, _run)
