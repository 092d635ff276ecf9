"""Files of JSON as rows: one object a line, or one document. Damage costs no more than itself."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from memctl.graph.problem import Problem
from memctl.sources.message import Row

_BEGIN = '{"'
_MOST_TRIES = 40
"""So many places of a damaged line are tried."""


def parse_lines(text: str, path: str, *, first: int = 1) -> tuple[tuple[Row, ...], list[Problem]]:
    """The objects of a file of JSON lines, and a problem when some cannot be read. Never raises.

    A line that a crash had cut off may have the next one glued to it: that one is read. A
    last line without its end is being written right now; it is left for the next run.

    Args:
        text: The lines.
        path: Its logical path, for the problem.
        first: The number of the first line.
    """
    rows: list[Row] = []
    odd: list[int] = []
    lines = text.split("\n")
    for number, line in enumerate(lines, start=first):
        plain = line.strip("\0\r\t \ufeff")
        if not plain:
            continue
        value, is_whole = _value(plain)
        if value is not None:
            rows.append(Row(number, value))
        if not is_whole and number - first < len(lines) - 1:
            odd.append(number)
    return tuple(rows), [_odd_lines(path, odd)] if odd else []


def parse_value(text: str) -> Any:
    """The one JSON value of a text; None when there is none. Never raises."""
    try:
        return json.loads(text.strip("\0 \ufeff\r\n\t"))
    except (ValueError, RecursionError):
        return None


def objects(value: Any) -> Iterator[Mapping[str, Any]]:
    """The objects in a list; nothing of anything else."""
    if isinstance(value, list):
        yield from (v for v in value if isinstance(v, dict))


def conversations(value: Any) -> Iterator[Mapping[str, Any]]:
    """The conversations of an export; one that was saved alone is one, too."""
    return objects([value] if isinstance(value, dict) else value)


def _value(line: str) -> tuple[Mapping[str, Any] | None, bool]:
    """(the object on a line, was that all of it?)."""
    value = parse_value(line)
    if isinstance(value, dict):
        return value, True
    at = line.find(_BEGIN, 1)
    for _ in range(_MOST_TRIES):
        if value is not None or at < 0:
            break
        rest = parse_value(line[at:])
        if isinstance(rest, dict):
            return rest, False
        at = line.find(_BEGIN, at + 1)
    return None, value is not None


def _odd_lines(path: str, lines: list[int]) -> Problem:
    what = f"{len(lines)} lines are" if len(lines) > 1 else "a line is"
    return Problem(
        "damaged-line",
        "hint",
        path,
        lines[0],
        f"{what} no JSON, the first one here; the rest was read",
        "Nothing to do: a program was stopped while it wrote.",
    )
