"""Where a text writes the names of somebody: whole, in part, as a surname with a title."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memctl.expressions import later
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.phrases import HAN, Span
from memctl.language.scripts import unaccented
from memctl.language.terms import fold

_HAN_RUN = later(rf"[{HAN}]+")
_GIVEN = 2
"""Characters of a given name in Chinese; a shorter word of a name is none by itself."""
_NAME = 4
"""Most characters of a person's name in Chinese."""
_LETTERS = frozenset("0123456789abcdefghijklmnopqrstuvwxyz")
_TURKISH = frozenset("ıİ")
"""To an expression each is an i, and in small letters neither."""


def name_spans(folded: str, names: Sequence[str], lexicon: Lexicon) -> list[Span]:
    """Where a folded text writes one of the names, in any case: from left to right, none twice.

    Where several ways to write a name begin at one place, the longest counts.
    """
    forms = {form for name in names for form in _forms(fold(name, lexicon), lexicon)}
    folded, forms = unaccented(folded), {unaccented(form) for form in forms}
    ordered = sorted(forms, key=lambda f: (-len(f), f))
    small = folded.casefold()
    if len(small) != len(folded) or not _TURKISH.isdisjoint("".join((small, *ordered))):
        pattern = "|".join(map(_whole, ordered))
        found = re.finditer(pattern, folded, re.IGNORECASE) if ordered else ()
        return [m.span() for m in found]
    # The same, without an expression that is made for one entity and costs more than to read.
    starts = ((at, n) for n, form in enumerate(ordered) for at in _written(form, small))
    spans: list[Span] = []
    for start, n in sorted(starts):
        if not spans or start >= spans[-1][1]:
            spans.append((start, start + len(ordered[n])))
    return spans


def _written(form: str, small: str) -> Iterator[int]:
    """Where a name stands by itself in a text without capitals."""
    wanted = form.casefold()
    at = small.find(wanted) if len(wanted) == len(form) else -1
    while at >= 0:
        end = at + len(form)
        is_begun = form[0].isascii() and small[at - 1 : at] in _LETTERS
        if not (is_begun or (form[-1].isascii() and small[end : end + 1] in _LETTERS)):
            yield at
        at = small.find(wanted, at + 1)


def _whole(form: str) -> str:
    """A name in letters is no part of a longer word: the "me" of "time" is nobody."""
    begin = "(?<![0-9A-Za-z])" if form[0].isascii() else ""
    return begin + re.escape(form) + ("(?![0-9A-Za-z])" if form[-1].isascii() else "")


@lru_cache(maxsize=20_000)
def _forms(name: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The ways a name is written: whole, one of its words, the given name, surname and title."""
    forms = [name, *(w for w in re.split(r"[\s_-]+", name) if len(w) > _GIVEN)]
    for run in _HAN_RUN.findall(name):
        forms += [run, run[-2:], run[:2]] if len(run) > _GIVEN else [run]
        if len(run) <= _NAME:
            forms += [run[0] + title for title in words_of("titles", lexicon)]
            forms += [prefix + run[0] for prefix in words_of("name_prefixes", lexicon)]
    return tuple(dict.fromkeys(f for f in forms if f[1:]))
