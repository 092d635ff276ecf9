"""What a sentence claims: cues that make it durable, and cues that make it junk.

The tables are those of grammar.py. No rule about a language stands in this file.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memctl.language.clauses import Cutter
from memctl.language.cues import DURABLE, INTRO, JUNK, MACHINE, Cue, Hit, Reading
from memctl.language.grammar import Grammar, make_cues, make_cutter, make_grammar
from memctl.language.lexicon import Lexicon
from memctl.language.scripts import to_simplified
from memctl.language.sieving.sieve import Sieve, make_sieve

_UNCLAIMED = frozenset({"doubt", "hearsay"})


@dataclass(frozen=True, eq=False, slots=True)
class Statements:
    """The compiled tables of a lexicon. Compared by identity."""

    cutter: Cutter
    grammar: Grammar
    cues: tuple[Cue, ...]
    numbered: tuple[tuple[int, str], ...]
    """All patterns in order, each with the number of its cue."""
    sieve: Sieve

    def fold(self, text: str) -> str:
        """`text` as cues read it: simplified characters, same length, case kept."""
        return to_simplified(text)

    # The same stretch is asked about by each who may join, cut or judge it.
    @lru_cache(maxsize=64)  # noqa: B019 - it lives as long as its lexicon
    def read(self, text: str) -> Reading:
        """Durable and junk cues of one sentence or clause."""
        return Reading(tuple(self._hits(text, "sentence", DURABLE, JUNK)))

    def stands_alone(self, text: str) -> bool:
        """Does it name something, not only a day, a number and words that point elsewhere?"""
        return any(c.isalpha() for c in self.grammar.bare.sub(" ", self.fold(text)))

    def objection_to_block(self, text: str) -> Cue | None:
        """What makes a whole block no statement at all: a log, a command, a joke, hearsay."""
        hit = next(self._hits(text, "block", MACHINE, JUNK), None)
        return hit.cue if hit else None

    # Asked only of what would retire something.
    @lru_cache(maxsize=64)  # noqa: B019 - it lives as long as its lexicon
    def is_doubted(self, text: str) -> bool:
        """Is it asked, guessed, wished, heard, made up or a condition: not claimed at all?"""
        scopes = ("sentence", "block")
        return any(hit.cue.kind in _UNCLAIMED for s in scopes for hit in self._hits(text, s, JUNK))

    def read_predicate(self, text: str) -> Reading:
        """Cues in what is said right behind the name of somebody known."""
        return Reading(tuple(self._hits(text, "predicate", DURABLE)))

    # Each stretch of a block asks what the whole of it introduces.
    @lru_cache(maxsize=64)  # noqa: B019 - it lives as long as its lexicon
    def introductions(self, text: str, *, is_own: bool = False) -> tuple[Hit, ...]:
        """Names that the text introduces; the writer's too where it begins what is told of them."""
        folded = self.fold(text)
        cues = list(self._candidates(folded, "sentence", INTRO))
        if is_own:
            cues += self._candidates(folded, "own", INTRO)
        return tuple(Hit(cue, match) for cue, some in cues for match in cue.find(folded, some))

    def _hits(self, text: str, scope: str, *roles: str) -> Iterator[Hit]:
        folded = self.fold(text)
        against = list(self._passing(folded)) if DURABLE in roles else []
        silent = [self.cutter.around(folded, hit.match.start()) for hit in against]
        quoted = [m.span() for m in self.grammar.quoted.finditer(folded)]
        for cue, some in self._candidates(folded, scope, *roles):
            found = cue.find(folded, some)
            if cue.role == DURABLE:
                spans = quoted if cue.is_firm else [*silent, *quoted]
                found = (m for m in found if _is_in_none(m, spans))
            match = next(found, None)
            if match:
                yield Hit(cue, match)
        yield from against

    def _passing(self, folded: str) -> Iterator[Hit]:
        """What makes single clauses pass away."""
        for cue, some in self._candidates(folded, "clause", JUNK):
            yield from (Hit(cue, match) for match in cue.find(folded, some))

    def _candidates(
        self, folded: str, scope: str, *roles: str
    ) -> Iterator[tuple[Cue, Sequence[str]]]:
        """The cues that may fire, each with those of its patterns that may match."""
        groups = self._groups(folded.lower())
        for role in roles:
            yield from groups.get((scope, role), ())

    # A stretch is read several times over: for what lasts, for names, behind a name.
    @lru_cache(maxsize=64)  # noqa: B019 - it lives as long as its lexicon
    def _groups(self, lowered: str) -> Mapping[tuple[str, str], Sequence[tuple[Cue, list[str]]]]:
        """What may match, by scope and role of the cue."""
        groups: dict[tuple[str, str], dict[int, list[str]]] = {}
        for number in self.sieve.candidates(lowered):
            owner, pattern = self.numbered[number]
            cue = self.cues[owner]
            groups.setdefault((cue.scope, cue.role), {}).setdefault(owner, []).append(pattern)
        return {k: [(self.cues[i], some) for i, some in v.items()] for k, v in groups.items()}


def _is_in_none(match: re.Match[str], spans: Sequence[tuple[int, int]]) -> bool:
    return not any(start <= match.start() < end for start, end in spans)


@lru_cache(maxsize=8)
def statements(lexicon: Lexicon) -> Statements:
    """The tables of this lexicon, compiled once."""
    tables = [t for name in lexicon.languages if (t := lexicon.table(name, "statements"))]
    cues = make_cues(tables)
    numbered = tuple((i, pattern) for i, cue in enumerate(cues) for pattern in cue.patterns)
    return Statements(
        cutter=make_cutter(tables),
        grammar=make_grammar(tables),
        cues=cues,
        numbered=numbered,
        sieve=make_sieve([pattern for _, pattern in numbered]),
    )


def group(match: re.Match[str], name: str) -> tuple[int, int] | None:
    """Span of the group `name` in whichever alternative matched."""
    for key in match.re.groupindex:
        if key == name or key.startswith(f"{name}_"):
            span = match.span(key)
            if span != (-1, -1):
                return span
    return None
