"""Facts are met by what they touch: nothing that could matter is left out, and few others come."""

from datetime import date, timedelta

import pytest

from memctl.graph.fact import Fact, FactId
from memctl.rules.comparing.comparison import relate
from memctl.rules.comparing.neighbours import Neighbours
from memctl.rules.comparing.relations import APART
from tests.helpers.pairs import shipped

LEXICON = shipped()
NAMES = ("Mara Quint",)
TEXTS = (
    "Mara Quint lives in Lodz",
    "Mara Quint moved to Split",
    "Mara Quint likes green tea",
    "Mara Quint no longer likes tea",
    "Mara Quint 住在青岛",
    "Mara Quint 搬到湖州",
    "My manager is Mara Quint",
    "Mara Quint is no longer my manager",
    "It is said that Mara Quint sold the boat",
    "According to Bo, Mara Quint kept the boat",
    "Mara Quint has 3 of them",
    "Mara Quint 的座位是 12",
    "Correction: it is 14 at Mara Quint's, not 12",
)


def facts(texts):
    day = date(2025, 1, 1)
    return [Fact(FactId(f"m-{n}"), t, day=day + timedelta(n)) for n, t in enumerate(texts)]


def test_whatever_relates_to_a_fact_is_near_it():
    rows = facts(TEXTS)
    for new in rows:
        known = Neighbours(NAMES, LEXICON)
        for old in rows:
            known.add(old)
        near = {f.id for f in known.near(new)}
        related = {f.id for f in rows if relate(f.text, new.text, NAMES, LEXICON) != APART}
        assert related <= near


@pytest.mark.parametrize(
    ("old", "new", "is_near"),
    [
        ("Mara Quint has 3 of them", "Mara Quint wants 12 in the end", False),
        ("Mara Quint has 12 of them", "Mara Quint wants 12 in the end", True),
        ("Mara Quint has 12 of them", "Correction: Mara Quint wants 14", True),
    ],
)
def test_two_numbers_of_nothing_make_no_pair_unless_they_are_one_or_one_is_set_right(
    old, new, is_near
):
    older, newer = facts([old, new])
    known = Neighbours(NAMES, LEXICON)
    known.add(older)

    assert known.near(newer) == ((older,) if is_near else ())
    assert is_near or relate(old, new, NAMES, LEXICON) == APART


def test_what_was_dropped_is_not_near_any_more():
    old, new = facts(TEXTS[:2])
    known = Neighbours(NAMES, LEXICON)
    known.add(old)
    assert known.near(new) == (old,)

    known.drop(old.id)

    assert known.near(new) == ()


@pytest.mark.parametrize("count", [150, 600])
def test_of_very_many_the_newest_are_weighed_oldest_first(count):
    rows = facts([f"Mara Quint moved to Oldtown {n}" for n in range(count + 1)])
    known = Neighbours(NAMES, LEXICON)
    for row in rows[:-1]:
        known.add(row)

    near = known.near(rows[-1])

    assert len(near) < 150
    assert near[-1] == rows[-2]
    assert list(near) == sorted(near, key=lambda f: f.day)


def test_a_row_that_names_its_slot_is_always_near():
    known = Neighbours(NAMES, LEXICON)
    named = Fact(FactId("m-1"), "x", attribute="home", value="Lodz")
    known.add(named)

    assert known.near(Fact(FactId("m-2"), "Mara Quint moved to Split")) == (named,)
