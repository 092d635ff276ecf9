"""Questions that a person has answers to, and how often memory finds them."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what a result has to be to answer it: any of what is named here."""

    question: str
    line: int
    """From 1, where it stands in its file."""
    entities: tuple[str, ...] = ()
    """Refs, names, or `ENTITY#ID` for one fact."""
    places: tuple[str, ...] = ()
    """`PATH:LINE`, or `PATH` for any line of it."""
    texts: tuple[str, ...] = ()
    """Words that stand in the result as they are here, letter case aside."""
    as_of: date | None = None

    @property
    def expected(self) -> tuple[str, ...]:
        """Everything that would be right."""
        return (*self.entities, *self.places, *self.texts)


@dataclass(frozen=True, slots=True)
class Missed:
    """A question whose answer was not among the results."""

    question: str
    line: int
    """Where it stands in the file of questions."""
    expected: tuple[str, ...]
    rank: int | None
    """Where the answer stood, from 1; None when it was not found at all."""
    found: tuple[str, ...]
    """The first results instead."""


@dataclass(frozen=True, slots=True)
class Recalls:
    """The share of questions answered among the first k results, in per cent."""

    k: int
    share: float


@dataclass(frozen=True, slots=True)
class Benched:
    """How well recall answers the questions of a file."""

    questions: int
    recall: tuple[Recalls, ...]
    """By k, ascending; the last one is what `--min` is held against."""
    misses: tuple[Missed, ...]
    is_enough: bool
    """Does it reach `--min`?"""
