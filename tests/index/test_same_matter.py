"""Only what is of the same owner and the same matter takes an answer's place."""

from datetime import date

import pytest

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.note import Block, Note
from memctl.index.filling.building import build_in_memory, weigh
from memctl.index.filling.documents import Signs, Source, note_documents
from memctl.index.filling.entities import entity_source
from memctl.index.lookup import look_up
from memctl.index.request import Request
from memctl.index.values import tells
from memctl.language.questions import compiled
from memctl.resources import asking_files
from tests.helpers.asking import ABOUT, PAGE_WORDS

EARLY, LATE = date(2026, 3, 1), date(2026, 4, 1)


def note(day, text):
    block = Block(f"memory/{day}.md", 3, text, day)
    read = Note(block.path, block.day, (block,))
    return Source(block.path, "", note_documents(read), block.path)


def page(ref, name, *told):
    facts = tuple(
        Fact(id=FactId(f"{name}-{n}"), text=text, line=n, day=day)
        for n, (text, day) in enumerate(told, 1)
    )
    one = Entity(EntityRef(ref), name, facts=facts, items_path=f"areas/{ref}/items.json")
    return entity_source(one, one.ref, "", PAGE_WORDS)


def ask(question, *sources, changes=()):
    connection = build_in_memory(sources, ABOUT)
    weigh(connection, {ref: Signs(changes=frozenset(ids)) for ref, ids in changes})
    results = look_up(connection, Request(question, today="2026-06-01")).results
    return [(one.text, one.current) for one in results]


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        # No place is told.
        (
            "Where does Gran live?",
            ("people/gran", "Gran", "Gran moved into Elm Court"),
            ("people/gran", "Gran", "Gran has settled, plays whist every night"),
        ),
        # The same day of the week.
        (
            "When does the band rehearse?",
            ("people/me", "me", "the band rehearses on Thursdays in the barn"),
            ("people/me", "me", "no band tonight, I always forget it's Thursdays"),
        ),
        # Somebody else's.
        (
            "Where does Ravi work?",
            ("people/ravi", "Ravi", "Ravi works at the print shop"),
            ("people/me", "me", "moved us to Bolder Works, six working days"),
        ),
        # Nothing of what is asked.
        (
            "What do we pay Dunya?",
            ("people/me", "me", "paying £19 a month for the climbing wall"),
            ("people/me", "me", "Gasco wrote: down to £88 from this month"),
        ),
    ],
)
def test_what_is_of_another_matter_leaves_it_current(question, old, new):
    told = {old[:2]: [(old[2], EARLY)]}
    told.setdefault(new[:2], []).append((new[2], LATE))
    pages = [page(*whose, *lines) for whose, lines in told.items()]
    last = len(told[new[:2]])

    found = ask(
        question,
        *pages,
        note(EARLY, "Dunya did the windows"),
        changes=[(new[0], [f"{new[1]}-{last}"])],
    )

    assert dict(found).get(old[2], True)


@pytest.mark.parametrize(
    ("question", "stands", "said"),
    [
        (
            "who is our vet?",
            "the vet is Ms Kell on Harbour Road",
            "Mill Road is sold, Bea deals with the agents",
        ),
        ("爸妈现在住哪儿？", "爸膝盖装过钢板，每晚一粒药", "接爸妈来住一阵，书房满了"),
        ("豆包吃什么猫粮？", "猫叫豆包，三花的，九斤", "猫粮换百利了，旧的它不吃了"),
    ],
)
def test_a_line_of_a_note_about_something_else_leaves_it_current(question, stands, said):
    found = ask(question, page("people/ba", "爸", (stands, EARLY)), note(LATE, said))

    assert dict(found).get(stands, True)


@pytest.mark.parametrize(
    ("question", "older", "newer"),
    [
        (
            "what cat food do we buy?",
            "cat food from Oakley's, forty a bag",
            "switched cat food to Willow, the other one she won't touch",
        ),
        ("猫粮买什么牌子？", "猫粮吃百利，三百一袋", "猫粮换成冠能了，百利它不吃了"),
    ],
)
def test_of_two_notes_the_one_that_tells_of_the_change_comes_first(question, older, newer):
    found = ask(question, note(EARLY, older), note(LATE, newer))

    assert [text for text, _ in found] == [newer, older]


def test_what_is_only_like_the_question_stands_below_the_note_that_says_it():
    mine = page("people/me", "me", ("the rabbit hops about on her new pills", LATE))
    said = note(EARLY, "surgery: stay on ramipril 5mg, back in a month")

    found = ask("what dose of ramipril am I on?", mine, said)

    assert found[0][0] == "surgery: stay on ramipril 5mg, back in a month"


def test_a_name_that_no_entity_bears_is_what_is_asked_of():
    hers = ("Dunya: settled on every week, £40", EARLY)
    mine = page("people/me", "me", ("Gasco wrote: down to £88 from this month", LATE), hers)

    assert ask("what do we pay Dunya?", mine)[0] == (hers[0], True)


def test_the_pressure_of_blood_says_nothing_of_its_type():
    told = page("people/ravi", "Ravi", ("Blood pressure 128/80 on Ravi's cuff", EARLY))
    connection = build_in_memory([told], ABOUT)

    assert not look_up(
        connection, Request("what is Ravi's blood type?", today="2026-06-01")
    ).is_answered


@pytest.mark.parametrize(
    ("gp", "end", "question", "is_still"),
    [
        ("Our GP is Dr Haim", "Dr Haim retires in December", "who is our GP?", True),
        ("Our GP is Dr Haim", "Haim is retiring at the end of the year", "who is our GP?", True),
        ("Our GP is Dr Haim", "Haim retired last week, no party", "who is our GP?", False),
    ],
)
def test_who_leaves_later_still_is_what_they_are(gp, end, question, is_still):
    found = ask(question, page("people/haim", "Haim", (gp, EARLY)), note(LATE, end))

    assert dict(found)[gp] is is_still


@pytest.mark.parametrize("word", ["Marta", "friend", "money", "market", "decided", "Octopus"])
def test_a_word_that_begins_like_a_day_or_a_month_tells_none(word):
    words = compiled(f.read_text("utf-8") for f in asking_files())

    assert not tells("when", f"told {word} about it", words)
    assert tells("when", "Mon–Fri, and in March", words)
