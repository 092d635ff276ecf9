"""`export`: what memory holds, on stdout or in a new file."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated

import typer

from memctl.cli.command import AsOf, Call, command, register
from memctl.cli.printing import json_text
from memctl.graph.exported import Export, Written
from memctl.jobs.export import export
from memctl.jobs.export_text import as_markdown, write_export
from memctl.jobs.telling import counted


def _made(  # noqa: PLR0913 - the options
    call: Call,
    to: str | None,
    entities: list[str],
    audience: str,
    as_of: date | None,
    *,
    everything: bool,
) -> Export | Written:
    desk = call.desk()
    report = export(desk, entities=entities, audience=audience, as_of=as_of, everything=everything)
    if to is None:
        return report
    text = f"{json_text(report)}\n" if call.as_json else as_markdown(report)
    facts = sum(len(entity.facts) for entity in report.entities)
    return Written(write_export(desk, to, text), audience, len(report.entities), facts)


def _lines(report: Export | Written) -> Iterator[str]:
    if isinstance(report, Export):
        yield from as_markdown(report).splitlines()
        return
    facts = counted(report.facts, "fact")
    yield f"Wrote {report.to}: {facts} of {counted(report.entities, 'entity')}."


@command(
    "export",
    example="memctl export --audience shared --to ~/for-the-team.md\n"
    "memctl export --entity people/me --all --json",
    show=_lines,
)
def _export(  # noqa: PLR0913, PLR0917 - an option each
    call: Call,
    audience: Annotated[
        str, typer.Option("--audience", metavar="private|shared|group", help="Who reads it.")
    ] = "private",
    entity: Annotated[
        list[str] | None,
        typer.Option("--entity", metavar="ENTITY", help="Only this one; may be repeated."),
    ] = None,
    as_of: AsOf = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Retired facts too, marked as such.")
    ] = False,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FILE", help="A new file outside of the workspace."),
    ] = None,
) -> Export | Written:
    """Print what memory holds, for another agent or machine."""
    return _made(call, to, entity or [], audience, as_of, everything=everything)


def add_export(app: typer.Typer) -> None:
    """Register the command."""
    register(app, _export)
