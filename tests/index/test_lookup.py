from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.graph.entity import Entity, EntityRef, Summary
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.history import holds_on
from memctl.graph.note import Block, Note
from memctl.index.filling import batches, building
from memctl.index.filling.building import build_in_memory
from memctl.index.filling.documents import Source, note_documents, text_documents
from memctl.index.filling.entities import entity_source
from memctl.index.lookup import look_up
from memctl.index.question import Question
from memctl.index.request import Request
from memctl.index.showing import mark_stale
from memctl.index.store import asking_words
from tests.helpers.asking import ABOUT, PAGE_WORDS

TODAY = "2026-06-01"


def fact(number, text, **more):
    return Fact(id=FactId(f"f{number}"), text=text, line=number, **more)


def entity(ref="people/ada", name="Ada Quist", facts=(), **more):
    return Entity(
        EntityRef(ref), name, facts=tuple(facts), items_path=f"areas/{ref}/items.json", **more
    )


def source(one):
    return entity_source(one, one.ref, "", PAGE_WORDS)


def note(day, *lines):
    path = f"memory/{day}.md"
    blocks = tuple(
        Block(path, number, text, date.fromisoformat(day)) for number, text in enumerate(lines, 3)
    )
    return Source(path, "", note_documents(Note(path, date.fromisoformat(day), blocks)), path)


def ask(sources, question, **said):
    connection = build_in_memory(sources, ABOUT)
    return look_up(connection, Request(question, today=TODAY, **said))


def texts(answer):
    return [found.text for found in answer.results]


OLD = fact(
    1, "Works at Norbel", day=date(2024, 1, 1), status="superseded", superseded_by=FactId("f2")
)
NEW = fact(2, "Works at Tarnwick", day=date(2026, 2, 1))
ADA = entity(facts=[OLD, NEW])


def test_only_what_holds_now_answers():
    answer = ask([source(ADA)], "Where does Ada work?")

    assert texts(answer) == ["Works at Tarnwick"]
    assert answer.is_answered


def test_all_shows_what_was_replaced_below_what_replaced_it():
    answer = ask([source(ADA)], "Where does Ada work?", include_all=True)

    assert texts(answer) == ["Works at Tarnwick", "Works at Norbel"]
    assert [found.current for found in answer.results] == [True, False]


def test_as_of_shows_what_held_on_that_day():
    answer = ask([source(ADA)], "Where does Ada work?", as_of="2025-05-05")

    assert texts(answer) == ["Works at Norbel"]
    assert answer.results[0].current


def test_a_fact_that_has_run_out_is_not_current():
    stay = fact(1, "Stays in Da Lat", day=date(2026, 3, 1), valid_until=date(2026, 3, 8))

    assert not ask([source(entity(facts=[stay]))], "Is Ada in Da Lat?").results


def test_a_question_of_shared_weak_words_is_not_answered():
    answer = ask([source(ADA)], "What is the name of the harbour?")

    assert not answer.results
    assert not answer.is_answered


def test_a_named_person_alone_does_not_answer_what_nobody_wrote():
    answer = ask([source(ADA)], "What is Ada's shoe size?")

    assert not answer.is_answered


@pytest.mark.parametrize("question", ["Ada", "ada quist", "Quist"])
def test_a_name_alone_brings_what_is_known(question):
    assert ask([source(ADA)], question).is_answered


def test_a_slip_in_a_name_is_forgiven():
    assert texts(ask([source(ADA)], "Where does Qusit work?")) == ["Works at Tarnwick"]


def test_a_chinese_name_is_found_without_its_surname():
    known = entity("people/lin", "林若川", [fact(1, "现在在海图工作", day=date(2026, 1, 1))])

    assert ask([source(known)], "若川在哪里工作？").is_answered


def test_what_holds_of_the_user_answers_nothing_about_another():
    me = entity("people/me", "Ines", [fact(1, "Works at Tarnwick as a pilot")])
    ada = entity(facts=[fact(1, "Rows on Sundays")])

    assert not ask([source(me), source(ada)], "Where does Ada work?").is_answered
    assert ask([source(me), source(ada)], "Where do I work?").is_answered


