"""Notes as people jot them down: whose each is, since when, and in which words it is kept."""

from datetime import date

import pytest

from memctl.graph.entity import Entity, EntityRef, slug_of
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.jobs.lexicons import shipped_lexicon
from memctl.rules.extraction import extract, told_above

LEXICON = shipped_lexicon()
ME = EntityRef("people/me")
DAY = date(2026, 3, 10)
KNOWN = ("people/odile", "people/rafiq", "people/mum")


def block_of(text, line=3, **options):
    return Block(path="memory/2026-03-10.md", line=line, text=text, day=DAY, **options)


def kept(text, *known, above=None, **options):
    refs = [EntityRef(r) for r in known or KNOWN]
    entities = {r: Entity(r, slug_of(r).title()) for r in (ME, *refs)}
    graph, block = make_graph(entities), block_of(text, **options)
    before = block_of(above, 2) if above else None
    told = told_above(block, {block: before} if before else {}, graph, LEXICON)
    return [c for c in extract(block, graph, LEXICON, me=ME, before=told) if c.accepted]


def owners(text, *known, **options):
    return {c.entity for c in kept(text, *known, **options)}


@pytest.mark.parametrize(
    "text",
    [
        "the tip is open Sundays now, 9 till 4, according to Odile",
        "recycling goes out Tuesdays now, Rafiq spotted the notice",
        "our broadband is with Fernlink now, £28, Odile set it up",
        "post office shuts at noon on Saturdays, says Rafiq",
        "Blood pressure 141/90 on Rafiq's machine.",
        "bought a Corsa off Odile's uncle, £3,100",
        "from May I'll have Mondays off instead of Thursdays, agreed w Rafiq",
        "post: Odile had words with the depot, it's collected at two now",
        "council tax is £151 a month, Odile found the letter",
        "staff meeting, Rafiq says we're fourteen now",
    ],
)
def test_who_is_only_named_in_passing_does_not_own_it(text):
    assert owners(text) == {ME}


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Rent is £900 now, Odile moved out", "people/odile"),
        ("the lease on Odile's flat ends in May", "people/odile"),
        ("Mum's flat: rent is £900 a month, Odile pays it", "people/mum"),
        ("Odile got the job, we're thrilled", "people/odile"),
        ("moved into Odile's flat in June", "people/odile"),
        ("Tomke allergic to walnuts, told the club", "people/tomke"),
    ],
)
def test_whom_it_is_about_owns_it_wherever_the_name_stands(text, owner):
    assert owners(text) == {owner}


@pytest.mark.parametrize(
    "text",
    [
        "Dr Quay has doubled the tablet, 20 from tomorrow",
        "Dr Quay has put up the dose, 20 mg now",
    ],
)
def test_what_a_doctor_does_to_a_medicine_is_the_patients(text):
    assert owners(text) == {ME}


def test_two_subjects_of_a_sentence_are_two_facts():
    found = kept(
        "She takes over the kitchen, Rafiq moves to the Leeds branch", above="Odile's first day."
    )

    assert {c.entity for c in found} == {"people/odile", "people/rafiq"}


def test_a_label_before_she_leaves_open_whom_it_means():
    text = "by the way, over tea: she's got the keys to a house in Hull! The Leeds flat will be let"

    assert owners(text, above="Odile's here.") == {"people/odile"}


def test_he_is_the_one_person_named_above_known_or_not():
    found = kept("he's our heating man from here on", above="Bram Tolsma came at 8, £900.")

    assert [c.entity for c in found] == ["people/bram-tolsma"]


@pytest.mark.parametrize(
    "text",
    ["we meet at St Wilfrid's on Wednesdays", "walked to Ferry Court, forgot the lead"],
)
def test_saints_and_places_are_nobody(text):
    assert owners(text) <= {ME}


@pytest.mark.parametrize(
    "text",
    [
        "couriers: Northlane, they come at 3",
        "our wifi is Fernlink, £24, drops in every storm",
        "glazier: Bram, Quarry Lane Glass, £60",
        "orders all in Ledgerly",
        "Odile mows every other Thursday, £20",
        "sales meeting's at 10 sharp",
        "ink comes from Tolsma as ever, three weeks' lead time",
        "Spotify binned, never used it",
        "knocked Pilates on the head",
        "Rafiq's off the booze, doctor's orders",
        "half a tablet of Vetacin a day for the dog",
        "Odile is retiring in June, practice closing",
        "the kids' passports expire in May",
        "Odile heads up the studio",
        "vet swapped Rafiq off Vetacin",
    ],
)
def test_what_is_jotted_down_in_few_words_is_kept(text):
    assert kept(text)


@pytest.mark.parametrize(
    "text",
    [
        "drove down in Rafiq's cousin's camper",
        "Odile's first day at the mill, sat in the car park not knowing where to go",
        "Odile tried fencing, came back buzzing",
        "treated myself to a fountain pen, £22, love it",
        "I'd never eat that again",
        "no band tonight",
        "Rafiq eats standing up",
        "Mum doesn't like Odile's curtains",
        "Odile hasn't decided",
        "they've been thinking since 2019",
        "Dr Quay is lovely, took her time",
        "the printer's jammed again",
        "Odile raves about a baker on Mill Lane",
        "clocks go back, nobody told the dog",
        "party Saturday moved to Sunday",
        "flight home, never again",
    ],
)
def test_a_moment_a_judgement_and_a_joke_are_none(text):
    assert not kept(text)


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("our broadband is with Fernlink from tomorrow", date(2026, 3, 11)),
        ("Odile: day clinic, starts the 19th, Mon–Fri, no more nights", date(2026, 3, 19)),
        ("cancelled the gym, should've done it in 2024", DAY),
        ("packed in the cello, ought to have done it in May 2025", DAY),
        ("moved to Leeds in 2019", date(2019, 1, 1)),
    ],
)
def test_the_day_is_the_one_from_which_it_holds(text, begins):
    assert [c.day for c in kept(text)] == [begins]


def test_a_stay_counts_from_the_day_of_arrival():
    (found,) = kept("Odile arrives on the 20th, staying two weeks")

    assert found.valid_until == date(2026, 4, 3)


@pytest.mark.parametrize(
    "text",
    [
        "the mortgage with Quay Homes runs out in November. £870 a month",
        "Saw Elm House, Hull. Light, a cat. £1,200 a week, steep",
        "swapped my slot at the repair shop with Odile; normally I'm first Sunday of the month",
    ],
)
def test_a_price_or_an_hour_stays_with_what_it_is_of(text):
    assert [c.text for c in kept(text)] == [text]


def test_a_topic_in_the_heading_is_told_with_a_bare_hour():
    (found,) = kept("Tuesdays 7.30 at the hall", heading="band")

    assert found.text == "band: Tuesdays 7.30 at the hall"


def test_a_heading_that_names_no_topic_is_not_told():
    (found,) = kept("Tuesdays 7.30 at the hall, band practice", heading="Home")

    assert found.text.startswith("Tuesdays")
