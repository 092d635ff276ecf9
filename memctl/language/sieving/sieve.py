"""Many patterns, few tried: each is searched only where a word stands that it cannot do without.

A note is short and the patterns are many, so most of the work is to find out quickly what
cannot match.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from operator import add

from memctl.language.sieving.needed import needed_words

_GRAM = 3


@dataclass(frozen=True, eq=False, slots=True)
class Sieve:
    """Patterns by the first letters of the words they need. Compared by identity."""

    by_gram: dict[str, tuple[tuple[str, tuple[int, ...]], ...]]
    """First letters -> each word that begins so, with the patterns that need it."""
    grams: frozenset[str]
    """The same letters."""
    always: tuple[int, ...]
    """Patterns whose needed words are not known."""

    @lru_cache(maxsize=256)  # noqa: B019 - a sieve lives as long as its lexicon
    def candidates(self, lowered: str) -> tuple[int, ...]:
        """Numbers of the patterns that may match, in their order."""
        found = set(self.always)
        for gram in _grams(lowered) & self.grams:
            for word, numbers in self.by_gram[gram]:
                if word in lowered:
                    found.update(numbers)
        return tuple(sorted(found))


@lru_cache(maxsize=64)
def _grams(lowered: str) -> frozenset[str]:
    """The letters of a text by one, two and three: several sieves look at it in turn."""
    twos = tuple(map(add, lowered, lowered[1:]))
    return frozenset((*lowered, *twos, *map(add, twos, lowered[2:])))


needed_before: dict[str, list[list[str]]] = {}
"""What the patterns of each list need, by a digest of the list: to read them takes long, so that a
job may keep what was read and put it back."""


def _needed(patterns: Sequence[str]) -> list[list[str]]:
    digest = blake2b("\0".join(patterns).encode(), digest_size=16).hexdigest()
    found = needed_before.get(digest)
    if found is None or len(found) != len(patterns):
        found = needed_before[digest] = [sorted(needed_words(p)) for p in patterns]
    return found


def make_sieve(patterns: Sequence[str]) -> Sieve:
    """A sieve for these patterns, numbered from 0."""
    table: dict[str, dict[str, list[int]]] = {}
    always: list[int] = []
    for number, words in enumerate(_needed(patterns)):
        if not words:
            always.append(number)
        for word in words:
            table.setdefault(word[:_GRAM], {}).setdefault(word, []).append(number)
    filed = {g: tuple((w, tuple(ns)) for w, ns in words.items()) for g, words in table.items()}
    return Sieve(filed, frozenset(filed), tuple(always))
