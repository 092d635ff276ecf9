"""Does a text that somebody else worded stand on its ground, and on nothing else?

Its ground is a quote of a note, or the facts it sums up. A name, number or day that stands
nowhere in the ground is invented, also where it is written in words.
"""

import re
from collections.abc import Collection, Sequence

from memctl.language.lexicon import Lexicon
from memctl.language.new_names import find_new_names, is_common_word
from memctl.language.quantities import read_quantities
from memctl.language.scripts import has_han
from memctl.language.stances import clauses, read_stances
from memctl.language.terms import fold, read_terms
from memctl.rules.comparing.comparison import relate

_ALIKE = 0.34
"""The part of a text's content words that its ground has to hold."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD = re.compile(r"[^\W\d_\u3400-\u9fff](?:[^\W_\u3400-\u9fff]|['’-](?=\w))*")
_AGAINST = frozenset({"replaces", "ends", "corrects", "disagrees"})


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
    names = {t.id for name in known for t in read_terms(fold(name, lexicon), lexicon)}
    said = {t.id for t in read_terms(fold(text, lexicon), lexicon)} - names
    there = {t.id for t in read_terms(fold(" ".join(ground), lexicon), lexicon)}
    if len(said & there) < _ALIKE * len(said):
        return "unlike-quote"
    against = any(relate(g, text, tuple(known), lexicon).kind in _AGAINST for g in ground)
    return "against-quote" if against or _is_turned(text, ground, said, lexicon) else None


def _is_turned(text: str, ground: Sequence[str], said: set[str], lexicon: Lexicon) -> bool:
    """Is the text negated where the clause that it rests on is not, or the other way round?"""
    whole = " \n".join(fold(g, lexicon) for g in ground)
    parts = [whole[a:b] for a, b in clauses(whole)]
    shared = [len(said & {t.id for t in read_terms(part, lexicon)}) for part in parts]
    nearest = [part for part, n in zip(parts, shared, strict=True) if n == max(shared)]
    is_denied = _is_denied(fold(text, lexicon), lexicon)
    return bool(nearest) and all(_is_denied(part, lexicon) != is_denied for part in nearest)


def _is_denied(folded: str, lexicon: Lexicon) -> bool:
    stances = read_stances(folded, lexicon)
    return bool(stances.negation or stances.end)


def _is_one_script(text: str, ground: str, known: Collection[str]) -> bool:
    """Chinese for Chinese; the letters of a name count for neither."""
    for name in sorted(known, key=len, reverse=True):
        text, ground = text.replace(name, " "), ground.replace(name, " ")
    return has_han(text) == has_han(ground) or not text.strip()


def _new_number(text: str, whole: str, lexicon: Lexicon) -> str | None:
    there = set(_NUMBER.findall(whole))
    bare = next((n for n in _NUMBER.findall(text) if n not in there), None)
    if bare is not None:
        return f"not-in-quote: {bare}"
    said, ground = fold(text, lexicon), fold(whole, lexicon)
    values = {q.plain for q in read_quantities(ground, lexicon)}
    for quantity in read_quantities(said, lexicon):
        words = said[quantity.start : quantity.end]
        if quantity.plain not in values and words.casefold() not in ground.casefold():
            return f"not-in-quote: {words}"
    return None


def _new_name(text: str, whole: str, lexicon: Lexicon) -> str | None:
    ground = whole.casefold()
    words = {_bare(w) for w in _WORD.findall(ground)}
    capitals = (w for w in _WORD.findall(text) if w[0].isupper() and _bare(w) not in words)
    guesses = (g.name for g in find_new_names(text, lexicon) if g.name.casefold() not in ground)
    found = (n for n in (*capitals, *guesses) if not _is_plain_word(n, lexicon))
    name = next(found, None)
    return f"not-in-quote: {name}" if name else None


def _is_plain_word(word: str, lexicon: Lexicon) -> bool:
    """Does the word begin a sentence with a capital, and name nobody?"""
    bare = _bare(word)
    if is_common_word(word, lexicon) or is_common_word(bare, lexicon):
        return True
    terms = read_terms(fold(bare, lexicon), lexicon)
    return not has_han(word) and all(term.id.startswith("c:") for term in terms)


def _bare(word: str) -> str:
    return word.casefold().removesuffix("'s").removesuffix("’s")
