"""Sources as rows of the cache that bear no numbers yet.

Plain tuples and lists throughout, which `marshal` takes: they may be made in another process
than the one that fills the cache.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from memctl.index.documents import Document, Source
from memctl.language.term_text import term_text, term_texts

_AT_ONCE = 300
"""Sources whose rows are handed to SQLite together."""
_REST = len(Document._fields) - 1
_MOST_DAYS = 10_000
_TEXT, _TERMS = 3, 7
"""Columns of plain facts."""

Row = tuple[object, ...]


class Batch(NamedTuple):
    """The rows of some sources; sources and lines are counted from 0 within it."""

    sources: list[Row]
    """(number, key, stamp, audience, entity, title, path, summary)."""
    names: list[Row]
    """(key, entity, is it the whole name, source)."""
    quotes: list[Row]
    """(path, quote, entity, fact, source)."""
    plain: list[list[Any]]
    """Of plain facts: the columns number, source, fact, text, day, begins, line, terms, terms
    that lead to it."""
    lines: list[Row]
    """(number, source, all fields of a document but its names, terms, terms that lead to it)."""
    size: int
    """How many lines and plain facts."""


def batches_of(sources: Iterable[Source]) -> Iterator[Batch]:
    """All of them in order, some at once."""
    left = iter(sources)
    while some := list(islice(left, _AT_ONCE)):
        yield batch_of(some)


def batch_of(sources: Sequence[Source]) -> Batch:
    """These together."""
    batch = Batch([], [], [], [[] for _ in range(9)], [], 0)
    of_names, number = _OfNames(sources), 0
    for n, s in enumerate(sources):
        batch.sources.append((n, s.key, s.stamp, s.audience, s.entity, s.title, s.path, s.summary))
        batch.names.extend([(key, entity, int(whole), n) for key, entity, whole in s.names])
        batch.quotes.extend([(*row, n) for row in s.quotes])
        if s.plain:
            own, size = of_names[s.plain_names], len(s.plain.ids)
            leading = [own + day for day in map(_of_day.__getitem__, s.plain.timestamps)]
            columns: tuple[Iterable[object], ...] = (
                range(number, number + size),
                [n] * size,
                *s.plain,
                (),
                leading,
            )
            for column, values in zip(batch.plain, columns, strict=True):
                column.extend(values)
            number += size
        for d in s.documents:
            batch.lines.append((number, n, *d[:_REST], of_names[d.names] + _of_day[d.day]))
            number += 1
    # All texts at once: to begin with each takes longer than to look up its words.
    batch.plain[_TERMS].extend(term_texts(batch.plain[_TEXT]))
    terms = term_texts([d.text for s in sources for d in s.documents])
    lines = [(*row, said, names) for (*row, names), said in zip(batch.lines, terms, strict=True)]
    return batch._replace(lines=lines, size=number)


class _OfNames(dict[tuple[str, ...], str]):
    """The terms of names that lead to a document, each once."""

    def __init__(self, sources: Iterable[Source]) -> None:
        found = {
            name
            for s in sources
            for names in (s.plain_names, *(d.names for d in s.documents))
            for name in names
        }
        self._terms = dict(zip(found, term_texts(list(found)), strict=True))

    def __missing__(self, names: tuple[str, ...]) -> str:
        said = " ".join(map(self._terms.__getitem__, names))
        terms = self[names] = " ".join(dict.fromkeys(said.split()))
        return terms


class _OfDay(dict[str | None, str]):
    """The terms of a document's day, which stand behind those of the names."""

    def __missing__(self, day: str | None) -> str:
        if len(self) >= _MOST_DAYS:
            self.clear()
        terms = term_text(day or "")
        said = self[day] = f" {terms}" if terms else ""
        return said


_of_day = _OfDay()
"""Memories repeat their days."""
