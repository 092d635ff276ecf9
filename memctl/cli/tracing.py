"""`why`, `history` and `explain`: where a fact came from and how memory read it."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated

import typer

from memctl.cli.command import AsOf, Call, FactName, a_day, command
from memctl.cli.printing import card_lines, one_line
from memctl.cli.refusals import refusal
from memctl.graph.answers import Explained, FactCard, History
from memctl.graph.fact import RETRACTED
from memctl.graph.report import FactRow
from memctl.jobs.explain import ME, explain
from memctl.jobs.history import history
from memctl.jobs.why import why


def add_tracing(app: typer.Typer) -> None:
    """Register the commands of this page."""

    @command(app, "why", example="memctl why port-guide-002", show=card_lines)
    def _why(call: Call, fact: FactName) -> FactCard:
        """Show where a fact was read: file, line and quote."""
        return why(call.desk(), fact)

    @command(app, "history", example="memctl history people/me", show=_history_lines)
    def _history(
        call: Call,
        name: Annotated[str, typer.Argument(metavar="ENTITY|ID", help="An entity or a fact.")],
        as_of: AsOf = None,
    ) -> History:
        """Show how facts followed one another, day by day."""
        return history(call.desk(), name, as_of=as_of)

    @command(
        app,
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


def _history_lines(report: History) -> Iterator[str]:
    yield f"{report.entity}  {report.name}"
    for chain in report.chains:
        yield ""
        yield from map(_interval_line, chain)
    if not report.chains:
        yield "No facts." if report.as_of is None else f"Nothing held on {report.as_of}."


def _interval_line(row: FactRow) -> str:
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
