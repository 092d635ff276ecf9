"""Mending changes what rows say of themselves, never what holds."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.applying import apply_changes
from memctl.graph.fact import FactId
from memctl.graph.graph import make_graph
from memctl.rules.mending import Version, lost_texts, restored_rows, safe_repairs
from tests.helpers.pairs import entity, fact

TODAY = date(2026, 2, 1)


@st.composite
def graphs(draw):
    """One entity whose rows point at one another in any way, also nowhere and in rings."""
    count = draw(st.integers(1, 6))
    ids = st.sampled_from([None, *(FactId(f"f-{n:03d}") for n in range(1, count + 2))])
    statuses = st.sampled_from(["active", "superseded", "planned"])
    rows = [
        fact(f"Fact {n}", "2026-01-01", n, status=draw(statuses), superseded_by=draw(ids))
        for n in range(1, count + 1)
    ]
    one = entity("people/ana", *rows)
    return make_graph({one.ref: one})


@given(graphs())
def test_repairs_change_neither_what_holds_nor_what_follows_what(graph):
    after = apply_changes(graph, safe_repairs(graph))

    for (_, old), (_, new) in zip(graph.facts(), after.facts(), strict=True):
        assert (old.is_active, old.superseded_by, old.text) == (
            new.is_active,
            new.superseded_by,
            new.text,
        )
    assert not list(safe_repairs(after))


TEXTS = st.lists(st.sampled_from(["Lives in Faro", "lives in faro!", "Lives in Braga", "Sings"]))


@given(TEXTS)
def test_after_the_old_words_are_restored_none_is_lost(texts):
    texts = ["Has a cat", *texts]
    now = entity("people/ana", fact(texts[0], "2026-01-01"))
    pairs = zip(texts[1:], texts, strict=False)
    history = [
        Version([fact(old, "2026-01-01")], [fact(new, "2026-01-01")], TODAY) for old, new in pairs
    ]

    changes = restored_rows(tuple(lost_texts(now, history)), TODAY)
    after = apply_changes(make_graph({now.ref: now}), changes).entities[now.ref]

    assert after.facts[0] == now.facts[0]
    assert all(f.superseded_by == "f-001" for f in after.facts[1:])
    assert len({f.id for f in after.facts}) == len(after.facts)
    assert not list(lost_texts(after, history))
