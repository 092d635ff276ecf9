from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.graph import make_graph
from memctl.graph.plan import UseFact
from memctl.rules.aging.tiers import (
    COLD,
    HOT,
    TIERS,
    WARM,
    Decay,
    Use,
    cold_facts,
    has_cooled,
    tier_of,
)
from memctl.rules.aging.uses import added, recorded_uses
from tests.helpers.pairs import entity, fact, shipped

LEXICON = shipped()
TODAY = date(2026, 2, 1)
ROW = fact("Tilda saw the lighthouse", "2024-06-01", category="milestone")


def tier(row, decay=None, today=TODAY):
    return tier_of(entity("people/tilda", row), row, today, decay or Decay(), LEXICON)


@pytest.mark.parametrize(
    ("day", "expected"),
    [("2026-01-20", HOT), ("2025-12-01", WARM), ("2024-06-01", COLD), (None, WARM)],
)
def test_age_says_how_near_a_fact_is(day, expected):
    assert tier(fact("Tilda saw the lighthouse", day)) == expected


@pytest.mark.parametrize("category", ["relationship", "preference"])
def test_some_categories_never_grow_cold(category):
    assert tier(replace(ROW, category=category)) == WARM


@pytest.mark.parametrize("text", ["Tilda lives in Porto", "蒂尔达住在波尔图"])
def test_how_things_stand_never_grows_cold(text):
    assert tier(fact(text, "2020-01-01", category="status")) == WARM


def test_what_was_confirmed_or_used_is_near_again():
    assert tier(replace(ROW, confirmed_at=date(2026, 1, 30))) == HOT
    assert tier(replace(ROW, last_accessed=date(2026, 1, 30))) == HOT
    assert tier(ROW, Decay(uses={("people/tilda", "f-001"): Use(date(2025, 9, 1), 1)})) == WARM


def test_what_is_asked_for_often_stays_longer():
    seldom = replace(ROW, last_accessed=date(2025, 1, 1), access_count=0)

    assert tier(seldom) == COLD
    assert tier(replace(seldom, access_count=6)) == WARM


def test_what_will_end_on_a_day_is_hot_until_then():
    row = replace(ROW, valid_until=date(2026, 2, 1))

    assert tier(row) == HOT
    assert tier(row, today=date(2026, 2, 2)) == COLD


rows = st.builds(
    fact,
    st.sampled_from(["Tilda saw the sea", "Tilda lives in Porto"]),
    st.none() | st.dates(date(2020, 1, 1), TODAY).map(str),
    st.integers(1, 9),
    category=st.sampled_from(["milestone", "status", "preference", None]),
)


@given(rows, st.integers(0, 3000), st.integers(0, 3000))
def test_nothing_gets_nearer_by_waiting(row, first, more):
    early, late = TODAY + timedelta(first), TODAY + timedelta(first + more)

    assert TIERS.index(tier(row, today=early)) <= TIERS.index(tier(row, today=late))


@given(rows, st.integers(0, 30))
def test_use_never_takes_a_fact_further_away(row, count):
    used = replace(row, last_accessed=TODAY, access_count=count)

    assert TIERS.index(tier(used)) <= TIERS.index(tier(row))


def test_an_entity_that_cooled_since_is_noticed():
    tilda = entity("people/tilda", ROW)

    assert not has_cooled(tilda, date(2026, 1, 25), TODAY, Decay(), LEXICON)
    assert has_cooled(tilda, date(2025, 5, 1), TODAY, Decay(), LEXICON)
    assert cold_facts(tilda, TODAY, Decay(), LEXICON) == {"f-001"}


USES = {("people/tilda", "f-001"): Use(date(2026, 1, 30), 2)}


@pytest.mark.parametrize(
    ("row", "is_wanted", "expected"),
    [
        (ROW, False, []),
        (ROW, True, [UseFact("people/tilda", "f-001", date(2026, 1, 30), 2)]),
        (replace(ROW, access_count=3), False, [UseFact("people/tilda", "f-001", None, 5)]),
        (replace(ROW, status="superseded"), True, []),
    ],
    ids=["not used here", "wanted", "only counted", "retired"],
)
def test_uses_are_written_where_the_file_tells_them(row, is_wanted, expected):
    graph = make_graph({"people/tilda": entity("people/tilda", row)})

    assert list(recorded_uses(graph, USES, is_wanted=is_wanted)) == expected


def test_uses_of_two_runs_add_up():
    later = {("people/tilda", "f-001"): Use(date(2026, 1, 31), 1)}

    assert added(USES, later) == {("people/tilda", "f-001"): Use(date(2026, 1, 31), 3)}
