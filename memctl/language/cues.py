"""A cue, its place in a text, and what the cues of one stretch come to."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from memctl import expressions

DURABLE, JUNK, MACHINE, INTRO = "durable", "junk", "machine", "intro"

FLAGS = re.IGNORECASE | re.MULTILINE

NEEDED = 2
"""The least sum of weights that makes a statement durable."""

TWICE_TOLD = 6
"""The least sum of cues that miss their subject to make one durable by themselves."""


@dataclass(frozen=True, slots=True)
class Cue:
    """One entry of the table."""

    id: str
    role: str
    patterns: tuple[str, ...]
    """Regular expressions, ready to be compiled."""
    weight: int = 2
    category: str = "status"
    kind: str = "state"
    scope: str = "sentence"
    type: str = "people"
    plain: bool = True
    owner: str = ""
    needs: str = ""
    """`subject`: counts for one where the stretch does not say whom it is about; `name`: where
    it names nobody and does not say "I"."""
    reach: str = ""
    """`clause`: noise, which says nothing against the clauses beside it; or firm against such."""
    about: str = ""
    """`me`: what it says is about the writer, whoever is named first."""
    fires: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()

    @property
    def is_firm(self) -> bool:
        """Does it stand against noise, and beside a doubt in another clause?"""
        return self.role == DURABLE and self.reach == "clause"

    def find(self, folded: str, patterns: Sequence[str] | None = None) -> Iterator[re.Match[str]]:
        """Every match of these patterns, else of all; a predicate stands at the beginning."""
        for pattern in map(compiled, self.patterns if patterns is None else patterns):
            if self.scope == "predicate":
                match = pattern.match(folded)
                yield from [match] if match else []
            else:
                yield from pattern.finditer(folded)


@dataclass(frozen=True, slots=True)
class Hit:
    """A cue at its place in a text."""

    cue: Cue
    match: re.Match[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the cues say about one stretch of text."""

    hits: tuple[Hit, ...]
    lacks: frozenset[str] = frozenset()
    """`subject` and `name`, where the stretch leaves out whom it is about."""

    @property
    def score(self) -> int:
        """Weights for, minus weights against."""
        against = sum(h.cue.weight for h in self._against())
        needy = [h for h in self.hits if h.cue.needs in self.lacks]
        firm = [h for h in self.hits if h.cue.needs not in self.lacks]
        alone = _weight_for(needy)
        return _weight_for(firm) + (NEEDED if alone >= TWICE_TOLD else min(1, alone)) - against

    @property
    def is_durable(self) -> bool:
        """Is it worth keeping?"""
        return self.strongest is not None and self.score >= NEEDED

    @property
    def strongest(self) -> Cue | None:
        """The durable cue with the largest weight; the first of equals."""
        return max(self._of(DURABLE, INTRO), key=lambda c: c.weight, default=None)

    @property
    def objection(self) -> Cue | None:
        """The junk cue with the largest weight."""
        return max(self._of(JUNK), key=lambda c: c.weight, default=None)

    def _against(self) -> Iterator[Hit]:
        """What speaks against it: where something firm is said, noise does not."""
        is_firm = any(h.cue.is_firm for h in self.hits)
        for hit in self.hits:
            if hit.cue.role == JUNK and not (is_firm and hit.cue.reach == "clause"):
                yield hit

    def _of(self, *roles: str) -> Iterator[Cue]:
        return (h.cue for h in self.hits if h.cue.role in roles)


def _weight_for(hits: Iterable[Hit]) -> int:
    """Weights that speak for a statement; all that rest on words counted already add one."""
    counted: list[Hit] = []
    again = 0
    ranked = (h for h in hits if h.cue.role != JUNK)
    for hit in sorted(ranked, key=lambda h: -h.cue.weight):
        if any(_overlap(hit.match, c.match) for c in counted):
            again = 1
        else:
            counted.append(hit)
    return sum(h.cue.weight for h in counted) + again


def _overlap(one: re.Match[str], other: re.Match[str]) -> bool:
    """Do both rest on the same words? What is read behind a name ends where its sentence ends."""
    a, b = one.string, other.string
    if not (a.endswith(b) or b.endswith(a)):
        return False
    ends = len(a) - one.end() < len(b) - other.start()
    return ends and len(b) - other.end() < len(a) - one.start()


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Most patterns are never tried, so each is compiled when it first is."""
    return expressions.compiled(pattern, FLAGS)
