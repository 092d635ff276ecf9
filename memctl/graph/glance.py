"""An items file at a glance: what is enough to say that nothing about it is odd."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from memctl.graph.fact import FactId


@dataclass(frozen=True, slots=True)
class Glance:
    """A file whose rows are all active, follow one another nowhere and are related to nothing.

    The columns of its rows, in file order; of most files of a large memory they say all that
    has to be known.
    """

    ids: tuple[FactId, ...]
    """None is ""."""
    texts: tuple[str, ...]
    times: tuple[object, ...]
    """From when each row holds, as it is written."""
    latest: date | None
    """The latest day that a row bears."""
    columns: tuple[Sequence[Any], ...] = ()
    """All that the rows hold beside ids, texts and status: keys, then the values of each key."""
    said: str = ""
    """The texts and then the ids, one a line."""


class PlainFacts(NamedTuple):
    """Facts of which nothing more has to be known than words and days, column by column.

    Each is active since its own day, read in no other file, and related to nothing.
    """

    ids: tuple[FactId, ...]
    texts: tuple[str, ...]
    timestamps: tuple[str, ...]
    """As in `Fact`: as written, first ten characters."""
    days: tuple[str | None, ...]
    """The same as days of the calendar, YYYY-MM-DD; None when unknown."""
    lines: tuple[int, ...]
