"""`watch`: one process beside the person."""

import os
import signal
import threading
from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, command, register
from memctl.cli.printing import print_at_once
from memctl.graph.controls import harmless
from memctl.graph.hosting import Watched
from memctl.jobs.telling import counted
from memctl.jobs.watch import How, watch


def _lines(report: Watched) -> Iterator[str]:
    saved, odd = counted(report.saved, "file"), counted(report.problems, "problem")
    yield f"{saved} saved, {odd}, {counted(report.heartbeats, 'heartbeat')}."


@command("watch", example="memctl watch --quiet 30", show=_lines)
def _watch(
    call: Call,
    quiet: Annotated[
        float,
        typer.Option("--quiet", metavar="SECONDS", help="How long a note rests first.", min=0),
    ] = 60,
    no_heartbeat: Annotated[
        bool, typer.Option("--no-heartbeat", help="Only look; read no notes.")
    ] = False,
    poll: Annotated[
        bool, typer.Option("--poll", help="Wait for no events; for network drives.")
    ] = False,
    desktop: Annotated[
        bool, typer.Option("--notify", help="Problems also as desktop notices.")
    ] = False,
) -> Watched:
    """Keep the index fresh, check what you save, read quiet notes."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())

    def say(line: str) -> None:
        if call.as_json:
            print_at_once(line)
        else:
            print(harmless(line), flush=True)

    how = How(poll=poll, heartbeat=not no_heartbeat, quiet_s=quiet, notify=desktop)
    call.say_where()
    return watch(call.same_desk, how, dict(os.environ), say=say, stop=stop)


def add_watch(app: typer.Typer) -> None:
    """Register the command."""
    register(app, _watch)
