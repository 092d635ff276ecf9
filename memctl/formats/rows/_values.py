"""Values of a row as parsed: any of them to words, days, refs, evidence. None is for nothing."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any

from memctl.formats.rows.dialect import fold
from memctl.formats.rows.row_days import read_day
from memctl.graph.entity import as_ref
from memctl.graph.fact import Evidence, FactId
from memctl.graph.visibility import AUDIENCES, UNREADABLE_MARK, widest

Row = dict[Any, Any]
"""A row as parsed. Its keys are texts; `None` asks for what the shape does not have."""


def words(value: Any) -> str:
    """A scalar as text; "" for null and for what has no words of its own."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, dict):
        return ""
    if isinstance(value, list):
        return ", ".join(filter(None, map(_scalar, value)))
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value) if isinstance(value, bool | int | float) else ""


def names(value: Any) -> tuple[str, ...]:
    """The names in a list, in a single text, or in a list of objects that bear an id."""
    found = value if isinstance(value, list) else [value]
    return tuple(filter(None, map(_name, found)))


def _name(value: Any) -> str:
    if isinstance(value, dict):
        by_name = {fold(k): v for k, v in value.items()}
        value = next((by_name[k] for k in ("ref", "id", "path", "name") if k in by_name), None)
    return _scalar(value).strip()


def _refs(value: Any) -> tuple[str, ...] | None:
    """Refs, `[[wiki links]]` included."""
    bare = (n[2:-2] if n.startswith("[[") and n.endswith("]]") else n for n in names(value))
    return tuple(dict.fromkeys(filter(None, map(as_ref, bare)))) or None


def _ids(value: Any) -> tuple[FactId, ...] | None:
    return tuple(map(FactId, names(value))) or None


def _text(value: Any) -> str | None:
    return words(value) or None


def address(value: Any) -> str | None:
    """`ENTITY#ID`; any other word under that key is somebody's own."""
    text = words(value).strip()
    return as_ref(text) if "#" in text else None


def _day(value: Any) -> date | None:
    return read_day(value)[1]


def _mark(value: Any) -> str | None:
    """Who may be told: a word, or one that nobody knows, so that in doubt nobody is told."""
    return None if value is None else _text(value) or UNREADABLE_MARK


def object_of(pairs: Sequence[tuple[str, Any]]) -> Row:
    """The object of these pairs, the last of a name; of several marks the narrowest counts."""
    row = dict(pairs)
    marks = [(key, _mark(value)) for key, value in pairs if fold(key) == "visibility"]
    if len(marks) > 1 and any(mark is not None for _, mark in marks):
        row |= dict.fromkeys(dict(marks), AUDIENCES[widest(*(mark for _, mark in marks))])
    return row


def _count(value: Any) -> int | None:
    if value is None or value.__class__ is int:
        return value
    text = _scalar(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < len(str(2**64)) else None


def _evidence(value: Any) -> tuple[Evidence, ...] | None:
    rows = value if isinstance(value, list) else [value]
    found = (read_evidence(row) for row in rows if isinstance(row, dict))
    return tuple(e for e in found if e is not None) or None


def read_evidence(row: Row) -> Evidence | None:
    """One place where a fact was read; None when the object names no path."""
    path = _scalar(row.get("path"))
    if not path:
        return None
    return Evidence(
        path,
        _count(row.get("line")),
        _scalar(row.get("quote")),
        _day(row.get("day")),
        _text(row.get("message")),
        _text(row.get("by")),
    )


READERS: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        "superseded_reason": _text,
        "superseded_at": _day,
        "moved_to": address,
        "valid_until": _day,
        "related": _refs,
        "attribute": _text,
        "value": _text,
        "evidence": _evidence,
        "by": _text,
        "confirmed_at": _day,
        "reviewed_at": _day,
        "visibility": _mark,
        "digest": _text,
        "last_accessed": _day,
        "access_count": _count,
        "former_id": _ids,
    }
)
"""How a field of Fact is read, of those that few rows bear."""
