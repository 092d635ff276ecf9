"""Facts made quickly: a graph has hundreds of thousands of them.

A frozen dataclass sets each field through `object.__setattr__`, which takes longer than
reading the whole row as JSON. So a fact is made as a twin that may be written to, of the same
slots, and becomes a `Fact` when it is complete. Nobody sees the twin.
"""

from collections.abc import Sequence
from dataclasses import MISSING, field, fields, make_dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from memctl.formats.rows._shapes import Shape
from memctl.formats.rows._values import Row
from memctl.formats.rows.dialect import ACTIVE_WORDS
from memctl.formats.rows.row_days import read_day
from memctl.graph.fact import Fact, FactId

_FIELDS = {f.name: f for f in fields(Fact)}
_FIRST = ("id", "text", "category", "timestamp", "day", "source", "status", "superseded_by", "line")
_Twin: Any = make_dataclass(
    "_Twin",
    [
        (f.name, f.type) if f.default is MISSING else (f.name, f.type, field(default=f.default))
        for f in ({name: _FIELDS[name] for name in _FIRST} | _FIELDS).values()
    ],
    slots=True,
)


PLAIN = frozenset({str, type(None)})
known_day = lru_cache(maxsize=16384)(read_day)
"""Files repeat their days."""


@lru_cache(maxsize=1024)
def _word(word: str | None) -> str | None:
    """The word as it was met first."""
    return word


def read_alike(rows: Sequence[Row], shape: Shape, lines: Sequence[int | None]) -> list[Fact] | None:
    """The facts of rows that all have this shape, or None where one needs a closer look.

    Column by column: what is looked at once for a column costs next to nothing for a row.
    """
    if not shape.is_plain:
        return None
    columns: list[list[Any]] = []
    for key in (*shape.plain, shape.timestamp):
        column = [None] * len(rows) if key is None else [row[key] for row in rows]
        if "" in column or not PLAIN.issuperset(map(type, column)):
            return None
        columns.append(column)
    ids, texts, categories, sources, statuses, successors, times = columns
    if None in ids or None in texts or None in statuses:
        return None
    if any(status != status.lower() or status in ACTIVE_WORDS for status in set(statuses)):
        return None
    # Three words of hundreds of thousands of rows: one copy of each will do.
    categories, sources, statuses = ([*map(_word, c)] for c in (categories, sources, statuses))
    written, days = zip(*map(known_day, times), strict=True)
    if None in written and any(w is None and t for w, t in zip(written, times, strict=True)):
        return None
    made = map(_Twin, ids, texts, categories, written, days, sources, statuses, successors, lines)
    facts = list(made)
    for fact in facts:
        fact.__class__ = Fact
    return facts


def read_fact(  # noqa: PLR0913, PLR0917 - what nearly every row bears, by place: names cost time
    fact_id: FactId,
    text: str,
    category: str | None,
    timestamp: str | None,
    day: date | None,
    source: str | None,
    status: str,
    superseded_by: FactId | None,
    line: int | None,
    rest: dict[str, Any] | None = None,
) -> Fact:
    """The same as `Fact(fact_id, …, line=line, **rest)`."""
    fact = _Twin(fact_id, text, category, timestamp, day, source, status, superseded_by, line)
    if rest:
        for name, value in rest.items():
            setattr(fact, name, value)
    fact.__class__ = Fact
    return fact  # type: ignore[no-any-return]  # it is one now
