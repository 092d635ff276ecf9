from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.graph.graph import make_graph
from memctl.rules.summaries import summarize
from tests.helpers.pairs import entity, fact, shipped

TODAY = date(2026, 2, 1)
LEXICON = shipped()
FERN = entity("companies/blue-fern")


def body(found, *others, **how):
    graph = make_graph({e.ref: e for e in (found, *others)})
    return summarize(found, graph, LEXICON, today=TODAY, **how).body


def gone(row, by, **more):
    return replace(row, status="superseded", superseded_by=by, **more)


MANAGER = fact(
    "Marta is the user's direct manager at Blue Fern", "2025-06-15", 1, category="relationship"
)
LEFT = fact(
    "The user left Blue Fern and no longer reports to Marta", "2026-01-15", 2, category="status"
)


def test_a_former_manager_is_told_in_the_past_tense_and_scoped():
    marta = entity("people/marta", gone(MANAGER, "f-002"), LEFT)

    assert body(marta, FERN) == (
        "Former manager of the user at Blue Fern, until 2026-01-15.\n"
        "\n"
        "**Before** (only for questions about Blue Fern)\n"
        "- Marta is the user's direct manager at Blue Fern (2025-06 – 2026-01)"
    )


def test_chinese_facts_get_a_chinese_summary():
    was = fact("郝敏是我在青竹科技的直属上司", "2025-06-15", 1, category="relationship")
    left = fact("我离开青竹科技，不再向郝敏汇报", "2026-01-15", 2)
    hao = entity("people/郝敏", gone(was, "f-002"), left)

    assert body(hao, entity("companies/青竹科技")) == (
        "用户以前在青竹科技的上司，至 2026-01-15。\n"
        "\n"
        "**以前**（仅在问到青竹科技时有关）\n"
        "- 郝敏是用户在青竹科技的直属上司 (2025-06 – 2026-01)"
    )


def test_the_most_important_fact_comes_first_and_dates_are_kept():
    tilda = entity(
        "people/tilda",
        fact("Tilda likes tea", "2025-12-01", 1, category="preference"),
        fact("Tilda is the user's sister", "2025-01-01", 2, category="relationship"),
        fact("Tilda is in Faro", "2026-01-20", 3, category="status", valid_until=date(2026, 2, 9)),
    )

    assert body(tilda) == (
        "Tilda is the user's sister (2025-01-01)."
        " Tilda is in Faro (2026-01-20, until 2026-02-09).\n"
        "\n"
        "- Tilda likes tea (2025-12-01)"
    )


def test_many_facts_are_put_under_headings():
    rows = [
        fact(f"Tilda {what}", f"2025-0{n}-01", n, category=category)
        for n, (what, category) in enumerate(
            [
                ("lives in Porto", "status"),
                ("works at Blue Fern", "status"),
                ("likes tea", "preference"),
                ("hates fog", "preference"),
                ("learned to sail", "milestone"),
                ("has a boat", "context"),
            ],
            1,
        )
    ]

    text = body(entity("people/tilda", *rows))

    assert text.splitlines()[0] == (
        "Tilda works at Blue Fern (2025-02-01). Tilda lives in Porto (2025-01-01)."
    )
    assert [line for line in text.splitlines() if line.startswith("**")] == [
        "**Preferences**",
        "**Milestones**",
        "**Good to know**",
    ]


def test_what_does_not_fit_is_counted():
    rows = [fact(f"Tilda has read book number {n}", "2025-01-01", n) for n in range(1, 40)]

    text = body(entity("people/tilda", *rows), budget=400)

    assert len(text) <= 400
    shown = sum(line.startswith("- ") for line in text.splitlines())
    assert text.endswith(f"{39 - 1 - shown} more facts are not listed here.")


def test_nothing_current_is_said_plainly():
    row = replace(fact("Tilda is in Faro", "2025-01-01"), valid_until=date(2025, 2, 1))

    assert body(entity("people/tilda", row)) == "Nothing current is known."


