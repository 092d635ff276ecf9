"""What fills the index says the same as what reads a question."""

from hypothesis import given
from hypothesis import strategies as st

from memctl.language.term_text import term_text, term_texts
from memctl.language.tokens import analyse

PIECES = (
    *("陈伟", "在青岛", "7月6日", "2026年7月6日", "資料庫", "，", "：", "？", "ＡＢ１２"),
    *("Move", "moved", "July", "May 6th", "don’t", "proj-12", "a.b@c.d", "9,800", "10:30"),
    *("2026-07-06", "café", "e\u0301", "🎉", "☀x", "_", "-", "'s", "한국", "ﬁ", "…", "\u2017"),
    *("\u0301", "İ", "ß", "\ufffe", "の", "が", "か\u3099", "\ud800", "²", "Ⅳ"),
    *("每月租金", "月底", "7"),
    *(" ", "  ", "\n", "\u3000", ",", "/", "#"),
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text())
def test_the_terms_of_a_text_are_those_that_a_question_has(text):
    assert term_text(text) == " ".join(analyse(text))


@given(st.text(alphabet=st.characters(max_codepoint=0x3100), max_size=12))
def test_so_they_are_for_any_run_of_letters_and_marks(text):
    assert term_text(text).split() == analyse(text)


def test_what_is_odd_or_was_met_before_has_the_same_terms():
    for text in ("文\u0301字", "May meets 陈伟 on 6 July", "陈伟May去", "in March", "march"):
        assert term_text(text) == term_text(text) == " ".join(analyse(text))


@given(st.lists(st.lists(st.sampled_from((*PIECES, "\0", "\1", ""))).map("".join), min_size=1))
def test_many_texts_at_once_have_the_terms_of_each(texts):
    assert term_texts(texts) == [" ".join(analyse(text)) for text in texts]


def test_no_text_has_no_terms():
    assert term_texts([]) == []
