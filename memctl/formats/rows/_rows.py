"""Rows of an items file, as plain values, to facts: the same for JSON, JSON Lines and YAML."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from memctl.formats.rows._fast_facts import PLAIN, known_day, read_alike, read_fact
from memctl.formats.rows._shapes import Shape, is_patch, shape_of
from memctl.formats.rows._values import Row, names, words
from memctl.formats.rows.dialect import ACTIVE_WORDS, fold
from memctl.formats.rows.row_days import is_odd_day, read_day
from memctl.graph.fact import ACTIVE, PURGED, RETRACTED, SUPERSEDED, Fact, FactId
from memctl.graph.problem import Problem

_RETIRED = "inactive"
_OURS = {
    **{word: word for word in (ACTIVE, SUPERSEDED, RETRACTED, PURGED)},
    **dict.fromkeys(ACTIVE_WORDS, ACTIVE),
}
"""Words that mean the same in any case: `Active`, `SUPERSEDED`, `current`."""
_SHOWN = 40
_NO_ID = FactId("")


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
    reader, at = _Reader(path), 0
    for keys, run in groupby(rows, _keys):
        some = tuple(run)
        if keys is not None:
            reader.take_alike(some, shape_of(keys), lines[at : at + len(some)])
        at += len(some)
    return reader.finish()


def _keys(row: Any) -> tuple[Any, ...] | None:
    return tuple(row) if isinstance(row, dict) else None


class _Reader:
    """Collects facts row by row; what points elsewhere is settled at the end."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.facts: list[Fact] = []
        self.patches: list[tuple[FactId, Row, Shape, int | None]] = []
        self.backwards: list[tuple[FactId, FactId]] = []
        self.problems: list[Problem] = []

    def take_alike(self, rows: Sequence[Row], shape: Shape, lines: Sequence[int | None]) -> None:
        """Read rows of the same keys, all at once where nothing about them is special."""
        facts = read_alike(rows, shape, lines)
        if facts is not None:
            self.facts += facts
            return
        for row, line in zip(rows, lines, strict=True):
            self.take(row, shape, line)

    def take(self, row: Row, shape: Shape, line: int | None) -> None:
        """Read one row."""
        get = row.get
        plain: tuple[Any, ...] = tuple(map(get, shape.plain))
        if not PLAIN.issuperset(map(type, plain)):
            if shape.text_key and isinstance(get(shape.text_key), list | dict | int | float):
                self.problems.append(_odd_text(self.path, line))
            plain = tuple(words(value) for value in plain)
        fact_id, text, category, source, status, after = plain
        if not text and not (text := _joined(row, shape)) and not (fact_id and status == PURGED):
            self.skip(row, fact_id, shape, line)
            return
        when = get(shape.timestamp)
        written, day = known_day(when) if when.__class__ is str else read_day(when)
        fact = read_fact(
            fact_id or _NO_ID,
            text,
            category or None,
            written,
            day,
            source or None,
            _OURS.get(status.lower(), status)
            if status
            else (_flagged(row, shape) if shape.flags else ACTIVE),
            after or None,
            line,
            _rest(row, shape) if shape.rest else None,
        )
        self.facts.append(fact)
        odd = next((key for key in shape.days if is_odd_day(get(key))), None)
        if odd is not None:
            self.problems.append(_odd_day(self.path, line, odd, get(odd)))
        if shape.supersedes is not None and fact_id:
            self.backwards += [(FactId(old), fact.id) for old in names(get(shape.supersedes))]

    def skip(self, row: Row, fact_id: str, shape: Shape, line: int | None) -> None:
        """A row without text: a patch of another one, or nothing that can be read."""
        if fact_id and is_patch(row):
            self.patches.append((FactId(fact_id), row, shape, line))
        elif shape.text_key is not None or (fact_id and not _holds_rows(row)):
            self.problems.append(_row_without_fact(self.path, line, fact_id))

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


def _odd_text(path: str, line: int | None) -> Problem:
    message = "the fact of this row is no text"
    return Problem("odd-fact", "warning", path, line, message, "Write it as one sentence.")


def _odd_day(path: str, line: int | None, key: str, value: object) -> Problem:
    message = f"{key!r} says {str(value)[:_SHOWN]!r}, which is no day that can be read"
    what = f"{message}; the row counts as saying none"
    return Problem("odd-day", "warning", path, line, what, "Write it as YYYY-MM-DD.")


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
