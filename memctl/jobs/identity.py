"""`entity rename`, `move` and `alias --remove`: under which ref and names an entity is known.

The notes are a record and keep the old names; what refers to the entity in the graph is
rewritten, and the old ref goes on to be understood.
"""

from collections.abc import Callable
from dataclasses import replace

from memctl.config.settings import FILE_NAME
from memctl.errors import FileInvalid, UsageError
from memctl.formats.markdown.references import Moving
from memctl.graph.entity import Entity, EntityRef, as_ref, slug_words, type_of
from memctl.graph.plan import (
    Change,
    MoveEntity,
    Plan,
    RemoveAlias,
    RenameEntity,
    WriteReview,
)
from memctl.graph.report import JobReport
from memctl.jobs.lookup import entity_named
from memctl.jobs.references import moving_of, references, untouched, with_fresh_review
from memctl.jobs.steps import Desk, carry_out
from memctl.jobs.words import plain_text
from memctl.language.naming.slugs import slugify
from memctl.language.scripts import has_han
from memctl.rules.identity import (
    changes_of,
    is_below,
    moved_lines,
    moved_pairs,
    names_kept,
    own_words,
)
from memctl.workspace.paths import folder_of
from memctl.workspace.reading.snapshot import Snapshot

Left = tuple[str, ...]


def rename_entity(desk: Desk, name: str, new_name: str, *, dry_run: bool = False) -> JobReport:
    """Give an entity another name, and its folder the name that goes with it.

    The user's own entity keeps its folder.

    Raises:
        UnknownEntity, Ambiguous: The name fits nobody, or several.
        UsageError: Somebody else's folder has the new name, or it makes no folder name.
    """
    said = plain_text(new_name)

    def decide(snapshot: Snapshot) -> tuple[Plan, Left]:
        entity = entity_named(snapshot.graph, name)
        if type_of(as_ref(said)) in {e.type for e in snapshot.graph}:
            raise UsageError(
                f"{said} is a ref, and no name.", hint=f"memctl entity move {entity.ref} {said}"
            )
        # The settings name the user's own entity by its ref, which therefore stays.
        to = entity.ref if entity.ref == desk.me else _renamed_ref(entity, said)
        if to != entity.ref:
            _refuse_taken(snapshot, entity, to)
        names = () if said == entity.name else (RenameEntity(entity.ref, said),)
        own = (RemoveAlias(entity.ref, said),) if said in entity.aliases else ()
        known = (said, *(n for n in entity.aliases if n != said), slug_words(to))
        changes = (*names, *own, *names_kept(entity, known, entity.ref))
        return _moved(desk, snapshot, entity, to, changes)

    return told_with_left(desk, "entity rename", decide, dry_run=dry_run)


def move_entity(desk: Desk, name: str, new_ref: str, *, dry_run: bool = False) -> JobReport:
    """Give an entity another ref: another type, another folder name, or both.

    Raises:
        UnknownEntity, Ambiguous: The name fits nobody, or several.
        UsageError: The new ref is taken, or no ref; or the entity is the user's own.
    """
    to = as_ref(new_ref)
    if not type_of(to):
        raise UsageError(
            f"{new_ref} is no ref.", hint="Write type and name, for example people/mina."
        )
    try:
        folder_of(to)
    except FileInvalid as error:
        raise UsageError(
            error.message, hint="Take another name, for example people/mina."
        ) from None

    def decide(snapshot: Snapshot) -> tuple[Plan, Left]:
        entity = entity_named(snapshot.graph, name)
        if to == entity.ref:
            return Plan(), ()
        refuse_own(desk, entity)
        _refuse_taken(snapshot, entity, to)
        aliases = names_kept(entity, own_words(entity, to), entity.ref)
        return _moved(desk, snapshot, entity, to, aliases)

    return told_with_left(desk, "entity move", decide, dry_run=dry_run)


