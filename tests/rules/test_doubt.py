from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.rules.doubt import doubts
from tests.helpers.pairs import entity, fact, pairs, shipped

ME = "people/me"


def doubted(ref, *rows):
    facts = [fact(text, day, number) for number, (text, day) in enumerate(rows, start=1)]
    return doubts(entity(ref, *facts), shipped())


def test_what_is_announced_is_in_doubt_until_its_day_and_then_what_it_replaces():
    old = ("My manager is Ada Holm", "2026-01-05")
    new = ("My manager will be Otis Reed from 2 March 2026", "2026-02-10")

    found = doubted(ME, old, new)

    day = date(2026, 3, 2)
    assert found["f-002"].by == "f-001"
    assert found["f-002"].holds_on(day - timedelta(days=1))
    assert not found["f-002"].holds_on(day)
    assert found["f-001"].by == "f-002"
    assert not found["f-001"].holds_on(day - timedelta(days=1))
    assert found["f-001"].holds_on(day)


def test_what_is_announced_without_a_day_is_taken_to_come_soon():
    found = doubted(
        ME,
        ("My manager is Ada Holm", "2026-01-05"),
        ("My manager will be Otis Reed", "2026-02-10"),
    )

    assert found["f-001"].since == date(2026, 2, 24)


def test_what_stops_from_a_day_on_is_in_doubt_from_that_day():
    new = ("From 2 March I'm no longer on nights", "2026-02-10")
    found = doubted(ME, ("Works nights at the hospital", "2026-01-05"), new)

    assert not found["f-001"].holds_on(date(2026, 3, 1))
    assert found["f-001"].holds_on(date(2026, 3, 2))


def test_a_move_told_ahead_in_chinese_puts_the_home_in_doubt_from_its_day():
    found = doubted(
        "people/邵伟", ("邵伟住在无锡", "2026-01-05"), ("邵伟明天搬到湖州", "2026-02-10")
    )

    assert not found["f-001"].holds_on(date(2026, 2, 10))
    assert found["f-001"].holds_on(date(2026, 2, 11))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Blue Door's stack is Node for now",
            "Blue Door's stack was shown to the board: Elixir now",
        ),
        ("青门项目暂时用自建机房", "青门项目的机房费用已经结清"),
    ],
)
def test_what_speaks_of_its_own_time_is_doubted_by_what_came_later(old, new):
    assert "f-001" in doubted("projects/blue-door", (old, "2026-01-05"), (new, "2026-04-10"))


@pytest.mark.parametrize(
    "new",
    [
        "I heard that Otis Reed will be my manager",
        "My manager might be Otis Reed soon",
        "Otis Reed is my manager this week only",
    ],
)
def test_rumours_hedges_and_exceptions_raise_no_doubt(new):
    assert not doubted(ME, ("My manager is Ada Holm", "2026-01-05"), (new, "2026-02-10"))


def test_facts_of_one_day_stay_both_shown():
    day = "2026-02-10"

    assert not doubted(ME, ("My manager is Ada Holm", day), ("My new manager is Otis Reed", day))


def test_a_weaker_source_raises_no_doubt_about_a_stronger_one():
    rows = (
        fact("My manager is Ada Holm", "2026-01-05", 1, source="manual"),
        fact("My manager will be Otis Reed", "2026-02-10", 2, source="inferred"),
    )

    assert not doubts(entity(ME, *rows), shipped())


@given(st.sampled_from([p for p in pairs() if p["expect"] == "duplicate"]))
def test_saying_the_same_again_raises_no_doubt(pair):
    text = pair["old"]["fact"]

    assert not doubted(pair["entity"], (text, "2026-01-05"), (text, "2026-02-10"))


def test_two_prices_of_two_things_are_in_nobodys_way():
    sitter = fact("Nell babysits, £9 an hour, free Saturdays", "2026-01-10", 1)
    car = fact("bought a Micra off the dentist. 2016, red, £6,400", "2026-01-20", 2)

    assert doubts(entity("people/me", sitter, car), shipped()) == {}
