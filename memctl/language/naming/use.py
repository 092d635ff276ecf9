"""Whether a known name that stands in a text is used as a name there.

"Will" asks, "will" does not; 今天真高兴 is nobody called 高兴; 隔壁家的婆婆 is another's.

Table `name_use` of a language (names_use.toml). Where words stand apart:
    common         names that are words as well: they need a capital, and not where a word stands
    months         of these the names of months; `month_company`: beside them a month is meant
    after_a_word   what follows a word at the beginning of a sentence ("Will you", "Mark my")
    relations      what people are called by; `elses`: patterns of what makes them another's
    places         behind a part of a name they make a place of it ("Novak Street")
    things         behind a word they say that it is the name of a thing ("the sparrow release")
    indefinite     after these it is any thing of its kind ("an anchor")
    articles       before a word that is no name ("the sourdough")
    definite       of these those behind which a short form in small letters is a name too
    no_surname     words with a capital that are no surname

Where they do not:
    common, relations   as above; `own`, `others`: what stands before the user's and another's
    familiar       before a surname among people who know each other (老王)
    of             before a short name of a thing: that of whoever stands before it
    starts         what may stand before a name where a clause begins
    counted        patterns of numbers with a measure: what follows is a thing (一袋松果)
    ends           words that end with a surname (回顾 | 老师)
    not_after      characters before which no name stands
    given_endings  characters that end a given name and seldom begin a word
    given_or_word  those that end one and begin words as well (东 | 东京)
    not_third      of both those that end no name of which the first two are a word (周五晨)
    pairs          words that begin with a name's last character (何平 | 平时)
    no_ending      words that begin with such a character, where a name stands before them
    after_name     patterns of what says that a name has ended before it
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memctl.expressions import compiled
from memctl.language.lexicon import Lexicon
from memctl.language.naming.words import SURNAMES, SURNAMES_AS_WORDS
from memctl.language.scripts import is_han

_CLAUSE_MARKS = "，。！？；：、,.!?;:\\s（(「“…—"
_SENTENCE_ENDS = ".!?:\n。！？："
_NOT_AFTER = ",.!?，。！？ "
_SHORT = 2
_NEAR = 30


@dataclass(frozen=True, eq=False, slots=True)
class UseWords:
    """The words around names in all languages of a lexicon; see above."""

    common: frozenset[str]
    months: frozenset[str]
    month_company: frozenset[str]
    after_a_word: frozenset[str]
    relations: frozenset[str]
    places: frozenset[str]
    things: frozenset[str]
    indefinite: frozenset[str]
    article: re.Pattern[str]
    """Ends with one, and a blank."""
    definite: tuple[str, ...]
    no_surname: frozenset[str]
    elses: re.Pattern[str]
    han_common: frozenset[str]
    han_relations: frozenset[str]
    own: tuple[str, ...]
    others: tuple[str, ...]
    familiar: tuple[str, ...]
    of: tuple[str, ...]
    clause_start: re.Pattern[str]
    counted: re.Pattern[str]
    ends: frozenset[str]
    not_after: frozenset[str]
    given_endings: frozenset[str]
    given_or_word: frozenset[str]
    third: frozenset[str]
    """What ends a name that begins like a word."""
    pairs: frozenset[str]
    no_ending: frozenset[str]
    after_name: re.Pattern[str]


@lru_cache(maxsize=8)
def use_words(lexicon: Lexicon) -> UseWords:
    """The tables of this lexicon, compiled once."""
    apart = [_table(lang, lexicon) for lang in lexicon.languages if _is_spaced(lang, lexicon)]
    joined = [_table(lang, lexicon) for lang in lexicon.languages if not _is_spaced(lang, lexicon)]
    starts = "|".join(_all(joined, "starts"))
    endings, or_word = (frozenset(_all(joined, f"given_{x}")) for x in ("endings", "or_word"))
    return UseWords(
        common=frozenset(_all(apart, "common")),
        months=frozenset(_all(apart, "months")),
        month_company=frozenset(_all(apart, "month_company")),
        after_a_word=frozenset(_all(apart, "after_a_word")),
        relations=frozenset(_all(apart, "relations")),
        places=frozenset(_all(apart, "places")),
        things=frozenset(_all(apart, "things")),
        indefinite=frozenset(_all(apart, "indefinite")),
        article=_article(_all(apart, "articles")),
        definite=_all(apart, "definite"),
        no_surname=frozenset(_all(apart, "no_surname")),
        elses=_before(_all(apart, "elses")),
        han_common=frozenset(_all(joined, "common")),
        han_relations=frozenset(_all(joined, "relations")),
        own=_all(joined, "own"),
        others=_all(joined, "others"),
        familiar=_all(joined, "familiar"),
        of=_all(joined, "of"),
        clause_start=compiled(rf"(?:\A|[{_CLAUSE_MARKS}])(?:{starts})?\Z"),
        counted=_before(_all(joined, "counted")),
        ends=frozenset(_all(joined, "ends")),
        not_after=frozenset((*_all(joined, "not_after"), *_NOT_AFTER)),
        given_endings=endings,
        given_or_word=or_word,
        third=(endings | or_word).difference(_all(joined, "not_third")),
        pairs=frozenset(_all(joined, "pairs")),
        no_ending=frozenset(_all(joined, "no_ending")),
        after_name=compiled("|".join(_all(joined, "after_name")) or "(?!)"),
    )


def _table(language: str, lexicon: Lexicon) -> Mapping[str, Any]:
    return lexicon.table(language, "name_use")


def _is_spaced(language: str, lexicon: Lexicon) -> bool:
    return bool(lexicon.tables[language].get("spaced", True))


def _all(tables: list[Mapping[str, Any]], key: str) -> tuple[str, ...]:
    return tuple(word for table in tables for word in table.get(key, ()))


def _article(words: tuple[str, ...]) -> re.Pattern[str]:
    return compiled(rf"\b(?:{'|'.join(words) or '(?!)'}) \Z", re.IGNORECASE)


def _before(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """What has to stand right before a name."""
    return compiled(rf"(?:{'|'.join(patterns) or '(?!)'})\Z")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name stands: as written, and folded text on both sides."""

    written: str
    before: str
    """At most a few words."""
    after: str
    follows: str
    """The next word as written, where only a blank stands between."""
    begins_sentence: bool
    is_part: bool
    """Does a hyphen and another capital follow (Nina-Marie)?"""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a name is known."""

    words: int
    is_derived: bool
    """A first or given name that nobody entered."""
    is_thing: bool
    """Does no person bear it?"""


def place(text: str, folded: str, start: int, end: int) -> Place:
    """The surroundings of `text[start:end]`."""
    before = text[max(0, start - _NEAR) : start].rstrip(" \t\"'“‘(*_-#>")
    begins = (not before and start <= _NEAR) or before[-1:] in set(_SENTENCE_ENDS)
    is_part = text[end : end + 1] in {"-", "‐", "‑"} and text[end + 1 : end + 2].isupper()
    near = folded[max(0, start - _NEAR) : start], folded[end : end + _NEAR]
    follows = re.match(r" ([^\W\d_]+)", text[end : end + _NEAR])
    return Place(text[start:end], *near, follows[1] if follows else "", begins, is_part)


def is_meant(at: Place, name: str, manner: Manner, words: UseWords) -> bool:
    """Is it a name here, and not a word, a month or part of an address?"""
    is_address = at.after.startswith("@") or re.search(r"[_\\]\Z|\w@\Z", at.before)
    is_other = manner.is_thing and _is_counted(at, words)
    is_other = is_other or (manner.is_derived and _is_another(at, words))
    if at.is_part or is_address or is_other:
        return False
    if manner.words > 1:
        return True
    word = at.written.casefold()
    if name.isupper() and len(word) > 1:
        return at.written.isupper()  # PL, HR: an abbreviation keeps its capitals
    if word in words.relations:
        return not words.elses.search(at.before)
    if word in words.common or word in words.months:
        is_thing = manner.is_thing and _is_thing_after(at, words)
        return is_thing or _is_more_than_a_word(at, word, words)
    return not manner.is_derived or at.written[0].isupper() or len(word) > _SHORT + 1


def _is_counted(at: Place, words: UseWords) -> bool:
    """Is it any thing of its kind: "an anchor", "a blue door"?"""
    before = re.search(r"([^\W_]+)\s+\Z", at.before)
    if at.written[0].isupper() or before is None or before[1] not in words.indefinite:
        return False
    return not _is_thing_after(at, words)


def _is_thing_after(at: Place, words: UseWords) -> bool:
    """The sparrow release: what follows says that a name stands before it."""
    after = re.match(r"\s+([^\W_]+)", at.after)
    return after is not None and after[1] in words.things


def _is_another(at: Place, words: UseWords) -> bool:
    """Is a part of a name here a part of another name (Petra Novotná, Novak Street)?"""
    if at.follows[:1].isupper() and at.follows.casefold() not in words.no_surname:
        return True
    return at.follows.casefold() in words.places


def _is_more_than_a_word(at: Place, word: str, words: UseWords) -> bool:
    """Does a name that is also a word stand with a capital, and not where a word would?"""
    if not at.written[0].isupper():
        return False
    before = re.search(r"([^\W_]+)[\s,]*\Z", at.before)
    after = re.match(r"[\s,]*([^\W_]+)", at.after)
    neighbours = before[1] if before else "", after[1] if after else ""
    if word in words.months:
        as_month = neighbours[0] in words.month_company or any(n.isdigit() for n in neighbours)
        if as_month:
            return False
    return not (at.begins_sentence and neighbours[1] in words.after_a_word)


def is_meant_han(at: Place, name: str, manner: Manner, words: UseWords) -> bool:
    """Is it a name here, and not a word, part of a longer word or someone else's?"""
    if not is_han(name[0]) and re.search(r"[^\W\u3400-\u9fff]\Z", at.before):
        return False
    if name in words.han_relations:
        return not _is_someone_elses(at.before, words)
    if name in words.han_common:
        return bool(words.clause_start.search(at.before)) and at.after[:1] not in words.not_after
    is_counted = manner.is_thing and words.counted.search(at.before)
    if is_counted or at.before[-1:] + name[0] in words.ends:
        return False
    if len(name) == _SHORT and _goes_on(at, name, manner, words):
        return False
    return not (manner.is_derived and _ends_with_surname(at.before))


