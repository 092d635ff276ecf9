"""A block, and what is needed to read it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from memctl.graph.candidate import CandidateKind
from memctl.graph.entity import EntityRef
from memctl.graph.note import Block
from memctl.language.cues import DURABLE, Cue, Hit, Reading
from memctl.language.dates import find_dates
from memctl.language.lexicon import Lexicon
from memctl.language.statements import Statements, statements
from memctl.rules.resolution import KnownNames

_COMING = Cue("coming-day", DURABLE, (), category="context", reach="clause")
"""A day to come, named by its date: whatever is said of it will matter then."""

_SOON = timedelta(days=2)

_STRONGER: tuple[CandidateKind, ...] = ("correction", "tacit", "end")


def kind_of(reading: Reading) -> CandidateKind:
    """What sort of statement the cues make it; a correction outranks the rest."""
    kinds = {h.cue.kind for h in reading.hits}
    return next((k for k in _STRONGER if k in kinds), "state")


@dataclass(frozen=True, slots=True)
class Context:
    """A block and what is needed to read it."""

    block: Block
    text: str
    """The block's words without marks in front."""
    known: KnownNames
    lexicon: Lexicon
    me: EntityRef
    before: Block | None = None

    @property
    def reader(self) -> Statements:
        """The compiled cues."""
        return statements(self.lexicon)

    def read(self, text: str) -> Reading:
        """The cues of one stretch, and the coming days that it names."""
        reading = self.reader.read(text)
        return Reading((*reading.hits, *self._coming(text)))

    def lasts_alone(self, text: str) -> bool:
        """Does it last by its own words, without a name before them that makes more of them?"""
        return replace(self.read(text), lacks=frozenset({"name"})).is_durable

    def _coming(self, text: str) -> Iterator[Hit]:
        day, calendar = self.block.day, self.reader.grammar.calendar
        if day is None or not (named := calendar.search(self.reader.fold(text))):
            return
        later = (m for m in find_dates(text, day, self.lexicon) if m.end >= day + _SOON)
        if any(calendar.search(self.reader.fold(m.words)) for m in later):
            yield Hit(_COMING, named)
