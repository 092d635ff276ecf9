"""`fact add`, `supersede`, `retract`, `restore` and `confirm`: rows changed by hand."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from memctl.errors import AlreadyRetired, UsageError
from memctl.graph.entity import Entity
from memctl.graph.fact import ACTIVE, PURGED, RETRACTED, SUPERSEDED, Evidence, Fact
from memctl.graph.history import where_now
from memctl.graph.ids import next_id
from memctl.graph.plan import AddFact, MarkFact, Plan, Question, RetireFact
from memctl.graph.report import JobReport
from memctl.graph.visibility import AUDIENCES
from memctl.jobs.lookup import entity_named, fact_named
from memctl.jobs.review import with_review
from memctl.jobs.steps import Desk, carry_out
from memctl.jobs.words import plain_text
from memctl.rules.review import answer, open_questions
from memctl.workspace.confiding import confiding_in
from memctl.workspace.reading.snapshot import Snapshot

_CLOSED = (SUPERSEDED, RETRACTED, PURGED)


@dataclass(frozen=True, slots=True)
class NewWords:
    """A fact as a person says it."""

    text: str
    on: date | None = None
    """The day from which it holds; None is today."""
    source: str = "manual"
    category: str | None = None
    """None: that of the row it replaces, else `context`."""
    visibility: str | None = None
    """`private`, `shared` or `group`; None: the entity's mark, or that of the row it replaces."""
    by: str | None = None
    """`agent:NAME` where no person says it."""


def add_fact(desk: Desk, entity_name: str, said: NewWords, *, dry_run: bool = False) -> JobReport:
    """Add a row at the end of an entity's file.

    Raises:
        UsageError: There is no such visibility.
        HoldsSecret: The text holds a secret.
        UnknownEntity: No entity has this name.
    """
    text = plain_text(said.text)
    if said.visibility not in {None, *AUDIENCES}:
        raise UsageError(
            f"{said.visibility!r} is no visibility.", hint=f"One of: {', '.join(AUDIENCES)}"
        )

    def decide(snapshot: Snapshot) -> Plan:
        entity = entity_named(snapshot.graph, entity_name)
        fact = _new_fact(desk, entity, said, text, None)
        return Plan((AddFact(entity.ref, fact, "added by hand"),))

    return carry_out(desk, "fact add", decide, dry_run=dry_run)


def supersede_fact(
    desk: Desk, fact_name: str, said: NewWords, *, dry_run: bool = False
) -> JobReport:
    """Close a row and add its successor to the same file.

    Raises:
        UnknownFact: No row has this id.
        Ambiguous: Rows of several entities have it.
        AlreadyRetired: It no longer holds.
        HoldsSecret: The text holds a secret.
    """
    text = plain_text(said.text)

    def decide(snapshot: Snapshot) -> Plan:
        entity, old = _open_row(snapshot, fact_name)
        new = _new_fact(desk, entity, said, text, old)
        retired = RetireFact(entity.ref, old.id, SUPERSEDED, superseded_by=new.id)
        return Plan((AddFact(entity.ref, new, f"replaces {old.id}"), retired))

    return carry_out(desk, "fact supersede", decide, dry_run=dry_run)


def retract_fact(
    desk: Desk, fact_name: str, *, on: date | None = None, dry_run: bool = False
) -> JobReport:
    """Hide a row for good: it was never true. It stays in the file.

    Raises:
        UnknownFact: No row has this id.
        AlreadyRetired: It no longer holds.
    """

    def decide(snapshot: Snapshot) -> Plan:
        entity, old = _open_row(snapshot, fact_name)
        day = on or desk.today
        gone = [f.id for f in entity.facts if f.superseded_by == old.id]
        why = "retracted by hand"
        if gone:
            why += f"; to bring back what it replaced: memctl fact restore {gone[-1]}"
        return Plan(
            (
                RetireFact(
                    entity.ref,
                    old.id,
                    RETRACTED,
                    superseded_reason=RETRACTED,
                    superseded_at=day,
                    reason=why,
                ),
            )
        )

    return carry_out(desk, "fact retract", decide, dry_run=dry_run)


