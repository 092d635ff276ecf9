"""`entity`: the people, companies, projects and other things that memory is about."""

from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, EntityName, command, group_of
from memctl.cli.printing import fact_line, job_lines
from memctl.graph.answers import EntityCard, EntityList
from memctl.graph.report import JobReport
from memctl.jobs.entity import add_alias, list_entities, show_entity
from memctl.jobs.entity import add_entity as create_entity


def add_entity(app: typer.Typer) -> None:
    """Register the group."""
    group = group_of(app, "entity", "List, show and name the entities.")

    @command(group, "list", example="memctl entity list", show=_rows)
    def _list(
        call: Call,
        kind: Annotated[
            str | None, typer.Argument(metavar="[TYPE]", help="For example people.")
        ] = None,
    ) -> EntityList:
        """List the entities with how many facts hold."""
        return list_entities(call.desk(), kind)

    @command(group, "show", example="memctl entity show people/mina", show=_card)
    def _show(call: Call, entity: EntityName) -> EntityCard:
        """Show an entity: names, summary and what holds of it."""
        return show_entity(call.desk(), entity)

    @command(
        group,
        "add",
        example='memctl entity add "Mina Okafor" --type people --alias Mina',
        show=job_lines,
        writes=True,
    )
    def _add(
        call: Call,
        name: Annotated[str, typer.Argument(metavar="NAME", help="As people write it.")],
        kind: Annotated[str, typer.Option("--type", metavar="TYPE", help="people, companies, …")],
        alias: Annotated[
            list[str] | None, typer.Option("--alias", metavar="NAME", help="May be repeated.")
        ] = None,
    ) -> JobReport:
        """Make a folder for a new entity."""
        return create_entity(
            call.desk(), name, kind, aliases=tuple(alias or ()), dry_run=call.dry_run
        )

    @command(
        group,
        "alias",
        example="memctl entity alias people/mina 米娜",
        show=job_lines,
        writes=True,
    )
    def _alias(
        call: Call,
        entity: EntityName,
        alias: Annotated[str, typer.Argument(metavar="NAME", help="Another name for it.")],
    ) -> JobReport:
        """Add one more name by which an entity is known."""
        return add_alias(call.desk(), entity, alias, dry_run=call.dry_run)


def _rows(report: EntityList) -> Iterator[str]:
    for row in report.entities:
        names = ", ".join((row.name, *row.aliases))
        yield f"{row.entity}  {names}  ({row.current} current, {row.retired} retired)"
    if not report.entities:
        yield "No entities yet."


def _card(card: EntityCard) -> Iterator[str]:
    yield f"{card.entity.entity}  {', '.join((card.entity.name, *card.entity.aliases))}"
    yield f"  {card.entity.path}"
    if card.summary:
        yield ""
        yield from card.summary.strip().splitlines()
    if card.facts:
        yield ""
        yield from map(fact_line, card.facts)
