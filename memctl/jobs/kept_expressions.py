"""Expressions as earlier runs compiled them, kept in the cache of a workspace.

They hold for the version of Python that compiled them.
"""

import contextlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from memctl import expressions
from memctl.expressions import Code
from memctl.jobs.sealed import read_sealed, write_sealed
from memctl.workspace.layout import Layout

NAME = "expressions.bin"
_MOST = 12_000_000
"""Bytes of code; a file that would be larger begins anew with what this process met."""

_held: dict[Path, frozenset[str]] = {}
"""The workspace with which this process began, and which expressions its cache holds."""


def take_up(root: Path) -> None:
    """Let `expressions` take up what the cache of a workspace holds.

    A process does so once, for the first workspace it looks into: most see no other.
    """
    if _held:
        return
    found: dict[str, Code] = {}
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        found = dict(_read(read_sealed(root, NAME, expressions.FORM)))
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
    if write_sealed(layout, NAME, expressions.FORM, _written(found)):
        _held[layout.root] = frozenset(found)


def _read(body: bytes) -> Iterator[tuple[str, Code]]:
    table, _, words = body.partition(b"\n")
    at = 0
    for key, flags, groups, names, size in json.loads(table or b"[]"):
        yield key, Code(flags, groups, names, words[at : at + size])
        at += size


def _written(found: Mapping[str, Code]) -> bytes:
    rows = [[k, c.flags, c.groups, c.names, len(c.words)] for k, c in found.items()]
    table = json.dumps(rows, separators=(",", ":")).encode()
    return b"\n".join((table, b"".join(code.words for code in found.values())))
