"""The server: the protocol's words on one side, tools and resources on the other."""

import functools
import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from memctl import __version__, resources
from memctl.errors import EXIT_BUG, MemctlError, NotInstalled, UsageError
from memctl.mcp_server import shelf
from memctl.mcp_server.arguments import checked, input_schema
from memctl.mcp_server.bounds import bounded
from memctl.mcp_server.seat import Seat
from memctl.mcp_server.tools import Tool, tools_for
from memctl.mcp_server.wire import Mended

if TYPE_CHECKING:
    import mcp_types as types
    from mcp.server.lowlevel import Server

Made = TypeVar("Made")


def serve(seat: Seat) -> None:
    """Answer one client over stdin and stdout until it goes away.

    Raises:
        NotInstalled: The protocol's package is missing.
        WorkspaceNotFound: There is none; told before the client is answered.
    """
    try:
        import anyio  # noqa: PLC0415 - a second to import; nothing else needs it
        from mcp.server.stdio import stdio_server  # noqa: PLC0415 - as above
    except ImportError as error:
        raise NotInstalled("mcp", "mcp") from error
    seat.desk()

    async def run() -> None:
        server = make_server(seat)
        async with stdio_server() as (reader, writer):
            await server.run(Mended(reader), writer, server.create_initialization_options())

    anyio.run(run)


def make_server(seat: Seat) -> "Server[Any]":
    """The server of a workspace, not yet running."""
    import mcp_types as types  # noqa: PLC0415 - as above
    from mcp.server.lowlevel import Server  # noqa: PLC0415 - as above

    known = {tool.name: tool for tool in tools_for(seat.audience)}

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=list(_described(tuple(known.values()))))

    async def call_tool(context: Any, params: Any) -> types.CallToolResult:
        return await _in_thread(_called, _named(seat, context), known.get(params.name), params)

    async def list_resources(_context: Any, params: Any) -> types.ListResourcesResult:
        return await _in_thread(_listed, seat, params.cursor if params else None)

    async def list_templates(_context: Any, _params: Any) -> types.ListResourceTemplatesResult:
        return _templates(seat)

    async def read_resource(_context: Any, params: Any) -> types.ReadResourceResult:
        return await _in_thread(_read, seat, str(params.uri))

    return Server(
        "memctl",
        version=__version__,
        title="Memory",
        instructions=resources.text("templates", "mcp.md"),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def _called(seat: Seat, tool: Tool | None, params: Any) -> "types.CallToolResult":
    """What a call came to; a failure is an answer that the agent can read."""
    import mcp_types as types  # noqa: PLC0415 - as above

    is_error = True
    try:
        report = _report(seat, tool, params)
        is_error = False
    except MemctlError as error:
        report = _failure(error.slug, error.message, error.hint, error.exit_code)
    except Exception as error:  # noqa: BLE001 - a bug in one call must not end all of them
        traceback.print_exception(error, file=sys.stderr)
        report = _failure("bug", f"memctl failed: {error!r}", "Report it.", EXIT_BUG)
    return types.CallToolResult(
        content=[_text(report)], structured_content=report, is_error=is_error
    )


def _report(seat: Seat, tool: Tool | None, params: Any) -> dict[str, Any]:
    if tool is None:
        raise UsageError(f"There is no tool {params.name}.", hint="List them with tools/list.")
    return bounded(tool.function(seat, **checked(tool, params.arguments)))


def _failure(slug: str, message: str, hint: str | None, code: int) -> dict[str, Any]:
    return {"error": {"slug": slug, "message": message, "hint": hint, "exitCode": code}}


def _text(value: Mapping[str, Any]) -> "types.TextContent":
    import mcp_types as types  # noqa: PLC0415 - as above

    said = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return types.TextContent(type="text", text=said)


@functools.lru_cache(maxsize=4)
def _described(tools: tuple[Tool, ...]) -> "tuple[types.Tool, ...]":
    import mcp_types as types  # noqa: PLC0415 - as above

    return tuple(
        types.Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            input_schema=input_schema(tool),
            output_schema=json.loads(resources.text("schemas", f"{tool.schema}.json")),
            annotations=types.ToolAnnotations(
                read_only_hint=not tool.writes,
                # Nothing is ever deleted: rows are retired, and `memctl undo` takes a job back.
                destructive_hint=False,
                idempotent_hint=not tool.writes,
                open_world_hint=False,
            ),
        )
        for tool in tools
    )


def _listed(seat: Seat, cursor: str | None) -> "types.ListResourcesResult":
    import mcp_types as types  # noqa: PLC0415 - as above

    start = int(cursor) if cursor and cursor.isascii() and cursor.isdigit() else 0
    found = _told(shelf.volumes, seat)
    page = found[start : start + shelf.PAGE]
    made = [
        types.Resource(uri=v.uri, name=v.name, description=v.about, mime_type=shelf.MIME)
        for v in page
    ]
    more = start + shelf.PAGE < len(found)
    return types.ListResourcesResult(
        resources=made, next_cursor=str(start + shelf.PAGE) if more else None
    )


def _templates(seat: Seat) -> "types.ListResourceTemplatesResult":
    import mcp_types as types  # noqa: PLC0415 - as above

    kinds = (
        (shelf.SUMMARY + "{+entity}", "summary", "What holds of an entity, by its ref."),
        (shelf.NOTE + "{+path}", "note", "A daily note, by its path."),
    )
    made = [
        types.ResourceTemplate(uri_template=uri, name=name, description=about, mime_type=shelf.MIME)
        for uri, name, about in (kinds if shelf.is_open(seat) else ())
    ]
    return types.ListResourceTemplatesResult(resource_templates=made)


def _read(seat: Seat, uri: str) -> "types.ReadResourceResult":
    import mcp_types as types  # noqa: PLC0415 - as above

    text = _told(shelf.read, seat, uri)
    content = types.TextResourceContents(uri=uri, mime_type=shelf.MIME, text=text)
    return types.ReadResourceResult(contents=[content])


def _told(work: Callable[..., Made], *given: Any) -> Made:
    """What the shelf says; a failure becomes the protocol's, with its cure."""
    import mcp_types as types  # noqa: PLC0415 - as above
    from mcp.shared.exceptions import MCPError  # noqa: PLC0415 - as above

    try:
        return work(*given)
    except MemctlError as error:
        said = {"slug": error.slug, "hint": error.hint}
        raise MCPError(types.INVALID_PARAMS, error.message, said) from error


def _named(seat: Seat, context: Any) -> Seat:
    """The seat with the name of the client that is calling."""
    client = getattr(context.session, "client_params", None)
    name = client.client_info.name if client else None
    return replace(seat, agent=name or seat.agent)


async def _in_thread(work: Callable[..., Made], *given: Any) -> Made:
    # Calls of one client run side by side; files are guarded by fingerprint and lock as ever.
    import anyio.to_thread  # noqa: PLC0415 - as above

    return await anyio.to_thread.run_sync(functools.partial(work, *given))


def seat_of(workspace: str | None, audience: str) -> Seat:
    """Where the clients of this process sit."""
    return Seat(workspace, dict(os.environ), audience)
