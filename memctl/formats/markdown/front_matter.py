"""The head of a Markdown file between two `---` lines: read as text, edited in place.

Every scalar stays text (`007`, `10:30`, `no` keep their spelling). Nothing is ever written
through a YAML library: an edit replaces one span and leaves every other character alone.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memctl.errors import FileInvalid
from memctl.formats.markdown.lines import newline_of

Value = str | tuple[str, ...]
"""What memctl reads of a value: a text, or the texts of a list. Deeper shapes are left out."""

_FENCE = re.compile(r"(?:---)[ \t]*(?:\r?\n|\Z)")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_KEY = re.compile(r"""[^\s:#\-\[\]{}>|*&!%@`,?"'][^:\n]*:(?=\s|\Z)|["'][^"'\n]+["']\s*:(?=\s|\Z)""")
_BLANK = re.compile(r"\s*")
_SAFE = re.compile(r"[^\W\d_][\w .'()&/+·’-]*\Z")
_ALIASES = ("aliases", "alias", "aka", "别名")
_WORDS_OF_YAML = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Where a head stands and what it says."""

    start: int
    """Offset of the opening line."""
    body_start: int
    body_end: int
    """Offset of the closing line."""
    end: int
    """Offset after the closing line."""
    body: str
    values: Mapping[str, Value]
    is_broken: bool = False
    """Could it not be read as a mapping? Then there are no values."""

    def first(self, *keys: str) -> str | None:
        """The text under the first of these keys that has one."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, str) and (text := value.strip()):
                return text
        return None


@lru_cache(maxsize=4)
def find_front_matter(text: str, start: int | None = None) -> FrontMatter | None:
    """The head that begins at `start` (default: the beginning, after a BOM), or None.

    A rule and some prose are no head: its first line must be a key. Remembered: whoever reads
    a file asks for its head again and again.
    """
    if start is None:
        start = 1 if text.startswith("\ufeff") else 0
    opening = _FENCE.match(text, start)
    if opening is None:
        return None
    closing = _CLOSE.search(text, opening.end())
    if closing is None:
        return None
    body = text[opening.end() : closing.start()]
    if not _begins_with_key(body):
        return None
    values = read_values(body)
    return FrontMatter(
        start, opening.end(), closing.start(), closing.end(), body, values or {}, values is None
    )


def find_second_front_matter(text: str, first: FrontMatter) -> FrontMatter | None:
    """A head that follows directly on the first one, which no reader expects."""
    if text.find("---", first.end) < 0:
        return None  # nearly always: this is asked of every file
    gap = _BLANK.match(text, first.end)
    start = gap.end() if gap else first.end
    if (start > 0 and text[start - 1] != "\n") or not text.startswith("---", start):
        return None
    return find_front_matter(text, start)


def read_values(body: str) -> Mapping[str, Value] | None:
    """Keys and texts of a head, None when it is no mapping.

    Flat heads are read here; python-frontmatter is asked only about the rest, since it is slow
    to load.
    """
    simple = _simple_values(body)
    return _yaml_values(body) if simple is None else simple


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
    import yaml  # noqa: PLC0415  # slow to load, and only an edit needs its marks

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


def alias_names(head: FrontMatter) -> tuple[str, ...]:
    """The names under `aliases`: a list, or one text with commas between."""
    if head.values.keys().isdisjoint(_ALIASES):
        return ()
    found: list[str] = []
    for key in _ALIASES:
        value = head.values.get(key, ())
        found += re.split(r"[,，、;；]", value) if isinstance(value, str) else value
    return tuple(dict.fromkeys(name.strip() for name in found if name.strip()))


def render_scalar(text: str) -> str:
    """A text as YAML that reads back as the same text, also inside `[…]`."""
    text = " ".join(text.split())
    if _SAFE.match(text) and text.lower() not in _WORDS_OF_YAML:
        return text
    return json.dumps(text, ensure_ascii=False)


def _begins_with_key(body: str) -> bool:
    for line in body.splitlines():
        if line.strip() and not line.startswith("#"):
            return bool(_KEY.match(line))
    return True


_PLAIN = r"[^\W_](?:[\w .'()&/+·’-]*[\w.'()&/+’-])?"
_SIMPLE_LINE = re.compile(
    rf"([^\W\d][\w-]*):(?:[ ]+(?:({_PLAIN})|\[((?:{_PLAIN})(?:, ?{_PLAIN})*)?\]))?[ ]*\r?\Z"
)
_SIMPLE_ITEM = re.compile(rf"[ ]*- ({_PLAIN})[ ]*\r?\Z")


def _simple_values(body: str) -> dict[str, Value] | None:
    """The same as YAML would say, or None where this reader is not sure."""
    values: dict[str, Value] = {}
    key = ""
    for line in body.split("\n"):
        if not line.strip():
            continue
        if found := _SIMPLE_LINE.match(line):
            key, plain, flow = found[1], found[2], found[3]
            is_list = plain is None and "[" in line
            items = tuple(part.strip() for part in flow.split(",")) if flow else ()
            values[key] = items if is_list else plain or ""
            key = key if not plain and not is_list else ""
        elif key and (found := _SIMPLE_ITEM.match(line)):
            had = values[key]
            values[key] = (*had, found[1]) if isinstance(had, tuple) else (found[1],)
        else:
            return None
    return values


def _yaml_values(body: str) -> dict[str, Value] | None:
    import yaml  # noqa: PLC0415  # slow to load, and most heads do not need it
    from frontmatter.default_handlers import YAMLHandler  # noqa: PLC0415  # as above

    try:
        read = YAMLHandler().load(body, Loader=yaml.BaseLoader)  # which makes only text
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    if read is None or read == "":
        return {}
    if not isinstance(read, dict):
        return None
    pairs = ((key, _as_value(value)) for key, value in read.items() if isinstance(key, str))
    return {key: value for key, value in pairs if value is not None}


def _as_value(read: Any) -> Value | None:
    if isinstance(read, str):
        return read
    if isinstance(read, list):
        return tuple(item for item in read if isinstance(item, str))
    return None


def _composed(body: str) -> Any:
    """The head's body as nodes.

    Raises:
        FileInvalid: it is no YAML: what reads a head line by line forgives more.
    """
    import yaml  # noqa: PLC0415  # slow to load, and only an edit needs its marks

    try:
        return yaml.compose(body, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise FileInvalid("summary.md", 1, "the front matter is not YAML") from error


def _alias_edit(head: FrontMatter, alias: str, newline: str) -> tuple[int, int, str]:
    """(from, to, words): which span of the head's body becomes what."""
    import yaml  # noqa: PLC0415  # slow to load, and only an edit needs its marks

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
    import yaml  # noqa: PLC0415  # slow to load, and only an edit needs its marks

    body = head.body
    root = _composed(body)
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    lists = [node for key, node in pairs if key.value in _ALIASES]
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
