"""Where a statement names its entity: by whole words, in any case, and nowhere inside others."""

import pytest

from memctl.rules.reading import read
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
