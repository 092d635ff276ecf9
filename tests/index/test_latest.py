"""Of several answers to a question about one thing, the latest is current."""

from dataclasses import replace
from datetime import date

import pytest

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.note import Block, Note
from memctl.index.filling.building import build_in_memory, weigh
from memctl.index.filling.documents import Signs, Source, note_documents
from memctl.index.filling.entities import entity_source
from memctl.index.lookup import look_up
from memctl.index.request import Request
from tests.helpers.asking import ABOUT, PAGE_WORDS


def rows(*texts):
    return tuple(
        Fact(id=FactId(f"f{n}"), text=text, day=date(2026, n, 1), line=n)
        for n, text in enumerate(texts, 1)
    )


def asked(question, entities, *, signs=None, notes=(), as_of=None):
    sources = [
        entity_source(
            Entity(EntityRef(ref), name, facts=facts, items_path=f"{ref}.json"), ref, "", PAGE_WORDS
        )
        for ref, name, facts in entities
    ]
    for day, text in notes:
        block = Block(f"memory/{day}.md", 3, text, date.fromisoformat(day))
        note = Note(block.path, block.day, (block,))
        sources.append(Source(block.path, "", note_documents(note), block.path))
    connection = build_in_memory(sources, ABOUT)
    weigh(connection, {ref: (signs or {}).get(ref, Signs()) for ref, *_ in entities})
    found = look_up(connection, Request(question, today="2026-12-01", as_of=as_of))
    return {f.text: (f.current, f.doubt) for f in found.results if f.kind == "fact"}


CHOIR = (
    "projects/choir",
    "Choir",
    rows("Choir rehearses Tuesday 18:00", "Choir rehearses on Friday"),
)


def test_a_newer_day_puts_the_older_one_in_doubt():
    found = asked("When does the choir rehearse?", [CHOIR])

    assert found["Choir rehearses on Friday"] == (True, None)
    assert found.get("Choir rehearses Tuesday 18:00", (False, "f2")) == (False, "f2")


def test_both_stand_when_several_are_asked_for():
    found = asked("Which evenings does the choir rehearse?", [CHOIR])

    assert all(current for current, _ in found.values())


def test_what_is_added_without_a_change_stays():
    finn = ("people/finn", "Finn", rows("Finn is allergic to nuts", "Finn is allergic to eggs"))

    assert all(current for current, _ in asked("What is Finn allergic to?", [finn]).values())


@pytest.mark.parametrize(
    ("as_of", "manager"),
    [(None, "My manager is Bo"), ("2026-01-15", "My manager is Al")],
    ids=["today", "before the second one came"],
)
def test_of_two_managers_at_two_entities_the_later_one_counts(as_of, manager):
    (al, bo) = rows("My manager is Al", "My manager is Bo")
    signs = {
        "people/al": Signs(slots={"f1": ("manager", "2026-01-01")}),
        "people/bo": Signs(slots={"f2": ("manager", "2026-02-01")}),
    }
    entities = [("people/al", "Al", (al,)), ("people/bo", "Bo", (bo,))]

    found = asked("Who is my manager?", entities, signs=signs, as_of=as_of)

    assert [text for text, (current, _) in found.items() if current] == [manager]


def test_a_later_note_that_says_all_that_is_asked_leaves_doubt():
    told = ("projects/fair", "Fair", rows("The lead designer of the fair is Theo"))
    later = [("2026-05-05", "Theo left, the lead designer of the fair is Wanda from today")]

    found = asked("Who is the lead designer of the fair?", [told], notes=later)

    assert found["The lead designer of the fair is Theo"] == (False, "memory/2026-05-05.md:3")


def test_a_name_alone_asks_for_nothing_that_could_be_overtaken():
    found = asked("Choir", [CHOIR])

    assert all(current for current, _ in found.values())
    assert len(found) == 2


DESK = (
    "companies/quay",
    "Quay",
    rows("Quay's contact Odile Marsh has left", "Quay's contact is Sunniva Roe"),
)
ENDED = {"companies/quay": Signs(changes=frozenset({"f1"}), ends=frozenset({"f1"}))}


def test_who_asks_what_is_gets_no_end_for_an_answer():
    found = asked("Who is the contact at Quay?", [DESK], signs=ENDED)

    assert found["Quay's contact is Sunniva Roe"] == (True, None)
    assert found["Quay's contact Odile Marsh has left"] == (False, "f2")


