"""The content words of a statement, as terms that two languages can share.

A word of the `concepts` tables becomes its concept (`c:alcohol` for "drinks" and 喝酒), any
other word its stem, Chinese text its pairs of characters; a phrase is both its concept and
its words. Terms are what two statements have in common; what they mean together is not
decided here, and of which kind they are stands in term_kinds.py.

Keys read from the data of a language (attributes.toml):
    spaced       do words stand apart? Then patterns are bound to word borders.
    suffixes     endings that a stem loses, longest first; "ies:y" puts another in its place
    stop_words   words that never are terms, nor characters of one
    weak_words   characters of which two side by side are no term
    variants     pairs of characters, "離离": the first is read as the second
    concepts     concept -> words and phrases that say the same
    topics       topic -> words of one kind that do not say the same; each gives a second
                 term (`t:shift`) beside its own
    kinds        kind -> things of which one is had at a time (browsers, marital states);
                 each gives a second term (`k:browser`) beside its own

A word written with a capital in the data has to stand with one in the text ("Go").
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from memctl.expressions import compiled, later
from memctl.language.lexicon import Lexicon
from memctl.language.phrases import HAN
from memctl.language.scripts import to_simplified

_WORD = later(rf"[{HAN}]+|[^\W\d_{HAN}](?:[^\W_{HAN}]|['’-](?=[^\W\d_{HAN}]))*")
_CACHED = 2_000
"""Texts at hand; a statement is read by several readers, one after the other."""
_STEMS = 8_000
"""Words at hand: most statements say the same few thousand."""
_START = 3
"""First letters by which words are filed; a shorter word by all it has."""
_SIZES = range(_START, 0, -1)
_ROOT, _ENDING = 5, 2
"""Letters that two forms of one word share at least, and those in which the shorter differs."""
_SHORTEST = 3
"""Letters that a stem keeps at least."""
_PAIR = 2
"""Characters of a Chinese word; what is longer is a phrase."""
_TABLES = ("concepts", "topics", "kinds")
"""Of their names the first letter begins the ids of the terms."""


_FRACTION = later("(?<=[0-9])(?=[¼½¾⅓⅔])")
"""Before the sign for a fraction: normalised 2½ would be 21 of 2."""


class Term(NamedTuple):
    """A content word and where it stands in the folded text; there are very many of them."""

    id: str
    start: int
    end: int


@lru_cache(maxsize=16)
def _variants(lexicon: Lexicon) -> dict[int, str]:
    pairs = [p for lang in lexicon.languages for p in lexicon.rows(lang, "variants")]
    return {ord(pair[0]): pair[1] for row in pairs for pair in row.split()}


@lru_cache(maxsize=_CACHED)
def fold(text: str, lexicon: Lexicon) -> str:
    """The text in one script and width; case is kept, since names need it."""
    apart = _FRACTION.sub(" ", text)
    plain = unicodedata.normalize("NFKC", apart).replace("’", "'")
    return to_simplified(plain.translate(_variants(lexicon)))


_IN_HAN = later(f"[{HAN}]")
_IN_LETTERS = later(rf"[^\W\d_{HAN}]")


@lru_cache(maxsize=_CACHED)
def languages_of(folded: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The languages whose script stands in a text: the others need not be tried."""
    has_han, has_letters = bool(_IN_HAN.search(folded)), bool(_IN_LETTERS.search(folded))
    return tuple(
        lang
        for lang in lexicon.languages
        if (has_letters if lexicon.tables[lang].get("spaced", True) else has_han)
    )


def spoken_in(texts: Iterable[str], languages: Sequence[str], lexicon: Lexicon) -> str:
    """Which of several languages of one script these texts are written in, by their stop words.

    Args:
        texts: What was written.
        languages: Those that come into question; at least one. Of equals it is the first.
        lexicon: Knows the stop words of each.
    """
    if len(languages) == 1:
        return languages[0]
    said = Counter(word for text in texts for word in _WORD.findall(text.casefold()))
    return max(languages, key=lambda one: sum(said[w] for w in lexicon.rows(one, "stop_words")))


