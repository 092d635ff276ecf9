"""`entity merge` and `never-merge`: two entities are one, or are never one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from memctl.errors import UsageError
from memctl.formats.markdown.references import Moving, rewrite_links, rewrite_related
from memctl.formats.rows.items import parse_items
from memctl.formats.rows.rewriting import raw_rows, rewrite_values
from memctl.formats.summary import own_text
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.plan import (
    KeepText,
    MoveEntity,
    Plan,
)
from memctl.graph.report import Changed, JobReport
from memctl.jobs.identity import Left, refuse_own, refuse_unusable, told_with_left, with_left
from memctl.jobs.lookup import entity_named
from memctl.jobs.references import moving_of, references, with_fresh_review
from memctl.jobs.steps import Desk, carry_out
from memctl.rules.identity import (
    changes_of,
    is_below,
    kept_apart,
    merged_rows,
    moved_lines,
    moved_pairs,
    names_kept,
    never_merged,
)
from memctl.workspace.reading.snapshot import Snapshot


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
        refuse_own(desk, source)
        return _merged(desk, snapshot, source, target)

    return told_with_left(desk, "entity merge", decide, dry_run=dry_run)


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
    return with_left(with_fresh_review(plan, snapshot), snapshot, moving)


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
        refuse_unusable(snapshot, entity)
