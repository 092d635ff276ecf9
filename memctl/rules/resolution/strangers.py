"""Names that nobody knows, where they stand as the subject of a clause.

Such a clause is about them and never about the user. A full name that does what people do is
plain enough to be remembered; any other waits until it is seen again.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from memctl.language.lexicon import Lexicon
from memctl.language.naming.introductions import NameGuess
from memctl.language.new_names import find_new_names
from memctl.language.scripts import has_han
from memctl.language.statements import Statements, statements

_ENDS = "。！？；!?;.\n"
_MARKS = " ,，*_“\"'「"


def strangers(text: str, lexicon: Lexicon) -> Iterator[NameGuess]:
    """The guessed names that begin a clause, with `is_plain` as a subject has it."""
    guesses = find_new_names(text, lexicon)
    if not guesses:
        return
    reader = statements(lexicon)
    starts = dict(_clause_starts(text, reader))
    for guess in guesses:
        start = max((s for s in starts if s <= guess.span[0]), default=None)
        if start is None or not _is_led_in(text[start : guess.span[0]], reader):
            continue
        is_full = has_han(guess.name) or " " in guess.name
        is_first = starts[start]
        if not _says_more(text[guess.span[1] :], guess, is_first=is_first):
            continue
        # At the beginning of a sentence a capital says nothing; other letters do.
        if guess.is_plain or is_full or not is_first or guess.is_foreign:
            yield replace(guess, is_plain=guess.is_plain or (is_full and guess.lives))


def _clause_starts(text: str, reader: Statements) -> Iterator[tuple[int, bool]]:
    """Where clauses begin, and whether sentences do; what follows a colon is no subject."""
    for sentence in reader.cutter.sentences(text):
        clauses = reader.cutter.clauses(sentence)
        yield sentence.start, True
        yield from ((b.start, False) for a, b in pairwise(clauses) if a.mark not in {":", "："})


def _says_more(rest: str, guess: NameGuess, *, is_first: bool) -> bool:
    """Does a predicate follow? A word that looks like a name may also stand alone."""
    if not (is_first or rest.strip(_MARKS + _ENDS)):
        return False
    if guess.lives or not has_han(guess.name):
        return guess.acts or guess.is_plain
    return bool(rest) and (is_first or rest[0] not in "，,、") and rest[0] not in _ENDS


def _is_led_in(before: str, reader: Statements) -> bool:
    """Do only words stand before it that may stand before a subject?"""
    return not reader.grammar.openers.sub("", reader.fold(before)).strip(_MARKS)