def remove_alias(desk: Desk, name: str, alias: str, *, dry_run: bool = False) -> JobReport:
    """Take a name from an entity.

    Raises:
        UnknownEntity, Ambiguous: The name fits nobody, or several.
        UsageError: It is no alias of this entity.
    """

    def decide(snapshot: Snapshot) -> Plan:
        entity = entity_named(snapshot.graph, name)
        if alias not in entity.aliases:
            has = ", ".join(entity.aliases) or "none"
            raise UsageError(f"{alias} is no alias of {entity.ref}.", hint=f"Its aliases: {has}")
        return Plan((RemoveAlias(entity.ref, alias),))

    return carry_out(desk, "entity alias", decide, dry_run=dry_run)


def told_with_left(
    desk: Desk,
    job: str,
    decide: Callable[[Snapshot], tuple[Plan, Left]],
    *,
    dry_run: bool,
) -> JobReport:
    """Carry the plan out, and name the places that it leaves as they are."""
    left: list[str] = []

    def plan(snapshot: Snapshot) -> Plan:
        decided, left[:] = decide(snapshot)
        return decided

    report = carry_out(desk, job, plan, dry_run=dry_run)
    return replace(report, notices=(*report.notices, *left))


def _moved(
    desk: Desk, snapshot: Snapshot, entity: Entity, to: EntityRef, changes: tuple[Change, ...]
) -> tuple[Plan, Left]:
    if to == entity.ref:
        return Plan(changes), ()
    moving = moving_of(snapshot, entity, to)
    pairs = moved_pairs(snapshot.graph, entity.ref, to)
    lines = moved_lines(pairs, snapshot.decisions, day=desk.today)
    move = MoveEntity(entity.ref, to)
    plan = Plan(changes_of([move], references(snapshot, moving), changes, lines))
    return with_left(with_fresh_review(plan, snapshot), snapshot, moving)


def with_left(plan: Plan, snapshot: Snapshot, moving: Moving) -> tuple[Plan, Left]:
    """The plan, and what it leaves as it is."""
    written = (c.text for c in plan.changes if isinstance(c, WriteReview))
    return plan, untouched(snapshot, moving, next(written, snapshot.review))


def _renamed_ref(entity: Entity, name: str) -> EntityRef:
    slug = slugify(name, keep_han=has_han(entity.slug))
    if not slug:
        raise UsageError(f"{name!r} makes no folder name.", hint="Use letters or digits.")
    head, slash, _ = entity.ref.rpartition("/")
    return EntityRef(f"{head}{slash}{slug}")


def refuse_own(desk: Desk, entity: Entity) -> None:
    """The user's own entity goes nowhere: the settings would name what is gone."""
    if entity.ref == desk.me:
        raise UsageError(
            f"{entity.ref} is you, and keeps its ref.",
            hint=f"Name another entity as yours first: [me] entity in {FILE_NAME}",
        )


def refuse_unusable(snapshot: Snapshot, entity: Entity) -> None:
    """Stop where the entity's items file can't be read or written.

    Raises:
        FileInvalid: Says what is wrong with it.
    """
    if not entity.is_usable:
        said = next((p for p in snapshot.problems if p.path == entity.items_path), None)
        what = said.message if said else "cannot be used"
        raise FileInvalid(entity.items_path or entity.folder, said.line if said else None, what)


def _refuse_taken(snapshot: Snapshot, entity: Entity, to: EntityRef) -> None:
    other = snapshot.graph.entities.get(to)
    if other is not None:
        raise UsageError(
            f"{to} is the ref of {other.name} already.",
            hint=f"Make them one: memctl entity merge {entity.ref} {to}",
        )
    if is_below(to, entity.ref):
        raise UsageError(f"{to} lies in the folder of {entity.ref}.")
    folder = moving_of(snapshot, entity, to).to_folder
    if snapshot.layout.real(folder).exists():
        raise UsageError(
            f"{folder} is there already.", hint="Move it away, or choose another name."
        )
