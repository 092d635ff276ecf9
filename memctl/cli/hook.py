"""`hook`: memctl in the settings of the assistants."""

import os
from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, command, group_of, register
from memctl.cli.quick_hook import main as run_hook
from memctl.errors import EXIT_NO, EXIT_OK
from memctl.graph.hosting import Hooked
from memctl.jobs.hooking import hooked, install, uninstall

Host = Annotated[str, typer.Argument(metavar="HOST", help="claude-code, codex or openclaw.")]

_EXAMPLE = (
    """echo '{"session_id": "1", "prompt": "Who is Petra?"}' | memctl hook run before-prompt"""
)


def _changed(report: Hooked) -> Iterator[str]:
    if report.diff is None:
        yield "Nothing to change."
    elif report.dry_run:
        yield from report.diff.splitlines()
        yield "Nothing was written."
        return
    yield from (f"· {file}" for file in report.files)
    yield from report.notices
    yield from _lines(report)


def _lines(report: Hooked) -> Iterator[str]:
    state = f"for {report.workspace}" if report.is_installed else "not installed"
    yield f"{report.host:<12} {state}"
    yield f"{'settings':<12} {report.settings}"
    if report.events:
        yield f"{'called on':<12} {', '.join(report.events)}"
    if not report.is_current:
        yield f"Not as it would be installed now: memctl hook install {report.host}"


@command(
    "install",
    example="memctl hook install claude-code --dry-run",
    show=_changed,
    writes=True,
)
def _install(call: Call, host: Host) -> Hooked:
    """Put memctl into the settings of an assistant."""
    return install(call.desk(), os.environ, host, dry_run=call.dry_run)


@command("uninstall", example="memctl hook uninstall codex", show=_changed, writes=True)
def _uninstall(call: Call, host: Host) -> Hooked:
    """Take memctl out of the settings of an assistant."""
    return uninstall(os.environ, host, dry_run=call.dry_run)


@command(
    "status",
    example="memctl hook status claude-code",
    show=_lines,
    code=lambda report: EXIT_OK if report.is_installed else EXIT_NO,
)
def _status(call: Call, host: Host) -> Hooked:
    """Tell whether an assistant calls memctl."""
    return hooked(call.desk_or_none(), os.environ, host)


@command("run", example=_EXAMPLE, show=lambda _: ())
def _run(
    call: Call,
    event: Annotated[str, typer.Argument(metavar="EVENT", help="What happened.")],
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="Who calls. Default: generic.")
    ] = "generic",
    audience: Annotated[
        str, typer.Option("--audience", metavar="private|shared|group", help="Who reads it.")
    ] = "private",
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="N", help="At most so many tokens.")
    ] = None,
) -> None:
    """Answer an assistant; never fail it.

    It says what happened as JSON on stdin, and finds context on stdout.

    EVENT is the host's own word (SessionStart, UserPromptSubmit, PreCompact, SessionEnd,
    Stop) or session-start, before-prompt, before-compact, session-end. Ends with exit code 0
    whatever happens; failures are in .memctl/cache/hook.log.
    """
    words = [event, "--host", host, "--audience", audience]
    words += ["--budget", str(budget)] if budget else []
    run_hook([*words, *(["-w", call.workspace] if call.workspace else [])])


def add_hook(app: typer.Typer) -> None:
    """Register the group."""
    group = group_of(app, "hook", "Have an assistant told by itself what memory holds.")
    register(group, _install, _uninstall, _status, _run)
