"""Near names are named, in either script, and never by a number, a word more, or against a no."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.entity import Entity, EntityRef
from memctl.rules.near_names import near_names


def entity(name: str, slug: str, *, kind: str = "people", aliases: tuple[str, ...] = ()) -> Entity:
    return Entity(EntityRef(f"{kind}/{slug}"), name, aliases, items_path=f"areas/{kind}/{slug}")


def found(one: str, other: str) -> int:
    return len(near_names((entity(one, "a"), entity(other, "b")), frozenset()))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Katherine Doyle", "Katharine Doyle"),
        ("Renata Oakes", "Oakes Renata"),
        ("Mirelle", "Mirele"),
        ("Brigth Harbour", "Bright Harbour"),
        ("陳偉明", "陈伟明"),
    ],
)
def test_names_that_differ_in_a_letter_in_order_or_in_script_are_near(one: str, other: str) -> None:
    assert found(one, other) == 1
    assert found(other, one) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Harbour Phase 1", "Harbour Phase 2"),
        ("Renata Oakes", "Renata Oakes Junior"),
        ("Tom Reid", "Tom Reed"),
        ("Katherine Doyle", "Katarina Doyle"),
        ("陈伟明", "陈伟民"),
    ],
)
def test_numbers_words_and_short_words_tell_names_apart(one: str, other: str) -> None:
    assert found(one, other) == 0


def test_an_alias_counts_as_a_name_and_another_type_does_not() -> None:
    doyle = entity("K. D.", "kd", aliases=("Katherine Doyle",))
    other = entity("Katharine Doyle", "katharine")
    firm = entity("Katharine Doyle", "katharine", kind="companies")
    assert [p.slug for p in near_names((doyle, other, firm), frozenset())] == ["near-name"]


def test_a_pair_that_is_never_one_is_not_named() -> None:
    pair = (entity("Mirelle", "a"), entity("Mirele", "b"))
    assert near_names(pair, frozenset({frozenset({"people/a", "people/b"})})) == ()


@given(st.lists(st.text("abc 1陈", min_size=1, max_size=9), max_size=12))
def test_every_pair_is_named_once_and_in_one_order(names: list[str]) -> None:
    entities = [entity(name, f"e{at}") for at, name in enumerate(names)]
    told = near_names(entities, frozenset())
    assert told == near_names(reversed(entities), frozenset())
    assert len({p.message for p in told}) == len(told)
