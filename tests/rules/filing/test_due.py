"""What is announced takes effect on its day, and not before."""

from dataclasses import replace
from datetime import date

import pytest

from memctl.graph.applying import apply_to_graph
from memctl.graph.graph import make_graph
from memctl.graph.plan import AddFact, RetireFact
from memctl.rules.filing.due import plan_due
from memctl.rules.ingest import plan_ingest
from tests.helpers.pairs import candidate, entity, fact, shipped

TOLD, COMES = "2026-03-20", "2026-04-01"


def announced(old, new, name="Odile", ref="people/odile"):
    """A memory in which `new` was told for a day to come."""
    graph = make_graph({ref: entity(ref, fact(old, "2026-03-01"))})
    read = replace(candidate(ref, new, TOLD, entity_name=name), day=date.fromisoformat(COMES))
    plan = plan_ingest(graph, [read], shipped(), today=date.fromisoformat(TOLD))
    return plan, apply_to_graph(graph, plan)


def due(graph, day):
    return plan_due(graph, shipped(), today=date.fromisoformat(day), me="people/me")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Odile lives in York", "Odile moves to Leeds on 1 April"),
        ("Odile pays 850 a month", "From 1 April Odile pays 910 a month"),
        ("Odile住在上海", "Odile4月1日搬到北京"),
    ],
)
def test_an_announcement_retires_nothing_before_its_day(old, new):
    plan, graph = announced(old, new)

    assert [type(c) for c in plan.changes] == [AddFact]
    assert not due(graph, "2026-03-31").changes

    retired = [c for c in due(graph, COMES).changes if isinstance(c, RetireFact)]
    assert [c.fact_id for c in retired] == ["f-001"]


def test_what_has_come_is_weighed_once():
    _, graph = announced("Odile lives in York", "Odile moves to Leeds on 1 April")
    graph = apply_to_graph(graph, due(graph, COMES))

    assert due(graph, COMES).is_empty


def test_news_after_the_announcement_is_newer_than_it():
    _, graph = announced("Odile lives in York", "Odile moves to Leeds on 1 April")
    read = candidate("people/odile", "Odile lives in Hull now", "2026-03-25", entity_name="Odile")
    plan = plan_ingest(graph, [read], shipped(), today=date(2026, 3, 25))

    assert any(isinstance(c, RetireFact) for c in plan.changes)
    assert all(c.fact.is_active for c in plan.changes if isinstance(c, AddFact))


@pytest.mark.parametrize(
    ("old", "new", "then"),
    [
        ("Odile lives in York", "Odile moves to Leeds on 1 April", "Odile moved to Hull"),
        ("Odile lives in York", "Odile moves to Leeds on 1 April", "Odile lives in Bath now"),
        ("Odile works at Quay", "Odile joins Norbel on 1 April", "Odile joined Vantor"),
        ("Odile住在上海", "Odile4月1日搬到北京", "Odile搬到了成都"),
    ],
)
def test_what_has_come_is_itself_replaced_by_what_is_newer(old, new, then):
    _, graph = announced(old, new)
    graph = apply_to_graph(graph, due(graph, "2026-04-05"))
    read = candidate("people/odile", then, "2026-04-05", entity_name="Odile")
    graph = apply_to_graph(
        graph, plan_ingest(graph, [read], shipped(), today=date.fromisoformat("2026-04-05"))
    )

    assert [f.text for f in next(iter(graph)).facts if f.is_active] == [then]


def test_what_has_come_is_not_replaced_by_its_own_words():
    new = "Odile moves to Leeds on 1 April"
    _, graph = announced("Odile lives in York", new)
    graph = apply_to_graph(graph, due(graph, "2026-04-05"))
    read = candidate("people/odile", new, "2026-04-05", entity_name="Odile")
    plan = plan_ingest(graph, [read], shipped(), today=date.fromisoformat("2026-04-05"))

    assert not any(isinstance(c, AddFact | RetireFact) for c in plan.changes)
