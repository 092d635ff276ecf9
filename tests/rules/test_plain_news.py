"""News in the words of every day: what was lent is back, no flat rate any more, moves to 9.45."""

import pytest

from memctl.graph.graph import make_graph
from memctl.graph.plan import RetireFact
from memctl.rules.comparing.comparison import relate
from memctl.rules.ingest import plan_ingest
from tests.helpers.pairs import candidate, entity, fact, shipped

LEXICON = shipped()


@pytest.mark.parametrize(
    ("names", "old", "new"),
    [
        (("Ivo",), "Lent Ivo the long ladder", "Ivo brought the ladder back finally!"),
        (("Ruth",), "Ruth has the pressure washer", "pressure washer home again"),
        ((), "gardener: flat rate of 200 a month", "no flat rate any more, 22 an hour from May"),
        ((), "Stand-up daily 9:15", "Stand-up moves to 9:45"),
        ((), "Opening target 3 June", "pushed the opening to 17 June"),
        ((), "premiere target 3 June", "premiere slips again: 24 June"),
        ((), "星河册子6月30号交稿", "星河册子延到7/12"),
        ((), "直属领导程岚", "我们组以后由霍锐带"),
        ((), "报了周六的游泳班", "游泳停了换羽毛球"),
        (("Ines",), "Ines works at the old mill", "Ines now works at a bakery"),
    ],
)
def test_news_without_a_great_word_replaces_or_ends(names, old, new):
    assert relate(old, new, names, LEXICON).kind in {"replaces", "ends"}


@pytest.mark.parametrize(
    ("names", "old", "new"),
    [
        (("Ivo",), "Ivo is the trainee, level 2", "Ivo passed his level 2, doing level 3 next"),
        (("Ruth",), "Ruth has the pressure washer", "Ruth got her appetite back after the flu"),
        ((), "rent is 900 a month", "no more rain, 22 degrees today"),
        ((), "星河册子6月30号交稿", "另一本改到7/12交"),
    ],
)
def test_what_only_sounds_like_it_is_not_the_same_nor_its_end(names, old, new):
    assert relate(old, new, names, LEXICON).kind in {"apart", "disagrees"}


def gone(old, new, home, *, at="people/me"):
    """The ids that a statement at `home` retires of a row that stands at `at`."""
    row = fact(old, "2026-05-04")
    here, there = entity(at, row), entity(home, name=home.rpartition("/")[2])
    graph = make_graph({here.ref: here, there.ref: there})
    plan = plan_ingest(graph, [candidate(home, new, "2026-05-20")], LEXICON, today=row.day)
    return [c.fact_id for c in plan.changes if isinstance(c, RetireFact)]


def test_what_was_told_of_kin_before_they_had_a_page_is_met_from_there():
    assert gone("我妈每天吃一片缬沙坦80mg", "妈的缬沙坦加到160mg了", "people/妈") == ["f-001"]
    assert gone("舅妈每天吃一片缬沙坦80mg", "妈的缬沙坦加到160mg了", "people/妈") == []


def test_a_row_that_bears_the_name_of_its_page_in_front_is_met_by_its_topic():
    old, new = "petra: harvest supper is on 3 June", "Harvest supper moved to 17 June"
    row = entity("people/petra", fact(old, "2026-05-04"), name="petra")
    me = entity("people/me")
    plan = plan_ingest(
        make_graph({row.ref: row, me.ref: me}),
        [candidate("people/me", new, "2026-05-20")],
        LEXICON,
        today=row.facts[0].day,
    )

    assert [c.fact_id for c in plan.changes if isinstance(c, RetireFact)] == ["f-001"]
