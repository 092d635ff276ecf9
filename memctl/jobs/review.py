"""`review`: the questions that only a person decides, and the answers carried out.

REVIEW.md is derived; the answers live in the ledger of decisions. A box ticked in the file
counts as soon as `review apply`, heartbeat or weekly runs.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from memctl.errors import UnknownQuestion, UsageError
from memctl.formats.review.keeping import write_review
from memctl.formats.review.page import parse_answers
from memctl.formats.tacit import fitting_heading
from memctl.graph.answers import Questions
from memctl.graph.applying import apply_to_graph
from memctl.graph.fact import Evidence
from memctl.graph.graph import Graph
from memctl.graph.plan import AddTacit, Decide, Plan, Question, RetireFact, WriteReview
from memctl.graph.report import JobReport
from memctl.jobs.steps import Desk, carry_out
from memctl.jobs.telling import language_of
from memctl.jobs.waiting import SOURCE
from memctl.jobs.words import plain_text
from memctl.rules.foreign.parking import parked
from memctl.rules.merging import still_asks
from memctl.rules.review import (
    answer,
    ask,
    asked_questions,
    ever_asked,
    open_questions,
    parse_question,
    plan_accepted,
    reworded,
    says_otherwise,
)
from memctl.workspace.merges import read_merges
from memctl.workspace.reading.snapshot import Snapshot, observe


def list_questions(desk: Desk) -> Questions:
    """What is still to be decided, oldest question first."""
    return Questions(_open(observe(desk.layout)))


def list_parked(desk: Desk) -> Questions:
    """What models and agents said and was not let in, the oldest first."""
    return Questions((), parked(observe(desk.layout).decisions))


def edit_question(desk: Desk, question_id: str, text: str, *, dry_run: bool = False) -> JobReport:
    """Accept a question in other words.

    Raises:
        UnknownQuestion: No open question has this id.
        UsageError: It states nothing that could be said in other words.
        HoldsSecret: The words hold a secret.
    """
    said = plain_text(text)

    def decide(snapshot: Snapshot) -> Plan:
        question = reworded(_meant(_open(snapshot), question_id), said)
        if question is None:
            raise UsageError(
                f"The question {question_id} states nothing that could be said in other words.",
                hint=f"Accept it as it is: memctl review apply {question_id}",
            )
        accepted = plan_accepted(snapshot.graph, question, day=desk.today)
        return with_review(_filed(accepted, snapshot), snapshot, desk.today)

    return carry_out(desk, "review", decide, dry_run=dry_run)


def place_of(desk: Desk, evidence: Evidence) -> Path | None:
    """The file that a piece of evidence stands in; None where it is none of the workspace."""
    if evidence.path.startswith(SOURCE) or not evidence.path:
        return None
    path = desk.layout.real(evidence.path)
    return path if path.is_file() else None


def show_question(desk: Desk, question_id: str) -> Questions:
    """One open question.

    Raises:
        UnknownQuestion: No open question has this id.
    """
    return Questions((_meant(list_questions(desk).review, question_id),))


def apply_answers(desk: Desk, ids: Sequence[str] = (), *, dry_run: bool = False) -> JobReport:
    """Accept these questions, or carry out every answer that is ticked in REVIEW.md.

    Raises:
        UnknownQuestion: One of the ids belongs to no open question.
    """
    return _answer(desk, dict.fromkeys(ids, True), dry_run=dry_run)


def reject_question(desk: Desk, question_id: str, *, dry_run: bool = False) -> JobReport:
    """Reject a question, so that it does not come back.

    Raises:
        UnknownQuestion: No open question has this id.
    """
    return _answer(desk, {question_id: False}, dry_run=dry_run)


def _answer(desk: Desk, given: Mapping[str, bool], *, dry_run: bool) -> JobReport:
    def decide(snapshot: Snapshot) -> Plan:
        known = _open(snapshot)
        for question_id in given:
            _meant(known, question_id)
        plan = plan_answers(snapshot, desk.today, {i.lower(): yes for i, yes in given.items()})
        return with_review(plan, snapshot, desk.today)

    return carry_out(desk, "review", decide, dry_run=dry_run)


def plan_answers(snapshot: Snapshot, day: date, given: Mapping[str, bool] | None = None) -> Plan:
    """What the answers change: those given, else those that are ticked in REVIEW.md."""
    answers = given or ticked(snapshot)
    graph: Graph = snapshot.graph
    plan = Plan()
    for question in _open(snapshot):
        if question.id not in answers:
            continue
        if answers[question.id]:
            accepted = _filed(plan_accepted(graph, question, day=day), snapshot)
            graph = apply_to_graph(graph, accepted)
            plan = plan.with_changes(accepted.changes)
        else:
            plan = plan.with_changes([answer(question, day, "rejected")])
    return plan


def _filed(plan: Plan, snapshot: Snapshot) -> Plan:
    """The plan with each rule under a heading that MEMORY.md has for it already."""
    there = snapshot.tacit.headings if snapshot.tacit else ()
    changes = (
        replace(c, heading=fitting_heading(there, c.heading)) if isinstance(c, AddTacit) else c
        for c in plan.changes
    )
    return replace(plan, changes=tuple(changes))


def ticked(snapshot: Snapshot) -> dict[str, bool]:
    """The answers given in REVIEW.md by question."""
    answers = parse_answers(snapshot.review)
    return {a.id: a.accepted for a in answers if a.accepted is not None}


def with_review(plan: Plan, snapshot: Snapshot, day: date) -> Plan:
    """The plan with the questions that stay open after it, and with REVIEW.md as it is then."""
    new = (*after_merges(snapshot), *plan.questions)
    asked = open_questions(new, decisions_after(snapshot, plan))
    done = [q for q in asked if _is_done(q, plan, snapshot)]
    plan = plan.with_changes(answer(q, day, "accepted") for q in done)
    questions = tuple(q for q in asked if q not in done)
    kept = {q.id: q for q in asked_questions(decisions_after(snapshot, plan))}
    untold = [q for q in questions if q.id not in kept or says_otherwise(kept[q.id], q)]
    plan = replace(plan.with_changes(ask(q, day) for q in untold), questions=questions)
    return plan.with_changes(fresh_review(plan, snapshot))


def _is_done(question: Question, plan: Plan, snapshot: Snapshot) -> bool:
    """Would a yes only retire rows that are retired already, or by this plan?"""
    rows = [c for c in question.accept if isinstance(c, RetireFact)]
    if not rows or len(rows) < len(question.accept):
        return False
    going = {(c.entity, c.fact_id) for c in plan.changes if isinstance(c, RetireFact)}
    return all((c.entity, c.fact_id) in going or _is_retired(c, snapshot.graph) for c in rows)


def _is_retired(change: RetireFact, graph: Graph) -> bool:
    entity = graph.get(change.entity)
    row = entity.fact(change.fact_id) if entity is not None else None
    return row is not None and not row.is_active


def fresh_review(
    plan: Plan, snapshot: Snapshot, hushed: Collection[str] = ()
) -> tuple[WriteReview, ...]:
    """REVIEW.md with the questions that stay open, and with what a person wrote into it.

    Nothing where it says that already. `hushed`: ids of questions that must be told nowhere.
    """
    decisions = decisions_after(snapshot, plan)
    questions = plan.questions or open_questions((), decisions)
    text = write_review(
        snapshot.review,
        questions,
        (*ever_asked(snapshot.decisions), *ever_asked(decisions)),
        language_of(snapshot) or "en",
        hushed=hushed,
    )
    return () if text == snapshot.review else (WriteReview(text),)


def decisions_after(snapshot: Snapshot, plan: Plan) -> tuple[Decide, ...]:
    """The decisions that the ledger will hold when the plan is carried out."""
    return (*snapshot.decisions, *(c for c in plan.changes if isinstance(c, Decide)))


def after_merges(snapshot: Snapshot) -> tuple[Question, ...]:
    """Questions that the merge driver left, as far as the rows still stand as it left them."""
    kept = filter(None, map(parse_question, read_merges(snapshot.layout)))
    return tuple(q for q in kept if still_asks(q, snapshot.graph))


def _open(snapshot: Snapshot) -> tuple[Question, ...]:
    return open_questions(after_merges(snapshot), snapshot.decisions)


def joined(first: Plan, second: Plan) -> Plan:
    """Both plans, one after the other."""
    return Plan(
        (*first.changes, *second.changes),
        (*first.questions, *second.questions),
        (*first.problems, *second.problems),
        first.unanswered or second.unanswered,
    )


def _meant(known: Sequence[Question], question_id: str) -> Question:
    found = next((q for q in known if q.id == question_id.lower()), None)
    if found is None:
        raise UnknownQuestion(question_id)
    return found
