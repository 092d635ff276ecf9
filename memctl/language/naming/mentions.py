"""Whom a text means among the known.

Known names come as a mapping from each name to the refs that bear it. A first name or given
name that is not in the mapping counts when exactly one person bears it. Nobody is guessed:
a name that fits two is ambiguous. Names that nobody knows yet are in new_names.py.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memctl.expressions import later
from memctl.language.lexicon import Lexicon
from memctl.language.naming.spellings import QUOTES
from memctl.language.naming.use import Manner, UseWords, is_meant, is_meant_han, place, use_words
from memctl.language.naming.words import (
    COMPOUND_SURNAMES,
    HAN_FAMILIAR,
    HAN_HONOURS,
    HAN_SMALL,
    HAN_TITLES,
    SURNAMES,
    SURNAMES_AS_WORDS,
    TITLES,
)
from memctl.language.scripts import fold, has_han, is_han

_WORD = later(r"[^\W_\u3400-\u9fff\U00020000-\U0003134f]+[+#]*")
_GAP = later(r"[\s.'’·&-]{0,3}")
_PEOPLE = frozenset({"people", "person", "contacts", "friends", "family", "colleagues"})


@dataclass(frozen=True, slots=True)
class Mention:
    """A known name in a text."""

    words: str
    """As written, without a possessive ending."""
    span: tuple[int, int]
    refs: tuple[str, ...]
    """The entities that bear the name; more than one when it is ambiguous."""

    @property
    def ref(self) -> str | None:
        """The entity that is meant, or None when several bear the name."""
        return self.refs[0] if len(self.refs) == 1 else None


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A name that several entities bear."""

    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """One name, ready to be found."""

    tokens: tuple[str, ...]
    """Folded words, or the folded characters of a Chinese name as one."""
    name: str
    refs: tuple[str, ...]
    is_derived: bool = False
    """A part of the name that the mapping itself does not hold."""
    is_surname: bool = False
    """Does it mean the person with a capital only (Castle, a castle)?"""

    @property
    def manner(self) -> Manner:
        """How it is known, for judging its use."""
        is_thing = not any(r.partition("/")[0] in _PEOPLE for r in self.refs)
        return Manner(len(self.tokens), self.is_derived, is_thing)


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Known names by their first word or character, longest first."""

    latin: Mapping[str, Sequence[_Known]]
    han: Mapping[str, Sequence[_Known]]
    words: UseWords
    """By which it is told whether a name is used as one."""


def name_index(names: Mapping[str, Sequence[str]], lexicon: Lexicon) -> NameIndex:
    """Each name with the refs that bear it, made ready: build it once to search many texts."""
    words = use_words(lexicon)
    latin: dict[str, list[_Known]] = {}
    han: dict[str, list[_Known]] = {}
    for known in _all_names(names, TITLES | words.relations):
        table = han if len(known.tokens) == 1 and has_han(known.tokens[0]) else latin
        first = known.tokens[0][0] if table is han else known.tokens[0]
        table.setdefault(first, []).append(known)
    for rows in (*latin.values(), *han.values()):
        rows.sort(key=lambda k: (-len("".join(k.tokens)), k.is_derived))
    return NameIndex(latin, han, words)


def find_mentions(text: str, index: NameIndex) -> tuple[Mention, ...]:
    """Every known name in the text, from left to right, the longest where they overlap.

    Args:
        text: As written; case and script variants are understood.
        index: The known names.
    """
    folded = fold(text)
    found = [*_latin(text, folded, index), *_han(text, folded, index)]
    found.sort(key=lambda m: (m.span[0], -m.span[1]))
    kept: list[Mention] = []
    for mention in found:
        if not kept or mention.span[0] >= kept[-1].span[1]:
            kept.append(mention)
    return tuple(kept)


def resolve(text: str, index: NameIndex) -> str | Ambiguous | None:
    """Whom a text means: a ref, several, or nobody known.

    Where it mentions several, the first one counts.
    """
    mention = next(iter(find_mentions(text, index)), None)
    if mention is None:
        return None
    return mention.ref or Ambiguous(mention.refs)


def _all_names(names: Mapping[str, Sequence[str]], titles: frozenset[str]) -> Iterator[_Known]:
    given: dict[tuple[str, ...], _Known] = {}
    for name, refs in names.items():
        tokens = _tokens(name)
        if tokens:
            had = given[tokens].refs if tokens in given else ()
            given[tokens] = _Known(tokens, name, tuple(dict.fromkeys((*had, *refs))))
    derived: dict[tuple[str, ...], _Known] = {}
    for known in given.values():
        people = tuple(r for r in known.refs if r.partition("/")[0] in _PEOPLE)
        for name in _derived(known, titles) if people else ():
            tokens = _tokens(name)
            had = derived[tokens].refs if tokens in derived else ()
            refs = tuple(dict.fromkeys((*had, *people)))
            is_surname = len(tokens) == 1 and known.name.endswith(f" {name}")
            derived[tokens] = _Known(tokens, name, refs, is_derived=True, is_surname=is_surname)
    yield from given.values()
    yield from (known for tokens, known in derived.items() if tokens not in given)


def _tokens(name: str) -> tuple[str, ...]:
    folded = fold(unicodedata.normalize("NFC", name)).strip(QUOTES + " ")
    if has_han(folded):
        return (folded,)
    return tuple(_WORD.findall(folded))


def _derived(known: _Known, titles: frozenset[str]) -> Iterator[str]:
    """Other ways to say a full name: first name, surname, initials, title with surname."""
    if len(known.tokens) == 1 and has_han(known.tokens[0]):
        yield from _derived_han(known.tokens[0])
        return
    words = unicodedata.normalize("NFC", known.name).replace(",", "").split()
    plain = _without_accents(known.name)
    if plain != known.name:
        yield plain
    if re.match(r"(?:\w\.){2,} ", known.name):
        yield words[0].replace(".", "") + known.name[len(words[0]) :]
    is_titled = len(words) > 1 and words[0].casefold().rstrip(".") in titles
    words = words[1:] if is_titled else words
    if not words or len(words) > 3 or any(not w[0].isalpha() for w in words):  # noqa: PLR2004 - no name of a person is longer
        return
    if len(words) > 1:
        yield from _parts(words)
    elif is_titled:
        yield words[0]
    if len(words) > 1 or is_titled:
        yield from (f"{title} {words[-1]}" for title in _SPOKEN_TITLES)


_SPOKEN_TITLES = ("Mr", "Mrs", "Ms", "Miss", "Dr", "Doctor", "Prof", "Professor")


def _parts(words: Sequence[str]) -> Iterator[str]:
    first, last = words[0], words[-1]
    if len(first.rstrip(".")) > 1:
        yield first
        yield f"{first[0]} {last}"
        yield f"{first} {last[0]}"
    if len(words) > 2:  # noqa: PLR2004 - Wei Ling for Wei Ling Toh
        yield " ".join(words[:2])
        yield f"{first} {last}"
    if len(last) > 2:  # noqa: PLR2004 - a name of two letters is a word too often
        yield " ".join(words[1:]) if words[1][0].islower() else last


def _derived_han(name: str) -> Iterator[str]:
    """静怡, 何老师, 何总, 涛哥, 小薇 and the surname 欧阳."""
    length = 2 if name.startswith(COMPOUND_SURNAMES) else 1
    surname, given = name[:length], name[length:]
    is_full = len(given) in {1, 2} and all(map(is_han, name)) and not name.endswith(HAN_HONOURS)
    if not is_full or (length == 1 and surname not in SURNAMES):
        return
    if len(given) > 1:
        yield given
    if length > 1:
        yield surname
    yield from (given[-1] + word for word in HAN_FAMILIAR)
    yield from (word + given[-1] for word in HAN_SMALL)
    if surname not in SURNAMES_AS_WORDS:
        yield from (surname + word for word in (*HAN_FAMILIAR, *HAN_TITLES))


def _without_accents(name: str) -> str:
    letters = unicodedata.normalize("NFD", name)
    return unicodedata.normalize(
        "NFC", "".join(c for c in letters if not "\u0300" <= c <= "\u036f")
    )


def _latin(text: str, folded: str, index: NameIndex) -> Iterator[Mention]:
    if not index.latin:
        return
    words = list(_WORD.finditer(folded))
    for i, word in enumerate(words):
        for known in _beginning_with(word.group(), index):
            found = words[i : i + len(known.tokens)]
            if not _are_words([w.group() for w in found], known) or not _is_near(folded, found):
                continue
            start, end = found[0].start(), found[-1].end()
            if known.is_derived and not _is_initial_kept(known, text[start:end]):
                continue
            if is_meant(place(text, folded, start, end), known.name, known.manner, index.words):
                yield Mention(text[start:end], (start, end), known.refs)
                break


def _beginning_with(word: str, index: NameIndex) -> Sequence[_Known]:
    """Names that begin with this word; without its accents where nobody is known with them."""
    found = index.latin.get(word, ())
    return found or (() if word.isascii() else index.latin.get(_without_accents(word), ()))


def _are_words(words: Sequence[str], known: _Known) -> bool:
    if tuple(words) == known.tokens:
        return True
    if "".join(words).isascii():
        return False
    return tuple(map(_without_accents, words)) == known.tokens


def _is_initial_kept(known: _Known, written: str) -> bool:
    """Ruth A is Ruth Adler, ruth a is not; a surname alone keeps its capital."""
    if known.is_surname:
        return written[0].isupper()
    return len(known.tokens[-1]) > 1 or written[-1].isupper()


def _is_near(folded: str, words: Sequence[re.Match[str]]) -> bool:
    return all(_GAP.fullmatch(folded, a.end(), b.start()) for a, b in pairwise(words))


def _han(text: str, folded: str, index: NameIndex) -> Iterator[Mention]:
    if not index.han:
        return
    for start, char in enumerate(folded):
        for known in index.han.get(char, ()):
            name = known.tokens[0]
            if not folded.startswith(name, start):
                continue
            end = start + len(name)
            if is_meant_han(place(text, folded, start, end), name, known.manner, index.words):
                yield Mention(text[start:end], (start, end), known.refs)
                break
