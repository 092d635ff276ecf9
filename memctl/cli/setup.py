"""`init` and `demo`: the first minutes with memctl."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from memctl.cli.command import Call, command, register
from memctl.cli.printing import card_lines, job_lines
from memctl.graph.answers import Demo, FactCard
from memctl.graph.report import JobReport
from memctl.jobs.demo import demonstrate
from memctl.jobs.init import lay_down


def _told(report: Any) -> Iterator[str]:
    match report:
        case JobReport():
            yield from job_lines(report)
        case FactCard():
            yield from card_lines(report)
        case {"results": rows}:
            for row in rows:
                said = "" if row["current"] else f"  [said on {row['day']}]"
                yield f"{row['text']}{said}  ({row['path']}:{row['line']})"
        case _:
            yield from str(report).splitlines()


def _demo_lines(demo: Demo) -> Iterator[str]:
    for number, step in enumerate(demo.steps, start=1):
        yield f"{number}. {step.title}"
        if step.command:
            yield f"   $ {step.command}"
        yield from (f"   {line}".rstrip() for line in _told(step.report))
        yield ""
    yield "Where to look next:"
    yield from (f"   {line}" for line in demo.look_next)


@command("init", example="memctl init ~/life", show=job_lines, writes=True)
def init(
    call: Call,
    folder: Annotated[
        str | None, typer.Argument(metavar="[DIR]", help="Default: the current folder.")
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option("--lang", metavar="en|zh", help="Language of the rules and duties."),
    ] = None,
    update: Annotated[
        bool,
        typer.Option("--update", help="Renew memctl's own blocks and skills; yours stays."),
    ] = False,
) -> JobReport:
    """Lay down a workspace, or adopt a folder with all its files."""
    root = folder or call.workspace or "."
    return lay_down(root, lang=lang, update=update, dry_run=call.dry_run)


@command("demo", example="memctl demo", show=_demo_lines)
def demo(
    call: Call,
    folder: Annotated[
        str | None,
        typer.Option("--to", metavar="DIR", help="Where to put the copy. Default: temporary."),
    ] = None,
) -> Demo:
    """Show on a copy of the example what memctl does."""
    del call
    return demonstrate(folder)


def add_setup(app: typer.Typer) -> None:
    """Register the commands of this page."""
    register(app, init, demo)
