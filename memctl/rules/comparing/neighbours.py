"""Which stored facts a new one can have to do with: filed by what they touch.

An entity may have very many facts. To weigh each against each of the others would take
hours, and nearly all pairs share nothing.
"""

from collections.abc import Iterator
from itertools import islice

from memctl.graph.fact import Fact, FactId
from memctl.language.lexicon import Lexicon
from memctl.rules.places import is_about_user
from memctl.rules.reading import BARE_NUMBER, Reading, read

_MOST = 100
"""So many of the newest facts that touch one thing are weighed; a life has fewer of them."""
_ALWAYS = "x:"
"""Facts that name their slot are weighed against everything."""


class Neighbours:
    """The active facts of one entity, as they are gone through from the oldest on."""

    def __init__(self, names: tuple[str, ...], lexicon: Lexicon) -> None:
        self._names = names
        self._lexicon = lexicon
        self._kept: dict[int, Fact] = {}
        self._filed: dict[str, list[int]] = {}
        self._numbers: dict[FactId, list[int]] = {}
        self._next = 0

    def add(self, fact: Fact) -> None:
        """One more fact, newer than the others."""
        number, self._next = self._next, self._next + 1
        self._kept[number] = fact
        self._numbers.setdefault(fact.id, []).append(number)
        for key in self._keys(fact):
            self._filed.setdefault(key, []).append(number)

    def drop(self, fact_id: FactId) -> None:
        """A fact that does not hold any more."""
        for number in self._numbers.pop(fact_id, ()):
            self._kept.pop(number, None)

    def near(self, fact: Fact) -> tuple[Fact, ...]:
        """Those that can have to do with a newer one, oldest first.

        Of very many that touch the same thing only the newest.
        """
        reading = read(fact.text, self._names, self._lexicon)
        # What is no more takes with it all that it did; what is set right may be any number.
        is_any = reading.stances.over or reading.stances.correction
        found = set(islice(reversed(self._kept), _MOST if is_any else 0))
        for key in {*self._keys(fact), *reading.reaches, *reading.renews, _ALWAYS}:
            found.update(self._newest(key))
        return tuple(self._kept[number] for number in sorted(found))

    def _newest(self, key: str) -> list[int]:
        filed = self._filed.get(key, [])
        newest = list(islice((n for n in reversed(filed) if n in self._kept), _MOST))
        if newest and len(filed) > _MOST and filed[-_MOST] not in self._kept:
            self._filed[key] = [n for n in filed if n in self._kept]
        return newest

    def _keys(self, fact: Fact) -> Iterator[str]:
        if fact.attribute is not None:
            yield _ALWAYS
        # Of a relation to the user the entity is the content: it is read both ways.
        is_mine = is_about_user(fact.text, self._lexicon)
        for names in (self._names, ()) if is_mine else (self._names,):
            yield from _touched(read(fact.text, names, self._lexicon))


def _touched(reading: Reading) -> Iterator[str]:
    yield from reading.touches - BARE_NUMBER
    yield from reading.acts
    yield from (f"q:{number}" for number in reading.numbers)
    yield f"p:{reading.plain}"
    if reading.stances.report:
        yield "r:"
