"""`dream` and `cost`, and what jobs share that ask a model or an agent."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from memctl.cli.command import Call, command, register
from memctl.cli.printing import job_lines
from memctl.errors import EXIT_NO_ANSWER, EXIT_OK, FileInvalid, UsageError
from memctl.graph.asking import Cost, Job, Prompts, Request
from memctl.graph.report import JobReport, as_json
from memctl.jobs.foreign.asking import answer, ask
from memctl.jobs.foreign.cost import cost
from memctl.jobs.foreign.dream import dream, dream_prompts
from memctl.jobs.steps import Desk
from memctl.jobs.telling import counted

_MOST_BYTES = 4_000_000

Ask = Annotated[
    bool,
    typer.Option("--ask", help="Print what an agent may answer, as JSON; nothing is written."),
]
Answer = Annotated[
    str | None,
    typer.Option("--answer", metavar="FILE", help="An agent's answer as JSON; - is stdin."),
]
Limit = Annotated[
    int | None,
    typer.Option("--limit", metavar="N", min=1, help="At most so many; the rest waits."),
]
ShowPrompt = Annotated[
    bool,
    typer.Option("--show-prompt", help="Print what would be sent to the model; nothing is sent."),
]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a call may want in the place of a job itself."""

    job: Job
    ask_agent: bool
    answer_file: str | None
    shows: Callable[[Desk], Prompts] | None
    """Makes what would be sent, where that is to be shown."""
    limit: int | None = None

    @property
    def count(self) -> int:
        """How many things that are."""
        return sum((self.ask_agent, self.answer_file is not None, self.shows is not None))


def instead(call: Call, wanted: Wanted) -> JobReport | Request | Prompts | None:
    """A request, prompts, or the job with an agent's answer; None: the job itself is wanted.

    Raises:
        UsageError: Two things are wanted at once.
    """
    if wanted.count > 1:
        raise UsageError("Say one of --ask, --answer and --show-prompt.")
    if wanted.ask_agent:
        return ask(call.desk(), wanted.job, limit=wanted.limit)
    if wanted.shows is not None:
        return wanted.shows(call.desk())
    if wanted.answer_file is not None:
        text = read_answer(wanted.answer_file)
        return answer(call.desk(), wanted.job, text, dry_run=call.dry_run)
    return None


def read_answer(name: str) -> str:
    """The text of an answer in a file, or from standard input.

    Raises:
        FileInvalid: It can't be read, or is no text.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise FileInvalid(name, None, f"more than {_MOST_BYTES} bytes")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise FileInvalid(name, None, error.strerror or os.strerror(error.errno or 0)) from None
    except UnicodeDecodeError:
        raise FileInvalid(name, None, "not UTF-8") from None


def asked_lines(report: JobReport | Request | Prompts) -> Iterator[str]:
    """A job's report, a request as JSON, or prompts as they would be sent."""
    if isinstance(report, Request):
        yield json.dumps(as_json(report), ensure_ascii=False, indent=2)
    elif isinstance(report, Prompts):
        yield from _prompt_lines(report)
    else:
        yield from job_lines(report)


def asked_code(report: Any) -> int:
    """69 where a model was to answer and did not."""
    unanswered = getattr(report, "unanswered", None)
    return EXIT_OK if unanswered is None else EXIT_NO_ANSWER


def _prompt_lines(prompts: Prompts) -> Iterator[str]:
    for number, prompt in enumerate(prompts.prompts, start=1):
        where = f"{number} of {len(prompts.prompts)}"
        yield f"=== {prompt.model}, {prompt.job}, {where}: about {prompt.tokens} tokens"
        yield from (prompt.system, "---", prompt.user)
    yield f"{counted(len(prompts.prompts), 'request')}; nothing was sent."


def _cost_lines(report: Cost) -> Iterator[str]:
    for row in report.spent:
        price = "" if row.money is None else f", ${row.money:.4f}"
        calls = counted(row.calls, "call")
        yield f"{row.day}  {row.job}  {row.model}: {calls}, {row.tokens} tokens{price}"
    if not report.spent:
        yield "Nothing was spent: no model was asked."
    money = "" if report.money_left is None else f", ${report.money_left:.2f}"
    yield f"Left today: {counted(report.calls_left, 'call')}, {report.tokens_left} tokens{money}."


@command(
    "dream",
    example="memctl dream --dry-run\nmemctl dream --ask > request.json",
    show=asked_lines,
    code=asked_code,
    writes=True,
)
def _dream(
    call: Call,
    ask_agent: Ask = False,
    answer_file: Answer = None,
    limit: Limit = None,
    show_prompt: ShowPrompt = False,
) -> JobReport | Request | Prompts:
    """Propose lines for MEMORY.md that show on several days."""
    shows = partial(dream_prompts, limit=limit) if show_prompt else None
    wanted = Wanted("dream", ask_agent, answer_file, shows, limit)
    return instead(call, wanted) or dream(call.desk(), limit=limit, dry_run=call.dry_run)


@command("cost", example="memctl cost --json", show=_cost_lines)
def _cost(call: Call) -> Cost:
    """Show what models were paid for, by day and job."""
    return cost(call.desk())


def add_asking(app: typer.Typer) -> None:
    """Register the commands of this page."""
    register(app, _dream, _cost)