def confirm_fact(
    desk: Desk, fact_name: str, *, on: date | None = None, dry_run: bool = False
) -> JobReport:
    """Mark a row as still true, and answer the questions whether something replaced it.

    Args:
        desk: The workspace.
        fact_name: An id, or ENTITY#ID.
        on: The day on which it was known to hold; None is today.
        dry_run: Tell the plan as a diff and stop there.

    Raises:
        UnknownFact: No row has this id.
        AlreadyRetired: It no longer holds.
        UsageError: The day is still to come.
    """
    day = on or desk.today
    if day > desk.today:
        raise UsageError(f"{day} is still to come.", hint="Nobody knows yet what will hold then.")

    def decide(snapshot: Snapshot) -> Plan:
        entity, fact = _open_row(snapshot, fact_name)
        if fact.confirmed_at is not None and fact.confirmed_at >= day:
            return Plan()
        plan = Plan((MarkFact(entity.ref, fact.id, "confirmedAt", day.isoformat()),))
        answers = [answer(q, desk.today, "rejected") for q in _settled(snapshot, entity, fact, day)]
        return with_review(plan.with_changes(answers), snapshot, desk.today) if answers else plan

    return carry_out(desk, "fact confirm", decide, dry_run=dry_run)


def restore_fact(desk: Desk, fact_name: str, *, dry_run: bool = False) -> JobReport:
    """Bring back what a retired row said, as a new row of the same day and evidence.

    The row itself stays as it is: what was believed in between is part of its story. The new one
    is confirmed, so that nothing that was said up to now retires it again.

    Raises:
        UnknownFact: No row has this id.
        Ambiguous: Rows of several entities have it.
        UsageError: It still holds, be it where it was moved to, or its words were purged.
    """

    def decide(snapshot: Snapshot) -> Plan:
        entity, old = fact_named(snapshot.graph, fact_name)
        if old.status == PURGED:
            raise UsageError(f"The words of {old.id} were purged; nothing can bring them back.")
        if old.is_active:
            raise UsageError(
                f"{old.id} still holds.", hint=f"To say so again: memctl fact confirm {old.id}"
            )
        there = where_now(snapshot.graph.get, old)
        if there is not None and there[1].is_active:
            name = f"{there[0].ref}#{there[1].id}"
            raise UsageError(
                f"{old.id} was moved, and holds as {name}.",
                hint=f"To take it back: memctl fact move {name} --to {entity.ref}",
            )
        if any(f.is_active and f.text == old.text for f in entity.facts):
            return Plan()
        new = replace(
            old,
            id=next_id(entity.facts, entity.slug, succeeds=old.id),
            status=ACTIVE,
            superseded_by=None,
            superseded_reason=None,
            superseded_at=None,
            moved_to=None,
            valid_until=None if _is_over(old, desk.today) else old.valid_until,
            confirmed_at=desk.today,
            evidence=_own_evidence(entity, old),
            former_id=(),
        )
        return Plan((AddFact(entity.ref, new, f"brings back {old.id}"),))

    return carry_out(desk, "fact restore", decide, dry_run=dry_run)


def _own_evidence(entity: Entity, old: Fact) -> tuple[Evidence, ...]:
    """What was read of the row, without what retired it; all of it where both were read there."""
    after = entity.fact(old.superseded_by) if old.superseded_by else None
    other = {(e.path, e.quote) for e in after.evidence} if after is not None else set()
    return tuple(e for e in old.evidence if (e.path, e.quote) not in other) or old.evidence


def _is_over(fact: Fact, today: date) -> bool:
    return fact.valid_until is not None and fact.valid_until < today


def _settled(snapshot: Snapshot, entity: Entity, fact: Fact, day: date) -> Iterator[Question]:
    """Open questions that would retire the row for what was said up to a day."""
    for question in open_questions((), snapshot.decisions):
        gone = (c for c in question.accept if isinstance(c, RetireFact))
        by = [c.superseded_by for c in gone if (c.entity, c.fact_id) == (entity.ref, fact.id)]
        rows = (entity.fact(i) for i in by if i is not None)
        days = [row.day for row in rows if row is not None and row.day is not None]
        if by and max(days, default=day) <= day:
            yield question


def _open_row(snapshot: Snapshot, fact_name: str) -> tuple[Entity, Fact]:
    entity, fact = fact_named(snapshot.graph, fact_name)
    # A row of a foreign status (planned, on-hold, …) is open, and may be replaced.
    if fact.superseded_by is not None or fact.status in _CLOSED:
        raise AlreadyRetired(fact.id, fact.status, fact.superseded_by, moved_to=fact.moved_to)
    return entity, fact


def _new_fact(desk: Desk, entity: Entity, said: NewWords, text: str, old: Fact | None) -> Fact:
    day = said.on or desk.today
    told = confiding_in(desk.layout.root).mark_in(text)
    return Fact(
        id=next_id(entity.facts, entity.slug, succeeds=old.id if old else None),
        text=text,
        category=said.category or (old.category if old else None) or "context",
        timestamp=day.isoformat(),
        day=day,
        source=said.source,
        visibility=said.visibility or told or (old.visibility if old else None),
        by=said.by,
    )
