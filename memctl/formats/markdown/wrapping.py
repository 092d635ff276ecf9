"""Where an editor broke a line, and where its writer did.

Who jots puts each matter on a line of its own and leaves out stops and capitals; an editor
breaks a sentence where the next word would pass its margin. So the lines of a paragraph tell
by their widths: where most of them had room for the word that comes next, each stands for itself.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise

from memctl.expressions import later
from memctl.formats.markdown.lines import Line

_NARROW = 50
"""Columns below which no editor has its margin."""
_FEW = 3
"""Lines of a paragraph by which alone its margin can be told."""
_OPEN = later(r"[,，、(（&]\s*\Z")
_MARKED = later(r"\s*(?:[-+*>#|•·]|\d{1,3}[.)、]|[\[(【~约]*\d{1,2}[:：]\d{2}(?!\d))")
_FIRST = later(r"\s*(?:>\s?)*(\S+)")
_WIDE = later(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")


def wrapped_lines(lines: Sequence[Line]) -> frozenset[int]:
    """The numbers of the lines that go on with the sentence of the line before.

    Args:
        lines: Every line that is not blank, in order.
    """
    paragraphs = [p for p in _paragraphs(lines) if len(p) > 1]
    told = [_breaks(p, max(_width(line.text) for line in p)) for p in paragraphs]
    is_wrapping = _are_most([forced for breaks in told for forced in breaks])
    widest = max((_width(line.text) for p in paragraphs for line in p), default=0)
    found: set[int] = set()
    for paragraph, breaks in zip(paragraphs, told, strict=True):
        is_long = len(paragraph) >= _FEW
        is_wrapped = _are_most(breaks) and not _begin_anew(paragraph) if is_long else is_wrapping
        margin = max(_width(line.text) for line in paragraph)
        if not is_long:
            margin = max(margin, widest)
        forced = _breaks(paragraph, margin) if is_wrapped and margin >= _NARROW else ()
        for n, (line, after) in enumerate(pairwise(paragraph)):
            is_forced = bool(forced) and forced[n]
            if _OPEN.search(line.text) or (is_forced and (is_long or not _begins_anew(after))):
                found.add(after.number)
    return frozenset(found)


def _paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines with none between them that is blank or begins with a mark of its own."""
    run: list[Line] = []
    for line in lines:
        is_quoted = line.text.lstrip().startswith(">")
        goes_on = bool(run) and line.number == run[-1].number + 1
        goes_on = goes_on and is_quoted == run[-1].text.lstrip().startswith(">")
        if not goes_on or (not is_quoted and _MARKED.match(line.text)):
            yield run
            run = []
        run.append(line)
    yield run


def _breaks(paragraph: Sequence[Line], margin: int) -> list[bool]:
    """For each line but the last: would the next word have passed the margin?"""
    return [
        _width(line.text) + _width(_first_word(after.text)) > margin
        for line, after in pairwise(paragraph)
    ]


def _are_most(forced: Sequence[bool]) -> bool:
    return 3 * sum(forced) > 2 * len(forced)


def _begin_anew(paragraph: Sequence[Line]) -> bool:
    """Do most of its lines begin like a sentence? What an editor broke seldom does."""
    begun = [_begins_anew(line) for line in paragraph[1:]]
    return 2 * sum(begun) > len(begun)


def _first_word(text: str) -> str:
    """With the space before it; a Chinese text is broken behind any character."""
    found = _FIRST.match(text)
    word = found[1] if found else ""
    return word[0] if _WIDE.match(word) else f" {word}"


def _begins_anew(line: Line) -> bool:
    """Does it begin with a capital or a number, as a sentence does?"""
    found = _FIRST.match(line.text)
    return found is not None and (found[1][0].isupper() or found[1][0].isdigit())


def _width(text: str) -> int:
    """Columns on a terminal: a Chinese character takes two."""
    if text.isascii():
        return len(text.rstrip())
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text.rstrip())
