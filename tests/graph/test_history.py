from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.history import chain, holds_on, is_current, retired_on

DAY = date(2026, 3, 1)
days = st.dates(date(2020, 1, 1), date(2030, 12, 31))


@st.composite
def chains(draw):
    """Rows that replace one another, each on or after the day of the one before."""
    start, gaps = draw(days), draw(st.lists(st.integers(0, 400), min_size=1, max_size=5))
    when = [start]
    for gap in gaps:
        when.append(when[-1] + timedelta(days=gap))
    last = len(when) - 1
    return tuple(
        Fact(
            id=FactId(f"f{i}"),
            text=f"value {i}",
            day=day,
            status="active" if i == last else "superseded",
            superseded_by=None if i == last else FactId(f"f{i + 1}"),
        )
        for i, day in enumerate(when)
    )


@given(facts=chains(), day=days)
def test_a_fact_and_its_successor_never_hold_on_the_same_day(facts, day):
    assert sum(holds_on(facts, f, day) for f in facts) <= 1


@given(facts=chains(), day=days)
def test_what_held_on_a_day_had_begun_by_then(facts, day):
    assert all(f.day <= day for f in facts if holds_on(facts, f, day))


@given(facts=chains())
def test_the_chain_of_the_first_row_ends_at_the_living_one(facts):
    assert chain(facts, facts[0]) == facts


def test_a_cycle_ends_the_chain_instead_of_the_program():
    one = Fact(id=FactId("a"), text="one", superseded_by=FactId("b"), status="superseded")
    two = Fact(id=FactId("b"), text="two", superseded_by=FactId("a"), status="superseded")

    assert chain((one, two), one) == (one, two)


def test_a_dangling_pointer_is_an_end_without_a_day():
    row = Fact(id=FactId("a"), text="x", superseded_by=FactId("zz"), status="superseded", day=DAY)

    assert chain((row,), row) == (row,)
    assert retired_on((row,), row) is None
    assert not holds_on((row,), row, DAY)


def test_the_last_day_of_a_dated_fact_counts():
    fact = Fact(id=FactId("a"), text="in Da Lat for a week", day=DAY, valid_until=DAY)

    assert is_current(fact, DAY)
    assert not is_current(fact, DAY + timedelta(days=1))


def test_old_news_in_a_new_note_was_not_known_before_it():
    told = DAY + timedelta(days=30)
    fact = Fact(
        id=FactId("a"),
        text="She worked at the harbour office in 2019",
        day=date(2019, 1, 1),
        evidence=(Evidence("memory/2026-03-31.md", 3, "in 2019", told),),
    )

    assert not holds_on((fact,), fact, DAY)
    assert holds_on((fact,), fact, told)


def test_a_corrected_fact_was_memory_until_the_correction():
    wrong = Fact(
        id=FactId("a"),
        text="The opening is on the 2nd",
        day=DAY,
        status="retracted",
        superseded_at=DAY + timedelta(days=1),
    )

    assert holds_on((wrong,), wrong, DAY)
    assert not holds_on((wrong,), wrong, DAY + timedelta(days=1))


def test_a_foreign_status_is_never_current():
    fact = Fact(id=FactId("a"), text="Will move", day=DAY, status="planned")

    assert not is_current(fact, DAY)
    assert not holds_on((fact,), fact, DAY)
