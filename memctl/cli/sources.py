"""`sources` and `import`: conversations that other programs keep."""

import os
from collections.abc import Iterator
from datetime import date
from typing import Annotated

import typer

from memctl.cli.command import Call, a_day, command, group_of, register
from memctl.cli.printing import job_lines, problem_lines
from memctl.config.settings import SOURCE_KINDS
from memctl.graph.report import JobReport
from memctl.graph.sources import AllowedSources, FoundSources, SourceList
from memctl.jobs.talks.allowing import allow_sources
from memctl.jobs.talks.importing import import_conversations
from memctl.jobs.talks.sources import detect_sources, list_sources
from memctl.jobs.telling import counted


def _list_lines(report: SourceList) -> Iterator[str]:
    for source in report.sources:
        since = f", oldest {source.oldest_waiting}" if source.oldest_waiting else ""
        waits = (
            f"{counted(source.waiting, 'block')} waiting{since}" if source.waiting else "all read"
        )
        kind = source.kind or "by content"
        waits = waits if source.is_allowed else "not allowed"
        yield f"{source.name}  {kind}  {source.path}  {counted(source.files, 'file')}, {waits}"
    if not report.sources:
        yield "No sources are set. See what there is: memctl sources detect"
    for problem in report.problems:
        yield from problem_lines(problem)


def _allow_lines(report: AllowedSources) -> Iterator[str]:
    if not report.paths:
        yield "Nothing to change."
        return
    for path in report.paths:
        yield f"{report.workspace} may read{' and write' if report.write else ''} {path}"
    yield "Nothing was written." if report.dry_run else f"Noted in {report.file}"


def _detect_lines(report: FoundSources) -> Iterator[str]:
    for source in report.sources:
        state = "  [set]" if source.is_set else ""
        yield f"{source.about}  {source.path}  {counted(source.files, 'file')}{state}"
    if not report.sources:
        yield "Nothing was found where programs keep their conversations."
    if report.lines:
        yield ""
        yield f"{'Added to' if report.is_added else 'For'} memctl.toml:"
        yield from (f"  {line}".rstrip() for line in report.lines)


@command("list", example="memctl sources list", show=_list_lines)
def _list(call: Call) -> SourceList:
    """List the sources that are set, and what of them waits."""
    return list_sources(call.desk())


@command("detect", example="memctl sources detect --add", show=_detect_lines, writes=True)
def _detect(
    call: Call,
    add: Annotated[
        bool, typer.Option("--add", help="Write what is not set yet into memctl.toml.")
    ] = False,
) -> FoundSources:
    """Look for conversations in the places where programs keep them."""
    return detect_sources(call.desk(), os.environ, add=add, dry_run=call.dry_run)


@command("allow", example="memctl sources allow openclaw", show=_allow_lines, writes=True)
def _allow(
    call: Call,
    names: Annotated[
        list[str], typer.Argument(metavar="NAME", help="Sources that are set, or paths.")
    ],
    write: Annotated[
        bool, typer.Option("--write", help="Also where [paths] leads: read and written.")
    ] = False,
) -> AllowedSources:
    """Let this workspace use conversations, or [paths], outside of it."""
    desk = call.desk(asks_consent=True)
    return allow_sources(desk, os.environ, names, write=write, dry_run=call.dry_run)


@command(
    "import",
    example="memctl import ~/Downloads/conversations.json --dry-run",
    show=job_lines,
    writes=True,
)
def _import(
    call: Call,
    folder: Annotated[str, typer.Argument(metavar="PATH", help="A file, an archive or a folder.")],
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind", metavar="KIND", help=f"{', '.join(SOURCE_KINDS)}. Default: by content."
        ),
    ] = None,
    day: Annotated[
        date | None,
        typer.Option(
            "--day", parser=a_day, metavar="DAY", help="The day of messages that bear none."
        ),
    ] = None,
) -> JobReport:
    """Read conversations once and file what lasts."""
    return import_conversations(call.desk(), folder, kind=kind, day=day, dry_run=call.dry_run)


def add_sources(app: typer.Typer) -> None:
    """Register the group and its neighbour."""
    group = group_of(app, "sources", "Conversations of other programs that heartbeat reads.")
    register(group, _list, _detect, _allow)
    register(app, _import)
