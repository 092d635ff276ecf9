"""Moving facts as laws: nothing is forgotten, and each held where it stands now, and only there."""

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.graph.applying import apply_to_graph
from memctl.graph.entity import EntityRef
from memctl.graph.fact import SUPERSEDED, Evidence, Fact, FactId
from memctl.graph.graph import make_graph
from memctl.graph.history import holds_on
from memctl.graph.plan import AddFact, Plan, RetireFact
from memctl.rules.filing.moving import Going, left_behind, plan_move, turned
from memctl.rules.ingest import plan_ingest
from memctl.rules.review import make_question, plan_accepted
from tests.helpers.pairs import candidate, entity, fact, shipped

DAY = date(2026, 2, 1)
HERE, THERE = EntityRef("people/dr-quay"), EntityRef("people/lea")
WORDS = (
    "Lea takes 50 mg of sertraline",
    "小满住在杭州",
    "Rents the flat in Elm Road",
    "Plays the oboe in a quartet",
    "The deposit is 900 euros",
)
OTHERS = ("Keeps bees on the roof", "Was born in Faro", "小满在合唱团唱歌")
days = st.dates(date(2025, 1, 1), date(2026, 1, 1))


@st.composite
def histories(draw):
    """Rows of which some were replaced by the one behind them."""
    texts = draw(st.lists(st.sampled_from(WORDS), min_size=1, unique=True))
    when = sorted(draw(st.lists(days, min_size=len(texts), max_size=len(texts))))
    rows = []
    for at, (text, day) in enumerate(zip(texts, when, strict=True), 1):
        is_gone = at < len(texts) and draw(st.booleans())
        place = Evidence(f"memory/{day}.md", 1, text, day)
        rows.append(
            Fact(
                FactId(f"q-{at}"),
                text,
                timestamp=day.isoformat(),
                day=day,
                status=SUPERSEDED if is_gone else "active",
                superseded_by=FactId(f"q-{at + 1}") if is_gone else None,
                evidence=draw(st.sampled_from([(), (place,)])),
                valid_until=draw(st.none() | st.just(day + timedelta(days=40))),
            )
        )
    return tuple(rows)


@st.composite
def moves(draw):
    """Some rows on their way, each with what replaced it."""
    rows = draw(histories())
    told = draw(st.lists(st.sampled_from(OTHERS), unique=True))
    known = tuple(fact(text, "2025-02-01", n) for n, text in enumerate(told, 1))
    source, target = entity(HERE, *rows), entity(THERE, *known)
    gone = set(draw(st.lists(st.sampled_from([f.id for f in rows]), min_size=1)))
    for row in rows:
        gone |= {row.superseded_by} if row.id in gone and row.superseded_by else set()
    facts = tuple(f for f in rows if f.id in gone)
    graph = make_graph({HERE: source, THERE: target})
    return Going(graph, source, target, facts, ({},) * len(facts), {})


def after(going):
    plan = plan_move(going, shipped(), me=EntityRef("people/me"))
    return plan, apply_to_graph(going.graph, plan)


def held(facts, row):
    begin = date(2024, 12, 31)
    return [n for n in range(0, 500, 3) if holds_on(facts, row, begin + timedelta(days=n))]


@settings(max_examples=60, deadline=None)
@given(going=moves())
def test_no_row_is_lost_and_each_says_what_it_said(going):
    _, graph = after(going)

    here, there = graph.get(HERE).facts, graph.get(THERE).facts
    assert [(f.id, f.text) for f in here] == [(f.id, f.text) for f in going.source.facts]
    assert there[: len(going.target.facts)] == going.target.facts
    assert [f.text for f in there[len(going.target.facts) :]] == [f.text for f in going.facts]
    assert len({f.id for f in there}) == len(there)


