"""One thing said two ways round is read one way, and nothing else is touched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.language.lexicon import parse_lexicon
from memctl.language.recasting import recast
from memctl.language.terms import fold
from memctl.rules.comparing.comparison import relate
from tests.helpers.pairs import shipped

LEXICON = shipped()
ROWS = [(lang, row) for lang in LEXICON.languages for row in LEXICON.rows(lang, "recasts")]


def told(row, text):
    return recast(text, LEXICON, is_loose=row.get("is_loose", False))


@pytest.mark.parametrize(
    "row", [r for _, r in ROWS], ids=[f"{lang}-{n}" for n, (lang, _) in enumerate(ROWS)]
)
def test_each_example_of_the_data_is_read_as_it_says(row):
    assert told(row, fold(row["say"], LEXICON)) == row["as"]


@pytest.mark.parametrize("row", [r for _, r in ROWS], ids=lambda r: r["as"][:30])
def test_what_was_recast_once_stays_so(row):
    assert told(row, row["as"]) == row["as"]


@pytest.mark.parametrize(
    ("row", "text"), [(r, text) for _, r in ROWS for text in r.get("stays", ())]
)
def test_what_is_near_to_an_example_stays_as_it_is(row, text):
    assert told(row, text) == text


@given(st.text(alphabet="abc XYZ.,:'0159一二", max_size=60))
def test_a_language_without_such_rows_leaves_every_text_alone(text):
    bare = parse_lexicon({"en": ["suffixes = []"]})

    assert recast(text, bare) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Uri lent Tess a canoe.", "Tess lent Uri a canoe."),
        ("Uri teaches me Welsh.", "I teach Uri Welsh."),
        ("My Welsh teacher is Uri Rowe.", "I teach Welsh with Uri Rowe."),
        ("The shop opens at half past six.", "The shop opens at half past seven."),
        ("The talk is half an hour.", "The talk is an hour and a half."),
        ("Her feast is on the third of June.", "Her feast is on the fourth of June."),
        ("Tess is a vegetarian.", "Tess eats no animal products."),
        ("It's Uri who runs the kiln.", "It's Ola who runs the kiln."),
        ("Hens are what we keep.", "Geese are what we keep."),
    ],
)
def test_what_is_said_round_the_other_way_keeps_its_ends_and_its_values(one, other):
    assert relate(one, other, ("Tess",), LEXICON).kind != "same"
    assert relate(other, one, ("Tess",), LEXICON).kind != "same"


@pytest.mark.parametrize("is_loose", [False, True])
def test_what_no_row_knows_stays_as_it_is(is_loose):
    assert recast("Ada paints", LEXICON, is_loose=is_loose) == "Ada paints"
