"""Reverse edits: what a job put where what stood before. Kept in the journal for undo."""

from collections.abc import Callable
from dataclasses import dataclass

_WINDOW = 200
_NEAR = 8
"""Lines within which most edits end; further away is looked for in another way."""
_SURE = 3
"""So many equal lines in a row mean that two texts are in step again."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """A place where two versions of a file differ."""

    at: int
    """Offset in the new version."""
    new: bytes
    old: bytes


def hunks_between(before: bytes, after: bytes) -> tuple[Hunk, ...]:
    """Where `after` differs from `before`, in order, in whole lines."""
    if after.startswith(before):
        return (Hunk(len(before), after[len(before) :], b""),) if after != before else ()
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    head, tail = _common(old, new)
    found: list[Hunk] = []
    i = j = head
    offset = sum(map(len, new[:head]))
    old_end, new_end = len(old) - tail, len(new) - tail
    while i < old_end or j < new_end:
        if i < old_end and j < new_end and old[i] == new[j]:
            offset += len(new[j])
            i, j = i + 1, j + 1
            continue
        di, dj = _in_step_again(old, i, old_end, new, j, new_end)
        put, gone = b"".join(new[j : j + dj]), b"".join(old[i : i + di])
        found.append(Hunk(offset, put, gone))
        offset += len(put)
        i, j = i + di, j + dj
    return tuple(found)


def take_back(current: bytes, hunks: tuple[Hunk, ...], length: int) -> bytes | None:
    """`current` without what the hunks put there; None when a place can't be told for sure.

    Args:
        current: The file as it stands, perhaps changed since.
        hunks: What the job did.
        length: How long the file was when the job had written it.
    """
    places = [_find(current, hunk, length) for hunk in hunks]
    end = 0
    for place, hunk in zip(places, hunks, strict=True):
        if place is None or place < end:
            return None
        end = place + len(hunk.new)
    for place, hunk in reversed(list(zip(places, hunks, strict=True))):
        at = place or 0
        current = current[:at] + hunk.old + current[at + len(hunk.new) :]
    return current


def _find(current: bytes, hunk: Hunk, length: int) -> int | None:
    """Where the hunk's text stands now: found by its words, else at the old distance."""
    if len(current) == length and current[hunk.at : hunk.at + len(hunk.new)] == hunk.new:
        return hunk.at
    if not hunk.new.strip():
        return None
    first = current.find(hunk.new)
    if first < 0:
        return None
    # The line end that the words begin with may belong to a line that a person put before it.
    if hunk.new.startswith(b"\n") and first != hunk.at and current[first - 1 : first] != b"\n":
        return None
    if current.find(hunk.new, first + 1) < 0:
        return first
    from_end = len(current) - (length - hunk.at)
    fits = [a for a in {hunk.at, from_end} if a >= 0 and current.startswith(hunk.new, a)]
    return fits[0] if len(fits) == 1 else None


def _common(old: list[bytes], new: list[bytes]) -> tuple[int, int]:
    """How many lines are the same at the beginning, and behind them at the end."""
    most = min(len(old), len(new))
    head = _longest(most, lambda i, j: old[i:j] == new[i:j])
    o, n = len(old), len(new)
    return head, _longest(most - head, lambda i, j: old[o - j : o - i] == new[n - j : n - i])


def _longest(most: int, is_same: Callable[[int, int], bool]) -> int:
    """How far two texts agree; in halves, since there may be millions of lines."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if is_same(low, middle):
            low = middle
        else:
            high = middle - 1
    return low


def _in_step_again(  # noqa: PLR0913, PLR0917 - two texts, each with a place and an end
    old: list[bytes], i: int, old_end: int, new: list[bytes], j: int, new_end: int
) -> tuple[int, int]:
    """How many lines to leave behind on either side until the texts run in step again."""
    for both in range(_NEAR):
        for di in range(both + 1):
            a, b = i + di, j + both - di
            is_inside = a + _SURE <= old_end and b + _SURE <= new_end
            if is_inside and old[a : a + _SURE] == new[b : b + _SURE]:
                return di, both - di
    first: dict[tuple[bytes, ...], int] = {}
    for dj in range(min(_WINDOW, new_end - j - _SURE + 1)):
        first.setdefault(tuple(new[j + dj : j + dj + _SURE]), dj)
    most = min(_WINDOW, old_end - i - _SURE + 1)
    aheads = ((di, first.get(tuple(old[i + di : i + di + _SURE]))) for di in range(most))
    found = [(di + dj, di, dj) for di, dj in aheads if dj is not None and di + dj < _WINDOW]
    return min(found)[1:] if found else (old_end - i, new_end - j)
