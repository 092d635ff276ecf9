"""Sources into the cache: all of them, or those that changed."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice

from memctl.cachefiles import opened
from memctl.gate import own
from memctl.graph.visibility import EVERYBODY
from memctl.index import store
from memctl.index.documents import Document, Signs, Source
from memctl.index.store import FORMAT, INDEXES, SCHEMA, Connection, connect, in_memory, run_script
from memctl.language.term_text import term_text

_AT_ONCE = 300
"""Sources whose rows are handed to SQLite together."""
_LINE = f"INSERT INTO line VALUES ({','.join('?' * 19)})"  # noqa: S608 - marks only
_PLAIN_LINE = (
    "INSERT INTO line(id, source, kind, fact, text, status, day, place, begins, body, names)"
    " VALUES (?,?,?,?,?,?,?,?,?,?,?)"
)
_REST = len(Document._fields) - 1
_PLAIN = 7
"""Fields of a document that nearly every one has; the others have their defaults in the table."""
_DEFAULTS = (None, None, True, None, "", EVERYBODY, None, None)
_FOUND = {"words": "1", "former": "kind = 'fact' AND active = 0"}
"""In which table lines are found by their words, and which: among all the few that no longer hold
would be looked for one by one."""

Page = tuple[int, int, bytes, bytes]
"""Part of the look at the file times: number, is it apart, what is compared, what it means."""


def build_in_memory(sources: Iterable[Source], about: Mapping[str, object]) -> Connection:
    """A cache of these sources that leaves nothing on the disk."""
    connection = in_memory()
    connection.execute("BEGIN")
    _fill(connection, sources)
    run_script(connection, INDEXES)
    describe(connection, about)
    connection.execute("COMMIT")
    return connection


def build(
    path: str, sources: Iterable[Source], about: Mapping[str, object], pages: Iterable[Page]
) -> None:
    """A new cache at `path`, in the place of whatever stood there, whole or not at all.

    Raises:
        OSError: the disk does not take it.
        sqlite3.DatabaseError: the same, as SQLite says it.
    """
    draft = f"{path}.{os.getpid()}"
    try:
        # SQLite would make it readable for whom the umask lets; a memory is its owner's alone.
        os.close(opened(draft, os.O_CREAT | os.O_WRONLY))
        connection = connect(draft, isolation_level=None)
        # A crash while building leaves a draft that nobody opens, so nothing need be safe yet.
        run_script(
            connection, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;" + SCHEMA
        )
        _fill(connection, sources)
        run_script(connection, INDEXES)
        describe(connection, about)
        _remember(connection, pages)
        connection.execute("COMMIT")
        connection.close()
        os.replace(draft, path)  # noqa: PTH105 - one call, no Path needed
    finally:
        if os.path.exists(draft):  # noqa: PTH110 - as above
            os.remove(draft)  # noqa: PTH107 - as above


def refresh(
    path: str,
    changed: Iterable[Source],
    gone: Iterable[str] | None,
    about: Mapping[str, object],
    pages: Iterable[Page],
) -> None:
    """Put changed sources in the place of their old text, and drop those that are gone.

    Args:
        path: Of the cache.
        changed: What was read again.
        gone: Keys of sources; None when only what was known already was looked at.
        about: What the cache has to know about itself.
        pages: All that there are, or those that changed where `gone` is None.

    Raises:
        OSError: a link leads out of the workspace.
        sqlite3.DatabaseError: locked, read-only or broken; the old cache stands.
    """
    connection = _open_to_write(path)
    try:
        connection.execute("BEGIN IMMEDIATE")
        for key in gone or ():
            _forget(connection, key)
        renewed = list(changed)
        for source in renewed:
            _forget(connection, source.key)
        _fill(connection, renewed)
        describe(connection, about)
        if gone is not None:
            connection.execute("DELETE FROM page")
        _remember(connection, pages)
        connection.execute("COMMIT")
    finally:
        connection.close()


def _open_to_write(path: str) -> Connection:
    own(path)
    return connect(path, timeout=store.patience_s, isolation_level=None)


def _remember(connection: Connection, pages: Iterable[Page]) -> None:
    connection.executemany("INSERT OR REPLACE INTO page VALUES (?,?,?,?)", pages)


def weigh(connection: Connection, signs: Mapping[str, Signs]) -> None:
    """Write down what the rules read in the facts of these sources."""
    for key, read in signs.items():
        (number,) = connection.execute("SELECT id FROM source WHERE key = ?", (key,)).fetchone()
        rows = [
            (
                *read.doubts.get(fact, (None, None, None)),
                (fact in read.changes) + (fact in read.ends),
                *read.slots.get(fact, (None, None)),
                number,
                fact,
            )
            for fact in {*read.doubts, *read.changes, *read.slots}
        ]
        connection.executemany(
            "INSERT INTO sign(id, doubt, doubt_from, doubt_until, change, slot, slot_from)"
            " SELECT id, ?, ?, ?, ?, ?, ? FROM line WHERE source = ? AND fact = ?"
            " ON CONFLICT(id) DO UPDATE SET doubt = excluded.doubt,"
            " doubt_from = excluded.doubt_from, doubt_until = excluded.doubt_until,"
            " change = excluded.change, slot = excluded.slot, slot_from = excluded.slot_from",
            rows,
        )
        connection.execute("UPDATE source SET weighed = 1 WHERE id = ?", (number,))


def texts(connection: Connection, lines: Sequence[int]) -> list[tuple[int, str]]:
    """These documents with what they say."""
    marks = ",".join("?" * len(lines))
    return connection.execute(f"SELECT id, text FROM doc WHERE id IN ({marks})", lines).fetchall()  # noqa: S608 - marks only


def judge(connection: Connection, orders: Mapping[int, bool]) -> None:
    """Write down which of these documents give orders."""
    connection.executemany(
        "INSERT INTO sign(id, orders) VALUES (?, ?)"
        " ON CONFLICT(id) DO UPDATE SET orders = excluded.orders",
        [(number, int(is_order)) for number, is_order in orders.items()],
    )


def change(path: str, act: Callable[[Connection], None]) -> None:
    """Do something to the cache at `path`, whole or not at all.

    Raises:
        OSError: a link leads out of the workspace.
        sqlite3.DatabaseError: locked, read-only or broken; the old cache stands.
    """
    connection = _open_to_write(path)
    try:
        connection.execute("BEGIN IMMEDIATE")
        act(connection)
        connection.execute("COMMIT")
    finally:
        connection.close()


def describe(connection: Connection, about: Mapping[str, object]) -> None:
    """Write down what the cache knows about itself."""
    rows = {**about, "format": FORMAT}
    connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", list(rows.items()))


def _forget(connection: Connection, key: str) -> None:
    row = connection.execute("SELECT id FROM source WHERE key = ?", (key,)).fetchone()
    if row is None:
        return
    for table, some in _FOUND.items():
        connection.execute(
            f"INSERT INTO {table}({table}, rowid, body, names)"  # noqa: S608 - our names
            f" SELECT 'delete', id, body, names FROM line WHERE source = ? AND {some}",
            row,
        )
    connection.execute("DELETE FROM sign WHERE id IN (SELECT id FROM line WHERE source = ?)", row)
    for table in ("line", "name", "quote"):
        connection.execute(f"DELETE FROM {table} WHERE source = ?", row)  # noqa: S608 - our names
    connection.execute("DELETE FROM source WHERE id = ?", row)


def _fill(connection: Connection, sources: Iterable[Source]) -> None:
    known = _Terms()
    numbered = enumerate(sources, start=_next(connection, "source"))
    number = _next(connection, "line")
    while some := list(islice(numbered, _AT_ONCE)):
        lines = [(n, d) for n, source in some for d in source.documents]
        _add_sources(connection, some)
        _add_lines(connection, list(enumerate(lines, start=number)), known)
        number += len(lines)


def _add_sources(connection: Connection, some: Sequence[tuple[int, Source]]) -> None:
    connection.executemany(
        "INSERT INTO source VALUES (?,?,?,0,?,?,?,?,?)",
        [(n, s.key, s.stamp, s.audience, s.entity, s.title, s.path, s.summary) for n, s in some],
    )
    connection.executemany(
        "INSERT INTO name VALUES (?,?,?,?)",
        [(key, entity, int(whole), n) for n, s in some for key, entity, whole in s.names],
    )
    connection.executemany(
        "INSERT INTO quote VALUES (?,?,?,?,?)", [(*row, n) for n, s in some for row in s.quotes]
    )


def _add_lines(
    connection: Connection, lines: Sequence[tuple[int, tuple[int, Document]]], known: "_Terms"
) -> None:
    plain, other = [], []
    for i, (n, d) in lines:
        terms = term_text(d.text), known.leading_to(d)
        if d[_PLAIN:_REST] == _DEFAULTS:
            plain.append((i, n, *d[:_PLAIN], *terms))
        else:
            other.append((i, n, *d[:_REST], *terms))
    connection.executemany(_PLAIN_LINE, plain)
    connection.executemany(_LINE, other)
    for table, some in _FOUND.items() if lines else ():
        connection.execute(
            f"INSERT INTO {table}(rowid, body, names)"  # noqa: S608 - our names
            f" SELECT id, body, names FROM line WHERE id BETWEEN ? AND ? AND {some}",
            (lines[0][0], lines[-1][0]),
        )


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


def _next(connection: Connection, table: str) -> int:
    row = connection.execute(f"SELECT max(id) FROM {table}").fetchone()  # noqa: S608 - our names
    return int(row[0] or 0) + 1
