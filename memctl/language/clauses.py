"""Text cut into sentences and clauses. Where it is cut is data (`grammar` of each language)."""

import re
import sys
from dataclasses import dataclass

_NOWHERE = (sys.maxsize, sys.maxsize)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text, without the white space and marks around it."""

    text: str
    start: int
    end: int
    mark: str = ""
    """What ended it: `.`, `,`, `？`, or nothing at the end of the text."""


@dataclass(frozen=True, slots=True)
class Cutter:
    """Where sentences and clauses end, for all languages of a lexicon together."""

    sentence_end: re.Pattern[str]
    clause_end: re.Pattern[str]
    unbroken: re.Pattern[str] | None
    """Stretches in which nothing ends: abbreviations, addresses, quotations."""

    def sentences(self, text: str) -> tuple[Piece, ...]:
        """The sentences of `text`, in order."""
        return self._cut(text, self.sentence_end, 0)

    def clauses(self, sentence: Piece) -> tuple[Piece, ...]:
        """The clauses of one sentence; offsets are those of the sentence's own text."""
        return self._cut(sentence.text, self.clause_end, sentence.start)

    def around(self, text: str, at: int) -> tuple[int, int]:
        """From where to where the clause reaches that holds the place `at`."""
        marks = [m.span() for p in (self.sentence_end, self.clause_end) for m in p.finditer(text)]
        start = max((end for _, end in marks if end <= at), default=0)
        return start, min((begin for begin, _ in marks if begin > at), default=len(text))

    def _cut(self, text: str, mark: re.Pattern[str], offset: int) -> tuple[Piece, ...]:
        kept = (m.span() for m in self.unbroken.finditer(text)) if self.unbroken else iter(())
        pieces: list[Piece] = []
        begin = 0
        first, last = next(kept, _NOWHERE)
        for found in mark.finditer(text):
            while last <= found.start():
                first, last = next(kept, _NOWHERE)
            if first <= found.start():
                continue
            pieces += _piece(text, begin, found.start(), found.group(), offset)
            begin = found.end()
        return (*pieces, *_piece(text, begin, len(text), "", offset))


def _piece(text: str, begin: int, end: int, mark: str, offset: int) -> list[Piece]:
    raw = text[begin:end]
    body = raw.strip()
    if not body:
        return []
    start = begin + len(raw) - len(raw.lstrip())
    stop = start + len(body)
    # A mark that tells how something was said (?, !) stays with the words.
    if mark[:1] in set("?!？！.。"):
        stop = end + len(mark.rstrip())
    return [Piece(text[start:stop], start + offset, stop + offset, mark.strip())]
