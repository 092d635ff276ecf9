"""What was learned from labelled pairs, where the rules are silent."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.language.learned.weights import read_weights
from memctl.language.lexicon import EVERY, parse_lexicon
from memctl.resources import lexicon_texts
from memctl.rules.comparing.comparison import relate
from memctl.rules.comparing.features import features
from memctl.rules.comparing.learned import is_unlikely, likely
from memctl.rules.reading import read

LEXICON = parse_lexicon(lexicon_texts())
BARE = parse_lexicon({k: v for k, v in lexicon_texts().items() if k != EVERY})
SENTENCES = [
    "Ines keeps bees behind the chapel",
    "Ines is on 40 hours a week at the dairy",
    "Ines probably leaves the dairy in May",
    "the rent is 900 a month",
    "红旗小组的例会在周三",
    "沈岚在银行做柜员",
    "沈岚可能要换工作",
]


def at(text: str, *names: str):
    return read(text, names, LEXICON)


@given(st.sampled_from(SENTENCES), st.sampled_from(SENTENCES))
def test_features_are_numbers_and_the_same_every_time(old, new):
    found = features(at(old, "Ines"), at(new, "Ines"))

    assert found == features(at(old, "Ines"), at(new, "Ines"))
    assert all(isinstance(v, float) for v in found.values())
    assert all(0 <= v <= 1 for k, v in found.items() if ".of_" in k and "many" not in k)


def test_every_weight_belongs_to_a_feature_that_is_counted():
    weights = read_weights(LEXICON.common["pairs"])
    assert weights is not None
    counted = {name for a in SENTENCES for b in SENTENCES for name in features(at(a), at(b))}
    rare = {n for n in weights.features if n.startswith(("old.", "new."))}
    optional = {"characters.of_old", "characters.of_new"}

    assert set(weights.features) - rare - optional <= counted
    assert len(counted & set(weights.features)) > len(counted) / 2


@settings(max_examples=50)
@given(st.sampled_from(SENTENCES), st.sampled_from(SENTENCES))
def test_without_weights_rules_alone_decide(old, new):
    assert likely(read(old, (), BARE), read(new, (), BARE)) is None
    assert relate(old, new, (), BARE) == relate(old, new, (), BARE, learned=False)


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("Ines keeps bees behind the chapel", "Ines might sell the bees", "Ines"),
        ("Ines works at the dairy", "they say Ines has left the dairy", "Ines"),
        ("沈岚在银行做柜员", "听说沈岚从银行辞职了", "沈岚"),
    ],
)
def test_what_is_unsure_is_left_alone_whatever_was_learned(old, new, name):
    assert relate(old, new, (name,), LEXICON).kind == "apart"


@pytest.mark.parametrize(
    ("old", "new", "name", "kind", "words"),
    [
        (
            "Otter pays its testers twice a year",
            "Testers at Otter are paid monthly under the new system",
            "Otter",
            "replaces",
            "paid",
        ),
        (
            "水獭上线要两个人approve",
            "人手紧,水獭上线规则放宽,一个approve即可",
            "水獭",
            "replaces",
            "上线",
        ),
    ],
)
def test_where_rules_are_silent_the_reason_names_the_share_and_the_words(
    old, new, name, kind, words
):
    names = (name,) if name else ()
    assert relate(old, new, names, LEXICON, learned=False).kind == "apart"

    told = relate(old, new, names, LEXICON)

    assert told.kind == kind
    assert words in told.rule
    assert "%" in told.rule


def test_what_is_denied_is_never_the_same():
    old, new = "Odile is allergic to penicillin", "Odile is not allergic to penicillin"
    assert relate(old, new, ("Odile",), LEXICON).kind != "same"
    assert relate("沈岚对青霉素过敏", "沈岚没有青霉素过敏", ("沈岚",), LEXICON).kind != "same"


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("沈岚跟秦教授读博", "沈岚硕士阶段跟的是柳老师", "沈岚"),
    ],
)
def test_a_rule_that_misread_a_pair_retires_nothing(old, new, name):
    assert relate(old, new, (name,), LEXICON, learned=False).kind == "replaces"
    assert relate(old, new, (name,), LEXICON).kind == "apart"


def test_of_pairs_in_two_languages_nothing_was_learned():
    assert not is_unlikely(at("Ines drives a van"), at("开货车"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Odile takes apixaban 5 mg twice a day", "they raised the ramipril, apixaban stays as is"),
        ("Odile's rent is 900 a month", "the agency has changed, the rent remains the same"),
        ("小满的药是阿莫西林，一天两次", "换了医生，药照旧"),
        ("晚上给爸爸打电话，他的复诊在周二", "爸爸换了新号码 02079460018"),
        ("周姨膝盖做手术，定在11月5日，城西医院", "医院来电话，牙医改到10月30日"),
        ("Biscuit is our cat, eleven years old", "vet: Biscuit's T4 normal now"),
        ("vet: T4 still high, 5 mg twice a day from tonight", "vet: T4 normal now, keep the dose"),
        ("Paid Quaymark 1,412 for the year", "pay: goes to 84,000 from October"),
        ("Odile works at the Coombe as a midwife", "Odile had a girl! Born at the Coombe"),
        ("Lumen 广告预算每天 300", "上月 Lumen 退货率 6.8%，要找原因"),
    ],
)
def test_what_is_told_to_be_as_it_was_or_is_of_another_matter_stays(old, new):
    assert relate(old, new, ("Odile",), LEXICON).kind not in {"replaces", "ends"}
