"""`review`: the questions that only a person can decide."""

from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, command, group_of
from memctl.cli.printing import evidence_line, job_lines, one_line
from memctl.graph.answers import Questions
from memctl.graph.report import JobReport
from memctl.jobs.review import apply_answers, list_questions, reject_question, show_question

QuestionId = Annotated[str, typer.Argument(metavar="ID", help="The eight letters behind q:.")]


def add_review(app: typer.Typer) -> None:
    """Register the group."""
    group = group_of(app, "review", "Decide what memctl does not decide alone.")

    @command(group, "list", example="memctl review list", show=_lines)
    def _list(call: Call) -> Questions:
        """List the open questions."""
        return list_questions(call.desk())

    @command(group, "show", example="memctl review show 05623bf2", show=_long_lines)
    def _show(call: Call, question: QuestionId) -> Questions:
        """Show one question with its reason and evidence."""
        return show_question(call.desk(), question)

    @command(group, "apply", example="memctl review apply 05623bf2", show=job_lines, writes=True)
    def _apply(
        call: Call,
        questions: Annotated[
            list[str] | None,
            typer.Argument(metavar="[ID]...", help="Default: what is ticked in REVIEW.md."),
        ] = None,
    ) -> JobReport:
        """Accept by id, or carry out the answers in REVIEW.md."""
        return apply_answers(call.desk(), tuple(questions or ()), dry_run=call.dry_run)

    @command(group, "reject", example="memctl review reject 05623bf2", show=job_lines, writes=True)
    def _reject(call: Call, question: QuestionId) -> JobReport:
        """Reject a question; it does not come back."""
        return reject_question(call.desk(), question, dry_run=call.dry_run)


def _lines(questions: Questions) -> Iterator[str]:
    if not questions.review:
        yield "No open questions."
    for question in questions.review:
        yield f"? {question.id}  {question.entity}: {one_line(question.proposal)}"


def _long_lines(questions: Questions) -> Iterator[str]:
    for question in questions.review:
        yield f"? {question.id}  {question.entity}: {one_line(question.proposal)}"
        if question.reason:
            yield f"    {question.reason}"
        yield from (f"    {evidence_line(e)}" for e in question.evidence)
