"""The terms of hundreds of thousands of texts: what `analyse` says, joined by blanks.

For filling an index; a question has `tokens.analyse`, which needs no expressions. Words and
what stands between Chinese repeat, so each is cut once; what is rare (months in words, days in
Chinese, other scripts beside it) goes the long way. A test holds the two together.
"""

import re
from collections.abc import Collection
from operator import add

from memctl.language.scripts import to_simplified
from memctl.language.tokens import analyse, chunk_terms, folded, is_cjk, is_month

_MOST_KEPT = 50_000
_LONGEST_KEPT = 24
_HAN = re.compile("([\u3400-\u9fff]+)")
"""Characters that fold one by one, whatever stands beside them."""


class _Together(Exception):
    """Only all parts of the text together tell what its terms are."""


class _Kept(dict[str, str]):
    """Pieces of text with their terms, kept when met; few enough that memory stays small."""

    def keep(self, piece: str, terms: Collection[str]) -> str:
        """The terms, joined.

        Raises:
            _Together: A month in letters: which day is meant its neighbours tell.
        """
        if any(map(is_month, terms)):
            raise _Together
        said = " ".join(terms)
        if len(piece) <= _LONGEST_KEPT and len(self) < _MOST_KEPT:
            self[piece] = said
        return said


class _Chunks(_Kept):
    """ASCII without white space."""

    def __missing__(self, chunk: str) -> str:
        return self.keep(chunk, chunk_terms(chunk))


class _Gaps(_Kept):
    """What stands between Chinese and is not ASCII: marks, mostly."""

    def __missing__(self, gap: str) -> str:
        plain = folded(gap)
        if not plain or any(map(is_cjk, plain)):  # Chinese is written on here
            raise _Together
        return self.keep(gap, analyse(gap))


class _Runs(_Kept):
    """Chinese."""

    def __missing__(self, run: str) -> str:
        if run[0] == "月":  # of a day all parts tell, and where white space ends it
            raise _Together
        plain = to_simplified(run)
        return self.keep(run, [*plain, *map(add, plain, plain[1:])])


_chunks, _gaps, _runs = _Chunks(), _Gaps(), _Runs()


def term_text(text: str) -> str:
    """The terms of `text` in order, joined by blanks."""
    try:
        if text.isascii():
            return " ".join(filter(None, map(_chunks.__getitem__, text.lower().split())))
        return " ".join(filter(None, _cut(_HAN.split(text))))
    except _Together:
        return " ".join(analyse(text))


def _cut(pieces: list[str]) -> list[str]:
    """The terms of pieces of which every second one is Chinese."""
    said: list[str] = []
    for at, piece in enumerate(pieces):
        if at % 2:
            said.append(_runs[piece])
        elif piece.isascii():
            said += map(_chunks.__getitem__, piece.lower().split())
        else:
            said.append(_gaps[piece])
    return said
