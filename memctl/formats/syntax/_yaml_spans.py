"""YAML as text and marks: values in which every scalar stays text, and where each of them stands.

Comments, quotes and unquoted dates survive because text is only cut at the marks of the
parser, never written back through it.
"""

import re
from collections.abc import Sequence
from typing import Any

import yaml

from memctl.formats.rows._shapes import Steps
from memctl.formats.rows._values import object_of
from memctl.formats.syntax._spans import (
    ListSpan,
    Member,
    RowSpan,
    named_row,
)

_NULL = "tag:yaml.org,2002:null"
_COLON = re.compile(r"[ \t]*:")
_PROPERTY = (yaml.AnchorToken, yaml.AliasToken, yaml.TagToken)
_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):  # type: ignore[misc]  # chosen at run time: C where it is there
    """Tells null from text and nothing else: `no`, `007`, `10:30` and dates stay as written."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML's own table, replaced as it asks
        first: [(_NULL, re.compile(r"(?:~|null|Null|NULL|)\Z"))] for first in ("~", "n", "N", "")
    }


class NotYaml(ValueError):
    """The text cannot be read."""

    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message)
        self.line = line


class HasProperties(ValueError):
    """Anchors, aliases or tags: a row that is copied would carry them along."""


def compose(text: str) -> yaml.Node | None:
    """The document as nodes; None when it holds only comments.

    Raises:
        NotYaml: it cannot be read.
    """
    try:
        return yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        what = error.problem or error.context or "a syntax error"
        raise NotYaml(f"{what}{where}", mark.line + 1 if mark else None) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        lines = str(error).splitlines() or ["nested too deeply"]
        raise NotYaml(lines[0], None) from error


def value_of(node: yaml.Node | None) -> Any:
    """The plain value of a node: text, None, lists, objects."""
    return None if node is None else _value(node, {})


def _value(node: yaml.Node, known: dict[int, Any]) -> Any:
    if id(node) in known:  # an alias: the same value, not a copy of it
        return known[id(node)]
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        known[id(node)] = found
        found.update(object_of([(_key(k), _value(v, known)) for k, v in node.value]))
        return found
    if isinstance(node, yaml.SequenceNode):
        items: list[Any] = []
        known[id(node)] = items
        items.extend(_value(item, known) for item in node.value)
        return items
    return None if node.tag == _NULL else node.value


def _key(node: yaml.Node) -> str:
    return node.value if isinstance(node.value, str) else ""


def has_properties(text: str) -> bool:
    """Does it use anchors, aliases or tags, which no edit may tear apart?"""
    return any(isinstance(token, _PROPERTY) for token in yaml.scan(text, Loader=_Loader))


def find_lists(text: str, node: yaml.Node | None, lists: Sequence[Steps]) -> tuple[ListSpan, ...]:
    """The spans of these lists."""
    return tuple(_list_at(text, node, steps) for steps in lists) if node is not None else ()


def _list_at(text: str, node: yaml.Node, steps: Steps) -> ListSpan:
    for step in steps:
        if isinstance(step, str):
            node = next(v for k, v in reversed(node.value) if _key(k) == step)
        else:
            node = node.value[step]
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.MappingNode):
        named = (_named(text, key, row) for key, row in node.value)
        return ListSpan(start, end, tuple(named), is_keyed=True)
    return ListSpan(start, end, tuple(_row(text, row) for row in node.value))


def _named(text: str, key: yaml.Node, row: yaml.Node) -> RowSpan:
    return named_row(_row(text, row), key.start_mark.index, key.end_mark.index, _key(key))


def _row(text: str, node: yaml.Node) -> RowSpan:
    start, end = node.start_mark.index, _end(text, node)
    if not isinstance(node, yaml.MappingNode):
        return RowSpan(start, end, ())
    members = tuple(_member(text, key, value) for key, value in node.value)
    return RowSpan(start, end, members, is_block=not node.flow_style)


def _member(text: str, key: yaml.Node, value: yaml.Node) -> Member:
    key_end, at, end = key.end_mark.index, value.start_mark.index, _end(text, value)
    if at >= end:  # nothing written: the mark then stands anywhere
        colon = _COLON.match(text, key_end)  # none in `{name}`
        at = end = colon.end() if colon else key_end
    return Member(_key(key), key.start_mark.index, key_end, at, end, value_of(value))


def _end(text: str, node: yaml.Node) -> int:
    """Where the node's own text ends; marks of a block stand behind blank lines and comments."""
    start, end = node.start_mark.index, node.end_mark.index
    if getattr(node, "flow_style", None) is False and node.value:
        last = node.value[-1]
        if isinstance(last, tuple):
            return _member(text, *last).end
        return max(_end(text, last), start + 1)
    return start + len(text[start:end].rstrip())
