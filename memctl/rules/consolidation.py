"""The weekly plan: what expired, repeats or replaced one another, and summaries made anew.

Stored rows are compared by the rules that new statements pass; people's own rows too. An
entity that would lose a large part of its facts at once is asked about instead.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from memctl.graph.applying import apply_changes
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import EXPIRED, Fact
from memctl.graph.graph import Graph, make_graph
from memctl.graph.history import known_from, retired_on
from memctl.graph.plan import Change, Decide, Plan, Question, RetireFact
from memctl.language.lexicon import Lexicon
from memctl.rules.aging.tiers import Decay, cold_facts, has_cooled
from memctl.rules.doubt import doubted_on
from memctl.rules.foreign.judging import judged
from memctl.rules.foreign.ports import Judge, Summarizer
from memctl.rules.foreign.telling import accepted_sentences
from memctl.rules.reading import forget_readings
from memctl.rules.review import make_question, settled_ids
from memctl.rules.stored_rows import consolidated, question_of_doubt
from memctl.rules.summaries import summarize
from memctl.rules.wording import say

_FEW = 3
"""So many rows may be retired at once whatever their share."""


@dataclass(frozen=True, slots=True)
class Weekly:
    """How a weekly run is asked for."""

    since: date | None = None
    """The last weekly run: entities without anything newer are left alone."""
    touched: Collection[str] = ()
    """Refs whose files somebody wrote since then: looked at whatever days they hold."""
    only: Collection[str] = ()
    """Refs to look at; empty: every entity with something new."""
    everything: bool = False
    """Every entity, whether or not something is new."""
    max_share: float = 0.5
    """The part of an entity's active rows that may be retired without asking."""
    budget: int = 1200
    """Most characters of a summary."""
    me: str = "people/me"
    """The user's own entity."""
    judge: Judge | None = None
    """Who else says what newer facts have replaced."""
    summarizer: Summarizer | None = None
    """Who else says in sentences what holds."""
    decay: Decay = field(default_factory=Decay)
    """When facts grow cold, and leave the summary."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a weekly run finds at one entity."""

    changes: Sequence[Change] = ()
    summary: Sequence[Change] = ()
    asked: Sequence[Question] = ()
    doubts: Sequence[Question] = ()


Look = Callable[[EntityRef], Looked]
Each = Callable[[Look, Sequence[EntityRef]], Iterable[Looked]]
"""Looks at each of these entities; what is found comes in their order."""


def plan_weekly(  # noqa: PLR0913 - the door of the job
    graph: Graph,
    lexicon: Lexicon,
    *,
    today: date,
    how: Weekly | None = None,
    decisions: Sequence[Decide] = (),
    each: Each = map,
) -> Plan:
    """What a weekly run changes.

    Args:
        graph: As it is stored.
        lexicon: All languages at once.
        today: Rows whose last day lies before it have expired.
        how: Which entities, how much at once.
        decisions: Questions that were answered are not asked again.
        each: Who goes through the entities; several at once may.
    """
    how = how or Weekly()
    look = partial(_look, graph, lexicon, today, how)
    settled = settled_ids(decisions)
    changes: list[Change] = []
    summaries: list[Change] = []
    questions: list[Question] = []
    doubts: list[Question] = []
    for found in each(look, tuple(graph.entities)):
        changes += found.changes
        summaries += found.summary
        known = settled.union(q.id for q in found.asked)
        questions += [q for q in found.asked if q.id not in settled]
        doubts += [q for q in found.doubts if q.id not in known]
    return Plan((*changes, *summaries), (*questions, *doubts))


def _look(graph: Graph, lexicon: Lexicon, today: date, how: Weekly, ref: EntityRef) -> Looked:
    """One entity to the end, while what its statements say is still at hand.

    What others lose changes no name, and of others a summary knows the names alone.
    """
    entity = graph.entities[ref]
    if not _is_due(entity, how, today, lexicon):
        return Looked()
    found, asked = _decided(entity, how, lexicon, today)
    written, doubted = _summary(_after(entity, found), graph, lexicon, today, how)
    forget_readings()
    return Looked(found, written, asked, doubted)


