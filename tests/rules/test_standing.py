"""A fact stands on its own, and lives where what it changes lives."""

from datetime import date

import pytest

from memctl.graph.applying import apply_to_graph
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.graph.plan import AddAlias, AddFact, CreateEntity, RetireFact
from memctl.language.statements import statements
from memctl.rules.extraction import extract
from memctl.rules.ingest import plan_ingest
from tests.helpers.pairs import candidate, entity, fact, shipped

LEXICON = shipped()
ME = EntityRef("people/me")
DAY = date(2026, 3, 10)


def read(text: str, *known: Entity):
    graph = make_graph({e.ref: e for e in (Entity(ME, "me"), *known)})
    block = Block(path="memory/2026-03-10.md", line=3, text=text, day=DAY)
    return extract(block, graph, LEXICON, me=ME)


def kept(text: str, *known: Entity) -> list[str]:
    return [c.text for c in read(text, *known) if c.accepted]


def ingest(text: str, *known: Entity):
    graph = make_graph({e.ref: e for e in known})
    block = Block(path="memory/2026-03-10.md", line=3, text=text, day=DAY)
    found = extract(block, graph, LEXICON, me=ME)
    return plan_ingest(graph, found, LEXICON, today=DAY).changes


@pytest.mark.parametrize(
    "text",
    ["28 November now", "We do not", "I GOT IT", "So scrap that", "改到10月9日走", "14号到22号"],
)
def test_what_a_cut_leaves_over_says_nothing(text):
    assert not statements(LEXICON).stands_alone(text)


@pytest.mark.parametrize("text", ["Retired.", "Odile moved", "离职了", "rent 900", "血压130/80"])
def test_a_word_that_names_something_is_enough(text):
    assert statements(LEXICON).stands_alone(text)


def test_a_remainder_takes_the_sentence_before_it_along():
    [text] = kept("The clinic rang: not the 21st, they have no surgeon. I go on the 28th instead.")

    assert text.startswith("The clinic rang")
    assert text.endswith("the 28th instead.")


def test_what_it_is_not_belongs_to_what_it_is():
    [text] = kept("Her name's Mrs Holm. Not Helm, I misread it")

    assert text == "Her name's Mrs Holm. Not Helm, I misread it"


@pytest.mark.parametrize(
    "text",
    [
        "The baker, it is whispered, has sold the shop",
        "Whispers on the landing: the shop moves to Ghent",
        "街坊都在说厂子要搬去海边，没人证实",
        "喝多了，阿哲说要把铺子盘给表弟",
    ],
)
def test_talk_is_no_fact(text):
    assert kept(text) == []


def test_a_row_that_goes_on_after_an_introduction_is_a_fact_each():
    found = kept("My manager is Odile Varga, based in Ghent, 1:1 every Tuesday")

    assert found == [
        "My manager is Odile Varga",
        "Odile Varga: based in Ghent",
        "Odile Varga: 1:1 every Tuesday",
    ]


def test_a_change_is_stored_where_its_topic_stands():
    odile = entity("people/odile", fact("Stand-up moved to 9:45, Odile's new rule", "2026-02-01"))
    change = candidate("people/me", "Stand-up moved back to 10:00", "2026-03-01")
    graph = make_graph({e.ref: e for e in (entity("people/me"), odile)})

    changes = plan_ingest(graph, [change], LEXICON, today=DAY).changes

    assert [c.entity for c in changes if isinstance(c, AddFact)] == [odile.ref]
    assert [c.entity for c in changes if isinstance(c, RetireFact)] == [odile.ref]


def test_what_others_have_under_the_same_word_is_left_alone():
    odile = entity("people/odile", fact("Odile's gym is Quay Fitness", "2026-02-01"))
    change = candidate("people/me", "Gym cancelled", "2026-03-01", kind="end")
    graph = make_graph({e.ref: e for e in (entity("people/me"), odile)})

    changes = plan_ingest(graph, [change], LEXICON, today=DAY).changes

    assert [c for c in changes if isinstance(c, RetireFact)] == []


def test_a_name_taken_back_reaches_the_fact_that_bore_it():
    helm = entity("people/helm", fact("The woman upstairs is a Mrs Helm", "2026-03-08"))

    changes = ingest("Her name's Mrs Holm. Not Helm, I misread it", entity("people/me"), helm)

    assert [c.entity for c in changes if isinstance(c, RetireFact)] == [helm.ref]


def test_the_writer_who_gives_a_name_is_the_user():
    changes = ingest("For posterity: Odile Varga, retired welder, of 9 Quay Row")

    [made] = [c for c in changes if isinstance(c, CreateEntity)]
    assert (made.entity, made.name) == (ME, "Odile Varga")


def test_the_full_name_of_somebody_known_by_a_nickname_is_an_alias():
    dilly = Entity(EntityRef("people/dilly"), "Dilly", folder="areas/people/dilly")

    changes = ingest("Dilly (Odile Varga) moved to Ghent", dilly)

    assert AddAlias(dilly.ref, "Odile Varga") in changes
    assert [c for c in changes if isinstance(c, CreateEntity)] == []


def test_a_nickname_told_later_is_an_alias():
    odile = Entity(EntityRef("people/odile-varga"), "Odile Varga", folder="areas/people/odile")

    changes = ingest("Odile Varga, known as Dilly, moved to Ghent", odile)

    assert AddAlias(odile.ref, "Dilly") in changes


def test_what_came_of_a_bargain_replaces_what_the_line_above_asked_for():
    said = candidate("people/me", "施岚说交付提前：九月交，原定十二月", "2026-03-10", 2)
    told = candidate("people/me", "我说不可能，谈成十月底", "2026-03-10", 3)

    plan = plan_ingest(make_graph({}), [said, told], LEXICON, today=DAY)

    assert [c.superseded_by for c in plan.changes if isinstance(c, RetireFact)] == ["me-002"]
    after = apply_to_graph(make_graph({}), plan)
    assert plan_ingest(after, [said, told], LEXICON, today=DAY).changes == ()


def test_a_bargain_over_something_else_leaves_the_line_above_alone():
    said = candidate("people/me", "the dentist moved me to 3 May", "2026-03-10", 2)
    told = candidate("people/me", "agreed on 7 May with the painter", "2026-03-10", 3)

    plan = plan_ingest(make_graph({}), [said, told], LEXICON, today=DAY)

    assert not any(isinstance(c, RetireFact) for c in plan.changes)
