"""JSON and JSON Lines: values, lines of rows, spans for an edit, and the form of new text."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from memctl.formats.rows._shapes import Steps
from memctl.formats.syntax._spans import (
    Edit,
    ListSpan,
    Member,
    Pair,
    RowSpan,
    named_row,
    split_name,
)

_SPACE = re.compile(r"[ \t\r\n]*")
_ROW = re.compile(r"\n([ \t]*)\{")
_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}")
_decode = json.JSONDecoder().raw_decode


def row_lines(
    text: str, lists: Sequence[Steps], rows: Sequence[Any], *, is_keyed: bool = False
) -> list[int]:
    """The line of each row of these lists; `is_keyed`: an object of rows is among them.

    Where there is no brace but those of the rows, or where every row begins a line of its own
    in the same column, counting newlines between them is enough; else the document is scanned.
    """
    parts = [] if is_keyed else text.split("{")
    if len(parts) == len(rows) + 1 and all(row.__class__ is dict for row in rows):
        return list(accumulate([p.count("\n") for p in parts[:-1]], initial=1))[1:]
    if len(lists) == 1 and not is_keyed and (first := _ROW.search(text)):
        parts = text.split(first[0])
        if len(parts) == len(rows) + 1:
            return [n + 1 for n in accumulate(p.count("\n") + 1 for p in parts[:-1])]
    starts = [row.begin for found in find_lists(text, lists) for row in found.rows]
    return lines_at(text, starts)


def lines_at(text: str, starts: Sequence[int]) -> list[int]:
    """The lines, from 1, of ascending offsets."""
    ends = [0, *starts]
    counts = (text.count("\n", a, b) for a, b in zip(ends, starts, strict=False))
    return [n + 1 for n in accumulate(counts)]


def find_lists(text: str, lists: Sequence[Steps]) -> tuple[ListSpan, ...]:
    """The spans of these lists in a valid document."""
    return tuple(_list_at(text, _skip(text, 0), steps) for steps in lists)


def _list_at(text: str, at: int, steps: Steps) -> ListSpan:
    for step in steps:
        if isinstance(step, str):
            at = next(m.at for m in reversed(scan_row(text, at).members) if m.key == step)
        else:
            at = _items(text, at)[0][step]
    if text[at] == "{":
        return _object_at(text, at)
    starts, end = _items(text, at)
    return ListSpan(at, end, tuple(scan_row(text, s) for s in starts))


def _object_at(text: str, at: int) -> ListSpan:
    """The object of rows that begins here."""
    found = scan_row(text, at)
    rows = (named_row(scan_row(text, m.at), m.start, m.key_end, m.key) for m in found.members)
    return ListSpan(at, found.end, tuple(rows), is_keyed=True)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def scan_row(text: str, start: int) -> RowSpan:
    """The object at `start` with the spans of its members; a row without any when it is none."""
    if text[start] != "{":
        return RowSpan(start, _decode(text, start)[1], ())
    members, at = [], _skip(text, start + 1)
    while text[at] != "}":
        key, key_end = _decode(text, at)
        value_at = _skip(text, _skip(text, key_end) + 1)
        value, end = _decode(text, value_at)
        members.append(Member(key, at, key_end, value_at, end, value))
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at] == "," else at
    return RowSpan(start, at + 1, tuple(members))


def _items(text: str, start: int) -> tuple[list[int], int]:
    """Where the items of the array at `start` begin, and where it ends."""
    starts, at = [], _skip(text, start + 1)
    while text[at] != "]":
        starts.append(at)
        at = _skip(text, _decode(text, at)[1])
        at = _skip(text, at + 1) if text[at] == "," else at
    return starts, at + 1


@dataclass(frozen=True, slots=True)
class Json:
    """How one JSON text is spelled; see `Spelling`."""

    text: str
    is_ascii: bool
    has_slashes: bool
    unit: str
    """One step of indentation."""
    is_inline: bool
    """Do arrays in rows stay on one line?"""

    def lists(self, lists: Sequence[Steps]) -> tuple[ListSpan, ...]:
        """Where the lists of rows stand."""
        return find_lists(self.text, lists)

    def replace(self, row: RowSpan, member: Member, value: Any) -> Edit:
        """A new value for a key that the row has."""
        return Edit(member.at, member.end, self._value(value, row))

    def insert(self, row: RowSpan, after: Member, pairs: Sequence[Pair]) -> Edit:
        """Keys that the row lacks, behind one that it has."""
        gap = self._gap(row, 1)
        new = "".join(gap + self._pair(pair, row) for pair in pairs)
        return Edit(after.end, after.end, new)

    def append(self, rows: ListSpan, model: RowSpan | None, new: Sequence[Sequence[Pair]]) -> Edit:
        """New rows behind the last one, in the form of `model`."""
        if model is None or not rows.rows:
            return self._fill(rows, new)
        last = rows.rows[-1]
        gap = self._between(rows)
        return Edit(last.end, last.end, "".join(gap + self._row(model, pairs) for pairs in new))

    def append_texts(self, rows: ListSpan, texts: Sequence[str]) -> Edit:
        """Rows that are spelled already, behind the last one."""
        if not rows.rows:
            return self._fill_texts(rows, texts)
        end, gap = rows.rows[-1].end, self._between(rows)
        return Edit(end, end, "".join(gap + text for text in texts))

    def _between(self, rows: ListSpan) -> str:
        """What stands between two rows of the list."""
        last = rows.rows[-1]
        if len(rows.rows) > 1:
            return self.text[rows.rows[-2].end : last.begin]
        return "," + self.text[rows.start + 1 : last.begin]

    def _fill(self, rows: ListSpan, new: Sequence[Sequence[Pair]]) -> Edit:
        """Rows for a list that has none, in our own form."""
        return self._fill_texts(rows, [self._plain_row(rows, pairs) for pairs in new])

    def _plain_row(self, rows: ListSpan, pairs: Sequence[Pair]) -> str:
        name, inside = split_name(pairs, None) if rows.is_keyed else (None, pairs)
        inner = self._margin(rows) + self.unit
        row = render_row({p.key: p.value for p in inside}, self, inner)
        return f"{self.dumps(str(name))}: {row}" if rows.is_keyed else row

    def _fill_texts(self, rows: ListSpan, texts: Sequence[str]) -> Edit:
        margin = self._margin(rows)
        body = ",\n".join(margin + self.unit + text for text in texts)
        first, last = "{}" if rows.is_keyed else "[]"
        return Edit(rows.start, rows.end, f"{first}\n{body}\n{margin}{last}")

    def _margin(self, rows: ListSpan) -> str:
        """The indentation of the line on which the list begins."""
        line = self.text.rfind("\n", 0, rows.start) + 1
        return self.text[line : _skip(self.text, line)] if line else ""

    def _row(self, model: RowSpan, pairs: Sequence[Pair]) -> str:
        first, last = model.members[0], model.members[-1]
        lead = self.text[model.start + 1 : first.start]
        name = ""
        if model.name is not None:
            key, pairs = split_name(pairs, model)
            name = self.dumps(str(key)) + self.text[model.name.end : model.start]
        parts = []
        for at, pair in enumerate(pairs):
            index = model.members.index(pair.model) if pair.model else len(model.members)
            parts.append((self._gap(model, index) if at else lead) + self._pair(pair, model))
        return name + "{" + "".join(parts) + self.text[last.end : model.end]

    def _gap(self, row: RowSpan, index: int) -> str:
        """The comma and space before the member at `index`; behind the last: as before it."""
        index = min(max(index, 1), len(row.members) - 1)
        if index > 0:
            return self.text[row.members[index - 1].end : row.members[index].start]
        lead = self.text[row.start + 1 : row.members[0].start]
        return "," + (lead or ("" if self._is_tight(row) else " "))

    def _pair(self, pair: Pair, row: RowSpan) -> str:
        like = pair.model or row.members[-1]
        key = self.text[like.start : like.key_end] if pair.model else self.dumps(pair.key)
        colon = self.text[like.key_end : like.at]
        kept = pair.is_kept and pair.model is not None
        value = self.text[like.at : like.end] if kept else self._value(pair.value, row)
        return key + colon + value

    def _value(self, value: Any, row: RowSpan) -> str:
        line = self.text.rfind("\n", 0, row.members[0].start) + 1
        margin = self.text[line : row.members[0].start]
        if self.is_inline or margin.strip() or not isinstance(value, list | dict) or not value:
            return self.dumps(value, is_tight=self._is_tight(row))
        return self.dumps(value, indent=self.unit).replace("\n", "\n" + margin)

    def _is_tight(self, row: RowSpan) -> bool:
        first = row.members[0]
        return self.text[first.key_end : first.at] == ":"

    def dumps(self, value: Any, *, indent: str | None = None, is_tight: bool = False) -> str:
        """The value as text, escaped as this file escapes."""
        comma = "," if indent or is_tight else ", "
        separators = (comma, ":" if is_tight else ": ")
        text = json.dumps(value, ensure_ascii=self.is_ascii, indent=indent, separators=separators)
        return text.replace("/", "\\/") if self.has_slashes else text


class JsonLines(Json):
    """One row a line."""

    __slots__ = ()

    def lists(self, lists: Sequence[Steps]) -> tuple[ListSpan, ...]:
        """All lines, as one list."""
        del lists
        rows = tuple(scan_row(self.text, at) for at, _ in row_texts(self.text))
        return (ListSpan(0, len(self.text), rows),)

    def _between(self, rows: ListSpan) -> str:
        del rows
        return "\r\n" if "\r\n" in self.text else "\n"

    def _fill(self, rows: ListSpan, new: Sequence[Sequence[Pair]]) -> Edit:
        lines = [self.dumps({p.key: p.value for p in pairs}) for pairs in new]
        return self._fill_texts(rows, lines)

    def _fill_texts(self, rows: ListSpan, texts: Sequence[str]) -> Edit:
        del rows
        return Edit(len(self.text), len(self.text), "".join(f"{text}\n" for text in texts))


def row_texts(text: str) -> list[tuple[int, str]]:
    """(offset, text) of every line of JSON Lines that is neither blank nor a comment."""
    found, at = [], 0
    for line in text.split("\n"):
        bare = line.strip()
        if bare and not bare.startswith(("#", "//")):
            found.append((at + line.index(bare), bare))
        at += len(line) + 1
    return found


def json_of(text: str, *, lines: bool = False) -> Json:
    """How this text is spelled."""
    indent = re.search(r"\n([ \t]+)\S", text)
    return (JsonLines if lines else Json)(
        text=text,
        is_ascii=text.isascii() and _ESCAPE.search(text) is not None,
        has_slashes="\\/" in text,
        unit=indent[1] if indent else "  ",
        is_inline=re.search(r"\":\s*\[[ \t\r]*\n\s*[^\s{\]]", text) is None,
    )


OURS = json_of("")


def render_row(row: dict[str, Any], form: Json = OURS, margin: str = "  ") -> str:
    """A row in our own form: a key a line, arrays on one line; without its first margin."""
    inner = margin + form.unit
    lines = [f"{inner}{form.dumps(key)}: {form.dumps(value)}" for key, value in row.items()]
    return "{\n" + ",\n".join(lines) + f"\n{margin}}}"
