from dataclasses import dataclass
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.graph import Graph, make_graph
from memctl.language.lexicon import parse_lexicon
from memctl.language.questions import STANDINGS
from memctl.resources import lexicon_texts
from memctl.rules.profile import ORDER, facts_of_user, fitted, profile, who_first
from tests.helpers.pairs import entity, fact, shipped

TODAY = "2026-02-01"


@dataclass(frozen=True)
class Known:
    text: str
    category: str | None = None
    day: str | None = None
    until: str | None = None
    standing: str = "ordinary"


days = st.none() | st.dates().map(str)
facts = st.builds(
    Known,
    st.text(),
    st.sampled_from([*ORDER, "gossip", None]),
    days,
    days,
    st.sampled_from(STANDINGS),
)


def texts(found):
    return [f.text for f in found]


def test_what_began_within_a_month_or_will_end_is_recent():
    found = [
        Known("lives in Porto", "status", "2025-03-01"),
        Known("works at Harbor", "status", "2026-01-19"),
        Known("is in Faro", "status", "2025-12-20", "2026-02-09"),
        Known("is allergic to penicillin", "context"),
    ]

    static, recent = profile(found, TODAY)

    assert texts(static) == ["lives in Porto", "is allergic to penicillin"]
    assert texts(recent) == ["works at Harbor", "is in Faro"]


def test_what_lasts_goes_by_category_and_the_newest_comes_first():
    found = [
        Known("likes tea", "preference", "2025-02-01"),
        Known("likes rain", "preference", "2025-03-01"),
        Known("has a sister", "relationship", "2020-01-01"),
        Known("says little", "gossip", "2025-01-01"),
    ]

    static, _ = profile(found, TODAY)

    assert texts(static) == ["says little", "likes rain", "likes tea", "has a sister"]


def test_of_the_user_are_their_own_facts_and_the_ties_of_others_to_them():
    me, mina = EntityRef("people/me"), EntityRef("people/mina")
    rows = (
        Fact(FactId("mina-001"), "Mina is the user's sister", category="relationship"),
        Fact(FactId("mina-002"), "Mina lives in Lisbon", category="status"),
    )
    own = Fact(FactId("me-001"), "The user lives in Porto", category="status")
    gone = Fact(FactId("me-002"), "The user lives in Faro", status="retracted")
    entities = {
        mina: Entity(mina, "Mina", facts=rows),
        me: Entity(me, "me", facts=(own, gone)),
    }

    found = facts_of_user(
        Graph(entities), entities[me], date(2026, 2, 1), parse_lexicon(lexicon_texts())
    )

    assert [fact.id for _, fact, _ in found] == ["me-001", "mina-001"]


def of_user(*entities):
    graph = make_graph({e.ref: e for e in entities})
    return facts_of_user(graph, entities[0], date(2026, 2, 1), shipped())


def test_what_is_vital_of_a_child_belongs_to_the_user_wherever_the_tie_stands():
    mia = entity("people/mia", fact("Mia is allergic to peanuts", "2026-01-05", 1))
    yu = entity("people/小宇", fact("小宇有哮喘", "2026-01-05", 1))
    me = entity(
        "people/me",
        fact("My daughter Mia is seven", "2026-01-05", 1),
        fact("我女儿小宇上一年级", "2026-01-05", 2),
    )
    stranger = entity("people/ivo", fact("Ivo is allergic to cats", "2026-01-05", 1))

    told = [fact.text for _, fact, _ in of_user(me, mia, yu, stranger)]

    assert told[2:] == ["Mia is allergic to peanuts", "小宇有哮喘"]


def test_what_is_vital_is_told_though_it_is_in_doubt():
    me = entity(
        "people/me",
        fact("The user takes Veltrane 50mg at night", "2025-01-05", 1),
        fact("The user stopped the Veltrane", "2026-01-05", 2),
    )

    assert next((f.id, doubted) for _, f, doubted in of_user(me)) == ("f-001", True)


def test_a_month_before_january_is_december():
    assert texts(profile([Known("x", day="2025-12-20")], "2026-01-15")[1]) == ["x"]


def test_what_is_vital_lasts_and_is_told_first_and_what_passed_last():
    found = [
        Known("watched a film", day="2026-01-30", standing="passing"),
        Known("likes tea", day="2026-01-20"),
        Known("lives in Porto", day="2025-01-20", standing="core"),
        Known("is allergic to nuts", day="2026-01-10", standing="vital"),
        Known("prefers trains", day="2024-01-10"),
        Known("bought boots", day="2024-02-10", standing="passing"),
    ]

    static, recent = profile(found, TODAY)

    assert texts(static) == [
        "is allergic to nuts", "lives in Porto", "prefers trains", "bought boots"
    ]  # fmt: skip
    assert texts(recent) == ["likes tea", "watched a film"]
    assert who_first(static) == 2


@given(st.lists(facts))
def test_each_fact_is_told_once(found):
    static, recent = profile(found, TODAY)

    assert sorted(map(id, static + recent)) == sorted(map(id, found))


@given(st.lists(st.integers(1, 50)), st.lists(st.integers(1, 50)), st.integers(0, 300))
def test_the_budget_holds_and_the_first_come_first(static, recent, budget):
    kept, few = fitted(static, recent, budget, float)

    assert sum(kept) + sum(few) <= budget
    assert (kept, few) == (static[: len(kept)], recent[: len(few)])


def test_what_counts_most_is_served_before_what_is_recent():
    assert fitted([3, 3, 3], [1] * 9, 6, float, first=2) == ([3, 3], [])


def test_what_is_recent_does_not_push_out_what_lasts():
    assert fitted([1] * 100, [1] * 100, 10, float) == ([1] * 6, [1] * 4)
