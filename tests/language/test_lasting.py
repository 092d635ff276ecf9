"""What reads like a fact that lasts, by learned weights."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl import resources
from memctl.language.learned.lasting import judge, signs
from memctl.language.lexicon import parse_lexicon

LEXICON = parse_lexicon(resources.lexicon_texts())
TINY = parse_lexicon(
    {
        "xx": (
            "suffixes = []",
            "[durability]\nbias = -1.0\nleast = 0.5\nfirm = 2.0",
            "[durability]\nweights = '''\n2.50 owns\n1.50 *N owns\n-3.00 soup\n'''",
        )
    }
)


@pytest.mark.parametrize(
    "text",
    [
        "Rosalind runs the print shop, Dov does the deliveries.",
        "I write my letters in green ink only.",
        "门房换成了小翟。",
        "我的伞骨是碳纤维的，保修两年。",
    ],
)
def test_a_state_in_words_that_no_cue_knows_lasts(text):
    assert judge(text, LEXICON).score > 0


@pytest.mark.parametrize("text", ["Soup again, then an early night.", "汤又咸了。", "排队买包子。"])
def test_what_passes_does_not_last(text):
    assert judge(text, LEXICON).score < 0


def test_the_sum_is_that_of_the_signs_and_names_the_strongest():
    found = judge("Old Ada owns it", TINY)

    assert found.score == pytest.approx(2.5 + 1.5 - 1.0 - 0.5)
    assert found.is_firm
    assert found.signs == ("owns", "*N owns")


def test_a_language_without_weights_is_not_judged():
    assert judge("Ada owns it", parse_lexicon({"xx": ("suffixes = []",)})) is None


def test_names_and_numbers_are_signs_by_what_they_are():
    assert {"*N", "*N own", "*#", "*T"} <= set(signs("Ada Moyo owns 3 at 10:30", LEXICON))


def test_words_of_other_mouths_are_no_signs():
    assert "own" not in set(signs('On the wall: "Ada owns the mill and the lake"', LEXICON))


@given(st.text(max_size=60))
def test_the_same_text_is_judged_the_same(text):
    assert judge(text, LEXICON) == judge(text, LEXICON)
