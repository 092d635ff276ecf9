"""Rows column by column: what is looked at once for a column costs next to nothing for a row."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from memctl.formats.rows._fast_facts import PLAIN
from memctl.formats.rows._shapes import shape_of
from memctl.formats.rows.row_days import is_odd_day
from memctl.graph.fact import ACTIVE

Columns = tuple[tuple[Any, ...], ...]
_NOTHING: tuple[Any, ...] = (None, "", [])


class Cells(NamedTuple):
    """Which columns of rows with the same keys hold what."""

    id: int
    text: int
    status: int
    time: int
    until: tuple[int, ...]
    """Those that tell other days than that of the fact."""
    empty: tuple[int, ...]
    """Those that must say nothing."""


@lru_cache(maxsize=1024)
def cells_of(keys: tuple[str, ...], empty: tuple[str, ...]) -> Cells | None:
    """Where rows with these keys hold what; None where a closer look is needed.

    Args:
        keys: In the order of the columns.
        empty: Fields that must say nothing.
    """
    shape = shape_of(keys)
    found = (shape.id, shape.text, shape.status, shape.timestamp)
    if shape.flags or None in found:
        return None
    silent = tuple(keys.index(key) for name in empty for key in shape.fields.get(name, ()))
    own, text, status, time = (keys.index(key) for key in found if key is not None)
    until = tuple(keys.index(key) for key in shape.days if key != shape.timestamp)
    return Cells(own, text, status, time, until, silent)


def are_plain(columns: Columns, cells: Cells) -> bool:
    """Is every row active, with a time that is a text or none, and silent where it must be?

    A last day must be one that can be read.
    """
    return (
        columns[cells.status].count(ACTIVE) == len(columns[0])
        and not any(_says_something(columns[at]) for at in cells.empty)
        and PLAIN.issuperset(map(type, columns[cells.time]))
        and not any(is_odd_day(value) for at in cells.until for value in columns[at])
    )


def _says_something(column: tuple[Any, ...]) -> bool:
    return any(value not in _NOTHING for value in column)


def runs_of(rows: list[dict[str, Any]]) -> Iterator[tuple[tuple[str, ...], Columns]]:
    """(keys, columns) of rows that follow on one another with the same keys."""
    keys = tuple(rows[0])
    if _may_change_places(keys) and set(map(len, rows)) == {len(keys)}:
        with suppress(KeyError):
            columns = tuple(zip(*map(itemgetter(*keys), rows), strict=True))
            return iter(((keys, columns),))
    runs = ((keys, map(dict.values, run)) for keys, run in groupby(rows, tuple))
    return ((keys, tuple(zip(*run, strict=True))) for keys, run in runs)


@lru_cache(maxsize=1024)
def _may_change_places(keys: tuple[str, ...]) -> bool:
    """Are rows with these keys read alike whatever the order of the keys?"""
    return len(keys) > 1 and all(len(names) == 1 for names in shape_of(keys).fields.values())
