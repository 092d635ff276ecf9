"""Most items files at a glance: without a fact for each row, and without where it stands."""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from memctl.formats.rows._fast_facts import PLAIN
from memctl.formats.rows._shapes import shape_of
from memctl.formats.rows.row_days import read_day
from memctl.graph.fact import ACTIVE, FactId
from memctl.graph.glance import Glance

_CLOSER = b'"superseded"'
"""A file that says so needs the closer look anyway."""
_NOTHING: tuple[Any, ...] = (None, "", [])
_MOST_DAYS = 16384
_MANY = 2000
Read = Callable[[bytes], Any]
Columns = tuple[tuple[Any, ...], ...]


def reader(files: int) -> Read:
    """How JSON is best read for a glance at so many files; a `ValueError` where it is none.

    The quicker way takes three quarters of the time, but as long to load as it saves with some
    two thousand files.
    """
    if files < _MANY:
        return lambda data: json.loads(data.decode())
    from pydantic_core import from_json  # noqa: PLC0415 - as said above

    return partial(from_json, cache_strings="keys")


def glance_items(data: bytes, path: str, read: Read) -> Glance | None:
    """What `parse_items` would say of plain rows; None where only it can tell.

    Plain is a list of rows, each active, with an id and a text, followed and following none,
    related to nothing. `parse_items` has a fact for each of them, and no problem.
    """
    if not path.endswith(".json") or _CLOSER in data:
        return None
    if b"\\" in data and (b"\\ud" in data or b"\\uD" in data):
        return None
    try:
        rows = read(data.removeprefix(BOM_UTF8))
    except (ValueError, RecursionError):
        return None
    if rows.__class__ is not list or set(map(type, rows)) != {dict}:
        return None
    return _glance(rows)


def _glance(rows: list[dict[str, Any]]) -> Glance | None:
    ids: tuple[FactId, ...] = ()
    texts: tuple[str, ...] = ()
    times: tuple[Any, ...] = ()
    beside: list[Sequence[Any]] = []
    # Column by column: what is looked at once for a column costs next to nothing for a row.
    for keys, columns in _runs(rows):
        cells = _cells_of(keys)
        if cells is None:
            return None
        if not _are_plain(columns, cells):
            return None
        ids += columns[cells.id]
        texts += columns[cells.text]
        times += columns[cells.time]
        beside += (keys, *map(columns.__getitem__, cells.beside))
    try:
        said = "\n".join(texts + ids)
    except TypeError:  # one of them is no text
        return None
    if "" in texts or "" in ids:
        return None
    latest = max(map(_DAYS.__getitem__, times))
    day = date.fromordinal(latest) if latest else None
    return Glance(ids, texts, times, day, tuple(beside), said)


def _runs(rows: list[dict[str, Any]]) -> Iterator[tuple[tuple[str, ...], Columns]]:
    """(keys, columns) of rows that follow on one another with the same keys."""
    keys = tuple(rows[0])
    if _may_change_places(keys) and set(map(len, rows)) == {len(keys)}:
        with suppress(KeyError):
            columns = tuple(zip(*map(itemgetter(*keys), rows), strict=True))
            return iter(((keys, columns),))
    runs = ((keys, map(dict.values, run)) for keys, run in groupby(rows, tuple))
    return ((keys, tuple(zip(*run, strict=True))) for keys, run in runs)


class _Days(dict[Any, int]):
    """The day of each time that was met, as a number: files repeat them. 0: it says none."""

    def __missing__(self, time: str | None) -> int:
        if len(self) >= _MOST_DAYS:
            self.clear()
        day = read_day(time)[1]
        return self.setdefault(time, day.toordinal() if day else 0)


_DAYS = _Days()


def _are_plain(columns: Columns, cells: "_Cells") -> bool:
    return (
        columns[cells.status].count(ACTIVE) == len(columns[0])
        and not any(_says_something(columns[at]) for at in cells.empty)
        and PLAIN.issuperset(map(type, columns[cells.time]))
    )


def _says_something(column: tuple[Any, ...]) -> bool:
    return any(value not in _NOTHING for value in column)


@lru_cache(maxsize=1024)
def _may_change_places(keys: tuple[str, ...]) -> bool:
    """Are rows with these keys read alike whatever the order of the keys?"""
    return len(keys) > 1 and all(len(names) == 1 for names in shape_of(keys).fields.values())


class _Cells(NamedTuple):
    """Which columns of rows with the same keys hold what."""

    id: int
    text: int
    status: int
    time: int
    empty: tuple[int, ...]
    """Those that must say nothing."""
    beside: tuple[int, ...]
    """All but ids, texts, and a status that has been looked at."""


@lru_cache(maxsize=1024)
def _cells_of(keys: tuple[str, ...]) -> _Cells | None:
    shape = shape_of(keys)
    found = (shape.id, shape.text, shape.status, shape.timestamp)
    if shape.flags or None in found:
        return None
    links = ("superseded_by", "supersedes", "related")
    empty = tuple(keys.index(key) for name in links for key in shape.fields.get(name, ()))
    own, text, status, time = (keys.index(key) for key in found if key is not None)
    beside = tuple(at for at in range(len(keys)) if at not in {own, text, status})
    return _Cells(own, text, status, time, empty, beside)
