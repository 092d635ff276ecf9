"""A shelf of entities is the graph whose facts are made when they are asked for."""

from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.applying import apply_changes
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.graph import Graph, Shelf, make_graph
from memctl.graph.plan import AddFact, CreateEntity, RetireFact, WriteReview

REFS = [EntityRef(f"people/p-{n:03}") for n in range(80)]
FACTS = {ref: (Fact(FactId(f"{ref}-1"), f"{ref} keeps bees"),) for ref in REFS}
SHELLS = {ref: Entity(ref, ref) for ref in REFS}
GRAPH = make_graph({ref: Entity(ref, ref, facts=FACTS[ref]) for ref in REFS})
refs = st.sampled_from([*REFS, EntityRef("people/a-new"), EntityRef("people/z-new")])
changes = st.builds(AddFact, refs, st.builds(Fact, st.just(FactId("x")), st.text())) | st.builds(
    lambda ref: RetireFact(ref, FactId(f"{ref}-1"), "superseded"), refs
)
plans = st.lists(changes | st.builds(CreateEntity, refs, st.text()), max_size=9)


def shelf():
    return Graph(Shelf(SHELLS, lambda shell: FACTS[shell.ref]))


def test_every_entity_stands_on_it_with_its_facts_in_order():
    assert list(shelf()) == list(GRAPH)
    assert list(shelf().facts()) == list(GRAPH.facts())
    assert len(shelf().entities) == len(GRAPH.entities)


@given(plans, plans)
def test_changes_do_to_it_what_they_do_to_a_graph(first, second):
    after = apply_changes(apply_changes(shelf(), first), second)

    wanted = apply_changes(apply_changes(GRAPH, first), second)
    assert isinstance(after.entities, Shelf)
    assert list(after) == list(wanted)
    assert list(after.entities) == list(wanted.entities)


def test_what_touches_no_entity_leaves_it_as_it_is():
    graph = shelf()

    assert apply_changes(graph, [WriteReview("")]) is graph
