import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.language.lexicon import parse_lexicon
from memctl.language.sieve import make_sieve, needed_words
from memctl.language.statements import statements
from memctl.resources import lexicon_texts

FLAGS = re.IGNORECASE
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
        ("(?:x)?", None),
        (r"\d+", None),
        ("[离辞]职", {"职"}),
    ],
)
def test_needed_words_stand_in_every_match(pattern, words):
    assert needed_words(pattern, FLAGS) == (None if words is None else frozenset(words))


def test_a_pattern_without_needed_words_is_always_tried():
    assert make_sieve([r"\d+", "moved"], FLAGS).candidates("no") == (0,)


@given(st.sampled_from(TEXTS), st.data())
def test_the_sieve_lets_everything_through_that_matches(text, data):
    number = data.draw(st.integers(0, len(READER.numbered) - 1))
    folded = READER.fold(text)
    matches = re.search(READER.numbered[number][1], folded, re.IGNORECASE | re.MULTILINE)

    assert not matches or number in READER.sieve.candidates(folded.lower())
