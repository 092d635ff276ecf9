"""Facts made quickly: a graph has hundreds of thousands of them.

A frozen dataclass sets each field through `object.__setattr__`, which takes longer than
reading the whole row as JSON. So a fact is made as a twin that may be written to, of the same
slots, and becomes a `Fact` when it is complete. Nobody sees the twin.
"""

from dataclasses import MISSING, field, fields, make_dataclass
from datetime import date
from typing import Any

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
