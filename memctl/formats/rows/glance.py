"""Most items files at a glance: without a fact for each row, and without where it stands."""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache, partial
from typing import Any

from memctl.formats.rows._columns import Cells, are_plain, cells_of, runs_of
from memctl.formats.rows._twice import may_be_twice
from memctl.formats.rows.row_days import is_odd_day, read_day
from memctl.graph.fact import FactId
from memctl.graph.glance import Glance

_CLOSER = b'"superseded"'
"""A file that says so needs the closer look anyway."""
_LINKS = ("superseded_by", "supersedes", "related")
_MOST_DAYS = 16384
_ODD = -1
"""In the place of a day that the calendar has not."""
_MANY = 2000
Read = Callable[[bytes], Any]


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
    if may_be_twice(data, rows):
        return None
    return _glance(rows)


def _glance(rows: list[dict[str, Any]]) -> Glance | None:
    ids: tuple[FactId, ...] = ()
    texts: tuple[str, ...] = ()
    times: tuple[Any, ...] = ()
    beside: list[Sequence[Any]] = []
    for keys, columns in runs_of(rows):
        cells = cells_of(keys, _LINKS)
        if cells is None or not are_plain(columns, cells):
            return None
        ids += columns[cells.id]
        texts += columns[cells.text]
        times += columns[cells.time]
        beside += (keys, *map(columns.__getitem__, _beside(keys, cells)))
    try:
        said = "\n".join(texts + ids)
    except TypeError:  # one of them is no text
        return None
    if "" in texts or "" in ids:
        return None
    days = set(map(_DAYS.__getitem__, times))
    if _ODD in days:
        return None
    latest = max(days)
    day = date.fromordinal(latest) if latest else None
    return Glance(ids, texts, times, day, tuple(beside), said)


class _Days(dict[Any, int]):
    """The day of each time that was met, as a number: files repeat them. 0: it says none."""

    def __missing__(self, time: str | None) -> int:
        if len(self) >= _MOST_DAYS:
            self.clear()
        day = read_day(time)[1]
        return self.setdefault(time, day.toordinal() if day else _ODD if is_odd_day(time) else 0)


_DAYS = _Days()


@lru_cache(maxsize=1024)
def _beside(keys: tuple[str, ...], cells: Cells) -> tuple[int, ...]:
    """All columns but ids, texts, and a status that has been looked at."""
    return tuple(at for at in range(len(keys)) if at not in {cells.id, cells.text, cells.status})
