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
    of_names, of_day, number = _OfNames(), _OfDay(), 0
    for n, s in enumerate(sources):
        batch.sources.append((n, s.key, s.stamp, s.audience, s.entity, s.title, s.path, s.summary))
        batch.names.extend([(key, entity, int(whole), n) for key, entity, whole in s.names])
        batch.quotes.extend([(*row, n) for row in s.quotes])
        for d in s.documents:
            said = term_text(d.text), of_names[d.names] + of_day[d.day]
            if d[_PLAIN:_REST] == _DEFAULTS:
                batch.plain.append((number, n, *d[:_PLAIN], *said))
            else:
                batch.other.append((number, n, *d[:_REST], *said))
            number += 1
    return batch._replace(lines=number)


class _OfNames(dict[tuple[str, ...], str]):
    """The terms of names that lead to a document, each once."""

    def __missing__(self, names: tuple[str, ...]) -> str:
        said = [t for name in names for t in term_text(name).split()]
        terms = self[names] = " ".join(dict.fromkeys(said))
        return terms


class _OfDay(dict[str | None, str]):
    """The terms of a document's day, which stand behind those of the names."""

    def __missing__(self, day: str | None) -> str:
        terms = term_text(day or "")
        said = self[day] = f" {terms}" if terms else ""
        return said
