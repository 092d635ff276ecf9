from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.graph.applying import apply_to_graph
from memctl.graph.fact import Evidence
from memctl.graph.graph import make_graph
from memctl.graph.history import holds_on
from memctl.graph.plan import AddEvidence, AddFact, CreateEntity, Plan, RetireFact
from memctl.rules.ingest import plan_ingest
from memctl.rules.review import plan_accepted
from tests.helpers.pairs import candidate, entity, fact, pairs, shipped

TODAY = date(2026, 2, 1)
LEXICON = shipped()


def graph_of(*entities):
    return make_graph({e.ref: e for e in entities})


def ingest(graph, *candidates, **how):
    return plan_ingest(graph, candidates, LEXICON, today=TODAY, **how)


def added(plan):
    return [c for c in plan.changes if isinstance(c, AddFact)]


def retired(plan):
    return [c for c in plan.changes if isinstance(c, RetireFact)]


TILDA = entity("people/tilda", fact("Tilda lives in Porto", "2025-01-01"))
ME = entity("people/me", name="Uwe")
MARTA = entity(
    "people/marta",
    fact("Marta is the user's direct manager at Blue Fern", "2025-06-15", category="relationship"),
)
FERN = entity("companies/blue-fern", fact("The user works at Blue Fern", "2025-06-01"))


def test_an_update_puts_the_successor_beside_what_it_retires():
    read = candidate("people/tilda", "Tilda moved to Braga", "2025-09-01")

    plan = ingest(graph_of(TILDA), read)

    [new], [old] = added(plan), retired(plan)
    assert (new.entity, new.fact.id, new.fact.evidence) == (TILDA.ref, "f-002", (read.evidence,))
    assert (old.fact_id, old.status, old.superseded_by) == ("f-001", "superseded", "f-002")
    assert old.superseded_reason is None


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        (
            "Tilda is coeliac, works at Norbel and drives a Skoda",
            "Tilda works at Quaymark now",
            {"Tilda is coeliac", "Tilda: drives a Skoda"},
        ),
        ("Tilda对虾过敏，住在无锡", "Tilda搬到苏州了", {"Tilda对虾过敏"}),
        ("Tilda lives in Porto, near the sea", "Tilda moved to Braga", set()),
    ],
)
def test_what_a_row_says_besides_stays_when_one_part_is_replaced(old, new, left):
    tilda = entity("people/tilda", fact(old, "2025-01-01"))
    read = candidate("people/tilda", new, "2025-09-01")

    plan = ingest(graph_of(tilda), read)
    after = apply_to_graph(graph_of(tilda), plan)
    told = {f.text: f for f in after.get("people/tilda").facts if f.is_active}

    assert told.keys() == {new, *left}
    assert all(told[text].day == date(2025, 1, 1) for text in left)
    assert ingest(after, read).changes == ()


def test_what_stays_of_a_row_has_neither_its_ids_nor_its_end():
    row = fact("Tilda is coeliac, works at Norbel until 2025-12-31", "2025-01-01")
    said = date(2025, 3, 1)
    whole = replace(row, former_id=("f-009",), valid_until=date(2025, 12, 31), confirmed_at=said)
    read = candidate("people/tilda", "Tilda works at Quaymark now", "2025-09-01")

    plan = ingest(graph_of(entity("people/tilda", whole)), read)
    [rest] = [c.fact for c in added(plan) if c.fact.text == "Tilda is coeliac"]

    assert (rest.former_id, rest.valid_until, rest.confirmed_at) == ((), None, None)
    assert (rest.day, rest.evidence) == (whole.day, whole.evidence)


def test_a_repetition_adds_evidence_and_keeps_the_words_and_the_oldest_day():
    earlier = candidate("people/tilda", "Tilda is living in Porto", "2024-11-01")

    plan = ingest(graph_of(TILDA), earlier)
    row = apply_to_graph(graph_of(TILDA), plan).get("people/tilda").facts[0]

    assert [type(c) for c in plan.changes] == [AddEvidence]
    assert (row.text, row.day) == ("Tilda lives in Porto", date(2024, 11, 1))


def test_one_note_repeated_thirty_times_is_one_row_with_five_evidences():
    days = [date(2025, 2, 1) + timedelta(days=n) for n in range(30)]
    read = [candidate("people/tilda", "Tilda lives in Porto", d.isoformat()) for d in days]

    after = apply_to_graph(graph_of(TILDA), ingest(graph_of(TILDA), *read))

    assert [len(f.evidence) for f in after.get("people/tilda").facts] == [5]


