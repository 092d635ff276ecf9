"""Sources into the cache: all of them, or those that changed."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from memctl.cachefiles import opened
from memctl.gate import own
from memctl.index import store
from memctl.index.filling.batches import Batch, Page, batches_of
from memctl.index.filling.documents import Signs, Source
from memctl.index.store import (
    FORMAT,
    INDEXES,
    OTHERS,
    SCHEMA,
    Connection,
    connect,
    in_memory,
    run_script,
)

_FOUND = {"words": "1", "former": "kind = 'fact' AND active = 0"}
"""In which table lines are found by their words, and which: among all the few that no longer hold
would be looked for one by one."""

_WORDS_OF = 33_000
"""Lines whose words are written down together: about as many as FTS5 gathers in its memory."""
_ROWS = (
    (
        "source(id, key, stamp, audience, entity, title, path, summary, unread, weighed)",
        "(?1 + ?,?,?,?,?,?,?,?,?,0)",
    ),
    ("name(source, key, entity, whole)", "(?1 + ?,?,?,?)"),
    ("quote(source, path, quote, entity, fact)", "(?1 + ?,?,?,?,?)"),
    (
        "line(id, source, fact, text, day, begins, place, body, names, kind, status)",
        "(?2 + ?,?1 + ?,?,?,?,?,?,?,?,'fact','active')",
    ),
    ("line", "(?2 + ?,?1 + ?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
)
"""Where the rows of a batch go and how, in its order. ?1 is the number of its first source, ?2 that
of its first line."""
_TOGETHER = 40
"""Rows of one statement, which is of our words. To begin one takes as long as half of the row, and
for long SQLite took no more than 999 values."""


def build_in_memory(sources: Iterable[Source], about: Mapping[str, object]) -> Connection:
    """A cache of these sources that leaves nothing on the disk."""
    connection = in_memory()
    connection.execute("BEGIN")
    _fill(connection, batches_of(sources))
    run_script(connection, INDEXES)
    describe(connection, about)
    connection.execute("COMMIT")
    return connection


def build(path: str, batches: Iterable[Batch], about: Mapping[str, object]) -> None:
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
        _fill(connection, batches)
        run_script(connection, INDEXES)
        describe(connection, about)
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

    def renew(connection: Connection) -> None:
        for key in gone or ():
            _forget(connection, key)
        renewed = list(changed)
        for source in renewed:
            _forget(connection, source.key)
        _fill(connection, batches_of(renewed))
        describe(connection, about)
        if gone is not None:
            connection.execute("DELETE FROM page")
        _remember(connection, pages)

    change(path, renew)


def _remember(connection: Connection, pages: Iterable[Page]) -> None:
    connection.executemany("INSERT OR REPLACE INTO page VALUES (?,?,?,?)", pages)


def weigh(connection: Connection, signs: Mapping[str, Signs]) -> None:
    """Write down what the rules read in the facts of these sources."""
    for key, read in signs.items():
        (number,) = connection.execute("SELECT id FROM source WHERE key = ?", (key,)).fetchone()
        rows = [
            (
                *read.doubts.get(fact, (None, None, None)),
                (fact in read.changes) + (fact in read.ends) + OTHERS * (fact in read.others),
                *read.slots.get(fact, (None, None)),
                number,
                fact,
            )
            for fact in {*read.doubts, *read.changes, *read.slots, *read.others}
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
    own(path)
    connection = connect(path, timeout=store.patience_s, isolation_level=None)
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


def _fill(connection: Connection, batches: Iterable[Batch]) -> None:
    number, line = _next(connection, "source"), _next(connection, "line")
    first = line
    for batch in batches:
        for (into, row), values in zip(_ROWS, batch[:-2], strict=True):
            counted = (number, line) if "?2" in row else (number,)
            _add(connection, into, row, counted, values)
        _remember(connection, [batch.page] if batch.page else ())
        sources, lines = batch.counts
        number, line = number + sources, line + lines
        if line - first >= _WORDS_OF:
            _find_from(connection, first)
            first = line
    if line > first:
        _find_from(connection, first)


def _find_from(connection: Connection, first: int) -> None:
    """Make lines found by their words, from this one on.

    Many together: FTS5 writes down what it has gathered at the end of every statement, and joins
    what was written apart again and again. Not all: other processes still read meanwhile.
    """
    for table, some in _FOUND.items():
        connection.execute(
            f"INSERT INTO {table}(rowid, body, names)"  # noqa: S608 - our names
            f" SELECT id, body, names FROM line WHERE id >= ? AND {some}",
            (first,),
        )


def _add(
    connection: Connection, into: str, row: str, counted: tuple[int, ...], values: list[Any]
) -> None:
    """Rows, value by value.

    Args:
        connection: To the cache.
        into: A table.
        row: What is made of the values of one.
        counted: ?1, and ?2 where the row has it.
        values: Of all rows.
    """
    width = row.count("?") - len(counted)
    rest = len(values) - len(values) % (width * _TOGETHER)
    for times, begin, end in ((_TOGETHER, 0, rest), (1, rest, len(values))):
        size = width * times
        groups = ((*counted, *values[at : at + size]) for at in range(begin, end, size))
        rows = ",".join([row] * times)
        connection.executemany(f"INSERT INTO {into} VALUES {rows}", groups)  # noqa: S608 - as above


def _next(connection: Connection, table: str) -> int:
    row = connection.execute(f"SELECT max(id) FROM {table}").fetchone()  # noqa: S608 - our names
    return int(row[0] or 0) + 1
