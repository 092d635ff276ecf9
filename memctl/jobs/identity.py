"""`entity rename`, `move`, `merge`, `never-merge` and `alias --remove`: who is who.

The notes are a record and keep the old names; what refers to the entity in the graph is
rewritten, and the old ref goes on to be understood.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from memctl.config.settings import FILE_NAME
from memctl.errors import FileInvalid, UsageError
from memctl.formats.markdown.references import Moving, rewrite_links, rewrite_related
from memctl.formats.rows.items import parse_items
from memctl.formats.rows.rewriting import raw_rows, rewrite_values
from memctl.formats.summary import own_text
from memctl.graph.entity import Entity, EntityRef, as_ref, slug_words, type_of
from memctl.graph.plan import (
    Change,
    KeepText,
    MoveEntity,
    Plan,
    RemoveAlias,
    RenameEntity,
    WriteReview,
)
from memctl.graph.report import Changed, JobReport
from memctl.jobs.lookup import entity_named
from memctl.jobs.references import moving_of, references, untouched, with_fresh_review
from memctl.jobs.steps import Desk, carry_out
from memctl.jobs.words import plain_text
from memctl.language.naming.slugs import slugify
from memctl.language.scripts import has_han
from memctl.rules.identity import (
    changes_of,
    is_below,
    kept_apart,
    merged_rows,
    moved_lines,
    moved_pairs,
    names_kept,
    never_merged,
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

    return _told(desk, "entity rename", decide, dry_run=dry_run)


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
        _refuse_own(desk, entity)
        _refuse_taken(snapshot, entity, to)
        aliases = names_kept(entity, own_words(entity, to), entity.ref)
        return _moved(desk, snapshot, entity, to, aliases)

    return _told(desk, "entity move", decide, dry_run=dry_run)


def merge_entities(desk: Desk, name: str, into: str, *, dry_run: bool = False) -> JobReport:
    """Make two entities one: rows, names and a person's words of the first go to the second.

    Raises:
        UnknownEntity, Ambiguous: A name fits nobody, or several.
        UsageError: Both are one already, one lies in the other's folder, a person has said
            that they are never one, or the first is the user's own.
        FileInvalid: A file of one of them can't be used.
    """

    def decide(snapshot: Snapshot) -> tuple[Plan, Left]:
        source, target = (entity_named(snapshot.graph, n) for n in (name, into))
        _refuse_merge(snapshot, source, target)
        _refuse_own(desk, source)
        return _merged(desk, snapshot, source, target)

    return _told(desk, "entity merge", decide, dry_run=dry_run)


def never_merge(
    desk: Desk, one: str, other: str, *, is_lifted: bool = False, dry_run: bool = False
) -> JobReport:
    """Say that two entities are never one; lifted, that they may be after all.

    Raises:
        UnknownEntity, Ambiguous: A name fits nobody, or several.
        UsageError: Both names mean the same entity.
    """
    told: list[Changed] = []

    def decide(snapshot: Snapshot) -> Plan:
        pair = [entity_named(snapshot.graph, n).ref for n in (one, other)]
        if pair[0] == pair[1]:
            raise UsageError(f"{one} and {other} are one entity: {pair[0]}.")
        told.clear()
        if (frozenset(pair) in never_merged(snapshot.decisions)) is not is_lifted:
            return Plan()
        kind = "may-be-one" if is_lifted else "kept-apart"
        told.append(Changed(kind, pair[0], None, None, pair[1]))
        return Plan((kept_apart(*pair, day=desk.today, is_lifted=is_lifted),))

    report = carry_out(desk, "entity never-merge", decide, dry_run=dry_run)
    return replace(report, changes=tuple(told))


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


def _told(
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
    return _with_left(with_fresh_review(plan, snapshot), snapshot, moving)


def _with_left(plan: Plan, snapshot: Snapshot, moving: Moving) -> tuple[Plan, Left]:
    """The plan, and what it leaves as it is."""
    written = (c.text for c in plan.changes if isinstance(c, WriteReview))
    return plan, untouched(snapshot, moving, next(written, snapshot.review))


def _merged(desk: Desk, snapshot: Snapshot, source: Entity, target: Entity) -> tuple[Plan, Left]:
    source, raw = _as_told_there(snapshot, source, target.ref)
    rows = merged_rows(source, target, raw)
    moving = moving_of(snapshot, source, target.ref, rows.ids)
    pairs = moved_pairs(snapshot.graph, source.ref, target.ref, rows.ids)
    lines = moved_lines(pairs, snapshot.decisions, day=desk.today)
    plan = Plan(
        changes_of(
            [MoveEntity(source.ref, target.ref, "merged")],
            rows.rows,
            references(snapshot, moving, rows.ids),
            names_kept(source, target.names, target.ref),
            _own_text(snapshot, source, moving),
            lines,
        )
    )
    return _with_left(with_fresh_review(plan, snapshot), snapshot, moving)


def _as_told_there(
    snapshot: Snapshot, source: Entity, to: EntityRef
) -> tuple[Entity, Sequence[Mapping[str, Any]]]:
    """The entity with refs to itself turned, and its rows as they stand in its file."""
    if source.items_path is None:
        return source, ()
    moving = moving_of(snapshot, source, to)
    document = parse_items(snapshot.text(source.items_path), source.items_path)
    turned = rewrite_values(document, "related", lambda v: rewrite_related(v, moving))
    document = parse_items(turned, source.items_path)
    return replace(source, facts=document.facts), raw_rows(document)


def _own_text(snapshot: Snapshot, source: Entity, moving: Moving) -> tuple[KeepText, ...]:
    """What a person wrote into the summary that goes."""
    if source.summary is None:
        return ()
    path = source.summary.path
    text = own_text(rewrite_links(snapshot.text(path), path, moving))
    return (KeepText(EntityRef(moving.to), f"From {source.ref}", text),) if text else ()


def _renamed_ref(entity: Entity, name: str) -> EntityRef:
    slug = slugify(name, keep_han=has_han(entity.slug))
    if not slug:
        raise UsageError(f"{name!r} makes no folder name.", hint="Use letters or digits.")
    head, slash, _ = entity.ref.rpartition("/")
    return EntityRef(f"{head}{slash}{slug}")


def _refuse_own(desk: Desk, entity: Entity) -> None:
    """The user's own entity goes nowhere: the settings would name what is gone."""
    if entity.ref == desk.me:
        raise UsageError(
            f"{entity.ref} is you, and keeps its ref.",
            hint=f"Name another entity as yours first: [me] entity in {FILE_NAME}",
        )


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


def _refuse_merge(snapshot: Snapshot, source: Entity, target: Entity) -> None:
    one, other = source.ref, target.ref
    if one == other:
        raise UsageError(f"Both names mean one entity: {one}.")
    if is_below(other, one) or is_below(one, other):
        raise UsageError(
            f"{one} and {other} lie in each other.", hint="Move the inner one first: entity move"
        )
    inner = [e.ref for e in snapshot.graph if e.ref.startswith(f"{one}/")]
    twins = [ref for ref in inner if other + ref[len(one) :] in snapshot.graph.entities]
    if twins:
        raise UsageError(
            f"{twins[0]} has a namesake in {other}.",
            hint=f"Merge it first: memctl entity merge {twins[0]} {other}{twins[0][len(one) :]}",
        )
    if frozenset((one, other)) in never_merged(snapshot.decisions):
        raise UsageError(
            f"You have said that {one} and {other} are never one.",
            hint=f"Take that back first: memctl entity never-merge {one} {other} --remove",
        )
    for entity in (source, target):
        if not entity.is_usable:
            said = next((p for p in snapshot.problems if p.path == entity.items_path), None)
            what = said.message if said else "cannot be used"
            path = entity.items_path or entity.folder
            raise FileInvalid(path, said.line if said else None, what)
