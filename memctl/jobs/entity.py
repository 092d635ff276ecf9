"""`entity list`, `show`, `add` and `alias`."""

from memctl.errors import UsageError
from memctl.graph.answers import EntityCard, EntityList, EntityRow
from memctl.graph.entity import Entity
from memctl.graph.history import is_current
from memctl.graph.plan import AddAlias, CreateEntity, Plan
from memctl.graph.report import JobReport
from memctl.graph.visibility import visibility_of
from memctl.jobs.facts import with_tiers
from memctl.jobs.lookup import entity_named
from memctl.jobs.shown import shown
from memctl.jobs.steps import Desk, carry_out
from memctl.jobs.words import plain_text
from memctl.language.naming.slugs import slugify
from memctl.rules.naming import Folders, is_namesake
from memctl.workspace.reading.snapshot import Snapshot, observe


def list_entities(desk: Desk, kind: str | None = None) -> EntityList:
    """Every entity, or those of one type, by ref."""
    graph = observe(desk.layout).graph
    return EntityList(tuple(_row(desk, e) for e in graph if kind is None or e.type == kind))


def show_entity(desk: Desk, name: str) -> EntityCard:
    """One entity: names, folder, summary and what holds of it.

    Raises:
        UnknownEntity: No entity has this name.
        Ambiguous: Several have it.
    """
    entity = entity_named(observe(desk.layout).graph, name)
    rows = with_tiers(desk)(entity)
    block = entity.summary.block if entity.summary else None
    summary = shown(block) if block else block
    return EntityCard(_row(desk, entity), summary, tuple(row for row in rows if row.current))


def _row(desk: Desk, entity: Entity) -> EntityRow:
    current = sum(is_current(fact, desk.today) for fact in entity.facts)
    return EntityRow(
        entity=entity.ref,
        name=entity.name,
        aliases=entity.aliases,
        current=current,
        retired=len(entity.facts) - current,
        path=entity.folder,
        visibility=visibility_of(entity),
    )


def add_entity(
    desk: Desk, name: str, kind: str, *, aliases: tuple[str, ...] = (), dry_run: bool = False
) -> JobReport:
    """A folder for a new entity of type `kind`, named after it.

    Raises:
        UsageError: An entity of this name exists already.
    """
    said = plain_text(name)
    type_slug = slugify(plain_text(kind))

    def decide(snapshot: Snapshot) -> Plan:
        like = [e.ref for e in snapshot.graph if e.type == type_slug and is_namesake(said, e)]
        if like:
            raise UsageError(
                f"{said} exists already: {', '.join(like)}.",
                hint=f"See: memctl entity show {like[0]}",
            )
        ref = Folders(snapshot.graph).ref_for(said, type_slug)
        return Plan((CreateEntity(ref, said, tuple(map(plain_text, aliases)), "added by hand"),))

    return carry_out(desk, "entity add", decide, dry_run=dry_run)


def add_alias(desk: Desk, name: str, alias: str, *, dry_run: bool = False) -> JobReport:
    """One more name for an entity; a name that it has already changes nothing.

    Raises:
        UnknownEntity: No entity has this name.
        Ambiguous: Several have it.
    """
    said = plain_text(alias)

    def decide(snapshot: Snapshot) -> Plan:
        entity = entity_named(snapshot.graph, name)
        if said in {entity.name, *entity.aliases}:
            return Plan()
        return Plan((AddAlias(entity.ref, said),))

    return carry_out(desk, "entity alias", decide, dry_run=dry_run)