def _decided(
    entity: Entity, how: Weekly, lexicon: Lexicon, today: date
) -> tuple[list[Change], list[Question]]:
    """What rows of an entity do to one another, and what is asked about them."""
    found, asked = consolidated(entity, lexicon, today)
    if how.judge is not None:
        found, asked = _with_judge(entity, found, asked, how, lexicon)
    retired = [c for c in found if isinstance(c, RetireFact)]
    if _is_too_much(entity, retired, how.max_share):
        return [], [_mass(entity, found, retired, lexicon)]
    return found, asked


def _after(entity: Entity, changes: Sequence[Change]) -> Entity:
    return apply_changes(make_graph({entity.ref: entity}), changes).entities[entity.ref]


def _is_due(entity: Entity, how: Weekly, today: date, lexicon: Lexicon) -> bool:
    if how.only:
        return entity.ref in how.only
    if how.everything or how.since is None:
        return True
    if entity.ref in how.touched:
        return True
    if any(_is_news(f, entity.facts, how.since, today) for f in entity.facts):
        return True
    return has_cooled(entity, how.since, today, how.decay, lexicon)


def _is_news(fact: Fact, facts: Sequence[Fact], since: date, today: date) -> bool:
    days = (fact.day, known_from(fact), retired_on(facts, fact), fact.reviewed_at)
    if any(day is not None and day >= since for day in days):
        return True
    return fact.is_active and fact.valid_until is not None and fact.valid_until < today


def _with_judge(
    entity: Entity,
    found: Sequence[Change],
    asked: Sequence[Question],
    how: Weekly,
    lexicon: Lexicon,
) -> tuple[list[Change], list[Question]]:
    """What the rules found, and what the judge settles of the rest."""
    after = _after(entity, found)
    judgement = how.judge(after) if how.judge else None
    more = tuple(judged(after, judgement, lexicon)) if judgement else ()
    retired = [c for c in more if isinstance(c, RetireFact)]
    gone = {c.fact_id for c in retired}
    open_still = [q for q in asked if gone.isdisjoint(_retired_by(q))]
    known = {q.id for q in open_still}
    new = [q for q in more if isinstance(q, Question) and q.id not in known]
    return [*found, *retired], [*open_still, *new]


def _retired_by(question: Question) -> set[str]:
    return {c.fact_id for c in question.accept if isinstance(c, RetireFact)}


def _is_too_much(entity: Entity, retired: Sequence[RetireFact], max_share: float) -> bool:
    active = sum(f.is_active for f in entity.facts)
    certain = [r for r in retired if r.superseded_reason == EXPIRED]
    count = len(retired) - len(certain)
    return count > _FEW and count > max_share * active


def _mass(
    entity: Entity, found: Sequence[Change], retired: Sequence[RetireFact], lexicon: Lexicon
) -> Question:
    ids = ", ".join(r.fact_id for r in retired)
    about = " ".join(f.text for f in entity.facts if f.is_active)
    return make_question(
        "mass-retire",
        entity.ref,
        say("retire_many", about, lexicon, count=len(retired), ids=ids),
        reason=say("too_many", about, lexicon),
        accept=found,
        texts=[r.fact_id for r in retired],
    )


def _summary(
    entity: Entity, graph: Graph, lexicon: Lexicon, today: date, how: Weekly
) -> tuple[list[Change], list[Question]]:
    """The summary where it reads otherwise by now, and what is asked about doubted facts."""
    doubted = doubted_on(entity, lexicon, today)
    asked = [question_of_doubt(entity, d, lexicon) for d in doubted.values() if d.until is None]
    said = how.summarizer(entity) if how.summarizer else ()
    told = accepted_sentences(
        entity, said, lexicon, today=today, budget=how.budget, doubted=doubted
    )
    written = summarize(
        entity,
        graph,
        lexicon,
        today=today,
        budget=how.budget,
        me=how.me,
        doubted=doubted,
        cold=cold_facts(entity, today, how.decay, lexicon),
        told=told or (),
    )
    block = entity.summary.block if entity.summary else None
    if written is None or (block is not None and block.strip() == written.body.strip()):
        return [], asked
    return [written], asked
