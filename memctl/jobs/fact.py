"""`fact add`, `supersede`, `retract` and `confirm`: rows changed by hand."""

from dataclasses import dataclass
from datetime import date

from memctl.errors import AlreadyRetired, UsageError
from memctl.graph.entity import Entity
from memctl.graph.fact import PURGED, RETRACTED, SUPERSEDED, Fact
from memctl.graph.ids import next_id
from memctl.graph.plan import AddFact, MarkFact, Plan, RetireFact
from memctl.graph.report import JobReport
from memctl.graph.visibility import AUDIENCES
from memctl.jobs.lookup import entity_named, fact_named
from memctl.jobs.steps import Desk, carry_out, plain_text
from memctl.workspace.reading import Snapshot

_CLOSED = (SUPERSEDED, RETRACTED, PURGED)


@dataclass(frozen=True, slots=True)
class Said:
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


def add_fact(desk: Desk, entity_name: str, said: Said, *, dry_run: bool = False) -> JobReport:
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


def supersede_fact(desk: Desk, fact_name: str, said: Said, *, dry_run: bool = False) -> JobReport:
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
        return Plan(
            (
                RetireFact(
                    entity.ref,
                    old.id,
                    RETRACTED,
                    superseded_reason=RETRACTED,
                    superseded_at=day,
                    reason="retracted by hand",
                ),
            )
        )

    return carry_out(desk, "fact retract", decide, dry_run=dry_run)


def confirm_fact(desk: Desk, fact_name: str, *, dry_run: bool = False) -> JobReport:
    """Mark a row as still true today.

    Raises:
        UnknownFact: No row has this id.
        AlreadyRetired: It no longer holds.
    """

    def decide(snapshot: Snapshot) -> Plan:
        entity, fact = _open_row(snapshot, fact_name)
        if fact.confirmed_at == desk.today:
            return Plan()
        return Plan((MarkFact(entity.ref, fact.id, "confirmedAt", desk.today.isoformat()),))

    return carry_out(desk, "fact confirm", decide, dry_run=dry_run)


def _open_row(snapshot: Snapshot, fact_name: str) -> tuple[Entity, Fact]:
    entity, fact = fact_named(snapshot.graph, fact_name)
    # A row of a foreign status (planned, on-hold, …) is open, and may be replaced.
    if fact.superseded_by is not None or fact.status in _CLOSED:
        raise AlreadyRetired(fact.id, fact.status, fact.superseded_by)
    return entity, fact


def _new_fact(desk: Desk, entity: Entity, said: Said, text: str, old: Fact | None) -> Fact:
    day = said.on or desk.today
    return Fact(
        id=next_id(entity.facts, entity.slug, succeeds=old.id if old else None),
        text=text,
        category=said.category or (old.category if old else None) or "context",
        timestamp=day.isoformat(),
        day=day,
        source=said.source,
        visibility=said.visibility or (old.visibility if old else None),
        by=said.by,
    )