def test_facts_that_were_taken_back_or_repeated_are_not_told():
    rows = (
        fact("Tilda lives in Porto", "2025-01-01", 1),
        fact("Tilda lives in Faro", "2025-01-01", 2, status="retracted", superseded_by="f-001"),
        gone(
            fact("Tilda is living in Porto", "2025-03-01", 3),
            "f-001",
            superseded_reason="duplicate",
        ),
    )

    assert body(entity("people/tilda", *rows)) == "Tilda lives in Porto (2025-01-01)."


def test_an_entity_without_facts_has_no_summary():
    found = entity("people/tilda")

    assert summarize(found, make_graph(), LEXICON, today=TODAY) is None


lines = st.text("abcdefgh 一二三四", min_size=1, max_size=60).map(lambda t: f"Tilda {t.strip()}x")
kinds = st.sampled_from(["relationship", "status", "preference", "milestone", "gossip", None])


@st.composite
def lives(draw):
    rows = []
    for n, text in enumerate(draw(st.lists(lines, min_size=1, max_size=12, unique=True)), 1):
        row = fact(f"{text}{n}", f"2025-01-{n:02d}", n, category=draw(kinds))
        if n > 1 and draw(st.booleans()):
            row = replace(row, status="superseded", superseded_by="f-001")
        rows.append(row)
    return entity("people/tilda", *rows)


@settings(max_examples=80, deadline=None)
@given(found=lives(), budget=st.integers(80, 1500))
def test_outside_the_past_every_line_rests_on_active_facts(found, budget):
    text = body(found, budget=budget)

    current = text.split("**Before**")[0].split("**以前**")[0]
    assert not any(f.text in current for f in found.facts if not f.is_active)


@settings(max_examples=80, deadline=None)
@given(found=lives(), budget=st.integers(80, 1500))
def test_the_budget_holds_beyond_the_first_line(found, budget):
    text = body(found, budget=budget)

    assert len(text) <= max(budget, len(text.splitlines()[0]) + 60)


@settings(max_examples=40, deadline=None)
@given(found=lives())
def test_the_same_facts_give_the_same_words(found):
    assert body(found) == body(found)


@pytest.mark.parametrize("day", ["2026-01-15"])
def test_a_summary_names_the_rows_it_rests_on(day):
    marta = entity("people/marta", gone(MANAGER, "f-002"), replace(LEFT, timestamp=day))
    graph = make_graph({marta.ref: marta})

    assert set(summarize(marta, graph, LEXICON, today=TODAY).facts) == {"f-001", "f-002"}


def test_a_fact_that_holds_a_secret_is_not_told():
    rows = (
        fact("Tilda sings", "2025-01-01", 1),
        fact("Tilda's password is hunter2-Xy9!", "2025-01-02", 2),
    )

    assert body(entity("people/tilda", *rows)) == "Tilda sings (2025-01-01)."


def test_what_is_cold_is_counted_unless_there_is_nothing_else():
    rows = (fact("Tilda sings", "2025-01-01", 1), fact("Tilda saw a whale", "2015-01-02", 2))
    tilda = entity("people/tilda", *rows)

    assert body(tilda, cold=["f-002"]) == (
        "Tilda sings (2025-01-01).\n\nOne more fact is not listed here."
    )
    assert "whale" in body(tilda, cold=["f-001", "f-002"])


TRIVIA = [
    fact(f"Watched a film number {n} with Ada", f"2026-01-{n:02}", n, category=category)
    for n, category in enumerate(["status", "preference", "context", "decision"] * 6, start=3)
]
VITAL = [
    fact("The user is allergic to penicillin", "2024-01-01", 1, category="context"),
    fact("用户对花生过敏", "2024-01-01", 2, category="preference"),
]


def test_what_does_harm_when_forgotten_stands_whatever_the_budget():
    me = entity("people/me", *TRIVIA, *VITAL)

    made = body(me, budget=10)

    assert "llergic to penicillin" in made
    assert "对花生过敏" in made


