"""The names, numbers and days that one of two statements tells and the other does not."""

import re
from collections.abc import Iterator
from functools import lru_cache

from memctl.language.new_names import is_capitalised_word
from memctl.rules.comparing.anchors import WEEKDAYS
from memctl.rules.reading import Reading

NAME = re.compile(r"(?<=[\w,:;] )[A-Z][\w'-]+")
"""A word that bears a capital by itself."""
_READINGS = 512


def lacking(one: Reading, other: Reading) -> frozenset[str]:
    """The names, numbers and days of a statement that another one has not."""
    days = (one.ids & WEEKDAYS) - other.ids
    return lacking_names(one, other) | (one.numbers - other.numbers) | days


def lacking_names(one: Reading, other: Reading) -> frozenset[str]:
    """The names of a statement that another one has not, as written."""
    said = other.text.casefold()
    return frozenset(n for n in _names(one) if n.casefold() not in said)


@lru_cache(maxsize=_READINGS)
def _names(reading: Reading) -> frozenset[str]:
    own = {w for a, b in reading.named for w in reading.text[a:b].split()}
    days = (reading.text[t.start : t.end] for t in reading.terms if t.id in WEEKDAYS)
    found = {n.removesuffix("'s") for n in (*NAME.findall(reading.text), *_begun(reading))}
    return frozenset(found - own - set(days) - {"I", "I'm", "I've"})


def _begun(reading: Reading) -> Iterator[str]:
    """The first word where it may be a name: no word of every day has a capital by itself."""
    first = min((t for t in reading.terms if t.start == 0), default=None)
    if first is not None and first.id[1:2] != ":":
        word = reading.text[: first.end]
        if word[0].isupper() and not is_capitalised_word(word, reading.lexicon):
            yield word