def test_candidates_of_one_run_see_each_other():
    first = candidate("people/tilda", "Tilda moved to Braga", "2025-09-01")
    second = candidate("people/tilda", "Tilda moved to Faro", "2025-11-01")

    after = apply_to_graph(graph_of(TILDA), ingest(graph_of(TILDA), second, first))

    assert [f.text for f in after.get("people/tilda").facts if f.is_active] == [second.text]


def test_old_information_in_a_new_note_becomes_history():
    read = candidate("people/tilda", "Tilda lives in Faro", "2019-05-01")

    [change] = ingest(graph_of(TILDA), read).changes

    assert (change.fact.status, change.fact.superseded_by) == ("superseded", "f-001")


def test_an_end_is_told_with_its_reason_and_day():
    band = entity("people/tilda", fact("Tilda plays the bass in a band", "2025-01-01"))
    read = candidate("people/tilda", "Tilda quit the band", "2025-09-01")

    [old] = retired(ingest(graph_of(band), read))

    assert (old.superseded_reason, old.superseded_at) == ("ended", date(2025, 9, 1))


def test_a_correction_retracts_and_says_what_is_true():
    read = candidate("people/tilda", "I was wrong: Tilda lives in Braga", "2025-09-01")

    [old] = retired(ingest(graph_of(TILDA), read))

    assert (old.status, old.superseded_by, old.superseded_reason) == (
        "retracted",
        "f-002",
        "retracted",
    )


def test_what_is_contested_writes_no_row_and_asks_once():
    read = candidate("people/tilda", "Tilda lives in Braga", "2025-01-01")

    plan = ingest(graph_of(TILDA), read)
    again = ingest(graph_of(TILDA), read, decisions=plan.changes)

    assert not added(plan)
    assert [q.kind for q in plan.questions] == ["contested"]
    assert again.questions == plan.questions
    assert again.is_empty


def test_accepting_a_contested_question_replaces():
    read = candidate("people/tilda", "Tilda lives in Braga", "2025-01-01")
    graph = graph_of(TILDA)
    [question] = ingest(graph, read).questions

    after = apply_to_graph(graph, plan_accepted(graph, question, day=TODAY))

    assert [f.text for f in after.get("people/tilda").facts if f.is_active] == [read.text]


def test_a_name_that_fits_two_entities_writes_nothing():
    read = candidate(
        "people/tilda",
        "Tilda likes tea",
        "2025-09-01",
        ambiguous=("people/tilda-a", "people/tilda-b"),
    )

    plan = ingest(graph_of(TILDA), read)

    assert not added(plan)
    assert [q.kind for q in plan.questions] == ["ambiguous"]


def test_how_the_user_works_is_proposed_for_the_tacit_file():
    read = candidate("people/me", "I want short answers", "2025-09-01", kind="tacit")

    plan = ingest(graph_of(ME), read)

    assert not added(plan)
    assert [(q.kind, q.entity) for q in plan.questions] == [("tacit", "MEMORY.md")]


def test_refused_candidates_leave_no_trace():
    read = candidate("people/tilda", "Tilda is late", "2025-09-01", accepted=False, reason="hedge")

    assert ingest(graph_of(TILDA), read) == Plan()


def test_a_plain_new_name_becomes_an_entity():
    read = candidate("people/otis", "Otis is Tilda's brother", "2025-09-01", is_new=True)

    plan = ingest(graph_of(TILDA), read)

    assert [type(c) for c in plan.changes] == [CreateEntity, AddFact]
    assert added(plan)[0].fact.id == "otis-001"


def test_a_row_names_who_is_new_with_it():
    text = "Blue Fern has a new cellist, Otis Varga"
    told = candidate("companies/blue-fern", text, "2026-01-05")
    new = replace(told, entity="people/otis-varga", entity_name="Otis Varga", is_new=True)

    plan = ingest(graph_of(FERN), told, new)

    [row] = added(plan)
    assert row.fact.related == ("people/otis-varga",)
    assert [c.entity for c in plan.changes if isinstance(c, CreateEntity)] == [*row.fact.related]
    assert ingest(apply_to_graph(graph_of(FERN), plan), told, new).changes == ()


