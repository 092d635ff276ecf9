"""Another thing about the same one: what Mum's party is says nothing of her birthday.

Who is only named because they say it ("Beatriz wrote: the office is …") is no content, in the
older statement or in the newer one: the two have to meet in what is said.

Keys read from the data of a language (roles.toml):
    into_sayings   between who says it and what they say ("that"), as regular expressions
    joined_by      as in language.kin
"""

import re
from functools import lru_cache

from memctl.language.lexicon import Lexicon, words_of
from memctl.language.statements import statements
from memctl.language.term_kinds import events_of
from memctl.language.terms import Term
from memctl.rules.comparing.slots import slot_pairs
from memctl.rules.comparing.whose.subjects import Subject, is_decider
from memctl.rules.reading import Reading

_WHO = 40
"""Characters within which it stands who says it."""
_FIRST = 2
"""Clauses in which it stands who says it, behind a label."""
_MARKS = ":：,，"


def is_of_another_thing(old: Reading, new: Reading, does: Subject) -> bool:
    """Do the two meet in nothing but in whom they name?

    Args:
        old: What is known.
        new: What was said later.
        does: With whom the newer one begins.
    """
    if does.is_owner and _is_event(old, new, does.span[1]):
        return True
    was, now = _content(old), _content(new)
    return bool(was or now) and _meets_in_nothing(old, new, was, now)


def _is_event(old: Reading, new: Reading, at: int) -> bool:
    """Is it an event of theirs ("Mum's party") of which the older statement says nothing?"""
    marks = "".join(words_of("joined_by", new.lexicon))
    behind = new.text[at:].lstrip(marks + " ").casefold()
    return any(
        behind.startswith(w) and w not in old.text.casefold() for w in events_of(new.lexicon)
    )


def _content(reading: Reading) -> int:
    """Where what somebody says begins; 0 where nobody is named who says it, and first of all."""
    grammar = statements(reading.lexicon).grammar
    for start, end in reading.clauses[:_FIRST]:
        found = grammar.tells.search(reading.text, start + 1, end)
        if found is not None and found.group() and _names_alone(reading, start, found.start()):
            at = _mark(reading.lexicon).match(reading.text, found.end()).end()  # type: ignore[union-attr]
            return 0 if grammar.third_person.match(reading.text, at) else at
        if _is_advice(reading, start, end):
            return end + 1
        if not _names_alone(reading, start, end):
            return 0
    return 0


@lru_cache(maxsize=8)
def _mark(lexicon: Lexicon) -> re.Pattern[str]:
    words = "|".join(words_of("into_sayings", lexicon)) or "(?!)"
    return re.compile(rf"\s*(?:[{_MARKS}]|{words})?\s*", re.IGNORECASE)


def _is_advice(reading: Reading, start: int, end: int) -> bool:
    """Does a label only say which doctor changed or stopped what follows ("Mum GP: stopped …")?"""
    s = reading.stances
    is_label = reading.text[end : end + 1] in {":", "："}
    turns = (*s.end, *s.change, *s.leave)
    return is_label and bool(turns) and is_decider(reading.text[start:end], reading.lexicon)


def _names_alone(reading: Reading, start: int, end: int) -> bool:
    """Do only names stand there?"""
    said = (t for t in reading.terms if start <= t.start and t.end <= end)
    return all(reading.text[t.start].isupper() for t in said) and end - start <= _WHO


def _meets_in_nothing(old: Reading, new: Reading, was: int, now: int) -> bool:
    told = {t.id for t in _said(old, was)}
    said = [t.id for t in _said(new, now)]
    counted = bool(old.numbers & new.numbers) or bool(slot_pairs(old, new))
    return bool(said and told) and not counted and told.isdisjoint(said)


def _said(reading: Reading, at: int) -> list[Term]:
    return [t for t in reading.terms if t.start >= at]
