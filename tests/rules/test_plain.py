"""What the plain wording of a statement is."""

import pytest

from memctl.language.terms import fold
from memctl.rules.alike.plain import plainly
from tests.helpers.pairs import shipped


def rows() -> list[tuple[str, str]]:
    lexicon = shipped()
    found = (row for lang in lexicon.languages for row in lexicon.rows(lang, "plain"))
    return [(e["text"], e["plain"]) for row in found for e in row["examples"]]


@pytest.mark.parametrize(("text", "plain"), rows())
def test_each_example_is_put_plainly(text: str, plain: str) -> None:
    assert plainly(fold(text, shipped()), shipped()) == plain


def test_what_no_row_knows_stays_as_it_is() -> None:
    assert plainly("Ada paints", shipped()) == "Ada paints"
