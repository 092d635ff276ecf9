import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.language.stems import stem
from memctl.language.tokens import analyse

CJK = st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=2, max_size=12)


@given(st.text())
def test_any_text_has_terms_or_none_and_none_of_them_breaks_a_query(text):
    assert all(term and not set(term) & set('" \t\n') for term in analyse(text))


@given(st.text())
def test_the_same_text_always_gives_the_same_terms(text):
    assert analyse(text) == analyse(text)


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126)))
def test_case_does_not_count(text):
    assert analyse(text.upper()) == analyse(text.lower())


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126)))
def test_full_width_letters_are_plain_ones(text):
    wide = "".join(chr(ord(c) + 0xFEE0) for c in text)

    assert analyse(wide) == analyse(text)


@given(CJK, CJK, CJK)
def test_a_chinese_word_is_found_in_the_middle_of_a_sentence(before, word, after):
    pairs = [t for t in analyse(word) if len(t) == 2]

    assert set(pairs) <= set(analyse(before + word + after))


@given(st.lists(st.sampled_from(["moved", "proj-12", "9,800", "陈伟", "2026-07-06", "a_b"])))
def test_words_apart_have_the_terms_of_each(words):
    joined = [t for word in words for t in analyse(word)]

    assert analyse(" ".join(words)) == joined


@pytest.mark.parametrize(
    ("question", "file"),
    [
        ("moving", "She moved to Graz"),
        ("bought", "buying a boat"),
        ("children", "one child"),
        ("Bruckner", "Klara Brückner"),
        ("9800", "rent is 9,800 a month"),
        ("6 July", "due 2026-07-06"),
        ("July 6th", "7月6日搬家"),
        ("2026年7月6日", "on 2026-07-06"),
        ("proj-12", "see PROJ-12, please"),
        ("report.py", "wrote `report.py`"),
        ("user_id", "the key user_id"),
        ("数据库迁移", "周末做数据库迁移的演练"),
        ("香菜", "他不吃香菜，也不吃葱"),
        ("資料庫遷移", "资料库迁移"),
        ("🎉", "上线了🎉好"),
        ("don't", "do it"),
        ("Ada's", "Ada"),
    ],
)
def test_what_is_asked_meets_what_is_written(question, file):
    assert set(analyse(question)) & {t for t in analyse(file) if len(t) > 1 or t > "z"} or set(
        analyse(question)
    ) <= set(analyse(file))


@pytest.mark.parametrize("text", ["n't", "N’T", "'s", "-", "' '"])
def test_what_is_only_an_ending_has_no_term(text):
    assert "" not in analyse(text)


@pytest.mark.parametrize(
    ("text", "is_month"),
    [
        ("may I use the kiln", False),
        ("when may Odile drive", False),
        ("since May", True),
        ("4 May", True),
        ("the march on 7 March", True),
    ],
)
def test_may_is_a_month_where_it_stands_like_one(text, is_month):
    assert any(term.startswith("#") for term in analyse(text)) == is_month


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("hopping", "hop"),
        ("filing", "file"),
        ("relational", "relat"),
        ("went", "go"),
        ("as", "as"),
    ],
)
def test_stems_are_porters_but_for_irregular_words(word, expected):
    assert stem(word) == expected


@given(st.text(st.characters(min_codepoint=97, max_codepoint=122), max_size=20))
def test_a_stem_is_never_empty_for_a_word(word):
    assert bool(stem(word)) == bool(word)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("accountant", "account"),
        ("university", "universe"),
        ("customers", "custom"),
        ("news", "new"),
        ("engineer", "engine"),
        ("animals", "animate"),
    ],
)
def test_a_word_is_not_taken_for_another_of_the_same_beginning(one, other):
    assert set(analyse(one)).isdisjoint(analyse(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("accountants", "accountant"), ("engineering", "engineers"), ("organisation", "organization")],
)
def test_forms_of_a_word_that_stands_apart_meet(one, other):
    assert analyse(one) == analyse(other)
