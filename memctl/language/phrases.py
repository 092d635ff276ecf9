"""Many patterns of a language searched as one: only those whose needed words stand in a text.

What is found is what one alternation of them would find, longest phrase first, at a part of
the price: hundreds of phrases stand in the data and a statement holds a handful.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from memctl.expressions import compiled, later
from memctl.language.lexicon import Lexicon
from memctl.language.sieving.sieve import Sieve, make_sieve

Span = tuple[int, int]
HAN = "\u3400-\u9fff\uf900-\ufaff"
"""Chinese characters, as the inside of a class."""
_IN_HAN = later(f"[{HAN}]")
_MASK = "·"
"""Stands for a Chinese character where words in letters are looked for: no part of a word."""


@dataclass(frozen=True, eq=False, slots=True)
class Phrases:
    """Regular expressions, each under a key. Compared by identity; compiled when first needed."""

    keys: tuple[str, ...]
    sources: tuple[str, ...]
    sieve: Sieve
    is_spaced: bool = False
    """Are they of a language whose words stand apart?"""
    _compiled: dict[int, re.Pattern[str]] = field(default_factory=dict)

    def matches(self, folded: str) -> Iterator[tuple[str, re.Match[str]]]:
        """Every match of every pattern, with its key, pattern by pattern in their order.

        The places are those of the text; what a group holds has to be read from there.
        """
        may_match = tuple(self.patterns(folded))  # none, most of the time
        searched = _IN_HAN.sub(_MASK, folded) if may_match and self.is_spaced else folded
        for key, pattern in may_match:
            for match in pattern.finditer(searched):
                yield key, match

    def patterns(self, folded: str) -> Iterator[tuple[str, re.Pattern[str]]]:
        """Those whose needed words stand in a text, with their keys, in their order."""
        for number in self.sieve.candidates(folded.lower()):
            pattern = self._compiled.get(number)
            if pattern is None:
                pattern = compiled(self.sources[number], re.IGNORECASE)
                self._compiled[number] = pattern
            yield self.keys[number], pattern

    def spans(self, folded: str) -> dict[str, list[Span]]:
        """Key -> where one of its phrases stands: the first one, the longer pattern before."""
        found: dict[str, list[tuple[int, int, int]]] = {}
        for key, match in self.matches(folded):
            found.setdefault(key, []).append((match.start(), -len(match.re.pattern), match.end()))
        return {key: _apart(rows) for key, rows in found.items()}


def _apart(rows: Sequence[tuple[int, int, int]]) -> list[Span]:
    kept: list[Span] = []
    for start, _, end in sorted(rows):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def make_phrases(language: str, table: Mapping[str, Sequence[str]], lexicon: Lexicon) -> Phrases:
    """The phrases of a table of lists, each under its own key."""
    rows = [(key, bound(phrase, language, lexicon)) for key, ps in table.items() for phrase in ps]
    sources = tuple(source for _, source in rows)
    return Phrases(
        tuple(key for key, _ in rows),
        sources,
        make_sieve(sources),
        is_spaced=bool(lexicon.tables[language].get("spaced", True)),
    )


def bound(phrase: str, language: str, lexicon: Lexicon) -> str:
    """A phrase between the borders of words, where the language has them."""
    if lexicon.tables[language].get("spaced", True):
        return rf"(?<![^\W_])(?:{phrase})(?![^\W_])"
    return f"(?:{phrase})"


@lru_cache(maxsize=64)
def table_phrases(language: str, key: str, lexicon: Lexicon) -> Phrases:
    """The phrases of one table of a language; tables in it are joined as `outer/inner`."""
    flat: dict[str, Any] = {}
    for name, value in lexicon.table(language, key).items():
        if isinstance(value, Mapping):
            flat |= {f"{name}/{inner}": phrases for inner, phrases in value.items()}
        else:
            flat[name] = value
    return make_phrases(language, flat, lexicon)
