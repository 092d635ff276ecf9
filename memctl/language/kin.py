"""Somebody who belongs to somebody else: the sister in "Ada's sister Eve", 他的学生.

Keys read from the data of a language (attributes.toml):
    kin       words for somebody who belongs to somebody else (sister, 学生)
    owners    what stands before them then ("my ", 的), as regular expressions
    beside    words after which kin are only company ("near her mum")
    kin_told  what stands before them where the relation itself is told ("Leo is Ada's ")
    kin_relations   what follows where the relation itself is told ("partner is Leo")
    titles    what may stand between a name and such a word (冬梅姐老公)
And from roles.toml:
    joined_by   what joins an owner to what is theirs, with the blank behind it ("'s ", 的)
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from memctl.expressions import compiled
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.phrases import Span
from memctl.language.terms import Term, languages_of, phrase_pattern

_CACHED = 2_000
_JOINED = 2
"""Letters that a possessive adds to a word."""
_POSSESSIVE = 3
"""The same with a blank behind it."""


@dataclass(frozen=True, slots=True)
class Kin:
    """One such word, where it stands."""

    word: str
    name: str
    """Eve; "" when none is given."""
    is_owned: bool
    """Does a possessor stand before it ("Ada's", "my", 他的)?"""
    span: Span


@lru_cache(maxsize=16)
def _kin(languages: tuple[str, ...], lexicon: Lexicon) -> tuple[tuple[re.Pattern[str], ...], ...]:
    def either(lang: str, key: str) -> str:
        return "|".join(lexicon.rows(lang, key)) or "(?!)"

    return tuple(
        (
            phrase_pattern(lang, tuple(map(re.escape, lexicon.rows(lang, "kin"))), lexicon),
            compiled(rf"(?:{either(lang, 'owners')})\Z", re.IGNORECASE),
            compiled(either(lang, "kin_relations")),
            compiled(rf"(?:{either(lang, 'kin_told')})\Z"),
            compiled(rf"(?:{either(lang, 'beside')})\s?(?:\w+\s)?\Z", re.IGNORECASE),
        )
        for lang in languages
    )


@lru_cache(maxsize=8)
def joints(lexicon: Lexicon) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What joins an owner to what is theirs, and blanks: a text begins with it, or ends so."""
    marks = "|".join(re.escape(mark.rstrip()) for mark in words_of("joined_by", lexicon))
    run = rf"(?:{marks or '(?!)'}|\s)*"
    return compiled(rf"\A{run}"), compiled(rf"{run}\Z")


@lru_cache(maxsize=_CACHED)
def read_kin(folded: str, lexicon: Lexicon) -> tuple[Kin, ...]:
    """People who belong to somebody else, but not where the relation itself is told.

    "Ada's partner moved" is about the partner, "Ada's partner is Leo" about Ada.
    """
    found: list[Kin] = []
    for words, owners, relations, told, beside in _kin(languages_of(folded, lexicon), lexicon):
        for match in words.finditer(folded):
            before = folded[: match.start()]
            is_told = relations.match(folded, match.end()) or told.search(before)
            if is_told or beside.search(before):
                continue
            name = re.match(r"\s([A-Z]\w+)", folded[match.end() :])
            is_owned = bool(owners.search(folded[: match.start()]))
            word = match.group().casefold()
            found.append(Kin(word, name[1] if name else "", is_owned, match.span()))
    return tuple(found)


def kin_before(folded: str, named: Sequence[Span], lexicon: Lexicon) -> tuple[Span, ...]:
    """What the entity is to somebody, right before its name: "my sister Ada", at Ada."""
    starts = {start for start, _ in named}
    return tuple(
        kin.span
        for kin in read_kin(folded, lexicon)
        if kin.span[1] + folded.startswith(" ", kin.span[1]) in starts
    )


def kin_told_of(
    folded: str,
    taken: Sequence[Span],
    terms: Sequence[Term],
    reports: Sequence[Span],
    lexicon: Lexicon,
) -> Iterator[Kin]:
    """Kin who are owned by somebody, or who begin a statement that does not name the entity.

    A word of a concept stands for the concept: "mum" and "mother" are one. Whose
    letter tells it ("landlord's letter: the lease ends in May") it is not about.

    Args:
        folded: The statement.
        taken: Where it names the entity, or tells something that is read otherwise.
        terms: Of the statement, without the names.
        reports: Where it says which source tells it.
        lexicon: The language of it.
    """
    concepts = {(t.start, t.end): t.id for t in terms if t.id[:2] == "c:"}
    for kin in read_kin(folded, lexicon):
        is_taken = any(start <= kin.span[0] and kin.span[1] <= end for start, end in taken)
        if is_taken or any(_is_teller(kin.span, report, folded) for report in reports):
            continue
        begins = not (taken or kin.span[0])
        if kin.is_owned or begins or _is_behind_name(kin.span, taken, folded, lexicon):
            yield replace(kin, word=_concept(kin.span, concepts) or kin.word)


def _is_behind_name(kin: Span, taken: Sequence[Span], folded: str, lexicon: Lexicon) -> bool:
    """Does nothing, or a title, stand between a name and the word ("冬梅老公", "冬梅姐老公")?"""
    titles = ("", *words_of("titles", lexicon))
    return any(end <= kin[0] and folded[end : kin[0]] in titles for _, end in taken)


def _concept(kin: Span, concepts: Mapping[Span, str]) -> str | None:
    """The concept of a word, also where it stands with what is joined to it: "Dad's"."""
    start, end = kin
    return next(
        (i for (a, b), i in concepts.items() if a == start and 0 <= b - end <= _JOINED), None
    )


def _is_teller(kin: Span, report: Span, folded: str) -> bool:
    """Does a word for what tells, with a colon behind it, follow at once?"""
    is_next = 0 <= report[0] - kin[1] <= _POSSESSIVE
    return is_next and ":" in folded[report[1] - 1 : report[1] + 1]
