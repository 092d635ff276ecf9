"""Values of many rows rewritten at once, each in its own form, every other byte unchanged."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memctl.errors import FileInvalid
from memctl.formats.rows._rows import read_rows
from memctl.formats.rows._shapes import shape_of
from memctl.formats.rows.items import ItemsDocument, parse_items, spelling_of
from memctl.formats.syntax._spans import Edit, Member, RowSpan, apply


def rewrite_values(document: ItemsDocument, field: str, new: Callable[[Any], Any]) -> str:
    """The text with the values of one field changed in every row that bears it.

    Where words of a value are replaced by words, its form stays: a list in lines, quotes.

    Raises:
        FileInvalid: Its form cannot be edited.
    """
    rows = _rows(document)
    spelled = spelling_of(document)
    found = [change for row in rows for change in _changes(row, field, new)]
    wanted = {change.place: change.value for change in found}
    respelled = apply(document.text, [c.respelled(document.text) for c in found])
    if _values(document, respelled) == _wanted(rows, wanted):
        return respelled
    return apply(document.text, [spelled.replace(c.row, c.member, c.value) for c in found])


@dataclass(frozen=True, slots=True)
class _Change:
    place: tuple[int, str]
    """Where its row begins, and its key."""
    row: RowSpan
    member: Member
    value: Any

    def respelled(self, text: str) -> Edit:
        """The old value with its words replaced where they stand."""
        at, end = self.member.at, self.member.end
        raw = text[at:end]
        for old, new in dict(_words(self.member.value, self.value)).items():
            parts = re.split(rf"(?<![\w./-]){re.escape(old)}(?![\w./-])", raw)
            raw = new.join(parts)
        return Edit(at, end, raw)


def _rows(document: ItemsDocument) -> list[RowSpan]:
    if not document.can_write:
        raise FileInvalid(document.path, None, "its rows stand in no list that could be edited")
    try:
        lists = spelling_of(document).lists(document.dialect.lists)
    except ValueError as error:
        raise FileInvalid(document.path, None, f"its form cannot be edited: {error}") from error
    return [row for found in lists for row in found.rows if row.members]


def _changes(row: RowSpan, field: str, new: Callable[[Any], Any]) -> Iterator[_Change]:
    for key in shape_of(tuple(row.value)).fields.get(field, ()):
        member = row.member(key)
        if member is not None and (value := new(member.value)) != member.value:
            yield _Change((row.start, key), row, member, value)


def _values(document: ItemsDocument, text: str) -> list[Any] | None:
    """What the rows of a text say; None when it no longer reads."""
    after = parse_items(text, document.path)
    if not after.can_write or after.dialect != document.dialect:
        return None
    return [row.value for row in _rows(after)]


def _wanted(rows: Sequence[RowSpan], changed: Mapping[tuple[int, str], Any]) -> list[Any]:
    return [
        {key: changed.get((row.start, key), value) for key, value in row.value.items()}
        for row in rows
    ]


def _words(old: Any, new: Any) -> Iterator[tuple[str, str]]:
    """Texts that differ at the same place of two values."""
    if isinstance(old, str) and isinstance(new, str) and old != new:
        yield old, new
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            yield from _words(one, other)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in old.keys() & new.keys():
            yield from _words(old[key], new[key])


def raw_rows(document: ItemsDocument) -> tuple[dict[str, Any], ...]:
    """The rows that the document's facts were read from, key by key, in the facts' order.

    Raises:
        FileInvalid: They cannot be told apart.
    """
    rows = tuple(row.value for row in _rows(document) if _holds_fact(row.value))
    if len(rows) != len(document.facts):
        raise FileInvalid(document.path, None, "its rows cannot be told apart")
    return rows


def _holds_fact(row: dict[str, Any]) -> bool:
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
        return value.startswith(("{", "[")) and holds_words(parsed(value), words)
    if isinstance(value, dict):
        return any(holds_words(v, words) for v in (*value.keys(), *value.values()))
    return isinstance(value, list) and any(holds_words(v, words) for v in value)


def parsed(text: str) -> Any:
    """The value of a JSON text; None when it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def lines_without_words(text: str, words: Sequence[str]) -> str:
    """A ledger without what it wrote down of these words.

    The id and the kind of a decision stay, so that an answered question is not asked again.
    """
    *whole, last = text.split("\n")  # a row may hold other ends of lines as they are
    lines = [*(f"{line}\n" for line in whole), last]
    return "".join(_line_without(line, words) for line in lines if line)


def _line_without(line: str, words: Sequence[str]) -> str:
    row = parsed(line)
    if not holds_words(row if row is not None else line, words):
        return line
    is_answer = isinstance(row, dict) and row.get("kind") not in {None, "seen"}
    if not is_answer or not isinstance(row, dict):
        return ""
    return json.dumps({**row, "subject": ""}, ensure_ascii=False) + "\n"
