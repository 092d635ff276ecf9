"""What counts how much is data; each example in it is a test."""

from datetime import date

import pytest

from memctl.language.questions import STANDINGS
from memctl.rules.aging.standing import is_vital, rank, standing
from memctl.rules.aging.tiers import COLD, WARM, Decay, tier_of
from tests.helpers.pairs import entity, fact, shipped

LEXICON = shipped()
EXAMPLES = [
    (row["text"], row["standing"])
    for language in LEXICON.languages
    for row in LEXICON.table(language, "standing")["examples"]
]


@pytest.mark.parametrize(("text", "expected"), EXAMPLES)
def test_the_data_holds_what_its_examples_say(text, expected):
    assert standing(fact(text, "2026-01-01", 1), LEXICON) == expected


@pytest.mark.parametrize(
    "text",
    [
        "My blood group is O negative",
        "The user's emergency contact is Joan",
        "Tom can't eat shellfish",
        "Ravi keeps halal",
        "Grandad is deaf in one ear",
        "The user must not lift anything heavy",
        "Owen is on 10 mg of Sarvex",
        "我是O型血",
        "紧急联系人是姐姐",
        "爷爷戴助听器",
        "小宇每天喷两次喷雾",
        "阿里家吃清真",
        "签证到明年三月",
    ],
)
def test_what_does_harm_when_it_is_forgotten_is_vital(text):
    assert is_vital(fact(text, "2026-01-01", 1), LEXICON)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My daughter Mia is seven", "core"),
        ("我女儿小宇今年七岁", "core"),
        ("Bought a present for my daughter", "passing"),
        ("给女儿买了生日蛋糕", "core"),
        ("Went to Leeds with Ada", "passing"),
        ("Ada likes green tea", "ordinary"),
    ],
)
def test_who_the_user_is_counts_more_than_what_happened_once(text, expected):
    assert standing(fact(text, "2026-01-01", 1), LEXICON) == expected


def test_the_more_a_fact_counts_the_earlier_it_comes():
    texts = ["我对花生过敏", "叫我小溪就行", "I like tea", "Bought boots"]

    found = [rank(fact(t, "2026-01-01", 1), LEXICON) for t in texts]

    assert found == list(range(len(STANDINGS)))


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("The user is allergic to penicillin", WARM),
        ("Please call me Nor", WARM),
        ("小宇对花生过敏", WARM),
        ("The user tidied the attic", COLD),
    ],
)
def test_what_counts_never_grows_cold(text, tier):
    one = fact(text, "2019-01-01", 1, category="context")
    me = entity("people/me", one)

    assert tier_of(me, one, date(2026, 2, 1), Decay(), LEXICON) == tier