@lru_cache(maxsize=4096)
def phrase_pattern(language: str, phrases: tuple[str, ...], lexicon: Lexicon) -> re.Pattern[str]:
    """One pattern for many phrases (each a regular expression), longest first."""
    joined = "|".join(sorted(phrases, key=lambda p: (-len(p), p)))
    if not joined:
        return compiled(r"(?!)")
    if lexicon.tables[language].get("spaced", True):
        joined = rf"(?<![^\W_])(?:{joined})(?![^\W_])"
    return compiled(joined, re.IGNORECASE)


class _Row(NamedTuple):
    """A word of the data and what it stands for."""

    word: str
    is_small: bool
    """Is it written without capitals?"""
    table: int
    """The number of its table in `_TABLES`."""
    id: str


@dataclass(frozen=True, eq=False, slots=True)
class _Words:
    """Words and phrases with their names, looked up at a place without trying each."""

    by_start: dict[str, tuple[_Row, ...]]
    """By their first letters, longest first."""
    begin: re.Pattern[str]
    """Where one may begin; a word in letters may stand right behind a Chinese character."""
    ending: re.Pattern[str] | None
    """What may follow a word in its inflected forms; None where words do not stand apart."""

    def matches(self, folded: str) -> tuple[list[Term], ...]:
        """The words that stand in a text, table by table, none within another of its table."""
        lowered = folded.lower()
        found: tuple[list[Term], ...] = tuple([] for _ in _TABLES)
        free = [0] * len(_TABLES)
        for begin in self.begin.finditer(lowered, 0, len(folded)):
            at = begin.start()
            for size in _SIZES:
                for row in self.by_start.get(lowered[at : at + size], ()):
                    text = lowered if row.is_small else folded
                    if free[row.table] <= at and text.startswith(row.word, at):
                        end = self._end(lowered, at + len(row.word))
                        if end is not None:
                            found[row.table].append(Term(row.id, at, end))
                            free[row.table] = end
        return found

    def _end(self, lowered: str, end: int) -> int | None:
        """Where a word ends in whatever form; None where it is only the beginning of another."""
        if self.ending is None:
            return end
        rest = self.ending.match(lowered, end)
        return rest.end() if rest else None


@lru_cache(maxsize=64)
def _words(language: str, lexicon: Lexicon) -> _Words:
    # The name as the id of a term, made once for all texts.
    rows = {
        (word, number): _Row(word, word.islower(), number, f"{key[0]}:{name}")
        for number, key in enumerate(_TABLES)
        for name, words in lexicon.table(language, key).items()
        for word in words
    }
    starts: dict[str, list[_Row]] = {}
    for _, row in sorted(rows.items(), key=lambda found: (-len(found[0][0]), found[0])):
        starts.setdefault(row.word[:_START].lower(), []).append(row)
    tables = lexicon.tables[language]
    spaced = tables.get("spaced", True)
    ending = rf"{tables.get('inflection', '')}(?![^\W_{HAN}])" if spaced else None
    firsts, seconds = _any_of(w[0] for w in starts), _any_of(w[1:2] for w in starts)
    begin = firsts if "" in (w[1:2] for w in starts) else f"{firsts}(?={seconds})"
    begin = rf"(?<![^\W_{HAN}]){begin}" if spaced else begin
    return _Words(
        {start: tuple(found) for start, found in starts.items()},
        compiled(begin if starts else "(?!)"),
        compiled(ending) if ending is not None else None,
    )


def _any_of(letters: Iterable[str]) -> str:
    return f"[{''.join(sorted(set(map(re.escape, letters))))}]"


