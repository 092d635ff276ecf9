"""What two merged branches disagree about becomes a question that offers the other reading."""

from dataclasses import replace

import pytest

from memctl.graph.applying import apply_to_graph
from memctl.graph.fact import FactId
from memctl.graph.graph import make_graph
from memctl.language.lexicon import parse_lexicon
from memctl.resources import lexicon_texts
from memctl.rules.merging import Readings, merge_question, still_asks
from memctl.rules.review import parse_question, plan_accepted, render_question
from tests.helpers.pairs import entity, fact
from tests.rules.test_mending import TODAY

LEXICON = parse_lexicon(lexicon_texts())
OLD = fact("Lives in Faro", "2026-01-01", 1)
MINE, THEIRS = fact("Lives in Braga", "2026-01-20", 2), fact("Lives in Porto", "2026-01-21", 3)


def ended(by, status="superseded"):
    return replace(OLD, status=status, superseded_by=FactId(by.id) if by else None)


CASES = {
    "both replaced it": (Readings(ended(MINE), ended(THEIRS), MINE, THEIRS), ["Lives in Porto"]),
    "it ended there": (Readings(ended(MINE), ended(None, "retracted"), MINE), []),
    "it ended here": (Readings(ended(None), ended(THEIRS), None, THEIRS), []),
    "reworded here": (
        Readings(replace(OLD, text="Lives by the sea"), ended(THEIRS), None, THEIRS),
        ["Lives in Porto"],
    ),
    "reworded there": (
        Readings(ended(MINE), replace(OLD, text="Lives by the sea"), MINE),
        ["Lives in Braga", "Lives by the sea"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_yes_takes_the_other_reading_and_is_asked_once(name):
    readings, current = CASES[name]
    rows = [readings.ours, *(f for f in (readings.ours_after, readings.theirs_after) if f)]
    one = entity("people/ana", *rows)
    graph = make_graph({one.ref: one})
    question = merge_question(one.ref, readings, LEXICON)

    kept = parse_question(render_question(question))
    after = apply_to_graph(graph, plan_accepted(graph, kept, day=TODAY))

    assert kept == question
    assert still_asks(kept, graph)
    assert not still_asks(kept, after)
    assert [f.text for f in after.entities[one.ref].facts if f.is_active] == current


def test_of_two_successors_the_later_day_is_offered_whichever_side_wrote_it():
    late = fact("Lives in Braga", "2026-01-25", 2)
    one = entity("people/ana", ended(late), late, THEIRS)
    graph = make_graph({one.ref: one})

    question = merge_question(one.ref, Readings(ended(late), ended(THEIRS), late, THEIRS), LEXICON)
    after = apply_to_graph(graph, plan_accepted(graph, question, day=TODAY))

    assert still_asks(question, graph)
    assert not still_asks(question, after)
    assert [f.text for f in after.entities[one.ref].facts if f.is_active] == ["Lives in Braga"]


def test_readings_that_differ_in_nothing_that_holds_ask_nothing():
    readings = Readings(ended(None), ended(None, "retracted"))

    assert merge_question(entity("people/ana").ref, readings, LEXICON) is None


def test_it_is_asked_in_the_language_of_the_fact():
    old, new = fact("安娜住在法鲁", "2026-01-01", 1), fact("安娜住在波尔图", "2026-01-21", 2)
    readings = Readings(old, replace(old, status="superseded", superseded_by=new.id), None, new)
    question = merge_question(entity("people/ana").ref, readings, LEXICON)

    assert question.proposal == "让“安娜住在法鲁”退役，由“安娜住在波尔图”替换"
    assert "分支" in question.reason
