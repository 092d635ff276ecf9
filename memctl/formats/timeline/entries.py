"""One more entry at the end of a daily note, in the note's own manner.

Nothing that stands in the note changes: the old text is a prefix of the new one.
"""

import re
from collections.abc import Iterator
from datetime import date

from memctl.formats.markdown.blocks import Piece, pieces_of, unclosed_fence
from memctl.formats.markdown.lines import CHINESE, ink_lines, newline_of
from memctl.formats.timeline.days import read_time

_STRUCTURE = re.compile(r"\s*(?:#{1,6}(?:\s|\Z)|`{3}|~{3}|<|(?:[-*_=]\s*){3,}\Z)")
_MARK = re.compile(r"\s*([-*+])\s")
_INK = re.compile(r"\S")


def entry_forms(text: str, day: date, time: str | None, entry: str) -> Iterator[str]:
    """The note with the entry appended, in ever more explicit forms.

    First as one more bullet or section of the note's own kind, then below a heading of its
    own that ends a program's report, then below a heading of the day.
    """
    lines = _entry_lines(entry)
    if read_time(lines[0], day):
        time = None  # the entry brings its own
    newline = newline_of(text)
    bare = text.removeprefix("\ufeff")
    if not bare.strip():
        yield text + newline.join((f"# {day}", "", *_bullet(text, lines, time), ""))
        return
    start = text + ("" if text.endswith("\n") else newline)
    fence = unclosed_fence(text)
    yield from _forms_after(start + (fence + newline if fence else ""), text, (day, time), lines)


def _forms_after(
    start: str, text: str, stamp: tuple[date, str | None], lines: list[str]
) -> Iterator[str]:
    (day, time), newline, pieces = stamp, newline_of(text), pieces_of(text)
    level = _section_level(pieces, day)
    own = _bullet(text, lines, None)
    if level and time:
        yield _joined(start, newline, ("", f"{'#' * level} {time}", *own))
    else:
        gap = () if _ends_with_bullet(text, pieces) else ("",)
        yield _joined(start, newline, (*gap, *_bullet(text, lines, time)))
    words = time or ("笔记" if CHINESE.search(text) else "Notes")
    top = min((p.level for p in pieces if p.kind == "heading" and p.level > 1), default=2)
    yield _joined(start, newline, ("", f"{'#' * top} {words}", "", *own))
    yield _joined(start, newline, ("", f"# {day}", "", *_bullet(text, lines, time)))


def _joined(start: str, newline: str, lines: tuple[str, ...]) -> str:
    blank_before = start.endswith(newline * 2)
    return start + newline.join((*(lines[1:] if blank_before and not lines[0] else lines), ""))


def _entry_lines(entry: str) -> list[str]:
    first, *rest = [line.rstrip() for line in entry.strip().splitlines()] or [""]
    # A heading, a fence or a marker inside an entry is something that it quotes.
    return [first, *(_INK.sub(r"\\\g<0>", s, count=1) if _STRUCTURE.match(s) else s for s in rest)]


def _bullet(text: str, lines: list[str], time: str | None) -> tuple[str, ...]:
    marks = [m[1] for m in (_MARK.match(line.text) for line in ink_lines(text)) if m]
    mark = marks[-1] if marks else "-"
    is_wide = bool(time) and _is_wide(text)
    stamp = f"{time}：" if is_wide else f"{time} " if time else ""
    return (f"{mark} {stamp}{lines[0]}", *(f"  {line}" if line else "" for line in lines[1:]))


def _is_wide(text: str) -> bool:
    """Does the last timed bullet set its entry off by a full-width colon?"""
    found = (read_time(p.text, None) for p in reversed(pieces_of(text)) if p.kind == "bullet")
    return next((stamp.is_wide for stamp in found if stamp), False)


def _section_level(pieces: tuple[Piece, ...], day: date) -> int:
    """The level of `## HH:MM` headings where entries stand below such, else 0."""
    if any(p.kind == "bullet" and read_time(p.text, day) for p in pieces):
        return 0
    headings = (p for p in reversed(pieces) if p.kind == "heading" and p.level > 1)
    return next((p.level for p in headings if read_time(p.text, day)), 0)


def _ends_with_bullet(text: str, pieces: tuple[Piece, ...]) -> bool:
    if not pieces or pieces[-1].kind not in {"bullet", "task"}:
        return False
    # Rules and comments are no pieces of their own here: look at the text's last line, too.
    last = max((line.number for line in ink_lines(text)), default=0)
    return pieces[-1].end_line == last
