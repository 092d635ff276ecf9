"""`heartbeat`, `weekly` and `undo`: the jobs that keep memory true."""

import os
from typing import Annotated

import typer

from memctl.cli.asking import (
    Answer,
    Ask,
    Limit,
    ShowPrompt,
    asked_code,
    asked_lines,
    read_answer,
)
from memctl.cli.command import Call, command
from memctl.cli.printing import job_lines, json_text, talk_lines
from memctl.errors import UsageError
from memctl.graph.asking import Prompts, Request
from memctl.graph.report import JobReport
from memctl.jobs.asking import answer, ask
from memctl.jobs.hearing import shown_prompts
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.still import Said
from memctl.jobs.stillness import keep, watch
from memctl.jobs.undo import undo
from memctl.jobs.weekly import weekly, weekly_prompts


def add_keeping(app: typer.Typer) -> None:
    """Register the commands of this page."""

    @command(
        app,
        "heartbeat",
        example="memctl heartbeat --dry-run\nmemctl heartbeat --ask > request.json\n"
        "memctl heartbeat --answer answer.json",
        show=asked_lines,
        code=asked_code,
        writes=True,
    )
    def _heartbeat(
        call: Call,
        ask_agent: Ask = False,
        answer_file: Answer = None,
        limit: Limit = None,
        show_prompt: ShowPrompt = False,
    ) -> JobReport | Request | Prompts:
        """Read what is new in the daily notes and file what lasts."""
        desk = call.desk()
        if ask_agent:
            return ask(desk, "heartbeat", limit=limit)
        if show_prompt:
            return shown_prompts(desk, limit)
        if answer_file is not None:
            return answer(desk, "heartbeat", read_answer(answer_file), dry_run=call.dry_run)
        environ = dict(os.environ)
        seen = None if call.dry_run or limit is not None else watch(desk, environ)
        report = heartbeat(desk, limit=limit, dry_run=call.dry_run)
        if seen is not None:
            keep(desk, seen, report, said_by(report), environ)
        return report

    _add_weekly(app)

    @command(app, "undo", example="memctl undo --dry-run", show=job_lines, writes=True)
    def _undo(call: Call) -> JobReport:
        """Take back the last job, byte for byte."""
        return undo(call.desk(), dry_run=call.dry_run)


def _add_weekly(app: typer.Typer) -> None:
    @command(
        app,
        "weekly",
        example="memctl weekly --dry-run\nmemctl weekly --entity people/mila\n"
        "memctl weekly --ask > request.json",
        show=asked_lines,
        code=asked_code,
        writes=True,
    )
    def _weekly(  # noqa: PLR0913 - one parameter an option
        call: Call,
        *,
        everything: Annotated[
            bool, typer.Option("--all", help="Every entity, also those without anything new.")
        ] = False,
        entity: Annotated[
            list[str] | None,
            typer.Option("--entity", metavar="ENTITY", help="This one alone; may be repeated."),
        ] = None,
        ask_agent: Ask = False,
        answer_file: Answer = None,
        limit: Limit = None,
        show_prompt: ShowPrompt = False,
    ) -> JobReport | Request | Prompts:
        """Retire what no longer holds and rewrite the summaries."""
        if everything and entity:
            raise UsageError("Say --all or --entity, not both.")
        desk = call.desk()
        if ask_agent:
            return ask(desk, "weekly", limit=limit)
        if show_prompt:
            return weekly_prompts(desk)
        if answer_file is not None:
            return answer(desk, "weekly", read_answer(answer_file), dry_run=call.dry_run)
        names = tuple(entity or ())
        return weekly(desk, everything=everything, names=names, limit=limit, dry_run=call.dry_run)


def said_by(report: JobReport) -> Said:
    """What a run prints, for the next one that finds everything as it was."""
    lines, talk = ("".join(f"{x}\n" for x in f(report)) for f in (job_lines, talk_lines))
    return lines, talk, f"{json_text(report)}\n"
