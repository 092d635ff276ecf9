"""A block, and what is needed to read it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache

from memctl.graph.candidate import CandidateKind
from memctl.graph.entity import EntityRef
from memctl.graph.note import Block
from memctl.language.cues import DURABLE, JUNK, Cue, Hit, Reading
from memctl.language.dates import find_dates
from memctl.language.learned.lasting import judge
from memctl.language.lexicon import Lexicon
from memctl.language.statements import Statements, statements
from memctl.rules.resolution.known_names import KnownNames

_COMING = Cue("coming-day", DURABLE, (), category="context", reach="clause")
"""A day to come, named by its date: whatever is said of it will matter then."""

LACKING = frozenset({"subject", "name"})
"""What a stretch leaves out that nobody says they are meant by."""

_WEAK = 3
"""A sum of cues that what was learned can still outweigh."""

_STRONG = 3
"""The weight of a cue that stands for itself."""

_AGAINST = -3.8
"""From which judgement on a sentence is no statement, whatever a single cue says."""

_SOON = timedelta(days=2)

_END = re.compile(r"\Z")

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

    @property
    def folded(self) -> str:
        """The whole text as cues read it."""
        return _folded(self.text, self.reader)

    @property
    def is_own(self) -> bool:
        """Does what the writer tells of themselves begin here, under a heading that says so?"""
        heading, before = self.block.heading, self.before
        if heading is None or not (
            before is None or before.kind == "heading" or before.heading != heading
        ):
            return False
        folded = self.reader.fold(heading).strip(" #*:：_-")
        return self.reader.grammar.own_heading.fullmatch(folded) is not None

    def read(self, text: str) -> Reading:
        """The cues of one stretch, and the coming days that it names."""
        return Reading((*self.reader.read(text).hits, *self._coming(text)))

    def weigh(self, text: str) -> Reading:
        """The same of a whole statement, with what was learned of such where cues say little."""
        reading = self.read(text)
        if reading.score > _WEAK and replace(reading, lacks=LACKING).is_durable:
            return reading
        if any(_is_doubt(h.cue) for h in reading.hits):
            return reading
        learned = _learned(text, self.lexicon)
        is_firm = all(h.cue.is_firm for h in learned)
        if is_firm or (reading.objection is None and _may_tell(learned, reading)):
            return Reading((*reading.hits, *learned))
        return reading

    def lasts_alone(self, text: str) -> bool:
        """Does it last by its own words, without a name before them that makes more of them?"""
        return replace(self.weigh(text), lacks=frozenset({"name"})).is_durable

    def _coming(self, text: str) -> Iterator[Hit]:
        day, calendar = self.block.day, self.reader.grammar.calendar
        if day is None or not (named := calendar.search(self.reader.fold(text))):
            return
        later = (m for m in find_dates(text, day, self.lexicon) if m.end >= day + _SOON)
        if any(calendar.search(self.reader.fold(m.words)) for m in later):
            yield Hit(_COMING, named)


# Each stretch of a text asks for all of it.
@lru_cache(maxsize=4)
def _folded(text: str, reader: Statements) -> str:
    return reader.fold(text)


def _is_doubt(cue: Cue) -> bool:
    """Does it speak against all of a statement? Noise does not, nor does a mere sign of it."""
    return cue.role == JUNK and cue.weight > 0 and cue.reach != "clause"


def _may_tell(learned: Iterable[Hit], reading: Reading) -> bool:
    """Against a strong cue nothing learned speaks: "I like tea"."""
    is_strong = reading.strongest is not None and reading.strongest.weight >= _STRONG
    return not is_strong or all(h.cue.role == DURABLE for h in learned)


# The same stretch is asked about by each who may join, cut or judge it.
@lru_cache(maxsize=64)
def _learned(text: str, lexicon: Lexicon) -> tuple[Hit, ...]:
    """That it reads like what lasts, or like nothing of the kind, by its small signs together."""
    found, nowhere = judge(text, lexicon), _END.search(text)  # it rests on no word alone
    if found is None or nowhere is None or _AGAINST < found.score < 0:
        return ()
    signs = ", ".join(found.signs)
    if found.score < 0:
        return (Hit(Cue(f"reads-like-no-fact ({signs})", JUNK, ()), nowhere),)
    firm = "clause" if found.is_firm else ""
    # Words alone do not make a fact of what is about nobody: "lamp seen for 89 in town".
    told = Cue(f"reads-like-a-fact ({signs})", DURABLE, (), reach=firm, needs="subject")
    return (Hit(told, nowhere),)
