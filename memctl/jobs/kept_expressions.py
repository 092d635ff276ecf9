"""Expressions as earlier runs compiled them, kept in the cache of a workspace.

A code tells the library where to jump. So one is only believed where it was made: the file names
the version of Python and the very folder it was written in, which nobody knows beforehand, and no
one else may write there. What came with a clone, an archive or a copy is compiled anew.
"""

import contextlib
import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from memctl import cachefiles, expressions
from memctl.expressions import Code
from memctl.workspace.layout import Layout
from memctl.workspace.own import make_cache, write_cache

NAME = "expressions.bin"
_MOST = 12_000_000
"""Bytes of code; a file that would be larger begins anew with what this process met."""
_OTHERS = stat.S_IWGRP | stat.S_IWOTH


_held: dict[Path, frozenset[str]] = {}
"""The workspace with which this process began, and which expressions its cache holds."""


def take_up(root: Path) -> None:
    """Let `expressions` take up what the cache of a workspace holds.

    A process does so once, for the first workspace it looks into: most see no other.
    """
    if _held:
        return
    found: dict[str, Code] = {}
    # Whatever else may stand there, made by whomever.
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        found = dict(_read(root / cachefiles.CACHE))
    for key, code in found.items():
        expressions.before.setdefault(key, code)
    _held[root] = frozenset(found)


def keep(layout: Layout) -> None:
    """Write down what this process took up and compiled since."""
    held = _held.get(layout.root)
    if held is None or expressions.before.keys() <= held:
        return
    found = dict(expressions.before)
    if sum(len(code.words) for code in found.values()) > _MOST:
        found = {key: code for key, code in found.items() if key not in held}
    with contextlib.suppress(OSError):  # a cache that can't be written is no failure
        place = _place(make_cache(layout))
        if place is not None:
            write_cache(layout, NAME, _written(place, found))
            _held[layout.root] = frozenset(found)


def _place(folder: Path) -> str | None:
    """What tells this folder from any other; None where others may write in it."""
    told = folder.lstat()
    is_ours = not hasattr(os, "geteuid") or told.st_uid == os.geteuid()
    is_closed = os.name == "nt" or not told.st_mode & _OTHERS
    return f"{told.st_dev}:{told.st_ino}" if is_ours and is_closed and told.st_ino else None


def _head(place: str, body: bytes) -> bytes:
    """What the first line has to be."""
    said = f"{expressions.FORM}\0{place}\0".encode() + body
    return hashlib.blake2b(said, digest_size=16).hexdigest().encode()


def _read(folder: Path) -> Iterator[tuple[str, Code]]:
    place = _place(folder)
    head, _, body = (cachefiles.read(str(folder / NAME)) or b"").partition(b"\n")
    if place is None or not body or head != _head(place, body):
        return
    table, _, words = body.partition(b"\n")
    at = 0
    for key, flags, groups, names, size in json.loads(table):
        yield key, Code(flags, groups, names, words[at : at + size])
        at += size


def _written(place: str, found: Mapping[str, Code]) -> bytes:
    rows = [[k, c.flags, c.groups, c.names, len(c.words)] for k, c in found.items()]
    table = json.dumps(rows, separators=(",", ":")).encode()
    body = b"\n".join((table, b"".join(code.words for code in found.values())))
    return _head(place, body) + b"\n" + body
