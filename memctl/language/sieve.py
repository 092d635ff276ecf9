"""Many patterns, few tried: each is searched only where a word stands that it cannot do without.

A note is short and the patterns are many, so most of the work is to find out quickly what
cannot match. The needed words of a pattern are taken from the library's own reading of it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from operator import add
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

_MANY = 400
"""More needed words than this are no help."""
_GRAM = 3
_EDGE = r"(?:\(\?:\(\?<!\[[^\]]*\]\)\|\(\?!\[[^\]]*\]\)\))?"
_PLAIN = re.compile(
    r"(?:\(\?<!\[\^\\W_\]\))?"
    rf"{_EDGE}\(\?:([\w '-]+)(?:\(\?:[^()]*\)\?)?\){_EDGE}"
    r"(?:\(\?!\[\^\\W_\]\))?"
)
"""A phrase without any sign of its own between the borders of words: half of all patterns."""


@dataclass(frozen=True, eq=False, slots=True)
class Sieve:
    """Patterns by the first letters of the words they need. Compared by identity."""

    by_gram: dict[str, tuple[tuple[str, tuple[int, ...]], ...]]
    """First letters -> each word that begins so, with the patterns that need it."""
    always: tuple[int, ...]
    """Patterns whose needed words are not known."""

    @lru_cache(maxsize=256)  # noqa: B019 - a sieve lives as long as its lexicon
    def candidates(self, lowered: str) -> tuple[int, ...]:
        """Numbers of the patterns that may match, in their order."""
        found = set(self.always)
        for gram in _grams(lowered) & self.by_gram.keys():
            for word, numbers in self.by_gram[gram]:
                if word in lowered:
                    found.update(numbers)
        return tuple(sorted(found))


@lru_cache(maxsize=64)
def _grams(lowered: str) -> frozenset[str]:
    """The letters of a text by one, two and three: several sieves look at it in turn."""
    twos = tuple(map(add, lowered, lowered[1:]))
    return frozenset((*lowered, *twos, *map(add, twos, lowered[2:])))


def make_sieve(patterns: Sequence[str], flags: int) -> Sieve:
    """A sieve for these patterns, numbered from 0."""
    table: dict[str, dict[str, list[int]]] = {}
    always: list[int] = []
    for number, pattern in enumerate(patterns):
        words = needed_words(pattern, flags)
        if words is None:
            always.append(number)
        for word in words or ():
            table.setdefault(word[:_GRAM], {}).setdefault(word, []).append(number)
    filed = {g: tuple((w, tuple(ns)) for w, ns in words.items()) for g, words in table.items()}
    return Sieve(filed, tuple(always))


@lru_cache(maxsize=4096)
def needed_words(pattern: str, flags: int) -> frozenset[str] | None:
    """Words, in lower case, one of which stands in every match; None when that is not known."""
    if (plain := _PLAIN.fullmatch(pattern)) is not None:
        return frozenset({plain[1].lower()})
    return _of_sequence(_parser.parse(pattern, flags))


def _of_sequence(items: Iterable[Any]) -> frozenset[str] | None:
    """The best of what the parts need: the fewest words, then the longest."""
    options = [words for words in _options(items) if words and len(words) <= _MANY]
    return min(options, key=_cost, default=None)


def _cost(words: frozenset[str]) -> tuple[bool, float]:
    # One Chinese character tells about as much as three letters.
    shortest = min(len(w) if w.isascii() else 3 * len(w) for w in words)
    return shortest <= 1, len(words) / 4**shortest


def _options(items: Iterable[Any]) -> Iterator[frozenset[str] | None]:
    run = ""
    for code, value in items:
        if code is codes.LITERAL:
            run += chr(value).lower()
            continue
        if run:
            yield frozenset({run})
            if code is codes.BRANCH:
                yield frozenset(run + _beginning(branch) for branch in value[1])
            run = ""
        yield _of_item(code, value)
    if run:
        yield frozenset({run})


def _beginning(items: Iterable[Any]) -> str:
    """The letters with which it begins; what the branches of a choice share stands before it."""
    plain = takewhile(lambda item: item[0] is codes.LITERAL, items)
    return "".join(chr(value).lower() for _, value in plain)


def _of_item(code: Any, value: Any) -> frozenset[str] | None:
    if code is codes.BRANCH:
        branches = [_of_sequence(branch) for branch in value[1]]
        return frozenset().union(*branches) if all(branches) else None  # type: ignore[arg-type]
    if code in {codes.SUBPATTERN, codes.ASSERT}:
        return _of_sequence(value[-1])
    if code in {codes.MAX_REPEAT, codes.MIN_REPEAT} and value[0] > 0:
        return _of_sequence(value[2])
    if code is codes.IN and all(c is codes.LITERAL for c, _ in value):
        return frozenset(chr(v).lower() for _, v in value)
    return None
