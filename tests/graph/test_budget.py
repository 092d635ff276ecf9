from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.budget import tokens, weight


def test_chinese_counts_a_token_a_character_and_english_about_a_quarter():
    assert tokens("香菜" * 50) == 100
    assert tokens("x" * 100) == 27
    assert tokens("") == 0
    assert tokens("香 x") == 2


@given(st.text(), st.text())
def test_two_texts_together_weigh_what_each_of_them_weighs(one, other):
    assert weight(one + other) == weight(one) + weight(other)
    assert tokens(one + other) <= tokens(one) + tokens(other)
