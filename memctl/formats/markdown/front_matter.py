"""The head of a Markdown file between two `---` lines, read as text.

Every scalar stays text (`007`, `10:30`, `no` keep their spelling). How one is edited stands in
head_edits.py.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memctl.expressions import later

Value = str | tuple[str, ...]
"""What memctl reads of a value: a text, or the texts of a list. Deeper shapes are left out."""

_FENCE = later(r"(?:---)[ \t]*(?:\r?\n|\Z)")
_CLOSE = later(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_KEY = later(r"""[^\s:#\-\[\]{}>|*&!%@`,?"'][^:\n]*:(?=\s|\Z)|["'][^"'\n]+["']\s*:(?=\s|\Z)""")
_BLANK = later(r"\s*")
ALIASES = ("aliases", "alias", "aka", "别名")


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


def alias_names(head: FrontMatter) -> tuple[str, ...]:
    """The names under `aliases`: a list, or one text with commas between."""
    if head.values.keys().isdisjoint(ALIASES):
        return ()
    found: list[str] = []
    for key in ALIASES:
        value = head.values.get(key, ())
        found += re.split(r"[,，、;；]", value) if isinstance(value, str) else value
    return tuple(dict.fromkeys(name.strip() for name in found if name.strip()))


def _begins_with_key(body: str) -> bool:
    for line in body.splitlines():
        if line.strip() and not line.startswith("#"):
            return bool(_KEY.match(line))
    return True


_PLAIN = r"[^\W_](?:[\w .'()&/+·’-]*[\w.'()&/+’-])?"
_SIMPLE_LINE = later(
    rf"([^\W\d][\w-]*):(?:[ ]+(?:({_PLAIN})|\[((?:{_PLAIN})(?:, ?{_PLAIN})*)?\]))?[ ]*\r?\Z"
)
_SIMPLE_ITEM = later(rf"[ ]*- ({_PLAIN})[ ]*\r?\Z")


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
    import yaml  # noqa: PLC0415 - slow to load, and most heads do not need it
    from frontmatter.default_handlers import YAMLHandler  # noqa: PLC0415 - as above

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