def test_a_row_names_nobody_who_gets_no_page():
    me = entity("people/me", fact("隔壁陶叔说他降压药一天吃三顿", "2025-01-01"), name="Uwe")
    told = candidate("people/tao-shu", "陶叔的药减成两顿了", "2025-03-01", is_new=True)

    plan = ingest(graph_of(me), replace(told, entity_name="陶叔", is_plain=False))

    assert [(c.entity, c.fact.related) for c in added(plan)] == [("people/me", ())]


def test_a_less_plain_name_waits_until_it_is_seen_again():
    how = {"is_new": True, "is_plain": False}
    first = candidate("people/otis", "Otis likes tea", "2025-09-01", **how)
    second = candidate("people/otis", "Otis works at Blue Fern", "2025-10-01", **how)

    waiting = ingest(graph_of(TILDA), first)
    later = ingest(graph_of(TILDA), second, decisions=waiting.changes)

    assert not added(waiting)
    assert [c.fact.text for c in added(later)] == [first.text, second.text]


def test_a_name_that_was_asked_about_is_taken_up_where_it_comes_again_in_passing():
    how = {"is_new": True, "is_plain": False}
    first = candidate("people/otis", "Otis likes tea", "2025-09-01", **how)
    again = candidate("people/otis", "Otis was late", "2025-10-01", **how)

    waiting = ingest(graph_of(TILDA), first)
    passing = replace(again, accepted=False, reason="not-durable")
    later = ingest(graph_of(TILDA), passing, decisions=waiting.changes)

    assert [c.fact.text for c in added(later)] == [first.text]


def test_leaving_a_company_ends_the_employer_and_the_manager_there():
    graph = graph_of(ME, MARTA, FERN)
    read = candidate("people/me", "I left Blue Fern", "2026-01-15")

    plan = ingest(graph, read)

    assert {(r.entity, r.fact_id) for r in retired(plan)} == {
        ("people/marta", "f-001"),
        ("companies/blue-fern", "f-001"),
    }


def test_a_manager_whose_company_is_not_named_is_asked_about():
    boss = entity("people/marta", fact("Marta is the user's manager", "2025-06-15"))
    read = candidate("people/me", "I left Blue Fern", "2026-01-15")

    plan = ingest(graph_of(ME, boss, FERN), read)

    assert [r.entity for r in retired(plan)] == ["companies/blue-fern"]
    assert [(q.kind, q.entity) for q in plan.questions] == [("follows", "people/marta")]


def test_a_new_manager_retires_the_old_one_where_that_is_stored():
    read = candidate("people/otis", "The user reports to Otis", "2026-01-20", is_new=True)

    plan = ingest(graph_of(ME, MARTA), read)

    assert [(c.entity, c.fact.text) for c in added(plan)] == [
        ("people/marta", read.text),
        ("people/otis", read.text),
    ]
    assert [r.entity for r in retired(plan)] == ["people/marta"]


def test_a_fact_that_was_taken_back_does_not_come_back_from_the_same_note():
    place = Evidence("memory/2025-01-01.md", 1, "Tilda lives in Porto")
    row = fact("Tilda lives in Porto", "2025-01-01", status="retracted", evidence=(place,))

    plan = ingest(
        graph_of(entity("people/tilda", row)),
        candidate("people/tilda", "Tilda lives in Porto", "2025-01-01"),
    )

    assert plan.is_empty


# Laws.

REFS = ("people/tilda", "people/me", "companies/blue-fern")
texts = st.sampled_from([p[side]["fact"] for p in pairs()[::3] for side in ("old", "new")])
days = st.none() | st.dates(date(2025, 1, 1), date(2026, 1, 1)).map(date.isoformat)
rows = st.builds(
    lambda text, day, source: (text, day, source),
    texts,
    days,
    st.sampled_from(["manual", "daily-note", "inferred"]),
)


@st.composite
def graphs(draw):
    found = []
    for ref in REFS:
        known = draw(st.lists(rows, max_size=3))
        facts = [fact(t, d, n, source=s) for n, (t, d, s) in enumerate(known, 1)]
        found.append(entity(ref, *facts))
    return graph_of(*found)


@st.composite
def candidates(draw):
    read = draw(st.lists(st.tuples(st.sampled_from(REFS), texts, days), max_size=4))
    return [candidate(ref, text, day, line) for line, (ref, text, day) in enumerate(read, 1)]


