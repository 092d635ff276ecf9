"""What the stored rows of an entity do to one another: expire, repeat, replace, contest.

Each row is compared, oldest first, with those before it, by the rules that new statements pass.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from memctl.graph.applying import MAX_EVIDENCE
from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity
from memctl.graph.fact import ACTIVE, DUPLICATE, EXPIRED, RETRACTED, SUPERSEDED, Evidence, Fact
from memctl.graph.plan import AddEvidence, Change, Question, RetireFact
from memctl.language.lexicon import Lexicon
from memctl.rules.comparing.neighbours import Neighbours
from memctl.rules.doubt import Doubt, doubted_on
from memctl.rules.holding import arrived_text
from memctl.rules.reconciliation import (
    Contested,
    Corrects,
    Distinct,
    End,
    Same,
    Update,
    reconcile,
)
from memctl.rules.review import make_question
from memctl.rules.weighing.winners import strength
from memctl.rules.wording import say


def consolidated(
    entity: Entity, lexicon: Lexicon, today: date
) -> tuple[list[Change], list[Question]]:
    """What is retired or backed by further evidence, and what a person is asked."""
    changes: list[Change] = [*_expired(entity, lexicon, today)]
    questions: list[Question] = []
    gone = {c.fact_id for c in changes if isinstance(c, RetireFact)}
    kept = Neighbours(entity.names, lexicon)
    # Of two rows with one id whatever is done to it would be done to either.
    shared = entity.shared_ids
    active = [f for f in entity.facts if f.is_active and f.id not in gone | shared]
    for fact in sorted(active, key=lambda f: f.day or date.min):
        for change in _settled(entity, fact, kept.near(fact), lexicon, today):
            if isinstance(change, Question):
                questions.append(change)
                continue
            changes.append(change)
            if isinstance(change, RetireFact):
                gone.add(change.fact_id)
                kept.drop(change.fact_id)
        if fact.id not in gone:
            kept.add(fact)
    return changes, questions


def _expired(entity: Entity, lexicon: Lexicon, today: date) -> Iterator[RetireFact]:
    shared = entity.shared_ids
    for fact in entity.facts:
        if fact.id in shared:
            continue
        if fact.is_active and fact.valid_until is not None and fact.valid_until < today:
            day = fact.valid_until + timedelta(days=1)
            rule = say("held_until", fact.text, lexicon, day=fact.valid_until)
            yield RetireFact(
                entity.ref, fact.id, SUPERSEDED, None, EXPIRED, day, rule, fact.evidence
            )


def _settled(
    entity: Entity, fact: Fact, older: Sequence[Fact], lexicon: Lexicon, today: date
) -> Iterator[Change | Question]:
    """What a row does to the rows before it."""
    outcome = reconcile(_as_candidate(entity, fact, lexicon), older, entity, lexicon, today=today)
    match outcome:
        case Same(fact_id=fact_id, rule=rule):
            yield from _merged(entity, fact, fact_id, rule)
        case Update(fact_ids=ids, rule=rule) | End(fact_ids=ids, rule=rule):
            for i in ids:
                yield RetireFact(
                    entity.ref, i, SUPERSEDED, fact.id, reason=rule, evidence=fact.evidence
                )
        case Corrects(fact_ids=ids, rule=rule):
            for i in ids:
                yield RetireFact(
                    entity.ref, i, RETRACTED, fact.id, RETRACTED, fact.day, rule, fact.evidence
                )
        case Contested(fact_id=fact_id, rule=rule):
            yield _contest(entity, fact, fact_id, rule, lexicon)
        case Distinct():
            return


def open_disputes(entity: Entity, lexicon: Lexicon, today: date) -> Iterator[tuple[bool, Question]]:
    """What a weekly run would ask about pairs of facts of an entity; True: about a doubt."""
    _, asked = consolidated(entity, lexicon, today)
    yield from ((False, question) for question in asked)
    doubted = doubted_on(entity, lexicon, today)
    yield from ((True, question_of_doubt(entity, doubt, lexicon)) for doubt in doubted.values())


def reason_for(entity: Entity, gone: Fact, after: Fact, lexicon: Lexicon) -> str | None:
    """Why `after` took the place of `gone`, as the two read today; None where they do not tell."""
    is_double = gone.superseded_reason == DUPLICATE
    old, new = (after, gone) if is_double else (gone, after)
    stood = replace(
        old, status=ACTIVE, superseded_by=None, superseded_reason=None, superseded_at=None
    )
    said = _as_candidate(entity, new, lexicon)
    outcome = reconcile(said, (stood,), entity, lexicon, today=new.day)
    is_told = isinstance(outcome, Same if is_double else (Update, End, Corrects))
    return outcome.rule or None if is_told else None


def _as_candidate(entity: Entity, fact: Fact, lexicon: Lexicon) -> Candidate:
    first = fact.evidence[0] if fact.evidence else Evidence("", None, fact.text)
    return Candidate(
        entity=entity.ref,
        entity_name=entity.name,
        text=arrived_text(fact, lexicon),
        category=fact.category or "context",
        day=fact.day,
        evidence=first,
        source=fact.source or "",
    )


def _merged(entity: Entity, fact: Fact, fact_id: str, rule: str) -> Iterator[Change]:
    """The older wording stays, unless the newer one comes from a stronger source."""
    older = entity.fact(fact_id)
    if older is None or fact.valid_until != older.valid_until:
        return
    keep, drop = (fact, older) if strength(fact.source) > strength(older.source) else (older, fact)
    known = {(e.path, e.quote) for e in keep.evidence}
    for evidence in drop.evidence:
        if (evidence.path, evidence.quote) not in known and len(known) < MAX_EVIDENCE:
            known.add((evidence.path, evidence.quote))
            yield AddEvidence(entity.ref, keep.id, evidence)
    yield RetireFact(
        entity.ref, drop.id, SUPERSEDED, keep.id, DUPLICATE, drop.day, rule, drop.evidence
    )


def _contest(entity: Entity, fact: Fact, fact_id: str, rule: str, lexicon: Lexicon) -> Question:
    older = entity.fact(fact_id)
    was = older.text if older else fact_id
    decided = say("you_decided", fact.text, lexicon)
    accept = (
        RetireFact(entity.ref, older.id, SUPERSEDED, fact.id, reason=decided) if older else None
    )
    return make_question(
        "contested",
        entity.ref,
        say("replace", fact.text, lexicon, old=was, new=fact.text),
        reason=rule,
        evidence=(*(older.evidence if older else ()), *fact.evidence),
        accept=(accept,) if accept else (),
        texts=[was, fact.text],
    )


def question_of_doubt(entity: Entity, doubt: Doubt, lexicon: Lexicon) -> Question:
    """Whether the newer row took the place of the one that it puts in doubt."""
    newer = entity.fact(doubt.by)
    if newer is None:
        raise AssertionError(doubt)  # a doubt names rows of its entity
    return _contest(entity, newer, doubt.fact_id, doubt.rule, lexicon)
