"""A plan under way: changes made so far, and the entities as they look after them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from memctl.graph.applying import apply_in_place
from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef, slug_of
from memctl.graph.fact import SUPERSEDED, Evidence, Fact, FactId
from memctl.graph.ids import next_id
from memctl.graph.plan import AddFact, Change, CreateEntity, Decide, Plan, Question, RetireFact
from memctl.graph.visibility import mark_from
from memctl.rules.review import ask, settled_ids


@dataclass(slots=True)
class Draft:
    """Grows while candidates are decided one by one, so that each sees the others' outcome."""

    entities: dict[EntityRef, Entity]
    today: date
    decisions: Sequence[Decide] = ()
    changes: list[Change] = field(default_factory=list)
    questions: dict[str, Question] = field(default_factory=dict)

    def change(self, *changes: Change) -> None:
        """Take these changes up, in the plan and in the graph."""
        self.changes += changes
        for change in changes:
            apply_in_place(self.entities, change)

    def relate(self, ref: EntityRef, fact_id: FactId, other: EntityRef | None) -> None:
        """A row that this plan adds is about somebody else besides, who is new with it."""
        for at, change in enumerate(self.changes):
            if isinstance(change, AddFact) and (change.entity, change.fact.id) == (ref, fact_id):
                related = tuple(dict.fromkeys(r for r in (*change.fact.related, other) if r))
                self.changes[at] = replace(change, fact=replace(change.fact, related=related))

    def put(self, question: Question) -> None:
        """Ask, unless a person has answered it already."""
        if question.id not in settled_ids(self.decisions):
            self.questions[question.id] = question

    def entity(self, ref: EntityRef) -> Entity:
        """The entity as it looks by now; an empty one when it is not there yet."""
        return self.entities.get(ref) or Entity(ref, slug_of(ref))

    def has_folder(self, ref: EntityRef) -> bool:
        """Is it there already, or made by this plan?"""
        made = (c.entity for c in self.changes if isinstance(c, CreateEntity))
        return bool(self.entity(ref).folder) or ref in made

    def plan(self) -> Plan:
        """The plan, with a ledger line for every question that was not asked before."""
        asked = {d.id for d in self.decisions if d.kind == "seen"}
        lines = [ask(q, self.today) for q in self.questions.values() if q.id not in asked]
        return Plan((*self._telling(), *lines), tuple(self.questions.values()))

    def _telling(self) -> Iterator[Change]:
        """The changes; no row of theirs names somebody who has no page and gets none."""
        for change in self.changes:
            if isinstance(change, AddFact) and not self.entities.keys() >= {*change.fact.related}:
                related = tuple(r for r in change.fact.related if r in self.entities)
                yield replace(change, fact=replace(change.fact, related=related))
            else:
                yield change


def row(
    candidate: Candidate,
    entity: Entity,
    *,
    succeeds: FactId | None = None,
    taken: Iterable[FactId] = (),
) -> Fact:
    """The candidate as a row of this entity's file."""
    new_id = next_id(entity.facts, entity.slug, succeeds=succeeds, taken=taken)
    related = [r for r in candidate.related if r != entity.ref]
    if candidate.entity is not None and candidate.entity != entity.ref:
        related.append(candidate.entity)
    return Fact(
        id=new_id,
        text=candidate.text,
        category=candidate.category,
        timestamp=candidate.day.isoformat() if candidate.day else None,
        day=candidate.day,
        source=candidate.source,
        valid_until=candidate.valid_until,
        related=tuple(dict.fromkeys(related)),
        evidence=(candidate.evidence,),
        by=candidate.by,
        visibility=mark_from(candidate.visibility),
    )


def retire(
    entity: EntityRef, fact_id: FactId, by: Fact | None, reason: str, evidence: Sequence[Evidence]
) -> RetireFact:
    """The row is replaced by `by`, on its day."""
    return RetireFact(
        entity, fact_id, SUPERSEDED, by.id if by else None, reason=reason, evidence=tuple(evidence)
    )