@settings(max_examples=60, deadline=None)
@given(going=moves())
def test_what_was_moved_held_there_as_it_had_here_and_here_on_no_day(going):
    _, graph = after(going)

    here, there = graph.get(HERE), graph.get(THERE)
    for old in going.facts:
        left = here.fact(old.id)
        new = there.fact(left.moved_to.rpartition("#")[2])
        assert held(there.facts, new) == held(going.source.facts, old)
        assert held(here.facts, left) == []


@settings(max_examples=60, deadline=None)
@given(going=moves())
def test_what_stays_holds_as_before(going):
    _, graph = after(going)

    gone = {f.id for f in going.facts}
    here = graph.get(HERE)
    for row in (f for f in going.source.facts if f.id not in gone):
        assert here.fact(row.id) == row


@settings(max_examples=60, deadline=None)
@given(going=moves())
def test_no_pointer_leads_out_of_a_file(going):
    _, graph = after(going)

    for found in graph:
        ids = {f.id for f in found.facts}
        assert {f.superseded_by for f in found.facts if f.superseded_by} <= ids


@settings(max_examples=40, deadline=None)
@given(going=moves())
def test_what_was_read_before_is_not_filed_again(going):
    _, graph = after(going)
    read = [
        candidate(HERE, e.quote, e.day.isoformat()) for f in going.facts for e in f.evidence[:1]
    ]

    plan = plan_ingest(graph, read, shipped(), today=DAY)

    assert [c for c in plan.changes if isinstance(c, AddFact | RetireFact)] == []


@given(going=moves())
def test_only_a_row_whose_successor_stays_is_left_behind(going):
    assert left_behind(going.graph, going.source, going.target, going.facts) is None
    alone = [f for f in going.facts if f.superseded_by]
    assert all(left_behind(going.graph, going.source, going.target, [f]) is f for f in alone)


# Questions.

ROWS = (fact("Lives in Lisbon", "2026-01-01", 1), fact("Lives in Porto", "2026-01-01", 2))


def going_with(*ids):
    source = entity(HERE, *ROWS)
    graph = make_graph({HERE: source, THERE: entity(THERE)})
    facts = tuple(f for f in ROWS if f.id in ids)
    return Going(graph, source, graph.get(THERE), facts, ({},) * len(facts), {})


def asked(after_row, *more):
    gone = RetireFact(HERE, FactId("f-001"), SUPERSEDED, after_row)
    texts = ["Lives in Lisbon", "Lives in Porto"]
    return make_question("contested", HERE, "which?", accept=(*more, gone), texts=texts)


def test_a_question_with_its_own_answer_follows():
    new = AddFact(HERE, fact("Lives in Porto", "2026-01-02", 9))
    going = going_with("f-001")
    plan, graph = after(going)

    answers, (question,) = turned([asked(new.fact.id, new)], going, plan, DAY)
    accepted = apply_to_graph(graph, plan_accepted(graph, question, day=DAY))

    assert [a.kind for a in answers] == ["rejected"]
    old, successor = accepted.get(THERE).facts
    assert (old.superseded_by, successor.text) == (successor.id, "Lives in Porto")
    assert accepted.get(HERE).facts == graph.get(HERE).facts


def test_a_question_of_two_rows_follows_both_and_ends_between_one_and_another():
    both, alone, other = going_with("f-001", "f-002"), going_with("f-001"), going_with("f-002")
    question = asked(FactId("f-002"))

    told = [turned([question], going, after(going)[0], DAY)[1] for going in (both, alone, other)]

    assert [[q.entity for q in found] for found in told] == [[THERE], [], []]
    same = make_question("contested", THERE, "which?", texts=["Lives in Lisbon", "Lives in Porto"])
    assert told[0][0].id == same.id


def test_a_question_about_another_row_is_left_alone():
    going = going_with("f-002")
    elsewhere = make_question("gone-line", HERE, "gone?", accept=(RetireFact(HERE, "x", "y"),))

    assert turned([elsewhere], going, after(going)[0], DAY) == ((), ())
    assert turned([asked(None)], going, Plan(), DAY) == ((), ())
