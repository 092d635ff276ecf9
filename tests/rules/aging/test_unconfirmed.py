from dataclasses import replace
from datetime import date

import pytest

from memctl.graph.graph import make_graph
from memctl.rules.aging.disputes import CONTESTED, DOUBT, disputes, rivals
from memctl.rules.aging.unconfirmed import unconfirmed
from tests.helpers.pairs import entity, fact, shipped

LEXICON = shipped()
TODAY = date(2026, 2, 1)
OLD = fact("Tilda lives in Porto", "2025-06-01", category="status")


def found(*rows):
    tilda = entity("people/tilda", *rows)
    return [(u.fact.id, u.why, u.age) for u in unconfirmed(tilda, TODAY, 180, LEXICON)]


def test_what_nobody_confirmed_for_long_is_old():
    assert found(OLD) == [("f-001", "old", 245)]
    assert found(replace(OLD, confirmed_at=date(2026, 1, 1))) == []


@pytest.mark.parametrize(
    ("category", "why"), [("preference", []), ("relationship", []), ("milestone", [])]
)
def test_some_categories_grow_old_slowly_or_never(category, why):
    assert found(replace(OLD, category=category)) == why


def test_an_undated_fact_and_an_expired_one_are_named_as_such():
    rows = (
        fact("Tilda sings", None, 1),
        fact("Tilda is in Faro", "2026-01-01", 2, valid_until=date(2026, 1, 9)),
        fact("Tilda was in Rome", "2020-01-01", 3, status="superseded"),
    )

    assert found(*rows) == [("f-001", "undated", None), ("f-002", "expired", 31)]


HERE = fact("Tilda works at Blue Fern for now", "2025-12-01", 1, category="status")
THEN = fact("Tilda starts at Heron Maps in January", "2026-01-05", 2, category="status")


def doubt_of(*rows):
    tilda = entity("people/tilda", *rows)
    return [(d.kind, d.fact[1].id, d.against[1].id) for d in disputes(tilda, TODAY, LEXICON)]


def test_a_doubt_names_both_facts():
    assert doubt_of(HERE, THEN) == [(DOUBT, "f-001", "f-002")]


def test_what_is_confirmed_since_is_in_no_doubt():
    assert doubt_of(replace(HERE, confirmed_at=date(2026, 1, 20)), THEN) == []


def test_equal_days_that_disagree_are_contested():
    rows = (
        fact("Tilda's birthday is on 3 May", "2026-01-05", 1),
        fact("Tilda's birthday is on 4 May", "2026-01-05", 2),
    )

    assert [kind for kind, *_ in doubt_of(*rows)] == [CONTESTED]


def test_two_managers_at_two_entities_are_rivals():
    dev = entity("people/dev", fact("My manager is Dev", "2025-06-01"))
    ruth = entity("people/ruth", fact("My manager is Ruth", "2026-01-10"))
    graph = make_graph({"people/dev": dev, "people/ruth": ruth})

    (only,) = rivals(graph, TODAY, LEXICON)

    assert (only.fact[0].ref, only.against[0].ref) == ("people/dev", "people/ruth")
