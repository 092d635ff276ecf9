r"""A statement in the plainest words for what it says: who teaches whom, who owes, what is never.

The same is told from either end ("my teacher is Ada", "Ada teaches me"), by a definition or by
two denials. Where a row of the data knows such a wording, the plain one takes its place, so that
what is compared is the relation, who stands in it and what else is said.

Key read from the data of a language (plain.toml):
    plain   a list of tables, each:
        said      what is said, as a regular expression
        means     the plain wording, with the groups of it as `\g<name>`
        examples  [{text, plain}], each of which is a test; equal where nothing is to be done
"""

import re
from functools import lru_cache

from memctl.language.lexicon import Lexicon
from memctl.language.terms import languages_of

_CACHED = 2_000


@lru_cache(maxsize=_CACHED)
def plainly(folded: str, lexicon: Lexicon) -> str:
    """The text in plain words; as it is where no row knows a plainer one."""
    for language in languages_of(folded, lexicon):
        for said, means in _rows(language, lexicon):
            folded = said.sub(means, folded)
    return folded


@lru_cache(maxsize=16)
def _rows(language: str, lexicon: Lexicon) -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = lexicon.rows(language, "plain")
    return tuple((re.compile(row["said"], re.IGNORECASE), row["means"]) for row in rows)
