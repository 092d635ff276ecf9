"""What a tool is called with: its schema, and the check of what an agent sends."""

import inspect
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args, get_type_hints

from memctl.errors import UsageError
from memctl.mcp_server.tools import Tool

MOST_WORDS = 20_000
"""Characters of one argument; nobody says so much in one line."""


def input_schema(tool: Tool) -> dict[str, Any]:
    """The JSON Schema of the arguments."""
    return _plain(_model(tool).model_json_schema())  # type: ignore[no-any-return]


def checked(tool: Tool, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """The arguments as the tool takes them.

    Raises:
        UsageError: One is missing, unknown or of the wrong kind.
    """
    from pydantic import ValidationError  # noqa: PLC0415 - guards what comes from outside

    try:
        model = _model(tool)(**(given or {}))
    except (ValidationError, TypeError) as error:
        raise UsageError(_told(tool, error), hint="See the tool's input schema.") from None
    return {name: getattr(model, name) for name in type(model).model_fields}


def _told(tool: Tool, error: Exception) -> str:
    faults = error.errors() if hasattr(error, "errors") else []
    said = "; ".join(f"{'.'.join(map(str, f['loc']))}: {f['msg']}" for f in faults)
    return f"The arguments of {tool.name} do not fit: {said or error}"


@lru_cache(maxsize=64)
def _model(tool: Tool) -> Any:
    """A pydantic model of the function's own parameters."""
    from pydantic import ConfigDict, Field, create_model  # noqa: PLC0415 - as above

    hints = get_type_hints(tool.function, include_extras=True)
    fields: dict[str, Any] = {}
    for name, parameter in list(inspect.signature(tool.function).parameters.items())[1:]:
        kind, about = get_args(hints[name])
        default = ... if parameter.default is parameter.empty else parameter.default
        most = MOST_WORDS if str in (kind, *get_args(kind)) else None
        fields[name] = (
            kind,
            Field(default, description=about.text, ge=about.low, le=about.high, max_length=most),
        )
    return create_model(tool.name, __config__=ConfigDict(extra="forbid"), **fields)


def _plain(part: Any) -> Any:
    """Without the titles that pydantic makes of names: they say nothing and cost tokens."""
    if isinstance(part, list):
        return [_plain(item) for item in part]
    if not isinstance(part, dict):
        return part
    return {k: _plain(v) for k, v in part.items() if k != "title" or isinstance(v, dict)}
