"""Lines of a text with their numbers and offsets, and the fences and blank runs among them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from memctl.expressions import later

_INK = later(r"\S")
_FENCE = later(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")

BLANK_RUN = 100
"""So many blank lines in a row are an accident, not a style."""
_BLANKS = "\n" * BLANK_RUN
CHINESE = later(r"[\u4e00-\u9fff]")
"""One character by which a text shows that it is Chinese."""


class Line(NamedTuple):
    """One line that is not blank."""

    number: int
    """From 1; lines end at a line feed, whatever else stands there."""
    start: int
    """Offset of its first character."""
    text: str
    """Without the line end."""

    @property
    def end(self) -> int:
        """Offset after its last character, before the line end."""
        return self.start + len(self.text)


@lru_cache(maxsize=2)
def ink_lines(text: str) -> tuple[Line, ...]:
    """Every line that is not blank, in order; runs of blank lines cost next to nothing.

    Remembered: whoever reads a file goes through its lines again and again.
    """
    position = int(text.startswith("\ufeff"))  # a byte order mark is not ink
    if _BLANKS in text:
        return tuple(_far_apart(text, position))
    found: list[Line] = []
    for number, line in enumerate(text[position:].split("\n"), start=1):
        if line and not line.isspace():
            found.append(Line(number, position, line.rstrip("\r")))
        position += len(line) + 1
    return tuple(found)


def _far_apart(text: str, position: int) -> Iterator[Line]:
    number = 1
    while found := _INK.search(text, position):
        start = text.rfind("\n", position, found.start()) + 1 or position
        number += text.count("\n", position, start)
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield Line(number, start, text[start:end].rstrip("\r"))
        position, number = end + 1, number + 1


def newline_of(text: str) -> str:
    """The line end that this text uses first; a line feed when it has none."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def line_end(text: str, offset: int) -> int:
    """The offset after the line feed of the line that holds `offset`, or the text's end."""
    found = text.find("\n", offset)
    return len(text) if found < 0 else found + 1


class Fences:
    """Follows code fences line by line: is a line inside one?"""

    def __init__(self) -> None:
        self.mark = ""
        """What the open fence began with; empty when none is open."""

    @property
    def is_open(self) -> bool:
        """Has a fence begun that no line has closed yet?"""
        return bool(self.mark)

    def holds(self, line: str) -> bool:
        """Does this line, the next of the text, belong to a fence, its two ends included?"""
        if not self.mark and "`" not in line and "~" not in line:
            return False
        found = _FENCE.match(line)
        if not self.mark:
            self.mark = found[1] if found else ""
            return bool(found)
        # A fence closes with at least as many of its own marks and nothing behind them.
        if found and found[1].startswith(self.mark) and not line[found.end() :].strip():
            self.mark = ""
        return True


def blank_run(text: str) -> tuple[int, int] | None:
    """(first line, length) of the first run of blank lines that is an accident, or None."""
    if text.count("\n") < BLANK_RUN:
        return None
    last = 0
    for line in ink_lines(text):
        if line.number - last > BLANK_RUN:
            return last + 1, line.number - last - 1
        last = line.number
    rest = text.count("\n") - last
    return (last + 1, rest) if rest >= BLANK_RUN else None
