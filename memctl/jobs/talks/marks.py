"""How far into each file of the sources everything was read, kept in the cache.

Which messages were read is in the ledger, and that alone decides. With a mark a file of years is
not parsed several times a day.
"""

import contextlib
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from memctl.jobs.waiting import read_digests, shelf_of
from memctl.workspace.layout import Layout
from memctl.workspace.ledgers import read_consumed
from memctl.workspace.own import read_cache, write_cache

Digests = Mapping[str, frozenset[str]]
"""What the ledger says was read: by shelf, the digests of blocks."""

_CACHE = "sources.json"
SEAL = 4096
"""Bytes at the beginning and before the mark that tell whether a file is still the same."""
_OVERLAP = 20
"""So many lines before the mark are read again: "she" may mean somebody named there."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far into a file everything was read."""

    stamp: tuple[int, ...]
    kind: str | None
    offset: int = 0
    line: int = 1
    """Number of the line that begins at the offset."""
    seal: str = ""


LATER = Mark((), None)
"""Without a stamp it is looked at again in the next run."""


def moved(mark: Mark, top: bytes, before: bytes, rest: bytes) -> Mark:
    """The mark moved over the whole lines behind it, but for the last few.

    Args:
        mark: Where it stood.
        top: The beginning of the file.
        before: What stands right before the mark.
        rest: What stands behind it.
    """
    at = rest.rfind(b"\n") + 1
    for _ in range(_OVERLAP):
        at = rest.rfind(b"\n", 0, max(at - 1, 0)) + 1
    if not at:
        return mark
    behind = (before + rest[max(at - SEAL, 0) : at])[-SEAL:]
    offset, line = mark.offset + at, mark.line + rest.count(b"\n", 0, at)
    return replace(mark, offset=offset, line=line, seal=seal_of(top, behind, offset))


def seal_of(top: bytes, before: bytes, offset: int) -> str:
    """What tells that a file still begins, and goes on up to the mark, as it did."""
    words = top[: min(SEAL, offset)] + b"\0" + before
    return hashlib.sha256(words).hexdigest()[:32]


def write_marks(layout: Layout, key: str, marks: Mapping[str, Mark], read: Digests) -> None:
    """Keep marks, with what they rest on.

    Args:
        layout: The workspace.
        key: Tells by which rules the files were read.
        marks: By what evidence calls the file.
        read: What the ledger says was read when they were made.
    """
    ledger = {shelf: _ledger_of(read, shelf) for shelf in {shelf_of(name) for name in marks}}
    rows = {name: asdict(mark) for name, mark in marks.items()}
    data = json.dumps({"key": key, "ledger": ledger, "marks": rows}).encode()
    with contextlib.suppress(OSError):  # it costs time and nothing else
        write_cache(layout, _CACHE, data)


def read_marks(layout: Layout, key: str) -> dict[str, Mark]:
    """The marks that still count: by the same rules, and the ledger is as it was."""
    try:
        found = json.loads(read_cache(layout, _CACHE) or b"{}")
        if found.get("key") != key:
            return {}
        read = read_digests(read_consumed(layout))
        # Undone, merged or lost: what the marks rest on is not what it was.
        kept = {shelf for shelf, was in found["ledger"].items() if was == _ledger_of(read, shelf)}
        rows = ((n, row) for n, row in found["marks"].items() if shelf_of(n) in kept)
        return {name: Mark(**{**row, "stamp": tuple(row["stamp"])}) for name, row in rows}
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return {}


def _ledger_of(read: Digests, shelf: str) -> str:
    words = "".join(sorted(read.get(shelf, ())))
    return hashlib.sha256(words.encode(errors="replace")).hexdigest()[:32]