def test_an_end_answers_whether_something_still_holds_and_where_nothing_else_is_known():
    whether = asked("Is Odile Marsh still the contact at Quay?", [DESK], signs=ENDED)
    alone = asked("Who is the contact at Quay?", [(*DESK[:2], DESK[2][:1])], signs=ENDED)

    assert whether["Quay's contact Odile Marsh has left"] == (True, None)
    assert alone == {"Quay's contact Odile Marsh has left": (True, None)}


def test_a_newer_answer_at_another_entity_overtakes_when_it_says_all_that_is_asked():
    ida = ("people/ida", "Ida", rows("Choir rehearses at 19:45"))
    me = ("people/me", "me", rows("x", "Choir rehearses at 20:00 now"))
    signs = {"people/me": Signs(changes=frozenset({"f2"}))}
    found = asked("When does the choir rehearse?", [ida, me, (*CHOIR[:2], ())], signs=signs)

    assert found["Choir rehearses at 20:00 now"] == (True, None)
    assert found.get("Choir rehearses at 19:45", (False,))[0] is False


def test_a_change_of_another_thing_leaves_the_answer_about_somebody_alone():
    ada = ("people/ada", "Ada", rows("Ada left Quay, her company is Holm now"))
    me = ("people/me", "Me", (Fact(FactId("m1"), "The removal company comes", date(2026, 5, 1)),))
    signs = {
        "people/ada": Signs(changes=frozenset({"f1"}), ends=frozenset({"f1"})),
        "people/me": Signs(changes=frozenset({"m1"})),
    }

    found = asked("Which company is Ada with?", [ada, me], signs=signs)

    assert found["Ada left Quay, her company is Holm now"] == (True, None)


def test_a_change_for_a_day_to_come_leaves_what_holds_until_then():
    old, new = rows("My rent is 850", "My rent goes up to 910 on 20 December")
    me = ("people/me", "me", (old, replace(new, day=date(2026, 12, 20))))
    signs = {"people/me": Signs(changes=frozenset({"f2"}))}

    assert asked("What is my rent?", [me], signs=signs)["My rent is 850"] == (True, None)


def test_another_price_is_not_the_price_that_was_asked_for():
    me = ("people/me", "me", rows("New rent is £895", "Broadband is with Loopnet, £29 a month"))

    assert asked("How much is the rent?", [me])["New rent is £895"] == (True, None)


def test_what_is_announced_for_a_slot_waits_for_its_day_whatever_its_words():
    (al, bo) = rows("My manager is Al", "My manager there will be Bo")
    signs = {
        "people/al": Signs(slots={"f1": ("manager", "2026-01-01")}),
        "people/bo": Signs(slots={"f2": ("manager", "2026-06-01")}, changes=frozenset({"f2"})),
    }
    entities = [("people/al", "Al", (al,)), ("people/bo", "Bo", (bo,))]

    found = asked("Who is my manager?", entities, signs=signs, as_of="2026-03-01")

    assert [text for text, (current, _) in found.items() if current] == ["My manager is Al"]


def test_a_note_that_bears_the_fact_out_does_not_speak_against_it():
    choir = ("projects/choir", "Choir", rows("Choir rehearses on Friday at ten"))
    note = ("2026-03-01", "first Friday rehearsal of the choir, two were late")

    found = asked("When does the choir rehearse?", [choir], notes=[note])

    assert found["Choir rehearses on Friday at ten"] == (True, None)


IVO = ("people/ivo", "Ivo", rows("Ivo lives above the bakery", "Ivo moved to Tarn Road"))


def test_a_change_in_other_words_overtakes_what_is_said_of_the_same_person():
    signs = {"people/ivo": Signs(changes=frozenset({"f2"}))}

    found = asked("Where does Ivo live?", [IVO], signs=signs)

    assert found["Ivo moved to Tarn Road"] == (True, None)
    assert found.get("Ivo lives above the bakery", (False,))[0] is False


def test_a_move_that_is_to_come_leaves_the_home_alone():
    ivo = ("people/ivo", "Ivo", rows("Ivo lives above the bakery", "Ivo moves on 14 August"))

    found = asked("Where does Ivo live?", [ivo], as_of="2026-03-01")

    assert found["Ivo lives above the bakery"] == (True, None)


def test_a_newer_amount_of_the_same_unit_overtakes():
    me = ("people/me", "me", rows("Chlorine of the pool: 1.2 mg/l", "Chlorine down to 0.9 mg/l"))

    found = asked("What is the chlorine?", [me])

    assert found["Chlorine down to 0.9 mg/l"] == (True, None)
    assert found.get("Chlorine of the pool: 1.2 mg/l", (False,))[0] is False