@settings(max_examples=60, deadline=None)
@given(graph=graphs(), read=candidates())
def test_twice_is_once(graph, read):
    plan = ingest(graph, *read)
    after = apply_to_graph(graph, plan)

    again = ingest(after, *read, decisions=[c for c in plan.changes if hasattr(c, "subject")])

    assert again.changes == ()


@settings(max_examples=60, deadline=None)
@given(graph=graphs(), read=candidates())
def test_nothing_is_ever_forgotten(graph, read):
    after = apply_to_graph(graph, ingest(graph, *read))

    for old, new in zip(graph, after, strict=True):
        assert [f.id for f in old.facts] == [f.id for f in new.facts[: len(old.facts)]]
        assert [f.text for f in old.facts] == [f.text for f in new.facts[: len(old.facts)]]


@settings(max_examples=60, deadline=None)
@given(graph=graphs(), read=candidates())
def test_a_fact_and_its_successor_never_hold_on_one_day(graph, read):
    after = apply_to_graph(graph, ingest(graph, *read))

    for found in after:
        for n in range(0, 400, 7):
            day = date(2025, 1, 1) + timedelta(days=n)
            holding = [f for f in found.facts if holds_on(found.facts, f, day)]
            ids = {f.id for f in holding}
            assert not any(f.superseded_by in ids for f in holding)


@settings(max_examples=40, deadline=None)
@given(graph=graphs(), read=candidates(), data=st.data())
def test_the_order_of_candidates_does_not_matter(graph, read, data):
    shuffled = data.draw(st.permutations(read))

    assert ingest(graph, *read) == ingest(graph, *shuffled)


@settings(max_examples=40, deadline=None)
@given(graph=graphs(), read=candidates())
def test_an_undated_candidate_retires_no_dated_row(graph, read):
    plan = ingest(graph, *(c for c in read if c.day is None))

    for change in retired(plan):
        assert graph.get(change.entity).fact(change.fact_id).day is None


def test_an_empty_plan_changes_nothing():
    graph = graph_of(TILDA, ME)

    assert apply_to_graph(graph, Plan()) == graph


def test_a_statement_about_one_entity_replaces_a_row_at_another_that_it_names():
    kite = entity(
        "projects/kite", fact("The deadline of the Kite demo is 15 November", "2025-01-01")
    )
    read = candidate("people/tilda", "Tilda moved the Kite demo to 29 November", "2025-06-01")

    plan = ingest(graph_of(TILDA, kite), read)

    assert [(r.entity, r.fact_id) for r in retired(plan)] == [("projects/kite", "f-001")]
    assert {c.entity for c in added(plan)} == {"projects/kite", "people/tilda"}


def test_a_name_alone_joins_no_two_statements():
    kite = entity("projects/kite", fact("Tilda leads Kite", "2025-01-01"))
    read = candidate("people/tilda", "Tilda moved to Braga, Kite comes along", "2025-06-01")

    plan = ingest(graph_of(TILDA, kite), read)

    assert "projects/kite" not in {r.entity for r in retired(plan)}


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("I live in Braga", "Chatted with the neighbour, she moved to Porto"),
        ("I live in Braga", "Chatted with my neighbour, she moved to Porto"),
        ("I work at Blue Fern as a potter", "Talked with a friend, he works at Red Moss now"),
        ("I work at Blue Fern", "He works at Red Moss now"),
        ("我在蓝蕨陶艺做设计师", "和老同学聊天，他现在在红苔银行工作"),
    ],
)
def test_what_he_or_she_does_retires_nothing_of_the_users(mine, theirs):
    me = entity("people/me", fact(mine, "2025-06-01"), name="Uwe")

    plan = ingest(graph_of(me), candidate("people/me", theirs, "2025-09-01"))

    assert not retired(plan)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Braga", "Talked with the landlord, he let me go, so I moved to Porto"),
        ("I work at Blue Fern", "She kept her word, and I work at Red Moss now"),
        ("My neighbour, she lives in Braga", "Met the neighbour, she moved to Porto"),
    ],
)
def test_what_changes_for_the_user_beside_them_does(old, new):
    me = entity("people/me", fact(old, "2025-06-01"), name="Uwe")

    plan = ingest(graph_of(me), candidate("people/me", new, "2025-09-01"))

    assert len(retired(plan)) == 1
