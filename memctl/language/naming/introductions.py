"""What introduces a name that nobody knows yet: the tables `[names]`, compiled.

Keys of a language are described in the names.toml of English, and those of a language without
blanks in that of Chinese.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from memctl.expressions import compiled, later
from memctl.language.lexicon import Lexicon
from memctl.language.naming.use import UseWords, use_words

_CAPITAL = r"[^\W\d_a-z\u3400-\u9fff][^\W_\u3400-\u9fff]*(?:['’-][^\W\d_\u3400-\u9fff]{2,})*\.?"
_RUN = later(_CAPITAL)
_NEVER = later("(?!)")
_TYPES = ("people", "companies", "projects")
NEAR = 60
"""Characters before a name in which what introduces it stands."""


@dataclass(frozen=True, slots=True)
class NameGuess:
    """A name in a text that may be somebody new."""

    name: str
    span: tuple[int, int]
    type: str
    """`people`, `companies` or `projects`."""
    is_plain: bool
    """Is it introduced as a name (title, relation, legal form, "called")?"""
    acts: bool = False
    """Does a predicate follow?"""
    lives: bool = False
    """Does it say what only people do (lives, 跳槽)?"""
    is_foreign: bool = False
    """Is it in letters that its sentence is not written with?"""


@dataclass(frozen=True, slots=True)
class Cues:
    """What stands beside the name of somebody, of a firm or of a project."""

    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None
    """Either of the two introduces it."""
    weak_before: re.Pattern[str] | None = None
    weak_after: re.Pattern[str] | None = None
    """What stands beside names and words alike."""
    acts: re.Pattern[str] | None = None
    """What only people do."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One language's `[names]`, compiled."""

    table: Mapping[str, Any]
    common: frozenset[str]
    use: UseWords
    """By which it is told where a name ends."""
    cues: Mapping[str, Cues] = field(default_factory=dict)
    run: re.Pattern[str] = _RUN
    """Capitalised words in a row, held together by particles (Ana van Dijk)."""
    things: frozenset[str] = frozenset()
    """Words that are nobody alone, though they may be a surname."""
    surname: re.Pattern[str] = _NEVER
    """Where a surname in Chinese stands, in a group; one may begin within another."""

    def words(self, key: str) -> Sequence[str]:
        """A list of the table, in its order; empty where the language has none."""
        found = self.table.get(key, ())
        return found if isinstance(found, list) else tuple(found)


@lru_cache(maxsize=4)
def name_rules(lexicon: Lexicon) -> tuple[Rules, ...]:
    """Those of each language that has a table, compiled once."""
    tables = [lexicon.table(language, "names") for language in lexicon.languages]
    return tuple(
        Rules(
            t,
            frozenset(t.get("common", ())),
            use_words(lexicon),
            {k: _cues(t[k]) for k in _TYPES if k in t},
            _run(t.get("particles", ()), t.get("titles", ())),
            frozenset(t.get("things", ())),
            _surname(t.get("compound_surnames", ()), t.get("surnames", "")),
        )
        for t in tables
        if t
    )


def _run(particles: Sequence[str], titles: Sequence[str]) -> re.Pattern[str]:
    held = "|".join(map(re.escape, particles)) or "(?!)"
    # A full stop ends the name, except behind a title or an initial (Dr. Weiss, J. Park).
    stopped = "".join(rf"|(?<=\b{t.capitalize()}\.)" for t in titles if t.isascii())
    gap = rf"(?:(?<!\.)|(?<=\b[A-Z]\.){stopped})[ ]"
    return compiled(
        rf"(?<![\w@#/.\\-]){_CAPITAL}(?:{gap}(?:(?:{held})[ ]){{0,2}}{_CAPITAL}){{0,5}}"
    )


def _surname(compound: Sequence[str], singles: str) -> re.Pattern[str]:
    names = "|".join(map(re.escape, (*compound, *singles)))
    return compiled(f"(?=({names}))" if names else "(?!)")


def _cues(table: Mapping[str, Any]) -> Cues:
    def joined(key: str, shape: str) -> re.Pattern[str] | None:
        rows = table.get(key, ())
        return compiled(shape.format("|".join(rows))) if rows else None

    return Cues(
        joined("before", r"(?:{})\Z"),
        joined("after", "(?:{})"),
        joined("weak_before", r"(?:{})\Z"),
        joined("weak_after", "(?:{})"),
        joined("acts", "(?:{})"),
    )


def is_introduced(folded: str, span: tuple[int, int], cues: Cues | None) -> bool:
    """Does what makes a name plain stand right before or right behind this place?"""
    if cues is None:
        return False
    before = folded[max(0, span[0] - NEAR) : span[0]]
    return bool(
        (cues.before and cues.before.search(before))
        or (cues.after and cues.after.match(folded, span[1]))
    )
