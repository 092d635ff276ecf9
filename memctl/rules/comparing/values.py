"""Of what kind the value is to which something changed; what one statement tells and another lacks.

"The coach moved to Saturday" is about when, and leaves alone who the coach is; pay that went up
to 900 is none of a statement without a number.

Key read from the data of a language (roles.toml):
    no_names   words that bear a capital wherever they stand, and name nobody
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from memctl.language.lexicon import words_of
from memctl.language.new_names import is_capitalised_word
from memctl.language.phrases import Span
from memctl.language.quantities import Quantity
from memctl.language.term_kinds import opposites
from memctl.rules.comparing.anchors import HAN_CHARACTER, WEEKDAYS
from memctl.rules.reading import Reading

NAME = re.compile(r"(?<=[\w,:;] )[A-Z][\w'-]+")
"""A word that bears a capital by itself."""
_DATE = re.compile(r"\s?\d{1,2}/\d{1,2}(?!\d)")
"""A day in figures, and no half."""
_READINGS = 512
_WHEN = frozenset({"time", "month", "day"})
_ADDRESSES = frozenset({"phone", "mail"})
_PARTS = frozenset(
    f"c:{part}" for part in ("morning", "noon", "evening", "night", "dawn", "weekend", "afternoon")
)


def changes_another_kind(old: Reading, new: Reading) -> bool:
    """Is every change one to a day, an hour or a number, and tells the old one nothing alike?"""
    return bool(new.stances.change) and all(
        _is_of_another_kind(old, new, cue) for cue in new.stances.change
    )


def _is_of_another_kind(old: Reading, new: Reading, cue: Span) -> bool:
    near = 1 if HAN_CHARACTER.search(new.text[cue[1] - 1]) else len(" to x")
    values = [q for q in new.quantities if 0 <= q.start - cue[1] <= near]
    is_day = any(0 <= t.start - cue[1] <= near and t.id in WEEKDAYS for t in new.terms)
    is_day |= _DATE.match(new.text, cue[1]) is not None
    if is_day or any(q.unit in _WHEN for q in values):
        return not _tells_when(old)
    if not values or values[0].unit in _ADDRESSES:
        return False
    return not any(_may_be_one(q, values[0]) for q in old.quantities)


def _tells_when(reading: Reading) -> bool:
    is_counted = any(q.unit in _WHEN for q in reading.quantities)
    return is_counted or bool(reading.ids & (WEEKDAYS | _PARTS))


def _may_be_one(was: Quantity, now: Quantity) -> bool:
    """Can both count the same thing?"""
    return was.unit not in _WHEN and (was.unit == now.unit or not was.unit or not now.unit)


def counted_otherwise(old: Reading, new: Reading) -> bool:
    """Does each tell a number that the other lacks, both of when or in one unit?"""
    was, now = old.numbers - new.numbers, new.numbers - old.numbers
    before = {_kind(old, q) for q in old.quantities if f"{q.plain}#0" in was}
    return any(_kind(new, q) in before for q in new.quantities if f"{q.plain}#0" in now)


def _kind(reading: Reading, number: Quantity) -> str:
    """The unit; of days, hours and what stands beside a month: when."""
    if number.unit in _WHEN or (not number.unit and _is_beside_month(reading, number)):
        return "when"
    return number.unit


def _is_beside_month(reading: Reading, number: Quantity) -> bool:
    months = [q for q in reading.quantities if q.unit == "month"]
    return any(-1 <= m.start - number.end <= 1 or -1 <= number.start - m.end <= 1 for m in months)


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
    return frozenset(found - own - set(days) - set(words_of("no_names", reading.lexicon)))


def _begun(reading: Reading) -> Iterator[str]:
    """The first word where it may be a name: no word of every day has a capital by itself."""
    first = min((t for t in reading.terms if t.start == 0), default=None)
    if first is not None and first.id[1:2] != ":":
        word = reading.text[: first.end]
        if word[0].isupper() and not is_capitalised_word(word, reading.lexicon):
            yield word


def are_opposite(old: Reading, new: Reading) -> bool:
    """Does each tell one of two things that exclude each other?"""
    for pair in opposites(old.lexicon):
        one, other = pair & old.ids, pair & new.ids
        if one and other and one != other:
            return True
    return False


def is_led_by_another(old: Reading, new: Reading, cue: Span) -> bool:
    """Does a name of which the old statement knows nothing stand before a cue in its clause?

    Not where the clause begins the statement: that is who speaks, or whom all is about.
    """
    start, _ = new.clauses[new.clause_of(cue[0])]
    before = NAME.findall(new.text, start, cue[0]) if start else []
    return any(n.removesuffix("'s") not in old.text for n in before)
