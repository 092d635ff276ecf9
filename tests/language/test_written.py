"""Where a text writes a name: what is found without an expression is what one would find."""

import re

from hypothesis import given
from hypothesis import strategies as st

from memctl.language.naming.written import name_spans
from memctl.language.scripts import unaccented
from memctl.language.terms import fold
from tests.helpers.pairs import shipped

LEXICON = shipped()
_LETTERS = "aAiIıİsſKk\u212aß1ZéÉ"


@given(
    st.text(_LETTERS + " .-", max_size=9),
    st.lists(st.text(_LETTERS, min_size=2, max_size=3), max_size=4, unique=True),
)
def test_names_are_found_as_an_expression_finds_them(text: str, names: list[str]) -> None:
    folded, *rest = (unaccented(fold(one, LEXICON)) for one in (text, *names))
    forms = set(rest)
    pattern = "|".join(map(_by_itself, sorted(forms, key=lambda f: (-len(f), f))))
    found = re.finditer(pattern, folded, re.IGNORECASE) if forms else ()

    assert name_spans(folded, names, LEXICON) == [m.span() for m in found]


def _by_itself(form: str) -> str:
    begin = "(?<![0-9A-Za-z])" if form[0].isascii() else ""
    return begin + re.escape(form) + ("(?![0-9A-Za-z])" if form[-1].isascii() else "")


def test_a_name_is_found_whichever_of_the_two_bears_the_accents() -> None:
    assert name_spans("João Teles lives in Braga", ["Joao Teles"], LEXICON) == [(0, 10)]
    assert name_spans("Joao lives in Braga", ["João Teles"], LEXICON) == [(0, 4)]
