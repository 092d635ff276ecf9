"""Where the rows of a document are, and which key of a row holds what."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memctl.formats.rows._values import READERS, Row, words
from memctl.formats.rows.dialect import (
    FLAGS_FALSE,
    FLAGS_TRUE,
    TEXT_PARTS,
    WRAPPERS,
    fields_of,
    fold,
)

Steps = tuple[str | int, ...]
"""The way from the top of a document to a list in it."""

_DEEPEST = 8
_DAYS = ("timestamp", "valid_until", "superseded_at")
_OFTEN = ("id", "text", "category", "source", "status", "superseded_by")


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
    days: tuple[str, ...]
    """The keys that tell a day: from when, until when, retired when."""
    status: str | None
    superseded_by: str | None
    supersedes: str | None
    flags: tuple[tuple[str, bool], ...]
    """Booleans in place of a status, with the value that means retired."""
    rest: tuple[tuple[str, str, Callable[[Any], Any]], ...]
    """(field of Fact, key, reader) of what few rows bear."""
    fields: Mapping[str, tuple[str, ...]]
    is_plain: bool
    """Does it hold nothing but `plain` and a timestamp, the id, text and status among them?"""

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
    flags = (
        *((folded[n], False) for n in FLAGS_TRUE if n in folded),
        *((folded[n], True) for n in FLAGS_FALSE if n in folded),
    )
    rest = tuple(
        (field, first[field], reader)
        for field, reader in READERS.items()
        if field in first and first[field] not in parts
    )
    return Shape(
        plain=tuple(map(first.get, _OFTEN)),
        id=first.get("id"),
        text=first.get("text"),
        joiner=joiner,
        parts=parts,
        timestamp=first.get("timestamp"),
        days=tuple(first[field] for field in _DAYS if field in first),
        status=first.get("status"),
        superseded_by=first.get("superseded_by"),
        supersedes=first.get("supersedes"),
        flags=flags,
        rest=rest,
        fields=fields,
        is_plain={"id", "text", "status"} <= first.keys()
        and not (flags or rest or "supersedes" in first),
    )


def _parts(keys: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """How the text is joined, and from which keys; no keys when these hold no text."""
    folded = {fold(k): k for k in keys}
    for joiner, needed, names in TEXT_PARTS:
        found = [next((folded[n] for n in part if n in folded), None) for part in names]
        if None not in found[-needed:]:
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
    if _is_row(value) or _is_keyed(value) or (value == {} and _is_wrapper(steps)):
        yield steps
    elif isinstance(value, list):
        if not value or any(_is_row(row) or is_patch(row) for row in value):
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


def _is_wrapper(steps: Steps) -> bool:
    return bool(steps) and isinstance(steps[-1], str) and fold(steps[-1]) in WRAPPERS


def _unnamed(value: Row) -> list[str]:
    """Keys of an object that may lead to rows though their names say nothing."""
    return [
        key
        for key, inner in value.items()
        if (isinstance(inner, list) and any(isinstance(r, dict) for r in inner))
        or (isinstance(inner, dict) and inner)
    ]


def _is_row(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    key = shape_of(tuple(value)).text_key
    return key is not None and not _holds_rows(value[key])


def _holds_rows(value: Any) -> bool:
    """Are there objects or lists in it? A name for a text may stand above facts as well."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(isinstance(row, dict | list) for row in inner)


def is_patch(value: Any) -> bool:
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
    """The rows at the end of the way, and whether there can be more (else: no writing).

    Rows of an object bear the names under which they stand as ids, where they have no other.
    """
    value = end_of(value, steps)
    if isinstance(value, list):
        return value, True
    if _is_row(value):
        return [value], False
    return [named(name, row) for name, row in value.items()], True


def end_of(value: Any, steps: Steps) -> Any:
    """What stands at the end of the way."""
    for step in steps:
        value = value[step]
    return value


def naming(name: str, row: Row) -> tuple[str, bool]:
    """(key of the id, does the name give the id) of a row that stands under a name."""
    key = shape_of(tuple(row)).id
    if key is None:
        return "id", True
    return key, not words(row[key]) and name != ""


def odd_names(value: Any, lists: Sequence[Steps]) -> Iterator[tuple[int, str, str]]:
    """(number of the row, name, id) of rows that stand under another name than their id."""
    number = 0
    for found in (end_of(value, steps) for steps in lists):
        for name, row in found.items() if isinstance(found, dict) else ():
            key, is_named = naming(name, row)
            if not is_named and words(row[key]) != name:
                yield number, name, words(row[key])
            number += 1
        number += len(found) if isinstance(found, list) else 0


def named(name: str, row: Row) -> Row:
    """The row with its name as its id, where it bears none."""
    key, is_named = naming(name, row)
    return {key: None} | row | {key: name} if is_named else row
