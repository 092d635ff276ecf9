"""YAML: the edits of a text, and the form of what is new in it.

Where what stands is told by _yaml_spans.py. A library that keeps comments writes the whole text
anew (ADR 0005); here every character outside of an edit stays.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from memctl.formats.rows._shapes import Steps
from memctl.formats.syntax._spans import (
    Edit,
    ListSpan,
    Member,
    Pair,
    RowSpan,
    split_name,
)
from memctl.formats.syntax._yaml_spans import (
    HasProperties,
    NotYaml,
    compose,
    find_lists,
    has_properties,
    value_of,
)

_PLAIN_KEY = re.compile(r"[A-Za-z_][\w-]*\Z")
_UNSAFE = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Yaml:
    """How one YAML text is spelled; see `Spelling`."""

    text: str

    def lists(self, lists: Sequence[Steps]) -> tuple[ListSpan, ...]:
        """Where the lists of rows stand.

        Raises:
            HasProperties: the text uses anchors, aliases or tags.
        """
        if has_properties(self.text):
            raise HasProperties("it uses anchors, aliases or tags")
        return find_lists(self.text, compose(self.text), lists)

    def replace(self, row: RowSpan, member: Member, value: Any) -> Edit:
        """A new value for a key that the row has."""
        if member is row.name:
            return Edit(member.at, member.end, self._value(value, member))
        colon = self._colon(member)
        return Edit(member.key_end, member.end, colon + self._value(value, member))

    def insert(self, row: RowSpan, after: Member, pairs: Sequence[Pair]) -> Edit:
        """Keys that the row lacks, behind one that it has (and behind the comment on its line)."""
        if not row.is_block:
            text = "".join(f", {self._pair(pair)}" for pair in pairs)
            return Edit(after.end, after.end, text)
        indent = "\n" + " " * self._column(row.members[0].start)
        text = "".join(indent + self._pair(pair) for pair in pairs)
        at = self._line_end(after.end)
        return Edit(at, at, text)

    def append(self, rows: ListSpan, model: RowSpan | None, new: Sequence[Sequence[Pair]]) -> Edit:
        """New rows behind the last one, in the form of `model`."""
        if model is None or not rows.rows:
            return self._fill(rows, new)
        last = rows.rows[-1]
        if self.text[rows.start] in "[{":
            gap = self._flow_gap(rows)
            text = "".join(gap + self._in_flow(model, pairs) for pairs in new)
            return Edit(last.end, last.end, text)
        indent = "\n" + " " * self._column(last.start)
        texts = [self._lead(rows) + self._in_block(model, last, pairs, indent) for pairs in new]
        at = self._line_end(last.end)
        return Edit(at, at, "".join(texts))

    def _flow_gap(self, rows: ListSpan) -> str:
        """What stands between two rows in brackets: each on a line of its own, or all on one."""
        last = rows.rows[-1]
        before = rows.rows[-2].end if len(rows.rows) > 1 else rows.start + 1
        gap = self.text[before : last.begin]
        if "\n" not in gap or gap.strip() not in {"", ","}:
            return ", "
        return gap if "," in gap else f",{gap}"

    def _in_flow(self, model: RowSpan, pairs: Sequence[Pair]) -> str:
        if model.name is None:
            return self._flow(pairs)
        name, inside = split_name(pairs, model)
        return f"{self._value(str(name), model.name)}: {self._flow(inside)}"

    def _in_block(self, model: RowSpan, last: RowSpan, pairs: Sequence[Pair], indent: str) -> str:
        if last.name is None:
            return self._row(model, pairs, indent)
        name, inside = split_name(pairs, model)
        if model.is_block and not last.is_block:
            indent = "\n" + " " * self._column(model.start)
        gap = indent if model.is_block else " "
        return f"{self._value(str(name), last.name)}:{gap}{self._row(model, inside, indent)}"

    def _lead(self, rows: ListSpan) -> str:
        """What stands between two rows, up to the second one's name, or its first key."""
        last, gap = rows.rows[-1], "\n" * (1 + self._blank_lines(rows))
        if last.name is None:
            return gap + self._dash(last)
        return gap + " " * self._column(last.begin)

    def append_texts(self, rows: ListSpan, texts: Sequence[str]) -> Edit:
        """Rows that are spelled already, behind the last one.

        Raises:
            ValueError: the list is empty.
        """
        if not rows.rows:
            raise ValueError("an empty list")
        last = rows.rows[-1]
        if self.text[rows.start] in "[{":
            gap = self._flow_gap(rows)
            return Edit(last.end, last.end, "".join(gap + text for text in texts))
        at, lead = self._line_end(last.end), self._lead(rows)
        return Edit(at, at, "".join(lead + text for text in texts))

    def _row(self, model: RowSpan, pairs: Sequence[Pair], indent: str) -> str:
        if not model.is_block:
            return self._flow(pairs)
        return indent.join(self._pair(pair) for pair in pairs)

    def _flow(self, pairs: Sequence[Pair]) -> str:
        return "{" + ", ".join(self._pair(pair) for pair in pairs) + "}"

    def _fill(self, rows: ListSpan, new: Sequence[Sequence[Pair]]) -> Edit:
        """Rows for a list that has none."""
        line = self.text.rfind("\n", 0, rows.start) + 1
        before = self.text[line : rows.start]
        margin = " " * (len(before) - len(before.lstrip()) + 2) if before.strip() else ""
        texts = [self._plain_row(rows, pairs, f"\n{margin}  ") for pairs in new]
        body = "\n".join(margin + text for text in texts)
        return Edit(line + len(before.rstrip()), rows.end, f"\n{body}" if before.strip() else body)

    def _plain_row(self, rows: ListSpan, pairs: Sequence[Pair], indent: str) -> str:
        if not rows.is_keyed:
            return "- " + indent.join(self._pair(pair) for pair in pairs)
        name, inside = split_name(pairs, None)
        head = self._pair(Pair(str(name))).removesuffix(" null")
        return head + "".join(indent + self._pair(pair) for pair in inside)

    def _blank_lines(self, rows: ListSpan) -> int:
        if len(rows.rows) == 1:
            return 0
        gap = self.text[self._line_end(rows.rows[-2].end) : rows.rows[-1].begin]
        return max(gap[: len(gap) - len(gap.lstrip())].count("\n") - 1, 0)

    def _dash(self, row: RowSpan) -> str:
        """What stands before the row's first key, from the beginning of the dash's line."""
        dash = self.text.rfind("-", 0, row.start)
        return self.text[self.text.rfind("\n", 0, dash) + 1 : row.start]

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _column(self, at: int) -> int:
        return at - self.text.rfind("\n", 0, at) - 1

    def _pair(self, pair: Pair) -> str:
        like = pair.model
        if like is None:
            key = pair.key if _PLAIN_KEY.match(pair.key) else _quoted(pair.key)
            return f"{key}: {self._value(pair.value, None)}"
        key = self.text[like.start : like.key_end]
        if pair.is_kept:
            return key + self.text[like.key_end : like.end]
        return key + self._colon(like) + self._value(pair.value, like)

    def _colon(self, member: Member) -> str:
        colon = self.text[member.key_end : member.at]
        return colon if colon.endswith(" ") and "\n" not in colon else ": "

    def _value(self, value: Any, like: Member | None) -> str:
        if value is None:
            return "null"
        if isinstance(value, list | dict):
            return _escaped(json.dumps(value, ensure_ascii=False))
        old = self.text[like.at : like.end] if like else ""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if old.startswith("'") and "\n" not in text and not _UNSAFE.search(text):
            return "'" + text.replace("'", "''") + "'"
        if old.startswith('"') or not _is_plain(text, old, is_word=isinstance(value, str)):
            return _quoted(text)
        return text


def _is_plain(text: str, old: str, *, is_word: bool) -> bool:
    """May the text stand without quotes? A date does where its neighbour of old did."""
    if is_word and _kind(text) not in {"str", _kind(old)}:
        return False
    if any(c in text for c in "\n[]{}"):
        return False
    try:
        node = compose(f"- a: {text}\n")
    except NotYaml:
        return False
    return bool(value_of(node) == [{"a": text}])


def _kind(text: str) -> str:
    """What other readers take a plain scalar for."""
    table = yaml.SafeLoader.yaml_implicit_resolvers.get(text[:1], [])
    return next((tag for tag, pattern in table if pattern.match(text)), "str")


def _quoted(text: str) -> str:
    return _escaped(json.dumps(text, ensure_ascii=False))


def _escaped(text: str) -> str:
    """JSON strings are YAML, but for characters that YAML does not print."""
    return _UNSAFE.sub(lambda m: f"\\u{ord(m[0]):04x}", text)


def yaml_of(text: str) -> Yaml:
    """How this text is spelled."""
    return Yaml(text)
