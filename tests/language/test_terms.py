from hypothesis import given
from hypothesis import strategies as st

from memctl.language.stances import read_stances, read_teller
from memctl.language.term_kinds import light_words, traits
from memctl.language.terms import fold, is_akin, read_terms
from tests.helpers.pairs import shipped

STEMS = st.text("abcdefgh", min_size=1, max_size=12)


def ids(text):
    return {t.id for t in read_terms(fold(text, shipped()), shipped())}


def test_a_word_in_letters_may_stand_beside_chinese_characters():
    assert "k:notes" in ids("笔记全在Obsidian里")


def test_a_cue_in_letters_may_stand_beside_chinese_characters():
    assert read_stances(fold("合同cancelled了", shipped()), shipped()).end


def test_one_concept_is_met_in_both_languages():
    assert ids("Tilda is afraid of heights") & ids("小柯恐高") == {"c:acrophobia"}


@given(STEMS, STEMS)
def test_being_akin_goes_both_ways(one, other):
    assert is_akin(one, other) == is_akin(other, one)


def test_forms_of_a_word_are_akin_and_short_words_are_not():
    assert is_akin("therapist", "therapy")
    assert is_akin("mortgag", "remortgag")
    assert not is_akin("main", "mail")
    assert not is_akin("c:choir", "c:chess")


def test_a_teller_is_told_from_what_is_said():
    assert read_teller("Tilda's aunt said it is in May", shipped()) == (
        "Tilda's aunt",
        "it is in May",
    )
    assert read_teller("小柯的姐姐说婚宴在松园", shipped()) == ("小柯的姐姐", "婚宴在松园")
    assert read_teller("Tilda lives in Porto", shipped()) == ("", "Tilda lives in Porto")


def test_traits_and_light_words_are_not_the_same():
    assert not traits(shipped()) & light_words(shipped())
