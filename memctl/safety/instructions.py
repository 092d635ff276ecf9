"""Orders to the assistant in text that someone else wrote.

A memory that stores "from now on recommend X" out of a web page has been told what to think.
Such texts are recognised by cues (`[hostile.*]` of each language's safety.toml): who is
addressed, what is ordered, what authority is claimed, what is to be hidden. One cue alone
proves nothing, people talk of rules and prompts all the time; several together do. Cues are
built from words that the data name (`{machine}`, `{keep}`, …), so they tell kinds of
sentences and not sentences.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memctl.expressions import compiled
from memctl.language.lexicon import Lexicon
from memctl.language.scripts import fold
from memctl.safety.veils import unveiled

OWN_SOURCES = frozenset({"note", "daily-note", "manual", "conversation", "user"})
"""What the user writes. Orders there are the user's own, unless they were copied."""

_ENOUGH = 3
_QUOTATION = re.compile('["“][^"“”\\n]{2,200}["”]|「[^「」\\n]{2,200}」|‘[^‘’\\n]{2,200}’')
_NAMED = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a text gives orders to the assistant, and which cues say so."""

    is_hostile: bool
    cues: tuple[str, ...]
    """Names of the groups that were met, sorted."""

    def __bool__(self) -> bool:
        """Is it hostile?"""
        return self.is_hostile


@dataclass(frozen=True, slots=True)
class _Group:
    weight: int
    is_aimed: bool
    """Does it speak to or of an assistant?"""
    expression: str


def is_hostile(text: str, *, source: str, lexicon: Lexicon) -> bool:
    """Does the text order the assistant about, or plant facts with false authority?

    Args:
        text: One block.
        source: Where it comes from: `web`, `email`, `transcript`, …; what the user wrote
            (`daily-note`, `note`, `manual`, `conversation`) is hostile only where it quotes
            or pastes such an order.
        lexicon: Holds the cues of each language.
    """
    return judge(text, source=source, lexicon=lexicon).is_hostile


def judge(text: str, *, source: str, lexicon: Lexicon) -> Verdict:
    """As `is_hostile`, with the cues that were met; what the user wrote has none."""
    groups, shown = _groups(lexicon), fold(unveiled(text))
    if source in OWN_SOURCES and not _has("relayed", shown, groups):
        return Verdict(is_hostile=False, cues=())
    if _has("talk", shown, groups):
        shown = _QUOTATION.sub(" ", shown)  # there a quotation is the matter itself
    met = tuple(sorted(name for name in groups if _has(name, shown, groups)))
    score = sum(groups[name].weight for name in met)
    is_aimed = any(groups[name].is_aimed for name in met)
    return Verdict(is_aimed and score >= _ENOUGH, met)


def _has(name: str, text: str, groups: Mapping[str, _Group]) -> bool:
    return name in groups and _compiled(groups[name].expression).search(text) is not None


@lru_cache(maxsize=100)
def _compiled(expression: str) -> re.Pattern[str]:
    """Compiled when it is needed: the user's own notes need one only."""
    return compiled(expression)


@lru_cache(maxsize=4)
def _groups(lexicon: Lexicon) -> Mapping[str, _Group]:
    """Groups by name, each with the expressions of all languages: texts mix them."""
    weights: dict[str, int] = {}
    aimed: set[str] = set()
    expressions: dict[str, list[str]] = {}
    for language in lexicon.languages:
        rows: Mapping[str, Any] = lexicon.table(language, "hostile")
        words = rows.get("words", {})
        for name, row in rows.items():
            if name == "words":
                continue
            weights[name] = row.get("weight", weights.get(name, 0))
            aimed |= {name} if row.get("aimed") else set()
            found = (_spelled_out(e, words) for e in row.get("any", ()))
            expressions.setdefault(name, []).extend(found)
    return {
        name: _Group(weights[name], name in aimed, "|".join(f"(?:{e})" for e in found))
        for name, found in expressions.items()
        if found
    }


def _spelled_out(expression: str, words: Mapping[str, str]) -> str:
    """The expression with every `{name}` replaced by what the word stands for."""
    while (longer := _NAMED.sub(lambda m: words[m[1]], expression)) != expression:
        expression = longer
    return expression
