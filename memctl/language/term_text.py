"""The terms of hundreds of thousands of texts: what `analyse` says, joined by blanks.

For filling an index; a question has `tokens.analyse`, which needs no expressions. Words and
runs of Chinese repeat, so each is cut once, and many texts go through in one piece; what is
rare (months in words, days in Chinese, other scripts beside it) goes the long way. A test
holds the two together.
"""

import re
from collections.abc import Sequence
from itertools import compress
from operator import add, not_

from memctl.language.scripts import to_simplified
from memctl.language.tokens import analyse, chunk_terms, folded, is_cjk, is_month

_MOST_KEPT = 50_000
_LONGEST_KEPT = 24
_HAN = re.compile("([\u3400-\u9fff]+)")
"""Characters that fold one by one, whatever stands beside them."""
_BETWEEN = "\0"
"""Between two texts; no term holds it."""
_TOGETHER = "\1"
"""Stands for the terms of a piece that only all of its text tells; no term holds it."""


class _Terms(dict[str, str]):
    """Pieces of text with their terms, kept when met; few enough that memory stays small."""

    def __missing__(self, piece: str) -> str:
        said = _piece_terms(piece)
        if len(piece) <= _LONGEST_KEPT and len(self) < _MOST_KEPT:
            self[piece] = said
        return said


_terms = _Terms({_BETWEEN: _BETWEEN})


def _piece_terms(piece: str) -> str:
    """The terms of Chinese, or of anything else without white space."""
    if piece.isascii():
        terms: Sequence[str] = chunk_terms(piece.lower())
    elif _HAN.match(piece):
        if piece[0] == "月":  # of a day all parts tell, and where white space ends it
            return _TOGETHER
        plain = to_simplified(piece)
        terms = [*plain, *map(add, plain, plain[1:])]
    else:
        plain = folded(piece)
        if not plain or any(map(is_cjk, plain)):  # Chinese is written on here
            return _TOGETHER
        terms = analyse(piece)
    # Which day a month in letters means its neighbours tell.
    return _TOGETHER if any(map(is_month, terms)) else " ".join(terms)


def term_texts(texts: Sequence[str]) -> list[str]:
    """The terms of each text in order, joined by blanks."""
    is_plain = [text.isascii() for text in texts]
    if all(is_plain) or not any(is_plain):
        return _alike_texts(texts)
    # In plain texts nothing has to be looked for between words.
    plain = iter(_alike_texts([*compress(texts, is_plain)]))
    others = iter(_alike_texts([*compress(texts, map(not_, is_plain))]))
    return [next(plain if known else others) for known in is_plain]


def _alike_texts(texts: Sequence[str]) -> list[str]:
    joint = f" {_BETWEEN} "
    whole = joint.join(texts)
    if whole.count(_BETWEEN) != len(texts) - 1:
        return [" ".join(analyse(text)) for text in texts]
    pieces = whole if whole.isascii() else " ".join(_HAN.split(whole))
    said = " ".join(filter(None, map(_terms.__getitem__, pieces.split())))
    found = said.split(joint)
    if len(found) != len(texts):  # one of them has no terms
        found = [part.strip() for part in said.split(_BETWEEN)]
    if _TOGETHER in said:
        pairs = zip(texts, found, strict=True)
        found = [" ".join(analyse(t)) if _TOGETHER in part else part for t, part in pairs]
    return found


def term_text(text: str) -> str:
    """The terms of one text."""
    return term_texts((text,))[0]
