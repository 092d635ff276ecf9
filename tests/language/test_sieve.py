import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.language.lexicon import parse_lexicon
from memctl.language.sieving.needed import needed_words
from memctl.language.sieving.sieve import make_sieve
from memctl.language.statements import statements
from memctl.resources import lexicon_texts

READER = statements(parse_lexicon(lexicon_texts()))
TEXTS = [
    json.loads(line)["text"]
    for line in (Path(__file__).parent / "blocks.jsonl").read_text("utf-8").split("\n")
    if line
]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("moved", {"moved"}),
        ("(?:left|quit) the", {" the"}),
        ("(?:left|quit)", {"left", "quit"}),
        ("a?moved", {"moved"}),
        ("ab?cd+", {"cd"}),
        ("un(?:load|pack)", {"unload", "unpack"}),
        ("(?!no)(?:left|qu[ie]t)", {"left", "qui", "que"}),
        ("(?:left(?:-hand)?|(?-i:Right))", {"left", "right"}),
        (r"\$[{]", {"${"}),
        ("(?:x)?", set()),
        ("(?:x|)", set()),
        (r"\u0041b|a", set()),
        (r"(?P<x>a)(?P=x)", set()),
        (r"\d+", set()),
        ("[离辞]职", {"职"}),
    ],
)
def test_needed_words_stand_in_every_match(pattern, words):
    assert needed_words(pattern) == frozenset(words)


PATTERNS = st.recursive(
    st.sampled_from(["a", "bc", "Dé", "离职", r"\.", "[xy]", "[-=]", r"\s", "", r"\Z", "(?!q)"]),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda ways: f"(?:{'|'.join(ways)})"),
        inner.map(lambda p: f"(?:{p})?"),
        inner.map(lambda p: f"(?:{p}){{1,2}}"),
        inner.map(lambda p: f"(?={p})"),
    ),
    max_leaves=8,
)


@given(PATTERNS, st.data())
def test_one_of_the_needed_words_stands_in_whatever_a_pattern_matches(pattern, data):
    text = data.draw(st.from_regex(re.compile(pattern, re.IGNORECASE)))
    needed = needed_words(pattern)

    assert not needed or any(word in text.lower() for word in needed)


def test_a_pattern_without_needed_words_is_always_tried():
    assert make_sieve([r"\d+", "moved"]).candidates("no") == (0,)


@given(st.sampled_from(TEXTS), st.data())
def test_the_sieve_lets_everything_through_that_matches(text, data):
    number = data.draw(st.integers(0, len(READER.numbered) - 1))
    folded = READER.fold(text)
    matches = re.search(READER.numbered[number][1], folded, re.IGNORECASE | re.MULTILINE)

    assert not matches or number in READER.sieve.candidates(folded.lower())
