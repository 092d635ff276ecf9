"""`check` and `status`: is everything in order?"""

from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, command
from memctl.cli.printing import problem_lines
from memctl.errors import EXIT_NO, EXIT_OK
from memctl.graph.answers import Checked, Status
from memctl.jobs.check import check
from memctl.jobs.status import status
from memctl.jobs.telling import counted


def add_checking(app: typer.Typer) -> None:
    """Register the commands of this page."""

    @command(
        app,
        "check",
        example="memctl check --strict",
        show=_check_lines,
        code=lambda report: EXIT_NO if report.is_failed else EXIT_OK,
    )
    def _check(
        call: Call,
        strict: Annotated[bool, typer.Option("--strict", help="Warnings count too.")] = False,
    ) -> Checked:
        """Name what is wrong with the files; change nothing."""
        return check(call.desk(), strict=strict)

    @command(
        app,
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
        return status(call.desk(), max_age=max_age)


def _check_lines(report: Checked) -> Iterator[str]:
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
    facts = f"{counted(report.current, 'fact')} hold, {report.retired} retired"
    yield f"memory     {counted(report.entities, 'entity')}, {facts}"
    since = f" since {report.oldest_waiting}" if report.oldest_waiting else ""
    waiting = f"{counted(report.waiting, 'block')} unread{since}" if report.waiting else "all read"
    yield f"notes      {report.notes}, {waiting}"
    for job in report.jobs:
        when = job.last_success.isoformat(timespec="minutes") if job.last_success else "never"
        yield f"{job.job:<10} {when}"
    if report.questions:
        yield f"questions  {report.questions}: memctl review list"
    if report.errors or report.warnings:
        found = f"{counted(report.errors, 'error')}, {counted(report.warnings, 'warning')}"
        yield f"problems   {found}: memctl check"
    if not report.is_fresh:
        yield "No heartbeat has succeeded for too long: memctl heartbeat"
