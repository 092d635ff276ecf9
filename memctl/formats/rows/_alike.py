"""Rows that are spelled alike but for what they say, as most programs write them.

Then one expression reads a whole file into columns, and neither JSON nor a look at each row is
needed. What is not spelled so, or can't be sure to be, is left to who reads JSON.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from memctl.formats.rows._columns import cells_of
from memctl.formats.rows._shapes import shape_of
from memctl.graph.fact import FactId

_INSIDE = r'[^"\\\x00-\x1f]'
"""Of a text that stands for itself."""
_TEXT = f'"{_INSIDE}*"'
_VALUE = rf"(?:{_TEXT}|null|true|false|-?(?:0|[1-9][0-9]{{0,17}})|\[\])"
_SPACE = r"[ \t\r\n]*"
_MEMBER = re.compile(f"({_TEXT})({_SPACE}:{_SPACE}){_VALUE}")
_OPENING, _BETWEEN, _CLOSING = (
    re.compile(f"{_SPACE}{sign}{_SPACE}") for sign in (r"\[", ",", r"\]")
)
_MOST_PIECES = 200
"""Of one row: an expression for more takes long to make."""
_STEP = 4
"""An expression with three groups splits into so many parts a row."""


class Alike(NamedTuple):
    """What rows say that are spelled alike, each active and silent of all else that counts."""

    ids: tuple[FactId, ...]
    texts: tuple[str, ...]
    times: tuple[str | None, ...]
    lines: tuple[int, ...]


class _Spelling(NamedTuple):
    row: re.Pattern[str]
    """Its groups are an id, a text and a time."""
    places: tuple[int, int, int]
    """Which group is which."""
    lines: int
    """How many line ends are in a row."""


def alike(text: str, empty: tuple[str, ...]) -> Alike | None:
    """The rows of a list; None where they differ in more than in what they say.

    Args:
        text: Of a file.
        empty: Fields that must say nothing.
    """
    start = text.find("{")
    pieces = _MEMBER.split(text[start : text.find("}") + 1])
    spelling = _spelling(tuple(pieces), empty) if len(pieces) < _MOST_PIECES else None
    if spelling is None:
        return None
    parts: list[Any] = spelling.row.split(text)
    if len(parts) == 1:
        return None
    opening, *gaps, closing = parts[::_STEP]
    gap = gaps[0] if gaps else ","
    if gaps.count(gap) < len(gaps) or not _frames(opening, gap, closing):
        return None
    own, said, times = (tuple(parts[at::_STEP]) for at in spelling.places)
    first, step = opening.count("\n") + 1, spelling.lines + gap.count("\n")
    return Alike(own, said, times, tuple([first + n * step for n in range(len(own))]))


@lru_cache(maxsize=1024)
def _frames(opening: str, gap: str, closing: str) -> bool:
    """Do these stand around and between the rows of a list?"""
    pairs = zip((_OPENING, _BETWEEN, _CLOSING), (opening, gap, closing), strict=True)
    return all(sign.fullmatch(part) for sign, part in pairs)


@lru_cache(maxsize=1024)
def _spelling(pieces: tuple[str, ...], empty: tuple[str, ...]) -> _Spelling | None:
    """How rows are read that are spelled as this one, of which the values are left out."""
    signs, names, colons = pieces[::3], pieces[1::3], pieces[2::3]
    keys = tuple(name[1:-1] for name in names)
    cells = cells_of(keys, empty) if len({*keys}) == len(keys) else None
    if cells is None or "visibility" in shape_of(keys).fields or not _is_row(signs):
        return None
    values = [_VALUE] * len(keys)
    for at in cells.empty:
        values[at] = r'(?:null|""|\[\])'
    values[cells.id] = values[cells.text] = f'"({_INSIDE}+)"'
    values[cells.time], values[cells.status] = f'"({_INSIDE}*)"', '"active"'
    members = zip(names, colons, values, signs[1:], strict=True)
    row = re.escape(signs[0]) + "".join(
        f"{re.escape(name + colon)}{value}{re.escape(sign)}" for name, colon, value, sign in members
    )
    told = cells.id, cells.text, cells.time
    first, second, third = (sorted(told).index(at) + 1 for at in told)
    return _Spelling(re.compile(row), (first, second, third), "".join(pieces).count("\n"))


def _is_row(signs: Sequence[str]) -> bool:
    """Do these stand around and between the members of an object?"""
    first, *between, last = (sign.strip(" \t\r\n") for sign in signs)
    return first == "{" and last == "}" and set(between) <= {","}
