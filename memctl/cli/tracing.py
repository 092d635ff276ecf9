"""What memory knows of its facts: where they came from, how it read them, what to confirm."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated

import typer

from memctl.cli.command import AsOf, Call, FactName, a_day, command, register
from memctl.cli.printing import card_lines, fact_line, one_line
from memctl.cli.refusals import refusal
from memctl.errors import EXIT_NO, EXIT_OK
from memctl.graph.answers import Explained, FactCard, History
from memctl.graph.fact import RETRACTED
from memctl.graph.report import FactRow
from memctl.graph.upkeep import Conflict, Conflicts, Profile, Stale, StaleRow
from memctl.jobs.conflicts import conflicts
from memctl.jobs.explain import ME, explain
from memctl.jobs.history import history
from memctl.jobs.profile import BUDGET, profile
from memctl.jobs.stale import stale
from memctl.jobs.why import why

Whose = Annotated[str | None, typer.Argument(metavar="[ENTITY]", help="Default: all of them.")]


def _profile_lines(report: Profile) -> Iterator[str]:
    yield from report.text.splitlines() or [f"Nothing is known of {report.entity}."]


def _stale_lines(report: Stale) -> Iterator[str]:
    if not report.facts:
        yield f"Nothing to confirm; nothing is older than {report.days} days."
        return
    for row in report.facts:
        yield fact_line(row.fact)
        yield f"    {_reason(row)}"
    yield "Still so? memctl fact confirm ID. Not any more? memctl fact supersede ID TEXT."


def _reason(row: StaleRow) -> str:
    if row.why == "undated":
        return "undated"
    if row.why == "doubted":
        return f"in doubt since {row.by}: {row.reason}"
    if row.why == "expired":
        return row.reason
    return f"{row.fact.category or 'no category'}, unconfirmed for {row.age} days"


def _conflict_lines(report: Conflicts) -> Iterator[str]:
    if not report.conflicts:
        yield "No two facts are in each other's way."
        return
    for conflict in report.conflicts:
        yield from _pair(conflict)
    yield "The first one still holds? memctl fact confirm ID."


def _pair(conflict: Conflict) -> Iterator[str]:
    yield f"? {conflict.kind}: {conflict.reason}"
    yield f"    {fact_line(conflict.fact)}"
    yield f"    {fact_line(conflict.against)}"
    if conflict.question:
        yield f"    replace the first by the second: memctl review apply {conflict.question}"


def _history_lines(report: History) -> Iterator[str]:
    yield f"{report.entity}  {report.name}"
    for chain in report.chains:
        yield ""
        yield from map(_interval_line, chain)
    if not report.chains:
        yield "No facts." if report.as_of is None else f"Nothing held on {report.as_of}."


def _interval_line(row: FactRow) -> str:
    if row.moved_to:
        return f"moved to {row.moved_to}  {row.id or '–'}  {one_line(row.fact)}"
    if row.status == RETRACTED:
        return f"never true  {row.id or '–'}  {one_line(row.fact)}"
    since, until = row.since or "?", row.until or ("now" if row.current else "?")
    return f"{since} – {until}  {row.id or '–'}  {one_line(row.fact)}"


def _explained_lines(report: Explained) -> Iterator[str]:
    if not report.candidates:
        yield "Nothing in it reads like a fact."
    for found in report.candidates:
        mark = "+" if found.accepted else "-"
        about = found.entity or found.entity_name or "?"
        yield f"{mark} {f'you ({about})' if about == ME else about}: {found.fact}"
        yield f"    {found.category}, from {found.timestamp or 'no known day'}" + (
            f" until {found.valid_until}" if found.valid_until else ""
        )
        yield "    kept" if found.accepted else f"    not kept: {refusal(found.reason)}"
        if found.pattern:
            yield f"    pattern: {found.pattern}"
        yield f"    quote: {found.quote}"


@command("why", example="memctl why port-guide-002", show=card_lines)
def _why(call: Call, fact: FactName) -> FactCard:
    """Show where a fact was read: file, line and quote."""
    return why(call.desk(), fact)


@command("history", example="memctl history people/me", show=_history_lines)
def _history(
    call: Call,
    name: Annotated[str, typer.Argument(metavar="ENTITY|ID", help="An entity or a fact.")],
    as_of: AsOf = None,
) -> History:
    """Show how facts followed one another, day by day."""
    return history(call.desk(), name, as_of=as_of)


@command(
    "explain",
    example='memctl explain "Mina moved to Porto last week" --day 2026-03-02',
    show=_explained_lines,
)
def _explain(
    call: Call,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A line as in a daily note.")],
    day: Annotated[
        date | None,
        typer.Option("--day", parser=a_day, metavar="DAY", help="The note's day."),
    ] = None,
) -> Explained:
    """Show what extraction makes of a text, and why."""
    return explain(call.desk_or_none(), text, day=day)


@command(
    "profile",
    example="memctl profile --budget 400\nmemctl profile --audience group --json",
    show=_profile_lines,
    code=lambda report: EXIT_OK if report.text else EXIT_NO,
)
def _profile(
    call: Call,
    budget: Annotated[
        int, typer.Option("--budget", metavar="TOKENS", min=1, help="Most tokens.")
    ] = BUDGET,
    audience: Annotated[
        str, typer.Option("--audience", metavar="private|shared|group", help="Who reads it.")
    ] = "private",
) -> Profile:
    """Tell what lasts and what is recent about the user."""
    return profile(call.desk(), budget=budget, audience=audience)


@command("stale", example="memctl stale people/me --days 365", show=_stale_lines)
def _stale(
    call: Call,
    entity: Whose = None,
    days: Annotated[
        int | None,
        typer.Option("--days", metavar="N", min=1, help="From which age on a fact is old."),
    ] = None,
    category: Annotated[
        str | None, typer.Option("--category", metavar="C", help="Only facts of this one.")
    ] = None,
) -> Stale:
    """List facts to confirm: expired, in doubt, or long unconfirmed."""
    return stale(call.desk(), entity, days=days, category=category)


@command("conflicts", example="memctl conflicts people/me", show=_conflict_lines)
def _conflicts(call: Call, entity: Whose = None) -> Conflicts:
    """List pairs of facts that do not go together."""
    return conflicts(call.desk(), entity)


def add_tracing(app: typer.Typer) -> None:
    """Register the commands of this page."""
    register(app, _why, _history, _explain, _profile, _stale, _conflicts)