def test_two_lines_of_ones_own_that_share_the_word_for_time_are_two_things():
    me = ("people/me", "me", rows("Same time, at 08:15 in the yard", "All back, first time since"))
    signs = {"people/me": Signs(changes=frozenset({"f2"}))}
    others = ("people/ivo", "Ivo", rows(*(f"Ivo has {n} hens" for n in range(12))))

    found = asked("At what time?", [me, others], signs=signs)

    assert found["Same time, at 08:15 in the yard"] == (True, None)


@pytest.mark.parametrize(
    ("said", "leaves"),
    [
        ("Rain. The stall rota is with Wanda now. Soup.", (False, "memory/2026-05-05.md:3")),
        ("Rain. The stall rota hangs in the hall. Soup.", (True, None)),
        ("Rain. Is the stall rota with Wanda now? Soup.", (True, None)),
    ],
    ids=["a change", "no change", "a question"],
)
def test_a_later_sentence_of_a_note_that_tells_of_a_change_leaves_doubt(said, leaves):
    told = ("projects/fair", "Fair", rows("The stall rota is with Theo"))
    easters = [(f"2026-01-0{day}", "Easter is late.") for day in range(1, 5)]
    notes = [*easters, ("2026-05-05", said)]

    found = asked("Who does the stall rota at Easter?", [told], notes=notes)

    assert found["The stall rota is with Theo"] == leaves


def test_a_version_told_anew_at_somebody_overtakes_the_one_of_the_thing():
    router = ("projects/router", "Router", rows("Router firmware runs version 3.1"))
    rafiq = (
        "people/rafiq",
        "Rafiq",
        (Fact(id=FactId("r1"), text="Rafiq moved the router to 3.4", day=date(2026, 5, 1)),),
    )

    found = asked("Which version does the router run?", [router, rafiq])

    assert found["Rafiq moved the router to 3.4"][0]
    assert not found.get("Router firmware runs version 3.1", (False, None))[0]


def test_the_version_of_another_thing_overtakes_nothing():
    desk = (
        "projects/desk",
        "Desk",
        rows("The desk runs version 3.1", "The sound desk went to 4.2"),
    )

    found = asked("Which version does the desk run?", [desk])

    assert found["The desk runs version 3.1"][0]


def test_who_takes_a_thing_over_tells_of_it_though_it_stands_at_them():
    survey = ("projects/survey", "Survey", rows("The survey fieldwork is with Odile Varga"))
    rafiq = (
        "people/rafiq",
        "Rafiq",
        (
            Fact(
                id=FactId("r1"),
                text="Rafiq has taken over the survey fieldwork",
                day=date(2026, 5, 1),
            ),
        ),
    )
    signs = {"people/rafiq": Signs(changes=frozenset({"r1"}))}

    found = asked("Who does the fieldwork of the survey?", [survey, rafiq], signs=signs)

    assert found["Rafiq has taken over the survey fieldwork"][0]
    assert not found.get("The survey fieldwork is with Odile Varga", (False, None))[0]


def test_what_stands_above_a_line_leads_to_the_fact_that_was_read_in_it():
    text = "Daily at 07:30, bring a mug"
    entity = Entity(EntityRef("people/me"), "Tilda", facts=rows(text), items_path="me.json")
    fact = replace(entity.facts[0], evidence=(Evidence("memory/2026-01-01.md", 3, text),))
    entity = replace(entity, facts=(fact, *rows("x", "Kiln budget stands at 90")[1:]))
    block = Block("memory/2026-01-01.md", 3, text, date(2026, 1, 1), heading="Stand-up")
    note = Note(block.path, block.day, (block,))
    connection = build_in_memory(
        [
            entity_source(entity, "people/me", "", PAGE_WORDS),
            Source(block.path, "", note_documents(note), block.path),
        ],
        ABOUT,
    )

    found = look_up(connection, Request("When is the stand-up?", today="2026-12-01")).results

    assert found[0].text == text
    assert found[0].kind == "fact"


@pytest.mark.parametrize(
    ("name", "told", "later", "question"),
    [
        (
            "Hedda",
            "Hedda is allergic to hazelnuts",
            "Hedda gave up being vegan",
            "what can Hedda not eat?",
        ),
        ("小禾", "小禾对虾过敏", "小禾不吃素了", "小禾对什么过敏？"),
    ],
)
def test_what_is_vital_is_overtaken_only_by_what_names_it(name, told, later, question):
    found = asked(question, [("people/hedda", name, rows(told, later))])

    assert found[told] == (True, None)
