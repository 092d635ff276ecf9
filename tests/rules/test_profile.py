from dataclasses import dataclass
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.graph import Graph
from memctl.language.lexicon import parse_lexicon
from memctl.resources import lexicon_texts
from memctl.rules.profile import ORDER, facts_of_user, fitted, profile

TODAY = "2026-02-01"


@dataclass(frozen=True)
class Known:
    text: str
    category: str | None = None
    day: str | None = None
    until: str | None = None


days = st.none() | st.dates().map(str)
facts = st.builds(Known, st.text(), st.sampled_from([*ORDER, "gossip", None]), days, days)


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

    assert [fact.id for _, fact in found] == ["me-001", "mina-001"]


def test_a_month_before_january_is_december():
    assert texts(profile([Known("x", day="2025-12-20")], "2026-01-15")[1]) == ["x"]


@given(st.lists(facts))
def test_each_fact_is_told_once(found):
    static, recent = profile(found, TODAY)

    assert sorted(map(id, static + recent)) == sorted(map(id, found))


@given(st.lists(st.integers(1, 50)), st.lists(st.integers(1, 50)), st.integers(0, 300))
def test_the_budget_holds_and_the_first_come_first(static, recent, budget):
    kept, few = fitted(static, recent, budget, float)

    assert sum(kept) + sum(few) <= budget
    assert (kept, few) == (static[: len(kept)], recent[: len(few)])


def test_what_is_recent_does_not_push_out_what_lasts():
    assert fitted([1] * 100, [1] * 100, 10, float) == ([1] * 6, [1] * 4)
