"""Names: one or two, known or new, meant or only looking alike."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl import resources
from memctl.language.lexicon import parse_lexicon
from memctl.language.naming.mentions import Ambiguous, find_mentions, name_index, resolve
from memctl.language.naming.spellings import same_name
from memctl.language.new_names import find_new_names

LEXICON = parse_lexicon(resources.lexicon_texts())
KNOWN = {
    "Tendai Moyo": ["people/tendai-moyo"],
    "Will Ashby": ["people/will-ashby"],
    "Grace Odhiambo": ["people/grace"],
    "Grace Lindqvist": ["people/grace-l"],
    "Mum": ["people/mum"],
    "Tidepool": ["projects/tidepool"],
    "TP": ["projects/tidepool"],
    "Craig O'Dowd": ["people/craig"],
    "丁可心": ["people/丁可心"],
    "王磊": ["people/王磊"],
    "安可": ["people/安可"],
    "安可儿": ["people/安可儿"],
    "叶工": ["people/叶工"],
    "妈": ["people/妈"],
    "平安": ["people/平安"],
    "林一": ["people/林一"],
}

INDEX = name_index(KNOWN, LEXICON)

CASES = json.loads((Path(__file__).parent / "names.json").read_text(encoding="utf-8"))


def test_short_forms_titles_and_words_that_look_like_names():
    for case in CASES:
        names = {n: [r] for r, every in case.get("known", {}).items() for n in every}
        for text, wanted in case.get("texts", ()):
            got = resolve(text, name_index(names, LEXICON))
            assert (text, "ambiguous" if isinstance(got, Ambiguous) else got) == (text, wanted)
        for a, b, is_same in case.get("same", ()):
            assert (a, b, same_name(a, b)) == (a, b, is_same)


def refs(text):
    return [m.refs for m in find_mentions(text, INDEX)]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Tendai Moyo", "TENDAI  moyo"),
        ("Ｔｉｄｅｐｏｏｌ", "tidepool"),
        ("Zoë Ames", "Zoe\u0308 Ames"),
        ("Dr. Tendai Moyo", "Tendai Moyo"),
        ("Moyo, Tendai", "Tendai Moyo"),
        ("Tendai Moyo, PhD", "Tendai Moyo"),
        ("Brightwater Ltd.", "Brightwater"),
        ("Brightwater GmbH & Co. KG", "Brightwater"),
        ("Mr Hollis", "Hollis"),
        ("Mary-Ann Day", "Mary Ann Day"),
        ("張偉", "张伟"),
        ("李明教授", "李明"),
        ("星河软件股份有限公司", "星河软件"),
        ("《北风》", "北风"),
        ("李明（Leo）", "李明"),
        ("星河（北京）", "星河(北京)"),
        ("Acme Inc.", "Acme Incorporated"),
        ("Fish & Sons", "Fish&Sons"),
        ("陈 伟", "陈伟"),
        ("O’Dowd", "O'Dowd"),
    ],
)
def test_spelling_alone_proves_one_name(a, b):
    assert same_name(a, b)
    assert same_name(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Tendai Moyo", "Tenda Moyo"),
        ("T. Moyo", "Tendai Moyo"),
        ("Bob Ames", "Robert Ames"),
        ("Zoë Ames", "Zoe Ames"),
        ("Mr Hollis", "Mrs Hollis"),
        ("Ward 4", "Ward 5"),
        ("Tidepool", "Tidepool Two"),
        ("Ames Jr", "Ames Sr"),
        ("李明", "李铭"),
        ("老李", "李明"),
        ("李老师", "李师傅"),
        ("星河软件", "星河资本"),
        ("北风计划", "北风计划二期"),
        ("", ""),
    ],
)
def test_near_names_and_nicknames_are_no_proof(a, b):
    assert not same_name(a, b)
    assert not same_name(b, a)


@settings(deadline=None)
@given(a=st.text(max_size=20), b=st.text(max_size=20))
def test_being_the_same_works_both_ways(a, b):
    assert same_name(a, b) == same_name(b, a)


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("Tendai rang", "people/tendai-moyo"),
        ("tendai moyo rang", "people/tendai-moyo"),
        ("Mr Moyo rang", "people/tendai-moyo"),
        ("T. Moyo rang", "people/tendai-moyo"),
        ("Craig's desk is free", "people/craig"),
        ("Craig O’Dowd left", "people/craig"),
        ("Will fixed it", "people/will-ashby"),
        ("the TP build is red", "projects/tidepool"),
        ("Mum called", "people/mum"),
        ("可心来了", "people/丁可心"),
        ("丁可心来了", "people/丁可心"),
        ("安可儿生日", "people/安可儿"),
        ("安可换班", "people/安可"),
        ("叶工说接口改了", "people/叶工"),
        ("我妈来杭州", "people/妈"),
        ("平安请了假", "people/平安"),
    ],
)
def test_a_known_name_is_found(text, ref):
    assert resolve(text, INDEX) == ref


@pytest.mark.parametrize(
    "text",
    [
        "I will fix it",
        "Will you come?",
        "Tendaiville is far",
        "a tp of paint",
        "his mum called",
        "王磊磊来了",
        "王可心来了",
        "他妈来了",
        "一路平安",
        "Tendai-Marie rang",
        "林一直在忙",
        "mail craig@example.org",
        "Moyo street is closed",
        "",
    ],
)
def test_what_only_looks_like_a_name_is_not_found(text):
    assert resolve(text, INDEX) is None


@pytest.mark.parametrize(
    "rest", ["东住在广州", "國住在广州", "明搬到了广州", "平升职了", "强在休假"]
)
def test_a_longer_name_is_another_name(rest):
    assert resolve("邵伟" + rest, name_index({"邵伟": ["people/邵伟"]}, LEXICON)) is None


@pytest.mark.parametrize(
    "rest",
    ["东京出差", "明天去北京", "国庆回家", "下周五搬家", "明年退休", "平时住广州", "住在广州"],
)
def test_a_time_a_place_or_a_verb_behind_a_name_is_no_part_of_it(rest):
    assert resolve("邵伟" + rest, name_index({"邵伟": ["people/邵伟"]}, LEXICON)) == "people/邵伟"


def test_a_first_name_of_two_people_is_ambiguous():
    assert resolve("Grace moved", INDEX) == Ambiguous(("people/grace", "people/grace-l"))
    assert resolve("Grace Lindqvist moved", INDEX) == "people/grace-l"


def test_a_name_entered_for_one_goes_before_a_first_name_of_another():
    names = {"Ann": ["people/ann"], "Ann Marsh": ["people/ann-marsh"]}

    assert resolve("Ann moved", name_index(names, LEXICON)) == "people/ann"


def test_the_longest_name_wins_and_mentions_come_in_order():
    assert refs("Tendai Moyo 和王磊, then 安可儿") == [
        ("people/tendai-moyo",),
        ("people/王磊",),
        ("people/安可儿",),
    ]


@settings(deadline=None)
@given(text=st.text(max_size=60) | st.lists(st.sampled_from([*KNOWN, " ", "的", "!"])).map("".join))
def test_mentions_stand_in_the_text_without_overlap(text):
    mentions = find_mentions(text, INDEX)

    assert all(text[slice(*m.span)] == m.words and m.refs for m in mentions)
    assert all(a.span[1] <= b.span[0] for a, b in pairwise(mentions))


@pytest.mark.parametrize(
    ("text", "name", "kind", "is_plain"),
    [
        ("My new manager is Tendai Moyo", "Tendai Moyo", "people", True),
        ("Lunch with Dr Hollis", "Dr Hollis", "people", True),
        ("my sister Ana van Dijk moved", "Ana van Dijk", "people", True),
        ("Yesterday Olga said no", "Olga", "people", False),
        ("I joined Brightwater Labs in May", "Brightwater Labs", "companies", True),
        ("The Kestrel project is paused", "Kestrel", "projects", True),
        ("我的新上司是陈可欣，周一到岗", "陈可欣", "people", True),
        ("林教授答应了", "林教授", "people", True),
        ("我入职了星河科技", "星河科技", "companies", True),
        ("项目代号“海燕”启动", "海燕", "projects", True),
        ("歐陽靜說要去北京", "歐陽靜", "people", False),
    ],
)
def test_a_new_name_is_guessed_where_it_is_introduced(text, name, kind, is_plain):
    guess = next(iter(find_new_names(text, LEXICON)))

    assert (guess.name, guess.type, guess.is_plain) == (name, kind, is_plain)
    assert text[slice(*guess.span)] == name


@pytest.mark.parametrize(
    "text",
    [
        "Dentist tomorrow",
        "New York was cold",
        "Need to buy Milk",
        "The API is slow on Monday",
        "今天真高兴",
        "高铁晚点了",
        "方案通过了",
        "安排好了",
        "程序崩了",
        "万一下雨呢",
        "周末去爬山",
        "马上到",
    ],
)
def test_common_words_never_become_people(text):
    assert find_new_names(text, LEXICON) == ()


@settings(deadline=None)
@given(text=st.text(max_size=80))
def test_guesses_stand_in_the_text(text):
    for guess in find_new_names(text, LEXICON):
        assert text[slice(*guess.span)] == guess.name


def test_a_language_more_says_itself_which_of_its_words_look_like_names():
    german = '[name_use]\ncommon = ["rosen"]\nafter_a_word = ["sind"]\n'
    names = {"Rosen": ["people/rosen"]}
    told = name_index(names, parse_lexicon({**resources.lexicon_texts(), "de": (german,)}))

    assert resolve("Rosen sind rot", name_index(names, LEXICON)) == "people/rosen"
    assert resolve("Rosen sind rot", told) is None
    assert resolve("Rosen kommt", told) == "people/rosen"
