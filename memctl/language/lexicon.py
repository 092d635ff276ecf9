"""The language of it, as data: tables in TOML per language, merged into one value.

Each reader (`dates`, `attributes`, `statements`, …) compiles its own table and documents
its keys. No file is opened here: `resources` supplies the text, a job may merge the
workspace's own.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from memctl.expressions import compiled

EVERY = "*"
"""In place of a language code: what holds for every language."""


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Lexicon:
    """Tables by language code (`en`, `zh`, …), in the order of the codes.

    Compared and hashed by identity, so that a compiled table can be cached per lexicon.
    """

    tables: Mapping[str, Mapping[str, Any]]
    common: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """What holds for every language, such as what was learned from pairs of statements."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The language codes, sorted."""
        return tuple(self.tables)

    def table(self, language: str, name: str) -> Mapping[str, Any]:
        """One table of one language; empty when that language does not have it."""
        found = self.tables.get(language, {}).get(name, {})
        return found if isinstance(found, Mapping) else {}

    def rows(self, language: str, name: str) -> Sequence[Any]:
        """One list of one language; empty when that language does not have it."""
        found = self.tables.get(language, {}).get(name, [])
        return found if isinstance(found, list) else []


@lru_cache(maxsize=256)
def words_of(key: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The words of one list, of all languages together."""
    return tuple(w for language in lexicon.languages for w in lexicon.rows(language, key))


@lru_cache(maxsize=256)
def pattern_of(key: str, lexicon: Lexicon, behind: str = "") -> re.Pattern[str]:
    r"""One expression for a list of expressions, of all languages; it finds nothing for none.

    Args:
        key: The list.
        lexicon: The language of it.
        behind: What has to follow, as an expression (`\Z`).
    """
    return compiled(f"(?:{'|'.join(words_of(key, lexicon)) or '(?!)'}){behind}", re.IGNORECASE)


def parse_lexicon(texts: Mapping[str, Sequence[str]]) -> Lexicon:
    """A lexicon from TOML texts by language.

    Later texts of one language add to earlier ones: lists grow, tables merge, scalars are
    replaced. So a workspace adds words without repeating ours. Under `EVERY` stands what
    holds for all of them.

    Raises:
        tomllib.TOMLDecodeError: a text is no TOML.
    """
    merged: dict[str, Mapping[str, Any]] = {}
    for language in sorted(texts):
        table: dict[str, Any] = {}
        for text in texts[language]:
            table = _merge(table, tomllib.loads(text))
        merged[language] = MappingProxyType(table)
    common = merged.pop(EVERY, MappingProxyType({}))
    return Lexicon(MappingProxyType(merged), common)


def _merge(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    out = dict(old)
    for key, value in new.items():
        had = out.get(key)
        if isinstance(had, Mapping) and isinstance(value, Mapping):
            out[key] = _merge(had, value)
        elif isinstance(had, list) and isinstance(value, list):
            out[key] = [*had, *value]
        else:
            out[key] = value
    return out
