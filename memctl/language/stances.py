"""How a statement is meant: hedged, hearsay, planned, past, an exception, a change, an end.

Keys read from the data of a language (attributes.toml):
    stances   name -> phrases (regular expressions, matched without case)
    scopes    family -> name -> phrases: which of several (work phone, second phase)
    clause_words   words with which a clause ends where words stand apart ("and")
    parts     families of scopes that name a part of the entity: of the whole nothing is told
    tellers    who says it, at the beginning of a text, as regular expressions with a group `who`

Stance names that code relies on are the fields of `Stances`; a name that a language lacks
never fires.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from memctl.expressions import compiled
from memctl.language.lexicon import Lexicon
from memctl.language.phrases import Span, table_phrases
from memctl.language.terms import languages_of

_CLAUSE_MARKS = r"[,;:!?()。，；：！？、（）—\n]+|\.(?=\s|\Z)|\s[-–]\s"
_CACHED = 2_000


@dataclass(frozen=True, slots=True)
class Stances:
    """Where each stance is spoken, as spans of the folded text."""

    hedge: tuple[Span, ...] = ()
    """might, probably, 可能: not asserted."""
    hearsay: tuple[Span, ...] = ()
    """I heard, 听说: somebody else's word."""
    joke: tuple[Span, ...] = ()
    conditional: tuple[Span, ...] = ()
    plan: tuple[Span, ...] = ()
    yesterday: tuple[Span, ...] = ()
    """What a correction speaks of was said on the day before."""
    settled: tuple[Span, ...] = ()
    """agreed, decided, 敲定: what is planned will happen."""
    bargain: tuple[Span, ...] = ()
    """settled on, 谈成: what came of what was told right before."""
    past: tuple[Span, ...] = ()
    """used to, until 2021, 以前: how it was."""
    addition: tuple[Span, ...] = ()
    """also, another, 也: beside what was."""
    aside: tuple[Span, ...] = ()
    """as a volunteer, on the side: beside the main thing, though it can end as well."""
    exception: tuple[Span, ...] = ()
    """this once, today only, 临时: the rule stands."""
    other: tuple[Span, ...] = ()
    """a different one, 同名: another bearer of the name."""
    attempt: tuple[Span, ...] = ()
    """viewed, applied for, 没谈拢: it did not come to it."""
    event: tuple[Span, ...] = ()
    """sold, flew, 卖掉了: something that happened, not a state."""
    deed: tuple[Span, ...] = ()
    """repaired, painted, 修好了: done once to the thing, which says nothing of what it is."""
    correction: tuple[Span, ...] = ()
    """I was wrong, 更正: what was recorded was never true."""
    change: tuple[Span, ...] = ()
    """switched to, instead, 改成: something takes the place of something."""
    exchange: tuple[Span, ...] = ()
    """changed the …, 换了: of a change only what stands right after or before it changed."""
    swap: tuple[Span, ...] = ()
    """switched from … to, instead of, 改学: one for another, even of what one may have many."""
    handover: tuple[Span, ...] = ()
    """handed to, 交给: of a change only who has it."""
    now: tuple[Span, ...] = ()
    """now, from today, 现在: weak alone."""
    starts: tuple[Span, ...] = ()
    """first day at, start date, 报到: something begins that others end by."""
    sole: tuple[Span, ...] = ()
    """only, nothing else, 唯一: there is nothing beside it."""
    kept: tuple[Span, ...] = ()
    """stays as it is, unchanged, 照旧: what its clause speaks of did not change."""
    fragile: tuple[Span, ...] = ()
    """for now, 目前: said of its own time only."""
    end: tuple[Span, ...] = ()
    """no longer, cancelled, 不再: it stopped."""
    over: tuple[Span, ...] = ()
    """has been wound up, died, 解散: it is no more, and with it what it did."""
    leave: tuple[Span, ...] = ()
    """left, sold, gave up, 离开: stops what stands right beside it."""
    assertion: tuple[Span, ...] = ()
    """is with, signed with, takes over: a state that may take an old one's place."""
    denial: tuple[Span, ...] = ()
    """The wrong value that a correction names ("not 1 June")."""
    negation: tuple[Span, ...] = ()
    report: tuple[Span, ...] = ()
    """per the list, minutes:, 名册里: which source says so."""


_FIELDS = frozenset(Stances.__dataclass_fields__)


@lru_cache(maxsize=_CACHED)
def read_stances(folded: str, lexicon: Lexicon) -> Stances:
    """Every stance of a folded text."""
    found: dict[str, list[Span]] = {}
    for language in languages_of(folded, lexicon):
        for name, spans in table_phrases(language, "stances", lexicon).spans(folded).items():
            found.setdefault(name, []).extend(spans)
    return Stances(**{n: tuple(sorted(spans)) for n, spans in found.items() if n in _FIELDS})


@lru_cache(maxsize=_CACHED)
def read_scopes(folded: str, lexicon: Lexicon) -> Mapping[str, frozenset[str]]:
    """Which of several is meant: family -> the scopes named."""
    out: dict[str, set[str]] = {}
    for language in languages_of(folded, lexicon):
        for key, _ in table_phrases(language, "scopes", lexicon).matches(folded):
            family, _, name = key.partition("/")
            out.setdefault(family, set()).add(name)
    return {family: frozenset(names) for family, names in out.items()}


@lru_cache(maxsize=16)
def parts(lexicon: Lexicon) -> frozenset[str]:
    """Families of scopes that name a part of something: what holds there is not the whole."""
    return frozenset(row for lang in lexicon.languages for row in lexicon.rows(lang, "parts"))


@lru_cache(maxsize=16)
def _clause_end(lexicon: Lexicon) -> re.Pattern[str]:
    words = "|".join(w for lang in lexicon.languages for w in lexicon.rows(lang, "clause_words"))
    return compiled(rf"{_CLAUSE_MARKS}|\s(?:{words})\s" if words else _CLAUSE_MARKS)


@lru_cache(maxsize=_CACHED)
def clauses(folded: str, lexicon: Lexicon) -> tuple[Span, ...]:
    """The clauses of a folded text, as spans in order."""
    ends = _clause_end(lexicon).finditer(folded)
    cuts = [0, *(p for m in ends for p in m.span()), len(folded)]
    return tuple(
        (start, end)
        for start, end in zip(cuts[::2], cuts[1::2], strict=True)
        if folded[start:end].strip()
    )


@lru_cache(maxsize=16)
def _tellers(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    rows = (row for lang in lexicon.languages for row in lexicon.rows(lang, "tellers"))
    return tuple(compiled(row, re.IGNORECASE) for row in rows)


@lru_cache(maxsize=_CACHED)
def read_teller(folded: str, lexicon: Lexicon) -> tuple[str, str]:
    """Who says it, and what is said; nobody and the whole text where no teller is named."""
    for pattern in _tellers(lexicon):
        if (match := pattern.match(folded)) is not None and match.end() < len(folded):
            return match["who"].strip(), folded[match.end() :].strip()
    return "", folded
