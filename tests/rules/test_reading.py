"""Where a statement names its entity: by whole words, in any case, and nowhere inside others."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.language.terms import fold
from memctl.rules.reading import name_spans, read
from tests.helpers.pairs import shipped

LEXICON = shipped()


@pytest.mark.parametrize(
    ("text", "name", "is_named"),
    [
        ("ADA MOYO lives in Turin", "Ada Moyo", True),
        ("Moyo sings", "Ada Moyo", True),
        ("Time flies", "me", False),
        ("Tell me", "me", True),
        ("现在陈伟明住在青岛", "陈伟明", True),
        ("Adam sings", "Ada", False),
    ],
)
def test_a_name_counts_where_it_stands_by_itself(text: str, name: str, is_named: bool) -> None:  # noqa: FBT001 - a row of the table
    assert read(text, (name,), LEXICON).is_named is is_named


_LETTERS = "aAiIıİsſKk\u212aß1ZéÉ"


@given(
    st.text(_LETTERS + " .-", max_size=9),
    st.lists(st.text(_LETTERS, min_size=2, max_size=3), max_size=4, unique=True),
)
def test_names_are_found_as_an_expression_finds_them(text: str, names: list[str]) -> None:
    folded, forms = fold(text, LEXICON), {fold(name, LEXICON) for name in names}
    pattern = "|".join(map(_by_itself, sorted(forms, key=lambda f: (-len(f), f))))
    found = re.finditer(pattern, folded, re.IGNORECASE) if forms else ()

    assert name_spans(folded, names, LEXICON) == [m.span() for m in found]


def _by_itself(form: str) -> str:
    begin = "(?<![0-9A-Za-z])" if form[0].isascii() else ""
    return begin + re.escape(form) + ("(?![0-9A-Za-z])" if form[-1].isascii() else "")
