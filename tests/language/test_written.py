"""Where a text writes a name: what is found without an expression is what one would find."""

import re

from hypothesis import given
from hypothesis import strategies as st

from memctl.language.naming.written import name_spans
from memctl.language.terms import fold
from tests.helpers.pairs import shipped

LEXICON = shipped()
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
