"""Sources as rows of the cache that bear no numbers yet.

Plain values in lists throughout, which `marshal` takes: they may be made in another process than
the one that fills the cache.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from memctl.graph.glance import PlainFacts
from memctl.index.filling.documents import Document, Source
from memctl.language.term_text import term_text, term_texts

_AT_ONCE = 300
"""Sources whose rows are handed to SQLite together."""
_REST = len(Document._fields) - 1
_MOST_DAYS = 10_000


Page = tuple[int, int, bytes, bytes]
"""Part of the look at the file times: number, is it apart, what is compared, what it means."""


class Batch(NamedTuple):
    """The rows of some sources, value by value; sources and lines are counted from 0 within it."""

    sources: list[Any]
    """Number, key, stamp, audience, entity, title, path, summary, unread files."""
    names: list[Any]
    """Source, key, entity, is it the whole name."""
    quotes: list[Any]
    """Source, path, quote, entity, fact."""
    plain: list[Any]
    """Of plain facts: number, source, id, text, day, begins, line, terms, terms that lead to it."""
    lines: list[Any]
    """Number, source, all fields of a document but its names, terms, terms that lead to it."""
    counts: tuple[int, int]
    """How many sources there are, and how many lines and plain facts."""
    page: Page | None
    """The look at the times of their files, where it was taken with them."""


def batches_of(sources: Iterable[Source]) -> Iterator[Batch]:
    """All of them in order, some at once."""
    left = iter(sources)
    while some := list(islice(left, _AT_ONCE)):
        yield batch_of(some)


def batch_of(sources: Sequence[Source], page: Page | None = None) -> Batch:
    """These together."""
    batch = Batch([], [], [], [], [], (0, 0), page)
    of_names, number = _OfNames(sources), 0
    # All texts at once: to begin with each takes longer than to look up its words.
    terms = iter(term_texts([d.text for s in sources for d in s.documents]))
    columns: list[list[Any]] = [[] for _ in range(_PLAIN)]
    for n, s in enumerate(sources):
        told = (s.key, s.stamp, s.audience, s.entity, s.title, s.path, s.summary)
        batch.sources.extend((n, *told, "\0".join(s.unread)))
        for key, entity, whole in s.names:
            batch.names.extend((n, key, entity, int(whole)))
        for row in s.quotes:
            batch.quotes.extend((n, *row))
        if s.plain:
            own, size = of_names[s.plain_names], len(s.plain.ids)
            leading = [own + day for day in map(_of_day.__getitem__, s.plain.timestamps)]
            numbers = range(number, number + size)
            some: tuple[Iterable[Any], ...] = (numbers, [n] * size, *s.plain, leading)
            for column, values in zip(columns, some, strict=True):
                column.extend(values)
            number += size
        for d in s.documents:
            leads = of_names[d.names] + _of_day[d.day]
            batch.lines.extend((number, n, *d[:_REST], next(terms), leads))
            number += 1
    columns.insert(-1, term_texts(columns[_TEXT]))
    plain = [*chain.from_iterable(zip(*columns, strict=True))]
    return batch._replace(plain=plain, counts=(len(sources), number))


_PLAIN = 3 + len(PlainFacts._fields)
_TEXT = 2 + PlainFacts._fields.index("texts")
"""Columns of plain facts before their terms are known."""


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
