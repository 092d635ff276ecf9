"""`fact`: single rows of memory, seen and changed by hand."""

import sys
from collections.abc import Iterator
from datetime import date
from typing import Annotated

import typer

from memctl.cli.command import (
    AsOf,
    Call,
    EntityName,
    FactName,
    On,
    Text,
    a_day,
    command,
    group_of,
    register,
)
from memctl.cli.printing import card_lines, fact_line, job_lines
from memctl.errors import UsageError
from memctl.graph.answers import FactCard, FactList
from memctl.graph.report import JobReport
from memctl.jobs.fact import (
    NewWords,
    confirm_fact,
    restore_fact,
    retract_fact,
    supersede_fact,
)
from memctl.jobs.fact import (
    add_fact as store_fact,
)
from memctl.jobs.fact_move import move_facts
from memctl.jobs.facts import list_facts
from memctl.jobs.purge import FINAL, purge_fact
from memctl.jobs.why import why

Source = Annotated[
    str, typer.Option("--source", metavar="S", help="manual, conversation, import, …")
]
ConfirmedOn = Annotated[
    date | None,
    typer.Option(
        "--on", parser=a_day, metavar="DAY", help="When it was known to hold. Default: today."
    ),
]
Tier = Annotated[
    str | None, typer.Option("--tier", metavar="TIER", help="Only these: hot, warm or cold.")
]
Category = Annotated[
    str | None,
    typer.Option("--category", metavar="C", help="relationship, milestone, status, …"),
]


def _warn(*, is_meant: bool) -> None:
    """Say what cannot be undone before it is done, and ask where somebody can answer."""
    print(FINAL, file=sys.stderr)
    if is_meant:
        return
    if not sys.stdin.isatty():
        raise UsageError("Nobody can be asked here.", hint="If it is meant: --yes")
    try:
        said_yes = typer.confirm("Purge it?", err=True)
    except typer.Abort:
        said_yes = False
    if not said_yes:
        raise UsageError("Nothing was purged.")


def _rows(report: FactList) -> Iterator[str]:
    if not report.facts:
        yield "No facts." if report.as_of is None else f"Nothing held on {report.as_of}."
    yield from map(fact_line, report.facts)


@command("list", example="memctl fact list people/me --as-of 2025-12-31", show=_rows)
def _list(
    call: Call,
    entity: Annotated[
        str | None, typer.Argument(metavar="[ENTITY]", help="Default: all of them.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Retired rows and other states too.")
    ] = False,
    as_of: AsOf = None,
    tier: Tier = None,
) -> FactList:
    """List what holds now, or what held on a day."""
    return list_facts(call.desk(), entity, everything=everything, as_of=as_of, tier=tier)


@command("show", example="memctl fact show mila-001", show=card_lines)
def _show(call: Call, fact: FactName) -> FactCard:
    """Show a fact with its evidence and what it replaced."""
    return why(call.desk(), fact)


@command(
    "add",
    example='memctl fact add people/mila "Mila is allergic to nuts" --on 2026-01-12',
    show=job_lines,
    writes=True,
)
def _add(  # noqa: PLR0913 - one parameter an option
    call: Call,
    entity: EntityName,
    text: Text,
    *,
    category: Category = None,
    on: On = None,
    source: Source = "manual",
    visibility: Annotated[
        str | None,
        typer.Option(
            "--visibility",
            metavar="WHO",
            help="Who may be told: private, shared or group. Default: as the entity says.",
        ),
    ] = None,
) -> JobReport:
    """Add a fact by hand."""
    said = NewWords(text, on=on, source=source, category=category, visibility=visibility)
    return store_fact(call.desk(), entity, said, dry_run=call.dry_run)


@command(
    "supersede",
    example='memctl fact supersede port-guide-002 "Port Guide is due on 2026-06-30"',
    show=job_lines,
    writes=True,
)
def _supersede(  # noqa: PLR0913 - one parameter an option
    call: Call,
    fact: FactName,
    text: Text,
    *,
    category: Category = None,
    on: On = None,
    source: Source = "manual",
) -> JobReport:
    """Replace a fact by what holds now; the old one stays."""
    said = NewWords(text, on=on, source=source, category=category)
    return supersede_fact(call.desk(), fact, said, dry_run=call.dry_run)


@command(
    "retract",
    example="memctl fact retract petra-lindqvist-002",
    show=job_lines,
    writes=True,
)
def _retract(call: Call, fact: FactName, on: On = None) -> JobReport:
    """Say that a fact was never true; it does not come back."""
    return retract_fact(call.desk(), fact, on=on, dry_run=call.dry_run)


@command(
    "restore",
    example="memctl fact restore me-001",
    show=job_lines,
    writes=True,
)
def _restore(call: Call, fact: FactName) -> JobReport:
    """Bring back what was retired by mistake."""
    return restore_fact(call.desk(), fact, dry_run=call.dry_run)


@command(
    "confirm",
    example="memctl fact confirm me-002 --on 2026-01-20",
    show=job_lines,
    writes=True,
)
def _confirm(call: Call, fact: FactName, on: ConfirmedOn = None) -> JobReport:
    """Say that a fact still holds."""
    return confirm_fact(call.desk(), fact, on=on, dry_run=call.dry_run)


@command(
    "move",
    example="memctl fact move petra-lindqvist-002 --to people/mila",
    show=job_lines,
    writes=True,
)
def _move(
    call: Call,
    facts: Annotated[
        list[str], typer.Argument(metavar="ID …", help="Facts of one entity: an id or ENTITY#ID.")
    ],
    *,
    entity: Annotated[
        str, typer.Option("--to", metavar="ENTITY", help="Whose they are: a ref, name or alias.")
    ],
) -> JobReport:
    """Give facts at the wrong entity to the right one.

    There they are as they were, under ids of its own; what it says already gets the evidence. The
    old row stays, retracted, and names the new one: it counts as never said of the old entity, on
    no day, and no note files it there again. What it had replaced there stays retired; it is told,
    with what brings it back. A fact that was itself replaced only goes along with its successor.
    """
    return move_facts(call.desk(), facts, entity, dry_run=call.dry_run)


@command(
    "purge",
    example="memctl fact purge petra-lindqvist-002 --yes",
    show=job_lines,
    writes=True,
)
def _purge(
    call: Call,
    fact: FactName,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask; it is meant.")] = False,
) -> JobReport:
    """Remove every word of a fact, for good."""
    desk = call.desk()
    planned = purge_fact(desk, fact, dry_run=True)
    if call.dry_run:
        return planned
    _warn(is_meant=yes)
    return purge_fact(desk, fact)


def add_fact(app: typer.Typer) -> None:
    """Register the group."""
    group = group_of(app, "fact", "List, show, add and retire facts.")
    register(group, _list, _show, _add, _supersede, _retract, _restore, _confirm, _move, _purge)
