"""`mcp`: the server that agents talk to."""

from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, command, register
from memctl.errors import UsageError
from memctl.graph.hosting import Served, ServedTool
from memctl.graph.visibility import AUDIENCES, PRIVATE


def _lines(report: Served | None) -> Iterator[str]:
    for tool in report.tools if report else ():
        yield f"{tool.name}{' (writes)' if tool.writes else ''}"
        yield f"    {tool.description}"


@command("mcp", example="memctl mcp --tools", show=_lines)
def _mcp(
    call: Call,
    tools: Annotated[
        bool, typer.Option("--tools", help="Only list what agents will find.")
    ] = False,
    audience: Annotated[
        str,
        typer.Option(
            "--audience",
            metavar="private|shared|group",
            help="Who reads what the agent says. Default: private, you alone.",
        ),
    ] = PRIVATE,
) -> Served | None:
    """Serve memory to agents by MCP, over stdio."""
    # Not on the way of any other command: what a tool needs is every job.
    from memctl.mcp_server.server import seat_of, serve  # noqa: PLC0415 - as above
    from memctl.mcp_server.tools import tools_for  # noqa: PLC0415 - as above

    if audience not in AUDIENCES:
        raise UsageError(f"{audience!r} is no audience.", hint="Use " + ", ".join(AUDIENCES))
    if not tools:
        serve(seat_of(call.workspace, audience))
        return None
    found = tools_for(audience)
    return Served(audience, tuple(ServedTool(t.name, t.description, t.writes) for t in found))


def add_mcp(app: typer.Typer) -> None:
    """Register the command."""
    register(app, _mcp)
