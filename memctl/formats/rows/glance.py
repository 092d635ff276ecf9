"""Most items files at a glance: without a fact for each row, and without where it stands."""

import json
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from itertools import groupby
from typing import Any

from memctl.formats.rows._fast_facts import PLAIN
from memctl.formats.rows._shapes import shape_of
from memctl.formats.rows.row_days import read_day
from memctl.graph.fact import ACTIVE, FactId
from memctl.graph.glance import Glance

_CLOSER = '"superseded"'
"""A file that says so needs the closer look anyway."""
_NOTHING: tuple[Any, ...] = (None, "", [])


def glance_items(text: str, path: str) -> Glance | None:
    """What `parse_items` would say of plain rows; None where only it can tell.

    Plain is a list of rows, each active, with an id and a text, followed and following none,
    related to nothing. `parse_items` has a fact for each of them, and no problem.
    """
    if not path.endswith(".json") or _CLOSER in text:
        return None
    if "\\" in text and ("\\ud" in text or "\\uD" in text):
        return None
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if rows.__class__ is not list or set(map(type, rows)) != {dict}:
        return None
    return _glance(rows)


def _glance(rows: list[dict[str, Any]]) -> Glance | None:
    ids: tuple[FactId, ...] = ()
    texts: tuple[str, ...] = ()
    times: tuple[Any, ...] = ()
    said: list[Sequence[Any]] = []
    # Column by column: what is looked at once for a column costs next to nothing for a row.
    for keys, run in groupby(rows, tuple):
        cells = _cells_of(keys)
        if cells is None:
            return None
        columns = tuple(zip(*map(dict.values, run), strict=True))
        some_ids, some_texts, statuses, some_times, *empty = map(columns.__getitem__, cells)
        if statuses.count(ACTIVE) != len(statuses) or any(map(_says_something, empty)):
            return None
        if not PLAIN.issuperset(map(type, some_times)):
            return None
        ids += some_ids
        texts += some_texts
        times += some_times
        said += (keys, *columns[: cells[1]], *columns[cells[1] + 1 :])
    if {*map(type, ids), *map(type, texts)} != {str} or not (all(ids) and all(texts)):
        return None
    latest = max(filter(None, map(_day_of, set(times))), default=None)
    return Glance(ids, texts, times, latest, tuple(said), "\n".join(texts))


@lru_cache(maxsize=16384)
def _day_of(time: str | None) -> date | None:
    return read_day(time)[1]


def _says_something(column: tuple[Any, ...]) -> bool:
    return any(value not in _NOTHING for value in column)


@lru_cache(maxsize=1024)
def _cells_of(keys: tuple[str, ...]) -> tuple[int, ...] | None:
    """Where id, text, status and time stand in rows with these keys; then what has to be empty."""
    shape = shape_of(keys)
    cells = (shape.id, shape.text, shape.status, shape.timestamp)
    if shape.flags or None in cells:
        return None
    links = ("superseded_by", "supersedes", "related")
    empty = (key for name in links for key in shape.fields.get(name, ()))
    return tuple(keys.index(key) for key in (*cells, *empty) if key is not None)
