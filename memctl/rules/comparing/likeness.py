"""How much of what two statements say in characters is the same, by the character or the word.

Words that stand together without spaces cannot be told apart for certain; the characters that
carry something can, and with them what the thesaurus calls by one name.

Keys read from the data of a language (roles.toml):
    since_when   words for since when, as regular expressions: they tell no thing
    stands_at    characters behind which a word tells where, whatever else it may mean
    titles       how somebody is called behind their name
    lessons      what is called after somebody (林老师的课), so that nobody is named
    denying      characters by which a word is a denial by itself (滴酒不沾)
"""

import re
from functools import lru_cache

from memctl.language.lexicon import Lexicon, pattern_of, words_of
from memctl.language.phrases import HAN, Span
from memctl.language.term_kinds import light_words
from memctl.language.terms import empty_characters
from memctl.rules.reading import Reading

_NOWHERE: Span = (0, 0)


def likeness(old: Reading, new: Reading) -> tuple[float, float]:
    """How much of each the other says as well: the more and the less; 0 where nothing is told."""
    said = content(old), content(new)
    both = shared(old, new, *said)
    shares = [len(b) / len(s) for b, s in zip(both, said, strict=True) if s]
    return max(shares, default=0.0), min(shares, default=0.0)


def names_others(old: Reading, new: Reading) -> bool:
    """Does each name somebody by a title (林老师), and nobody whom the other names?"""
    was, now = (set(_titled(r.lexicon).findall(r.text)) for r in (old, new))
    return bool(was and now) and was.isdisjoint(now)


def denies_otherwise(old: Reading, new: Reading) -> bool:
    """Is a word that both say in other words a denial in the one only (滴酒不沾, 黄酒)?"""
    sides = [{t.id: r for t in r.terms if t.id[:2] == "c:"} for r in (old, new)]
    return any(_is_denial(old, i) != _is_denial(new, i) for i in sides[0].keys() & sides[1].keys())


def _is_denial(reading: Reading, concept: str) -> bool:
    words = [t for t in reading.terms if t.id == concept]
    denying = frozenset(words_of("denying", reading.lexicon))
    is_within = any(
        reading.text[t.start + n] in denying for t in words for n in range(t.end - t.start)
    )
    return is_within or all(reading.clause_of(t.start) in reading.negated for t in words)


@lru_cache(maxsize=8)
def _titled(lexicon: Lexicon) -> re.Pattern[str]:
    tables = (lexicon.table(lang, "names") for lang in lexicon.languages)
    rows = {*words_of("titles", lexicon), *(t for table in tables for t in table.get("titles", ()))}
    either = "|".join(sorted(map(re.escape, rows), key=lambda w: (-len(w), w))) or "(?!)"
    lessons = "|".join(words_of("lessons", lexicon)) or "(?!)"
    return re.compile(rf"([{HAN}])(?:{either})(?![{HAN}]*(?:{lessons}))")


def content(reading: Reading, value: Span = _NOWHERE) -> frozenset[int]:
    """Where the characters stand that say something, outside of names and of the value."""
    hidden = {i for a, b in (*reading.named, value) for i in range(a, b)}
    hidden |= {i for q in reading.quantities for i in range(q.start, q.end)}
    since = pattern_of("since_when", reading.lexicon)
    hidden |= {i for m in since.finditer(reading.text) for i in range(*m.span())}
    hidden |= sides(reading) | light(reading)
    empty = empty_characters(reading.lexicon)
    return frozenset(
        i for i, c in enumerate(reading.text) if i not in hidden and c not in empty and c.isalnum()
    )


def shared(
    old: Reading, new: Reading, was: frozenset[int], now: frozenset[int]
) -> tuple[frozenset[int], frozenset[int]]:
    """Of these places those whose character, or whose word in other words, both have."""
    chars = {old.text[i].casefold() for i in was} & {new.text[i].casefold() for i in now}
    found = []
    for reading, other, at in ((old, new, was), (new, old, now)):
        met = {
            i
            for t in reading.terms
            if t.id in other.ids and t.id[:2] == "c:"
            for i in range(t.start, t.end)
        }
        found.append(frozenset(i for i in at if reading.text[i].casefold() in chars or i in met))
    return found[0], found[1]


def sides(reading: Reading) -> set[int]:
    """Where words stand that say only which side of a thing is meant (面积), or that it is new."""
    found = _plain(reading.lexicon).finditer(reading.text)
    return {i for m in found for i in range(*m.span())}


def light(reading: Reading) -> set[int]:
    """Where words stand that say little beside others."""
    ids = light_words(reading.lexicon)
    said = (t for t in reading.terms if t.id in ids and t.id[1:2] != ":")
    return {i for t in said for i in range(t.start, t.end)}


@lru_cache(maxsize=8)
def _plain(lexicon: Lexicon) -> re.Pattern[str]:
    rows = [*words_of("facets", lexicon), *words_of("plain_qualifiers", lexicon)]
    joined = "|".join(sorted(map(re.escape, rows), key=len, reverse=True)) or "(?!)"
    return re.compile(rf"(?<![{''.join(words_of('stands_at', lexicon))}\0])(?:{joined})")
