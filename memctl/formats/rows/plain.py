"""Most items files for a reader of words and days: columns instead of a fact for each row."""

import json
from typing import Any

from memctl.formats.rows._alike import Alike, alike
from memctl.formats.rows._columns import are_plain, cells_of, runs_of
from memctl.formats.rows._shapes import shape_of
from memctl.formats.rows.row_days import read_day
from memctl.graph.glance import PlainFacts

_CLOSER = ('"superseded"', "isibility", "ISIBILITY")
"""A text that holds one of them needs the closer look anyway."""
_BEYOND = (
    *("superseded_by", "supersedes", "valid_until", "related", "attribute", "value"),
    *("evidence", "former_id"),
)

_MOST_DAYS = 16384


def plain_facts(text: str, path: str) -> PlainFacts | None:
    """What `parse_items` would say of a list of plain rows; None where only it can tell.

    Each row has an id, a text and a day, is active, and says nothing of others, of where it was
    read or of who may know. Of the rest (a category, when it was last used) nothing is told.
    """
    if not path.endswith(".json"):
        return None
    found = alike(text, _BEYOND) or _read(text)
    return found and _dated(found)


def _read(text: str) -> Alike | None:
    """The same of rows that are spelled in any way."""
    if any(map(text.__contains__, _CLOSER)):
        return None
    if "\\" in text and ("\\ud" in text or "\\uD" in text):
        return None
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if rows.__class__ is not list or set(map(type, rows)) != {dict}:
        return None
    return _plain(rows, text)


def _plain(rows: list[dict[str, Any]], text: str) -> Alike | None:
    ids: tuple[Any, ...] = ()
    texts: tuple[Any, ...] = ()
    times: tuple[Any, ...] = ()
    for keys, columns in runs_of(rows):
        cells = cells_of(keys, _BEYOND)
        if cells is None or "visibility" in shape_of(keys).fields or not are_plain(columns, cells):
            return None
        ids += columns[cells.id]
        texts += columns[cells.text]
        times += columns[cells.time]
    from memctl.formats.syntax._json import row_lines  # noqa: PLC0415 - most rows are spelled alike

    said = (*ids, *texts)
    if set(map(type, said)) != {str} or "" in said:
        return None
    return Alike(ids, texts, times, tuple(row_lines(text, ((),), rows)))


def _dated(rows: Alike) -> PlainFacts | None:
    timestamps, days = zip(*map(_DAYS.__getitem__, rows.times), strict=True)
    if None in timestamps:
        return None
    return PlainFacts(rows.ids, rows.texts, timestamps, days, rows.lines)


class _Days(dict[str | None, tuple[str | None, str | None]]):
    """A time as it is written and as a day of the calendar: files repeat them."""

    def __missing__(self, time: str | None) -> tuple[str | None, str | None]:
        if len(self) >= _MOST_DAYS:
            self.clear()
        written, day = read_day(time)
        return self.setdefault(time, (written, day.isoformat() if day else None))


_DAYS = _Days()
