"""Sources as rows of the cache that bear no numbers yet.

Plain tuples and lists throughout, which `marshal` takes: they may be made in another process
than the one that fills the cache.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from memctl.graph.visibility import EVERYBODY
from memctl.index.documents import Document, Source
from memctl.language.term_text import term_text

_AT_ONCE = 300
"""Sources whose rows are handed to SQLite together."""
_REST = len(Document._fields) - 1
_PLAIN = 7
"""Fields of a document that nearly every one has; the others have their defaults in the table."""
_DEFAULTS = (None, None, True, None, "", EVERYBODY, None, None)

Row = tuple[object, ...]


class Batch(NamedTuple):
    """The rows of some sources; sources and lines are counted from 0 within it."""

    sources: list[Row]
    """(number, key, stamp, audience, entity, title, path, summary)."""
    names: list[Row]
    """(key, entity, is it the whole name, source)."""
    quotes: list[Row]
    """(path, quote, entity, fact, source)."""
    plain: list[Row]
    """(number, source, the first seven fields of a document, terms, terms that lead to it)."""
    other: list[Row]
    """The same with all fields of a document but its names."""
    lines: int
    """How many."""


def batches_of(sources: Iterable[Source]) -> Iterator[Batch]:
    """All of them in order, some at once."""
    left = iter(sources)
    while some := list(islice(left, _AT_ONCE)):
        yield batch_of(some)


def batch_of(sources: Iterable[Source]) -> Batch:
    """These together."""
    batch = Batch([], [], [], [], [], 0)
    terms, number = _Terms(), 0
    for n, s in enumerate(sources):
        batch.sources.append((n, s.key, s.stamp, s.audience, s.entity, s.title, s.path, s.summary))
        batch.names.extend([(key, entity, int(whole), n) for key, entity, whole in s.names])
        batch.quotes.extend([(*row, n) for row in s.quotes])
        for d in s.documents:
            said = term_text(d.text), terms.leading_to(d)
            if d[_PLAIN:_REST] == _DEFAULTS:
                batch.plain.append((number, n, *d[:_PLAIN], *said))
            else:
                batch.other.append((number, n, *d[:_REST], *said))
            number += 1
    return batch._replace(lines=number)


class _Terms:
    """The terms that lead to documents without standing in their texts."""

    def __init__(self) -> None:
        self._of_names: dict[tuple[str, ...], str] = {}
        self._of_days: dict[str | None, str] = {None: ""}

    def leading_to(self, document: Document) -> str:
        """The terms of its names, each once, and of its day."""
        names, day = document.names, document.day
        terms = self._of_names.get(names)
        if terms is None:
            said = [t for name in names for t in term_text(name).split()]
            terms = self._of_names[names] = " ".join(dict.fromkeys(said))
        when = self._of_days.get(day)
        if when is None:
            when = self._of_days[day] = term_text(day or "")
        return f"{terms} {when}" if when else terms
