"""Edits of the head of a Markdown file: one span is replaced, every other character stays.

Nothing is ever written through a YAML library; its parser only tells where a value stands.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from memctl.errors import FileInvalid
from memctl.formats.markdown.front_matter import (
    ALIASES,
    FrontMatter,
    alias_names,
    find_front_matter,
)
from memctl.formats.markdown.lines import newline_of

_SAFE = re.compile(r"[^\W\d_][\w .'()&/+·’-]*\Z")
_WORDS_OF_YAML = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


def add_alias(text: str, alias: str) -> str:
    """One more name under `aliases`; nothing but that span changes.

    A text without a head gets one. An alias that is there already changes nothing.

    Raises:
        FileInvalid: the head, or its `aliases`, cannot be read, so there is no span to edit.
    """
    head = find_front_matter(text)
    newline = newline_of(text)
    if head is None:
        at = 1 if text.startswith("\ufeff") else 0
        lines = ("---", f"aliases: [{render_scalar(alias)}]", "---", "")
        return text[:at] + newline.join(lines) + text[at:]
    if head.is_broken:
        raise FileInvalid("summary.md", 1, "the front matter is not YAML, expected `key: value`")
    if alias in alias_names(head):
        return text
    at, until, words = _alias_edit(head, alias, newline)
    return text[: head.body_start + at] + words + text[head.body_start + until :]


def remove_alias(text: str, alias: str) -> str:
    """`text` without this name under `aliases`; everything but that span as it was.

    A name that is not there changes nothing.

    Raises:
        FileInvalid: the head, or its `aliases`, cannot be read, so there is no span to edit.
    """
    head = find_front_matter(text)
    if head is None:
        return text
    if head.is_broken:
        raise FileInvalid("summary.md", 1, "the front matter is not YAML, expected `key: value`")
    if alias not in alias_names(head):
        return text
    at, until, words = _alias_removal(head, alias)
    return text[: head.body_start + at] + words + text[head.body_start + until :]


def set_value(text: str, keys: Sequence[str], value: str) -> str:
    """The text under the first of these keys that the head has; without any nothing changes.

    Raises:
        FileInvalid: the head cannot be read.
    """
    import yaml  # noqa: PLC0415 - slow to load, and only an edit needs its marks

    head = find_front_matter(text)
    if head is None:
        return text
    if head.is_broken:
        raise FileInvalid("summary.md", 1, "the front matter is not YAML, expected `key: value`")
    root = _composed(head.body)
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    nodes = {key.value: node for key, node in pairs if isinstance(node, yaml.ScalarNode)}
    node = next((nodes[key] for key in keys if key in nodes and nodes[key].value.strip()), None)
    if node is None:
        return text
    start, end = (head.body_start + mark.index for mark in (node.start_mark, node.end_mark))
    return text[:start] + render_scalar(value) + text[end:]


def render_scalar(text: str) -> str:
    """A text as YAML that reads back as the same text, also inside `[…]`."""
    text = " ".join(text.split())
    if _SAFE.match(text) and text.lower() not in _WORDS_OF_YAML:
        return text
    return json.dumps(text, ensure_ascii=False)


def _composed(body: str) -> Any:
    """The head's body as nodes.

    Raises:
        FileInvalid: it is no YAML: what reads a head line by line forgives more.
    """
    import yaml  # noqa: PLC0415 - slow to load, and only an edit needs its marks

    try:
        return yaml.compose(body, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise FileInvalid("summary.md", 1, "the front matter is not YAML") from error


def _alias_edit(head: FrontMatter, alias: str, newline: str) -> tuple[int, int, str]:
    """(from, to, words): which span of the head's body becomes what."""
    import yaml  # noqa: PLC0415 - slow to load, and only an edit needs its marks

    body, name = head.body, render_scalar(alias)
    root = _composed(body)
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    node = next((value for key, value in pairs if key.value == "aliases"), None)
    if node is None:
        gap = "" if not body or body.endswith("\n") else newline
        return len(body), len(body), f"{gap}aliases: [{name}]{newline}"
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.SequenceNode) and node.flow_style:
        return end - 1, end - 1, _comma(body[start + 1 : end - 1]) + name
    if isinstance(node, yaml.SequenceNode):
        last = node.value[-1].end_mark.index
        indent = body[body.rfind("\n", 0, start) + 1 : start]
        return last, last, f"{newline}{indent}- {name}"
    if not isinstance(node, yaml.ScalarNode):
        raise FileInvalid("summary.md", 1, "`aliases` is no list of names that could be added to")
    had = tuple(alias_names(head)) if node.value.strip() not in {"", "~", "null"} else ()
    names = ", ".join((*map(render_scalar, had), name))
    return start, end, ("" if body[:start].endswith((" ", "\t")) else " ") + f"[{names}]"


def _alias_removal(head: FrontMatter, alias: str) -> tuple[int, int, str]:
    """(from, to, words): which span of the head's body becomes what."""
    import yaml  # noqa: PLC0415 - slow to load, and only an edit needs its marks

    body = head.body
    root = _composed(body)
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    lists = [node for key, node in pairs if key.value in ALIASES]
    for node in lists:
        if isinstance(node, yaml.ScalarNode):
            had = [n.strip() for n in re.split(r"[,，、;；]", node.value)]
            if alias in had:
                left = ", ".join(render_scalar(n) for n in had if n and n != alias)
                return node.start_mark.index, node.end_mark.index, f"[{left}]"
            continue
        at = next((i for i, n in enumerate(node.value) if str(n.value).strip() == alias), None)
        if at is not None:
            return _item_span(body, node, at)
    raise FileInvalid("summary.md", 1, "`aliases` is no list of names that could be taken from")


def _item_span(body: str, node: Any, at: int) -> tuple[int, int, str]:
    items = [(n.start_mark.index, n.end_mark.index) for n in node.value]
    start, end = items[at]
    if node.flow_style:
        if at + 1 < len(items):
            return start, items[at + 1][0], ""
        return (items[at - 1][1] if at else start), end, ""
    if len(items) == 1:
        first = body.rfind("\n", 0, start) + 1
        colon = body.rfind(":", 0, first) + 1
        return colon, end, " []"
    first = body.rfind("\n", 0, start) + 1
    after = body.find("\n", end)
    return first, (len(body) if after < 0 else after + 1), ""


def _comma(inside: str) -> str:
    """What goes before one more item of a `[…]` list."""
    bare = inside.rstrip()
    if not bare:
        return ""
    return ", " if not bare.endswith(",") else "" if inside != bare else " "
