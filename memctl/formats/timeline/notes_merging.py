"""Two versions of a daily note made one: what both sides appended is there once.

A note only grows, so the text that both came from stays the beginning. Where every new entry
bears a time they stand in the order of the clock, else ours before theirs.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from memctl.formats.markdown.lines import Fences
from memctl.formats.text import CannotMerge
from memctl.formats.timeline.days import read_time
from memctl.formats.timeline.notes import parse_note

_HEADING = re.compile(r"#{1,6}\s+(?P<words>.*)")
_ENTRY = re.compile(r"(?:[-*+]|\d{1,3}[.)])\s+(?:\[.\]\s+)?(?P<words>.*)")
_MOST_LINES = 5000
"""A longer note that was changed in its middle is merged as lines of text."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A bullet with what is indented below it, or a heading with what stands below it."""

    text: str
    """Whole lines, the blank ones before it included."""
    time: str | None

    @property
    def words(self) -> str:
        return self.text.strip()


def merge_notes(base: str, ours: str, theirs: str, path: str) -> str:
    """The note with the entries of both sides.

    Args:
        base: What both came from; "" when both sides began the note.
        ours: Our version.
        theirs: The incoming one.
        path: Its name may say its day.

    Raises:
        CannotMerge: Both sides changed what stood there, or the entries of one would be read
            as something else below those of the other.
    """
    if theirs in (base, ours):
        return ours
    if ours == base:
        return theirs
    head, mine, other = _split(base, ours, theirs)
    wanted = _said(head + mine, path) | _said(head + other, path)
    for tail in _tails(mine, other):
        made = _joined(head, tail)
        if _said(made, path) == wanted:
            return made
    raise CannotMerge(f"{path}: the new entries of the two sides cannot stand one after another")


def _split(base: str, ours: str, theirs: str) -> tuple[str, str, str]:
    """What both sides begin with, and what each of them appended."""
    if not base.strip():
        base = _common_lines(ours, theirs)
    (my_head, mine), (other_head, other) = (_parted(base, side) for side in (ours, theirs))
    if base in (my_head, other_head) or my_head == other_head:
        head = other_head if my_head == base else my_head
        gap = _gap(head, [tail for tail in (mine, other) if tail])
        return head + "\n" * gap, mine[gap:], other[gap:]
    raise CannotMerge("both sides changed what stood in the note")


def _gap(head: str, tails: Sequence[str]) -> int:
    """How many line ends at the beginning of both tails belong to the text above.

    The one that ends its last line; where bullets follow on both sides, the blank lines before
    them too, so that they stay one gap.
    """
    common = min((len(tail) - len(tail.lstrip("\n")) for tail in tails), default=0)
    if all(_ENTRY.match(tail.lstrip("\n")) for tail in tails):
        return common
    return 0 if head.endswith("\n") else min(common, 1)


def _common_lines(one: str, other: str) -> str:
    same = 0
    mine, others = one.splitlines(keepends=True), other.splitlines(keepends=True)
    for a, b in zip(mine, others, strict=False):
        if a != b:
            break
        same += 1
    return "".join(mine[:same])


def _parted(base: str, side: str) -> tuple[str, str]:
    """What became of base on this side, and what was appended to it."""
    if side.startswith(base):
        return base, side[len(base) :]
    old, new = base.splitlines(keepends=True), side.splitlines(keepends=True)
    if len(old) + len(new) > _MOST_LINES:
        raise CannotMerge("the note is too long to find what was changed in it")
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    last = next((b for b in reversed(blocks) if b.size and b.a + b.size == len(old)), None)
    if last is None:
        raise CannotMerge("the end of the note was changed")
    end = last.b + last.size
    return "".join(new[:end]), "".join(new[end:])


def _tails(ours: str, theirs: str) -> Iterator[list[_Entry]]:
    """The entries of both sides in the orders that are worth trying, best first."""
    mine = list(_entries(ours))
    known = {entry.words for entry in mine}
    new = [entry for entry in _entries(theirs) if entry.words not in known]
    if _is_by_the_clock(mine) and _is_by_the_clock(new):
        yield sorted([*mine, *new], key=lambda entry: entry.time or "")
    yield [*mine, *new]
    yield [*new, *mine]


def _is_by_the_clock(entries: Sequence[_Entry]) -> bool:
    times = [entry.time for entry in entries]
    return all(times) and all((a or "") <= (b or "") for a, b in pairwise(times))


def _entries(tail: str) -> Iterator[_Entry]:
    """The appended text, cut where an entry begins that stands on its own."""
    lines = tail.splitlines(keepends=True)
    has_headings = any(_HEADING.match(line) for line in lines)
    fences, part = Fences(), ""
    for line in lines:
        is_code = fences.holds(line)
        opens = _HEADING if has_headings and _HEADING.search(part) else _ENTRY
        begins = opens.match(line) or (has_headings and _HEADING.match(line))
        if begins and not is_code and part.strip():
            ink = part.rstrip()
            gap = part[len(ink) :].partition("\n")[2]
            yield _entry(ink + "\n")
            part = gap
        part += line
    if part.strip():
        yield _entry(part.rstrip() + "\n")


def _entry(text: str) -> _Entry:
    first = text.strip().split("\n", 1)[0].rstrip()
    found = _HEADING.match(first) or _ENTRY.match(first)
    stamp = read_time(found["words"], None) if found else None
    return _Entry(text, stamp.time if stamp and stamp.day is None else None)


def _joined(head: str, entries: Sequence[_Entry]) -> str:
    gap = "" if not head or head.endswith("\n") else "\n"
    body = "".join(entry.text for entry in entries)
    return head + (body if gap and body.startswith("\n") else gap + body)


def _said(text: str, path: str) -> set[tuple[object, ...]]:
    """Everything a reader takes from the note, whatever its order."""
    blocks = parse_note(text, path).blocks
    return {(b.day, b.time, b.kind, b.speaker, b.text, b.parent) for b in blocks}
