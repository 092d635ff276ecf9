"""What comes in on the wire, where the protocol's package would let it fall.

A program that cuts its text after so many characters may cut one of them in half; JSON can spell
the half, the package reads it as no JSON and answers nothing, and the client waits for ever.
"""

import json
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from mcp.shared._stream_protocols import ReadStream
    from mcp.shared.message import SessionMessage


class Mended:
    """A stream of messages in which halves of characters are replaced by a mark."""

    def __init__(self, stream: "ReadStream[SessionMessage | Exception]") -> None:
        """Nothing is read yet."""
        self._stream = stream

    @property
    def last_context(self) -> Any:
        """In which the last message was sent, as the package hands it on."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> "SessionMessage | Exception":
        """The next message, or what is wrong with it."""
        return _mended(await self._stream.receive())

    async def aclose(self) -> None:
        """Receive no more."""
        await self._stream.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> "SessionMessage | Exception":
        return _mended(await self._stream.__anext__())

    async def __aenter__(self) -> Self:
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *how: object) -> bool | None:
        return await self._stream.__aexit__(*how)  # type: ignore[arg-type]


def _mended(item: "SessionMessage | Exception") -> "SessionMessage | Exception":
    line = _line_of(item) if isinstance(item, Exception) else None
    if line is None:
        return item
    import mcp_types as types  # noqa: PLC0415 - the package alone needs it
    from mcp.shared.message import SessionMessage  # noqa: PLC0415 - as above

    try:
        whole = _whole(json.loads(line))
        message = types.jsonrpc_message_adapter.validate_python(whole, by_name=False)
    except (ValueError, RecursionError):
        return item
    return SessionMessage(message)


def _line_of(error: Exception) -> str | None:
    """The line that was no JSON; None where something else was wrong."""
    if not hasattr(error, "errors"):
        return None
    said = next((e["input"] for e in error.errors() if e["type"] == "json_invalid"), None)
    return said if isinstance(said, str) else None


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return value
