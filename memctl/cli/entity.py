"""`entity`: the people, companies, projects and other things that memory is about."""

from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, EntityName, command, group_of, register
from memctl.cli.printing import fact_line, job_lines
from memctl.graph.answers import EntityCard, EntityList
from memctl.graph.report import JobReport
from memctl.jobs.entity import add_alias, list_entities, show_entity
from memctl.jobs.entity import add_entity as create_entity
from memctl.jobs.identity import move_entity, remove_alias, rename_entity
from memctl.jobs.merging import merge_entities, never_merge

Into = Annotated[
    str, typer.Argument(metavar="INTO", help="The entity that stays: a ref, name or alias.")
]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="A ref, a name or an alias.")]


def _rows(report: EntityList) -> Iterator[str]:
    for row in report.entities:
        names = ", ".join((row.name, *row.aliases))
        yield f"{row.entity}  {names}  ({row.current} current, {row.retired} retired)"
    if not report.entities:
        yield "No entities yet."


def _card(card: EntityCard) -> Iterator[str]:
    yield f"{card.entity.entity}  {', '.join((card.entity.name, *card.entity.aliases))}"
    yield f"  {card.entity.path}"
    if card.entity.visibility:
        yield f"  visibility: {card.entity.visibility}"
    if card.summary:
        yield ""
        yield from card.summary.strip().splitlines()
    if card.facts:
        yield ""
        yield from (f"{fact_line(row)}  ({row.tier})" for row in card.facts)


@command("list", example="memctl entity list", show=_rows)
def _list(
    call: Call,
    kind: Annotated[
        str | None, typer.Argument(metavar="[TYPE]", help="For example people.")
    ] = None,
) -> EntityList:
    """List the entities with how many facts hold."""
    return list_entities(call.desk(), kind)


@command("show", example="memctl entity show people/mila", show=_card)
def _show(call: Call, entity: EntityName) -> EntityCard:
    """Show an entity: names, summary and what holds of it."""
    return show_entity(call.desk(), entity)


@command(
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
    return create_entity(call.desk(), name, kind, aliases=tuple(alias or ()), dry_run=call.dry_run)


@command(
    "alias",
    example="memctl entity alias people/mila 米拉\n"
    "memctl entity alias people/lin-xiao 'Lin Xiao' --remove",
    show=job_lines,
    writes=True,
)
def _alias(
    call: Call,
    entity: EntityName,
    alias: Annotated[str, typer.Argument(metavar="NAME", help="Another name for it.")],
    remove: Annotated[bool, typer.Option("--remove", help="Take the name away.")] = False,
) -> JobReport:
    """Add a name for an entity, or take one away."""
    change = remove_alias if remove else add_alias
    return change(call.desk(), entity, alias, dry_run=call.dry_run)


@command(
    "rename",
    example='memctl entity rename people/petra-lindqvist "Petra Lindqvist-Berg"',
    show=job_lines,
    writes=True,
)
def _rename(
    call: Call,
    entity: EntityName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called from now on.")],
) -> JobReport:
    """Give an entity another name; the old one still works."""
    return rename_entity(call.desk(), entity, name, dry_run=call.dry_run)


@command(
    "move",
    example="memctl entity move projects/port-guide companies/port-guide",
    show=job_lines,
    writes=True,
)
def _move(
    call: Call,
    entity: EntityName,
    ref: Annotated[
        str,
        typer.Argument(metavar="REF", help="Type and folder: people/mina, projects/quay/site."),
    ],
) -> JobReport:
    """Give an entity another type or folder."""
    return move_entity(call.desk(), entity, ref, dry_run=call.dry_run)


@command(
    "merge",
    example="memctl entity merge people/mila people/lin-xiao --dry-run",
    show=job_lines,
    writes=True,
)
def _merge(call: Call, entity: EntityName, into: Into) -> JobReport:
    """Make two entities one, with the facts of both."""
    return merge_entities(call.desk(), entity, into, dry_run=call.dry_run)


@command(
    "never-merge",
    example="memctl entity never-merge people/mila people/lin-xiao",
    show=job_lines,
    writes=True,
)
def _never_merge(
    call: Call,
    entity: EntityName,
    other: Other,
    remove: Annotated[
        bool, typer.Option("--remove", help="Say that they may be one after all.")
    ] = False,
) -> JobReport:
    """Say that two entities are never one."""
    return never_merge(call.desk(), entity, other, is_lifted=remove, dry_run=call.dry_run)


def add_entity(app: typer.Typer) -> None:
    """Register the group."""
    group = group_of(app, "entity", "List, show and name the entities.")
    register(group, _list, _show, _add, _alias, _rename, _move, _merge, _never_merge)
