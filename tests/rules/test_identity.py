"""Merging and moving as laws: no row is lost, no pointer finds a stranger."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import SUPERSEDED, Fact, FactId
from memctl.graph.graph import make_graph
from memctl.graph.moves import moves_of
from memctl.rules.identity import (
    kept_apart,
    merged_rows,
    moved_lines,
    moved_pairs,
    names_kept,
    never_merged,
)

DAY = date(2026, 3, 2)
A, B, C = (EntityRef(f"people/{name}") for name in ("ada", "bo", "cy"))
IDS = st.sampled_from(["", "a-1", "a-2", "a-3", "b-001", "b-002", "x"])


@st.composite
def facts(draw):
    rows = draw(st.lists(st.tuples(IDS, st.none() | IDS.filter(bool)), max_size=6))
    return tuple(
        Fact(
            FactId(own),
            f"fact {at}",
            status=SUPERSEDED if after else "active",
            superseded_by=FactId(after) if after else None,
        )
        for at, (own, after) in enumerate(rows)
    )


def chain_of(rows, fact):
    after = {f.id: f for f in rows if f.id}.get(fact.superseded_by)
    return after.text if after and fact.superseded_by else None


@given(source=facts(), target=facts())
def test_a_merge_never_loses_a_row(source, target):
    one, other = Entity(A, "Ada", facts=source), Entity(B, "Bo", facts=target)

    rows = [change.fact for change in merged_rows(one, other, [{}] * len(source)).rows]

    assert [f.text for f in rows] == [f.text for f in source]
    assert [f.status for f in rows] == [f.status for f in source]


@given(source=facts(), target=facts())
def test_ids_are_unique_afterwards_and_old_ones_are_kept(source, target):
    one, other = Entity(A, "Ada", facts=source), Entity(B, "Bo", facts=target)

    rows = [change.fact for change in merged_rows(one, other, [{}] * len(source)).rows]

    new = [f.id for f in rows]
    assert all(new)
    assert len(set(new)) == len(new)
    assert not set(new) & {f.id for f in target}
    assert all(
        f.id == old.id or not old.id or old.id in f.former_id
        for f, old in zip(rows, source, strict=True)
    )


@given(source=facts(), target=facts())
def test_every_pointer_leads_to_the_row_that_it_led_to(source, target):
    one, other = Entity(A, "Ada", facts=source), Entity(B, "Bo", facts=target)

    rows = [change.fact for change in merged_rows(one, other, [{}] * len(source)).rows]

    both = (*target, *rows)
    assert [chain_of(both, f) for f in rows] == [chain_of(source, f) for f in source]


@given(st.lists(st.permutations([A, B, C]).map(lambda p: tuple(p[:2])), max_size=6))
def test_old_refs_find_what_is_there_today(steps):
    decisions, at = [], {A: A}
    here = A
    for _, to in steps:
        if to != here:
            pairs = moved_pairs(make_graph(), here, to)
            decisions += moved_lines(pairs, decisions, day=DAY)
            at[to] = to
            here = to

    moves = moves_of(decisions)

    assert {moves.ref(ref) for ref in at} == {here}
    assert len({d.id for d in decisions}) == len(decisions)


def test_a_row_that_got_another_id_is_found_through_two_moves():
    first = moved_lines(moved_pairs(make_graph(), A, B, [("a-1", "b-9")]), [], day=DAY)
    second = moved_lines(moved_pairs(make_graph(), B, C), first, day=DAY)

    assert moves_of((*first, *second)).row(A, FactId("a-1")) == (C, "b-9")


def test_names_that_are_there_already_are_not_added_twice():
    ada = Entity(A, "Ada Byron", aliases=("Countess",))

    added = names_kept(ada, ("Countess", "Bo"), B)

    assert [change.alias for change in added] == ["Ada Byron", "ada"]


def test_what_is_kept_apart_can_be_lifted_and_follows_a_move():
    apart = kept_apart(A, B, day=DAY)
    moved = moved_lines(moved_pairs(make_graph(), B, C), [apart], day=DAY)
    lifted = kept_apart(B, A, day=DAY, is_lifted=True)

    assert never_merged([apart, *moved]) == {frozenset((A, C))}
    assert never_merged([apart, lifted]) == frozenset()
