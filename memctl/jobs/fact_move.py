"""`fact move`: facts that stand at the wrong entity go to the right one."""

from collections.abc import Sequence
from dataclasses import replace

from memctl.errors import AlreadyRetired, FileInvalid, UsageError
from memctl.formats.rows.items import parse_items
from memctl.formats.rows.rewriting import raw_rows
from memctl.graph.entity import Entity
from memctl.graph.fact import PURGED, RETRACTED, Fact
from memctl.graph.graph import Graph
from memctl.graph.history import where_now
from memctl.graph.plan import Plan
from memctl.graph.report import JobReport
from memctl.jobs.identity import Left, refuse_unusable, told_with_left
from memctl.jobs.lookup import fact_named, whom
from memctl.jobs.review import with_review
from memctl.jobs.steps import Desk
from memctl.rules.filing.moving import Going, left_behind, plan_move, stands_at, turned
from memctl.rules.review import open_questions
from memctl.workspace.ledgers import read_evidence
from memctl.workspace.reading.snapshot import Snapshot


def move_facts(
    desk: Desk, fact_names: Sequence[str], to: str, *, dry_run: bool = False
) -> JobReport:
    """Give rows of one entity to another, and leave them retracted where they stood.

    Rows that stand there already, or were moved there before, change nothing.

    Args:
        desk: The workspace.
        fact_names: Ids, or ENTITY#ID.
        to: The entity that they belong to; the user's own needs no page beforehand.
        dry_run: Tell the plan as a diff and stop there.

    Raises:
        UnknownFact, UnknownEntity, Ambiguous: A name fits nothing, or several.
        AlreadyRetired: A row was retracted, purged, or moved elsewhere before.
        UsageError: The rows are of several entities, or one was replaced by one that stays.
        FileInvalid: A file of one of the two can't be used.
    """

    def decide(snapshot: Snapshot) -> tuple[Plan, Left]:
        graph = snapshot.graph
        target = whom(graph, to, desk.me)
        source, named = _named(graph, fact_names)
        if source.ref == target.ref:
            return Plan(), tuple(f"{source.ref}#{f.id} stands there already." for f in named)
        facts = [f for f in named if not stands_at(graph, f, target)]
        _refuse(snapshot, source, target, facts)
        if not facts:
            return Plan(), ()
        going = _going(desk, snapshot, (source, target), facts)
        plan = plan_move(going, desk.lexicon, me=desk.me)
        asked = open_questions((), snapshot.decisions)
        answers, questions = turned(asked, going, plan, desk.today)
        if answers:
            plan = replace(plan.with_changes(answers), questions=questions)
            plan = with_review(plan, snapshot, desk.today)
        return plan, tuple(_staying(source, target, facts))

    return told_with_left(desk, "fact move", decide, dry_run=dry_run)


def _named(graph: Graph, names: Sequence[str]) -> tuple[Entity, list[Fact]]:
    """The rows that are meant, in the order of their file, and whose they are."""
    found = [fact_named(graph, name) for name in names]
    owners = {entity.ref: entity for entity, _ in found}
    if len(owners) > 1:
        raise UsageError(
            f"They are of several entities: {', '.join(owners)}.", hint="Move them one by one."
        )
    source = found[0][0]
    ids = {id(fact) for _, fact in found}
    return source, [f for f in source.facts if id(f) in ids]


def _refuse(snapshot: Snapshot, source: Entity, target: Entity, facts: Sequence[Fact]) -> None:
    for fact in facts:
        if fact.status in {RETRACTED, PURGED}:
            raise _is_gone(snapshot.graph, fact, target)
    for entity in (source, target):
        refuse_unusable(snapshot, entity)
    cut = left_behind(snapshot.graph, source, target, facts)
    if cut is not None:
        ids = " ".join(f"{source.ref}#{i}" for i in (*(f.id for f in facts), cut.superseded_by))
        raise UsageError(
            f"{cut.id} was replaced by {cut.superseded_by}, which stays at {source.ref}.",
            hint=f"Move both: memctl fact move {ids} --to {target.ref}",
        )


def _is_gone(graph: Graph, fact: Fact, target: Entity) -> AlreadyRetired:
    """That it was moved elsewhere, with what moves it on from there; or taken back."""
    error = AlreadyRetired(fact.id, fact.status, None, moved_to=fact.moved_to)
    there = where_now(graph.get, fact)
    if there is not None:
        error.hint = f"From there: memctl fact move {there[0].ref}#{there[1].id} --to {target.ref}"
    return error


def _going(
    desk: Desk, snapshot: Snapshot, ends: tuple[Entity, Entity], facts: Sequence[Fact]
) -> Going:
    source, target = ends
    if source.items_path is None:
        raise FileInvalid(source.folder, None, "holds no items file")
    document = parse_items(snapshot.text(source.items_path), source.items_path)
    going = {id(f) for f in facts}
    rows = zip(source.facts, raw_rows(document), strict=True)
    kept = tuple(row for fact, row in rows if id(fact) in going)
    more = read_evidence(desk.layout)
    return Going(snapshot.graph, source, target, tuple(facts), kept, more)


def _staying(source: Entity, target: Entity, facts: Sequence[Fact]) -> Left:
    """What the rows had replaced where they stood, and what can be done about it."""
    gone = {f.id for f in facts}
    left = [f.id for f in source.facts if f.superseded_by in gone and f.id not in gone]
    return tuple(
        f"{source.ref}#{i} was replaced by it and stays retired. To bring it back: "
        f"memctl fact restore {source.ref}#{i}. To let it follow: "
        f"memctl fact move {source.ref}#{i} --to {target.ref}"
        for i in left
    )
