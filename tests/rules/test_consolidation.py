from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.graph.applying import apply_to_graph
from memctl.graph.fact import Evidence
from memctl.graph.graph import make_graph
from memctl.graph.plan import AddEvidence, Plan, RetireFact, WriteSummary
from memctl.rules.consolidation import Weekly, plan_weekly
from tests.helpers.pairs import entity, fact, pairs, shipped

TODAY = date(2026, 2, 1)
LEXICON = shipped()


def weekly(*entities, **how):
    graph = make_graph({e.ref: e for e in entities})
    return plan_weekly(graph, LEXICON, today=TODAY, how=Weekly(**how))


def retired(plan):
    return [c for c in plan.changes if isinstance(c, RetireFact)]


def test_what_ran_out_is_retired_on_the_day_after():
    trip = fact("Tilda is in Faro", "2026-01-10", valid_until=date(2026, 1, 20))

    [change] = retired(weekly(entity("people/tilda", trip)))

    assert (change.superseded_reason, change.superseded_at) == ("expired", date(2026, 1, 21))


@pytest.mark.parametrize("last", [date(2026, 2, 1), date(2026, 3, 1)], ids=["today", "later"])
def test_the_last_day_still_holds(last):
    trip = fact("Tilda is in Faro", "2026-01-10", valid_until=last)

    assert retired(weekly(entity("people/tilda", trip))) == []


def test_of_two_rows_that_say_the_same_the_older_stays_and_takes_the_evidence():
    place = Evidence("memory/2025-09-01.md", 3, "Tilda is living in Porto")
    plan = weekly(
        entity(
            "people/tilda",
            fact("Tilda lives in Porto", "2025-01-01", 1),
            fact("Tilda is living in Porto", "2025-09-01", 2, evidence=(place,)),
        )
    )

    [change] = retired(plan)
    assert (change.fact_id, change.superseded_by, change.superseded_reason) == (
        "f-002",
        "f-001",
        "duplicate",
    )
    assert [c.evidence for c in plan.changes if isinstance(c, AddEvidence)] == [place]


def test_rows_that_people_wrote_replace_one_another_too():
    [change] = retired(
        weekly(
            entity(
                "people/tilda",
                fact("Tilda lives in Porto", "2025-01-01", 1, source="manual"),
                fact("Tilda moved to Braga", "2025-09-01", 2, source="manual"),
            )
        )
    )

    assert (change.fact_id, change.superseded_by) == ("f-001", "f-002")


def test_a_plan_that_would_retire_most_of_an_entity_asks():
    trips = [
        fact(f"Tilda is in {place}", "2026-01-02", n)
        for n, place in enumerate(("Faro", "Lagos", "Evora", "Braga"), 1)
    ]
    moves = [
        fact(f"Tilda lives in {place}", f"2025-0{n}-01", n + 4)
        for n, place in enumerate(("Faro", "Lagos", "Evora", "Braga", "Porto"), 1)
    ]

    plan = weekly(entity("people/tilda", *trips, *moves), max_share=0.3)

    assert retired(plan) == []
    assert [q.kind for q in plan.questions] == ["mass-retire"]
    assert len([c for c in plan.questions[0].accept if isinstance(c, RetireFact)]) == 4


def test_only_entities_with_something_new_are_looked_at():
    old = entity("people/tilda", fact("Tilda lives in Porto", "2025-01-01"))
    new = entity("people/otis", fact("Otis lives in Porto", "2026-01-30"))

    plan = weekly(old, new, since=date(2026, 1, 25))

    assert [c.entity for c in plan.changes] == ["people/otis"]


def test_one_entity_can_be_asked_for():
    one = entity("people/tilda", fact("Tilda lives in Porto", "2025-01-01"))
    other = entity("people/otis", fact("Otis lives in Porto", "2025-01-01"))

    plan = weekly(one, other, only=("people/otis",), since=TODAY)

    assert [c.entity for c in plan.changes] == ["people/otis"]


texts = st.sampled_from([p[side]["fact"] for p in pairs()[::4] for side in ("old", "new")])
days = st.dates(date(2025, 1, 1), date(2026, 1, 1)).map(date.isoformat)


@st.composite
def graphs(draw):
    known = draw(st.lists(st.tuples(texts, days, st.booleans()), max_size=7))
    facts = [
        replace(fact(t, d, n), valid_until=date(2025, 6, 1) if ends and d < "2025-06" else None)
        for n, (t, d, ends) in enumerate(known, 1)
    ]
    return make_graph({"people/tilda": entity("people/tilda", *facts)})


@settings(max_examples=60, deadline=None)
@given(graph=graphs())
def test_a_second_run_finds_nothing(graph):
    after = apply_to_graph(graph, plan_weekly(graph, LEXICON, today=TODAY))

    assert plan_weekly(after, LEXICON, today=TODAY).changes == ()


@settings(max_examples=60, deadline=None)
@given(graph=graphs())
def test_no_row_is_lost(graph):
    after = apply_to_graph(graph, plan_weekly(graph, LEXICON, today=TODAY))

    ids = [[f.id for f in e.facts] for e in graph]
    assert [[f.id for f in e.facts] for e in after] == ids


@settings(max_examples=60, deadline=None)
@given(graph=graphs())
def test_what_is_retired_points_to_a_row_that_stays_or_says_why(graph):
    after = apply_to_graph(graph, plan_weekly(graph, LEXICON, today=TODAY))

    for found in after:
        for row in found.facts:
            assert row.is_active or row.superseded_reason or found.fact(row.superseded_by)


def test_an_entity_without_facts_gets_no_summary():
    plan = weekly(entity("people/tilda"))

    assert plan == Plan()


def test_an_unchanged_summary_is_not_written_again():
    found = entity("people/tilda", fact("Tilda lives in Porto", "2025-01-01"))
    graph = make_graph({found.ref: found})
    first = plan_weekly(graph, LEXICON, today=TODAY)

    assert [type(c) for c in first.changes] == [WriteSummary]
    assert plan_weekly(apply_to_graph(graph, first), LEXICON, today=TODAY).is_empty


@pytest.mark.parametrize(
    "rows",
    [
        ("Tilda lives in York", "Tilda moved to Ghent"),
        ("Tilda lives in York", "Tilda lives in York"),
        ("Tilda works at Acme", "Tilda left Acme"),
        ("蒂尔达住在青岛", "蒂尔达搬到了大连"),
    ],
)
def test_rows_of_one_id_are_told_to_the_person_and_do_nothing_to_each_other(rows):
    old, new = (fact(text, f"2025-0{n}-01", 1) for n, text in enumerate(rows, start=1))

    plan = weekly(entity("people/tilda", old, new, name="Tilda"))

    assert (retired(plan), plan.questions) == ([], ())


def test_what_ran_out_under_an_id_of_two_rows_is_left():
    trip = fact("Tilda is in Faro", "2026-01-10", 1, valid_until=date(2026, 1, 20))

    assert retired(weekly(entity("people/tilda", trip, fact("Tilda sings", "2025-01-01", 1)))) == []
