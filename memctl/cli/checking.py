"""`check` and `status`: is everything in order?"""

import os
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, command, register
from memctl.cli.printing import job_lines, print_lines, problem_lines
from memctl.errors import EXIT_INTERRUPTED, EXIT_NO, EXIT_OK
from memctl.graph.answers import Checked, Status
from memctl.graph.report import JobReport
from memctl.jobs.check import check
from memctl.jobs.mending import COMMITS, Scope, check_with_git, mend
from memctl.jobs.steps import Desk
from memctl.jobs.telling import counted


def _ask_first(desk: Desk, scope: Scope) -> None:
    """Show what would change, and let the person say no."""
    planned = mend(desk, scope, dry_run=True)
    print_lines(job_lines(planned))
    if planned.changes:
        try:
            wanted = typer.confirm("Write this?")
        except typer.Abort:
            raise typer.Exit(EXIT_INTERRUPTED) from None
        if not wanted:
            raise typer.Exit


def _check_lines(report: Checked | JobReport) -> Iterator[str]:
    if isinstance(report, JobReport):
        yield from job_lines(report)
        return
    for problem in report.problems:
        yield from problem_lines(problem)
    found = ", ".join(
        counted(number, level)
        for level in ("error", "warning", "hint")
        if (number := sum(p.level == level for p in report.problems))
    )
    looked = (
        counted(report.entities, "entity"),
        counted(report.facts, "fact"),
        counted(report.notes, "note"),
    )
    yield f"{', '.join(looked)}: {found or 'all in order'}."


def _status_lines(report: Status) -> Iterator[str]:
    yield f"workspace  {report.workspace}" + (f" (git: {report.branch})" if report.branch else "")
    hold = "holds" if report.current == 1 else "hold"
    facts = f"{counted(report.current, 'fact')} {hold}, {report.retired} retired"
    yield f"memory     {counted(report.entities, 'entity')}, {facts}"
    since = f" since {report.oldest_waiting}" if report.oldest_waiting else ""
    waiting = [f"{counted(report.waiting, 'block')} unread{since}"] if report.waiting else []
    if report.unreadable:
        waiting.append(f"{report.unreadable} cannot be read: memctl check")
    yield f"notes      {report.notes}, {', '.join(waiting) or 'all read'}"
    for job in report.jobs:
        when = job.last_success.isoformat(timespec="minutes") if job.last_success else "never"
        ahead = f", next {job.next_run.isoformat(timespec='minutes')}" if job.next_run else ""
        yield f"{job.job:<10} {when}{ahead}"
    if report.questions:
        yield f"questions  {report.questions}: memctl review list"
    if report.errors or report.warnings:
        found = f"{counted(report.errors, 'error')}, {counted(report.warnings, 'warning')}"
        yield f"problems   {found}: memctl check"
    if not report.is_fresh:
        yield "No heartbeat has succeeded for too long: memctl heartbeat"


@command(
    "check",
    example="memctl check --strict\nmemctl check --git --fix --dry-run",
    show=_check_lines,
    code=lambda report: EXIT_NO if isinstance(report, Checked) and report.is_failed else EXIT_OK,
    writes=True,
)
def _check(  # noqa: PLR0913, PLR0917 - each is an option of the command
    call: Call,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count too.")] = False,
    git: Annotated[
        bool, typer.Option("--git", help="Also facts whose words were changed in place.")
    ] = False,
    commits: Annotated[
        int, typer.Option("--commits", metavar="N", min=1, help="How far --git looks back.")
    ] = COMMITS,
    fix: Annotated[
        bool, typer.Option("--fix", help="Mend what is safe; `memctl undo` takes it back.")
    ] = False,
    only: Annotated[
        str | None, typer.Option("--only", metavar="ID", help="With --fix: this fact alone.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="With --fix: do not ask.")] = False,
) -> Checked | JobReport:
    """Name what is wrong with the files; mend it when told to."""
    desk = call.desk()
    scope = Scope(commits if git else None, only)
    if fix:
        if not (call.dry_run or call.as_json or yes) and sys.stdin.isatty():
            _ask_first(desk, scope)
        return mend(desk, scope, dry_run=call.dry_run)
    return check_with_git(desk, scope, strict=strict) if git else check(desk, strict=strict)


@command(
    "status",
    example="memctl status --max-age 26h",
    show=_status_lines,
    code=lambda report: EXIT_OK if report.is_fresh else EXIT_NO,
)
def _status(
    call: Call,
    max_age: Annotated[
        str | None,
        typer.Option(
            "--max-age", metavar="AGE", help="Fail when no heartbeat succeeded for so long."
        ),
    ] = None,
) -> Status:
    """Show what there is, what waits and when jobs last ran."""
    # It asks every job what waits; a check need not load them all.
    from memctl.jobs.status import status  # noqa: PLC0415

    return status(call.desk(), os.environ, max_age=max_age)


def add_checking(app: typer.Typer) -> None:
    """Register the commands of this page."""
    register(app, _check, _status)
