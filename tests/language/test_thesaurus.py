from collections import Counter

import pytest

from memctl.language.terms import fold, read_terms
from memctl.rules.comparing.comparison import relate
from memctl.rules.reading import read
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


def test_the_words_of_a_phrase_stand_beside_its_concept():
    text = fold("no siblings", shipped())

    assert [t.id for t in read_terms(text, shipped())] == ["c:only-child", "sibl"]
    assert read(text, (), shipped()).ids == {"c:only-child"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Nour takes cough drops every morning", "Nour stopped the drops"),
        ("骆老师每周一上午练毛笔字", "骆老师毛笔不练了"),
    ],
)
def test_what_a_phrase_holds_may_end(old, new):
    assert relate(old, new, ("Nour", "骆老师"), shipped()).kind == "ends"
