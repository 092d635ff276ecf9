"""Sources into the cache: all of them, or those that changed."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence

from memctl.index import store
from memctl.index.documents import Document, Signs, Source
from memctl.index.store import FORMAT, INDEXES, SCHEMA, Connection, connect, in_memory, run_script
from memctl.language.tokens import analyse

_LAYERS = {"fact": "graph", "summary": "graph", "note": "notes", "tacit": "tacit"}
_DOC = f"INSERT INTO doc VALUES ({','.join('?' * 27)})"  # noqa: S608 - marks only


def build_in_memory(sources: Iterable[Source], about: Mapping[str, object]) -> Connection:
    """A cache of these sources that leaves nothing on the disk."""
    connection = in_memory()
    connection.execute("BEGIN")
    _fill(connection, sources)
    run_script(connection, INDEXES)
    describe(connection, about)
    connection.execute("COMMIT")
    return connection


def build(path: str, sources: Iterable[Source], about: Mapping[str, object]) -> None:
    """A new cache at `path`, in the place of whatever stood there, whole or not at all.

    Raises:
        OSError: the disk does not take it.
        sqlite3.DatabaseError: the same, as SQLite says it.
    """
    draft = f"{path}.{os.getpid()}"
    try:
        # SQLite would make it readable for whom the umask lets; a memory is its owner's alone.
        os.close(os.open(draft, os.O_CREAT | os.O_WRONLY, 0o600))
        connection = connect(draft, isolation_level=None)
        # A crash while building leaves a draft that nobody opens, so nothing need be safe yet.
        run_script(
            connection, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;" + SCHEMA
        )
        _fill(connection, sources)
        run_script(connection, INDEXES)
        describe(connection, about)
        connection.execute("COMMIT")
        connection.close()
        os.replace(draft, path)  # noqa: PTH105 - one call, no Path needed
    finally:
        if os.path.exists(draft):  # noqa: PTH110 - as above
            os.remove(draft)  # noqa: PTH107 - as above


def refresh(
    path: str, changed: Iterable[Source], gone: Sequence[str], about: Mapping[str, object]
) -> None:
    """Put changed sources in the place of their old text, and drop those that are gone.

    Raises:
        sqlite3.DatabaseError: locked, read-only or broken; the old cache stands.
    """
    connection = connect(path, timeout=store.patience_s, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        for key in gone:
            _forget(connection, key)
        renewed = list(changed)
        for source in renewed:
            _forget(connection, source.key)
        _fill(connection, renewed)
        describe(connection, about)
        connection.execute("COMMIT")
    finally:
        connection.close()


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
            "UPDATE doc SET doubt = ?, doubt_from = ?, doubt_until = ?, change = ?, slot = ?,"
            " slot_from = ? WHERE source = ? AND fact = ?",
            rows,
        )
        connection.execute("UPDATE source SET weighed = 1 WHERE id = ?", (number,))


def texts(connection: Connection, lines: Sequence[int]) -> list[tuple[int, str]]:
    """These documents with what they say."""
    marks = ",".join("?" * len(lines))
    return connection.execute(f"SELECT id, text FROM doc WHERE id IN ({marks})", lines).fetchall()  # noqa: S608 - marks only


def judge(connection: Connection, orders: Mapping[int, bool]) -> None:
    """Write down which of these documents give orders."""
    rows = [(int(is_order), number) for number, is_order in orders.items()]
    connection.executemany("UPDATE doc SET orders = ? WHERE id = ?", rows)


def change(path: str, act: Callable[[Connection], None]) -> None:
    """Do something to the cache at `path`, whole or not at all.

    Raises:
        sqlite3.DatabaseError: locked, read-only or broken; the old cache stands.
    """
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
    connection.execute(
        "DELETE FROM words WHERE rowid IN (SELECT id FROM doc WHERE source = ?)", row
    )
    for table in ("doc", "name", "quote"):
        connection.execute(f"DELETE FROM {table} WHERE source = ?", row)  # noqa: S608 - our names
    connection.execute("DELETE FROM source WHERE id = ?", row)


def _fill(connection: Connection, sources: Iterable[Source]) -> None:
    next_source = _next(connection, "source")
    next_doc = _next(connection, "doc")
    known: dict[tuple[str, ...], list[str]] = {}
    for number, source in enumerate(sources, start=next_source):
        connection.execute(
            "INSERT INTO source VALUES (?,?,?,0,?,?,?)",
            (number, source.key, source.stamp, source.audience, source.entity, source.title),
        )
        numbered = list(enumerate(source.documents, start=next_doc))
        next_doc += len(numbered)
        connection.executemany(_DOC, [_row(i, number, d) for i, d in numbered])
        connection.executemany(
            "INSERT INTO words(rowid, body, names) VALUES (?,?,?)",
            [(i, " ".join(analyse(d.text)), " ".join(_names(d, known))) for i, d in numbered],
        )
        connection.executemany(
            "INSERT INTO name VALUES (?,?,?,?)",
            [(key, entity, int(whole), number) for key, entity, whole in source.names],
        )
        connection.executemany(
            "INSERT INTO quote VALUES (?,?,?,?,?)", [(*row, number) for row in source.quotes]
        )


def _next(connection: Connection, table: str) -> int:
    row = connection.execute(f"SELECT max(id) FROM {table}").fetchone()  # noqa: S608 - our names
    return int(row[0] or 0) + 1


def _row(number: int, source: int, d: Document) -> tuple[object, ...]:
    layer = _LAYERS.get(d.kind, "documents")
    head = (number, source, d.kind, layer, d.entity, d.fact, d.text, d.status, d.day, d.path)
    tail = (d.line, d.begins, d.ends, d.until, int(d.is_active), d.speaker, " ".join(d.rests))
    return (*head, *tail, None, None, None, 0, None, None, d.audience, d.heading, None, d.follower)


def _names(document: Document, known: dict[tuple[str, ...], list[str]]) -> list[str]:
    """The terms that lead to a document without standing in its text."""
    terms = known.get(document.names)
    if terms is None:
        terms = list(dict.fromkeys(t for name in document.names for t in analyse(name)))
        known[document.names] = terms
    return [*terms, *analyse(document.day)] if document.day else terms
