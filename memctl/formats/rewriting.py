"""Values of many rows rewritten at once, each in its own form, every other byte unchanged."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from memctl.errors import FileInvalid
from memctl.formats._shapes import shape_of
from memctl.formats._spans import Edit, RowSpan, Spelling, apply
from memctl.formats.items import ItemsDocument, spelling_of


def rewrite_values(document: ItemsDocument, field: str, new: Callable[[Any], Any]) -> str:
    """The text with the values of one field changed in every row that bears it.

    Raises:
        FileInvalid: Its form cannot be edited.
    """
    if not document.can_write:
        raise FileInvalid(document.path, None, "its rows stand in no list that could be edited")
    spelled = spelling_of(document)
    try:
        rows = [r for found in spelled.lists(document.dialect.lists) for r in found.rows]
    except ValueError as error:
        raise FileInvalid(document.path, None, f"its form cannot be edited: {error}") from error
    return apply(document.text, [e for row in rows for e in _edits(spelled, row, field, new)])


def _edits(
    spelled: Spelling, row: RowSpan, field: str, new: Callable[[Any], Any]
) -> Iterator[Edit]:
    for key in shape_of(tuple(row.value)).fields.get(field, ()):
        member = row.member(key)
        if member is not None and (value := new(member.value)) != member.value:
            yield spelled.replace(row, member, value)


def raw_rows(document: ItemsDocument) -> tuple[dict[str, Any], ...]:
    """The rows that the document's facts were read from, key by key, in the facts' order."""
    if not document.can_write:
        raise FileInvalid(document.path, None, "its rows stand in no list that could be edited")
    try:
        lists = spelling_of(document).lists(document.dialect.lists)
    except ValueError as error:
        raise FileInvalid(document.path, None, f"its form cannot be read: {error}") from error
    full = (row.value for found in lists for row in found.rows if row.members)
    rows = tuple(row for row in full if _holds_fact(row))
    if len(rows) != len(document.facts):
        raise FileInvalid(document.path, None, "its rows cannot be told apart")
    return rows


def _holds_fact(row: dict[str, Any]) -> bool:
    from memctl.formats._rows import read_rows  # noqa: PLC0415 - as reading does it

    return bool(read_rows((row,), (None,), "").facts)


def without_words(value: Any, words: Sequence[str]) -> Any:
    """Evidence as it stands in a row, without the places that quote one of these words."""
    if isinstance(value, list):
        return [v for v in value if not holds_words(v, words)]
    return [] if holds_words(value, words) else value


def holds_words(value: Any, words: Sequence[str]) -> bool:
    """Does a text, at any depth, hold one of these? Spaces and line ends count as one."""
    if isinstance(value, str):
        plain = " ".join(value.split())
        if any(word in plain for word in words):
            return True
        return value.startswith(("{", "[")) and holds_words(_parsed(value), words)
    if isinstance(value, dict):
        return any(holds_words(v, words) for v in (*value.keys(), *value.values()))
    return isinstance(value, list) and any(holds_words(v, words) for v in value)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def lines_without_words(text: str, words: Sequence[str]) -> str:
    """A ledger without what it wrote down of these words.

    The id and the kind of a decision stay, so that an answered question is not asked again.
    """
    return "".join(_line_without(line, words) for line in text.splitlines(keepends=True))


def _line_without(line: str, words: Sequence[str]) -> str:
    row = _parsed(line)
    if not holds_words(row if row is not None else line, words):
        return line
    is_answer = isinstance(row, dict) and row.get("kind") not in {None, "seen"}
    if not is_answer or not isinstance(row, dict):
        return ""
    return json.dumps({**row, "subject": ""}, ensure_ascii=False) + "\n"
