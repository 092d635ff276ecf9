"""`heartbeat`, `weekly` and `undo`: the jobs that keep memory true."""

import os
from functools import partial
from typing import Annotated

import typer

from memctl.cli.asking import (
    Answer,
    Ask,
    Limit,
    ShowPrompt,
    Wanted,
    asked_code,
    asked_lines,
    instead,
)
from memctl.cli.command import Call, command, register
from memctl.cli.printing import job_lines, json_text, talk_lines
from memctl.errors import UsageError
from memctl.graph.asking import Prompts, Request
from memctl.graph.report import JobReport
from memctl.jobs.foreign.hearing import shown_prompts
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.still import Printed
from memctl.jobs.stillness import keep, watch
from memctl.jobs.undo import undo
from memctl.jobs.weekly import weekly, weekly_prompts


def said_by(report: JobReport) -> Printed:
    """What a run prints, for the next one that finds everything as it was."""
    lines, talk = ("".join(f"{x}\n" for x in f(report)) for f in (job_lines, talk_lines))
    return lines, talk, f"{json_text(report)}\n"


@command(
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
    shows = partial(shown_prompts, limit=limit) if show_prompt else None
    wanted = Wanted("heartbeat", ask_agent, answer_file, shows, limit)
    if (other := instead(call, wanted)) is not None:
        return other
    desk = call.desk()
    environ = dict(os.environ)
    seen = None if call.dry_run or limit is not None else watch(desk, environ)
    report = heartbeat(desk, limit=limit, dry_run=call.dry_run)
    if seen is not None:
        keep(desk, seen, report, said_by(report), environ)
    return report


@command(
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
    shows = weekly_prompts if show_prompt else None
    wanted = Wanted("weekly", ask_agent, answer_file, shows, limit)
    if wanted.count and (everything or entity):
        raise UsageError("--all and --entity are for the run itself.")
    if (other := instead(call, wanted)) is not None:
        return other
    desk, names = call.desk(), tuple(entity or ())
    return weekly(desk, everything=everything, names=names, limit=limit, dry_run=call.dry_run)


@command("undo", example="memctl undo --dry-run", show=job_lines, writes=True)
def _undo(
    call: Call,
    job: Annotated[
        list[str] | None,
        typer.Argument(metavar="[JOB]", help="Only if it is this one: heartbeat, init, …"),
    ] = None,
) -> JobReport:
    """Take back the last job that changed something, byte for byte."""
    return undo(call.desk(), " ".join(job or ()) or None, dry_run=call.dry_run)


def add_keeping(app: typer.Typer) -> None:
    """Register the commands of this page."""
    register(app, _heartbeat, _weekly, _undo)
