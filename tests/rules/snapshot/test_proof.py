from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.graph.glance import Glance
from memctl.graph.graph import make_graph
from memctl.rules.snapshot.proof import is_plainly_proven, unproven
from memctl.rules.summaries import summarize
from tests.helpers.pairs import entity, fact, shipped

LEXICON = shipped()
TODAY = date(2026, 2, 1)


def page(found, block=None, ids=None, **how):
    """The entity with its summary written, or with another block that names its rows."""
    graph = make_graph({found.ref: found})
    made = summarize(found, graph, LEXICON, today=TODAY, **how)
    named = made.facts if ids is None else ids
    summary = replace(found.summary, block=block or made.body, block_facts=named, block_line=4)
    return replace(found, summary=summary)


def problems(found, today=TODAY):
    graph = make_graph({found.ref: found})
    return [(p.slug, p.line) for p in unproven(graph, LEXICON, today=today, me="people/me")]


ROWS = (
    fact("Tilda is the user's sister", "2025-01-01", 1, category="relationship"),
    fact("Tilda lives in Porto", "2025-03-01", 2, category="status"),
    fact("I gave Tilda my old bike today", "2026-01-05", 3, category="milestone"),
    fact("Tilda lived in Faro", "2024-01-01", 4, status="superseded", superseded_by="f-002"),
)
TILDA = entity("people/tilda", *ROWS)


def test_what_memctl_wrote_is_proven():
    assert problems(page(TILDA)) == []


def test_doubt_is_proven_too():
    assert problems(page(TILDA, doubted=["f-002"])) == []


@pytest.mark.parametrize(
    "line",
    [
        "Tilda is the user's niece.",
        "Tilda lives in Lisbon (2025-03-01).",
        "Tilda lives in Porto (2025-03-02).",
        "Tilda does not live in Porto.",
        "Tilda is 44 years old.",
    ],
)
def test_what_no_fact_says_is_named_with_its_line(line):
    found = page(TILDA, f"Tilda is the user's sister (2025-01-01).\n\n- {line}")

    assert problems(found) == [("unfounded-line", 6)]


def test_a_fact_that_was_retired_since_makes_the_summary_outdated():
    written = page(TILDA)
    left = replace(ROWS[1], status="superseded", superseded_at=date(2026, 1, 30))
    found = replace(written, facts=(ROWS[0], left, *ROWS[2:]))

    assert problems(found) == [("outdated-summary", 4)]


def test_a_fact_past_its_last_day_makes_it_outdated():
    row = fact("Tilda is in Faro", "2026-01-20", 1, valid_until=date(2026, 2, 9))

    assert problems(page(entity("people/tilda", row)), date(2026, 2, 10)) == [
        ("outdated-summary", 4)
    ]


def test_under_before_a_retired_fact_is_in_its_place():
    found = page(TILDA, "Tilda is the user's sister.\n\n**Before**\n- Tilda lived in Faro")

    assert problems(found) == []


def test_what_was_so_twice_is_proven_with_the_days_of_either():
    first, again = (
        fact("Tilda: iron 5 mg a day", day, n, status="superseded", superseded_at=end)
        for n, day, end in (
            (1, "2025-03-01", date(2025, 3, 20)),
            (2, "2025-03-14", date(2025, 6, 1)),
        )
    )

    assert problems(page(entity("people/tilda", first, again, ROWS[1]))) == []


def test_what_one_row_says_with_its_day_may_begin_what_another_says_without():
    rows = (
        fact("Tilda: no calls", "2025-01-02", 1),
        fact("Tilda lives in Porto today", "2025-01-03", 2),
        fact("Tilda lives in Porto today", None, 3),
    )
    line = "Tilda lives in Porto (2025-01-03). Tilda lives in Porto today."

    assert problems(page(entity("people/me", *rows), line, ["f-001", "f-002", "f-003"])) == []


def test_what_was_never_true_has_no_place_at_all():
    never = replace(ROWS[3], status="retracted", superseded_at=date(2026, 1, 1))
    found = page(
        entity("people/tilda", *ROWS[:3], never),
        "Tilda is the user's sister.\n\n**Before**\n- Tilda lived in Faro",
    )

    assert problems(found) == [("unfounded-line", 7)]


def test_a_sentence_that_a_model_worded_passes_where_it_stands_on_its_facts():
    found = page(TILDA, "The user's sister Tilda lives in Porto (2025-03-01).")

    assert problems(found) == []


def test_words_of_a_person_are_left_alone():
    found = page(TILDA, "Tilda is the best.")
    edited = replace(found, summary=replace(found.summary, is_edited=True))

    assert problems(edited) == []


def test_chinese_is_proven_like_english():
    rows = (
        fact("小禾是我的妹妹", "2025-01-01", 1, category="relationship"),
        fact("今天小禾搬到杭州了！", "2025-03-01", 2, category="status"),
    )
    found = page(entity("people/小禾", *rows))

    assert problems(found) == []
    assert problems(page(found, "小禾是我的表妹。")) == [("unfounded-line", 4)]


texts = st.sampled_from(
    [
        *("I work at Heron now", "Tilda likes tea!", "My sister is Tilda", "We left"),
        *("Tilda lives in Porto today", "我的妹妹是小禾", "今天小禾搬家了", "Tilda: no calls"),
    ]
)
kinds = st.sampled_from(["relationship", "status", "preference", "milestone", "gossip", None])


@st.composite
def lives(draw):
    rows = []
    for n, text in enumerate(draw(st.lists(texts, min_size=1, max_size=9)), 1):
        day = draw(st.sampled_from([f"2025-01-0{n}", None]))
        row = fact(text, day, n, category=draw(kinds))
        if n > 1 and draw(st.booleans()):
            ended = draw(st.sampled_from([date(2025, 2, 1), date(2025, 11, n), None]))
            row = replace(row, status="superseded", superseded_by="f-001", superseded_at=ended)
        rows.append(row)
    return entity(draw(st.sampled_from(["people/tilda", "people/me", "companies/heron"])), *rows)


@settings(max_examples=100, deadline=None)
@given(found=lives(), budget=st.integers(100, 1500))
def test_every_summary_that_is_written_is_proven(found, budget):
    assert problems(page(found, budget=budget)) == []


@settings(max_examples=100, deadline=None)
@given(found=lives(), more=st.sampled_from(["", "\n- Tilda likes tea!", "\n- Tilda swims"]))
def test_what_is_proven_at_a_glance_is_proven(found, more):
    rows = tuple(replace(f, status="active", superseded_by=None) for f in found.facts)
    glance = Glance(
        tuple(f.id for f in rows),
        tuple(f.text for f in rows),
        tuple(f.timestamp for f in rows),
        None,
    )
    made = page(replace(found, facts=rows))
    written = replace(made, summary=replace(made.summary, block=f"{made.summary.block}{more}"))

    assert problems(written) == [] or not is_plainly_proven(glance, written.summary, LEXICON)


def test_plain_words_are_proven_at_a_glance():
    glance = Glance(("f-001",), ("Tilda sings.",), ("2025-01-01",), None)
    found = page(entity("people/tilda", fact("Tilda sings.", "2025-01-01")))

    assert is_plainly_proven(glance, found.summary, LEXICON)
    assert not is_plainly_proven(replace(glance, times=("2025-01-02",)), found.summary, LEXICON)