def test_the_longer_name_is_meant():
    tom = entity("people/tom", "Tom", [fact(1, "Tom plays the cello")])
    little = entity("people/little-tom", "Little Tom", [fact(1, "Plays the flute")])

    assert texts(ask([source(tom), source(little)], "What does Little Tom play?")) == [
        "Plays the flute"
    ]


def test_another_word_for_the_attribute_answers():
    known = entity("people/lin", "林若川", [fact(1, "林若川是用户的直属经理")])

    assert ask([source(known)], "谁是我的上司？").is_answered


def test_notes_are_records_and_never_answer():
    answer = ask([note("2026-03-01", "Ada has bought a blue boat")], "What boat did Ada buy?")

    assert texts(answer) == ["Ada has bought a blue boat"]
    assert not answer.is_answered


def test_a_note_line_that_is_evidence_of_retired_facts_alone_is_left_out():
    quote = Evidence("memory/2024-01-01.md", 3, "Ada works at Norbel", date(2024, 1, 1))
    old = fact(
        1, "Works at Norbel", status="superseded", superseded_by=FactId("f2"), evidence=(quote,)
    )
    sources = [source(entity(facts=[old, NEW])), note("2024-01-01", "Ada works at Norbel")]

    assert texts(ask(sources, "Where does Ada work?")) == ["Works at Tarnwick"]


def test_a_fact_stands_for_the_line_in_which_it_was_read():
    quote = Evidence("memory/2026-03-01.md", 3, "Ada rows for the town", date(2026, 3, 1))
    rows = fact(1, "Is in the rowing team", evidence=(quote,))
    sources = [source(entity(facts=[rows])), note("2026-03-01", "Ada rows for the town")]

    assert texts(ask(sources, "What does Ada do for the town?")) == ["Is in the rowing team"]


def test_a_summary_line_is_current_only_while_its_facts_are():
    def summary(ids):
        return Summary(
            "s.md", "Ada", None, block="Works at Norbel on tides.", block_line=5,
            block_facts=tuple(map(FactId, ids)),
        )  # fmt: skip

    stale = entity(facts=[OLD, NEW], summary=summary(["f1"]))
    true = entity(facts=[fact(1, "Works at Norbel on maps and tides")], summary=summary(["f1"]))

    assert "Works at Norbel on tides." not in texts(ask([source(stale)], "Norbel tides"))
    assert "Works at Norbel on tides." in texts(ask([source(true)], "Norbel tides"))


def test_a_line_of_memory_md_that_states_a_retired_fact_is_not_current():
    lines = text_documents("- Works at Norbel\n- Likes tea\n", "tacit", PAGE_WORDS)
    tacit = Source("MEMORY.md", "", lines, "MEMORY.md")

    found = {f.text: f.current for f in ask([source(ADA), tacit], "Norbel tea").results}

    assert found == {"Works at Norbel": False, "Likes tea": True}


@pytest.mark.parametrize("line", ["[" * 9, "***", "\0\0"])
def test_a_line_of_memory_md_without_words_states_no_retired_fact(line):
    connection = build_in_memory([source(ADA)], ABOUT)
    found = look_up(connection, Request("Norbel", today=TODAY, include_all=True)).results[:1]
    found[0].kind, found[0].current, found[0].text, found[0].said = "tacit", True, line, ""

    mark_stale(connection, found)

    assert found[0].current


def test_a_line_of_memory_md_as_long_as_a_book_is_judged_without_a_question_to_the_cache():
    words = " ".join(f"w{number}" for number in range(20_000))
    lines = text_documents(f"- Works at Norbel {words}\n", "tacit", PAGE_WORDS)
    tacit = Source("MEMORY.md", "", lines, "MEMORY.md")
    connection = build_in_memory([source(ADA), tacit], ABOUT)
    asked = []
    connection.set_trace_callback(asked.append)

    found = look_up(connection, Request("Norbel", today=TODAY)).results

    assert [f.current for f in found if f.kind == "tacit"] in ([], [False])
    assert max(map(len, asked)) < 20_000


