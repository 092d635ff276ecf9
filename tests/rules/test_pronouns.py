"""Whom "he" or "she" means where two people were named before."""

from datetime import date

import pytest

from memctl.graph.entity import EntityRef
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.rules.extraction import extract
from tests.helpers.pairs import entity, fact, shipped

ME = EntityRef("people/me")
GRAPH = make_graph(
    {
        e.ref: e
        for e in (
            entity("people/odile", fact("My sister Odile works at Quay", "2026-01-01")),
            entity("people/rafiq", fact("Rafiq is my brother", "2026-01-01")),
            entity("people/robin", fact("My cousin Robin is a baker", "2026-01-01")),
            entity("people/kit", fact("My cousin Kit is a baker", "2026-01-01")),
            entity("people/shao-fang", fact("邵芳在银行上班", "2026-01-01"), name="邵芳"),
            entity("people/shao-gang", fact("我哥邵刚在码头上班", "2026-01-01"), name="邵刚"),
        )
    }
)


def homes(text, before=None):
    """Where what is kept of the text stands."""
    day = date(2026, 3, 1)
    above = Block("memory/2026-03-01.md", 2, before, day) if before else None
    block = Block("memory/2026-03-01.md", 3, text, day)
    found = extract(block, GRAPH, shipped(), me=ME, before=above)
    return {c.entity for c in found if c.accepted}


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Odile and Rafiq had a row. He has moved to Ghent.", "people/rafiq"),
        ("Rafiq and Odile had a row. She has moved to Ghent.", "people/odile"),
        ("Rafiq and Odile came by, she has a new job at Quay.", "people/odile"),
        ("Robin rang Kit. She has moved to Ghent.", "people/robin"),
        ("邵芳和邵刚吵架了。他搬到了深圳。", "people/shao-gang"),
        ("邵刚和邵芳回来了，她辞职了。", "people/shao-fang"),
    ],
)
def test_it_is_the_one_whom_the_word_fits(text, who):
    assert homes(text) == {who}


def test_it_is_the_one_whom_the_word_fits_in_the_block_before():
    assert homes("She is moving to Ghent in May.", "Rafiq and Odile came round.") == {
        "people/odile"
    }


@pytest.mark.parametrize(
    "text", ["Robin and Kit had a row. She has moved to Ghent.", "Rafiq rang. She has moved out."]
)
def test_it_is_nobody_for_certain_where_it_fits_two_or_none(text):
    assert not homes(text)


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Ben Varga and Ada Moyo split up. He left for Rome and works at Norbel.", "ben-varga"),
        ("Ben and Ada split up. He works at Norbel.", "ben"),
        ("Ada Moyo and Ben Varga split up. She works at Norbel.", "ada-moyo"),
        ("Ben Varga and Norah Moyo split up. He works at Norbel.", "ben-varga"),
    ],
)
def test_a_stranger_named_first_is_meant_where_the_given_name_tells_it(text, who):
    block = Block("memory/2026-03-01.md", 3, text, date(2026, 3, 1))
    (said,) = (c for c in extract(block, GRAPH, shipped(), me=ME) if "Norbel" in c.text)

    assert (said.entity, said.is_new) == (f"people/{who}", True)


@pytest.mark.parametrize(
    "text",
    ["Met Ada at noon. He works at Norbel.", "Will ring the bank. He works at Norbel."],
)
def test_a_word_that_a_sentence_begins_with_is_not_meant(text):
    assert homes(text) == set()
