"""`note` and `remember`: what people and agents tell memctl."""

from datetime import date
from typing import Annotated

import typer

from memctl.cli.command import Call, a_day, command, register
from memctl.cli.printing import job_lines
from memctl.errors import UsageError
from memctl.graph.report import JobReport
from memctl.jobs.note import write_note
from memctl.jobs.remember import remember_fact, remember_tacit


@command(
    "note",
    example='memctl note "My friend Mina Okafor moved to Porto"',
    show=job_lines,
    writes=True,
)
def note(
    call: Call,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What happened.")],
    day: Annotated[
        date | None,
        typer.Option("--day", parser=a_day, metavar="DAY", help="Default: today."),
    ] = None,
    time: Annotated[
        str | None, typer.Option("--time", metavar="HH:MM", help="Default: now.")
    ] = None,
) -> JobReport:
    """Append a line to a daily note."""
    return write_note(call.desk(), text, day=day, time=time, dry_run=call.dry_run)


@command(
    "remember",
    example='memctl remember people/mila "Mila is allergic to nuts"\n'
    'memctl remember --tacit "Draft before outline" --heading Lessons',
    show=job_lines,
    writes=True,
)
def remember(
    call: Call,
    words: Annotated[
        list[str],
        typer.Argument(metavar="[ENTITY] TEXT", help="One sentence, and whom it is about."),
    ],
    tacit: Annotated[
        bool, typer.Option("--tacit", help="How you work: goes to MEMORY.md.")
    ] = False,
    heading: Annotated[
        str | None,
        typer.Option("--heading", metavar="TEXT", help="Where in MEMORY.md (--tacit)."),
    ] = None,
) -> JobReport:
    """Keep one sentence as a fact or in MEMORY.md."""
    *about, text = words
    if tacit:
        said = " ".join(words)
        return remember_tacit(call.desk(), said, heading=heading, dry_run=call.dry_run)
    if len(about) > 1:
        raise UsageError(
            "remember takes an entity and one sentence.", hint='Put the sentence in quotes: "…"'
        )
    name = about[0] if about else None
    return remember_fact(call.desk(), text, entity_name=name, dry_run=call.dry_run)


def add_writing(app: typer.Typer) -> None:
    """Register the commands of this page."""
    register(app, note, remember)
