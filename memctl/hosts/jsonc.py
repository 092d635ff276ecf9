"""Settings in JSON as people write it: comments, trailing commas, bare keys, single quotes.

A text becomes a tree of spans. An edit puts a member or an item in, or takes one out; every other
character stays where it is.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_SPACE = re.compile(r"(?:[\s\ufeff]++|//[^\n]*+|/\*(?>.*?\*/))*+", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
_BARE = re.compile(r"[^\s,:{}\[\]\"'/]+")
_CLOSED = {"{": "}", "[": "]"}


class NotJson(ValueError):
    """The text is no JSON, not even with comments; `line` says where, from 1."""

    def __init__(self, text: str, at: int, what: str) -> None:
        super().__init__(what)
        self.line = text.count("\n", 0, at) + 1


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands."""

    start: int
    end: int
    kind: str
    """The brace or bracket that opens it, `"` for a string, "" for any other word."""
    keys: tuple[str, ...] = ()
    """Of an object, in order."""
    parts: "tuple[Node, ...]" = ()
    """Values of an object, items of an array."""
    heads: tuple[int, ...] = ()
    """Where each part begins, its key included."""
    word: str = ""
    """What a string or a word says."""

    def get(self, key: str) -> "Node | None":
        """The value of a key; the last one counts."""
        found = [n for k, n in zip(self.keys, self.parts, strict=False) if k == key]
        return found[-1] if self.kind == "{" and found else None

    def at(self, path: Sequence[str]) -> "Node | None":
        """The value below several keys."""
        node: Node | None = self
        for key in path:
            node = node.get(key) if node else None
        return node


def parse(text: str) -> Node:
    """The tree of a text.

    Raises:
        NotJson: It is none.
    """
    try:
        node = _value(text, _skip(text, 0))
    except RecursionError:
        raise NotJson(text, 0, "nested too deeply") from None
    end = _skip(text, node.end)
    if end != len(text):
        raise NotJson(text, end, "something stands behind the end")
    return node


def with_value(text: str, path: Sequence[str], value: Any) -> str:
    """The text with a value at a path of keys; what is missing on the way is made.

    Raises:
        NotJson: The text is none, or something on the way is no object.
    """
    node, known = parse(text), 0
    while known < len(path) and (inner := node.get(path[known])) is not None:
        node, known = inner, known + 1
    if known == len(path):
        margin = _margin(text, node.start)
        return text[: node.start] + _rendered(value, text, margin) + text[node.end :]
    if node.kind != "{":
        raise NotJson(
            text, node.start, f"expected an object at {'.'.join(path[:known]) or 'the top'}"
        )
    for key in reversed(path[known + 1 :]):
        value = {key: value}
    return _put_in(text, node, value, key=path[known])


def with_item(text: str, path: Sequence[str], value: Any) -> str:
    """The text with one more item at the end of the array at a path, made where it is missing.

    Raises:
        NotJson: The text is none, or no array stands there.
    """
    node = parse(text).at(path)
    if node is None:
        return with_value(text, path, [value])
    if node.kind != "[":
        raise NotJson(text, node.start, f"expected a list at {'.'.join(path)}")
    return _put_in(text, node, value)


def without(text: str, container: Node, index: int) -> str:
    """The text without one part of an object or array, its comma and the space about it."""
    start, end = container.heads[index], container.parts[index].end
    before = container.parts[index - 1].end if index else container.start + 1
    last = index == len(container.parts) - 1
    after = container.end - 1 if last else container.heads[index + 1]
    gap_before, gap_after = text[before:start], text[end:after]
    # A comment of the person beside it stays; then only the part and one comma go.
    if index and not gap_before.strip().strip(","):
        return text[:before] + text[end:]
    if not gap_after.strip().strip(",") and not gap_before.strip():
        return text[:before] + (text[after:] if last else gap_before + text[after:])
    if "," in gap_after and not last:
        comma = text.index(",", end)
        return text[:start] + text[end:comma] + text[comma + 1 :]
    comma = text.find(",", before, start)
    if index and comma >= 0:
        return text[:comma] + text[comma + 1 : start] + text[end:]
    return text[:start] + text[end:]


def plain(node: Node) -> Any:
    """The value of a node as Python has it; words that JSON does not know stay words."""
    if node.kind == "{":
        return dict(zip(node.keys, map(plain, node.parts), strict=True))
    if node.kind == "[":
        return [plain(part) for part in node.parts]
    if node.kind == '"':
        return node.word
    try:
        return json.loads(node.word)
    except ValueError:
        return node.word


def _put_in(text: str, node: Node, value: Any, *, key: str | None = None) -> str:
    """One more part at the end of an object or array, laid out as its neighbours are."""
    outer = _margin(text, node.start)
    if node.parts:
        last = node.parts[-1].end
        lead = text[node.start + 1 : node.heads[0]]
        broken = "\n" in lead
        margin = _margin(text, node.heads[0]) if broken else outer
        gap = f"\n{margin}" if broken else " "
        said = _member(key, value, text, margin, inline=not broken)
        return text[:last] + f",{gap}{said}" + text[last:]
    inner = outer + _unit(text)
    said = _member(key, value, text, inner)
    kept = text[node.start + 1 : node.end - 1]
    # A comment may stand inside; what is left of the line must not swallow the brace.
    body = f"{kept.rstrip()}\n{inner}{said}\n{outer}"
    return text[: node.start + 1] + body + text[node.end - 1 :]


def _member(key: str | None, value: Any, text: str, margin: str, *, inline: bool = False) -> str:
    said = json.dumps(value, ensure_ascii=False) if inline else _rendered(value, text, margin)
    return said if key is None else f"{json.dumps(key, ensure_ascii=False)}: {said}"


def _rendered(value: Any, text: str, margin: str) -> str:
    said = json.dumps(value, ensure_ascii=False, indent=_unit(text))
    return said.replace("\n", "\n" + margin)


def _unit(text: str) -> str:
    """One step of indentation, as the text has it."""
    found = re.search(r"\{[^\S\n]*\n([ \t]+)\S", text)
    return found[1] if found else "  "


def _margin(text: str, at: int) -> str:
    """The indentation of the line on which a place stands."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int) -> Node:
    char = text[at : at + 1]
    if char in _CLOSED:
        return _container(text, at, char)
    found = _STRING.match(text, at)
    if found:
        return Node(at, found.end(), '"', word=_unquoted(found[0]))
    found = _BARE.match(text, at)
    if not found:
        raise NotJson(
            text, at, f"expected a value, found {char!r}" if char else "it ends too early"
        )
    return Node(at, found.end(), "", word=found[0])


def _container(text: str, start: int, opened: str) -> Node:
    keys: list[str] = []
    parts: list[Node] = []
    heads: list[int] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != _CLOSED[opened]:
        heads.append(at)
        if opened == "{":
            key = _value(text, at)
            at = _skip(text, key.end)
            if text[at : at + 1] != ":" or key.kind not in {'"', ""}:
                raise NotJson(text, at, "expected a key and a colon")
            keys.append(key.word)
            at = _skip(text, at + 1)
        node = _value(text, at)
        parts.append(node)
        at = _skip(text, node.end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != _CLOSED[opened]:
            raise NotJson(text, at, f"expected a comma or {_CLOSED[opened]}")
    return Node(start, at + 1, opened, tuple(keys), tuple(parts), tuple(heads))


def _unquoted(word: str) -> str:
    if word[0] == "'":
        word = '"' + word[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'
    try:
        return str(json.loads(word, strict=False))
    except ValueError:
        return word[1:-1]
