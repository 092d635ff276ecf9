"""Names that nobody knows yet, guessed from how a text introduces them.

Careful rather than complete: a common word never becomes a person, and a name without an
introduction is not *plain*: it waits until it is seen again. The words are data
(`[names]` of each language's names.toml); languages with blanks go by capitals, Chinese by
surnames and by what stands around.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from memctl.expressions import later
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.naming.capitals import by_capitals
from memctl.language.naming.firms import is_firm
from memctl.language.naming.introductions import NameGuess, Rules, is_introduced, name_rules
from memctl.language.naming.surnames import by_surname
from memctl.language.scripts import fold, foreign_names, is_latin

_QUOTED = later(r"[「《“\"]([^「」《》“”\"\n]{2,20})[」》”\"]")


# Of what a "she" means each who may ask looks at the same words before it.
@lru_cache(maxsize=4)
def find_new_names(text: str, lexicon: Lexicon) -> tuple[NameGuess, ...]:
    """Every guess, from left to right, the longest where they overlap.

    Known names are guessed as well: whoever knows them leaves them out.
    """
    found: list[NameGuess] = []
    for rules in name_rules(lexicon):
        guess = by_capitals if rules.table.get("spaced", True) else by_surname
        found += guess(text, rules)
        found += _quoted_projects(text, rules)
    found += _in_other_letters(text, lexicon)
    found = [_as_firm(g, lexicon) for g in found]
    found.sort(key=lambda g: (g.span[0], -g.span[1], not g.is_plain))
    kept: list[NameGuess] = []
    for one in found:
        if not kept or one.span[0] >= kept[-1].span[1]:
            kept.append(one)
    return tuple(kept)


def _as_firm(guess: NameGuess, lexicon: Lexicon) -> NameGuess:
    is_one = guess.type == "people" and is_firm(guess.name, lexicon)
    return replace(guess, type="companies") if is_one else guess


def _in_other_letters(text: str, lexicon: Lexicon) -> Iterator[NameGuess]:
    """Ольга, or Odile in a Chinese sentence: plain where they do what only people do.

    One word in Latin letters may be a thing (a program, a brand): it needs that to be a guess.
    """
    folded = fold(text)
    for span in foreign_names(text):
        name = text[slice(*span)]
        acts = (r.cues["people"].acts for r in name_rules(lexicon) if "people" in r.cues)
        lives = any(a.match(folded, span[1]) for a in acts if a)
        is_word = is_latin(name) and " " not in name
        if is_latin(name) and (not lives or is_capitalised_word(name, lexicon)):
            continue
        is_han = all("\u3400" <= c <= "\u9fff" for c in name)
        if is_han and not (lives and _is_called_so(name, lexicon)):
            continue
        plain = lives and not is_word
        yield NameGuess(name, span, "people", plain, acts=True, lives=lives, is_foreign=True)


def _is_called_so(name: str, lexicon: Lexicon) -> bool:
    """Does it begin like the name of somebody (a surname, 小, 老, 阿), and like no other word?"""
    begins = any(rules.surname.match(name) for rules in name_rules(lexicon))
    is_familiar = name.startswith(words_of("name_prefixes", lexicon))
    return (begins or is_familiar) and not is_common_word(name, lexicon)


def is_common_word(word: str, lexicon: Lexicon) -> bool:
    """Does it begin like a Chinese name and is none (全家, 方便)?"""
    return any(
        fold(word)[:2] in r.common for r in name_rules(lexicon) if not r.table.get("spaced", True)
    )


def is_capitalised_word(word: str, lexicon: Lexicon) -> bool:
    """Is it one everyday word with the capital of its sentence ("Payroll has moved")?"""
    folded = fold(word).casefold()
    return any(
        folded in r.common or folded in r.things
        for r in name_rules(lexicon)
        if r.table.get("spaced", True)
    )


def _quoted_projects(text: str, rules: Rules) -> Iterator[NameGuess]:
    folded = fold(text)
    for match in _QUOTED.finditer(text):
        if is_introduced(folded, match.span(), rules.cues.get("projects")):
            yield NameGuess(match[1], match.span(1), "projects", is_plain=True)
