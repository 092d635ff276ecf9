"""`profile`, `stale` and `conflicts`: what is known of the user, and what to confirm."""

from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, command
from memctl.cli.printing import fact_line
from memctl.errors import EXIT_NO, EXIT_OK
from memctl.graph.upkeep import Conflict, Conflicts, Profile, Stale, StaleRow
from memctl.jobs.conflicts import conflicts
from memctl.jobs.profile import BUDGET, profile
from memctl.jobs.stale import stale

Whose = Annotated[str | None, typer.Argument(metavar="[ENTITY]", help="Default: all of them.")]


def add_upkeep(app: typer.Typer) -> None:
    """Register the commands of this page."""

    @command(
        app,
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
            str, typer.Option("--audience", help="Who reads it: private, shared or group.")
        ] = "private",
    ) -> Profile:
        """Tell what lasts and what is recent about the user."""
        return profile(call.desk(), budget=budget, audience=audience)

    @command(app, "stale", example="memctl stale people/me --days 365", show=_stale_lines)
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

    @command(app, "conflicts", example="memctl conflicts people/me", show=_conflict_lines)
    def _conflicts(call: Call, entity: Whose = None) -> Conflicts:
        """List pairs of facts that do not go together."""
        return conflicts(call.desk(), entity)


def _profile_lines(report: Profile) -> Iterator[str]:
    yield from report.text.splitlines() or [f"Nothing is known of {report.entity}."]


def _stale_lines(report: Stale) -> Iterator[str]:
    if not report.facts:
        yield f"Nothing to confirm; nothing is older than {report.days} days."
        return
    for row in report.facts:
        yield fact_line(row.fact)
        yield f"    {_why(row)}"
    yield "Still so? memctl fact confirm ID. Not any more? memctl fact supersede ID TEXT."


def _why(row: StaleRow) -> str:
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
