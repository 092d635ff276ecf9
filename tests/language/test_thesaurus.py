from collections import Counter

import pytest

from memctl.language.terms import fold, read_terms
from tests.helpers.pairs import shipped


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_word_belongs_to_one_concept(language):
    words = Counter(
        word for words in shipped().table(language, "concepts").values() for word in set(words)
    )

    assert [w for w, count in words.items() if count > 1] == []


@pytest.mark.parametrize("name", ["traits", "broad_concepts"])
def test_what_a_list_names_is_a_concept(name):
    lexicon = shipped()
    known = {c for lang in lexicon.languages for c in lexicon.table(lang, "concepts")}
    named = {row for lang in lexicon.languages for row in lexicon.rows(lang, name)}

    assert named - known == set()


def test_a_phrase_of_two_words_is_one_term():
    assert [t.id for t in read_terms(fold("no siblings", shipped()), shipped())] == ["c:only-child"]
