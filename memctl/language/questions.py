"""The words of questions as data: `[asking]` of each language's asking.toml, compiled.

What comes out are plain values that a cache can keep, so that a question costs no reading of
tables. A language more is a folder more; nothing here knows which there are.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as a whole recall
    from collections.abc import Iterable, Mapping
    from typing import Any

    Words = dict[str, Any]


def compiled(texts: "Iterable[str]") -> "Words":
    """The tables of all languages as one, of nothing but texts, tuples and dicts."""
    import tomllib  # noqa: PLC0415 - who only reads a line has no use for it

    tables = [tomllib.loads(text).get("asking", {}) for text in texts]
    return {key: _joined(tables, key) for key in ("orders", "order_words")}


def _joined(tables: "Iterable[Mapping[str, Any]]", key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for table in tables for word in table.get(key, ())))


def may_order(text: str, words: "Words") -> bool:
    """Can a line give orders to an assistant? Errs to one side only."""
    low = text.casefold()
    if any(word in low for word in words["orders"]):
        return True
    if not set(_plain_words(low)).isdisjoint(words["order_words"]):
        return True
    # Who writes with letters that only look like ours has something to hide.
    return not low.isascii() and any(_is_odd(c) for c in low)


def _plain_words(text: str) -> list[str]:
    return "".join(c if "a" <= c <= "z" else " " for c in text).split()


def _is_odd(char: str) -> bool:
    code = ord(char)
    return not (
        code < 0x250  # noqa: PLR2004 - Latin
        or 0x3000 <= code <= 0x9FFF  # noqa: PLR2004 - Chinese with its punctuation
        or char in "–—‘’“”…·•→（），：；？！％"
    )
