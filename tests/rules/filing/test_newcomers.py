"""Which new names become entities: those that the notes name elsewhere too."""

from dataclasses import replace
from datetime import date

import pytest

from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.graph.plan import AddFact, CreateEntity, Decide
from memctl.rules.filing.newcomers import sightings
from memctl.rules.ingest import plan_ingest
from tests.helpers.pairs import candidate, entity, fact, shipped

TODAY = date(2026, 3, 1)
GRAPH = make_graph({})


def blocks(*texts, day="2026-01-05"):
    on = date.fromisoformat(day)
    return tuple(Block(f"memory/{day}.md", n, text, on) for n, text in enumerate(texts, 1))


def planned(text, name, *others, graph=GRAPH, **how):
    read = candidate(
        f"people/{name.casefold()}", text, "2026-02-01", entity_name=name, is_new=True,
        is_plain=False,
    )  # fmt: skip
    seen = sightings((*others, *blocks(text, day="2026-02-01")), shipped())
    return plan_ingest(graph, [read], shipped(), today=TODAY, is_seen=seen, **how).changes


@pytest.mark.parametrize(
    ("text", "name", "elsewhere"),
    [
        ("Odile has the keys from now on", "Odile", ["lunch with Odile, soup"]),
        ("Odile has the keys from now on", "Odile", ["Odile was late", "Odile laughed"]),
        ("秦朗说店已转让", "秦朗", ["客户经理叫秦朗，人实在"]),
    ],
    ids=["within a sentence", "often where sentences begin", "in Chinese"],
)
def test_a_name_that_other_blocks_hold_is_remembered(text, name, elsewhere):
    changes = planned(text, name, *blocks(*elsewhere))

    assert {CreateEntity, AddFact} <= {type(c) for c in changes}


@pytest.mark.parametrize(
    "elsewhere",
    [["Handover on 3 July"], ["the Handover party"], []],
    ids=["one beginning", "behind an article", "nowhere"],
)
def test_a_word_with_a_capital_by_chance_is_no_name(elsewhere):
    changes = planned("Handover moved to 8 August", "Handover", *blocks(*elsewhere))

    assert not any(isinstance(c, CreateEntity | AddFact) for c in changes)


@pytest.mark.parametrize(
    "how",
    [{"kind": "code"}, {"kind": "machine"}, {"speaker": "assistant"}, {"speaker": "Bea"}],
    ids=lambda how: " ".join(how.values()),
)
def test_only_the_users_own_words_are_a_sighting(how):
    (said,) = blocks("lunch with Odile, soup")

    changes = planned("Odile has the keys from now on", "Odile", replace(said, **how))

    assert not any(isinstance(c, CreateEntity | AddFact) for c in changes)


def test_a_copy_of_a_message_in_another_file_is_no_sighting():
    text = "The keys are with Odile from now on"
    (there,) = blocks(text, day="2026-02-01")
    read = candidate("people/odile", text, "2026-02-01", entity_name="Odile", is_new=True)
    here = replace(there, path=read.evidence.path, line=read.evidence.line, digest="d1")
    copy = replace(here, path="source:old/a.jsonl", digest="d1")

    assert not sightings((here, copy), shipped())(read)
    assert sightings((here, copy, replace(copy, digest="d2")), shipped())(read)


def test_messages_of_one_export_are_told_apart_by_their_ids():
    read = candidate("people/odile", "Odile has the keys", "2026-02-01", entity_name="Odile")
    read = replace(read, evidence=replace(read.evidence, path="source:chatgpt/c.json", message="b"))
    (other,) = blocks("lunch with Odile, soup")
    other = replace(other, path="source:chatgpt/c.json", line=read.evidence.line)

    assert sightings((replace(other, message="a"),), shipped())(read)
    assert not sightings((replace(other, message="b"),), shipped())(read)


def test_what_is_told_later_is_no_sighting():
    later = blocks("lunch with Odile", day="2026-02-20")

    assert not any(isinstance(c, CreateEntity) for c in planned("Odile left", "Odile", *later))


def test_a_known_matter_is_settled_where_it_stands_before_anybody_is_made_of_its_name():
    me = entity("people/me", fact("booked a caravan at Penmaen for June", "2026-01-05"))

    changes = planned(
        "Penmaen is cancelled, no dogs", "Penmaen", *blocks("booked a caravan at Penmaen"),
        graph=make_graph({me.ref: me}),
    )  # fmt: skip

    assert not any(isinstance(c, CreateEntity) for c in changes)


def test_a_first_name_is_the_full_name_that_the_same_run_introduces():
    full = candidate("people/ada-moyo", "1:1 Ada Moyo, product", "2026-02-01", 2, is_new=True,
                     entity_name="Ada Moyo")  # fmt: skip
    short = candidate("people/ada", "Ada prefers written feedback", "2026-02-01", 3, is_new=True,
                      entity_name="Ada", is_plain=False)  # fmt: skip

    plan = plan_ingest(GRAPH, [full, short], shipped(), today=TODAY)

    assert [c.entity for c in plan.changes if isinstance(c, CreateEntity)] == ["people/ada-moyo"]
    assert [c.entity for c in plan.changes if isinstance(c, AddFact)] == ["people/ada-moyo"] * 2


def test_what_stands_small_elsewhere_is_a_word_and_its_fact_the_users():
    changes = planned("Zorblax needs feeding daily", "Zorblax", *blocks("Fed the zorblax again."))

    assert not any(isinstance(c, CreateEntity) for c in changes)
    assert [c.entity for c in changes if isinstance(c, AddFact)] == ["people/me"]


@pytest.mark.parametrize(
    ("text", "elsewhere"),
    [
        (
            "Odile works at Quay Homes as a surveyor.",
            ["odile called about the boat", "coffee with odile"],
        ),
        ("Femke is allergic to walnuts", ["coffee with femke"]),
        ("Zorblax works at Quay Homes as a surveyor.", ["fed the zorblax"]),
        ("Zorblax says she is allergic to walnuts", ["fed the zorblax"]),
    ],
    ids=["twice without an article", "once", "a job", "a pronoun"],
)
def test_a_name_written_small_makes_nothing_the_users_and_is_asked_about(text, elsewhere):
    changes = planned(text, text.partition(" ")[0], *blocks(*elsewhere))

    assert [(type(c), c.kind) for c in changes] == [(Decide, "seen")]


def test_a_thing_of_its_name_hides_nobody_who_is_named_inside_a_sentence():
    elsewhere = blocks("packed the zorblax", "lunch with Zorblax")
    changes = planned("Zorblax is allergic to walnuts", "Zorblax", *elsewhere)

    assert {CreateEntity, AddFact} <= {type(c) for c in changes}


def test_a_name_that_people_bear_though_it_is_a_word_stays_a_name():
    changes = planned("Will has moved to Ghent", "Will", *blocks("I will see", "lunch with Will"))

    assert CreateEntity in {type(c) for c in changes}
