"""Agents as memctl meets them: the protocol's own client, over real pipes."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client
from mcp_types import Implementation

from memctl.mcp_server.seat import Seat
from memctl.mcp_server.server import make_server


@asynccontextmanager
async def agent(
    workspace: Path, *words: str, name: str = "claude-code", day: str = "2026-02-01"
) -> AsyncIterator[ClientSession]:
    """A client of this name, with a server of its own on the workspace."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "memctl", "-w", str(workspace), "mcp", *words],
        env={"PATH": os.environ["PATH"], "HOME": str(workspace.parent), "MEMCTL_TODAY": day},
    )
    who = Implementation(name=name, version="1.0")
    async with (
        stdio_client(server) as (reader, writer),
        ClientSession(reader, writer, client_info=who) as session,
    ):
        await session.initialize()
        yield session


def agent_here(workspace: Path, audience: str = "private", *, name: str = "claude-code") -> Client:
    """A client whose server runs in this process: no second of start-up, the same answers."""
    environ = {**os.environ, "HOME": str(workspace.parent)}
    server = make_server(Seat(str(workspace), environ, audience))
    return Client(server, client_info=Implementation(name=name, version="1.0"))
