"""Does a text that somebody else worded stand on its ground, and on nothing else?

Its ground is a quote of a note, or the facts it sums up. A name, number or day that stands
nowhere in the ground is invented, also where it is written in words.

Keys read from the data of a language:
    [numbers] outright   characters that are numbers wherever they stand (二, and not 一)
    joined_by            as in language.kin
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from memctl.expressions import later
from memctl.language.attributes import read_slots
from memctl.language.kin import joints
from memctl.language.lexicon import Lexicon
from memctl.language.new_names import find_new_names, is_common_word
from memctl.language.quantities import read_quantities
from memctl.language.scripts import has_han
from memctl.language.stances import clauses, read_stances
from memctl.language.terms import fold, read_terms
from memctl.language.tokens import analyse
from memctl.rules.comparing.comparison import relate

_ALIKE = 0.6
"""The part of a text's content words that its ground has to hold."""
_LEAST = 2
"""A text without content words, "Ruth is out", says something by so many others."""
_NUMBER = later(r"\d+(?:[.,:]\d+)*")
_WORD = later(r"[^\W\d_\u3400-\u9fff](?:[^\W_\u3400-\u9fff]|['’-](?=\w))*")
_TEN = 10
_AGAINST = frozenset({"ends", "corrects", "disagrees"})


def invented(
    text: str, ground: Sequence[str], known: Collection[str], lexicon: Lexicon
) -> str | None:
    """The first thing in the text that its ground does not hold, as a reason; None: all is there.

    Args:
        text: What was worded anew.
        ground: What it rests on.
        known: Names and days that it may hold besides.
        lexicon: Number words, and which words are names.
    """
    if not _is_one_script(text, " ".join(ground), known):
        return "other-language"
    whole = " ".join((*ground, *known))
    return _new_number(text, whole, lexicon) or _new_name(text, whole, lexicon)


def unlike(
    text: str, ground: Sequence[str], known: Collection[str], lexicon: Lexicon
) -> str | None:
    """Why the text does not say what its ground says; None where it may well."""
    whole = " ".join(ground)
    if not (_is_alike(text, whole, known, lexicon) or _fills_one_slot(text, ground, lexicon)):
        return "unlike-quote"
    against = any(relate(g, text, tuple(known), lexicon).kind in _AGAINST for g in ground)
    return "against-quote" if against or _is_turned(text, ground, lexicon) else None


def _is_alike(text: str, whole: str, known: Collection[str], lexicon: Lexicon) -> bool:
    """Does the ground hold most of the text's words, by their meaning or by their stems?"""
    names = {t.id for name in known for t in read_terms(fold(name, lexicon), lexicon)}
    said, there = (
        {t.id for t in read_terms(fold(x, lexicon), lexicon)} - names for x in (text, whole)
    )
    stems, all_stems = set(analyse(text)), set(analyse(" ".join((whole, *known))))
    if not said and len(stems - set(analyse(" ".join(known)))) < _LEAST:
        return False  # a name, or hardly a word: nothing that the ground could bear out
    return len(said & there) >= _ALIKE * len(said) or (
        len(stems & all_stems) >= _ALIKE * len(stems)
    )


def _fills_one_slot(text: str, ground: Sequence[str], lexicon: Lexicon) -> bool:
    """Do both give somebody the same: one lives where the other has moved to?"""
    said = {(s.attribute, s.key) for s in read_slots(text, lexicon)}
    return any((s.attribute, s.key) in said for g in ground for s in read_slots(g, lexicon))


def _is_turned(text: str, ground: Sequence[str], lexicon: Lexicon) -> bool:
    """Is a clause negated where the one that it rests on is not, or the other way round?"""
    theirs = [part for g in ground for part in _clauses(g, lexicon)]
    for own in _clauses(text, lexicon):
        said = {t.id for t in read_terms(own, lexicon)}
        shared = [len(said & {t.id for t in read_terms(part, lexicon)}) for part in theirs]
        most = max(shared, default=0)
        nearest = [part for part, n in zip(theirs, shared, strict=True) if n == most > 0]
        is_denied = _is_denied(own, lexicon)
        if nearest and all(_is_denied(part, lexicon) != is_denied for part in nearest):
            return True
    return False


def _clauses(text: str, lexicon: Lexicon) -> list[str]:
    folded = fold(text, lexicon)
    return [folded[a:b] for a, b in clauses(folded, lexicon)]


def _is_denied(folded: str, lexicon: Lexicon) -> bool:
    stances = read_stances(folded, lexicon)
    return bool(stances.negation or stances.end)


def _is_one_script(text: str, ground: str, known: Collection[str]) -> bool:
    """Chinese for Chinese; the letters of a name count for neither."""
    for name in sorted(known, key=len, reverse=True):
        text, ground = text.replace(name, " "), ground.replace(name, " ")
    return has_han(text) == has_han(ground) or not text.strip()


def _new_number(text: str, whole: str, lexicon: Lexicon) -> str | None:
    said, ground = fold(text, lexicon), fold(whole, lexicon)
    there = _numbers(ground, lexicon) | {q.plain for q in read_quantities(ground, lexicon)}
    bare = next((n for n in _numbers(said, lexicon) if n not in there), None)
    if bare is not None:
        return f"not-in-quote: {bare}"
    for quantity in read_quantities(said, lexicon):
        words = said[quantity.start : quantity.end]
        if quantity.plain not in there and words.casefold() not in ground.casefold():
            return f"not-in-quote: {words}"
    return None


def _numbers(folded: str, lexicon: Lexicon) -> frozenset[str]:
    """Numbers in figures, and Chinese ones in figures where they have one character."""
    written, figures = _numerals(lexicon)
    han = (figures.get(run, run) for run in written.findall(folded))
    return frozenset((*_NUMBER.findall(folded), *han))


@lru_cache(maxsize=8)
def _numerals(lexicon: Lexicon) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Numbers in characters of their own, and the figures of those of one character up to ten."""
    tables = [lexicon.table(language, "numbers") for language in lexicon.languages]
    signs = "".join(table.get("outright", "") for table in tables)
    figures = {
        word: str(number)
        for table in tables
        for word, number in (*table.get("digits", {}).items(), *table.get("small", {}).items())
        if number <= _TEN
    }
    return re.compile(f"[{re.escape(signs)}]+" if signs else "(?!)"), figures


def _new_name(text: str, whole: str, lexicon: Lexicon) -> str | None:
    ground = whole.casefold()
    words = {_bare(w, lexicon) for w in _WORD.findall(ground)}
    capitals = (w for w in _WORD.findall(text) if w[0].isupper() and _bare(w, lexicon) not in words)
    guesses = (g.name for g in find_new_names(text, lexicon) if g.name.casefold() not in ground)
    found = (n for n in (*capitals, *guesses) if not _is_plain_word(n, lexicon))
    name = next(found, None)
    return f"not-in-quote: {name}" if name else None


def _is_plain_word(word: str, lexicon: Lexicon) -> bool:
    """Does the word begin a sentence with a capital, and name nobody?"""
    bare = _bare(word, lexicon)
    if is_common_word(word, lexicon) or is_common_word(bare, lexicon):
        return True
    terms = read_terms(fold(bare, lexicon), lexicon)
    return not has_han(word) and all(term.id.startswith("c:") for term in terms)


def _bare(word: str, lexicon: Lexicon) -> str:
    return joints(lexicon)[1].sub("", word.casefold())