def test_what_is_vital_stands_under_a_heading_of_its_own_and_what_passed_goes_first():
    likes = fact("The user likes plum jam", "2023-01-01", 99, category="context")
    me = entity("people/me", *TRIVIA, likes, *VITAL)

    made = body(me, budget=420)

    assert made.index("**Not to be forgotten**") < made.index("Allergic to penicillin")
    assert "plum jam" in made


def test_a_past_outing_is_not_told_as_what_was():
    me = entity(
        "people/me",
        gone(fact("Went to Hull by train", "2025-01-01", 1), "f-002"),
        fact("Went to Leeds by train", "2026-01-01", 2),
    )

    assert "Hull" not in body(me)


def test_what_is_announced_comes_behind_what_holds_and_says_from_when():
    mia = entity(
        "people/mia",
        fact("Mia's teacher is Miss Abara", "2025-09-01", 1, category="status"),
        fact("Mia's teacher will be Mr Bellamy", "2026-04-13", 2, category="status"),
    )

    assert body(mia) == (
        "Mia's teacher is Miss Abara (2025-09-01).\n"
        "\n"
        "- Mia's teacher will be Mr Bellamy (from 2026-04-13)"
    )


def test_in_chinese_too_what_is_announced_says_from_when():
    yu = entity(
        "people/小宇",
        fact("小宇的班主任是方老师", "2025-09-01", 1, category="status"),
        fact("小宇的班主任换成贺老师", "2026-04-13", 2, category="status"),
    )

    assert body(yu).endswith("- 小宇的班主任换成贺老师 (2026-04-13 起)")


@pytest.mark.parametrize(
    ("told", "first"),
    [
        # A neighbour's pills, an outing and a mood are not who the user is.
        (
            [
                ("Me: Noor Abadi, 41, archivist at Holm Library", "2026-01-01"),
                ("Waldo next door takes two pills a day", "2026-01-20"),
                ("the flat costs £900 a month, dear God", "2026-01-21"),
                ("laughed until we cried in the kitchen", "2026-01-22"),
            ],
            "Noor Abadi, 41, archivist at Holm Library",
        ),
        (
            [
                ("我叫林知秋，在市档案馆上班", "2026-01-01"),
                ("隔壁老陶的降压药减成一天两顿了", "2026-01-20"),
                ("房租一个月2600，心疼", "2026-01-21"),
            ],
            "叫林知秋，在市档案馆上班",
        ),
    ],
)
def test_the_own_page_begins_with_who_the_user_is(told, first):
    facts = [fact(text, day, n) for n, (text, day) in enumerate(told, 1)]

    told_of = body(entity("people/me", *facts))

    assert told_of.startswith(first)
    assert not any(w in told_of for w in ("Not to be forgotten", "切记", "dear God", "心疼"))


@pytest.mark.parametrize(
    ("held", "corrected"),
    [
        ("Ada takes 20 mg of zorbatin", "Correction from the 3rd: Ada misheard, not that surgery"),
        ("妈每天吃20毫克左巴丁", "3/3更正：是妈自己看错，不是那家医院，是中医院"),
    ],
)
def test_a_page_does_not_begin_with_a_correction(held, corrected):
    found = entity(
        "people/ada", fact(held, "2026-01-02", 1), fact(corrected, "2026-01-03", 2), name="Ada"
    )

    assert held.split()[-1] in body(found).splitlines()[0]
    assert corrected[:6] not in body(found).splitlines()[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("我妈咳嗽查出来是药的事", "用户的妈妈咳嗽"),
        ("我爸妈住在宁波", "用户的父母住在宁波"),
        ("我姐夫换了工作单位", "用户的姐夫换了"),
    ],
)
def test_the_kin_of_the_user_are_told_of_as_people_say_it(text, told):
    assert told in body(entity("people/ma", fact(text, "2026-01-02", 1)))