def test_the_answer_to_the_question_before_it_is_found():
    lines = [
        "Nora: where did you spend the summer?",
        "Ida: on a barge near Gent",
        "Nora: it rained",
    ]

    assert "Ida: on a barge near Gent" in texts(
        ask([note("2026-03-01", *lines)], "Where did Ida spend the summer?")
    )


def test_in_which_order_notes_were_read_changes_no_answer():
    notes = [
        note("2026-03-01", "下雨了", "木船漏水"),
        note("2026-03-04", "水很凉", "Ida rows", "木船修好了"),
        note("2026-03-09", "It rained"),
    ]
    answers = [
        [(f.text, f.score) for f in ask(order, "木船漏水了吗？").results]
        for order in (notes, notes[::-1], [notes[1], notes[0], notes[2]])
    ]

    assert answers[0]
    assert answers[0] == answers[1] == answers[2]


def test_equal_scores_stand_in_the_order_of_days_then_places():
    same = [note(day, "Rowed to the island") for day in ("2026-01-02", "2026-01-03", "2026-01-01")]

    days = [found.day for found in ask(same, "island").results]

    assert days == ["2026-01-03", "2026-01-02", "2026-01-01"]


def test_the_day_asked_for_comes_first():
    days = [note(f"2026-03-{n:02d}", "Rowed to the island") for n in range(1, 9)]

    assert ask(days, "What about the island on 3 March?").results[0].day == "2026-03-03"


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ({"layer": "notes"}, {"note"}),
        ({"layer": "graph"}, {"fact"}),
        ({"type": "people"}, {"fact"}),
        ({"entity": "people/ada"}, {"fact"}),
        ({"since": "2026-02-15"}, {"note"}),
        ({"until": "2026-02-15"}, {"fact"}),
    ],
    ids=str,
)
def test_a_call_can_be_narrowed_down(said, kinds):
    sources = [source(ADA), note("2026-03-01", "Ada works late at Tarnwick")]

    assert {f.kind for f in ask(sources, "Ada Tarnwick works", **said).results} == kinds


DAYS = st.dates(date(2026, 1, 1), date(2026, 1, 9))
MAYBE = st.none() | DAYS


@st.composite
def histories(draw):
    """Facts of one entity that say the same word, replaced in every way that there is."""
    found = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        status = draw(st.sampled_from(["active", "superseded", "retracted", "planned"]))
        after = draw(st.none() | st.integers(1, 5))
        days = draw(st.lists(DAYS, max_size=1))
        found.append(
            fact(
                number,
                f"lighthouse {number}",
                day=draw(MAYBE),
                status=status,
                superseded_by=None if after is None else FactId(f"f{after}"),
                superseded_at=draw(MAYBE),
                valid_until=draw(MAYBE),
                evidence=tuple(Evidence("memory/x.md", 1, "q", d) for d in days),
            )
        )
    return tuple(found)


@settings(max_examples=80, deadline=None)
@given(histories(), DAYS)
def test_recall_as_of_a_day_shows_exactly_the_facts_that_held_on_it(facts, day):
    answer = ask([source(entity(facts=facts))], "lighthouse", as_of=day.isoformat(), limit=50)

    assert {f.fact for f in answer.results} == {f.id for f in facts if holds_on(facts, f, day)}


@settings(max_examples=60, deadline=None)
@given(histories(), st.integers(-3, 12))
def test_what_is_current_is_never_retired_or_over(facts, shift):
    today = date(2026, 1, 1) + timedelta(days=shift)
    connection = build_in_memory([source(entity(facts=facts))], ABOUT)
    answer = look_up(connection, Request("lighthouse", today=today.isoformat(), limit=50))
    by_id = {f.id: f for f in facts}

    assert all(by_id[f.fact].is_active for f in answer.results)
    # What is announced for a later day waits for it, beside what holds until then.
    assert all(f.current or str(f.day) > today.isoformat() for f in answer.results)


