"""The cache file: its tables, how it is opened, and when it is not to be trusted.

Stands on the hot path: SQLite's own module and nothing else. `_sqlite3` is what `sqlite3`
wraps; the wrapper's date adapters cost half as much as starting Python.
"""

import os
import sys
from _thread import _local

try:
    import _sqlite3 as sqlite
except ImportError:  # another Python than CPython
    import sqlite3 as sqlite  # type: ignore[no-redef]

from memctl.cachefiles import opened
from memctl.language.tokens import VERSION as ANALYSER

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Collection
    from typing import Any

FORMAT = f"30.{ANALYSER}"
"""Another format is another cache: it is built anew, never converted."""

OTHERS = 4
"""Added to the sign of a change where a fact tells of somebody else than the user."""

connect = sqlite.connect
Connection = sqlite.Connection
DatabaseError = sqlite.DatabaseError

_HEADER = 100
_MOST_VALUES = 900
"""SQLite took 999 in one statement for long."""
patience_s = 2.0
"""How long a cache that somebody is writing to is waited for. A hook has none: it sets 0."""

# Indexes of few lines stand here: to go through all lines once more takes longer.
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE page (id INTEGER PRIMARY KEY, apart INTEGER, seen BLOB, known BLOB);
CREATE TABLE source (id INTEGER PRIMARY KEY, key TEXT UNIQUE, stamp TEXT, weighed INTEGER,
  audience INTEGER, entity TEXT, title TEXT, path TEXT, summary TEXT, unread TEXT
);
CREATE TABLE line (
  id INTEGER PRIMARY KEY, source INTEGER, kind TEXT, fact TEXT, text TEXT, status TEXT,
  day TEXT, place INTEGER, begins TEXT, ends TEXT, until TEXT, active INTEGER DEFAULT 1,
  speaker TEXT, rests TEXT DEFAULT '', audience INTEGER DEFAULT 2, heading TEXT, follower TEXT,
  body TEXT, names TEXT
);
CREATE INDEX line_tacit ON line (id) WHERE kind = 'tacit';
CREATE INDEX line_retired ON line (id) WHERE kind = 'fact' AND active = 0;
CREATE INDEX line_note ON line (day) WHERE kind = 'note';
CREATE INDEX line_audience ON line (audience) WHERE audience < 2;
CREATE INDEX source_unread ON source (unread) WHERE unread <> '';
CREATE TABLE sign (
  id INTEGER PRIMARY KEY, doubt TEXT, doubt_from TEXT, doubt_until TEXT, change INTEGER DEFAULT 0,
  slot TEXT, slot_from TEXT, orders INTEGER
);
CREATE VIEW doc AS SELECT
  line.id AS id, source, kind, fact, text, status, day, line.place AS line, begins, ends, until,
  active, speaker, rests, line.audience AS audience, heading, follower, entity,
  CASE kind WHEN 'summary' THEN summary ELSE path END AS path,
  CASE kind WHEN 'fact' THEN 'graph' WHEN 'summary' THEN 'graph' WHEN 'note' THEN 'notes'
    WHEN 'tacit' THEN 'tacit' ELSE 'documents' END AS layer,
  doubt, doubt_from, doubt_until, coalesce(change, 0) AS change, slot, slot_from, orders,
  body, names