def _goes_on(at: Place, name: str, manner: Manner, words: UseWords) -> bool:
    """Two characters are easily part of something longer: 王磊磊, 工地的塔吊."""
    after = at.after[:1]
    if after and (after == name[-1] or name[-1] + after in words.pairs):
        return True
    if is_longer_name(name, at.after, words):
        return True
    # A short name of a thing is a word as well: after 某某的 it is that one's own.
    return manner.is_thing and at.before.endswith(words.of) and _is_someone_elses(at.before, words)


def _is_someone_elses(before: str, words: UseWords) -> bool:
    """隔壁家的婆婆 is not my 婆婆."""
    return before.endswith(words.others) and not before.endswith(words.own)


def _ends_with_surname(before: str) -> bool:
    return before[-1:] in SURNAMES and before[-1:] not in SURNAMES_AS_WORDS


def is_longer_name(name: str, after: str, words: UseWords) -> bool:
    """Is a full name of two characters only the beginning of one here (张伟 in 张伟东住在)?"""
    if len(name) != _SHORT or name[0] not in SURNAMES:
        return False
    return after[:1] in words.given_endings or ends_given_name(after, words)


def ends_given_name(after: str, words: UseWords) -> bool:
    """Is what stands behind a name the rest of a longer one (东住在, 明搬到; never 东京, 明天)?"""
    ends = after[:1] in words.given_or_word and after[:2] not in words.pairs | words.no_ending
    return ends and bool(words.after_name.match(after, 1))
