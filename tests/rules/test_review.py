from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.applying import apply_to_graph
from memctl.graph.entity import EntityRef
from memctl.graph.fact import Evidence, FactId
from memctl.graph.graph import make_graph
from memctl.graph.plan import AddFact, AddTacit, CreateEntity, Decide, RetireFact
from memctl.rules.review import (
    answer,
    ask,
    asked_questions,
    make_question,
    open_questions,
    parse_question,
    plan_accepted,
    question_id,
    render_question,
)
from tests.helpers.pairs import entity, fact

DAY = date(2026, 2, 1)
TILDA = EntityRef("people/tilda")
PLACE = Evidence("memory/2026-01-01.md", 3, "Tilda moved to Braga", date(2026, 1, 1))
NEW = fact("Tilda moved to Braga", "2026-01-01", 2, evidence=(PLACE,), related=("people/otis",))
QUESTION = make_question(
    "contested",
    TILDA,
    "replace Porto by Braga",
    reason="one home at a time",
    evidence=(PLACE,),
    accept=(AddFact(TILDA, NEW), RetireFact(TILDA, FactId("f-001"), "superseded", NEW.id)),
)


def graph_of(*facts):
    return make_graph({TILDA: entity(TILDA, *facts)})


def test_an_id_is_eight_hex_digits_and_always_the_same():
    one = question_id("contested", "people/tilda", ["a", "b"], ["q"])

    assert one == question_id("contested", "people/tilda", ["b", "a"], ["q"])
    assert len(one) == 8
    assert int(one, 16) >= 0


def test_a_question_survives_the_ledger():
    assert parse_question(render_question(QUESTION)) == QUESTION


@pytest.mark.parametrize("text", ["", "people/tilda: a text", "[1]", '{"is":"Question"}', "{}"])
def test_a_damaged_line_is_no_question(text):
    assert parse_question(text) is None


def test_an_asked_question_stays_open_until_it_is_answered():
    ledger = [ask(QUESTION, DAY)]

    assert open_questions([], ledger) == (QUESTION,)
    assert open_questions([QUESTION], [*ledger, answer(QUESTION, DAY, "rejected")]) == ()


def test_lines_of_other_kinds_hold_no_question():
    assert asked_questions([Decide("12345678", DAY, "seen", "people/tilda: looked at")]) == ()


def test_accepting_applies_what_was_kept():
    graph = graph_of(fact("Tilda lives in Porto", "2025-01-01"))

    plan = plan_accepted(graph, QUESTION, day=DAY, by="me")
    rows = apply_to_graph(graph, plan).get(TILDA).facts

    assert [(f.id, f.is_active) for f in rows] == [("f-001", False), ("f-002", True)]
    assert rows[1].reviewed_at == DAY
    assert plan.changes[-1] == answer(QUESTION, DAY, "accepted", "me")


def test_an_id_that_was_taken_meanwhile_is_given_anew():
    graph = graph_of(
        fact("Tilda lives in Porto", "2025-01-01"), fact("Tilda likes tea", "2026-01-20", 2)
    )

    rows = apply_to_graph(graph, plan_accepted(graph, QUESTION, day=DAY)).get(TILDA).facts

    assert [f.id for f in rows] == ["f-001", "f-002", "f-003"]
    assert rows[0].superseded_by == "f-003"


def test_a_row_that_was_retired_meanwhile_is_left_alone():
    gone = replace(fact("Tilda lives in Porto", "2025-01-01"), status="retracted")

    plan = plan_accepted(graph_of(gone), QUESTION, day=DAY)

    assert not any(isinstance(c, RetireFact) for c in plan.changes)


def test_an_entity_that_exists_by_now_is_not_made_again():
    question = make_question("new-name", TILDA, "remember", accept=(CreateEntity(TILDA, "Tilda"),))

    assert plan_accepted(graph_of(), question, day=DAY).changes == (
        answer(question, DAY, "accepted"),
    )


@given(heading=st.text(max_size=20), text=st.text(max_size=80), proposal=st.text(max_size=80))
def test_any_words_survive_the_ledger(heading, text, proposal):
    question = make_question("tacit", "MEMORY.md", proposal, accept=(AddTacit(heading, text),))

    assert parse_question(render_question(question)) == question
