"""Keys that stand twice in one row: every parser keeps the last one, and nobody sees the other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from memctl.formats.syntax._json import lines_at
from memctl.formats.syntax._spans import ListSpan
from memctl.graph.problem import Problem


def may_be_twice(text: str | bytes, rows: Sequence[Any]) -> bool:
    """Does a text name a key more often than the objects read out of it bear it?

    A look at the text alone; seldom true where no key stands twice, and never false where one
    does that is spelled without escapes.
    """
    counts = Counter(_keys(rows))
    if isinstance(text, bytes):
        return any(_said_in_bytes(text, key.encode()) > n for key, n in counts.items())
    return any(text.count(f'"{key}":') + text.count(f'"{key}" :') > n for key, n in counts.items())


def _said_in_bytes(text: bytes, key: bytes) -> int:
    return text.count(b'"%b":' % key) + text.count(b'"%b" :' % key)


def _keys(rows: Sequence[Any]) -> Iterator[str]:
    """The keys of all objects in these rows, however deep: no call within a call."""
    left: list[Any] = [rows]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            yield from value
            value = value.values()
        left += (inner for inner in value if isinstance(inner, dict | list))


def fields_twice(text: str, lists: Sequence[ListSpan], path: str) -> Iterator[Problem]:
    """The problem of each row in which a key stands twice.

    Args:
        text: Of the file.
        lists: The rows in it, with their members.
        path: For the problems.
    """
    for row in (row for found in lists for row in found.rows):
        counts = Counter(member.key for member in row.members)
        key = next((key for key, count in counts.items() if count > 1), None)
        if key is not None:
            line = lines_at(text, [row.begin])[0]
            message = f"the key {key!r} stands twice in this row; the last one counts"
            hint = "Delete the one that is wrong."
            yield Problem("field-twice", "warning", path, line, message, hint)
