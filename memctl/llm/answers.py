"""The text of an answer into the value that was asked for, or the reason why there is none.

Fences, thoughts and small slips of JSON are seen through. What is cut off is not: half a fact
reads like a whole one.
"""

import json
import re
from typing import Any, TypeVar

Shape = TypeVar("Shape")

LONGEST = 1_000_000
"""Characters of an answer that is looked at."""
_FENCE = re.compile(r"```[a-zA-Z]*\s*\n(.*?)(?:\n\s*```|\Z)", re.DOTALL)
_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_PAIRS = {"}": "{", "]": "["}


class Unusable(ValueError):
    """Nothing can be made of an answer; the message says why."""


def parse_answer(text: str, shape: type[Shape], *, is_cut: bool = False) -> Shape:
    """The answer as a value of `shape`.

    Args:
        text: As it was given.
        shape: A dataclass; a bare list stands for its first field.
        is_cut: Did the model say that it had no room for the rest?

    Raises:
        Unusable: It is empty, no JSON, cut off, too long or of another shape.
    """
    if len(text) > LONGEST:
        raise Unusable(f"{len(text)} characters")
    if is_cut:
        raise Unusable("it is cut off")
    return _validated(_value(_json_part(text)), shape)


def _json_part(text: str) -> str:
    """From the first bracket on, inside a fence where there is one."""
    plain = _THOUGHT.sub("", text).strip().removeprefix("\ufeff")
    fenced = _FENCE.search(plain)
    plain = fenced[1] if fenced and ("{" in fenced[1] or "[" in fenced[1]) else plain
    start = min((at for b in "{[" if (at := plain.find(b)) >= 0), default=None)
    if start is None:
        raise Unusable("it is empty" if not plain else "it is no JSON")
    return plain[start:].strip()


def _value(text: str) -> Any:
    try:
        return json.JSONDecoder().raw_decode(text)[0]
    except (ValueError, RecursionError):
        end = _closing(text)
    import json_repair  # noqa: PLC0415 - most answers need no repair

    return json_repair.loads(text[:end])


def _closing(text: str) -> int:
    """Where the first value ends, by its brackets."""
    opened: list[str] = []
    is_quoted = is_escaped = False
    for at, char in enumerate(text):
        if is_escaped or (is_quoted and char not in {'"', "\\"}):
            is_escaped = False
        elif char == "\\":
            is_escaped = is_quoted
        elif char == '"':
            is_quoted = not is_quoted
        elif char in "{[":
            opened.append(char)
        elif char in _PAIRS:
            if not opened or opened.pop() != _PAIRS[char]:
                raise Unusable("its brackets do not match")
            if not opened:
                return at + 1
    raise Unusable("it is cut off")


def _validated(value: Any, shape: type[Shape]) -> Shape:
    from pydantic import TypeAdapter, ValidationError  # noqa: PLC0415 - needed by no other command

    if isinstance(value, list):
        value = {next(iter(shape.__dataclass_fields__)): value}  # type: ignore[attr-defined]
    try:
        return TypeAdapter(shape).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise Unusable(f"{where or 'it'}: {first['msg']}") from None


def schema_of(shape: type[Any], *, without: str = "") -> dict[str, Any]:
    """The JSON Schema that an answer of this shape follows, but for one field of it."""
    from pydantic import TypeAdapter  # noqa: PLC0415 - as above

    plain = TypeAdapter(shape).json_schema()
    plain["properties"].pop(without, None)
    described: dict[str, Any] = _described(plain)
    return described


def _described(part: Any) -> Any:
    """Without titles, and closed: a provider that is strict about schemas wants it so."""
    if isinstance(part, list):
        return [_described(p) for p in part]
    if not isinstance(part, dict):
        return part
    made = {k: _described(v) for k, v in part.items() if k not in {"title", "default"}}
    if isinstance(part.get("properties"), dict):
        made["properties"] = {k: _described(v) for k, v in part["properties"].items()}
        made["additionalProperties"] = False
        made["required"] = list(part["properties"])
    return made
