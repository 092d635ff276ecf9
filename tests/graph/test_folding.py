from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.applying import apply_changes
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.folding import folded
from memctl.graph.graph import make_graph
from memctl.graph.plan import AddEvidence, AddFact, RetireFact

REF = EntityRef("people/mina")
IDS = st.sampled_from([FactId(f"mina-{n}") for n in range(1, 6)])
QUOTE = Evidence("memory/2026-03-01.md", 1, "Mina sings", date(2026, 3, 1))


@st.composite
def plans(draw):
    """Changes to an entity with one stored row; each id is added once at most."""
    known, changes = [FactId("mina-0")], []
    for fact_id in draw(st.lists(IDS, unique=True)):
        changes.append(AddFact(REF, Fact(fact_id, f"text of {fact_id}")))
        known.append(fact_id)
        for target in draw(st.lists(st.sampled_from(known), max_size=2, unique=True)):
            retire = RetireFact(REF, target, "superseded", superseded_by=fact_id)
            changes.append(draw(st.sampled_from([retire, AddEvidence(REF, target, QUOTE)])))
    return tuple(changes)


GRAPH = make_graph({REF: Entity(REF, "Mina", facts=(Fact(FactId("mina-0"), "stored"),))})


@given(plans())
def test_a_shorter_plan_leads_to_the_same_graph(changes):
    assert apply_changes(GRAPH, folded(changes)) == apply_changes(GRAPH, changes)


@given(plans())
def test_no_change_is_left_that_touches_a_new_row(changes):
    new = {c.fact.id for c in changes if isinstance(c, AddFact)}

    assert [c for c in folded(changes) if not isinstance(c, AddFact) and c.fact_id in new] == []
