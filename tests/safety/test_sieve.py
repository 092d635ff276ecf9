"""What the sieve passes over holds no secret."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl import resources
from memctl.language.lexicon import parse_lexicon
from memctl.language.scripts import fold, fold_marks
from memctl.safety.prose_rules import prose_rules
from memctl.safety.secrets import find_secrets
from memctl.safety.sieve import Sieve
from memctl.safety.token_rules import TOKEN_RULES

LEXICON = parse_lexicon(resources.lexicon_texts())


def suspects(text: str) -> bool:
    return Sieve(LEXICON).may_hold_secret(text.encode())


@pytest.mark.parametrize("expression", sorted({e for _, _, e in TOKEN_RULES}))
def test_every_shape_of_a_token_leaves_a_trace(expression):
    @settings(max_examples=15)
    @given(st.from_regex(re.compile(expression, re.ASCII)))
    def check(text):
        if find_secrets(text, LEXICON):
            assert suspects(text)

    check()


@settings(max_examples=400)
@given(st.from_regex(prose_rules().cue))
def test_every_word_that_points_at_a_secret_leaves_a_trace(text):
    if prose_rules().cue.search(fold_marks(fold(text))):
        assert suspects(text)


@given(st.from_regex(re.compile(r"(?:\d[ -]?){12,19}", re.ASCII), fullmatch=True))
def test_a_dozen_figures_leave_a_trace(text):
    assert suspects(f"it is {text.strip()}.")


def test_other_spellings_of_a_character_leave_a_trace_too():
    plain = "密码口令牌账帐户名钥序列号助记词恢复短语パスワード0aZ"
    others = {c for c in map(chr, range(0x80, 0xD800)) if fold_marks(fold(c)) in plain} | {"\u212a"}

    for word in ("密码", "口令", "账号", "帐号", "用户名", "令牌", "序列号", "私钥", "恢复短语"):
        for at, char in enumerate(word):
            for other in (c for c in others if fold(c) == char):
                assert suspects(word[:at] + other + word[at + 1 :])
    assert suspects("ｐassword is 12")
    assert suspects("to\u212aen is 12")


@given(st.text(max_size=200))
def test_nothing_is_found_in_what_is_passed_over(text):
    assert suspects(text) or not find_secrets(text, LEXICON)


def test_plain_facts_are_passed_over():
    sieve = Sieve(LEXICON)

    for text in (
        "Ada moved to Turin on 2026-03-04",
        "陈伟在青岛工作，月租4,200元",
        "https://x.org/a",
    ):
        assert not sieve.may_hold_secret(text.encode())


@given(st.lists(st.lists(st.text(max_size=12) | st.none() | st.just("2025-01-02"), max_size=4)))
def test_columns_pass_where_no_value_of_them_is_suspicious(columns):
    sieve = Sieve(LEXICON)
    for _ in range(2):  # what is known by then is let past
        if sieve.lets_pass(columns):
            assert not any(suspects(v) for column in columns for v in column if v is not None)


def test_a_value_that_is_no_text_is_not_let_past():
    assert not Sieve(LEXICON).lets_pass([("a", ["b"])])
    assert not Sieve(LEXICON).lets_pass([("fact", "password"), ("x", "y")])


def test_what_is_said_beside_the_columns_counts_too():
    assert Sieve(LEXICON).lets_pass([("id", "day")], "Ada sings.")
    assert not Sieve(LEXICON).lets_pass([("id", "day")], "Ada's password is harbour-92-lamp")


def test_further_pieces_of_words_are_told_too():
    sieve = Sieve(LEXICON, [b"outdat"])

    assert not sieve.lets_pass([], "This is OUTDATED by now")
    assert Sieve(LEXICON).lets_pass([], "This is OUTDATED by now")
    assert sieve.lets_pass([], "This is out, dated or not")