FROM line JOIN source ON source.id = line.source LEFT JOIN sign ON sign.id = line.id;
CREATE TABLE name (key TEXT, entity TEXT, whole INTEGER, source INTEGER);
CREATE TABLE quote (path TEXT, quote TEXT, entity TEXT, fact TEXT, source INTEGER);
CREATE VIRTUAL TABLE words USING fts5(
  body, names, content = line, content_rowid = id, tokenize = "ascii tokenchars '-_.@#+/:&%$,~'"
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
CREATE VIRTUAL TABLE former USING fts5(
  body, names, content = line, content_rowid = id, tokenize = "ascii tokenchars '-_.@#+/:&%$,~'"
);
INSERT INTO words(words, rank) VALUES ('rank', 'bm25(1.0, 0.5)');
INSERT INTO former(former, rank) VALUES ('rank', 'bm25(1.0, 0.5)');
INSERT INTO words(words, rank) VALUES ('hashsize', 4194304);
"""
# Made after the rows: filling a table that has indexes takes twice as long.
INDEXES = """
CREATE INDEX line_source ON line (source, fact);
CREATE INDEX source_entity ON source (entity);
CREATE INDEX name_key ON name (key);
CREATE INDEX name_source ON name (source);
CREATE INDEX quote_path ON quote (path);
CREATE INDEX quote_source ON quote (source);
"""


class NotUsable(Exception):
    """There is no cache here that can be trusted."""


DAMAGED = (
    *(NotUsable, DatabaseError, ValueError, TypeError, LookupError),
    *(EOFError, ArithmeticError, AttributeError),
)
"""What a cache raises that can't be trusted, or whose own values are not what we wrote."""


def open_cache(path: str) -> Connection:
    """The cache at `path`, opened for reading.

    Raises:
        NotUsable: missing, truncated, of another format, or not a cache at all.
    """
    _look_at_header(path)
    try:
        connection = connect(_uri(path), uri=True, timeout=patience_s, isolation_level=None)
        row = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
        if row != (FORMAT,):
            raise NotUsable("of another format")
    except DatabaseError as error:
        raise NotUsable(str(error)) from error
    return connection


def cache_at_hand(path: str) -> Connection:
    """The cache at `path`, as the last question of this thread left it open, or opened now.

    To open it and to compile the statements anew takes as long as many a question. A file that
    was put in its place, changed or moved away is another one, and a process that was forked
    opens its own.

    Raises:
        NotUsable: As `open_cache`.
    """
    try:
        found = os.stat(path)  # noqa: PTH116 - pathlib costs as much as Python
    except OSError as error:
        raise NotUsable(str(error)) from error
    times = (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_dev)
    key = (path, times, os.getpid(), patience_s)
    left: _Left | None = getattr(_here, "left", None)
    if left is None or left.key != key:
        _here.left = None
        left = _here.left = _Left(key, open_cache(path))
    return left.connection


def put_away() -> None:
    """Close what this thread left open."""
    _here.left = None


class _Left:
    """A cache that waits for the next question, closed when nobody waits any more."""

    __slots__ = ("connection", "key")

    def __init__(self, key: object, connection: Connection) -> None:
        self.key = key
        self.connection = connection

    def __del__(self) -> None:
        self.connection.close()


_here = _local()
STAYS_OPEN = sys.platform != "win32"
"""Can a file be replaced while it is open?"""


def marks(values: "Collection[object]") -> "tuple[str, list[object]]":
    """Question marks for these values, and the values.

    Of few lengths, so that a connection knows most statements already; NULL is never in a list.
    """
    size = max(len(values), min(1 << max(len(values) - 1, 0).bit_length(), _MOST_VALUES))
    return ",".join("?" * size), [*values, *[None] * (size - len(values))]


def meta(connection: Connection) -> dict[str, str]:
    """What the cache knows about itself, but for the file times."""
    return dict(
        connection.execute(
            "SELECT key, value FROM meta WHERE key NOT IN ('watched', 'glance', 'asking')"
        )
    )


def unread_files(connection: Connection) -> list[str]:
    """Names of files that could not be read, or not whole, when the cache was filled."""
    rows = connection.execute("SELECT unread FROM source WHERE unread <> '' ORDER BY unread")
    return [name for (names,) in rows for name in names.split("\0")]


def asking_words(connection: Connection) -> "dict[str, Any]":
    """The words of questions, as `language.questions` compiled them when the cache was filled."""
    (data,) = connection.execute("SELECT value FROM meta WHERE key = 'asking'").fetchone()
    if _asking[0] != data:
        import marshal  # noqa: PLC0415 - built in

        _asking[:] = data, marshal.loads(data)  # noqa: S302 - our own cache
    words: dict[str, Any] = _asking[1]
    return words


_asking: "list[Any]" = [b"", {}]
"""What was read last: who asks again in one process need not read it again."""


def in_memory() -> Connection:
    """An empty cache that leaves nothing on the disk."""
    connection = connect(":memory:", isolation_level=None)
    run_script(connection, SCHEMA)
    return connection


def run_script(connection: Connection, script: str) -> None:
    """Statements one by one: `executescript` would end the transaction that is open."""
    for statement in script.split(";"):
        if statement.strip():
            connection.execute(statement)


def _look_at_header(path: str) -> None:
    # SQLite reads pages when it needs them: without this a file cut off at its end answers
    # most questions and breaks on some.
    try:
        handle = opened(path, os.O_RDONLY)
    except OSError as error:
        raise NotUsable(str(error)) from error
    try:
        head = os.read(handle, _HEADER)
        size = os.fstat(handle).st_size
    finally:
        os.close(handle)
    page = int.from_bytes(head[16:18], "big")
    page = 65536 if page == 1 else page
    if head[:15] != b"SQLite format 3" or size != page * int.from_bytes(head[28:32], "big"):
        raise NotUsable("truncated or no database")


def _uri(path: str) -> str:
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    slash = "" if quoted.startswith("/") else "/"
    return f"file:{slash if sys.platform == 'win32' else ''}{quoted}?mode=ro"
