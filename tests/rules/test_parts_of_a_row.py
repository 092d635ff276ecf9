"""A statement of several things: each keeps whom it is about, and changes by itself."""

from datetime import date

import pytest

from memctl.graph.entity import EntityRef
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.graph.plan import AddFact, RetireFact
from memctl.rules.extraction import extract
from memctl.rules.ingest import plan_ingest
from tests.helpers.pairs import candidate, entity, fact, shipped

ME = EntityRef("people/me")
DAY = date(2026, 3, 1)


def told(text):
    """(Where, what) of all that is kept."""
    block = Block("memory/2026-03-01.md", 3, text, DAY)
    found = extract(block, make_graph({}), shipped(), me=ME)
    return [(c.entity, c.text, c.evidence.quote) for c in found if c.accepted]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "My brother works at Quay, lives in Ghent.",
            ["My brother works at Quay", "My brother lives in Ghent"],
        ),
        ("我弟弟在船厂上班，住在珠海", ["我弟弟在船厂上班", "我弟弟住在珠海"]),
        ("I work at Quay, live in Ghent", ["I work at Quay", "live in Ghent"]),
    ],
)
def test_what_goes_on_about_somebody_of_mine_says_so(text, facts):
    assert [said for _, said, _ in told(text)] == facts
    assert all(quote in text for _, _, quote in told(text))


@pytest.mark.parametrize(
    ("text", "ref", "said"),
    [
        (
            "Project Heron is the new booking site; Odile Varga leads it.",
            "projects/heron",
            "Odile Varga leads Heron.",
        ),
        ("苍鹭项目改到七月；邵一凡负责它。", "projects/cang-lu", "邵一凡负责苍鹭。"),
    ],
)
def test_it_is_the_thing_told_of_before(text, ref, said):
    assert (ref, said) in [(where, what) for where, what, _ in told(text)]


@pytest.mark.parametrize(
    ("row", "news", "kept"),
    [
        (
            "My mum lives in Hove and takes ramipril every day.",
            "Mum's medication was switched to amlodipine.",
            "My mum lives in Hove",
        ),
        (
            "Our cleaner comes on Tuesdays and charges 15 an hour.",
            "Our cleaner now comes on Thursdays.",
            "Our cleaner charges 15 an hour",
        ),
        ("我爸退休了，每天早上打太极", "我爸不打太极了，改游泳。", "我爸退休了"),
        ("我婆婆在老家种地，每周做一次理疗", "我婆婆不做理疗了。", "我婆婆在老家种地"),
    ],
)
def test_one_half_is_replaced_and_the_other_stays(row, news, kept):
    graph = make_graph({ME: entity(ME, fact(row, "2026-01-01"))})
    plan = plan_ingest(graph, [candidate(ME, news, "2026-03-01")], shipped(), today=DAY)

    assert [c.fact_id for c in plan.changes if isinstance(c, RetireFact)] == ["f-001"]
    assert kept in [c.fact.text for c in plan.changes if isinstance(c, AddFact)]
