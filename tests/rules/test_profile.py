from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from memctl.rules.profile import ORDER, fitted, profile

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