@lru_cache(maxsize=16)
def _stop_words(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(
        word.casefold() for lang in lexicon.languages for word in lexicon.rows(lang, "stop_words")
    )


@lru_cache(maxsize=16)
def _weak_words(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(w for lang in lexicon.languages for w in lexicon.rows(lang, "weak_words"))


@lru_cache(maxsize=16)
def empty_characters(lexicon: Lexicon) -> frozenset[str]:
    """Single characters that by themselves say nothing."""
    return frozenset(w for w in _stop_words(lexicon) | _weak_words(lexicon) if len(w) == 1)


@lru_cache(maxsize=16)
def _suffixes(lexicon: Lexicon) -> tuple[tuple[str, str], ...]:
    rows = (s for lang in lexicon.languages for s in lexicon.rows(lang, "suffixes"))
    return tuple((suffix, instead) for suffix, _, instead in (s.partition(":") for s in rows))


@lru_cache(maxsize=_STEMS)
def stem(word: str, lexicon: Lexicon) -> str:
    """The word without its ending, so that "releases" and "release" meet."""
    plain = word.casefold()
    for suffix, instead in _suffixes(lexicon):
        if plain.endswith(suffix) and len(plain) - len(suffix) >= _SHORTEST:
            plain = plain[: len(plain) - len(suffix)] + instead
            break
    if len(plain) > _SHORTEST and plain[-1] == plain[-2] and plain[-1] not in "aeiouls":
        return plain[:-1]
    return plain[:-1] if len(plain) > _SHORTEST and plain.endswith("e") else plain


def is_akin(one: str, other: str) -> bool:
    """Are two stems forms of one word ("German", "Germany"; "therapist", "therapy")?"""
    if one.startswith(other) or other.startswith(one) or f"re{one}" == other or f"re{other}" == one:
        return True
    if not (one.isascii() and other.isascii()) or ":" in one + other:
        return False
    shorter = min(len(one), len(other)) - _ENDING
    return shorter >= _ROOT and one[:shorter] == other[:shorter]


@lru_cache(maxsize=_CACHED)
def read_terms(folded: str, lexicon: Lexicon) -> tuple[Term, ...]:
    """The terms of a folded text, in order; concepts take the place of their words.

    The words of a phrase stand beside its concept: of "iron tablets" somebody may stop the iron.
    """
    found: list[Term] = []
    beside: list[Term] = []
    taken = bytearray(len(folded))
    phrases: list[Term] = []
    for language in languages_of(folded, lexicon):
        concepts, topics, kinds = _words(language, lexicon).matches(folded)
        beside += [*topics, *kinds]
        for term in concepts:
            if not any(taken[term.start : term.end]):
                found.append(term)
                taken[term.start : term.end] = b"\1" * (term.end - term.start)
                if _is_phrase(folded[term.start : term.end]):
                    phrases.append(term)
    for term in phrases:
        taken[term.start : term.end] = bytes(term.end - term.start)
    found += _plain_terms(folded, taken, lexicon)
    return tuple(sorted([*found, *beside], key=itemgetter(1, 2)))


def _is_phrase(words: str) -> bool:
    return " " in words or (len(words) > _PAIR and _IN_HAN.match(words) is not None)


def _plain_terms(folded: str, taken: bytearray, lexicon: Lexicon) -> list[Term]:
    stop, weak = _stop_words(lexicon), _weak_words(lexicon)
    out: list[Term] = []
    for match in _WORD.finditer(folded):
        word = match.group()
        if _IN_HAN.match(word):
            out += _pairs(folded, match.start(), match.end(), taken, (stop, weak))
        elif word.casefold() not in stop and not any(taken[match.start() : match.end()]):
            out.append(Term(stem(word, lexicon), match.start(), match.end()))
    return out


def _pairs(
    text: str, start: int, end: int, taken: bytearray, words: tuple[frozenset[str], frozenset[str]]
) -> list[Term]:
    """Pairs of neighbouring Chinese characters, none of them a function word."""
    stop, weak = words
    return [
        Term(text[i : i + 2], i, i + 2)
        for i in range(start, end - 1)
        if not (taken[i] or taken[i + 1])
        and not (text[i] in stop or text[i + 1] in stop or text[i : i + 2] in stop)
        and not (text[i] in weak and text[i + 1] in weak)
    ]


@lru_cache(maxsize=20_000)
def sounds(han: str) -> str:
    """How Chinese characters sound, written together in letters without tones."""
    from pypinyin import lazy_pinyin  # noqa: PLC0415 - slow to import, rarely needed

    return "".join(lazy_pinyin(han))