@pytest.mark.parametrize(
    "question", ["\udcff Ada", "Ada " * 9000, "".join(map(chr, range(0x4E00, 0x8E00))), "\0Ada"],
    ids=["no text", "a page", "a page of Chinese", "a zero"],
)  # fmt: skip
def test_odd_questions_are_questions(question):
    refs = {found.entity for found in ask([source(ADA)], question).results}

    assert refs <= {ADA.ref}


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_question_can_be_asked(question):
    answer = ask([source(ADA)], question)

    assert {found.entity for found in answer.results} <= {ADA.ref}
    assert answer.results or not answer.is_answered


WORD = st.sampled_from(["Norbel", "Tarnwick", "Velmar", "office", "chair", "works", "lives"])
WORDS = st.lists(WORD, min_size=1, max_size=5)


@given(chain=st.lists(WORDS, min_size=2, max_size=6), question=WORDS)
def test_a_correction_always_stands_above_what_it_corrected(chain, question):
    last = len(chain)
    rows = [
        fact(
            number,
            f"{' '.join(words)} {number}",
            day=date(2026, 1, number),
            status="superseded" if number < last else "active",
            superseded_by=FactId(f"f{number + 1}") if number < last else None,
        )
        for number, words in enumerate(chain, 1)
    ]

    found = ask([source(entity(facts=rows))], " ".join(question), include_all=True, limit=20)

    ids = [one.fact for one in found.results]
    assert ids == sorted(ids, key=lambda i: -int(i[1:]))
    assert not ids or ids[0] == f"f{last}"


def test_diversity_puts_something_new_before_what_repeats():
    rows = [
        fact(1, "Ada paints harbours in oil on wood"),
        fact(2, "Ada paints harbours in oil on linen"),
        fact(3, "Ada paints ships and dogs for banks"),
    ]
    sources = [source(entity(facts=rows))]

    plain = texts(ask(sources, "What does Ada paint?", limit=3))
    diverse = texts(ask(sources, "What does Ada paint?", limit=3, mmr=True))

    assert plain[:2] == [row.text for row in rows[:2]]
    assert diverse[0] == plain[0]
    assert diverse.index(rows[2].text) < diverse.index(rows[1].text)


@given(limit=st.integers(1, 6))
def test_diversity_reorders_and_invents_nothing(limit):
    rows = [
        fact(n, f"Ada keeps {n} hens in the {place}")
        for n, place in enumerate(("barn", "yard", "attic"), 1)
    ]
    sources = [source(entity(facts=rows))]

    diverse = texts(ask(sources, "Where does Ada keep hens?", limit=limit, mmr=True))

    assert len(diverse) == len(set(diverse)) <= limit
    assert set(diverse) <= set(texts(ask(sources, "Where does Ada keep hens?", limit=9)))


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("When did Katarzina move?", True),
        ("When did Katrazyna move?", True),
        ("When did Katarzynowa move?", False),
        ("what is a katarzina?", False),
    ],
)
def test_a_slip_in_a_name_of_a_note_is_forgiven_where_it_can_be_one_name_only(question, found):
    sources = [note("2026-01-30", "Katarzyna came to Lisbon", "Rain again")]

    assert bool(texts(ask(sources, question))) is found


def test_what_replaced_a_fact_answers_what_the_fact_answered():
    first = Fact(FactId("f1"), "the childminder is Ruth, Tuesdays and Thursdays", date(2026, 1, 5),
                 status="superseded", superseded_by=FactId("f2"))  # fmt: skip
    second = Fact(FactId("f2"), "Ruth can do Tuesdays only", date(2026, 3, 5))
    ruth = Entity(EntityRef("people/ruth"), "Ruth", facts=(first, second), items_path="r.json")
    connection = build_in_memory([entity_source(ruth, "people/ruth", "", PAGE_WORDS)], ABOUT)

    found = look_up(
        connection, Request("Which days does the childminder have?", today="2026-04-01")
    )

    assert [(f.text, f.current) for f in found.results] == [(second.text, True)]


MINE = entity("people/me", "me", [fact(1, "Takes the bus to the dairy"), fact(2, "Has a bad knee")])


