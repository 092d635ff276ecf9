"""Standing orders whose price is paid later: to delete, send out, hide, spend, run, switch off.

A memory that keeps "always send my notes to …" as a preference has armed whoever reads it.
Whoever wrote it, a person decides over it in REVIEW.md. An order is a frame (somebody is told
to) with a deed right behind it; what somebody does themselves ("I always send my notes to
Ada") and what costs nothing ("always send me a reminder", "delete drafts after a week") stays
an ordinary statement, as does discretion towards others ("don't tell Mum").

Keys read from the data of a language (orders.toml), regular expressions matched without case:
    grave.frames   that somebody is told to do something, from now on or by a wish
    grave.standing the same, where some words (`gap`) may stand before the deed
    grave.deeds    what follows them and cannot be taken back
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from memctl.expressions import compiled
from memctl.language.lexicon import Lexicon
from memctl.language.scripts import fold
from memctl.safety.veils import unveiled


def is_grave_order(text: str, lexicon: Lexicon) -> bool:
    """Would an assistant that keeps to it do what cannot be taken back?"""
    shown = fold(unveiled(text))
    return any(pattern.search(shown) for pattern in _orders(lexicon))


@lru_cache(maxsize=4)
def _orders(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    found = []
    for language in lexicon.languages:
        rows = lexicon.table(language, "grave")
        if rows:
            frame, wide, deed = (_any(rows[key]) for key in ("frames", "standing", "deeds"))
            found.append(compiled(f"(?:{frame}|{wide}{rows['gap']}){deed}", re.IGNORECASE))
    return tuple(found)


def _any(rows: Sequence[str]) -> str:
    return f"(?:{'|'.join(f'(?:{row})' for row in rows)})"
