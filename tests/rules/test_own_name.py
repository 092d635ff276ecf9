"""Whoever introduces themselves, be it without a subject, is the user and nobody else."""

from datetime import date

import pytest

from memctl.graph.entity import EntityRef
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.rules.extraction import extract
from tests.helpers.pairs import shipped

ME = EntityRef("people/me")
DAY = date(2026, 3, 1)


def learned(text, heading=None, before=None):
    """The names that the text gives to the user."""
    above = Block("memory/2026-03-01.md", 2, before, DAY, heading=heading) if before else None
    block = Block("memory/2026-03-01.md", 3, text, DAY, heading=heading)
    found = extract(block, make_graph({}), shipped(), me=ME, before=above)
    assert all(c.entity == ME for c in found if c.accepted)
    return {n for c in found if c.accepted for n in c.entity_names}


@pytest.mark.parametrize(
    ("text", "heading", "name"),
    [
        ("Odile Varga, 33, six years here.", "About me", "Odile Varga"),
        ("Name: Odile Varga", "Me", "Odile Varga"),
        ("I'm Odile, a welder in Ghent.", None, "Odile"),
        ("Hi, Odile here, night porter at the Regal.", None, "Odile"),
        ("邵一凡，33岁，来杭州六年", "关于我", "邵一凡"),
        ("姓名：邵一凡，58岁", "自我介绍", "邵一凡"),
        ("我叫邵一凡，在菜场卖鱼。", None, "邵一凡"),
    ],
)
def test_the_own_name_is_learned(text, heading, name):
    assert learned(text, heading) == {name}


def test_only_the_first_block_under_a_heading_begins_with_the_own_name():
    assert not learned("Rafiq Sen, 33", "About me", before="Odile Varga, 31")


@pytest.mark.parametrize("text", ["I'm Dutch, a baker", "I'm Tired of this", "I'm Catholic."])
def test_where_somebody_comes_from_is_no_name(text):
    assert not learned(text)
