"""Rows of an items file, as plain values, to facts: the same for JSON, JSON Lines and YAML."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from memctl.formats.dialect import FLAGS_FALSE, FLAGS_TRUE, TEXT_PARTS, WRAPPERS, fields_of, fold
from memctl.formats.row_days import read_day
from memctl.graph.entity import as_ref
from memctl.graph.fact import ACTIVE, SUPERSEDED, Evidence, Fact, FactId
from memctl.graph.problem import Problem

Row = dict[Any, Any]
"""A row as parsed. Its keys are texts; `None` asks for what the shape does not have."""
Steps = tuple[str | int, ...]
"""The way from the top of a document to a list in it."""

_DEEPEST = 8
_RETIRED = "inactive"


@dataclass(frozen=True, slots=True)
class Shape:
    """Which key of a row holds what, found once for all rows of the same keys."""

    plain: tuple[str | None, ...]
    """id, text, category, source, status, superseded_by: what nearly every row bears, in the
    order in which it is read at once."""
    id: str | None
    text: str | None
    joiner: str
    parts: tuple[str, ...]
    """The keys that make the text together where no single key holds it."""
    timestamp: str | None
    status: str | None
    superseded_by: str | None
    supersedes: str | None
    flags: tuple[tuple[str, bool], ...]
    """Booleans in place of a status, with the value that means retired."""
    rest: tuple[tuple[str, str, Callable[[Any], Any]], ...]
    """(field of Fact, key, reader) of what few rows bear."""
    fields: Mapping[str, tuple[str, ...]]

    @property
    def text_key(self) -> str | None:
        """The key that takes a new text; None where the row holds none."""
        return self.text or (self.parts[-1] if self.parts else None)


@lru_cache(maxsize=1024)
def shape_of(keys: tuple[str, ...]) -> Shape:
    """The shape of rows with these keys. Remembered: most rows of a graph have the same."""
    fields = fields_of(keys)
    first = {field: names[0] for field, names in fields.items()}
    joiner, parts = ("", ()) if "text" in first else _parts(keys)
    folded = {fold(k): k for k in keys}
    return Shape(
        plain=tuple(map(first.get, _OFTEN)),
        id=first.get("id"),
        text=first.get("text"),
        joiner=joiner,
        parts=parts,
        timestamp=first.get("timestamp"),
        status=first.get("status"),
        superseded_by=first.get("superseded_by"),
        supersedes=first.get("supersedes"),
        flags=(
            *((folded[n], False) for n in FLAGS_TRUE if n in folded),
            *((folded[n], True) for n in FLAGS_FALSE if n in folded),
        ),
        rest=tuple(
            (field, first[field], reader)
            for field, reader in _READERS.items()
            if field in first and first[field] not in parts
        ),
        fields=fields,
    )


def _parts(keys: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """How the text is joined, and from which keys; no keys when these hold no text."""
    folded = {fold(k): k for k in keys}
    for joiner, names in TEXT_PARTS:
        found = [next((folded[n] for n in part if n in folded), None) for part in names]
        if found[-1] is not None:
            return joiner, tuple(k for k in found if k is not None)
    return "", ()


def lists_of_rows(value: Any) -> tuple[Steps, ...]:
    """Where the lists of rows are in a document, in its order.

    A list whose name is in the table of wrappers counts even when empty, and hides the others
    of its object; else every list that holds a row. A row without text of its own that holds
    such a list is looked into (facts nested in a row that stands for the entity).
    """
    return tuple(_find(value, (), _DEEPEST))


def _find(value: Any, steps: Steps, depth: int) -> Iterator[Steps]:
    if depth == 0:
        return
    if _is_row(value) or _is_keyed(value):
        yield steps
    elif isinstance(value, list):
        if not value or any(_is_row(row) or _is_patch(row) for row in value):
            yield steps
            return
        for at, row in enumerate(value):
            if isinstance(row, dict):
                yield from _find(row, (*steps, at), depth - 1)
    elif isinstance(value, dict):
        named = [k for k in value if fold(k) in WRAPPERS and isinstance(value[k], list | dict)]
        best = sorted((k for k in named if value[k]), key=lambda k: WRAPPERS.index(fold(k)))
        for key in best[:1] or named[:1] or _unnamed(value):
            yield from _find(value[key], (*steps, key), depth - 1)


def _unnamed(value: Row) -> list[str]:
    """Keys of an object that may lead to rows though their names say nothing."""
    return [
        key
        for key, inner in value.items()
        if (isinstance(inner, list) and any(isinstance(r, dict) for r in inner))
        or (isinstance(inner, dict) and inner)
    ]


def _is_row(value: Any) -> bool:
    return isinstance(value, dict) and shape_of(tuple(value)).text_key is not None


def _is_patch(value: Any) -> bool:
    """Does it say only what changed of the row with its id?"""
    if not isinstance(value, dict) or any(isinstance(v, list | dict) for v in value.values()):
        return False
    shape = shape_of(tuple(value))
    found = shape.id, shape.status or shape.superseded_by
    return None not in found and shape.text_key is None


def _is_keyed(value: Any) -> bool:
    """Is it an object of rows by id?"""
    return isinstance(value, dict) and bool(value) and all(map(_is_row, value.values()))


def at_steps(value: Any, steps: Steps) -> tuple[list[Any], bool]:
    """The rows at the end of the way, and whether they stand in a list (else: no writing)."""
    for step in steps:
        value = value[step]
    if isinstance(value, list):
        return value, True
    return ([value] if _is_row(value) else [{"id": k, **row} for k, row in value.items()]), False


@dataclass(frozen=True, slots=True)
class Rows:
    """What the rows of a document say."""

    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...]


def read_rows(rows: Sequence[Any], lines: Sequence[int | None], path: str) -> Rows:
    """The facts of these rows in order, patches and backward pointers folded in.

    Args:
        rows: Values as parsed; what is no mapping is passed over.
        lines: Where each begins.
        path: For the problems.
    """
    reader = _Reader(path)
    for row, line in zip(rows, lines, strict=True):
        if isinstance(row, dict):
            reader.take(row, line)
    return reader.finish()


class _Reader:
    """Collects facts row by row; what points elsewhere is settled at the end."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.facts: list[Fact] = []
        self.days: dict[str, tuple[str | None, date | None]] = {}
        self.patches: list[tuple[FactId, Row, Shape, int | None]] = []
        self.backwards: list[tuple[FactId, FactId]] = []
        self.problems: list[Problem] = []

    def take(self, row: Row, line: int | None) -> None:
        """Read one row."""
        shape = shape_of(tuple(row))
        get = row.get
        plain: tuple[Any, ...] = tuple(map(get, shape.plain))
        if not _PLAIN.issuperset(map(type, plain)):
            plain = tuple(words(value) for value in plain)
        fact_id, text, category, source, status, after = plain
        if not text and not (text := _joined(row, shape)):
            self.skip(row, fact_id, shape, line)
            return
        written, day = self.day(get(shape.timestamp))
        fact = Fact(
            fact_id or _NO_ID,
            text,
            category or None,
            written,
            day,
            source or None,
            status or (_flagged(row, shape) if shape.flags else ACTIVE),
            after or None,
            line=line,
            **_rest(row, shape) if shape.rest else _NOTHING,
        )
        self.facts.append(fact)
        if shape.supersedes is not None and fact_id:
            self.backwards += [(FactId(old), fact.id) for old in names(get(shape.supersedes))]

    def skip(self, row: Row, fact_id: str, shape: Shape, line: int | None) -> None:
        """A row without text: a patch of another one, or nothing that can be read."""
        if fact_id and _is_patch(row):
            self.patches.append((FactId(fact_id), row, shape, line))
        elif shape.text_key is not None or (fact_id and not _holds_rows(row)):
            self.problems.append(_row_without_fact(self.path, line, fact_id))

    def day(self, value: Any) -> tuple[str | None, date | None]:
        """`read_day`, remembered: files repeat their days."""
        if value.__class__ is not str:
            return read_day(value)
        return self.days.get(value) or self.days.setdefault(value, read_day(value))

    def finish(self) -> Rows:
        """Everything read so far."""
        if not self.patches and not self.backwards:
            return Rows(tuple(self.facts), tuple(self.problems))
        at = {fact.id: index for index, fact in enumerate(self.facts) if fact.id}
        for old, new in self.backwards:
            if old in at:
                fact = self.facts[at[old]]
                status = SUPERSEDED if fact.status == ACTIVE else fact.status
                after = fact.superseded_by or new
                self.facts[at[old]] = replace(fact, status=status, superseded_by=after)
        for fact_id, row, shape, line in self.patches:
            if fact_id in at:
                self.facts[at[fact_id]] = _patched(self.facts[at[fact_id]], row, shape)
            else:
                self.problems.append(_patch_without_row(self.path, line, fact_id))
        return Rows(tuple(self.facts), tuple(self.problems))


