"""The terms of hundreds of thousands of texts: what `analyse` says, joined by blanks.

For filling an index; a question has `tokens.analyse`, which needs no expressions. Runs and
words repeat, so each is cut once; what is rare (months in words, other scripts) goes the long
way. A test holds the two together.
"""

import re
from collections.abc import Collection, Iterator
from operator import add

from memctl.language import tokens
from memctl.language.tokens import analyse, chunk_terms, is_month, word_terms

_MOST_KEPT = 50_000
_LONGEST_KEPT = 24
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
_RUNS = re.compile(
    rf"([{_CJK}]+)"
    rf"|([^\W_{_CJK}](?:[^\W_{_CJK}]|[-_.@'/:+#&,’])*|[\u2600-\u2fff\U00010000-\U0010ffff])"
)
"""Characters written without blanks, then words with what joins their parts, then signs."""
_HAN = re.compile("([\u3400-\u9fff]+)")
_SIMPLE = ((0, 0x80), (0x2010, 0x2070), (0x3000, 0x3021), (0x3400, 0xA000), (0xFF01, 0xFF5F))
"""Code points that fold one by one, whatever stands beside them."""
_ODD = "\ufffe"
"""No character: marks in a folded text one that does not fold by itself."""


class _NamesMonth(Exception):
    """A month in letters: which day is meant only its neighbours tell."""


class _Folds(dict[int, str]):
    """Code point to what it is folded to; filled when met."""

    def __missing__(self, code: int) -> str:
        is_simple = any(first <= code < end for first, end in _SIMPLE)
        folded = self[code] = tokens.folded(chr(code)) if is_simple else _ODD
        return folded


class _Chunks(dict[str, str]):
    """The terms of ASCII runs without white space."""

    def __missing__(self, chunk: str) -> str:
        said = _joined(chunk_terms(chunk))
        if len(chunk) <= _LONGEST_KEPT and len(self) < _MOST_KEPT:
            self[chunk] = said
        return said


class _Words(dict[str, str]):
    """The terms of words, and of signs."""

    def __missing__(self, word: str) -> str:
        said = _joined(word_terms(word) if word[0].isalnum() else word)
        if len(word) <= _LONGEST_KEPT and len(self) < _MOST_KEPT:
            self[word] = said
        return said


_folds, _chunks, _words = _Folds(), _Chunks(), _Words()


def term_text(text: str) -> str:
    """The terms of `text` in order, joined by blanks."""
    try:
        if text.isascii():
            return " ".join(filter(None, map(_chunks.__getitem__, text.lower().split())))
        plain = text.translate(_folds)
        if _ODD in plain:
            plain = tokens.folded(text)
        plain = plain.lower()
        # Of a day in Chinese all parts tell together, and where white space ends it.
        return _cut(plain) if "月" not in plain else " ".join(analyse(text))
    except _NamesMonth:
        return " ".join(analyse(text))


def _cut(plain: str) -> str:
    pieces = _HAN.split(plain)
    if not all(map(str.isascii, pieces[::2])):
        return " ".join(filter(None, _cut_runs(plain)))
    # Chinese between ASCII, as nearly always: every second piece.
    said: list[str] = []
    for at, piece in enumerate(pieces):
        if at % 2:
            said += piece
            said += map(add, piece, piece[1:])
        elif piece:
            said += map(_chunks.__getitem__, piece.split())
    return " ".join(filter(None, said))


def _cut_runs(plain: str) -> Iterator[str]:
    for cjk, other in _RUNS.findall(plain):
        if cjk:
            yield from cjk
            yield from map(add, cjk, cjk[1:])
        else:
            yield _words[other]


def _joined(terms: Collection[str]) -> str:
    if any(map(is_month, terms)):
        raise _NamesMonth
    return " ".join(terms)
