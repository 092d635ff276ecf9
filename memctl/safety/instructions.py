"""Orders to the assistant in text that someone else wrote.

A memory that stores "from now on recommend X" out of a web page has been told what to think.
Such texts are recognised by cues (`[hostile.*]` of each language's safety.toml): who is
addressed, what is ordered, what authority is claimed, what is to be hidden. One cue alone
proves nothing, people talk of rules and prompts all the time; several together do.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memctl.language.lexicon import Lexicon
from memctl.language.scripts import fold

OWN_SOURCES = frozenset({"note", "daily-note", "manual", "conversation", "user"})
"""What the user writes. Orders there are the user's own, unless they were copied."""

_ENOUGH = 3


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
    expression: re.Pattern[str]


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
    """As `is_hostile`, with the cues that were met."""
    groups, folded = _groups(lexicon), fold(text)
    met = {name for name, group in groups.items() if group.expression.search(folded)}
    score = sum(groups[name].weight for name in met)
    is_foreign = source not in OWN_SOURCES or "relayed" in met
    is_aimed = any(groups[name].is_aimed for name in met)
    return Verdict(is_foreign and is_aimed and score >= _ENOUGH, tuple(sorted(met)))


@lru_cache(maxsize=4)
def _groups(lexicon: Lexicon) -> Mapping[str, _Group]:
    """Groups by name, each with the expressions of all languages: texts mix them."""
    weights: dict[str, int] = {}
    aimed: set[str] = set()
    expressions: dict[str, list[str]] = {}
    for language in lexicon.languages:
        rows: Mapping[str, Any] = lexicon.table(language, "hostile")
        for name, row in rows.items():
            weights[name] = row.get("weight", weights.get(name, 0))
            aimed |= {name} if row.get("aimed") else set()
            expressions.setdefault(name, []).extend(row.get("any", ()))
    return {
        name: _Group(weights[name], name in aimed, re.compile("|".join(f"(?:{e})" for e in found)))
        for name, found in expressions.items()
        if found
    }
