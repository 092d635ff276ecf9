import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.language.cues import Cue
from memctl.language.lexicon import parse_lexicon
from memctl.language.statements import statements
from memctl.resources import lexicon_texts

LEXICON = parse_lexicon(lexicon_texts())
READER = statements(LEXICON)

FIRES = [pytest.param(c, text, id=f"{c.id}: {text}") for c in READER.cues for text in c.fires]
SILENT = [pytest.param(c, text, id=f"{c.id}: {text}") for c in READER.cues for text in c.silent]


def found(cue: Cue, text: str) -> re.Match[str] | None:
    return next(cue.find(READER.fold(text)), None)


@pytest.mark.parametrize(("cue", "text"), FIRES)
def test_a_cue_fires_on_its_examples(cue, text):
    assert found(cue, text)


@pytest.mark.parametrize(("cue", "text"), SILENT)
def test_a_cue_is_silent_on_its_counterexamples(cue, text):
    assert not found(cue, text)


def test_every_cue_has_an_id_of_its_own_and_both_kinds_of_examples():
    ids = [c.id for c in READER.cues]

    assert len(ids) == len(set(ids))
    assert [c.id for c in READER.cues if not (c.fires and c.silent)] == []


def test_traditional_characters_are_read_like_simplified_ones():
    simplified = {h.cue.id for h in READER.read("阿哲辞职了").hits}
    traditional = {h.cue.id for h in READER.read("阿哲辭職了").hits}

    assert simplified == traditional


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She met Dr. Vos. They talked.", ["She met Dr. Vos.", "They talked."]),
        ("升了！组长，公示完了。明天请客", ["升了！", "组长，公示完了。", "明天请客"]),
        ("one\ntwo", ["one", "two"]),
        ("", []),
    ],
)
def test_sentences_end_where_their_language_ends_them(text, expected):
    assert [p.text for p in READER.cutter.sentences(text)] == expected


def test_a_question_weighs_more_than_what_it_asks_about():
    assert READER.read("Odile moved to Ghent last week").is_durable
    assert not READER.read("Has Odile moved to Ghent?").is_durable


def test_loose_cues_count_for_one_where_nobody_is_named():
    lexicon = parse_lexicon(
        {"xx": ['[[statements.cue]]\nid="a"\nrole="durable"\nneeds="subject"\npatterns=["up"]']}
    )
    reading = statements(lexicon).read("up")

    assert reading.is_durable
    assert not type(reading)(reading.hits, lacks=frozenset({"subject"})).is_durable


@given(st.text(max_size=80))
def test_pieces_are_stretches_of_the_text_in_order(text):
    pieces = READER.cutter.sentences(text)

    assert all(text[p.start : p.end] == p.text for p in pieces)
    assert all(a.end <= b.start for a, b in pairwise(pieces))


@given(st.text(max_size=80))
def test_folding_keeps_every_position(text):
    assert len(READER.fold(text)) == len(text)