def test_a_name_of_nobody_in_memory_is_taken_for_the_user_and_answers_nothing():
    answer = ask([source(MINE)], "Does Tamsin take the bus?")

    assert texts(answer)[0] == "Takes the bus to the dairy"
    assert (answer.nobody, answer.is_answered) == ("Tamsin", False)


@pytest.mark.parametrize("question", ["What's my bus?", "Where's the bus?", "When’s the bus?"])
def test_a_word_of_a_question_with_an_apostrophe_is_nobodys_name(question):
    answer = ask([source(MINE)], question)
    assert (answer.nobody, answer.is_answered) == (None, True)


@pytest.mark.parametrize("question", ["Which bus goes to Tamsin?", "Is TAMSIN a bus?", "Tamsin"])
def test_a_place_or_a_name_alone_is_not_taken_for_the_user(question):
    assert ask([source(MINE)], question).nobody is None


def test_a_name_that_stands_in_the_files_is_never_taken_for_the_user():
    answer = ask([source(MINE), note("2026-02-02", "met Tamsin")], "Does Tamsin take the bus?")

    assert answer.nobody is None


@pytest.mark.parametrize(
    ("name", "question"),
    [("Tamsin Roe", "Who is Tamsin's dentist?"), ("罗天心", "罗天心的 dentist 是谁？")],
    ids=["en", "zh"],
)
def test_what_is_the_users_by_name_is_found_wherever_it_stands(name, question):
    me = entity("people/me", name, [fact(1, "Never liked a dentist, or the bus to one")])
    other = entity("people/bo", "Bo Arlund", [fact(1, "The dentist is Bo Arlund")])

    assert texts(ask([source(me), source(other)], question))[0] == "The dentist is Bo Arlund"


@pytest.mark.parametrize(
    ("question", "day"),
    [("1月20日时售价多少？", "2026-01-20"), ("What did it sell at on 20 January?", "2026-01-20")],
)
def test_the_day_that_is_looked_back_to_is_not_asked_for(question, day):
    words = asking_words(build_in_memory([], ABOUT))
    terms = Question(question, words, as_of=day).terms

    assert not {"20", "月", "日", "januari", "#01", "#01-20"} & {*terms}
    assert Question("20 January?", words, as_of=day).terms


def test_words_written_down_in_portions_find_the_same(monkeypatch):
    told = [entity(f"people/p{n}", f"Pia {n}", [fact(n, f"Plays {n} chess")]) for n in range(9)]
    whole = ask(map(source, told), "Who plays chess?")
    monkeypatch.setattr(batches, "_AT_ONCE", 2)
    monkeypatch.setattr(building, "_WORDS_OF", 3)

    parts = ask(map(source, told), "Who plays chess?")

    assert len(whole.results) == len(told)
    assert [(f.text, f.score) for f in parts.results] == [(f.text, f.score) for f in whole.results]


def test_what_reaches_from_one_word_into_the_next_is_no_word_that_memory_lacks():
    kept, question = "五菱写成一万六,其实是一万七千五", "那辆五菱总共花了多少钱?"
    filler = [fact(n, f"第{n}件事记在这里") for n in range(2, 30)]
    me = source(entity("people/me", "Me", [fact(1, kept), *filler]))
    first = ask([me], question, me="people/me").results[0]
    assert first.text == kept
    assert first.share > 0.3


def test_the_lines_of_a_day_are_about_many_things_and_turns_about_one():
    said = ["the lake trip is planned", "and bring the tent"]
    day = ask([note("2026-05-01", *said)], "lake trip tent").results
    turns = ask([note("2026-05-01", *(f"Nora: {s}" for s in said))], "lake trip tent").results
    assert day[0].parts["topic"] * 2 < turns[0].parts["topic"]


def test_a_word_of_one_character_finds_where_few_lines_hold_it():
    sources = [
        source(entity(facts=[fact(1, "爸出院后住到我这儿来了。")])),
        note("2026-03-04", "爸住院第二天", "粥他嫌淡"),
    ]
    assert "爸出院后住到我这儿来了。" in texts(ask(sources, "爸住在哪儿"))
