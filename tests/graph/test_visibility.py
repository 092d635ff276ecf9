from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.entity import Entity, EntityRef, Summary
from memctl.graph.fact import Fact, FactId
from memctl.graph.visibility import (
    AUDIENCES,
    is_visible,
    mark_when_moved,
    may_tell,
)

marks = st.sampled_from([None, "private", "shared", "group", "Group", "public", ""])
audiences = st.sampled_from([*AUDIENCES, "everybody", ""])


def entity(mark, facts=()):
    summary = Summary("summary.md", None, None, visibility=mark)
    return Entity(EntityRef("people/ada"), "Ada", facts=facts, summary=summary)


def fact(mark, fact_id="ada-001"):
    return Fact(id=FactId(fact_id), text="Ada sings", visibility=mark)


@pytest.mark.parametrize(
    ("of_entity", "of_fact", "told"),
    [
        (None, None, {"private", "shared", "group"}),
        (None, "", {"private"}),
        (None, "group", {"private", "shared", "group"}),
        ("group", None, {"private", "shared", "group"}),
        ("shared", "group", {"private", "shared"}),
        ("group", "shared", {"private", "shared"}),
        ("private", "group", {"private"}),
        ("group", "private", {"private"}),
        ("grup", "group", {"private"}),
        (" Shared ", None, {"private", "shared"}),
    ],
)
def test_the_narrowest_mark_counts_and_where_nothing_is_said_all_are_told(of_entity, of_fact, told):
    ada, row = entity(of_entity), fact(of_fact)

    assert {a for a in AUDIENCES if is_visible(ada, row, audience=a)} == told


@given(audience=audiences, said=st.lists(marks), more=marks.filter(lambda m: m is not None))
def test_one_more_mark_never_tells_more_than_a_marked_text_told(audience, said, more):
    marked = [*said, "group"]

    assert may_tell(audience, *marked) >= may_tell(audience, *marked, more)


@given(said=st.lists(marks), narrow=st.integers(0, 2), wide=st.integers(0, 2))
def test_a_wider_audience_is_never_told_more(said, narrow, wide):
    narrow, wide = sorted((narrow, wide))

    assert may_tell(AUDIENCES[narrow], *said) >= may_tell(AUDIENCES[wide], *said)


@given(said=st.lists(marks))
def test_the_user_is_told_everything_and_an_unknown_audience_nothing(said):
    assert may_tell("private", *said)
    assert not may_tell("everybody", *said)


@given(of_source=marks, of_target=marks, of_fact=marks, audience=audiences)
def test_a_row_that_goes_to_another_entity_is_told_to_nobody_new(
    of_source, of_target, of_fact, audience
):
    source, target, row = entity(of_source), entity(of_target), fact(of_fact)

    moved = replace(row, visibility=mark_when_moved(row, source, target))

    assert is_visible(target, moved, audience=audience) <= is_visible(
        source, row, audience=audience
    )
