"""`review`: the questions that only a person can decide."""

import sys
from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer

from memctl.cli.command import Call, command, group_of, register
from memctl.cli.printing import evidence_line, job_lines, one_line, question_line
from memctl.cli.refusals import refusal
from memctl.errors import NotInstalled, UsageError
from memctl.graph.answers import Questions
from memctl.graph.report import JobReport
from memctl.jobs.review import (
    apply_answers,
    edit_question,
    list_parked,
    list_questions,
    place_of,
    reject_question,
    show_question,
)
from memctl.jobs.steps import Desk

QuestionId = Annotated[str, typer.Argument(metavar="ID", help="The eight letters behind q:.")]


def _viewed(desk: Desk) -> None:
    """Show the view until it is left.

    Raises:
        NotInstalled: textual is not there.
    """
    try:
        from memctl.cli.review_view import (  # noqa: PLC0415 - an extra, and heavy
            Actions,
            ReviewView,
        )
    except ImportError as error:
        raise NotInstalled("textual", "tui") from error
    actions = Actions(
        questions=lambda: list_questions(desk).review,
        accept=lambda question: apply_answers(desk, (question,)),
        reject=partial(reject_question, desk),
        edit=partial(edit_question, desk),
        place=partial(place_of, desk),
    )
    ReviewView(actions).run()


def _lines(questions: Questions) -> Iterator[str]:
    for kept in questions.parked:
        yield f"- {kept.day}  {kept.by}: {one_line(kept.text) or '(nothing)'}"
        yield f"    {refusal(kept.reason)}"
    if not (questions.review or questions.parked):
        yield "No open questions."
    for question in questions.review:
        yield f"? {question.id}  {question_line(question)}"


def _long_lines(questions: Questions) -> Iterator[str]:
    for question in questions.review:
        yield f"? {question.id}  {question_line(question)}"
        if question.reason:
            yield f"    {question.reason}"
        yield from (f"    {evidence_line(e)}" for e in question.evidence)


@command("list", example="memctl review list\nmemctl review list --parked", show=_lines)
def _list(
    call: Call,
    parked: Annotated[
        bool,
        typer.Option("--parked", help="What models and agents said and was not let in."),
    ] = False,
) -> Questions:
    """List the open questions."""
    return list_parked(call.desk()) if parked else list_questions(call.desk())


@command("show", example="memctl review show 05623bf2", show=_long_lines)
def _show(call: Call, question: QuestionId) -> Questions:
    """Show one question with its reason and evidence."""
    return show_question(call.desk(), question)


@command("apply", example="memctl review apply 05623bf2", show=job_lines, writes=True)
def _apply(
    call: Call,
    questions: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Default: what is ticked in REVIEW.md."),
    ] = None,
) -> JobReport:
    """Accept by id, or carry out the answers in REVIEW.md."""
    return apply_answers(call.desk(), tuple(questions or ()), dry_run=call.dry_run)


@command("reject", example="memctl review reject 05623bf2", show=job_lines, writes=True)
def _reject(call: Call, question: QuestionId) -> JobReport:
    """Reject a question; it does not come back."""
    return reject_question(call.desk(), question, dry_run=call.dry_run)


@command(
    "edit",
    example='memctl review edit 05623bf2 "Prefers meetings after ten"',
    show=job_lines,
    writes=True,
)
def _edit(
    call: Call,
    question: QuestionId,
    words: Annotated[str, typer.Argument(metavar="TEXT", help="What is true, in your words.")],
) -> JobReport:
    """Accept a question in other words."""
    return edit_question(call.desk(), question, words, dry_run=call.dry_run)


@command("view", example="memctl review view", show=_lines)
def _view(call: Call) -> Questions:
    """Answer the questions in a terminal, key by key."""
    if call.as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("The view needs a terminal.", hint="memctl review list")
    desk = call.desk()
    _viewed(desk)
    return list_questions(desk)


def add_review(app: typer.Typer) -> None:
    """Register the group."""
    group = group_of(app, "review", "Decide what memctl does not decide alone.")
    register(group, _list, _show, _apply, _reject, _edit, _view)