def _patch_without_row(path: str, line: int | None, fact_id: FactId) -> Problem:
    return Problem(
        "patch-without-row",
        "error",
        path,
        line,
        f"the row {fact_id!r} holds no fact, and no other row of the file has its id",
        "Give the row its fact, or delete it.",
    )


def _row_without_fact(path: str, line: int | None, fact_id: str) -> Problem:
    message = f"the row {fact_id or 'without id'!r} holds no fact that could be read"
    return Problem("row-without-fact", "hint", path, line, message)


def _holds_rows(row: Row) -> bool:
    return any(isinstance(value, list | dict) for value in row.values())


def _patched(fact: Fact, row: Row, shape: Shape) -> Fact:
    """The fact after a later row that holds only what changed."""
    changes = _rest(row, shape)
    changes["status"] = words(row.get(shape.status)) or SUPERSEDED
    if shape.superseded_by is not None:
        changes["superseded_by"] = FactId(words(row[shape.superseded_by])) or None
    return replace(fact, **changes)


def _flagged(row: Row, shape: Shape) -> str:
    """The status that booleans tell."""
    retired = next((k for k, means in shape.flags if _boolean(row[k]) is means), None)
    if retired is None:
        return ACTIVE
    return fold(retired).removeprefix("is") if _boolean(row[retired]) else _RETIRED


