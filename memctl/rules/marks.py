"""How the text of a row says that another one has taken its place.

Hardly any row says so, and a large memory has hundreds of thousands: what each way to say it
cannot do without is looked for in many rows at once.

Keys read from the data of a language (pages.toml, `[pages]`):
    superseded   such words, which count beside the id of another row, as regular expressions
    marked       such words in front of a text, before a mark (:, ], *), as regular expressions
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from memctl.language.lexicon import Lexicon
from memctl.language.sieving.needed import needed_words

_STRUCK = "~~"


@dataclass(frozen=True, slots=True)
class Marks:
    """The ways of all languages to say it, and words of which one stands in each."""

    superseded: re.Pattern[str]
    label: re.Pattern[str]
    """At the beginning of a text."""
    plain: tuple[bytes, ...]
    """The needed words in Latin letters, small."""
    others: tuple[str, ...]
    """Any others."""
    rare: tuple[str, ...]
    """One of these stands in each of the others; a single character is found at once."""

    def holds_plain(self, said: str) -> bool:
        """Does a text hold one of the needed words in Latin letters?"""
        # Bytes are made small and searched in a tenth of the time.
        small = said.encode(errors="replace").lower()
        return any(map(small.__contains__, self.plain))

    def holds_other(self, said: str) -> bool:
        """Does it hold one of the others?"""
        return any(map(said.__contains__, self.rare)) and any(map(said.__contains__, self.others))


def _word(needed: str) -> str:
    """What is looked for, word by word; "" stands in every text."""
    return max(needed.split(), key=len, default="")


@lru_cache(maxsize=4)
def marks_of(lexicon: Lexicon) -> Marks:
    """Those of a lexicon, be it of `pages.toml` alone."""
    tables = [lexicon.table(language, "pages") for language in lexicon.languages]
    told, labels = (
        [row for table in tables for row in table.get(key, ())] for key in ("superseded", "marked")
    )
    words = sorted({_word(w) for row in (*told, *labels) for w in needed_words(row) or {""}})
    # Letters with a stroke or dots are no bytes to be made small: each case is looked for.
    wide = (w for w in words if not w.isascii())
    others = (_STRUCK, *dict.fromkeys(f for w in wide for f in (w, w.capitalize(), w.upper())))
    label = rf"\A[\s\[(【（*~]*(?:{'|'.join(labels) or '(?!)'})\s*[\])】）:：*~]"
    return Marks(
        re.compile("|".join((*told, _STRUCK)), re.IGNORECASE),
        re.compile(label, re.IGNORECASE),
        tuple(w.encode() for w in words if w.isascii()),
        others,
        tuple(dict.fromkeys(w[-1:] for w in others)),
    )
