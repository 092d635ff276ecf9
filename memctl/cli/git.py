"""`git`: memory in a repository that is branched and merged."""

import os
from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, command, group_of, register
from memctl.cli.printing import job_lines, one_line
from memctl.errors import EXIT_NO, EXIT_OK
from memctl.graph.answers import Merged
from memctl.graph.report import JobReport
from memctl.jobs.git_setup import git_setup
from memctl.jobs.merge_driver import merge_driver


def _merged_lines(report: Merged) -> Iterator[str]:
    yield from (f"memctl: {notice}" for notice in report.notices)
    for question in report.review:
        yield f"? {question.entity}: {one_line(question.proposal)}  [{question.id}]"


@command("setup", example="memctl git setup --dry-run", show=job_lines, writes=True)
def _setup(call: Call) -> JobReport:
    """Tell git how to merge files of memory, and what to ignore."""
    return git_setup(call.desk(), dry_run=call.dry_run)


@command(
    "merge-driver",
    example="memctl git merge-driver items %O %A %B %P",
    show=_merged_lines,
    code=lambda report: EXIT_OK if report.is_clean else EXIT_NO,
)
def _merge_driver(
    call: Call,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="items, notes, summary or state.")],
    files: Annotated[
        tuple[str, str, str],
        typer.Argument(metavar="BASE OURS THEIRS", help="Ours is written."),
    ],
    path: Annotated[str, typer.Argument(metavar="PATH")],
) -> Merged:
    """Merge three versions of a file; called by git."""
    del call
    return merge_driver(kind, files, path, environ=os.environ)


def add_git(app: typer.Typer) -> None:
    """Register the group."""
    group = group_of(app, "git", "Prepare a repository for memory that is branched and merged.")
    register(group, _setup, _merge_driver)