def _boolean(value: Any) -> bool | None:
    if isinstance(value, str):
        return {"true": True, "yes": True, "false": False, "no": False}.get(value.lower())
    return value if isinstance(value, bool) else None


def _rest(row: Row, shape: Shape) -> dict[str, Any]:
    found = ((field, reader(row[key])) for field, key, reader in shape.rest)
    return {field: value for field, value in found if value is not None}


def _joined(row: Row, shape: Shape) -> str:
    return shape.joiner.join(filter(None, (words(row[k]) for k in shape.parts)))


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


def _text(value: Any) -> str | None:
    return words(value) or None


def _day(value: Any) -> date | None:
    return read_day(value)[1]


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


_NO_ID = FactId("")
_OFTEN = ("id", "text", "category", "source", "status", "superseded_by")
_PLAIN = frozenset({str, type(None)})
_NOTHING: dict[str, Any] = {}
_READERS: Mapping[str, Callable[[Any], Any]] = {
    "superseded_reason": _text,
    "superseded_at": _day,
    "valid_until": _day,
    "related": _refs,
    "attribute": _text,
    "value": _text,
    "evidence": _evidence,
    "by": _text,
    "confirmed_at": _day,
    "reviewed_at": _day,
    "visibility": _text,
    "digest": _text,
    "last_accessed": _day,
    "access_count": _count,
}
