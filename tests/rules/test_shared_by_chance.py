"""What shares a word, a name or a place with a row, and says nothing of what the row tells."""

import pytest

from memctl.graph.graph import make_graph
from memctl.graph.plan import AddFact, RetireFact
from memctl.rules.comparing.comparison import relate
from memctl.rules.ingest import plan_ingest
from tests.helpers.pairs import candidate, entity, fact, shipped

LEXICON = shipped()
TOUCHING = {"replaces", "ends", "corrects"}


@pytest.mark.parametrize(
    ("names", "old", "new"),
    [
        (("Ines",), "Ines: works nights mostly", "Pavel now trains Sunday mornings, Ines drives"),
        (("Ruth",), "Ruth gave Gran a tablet for calls", "Ruth in bed after calls, Ivo's left"),
        ((), "the shop is on Postgres 15", "the blog runs on the shop from now on"),
        ((), "The annex is rented until May", "The choir now sings in the annex"),
        ((), "Decision: cache size is 200 MB", "Decision: drop the nightly export"),
        (("Omar",), "the fee is £40 a month", "the fee goes to £45 in 2031, Wim was wrong"),
        (("Pip",), "Pip violin w/ Mrs Ode, Thursdays 4.15", "Pip now does judo Sat mornings"),
        (("Tove",), "Going w/ Tove to the fair.", "settled up w Tove, all square"),
        ((), "the mirror stays on 16 till the new image is built", "北塔第一版验收通过，提前一天"),
        ((), "退税到账，2300", "定金到账，跟房东两清了"),
        ((), "决定：缓存开到200兆", "决定：夜里的导出不做了"),
        (
            (),
            "小满花生过敏，园里又发了花生酥，跟老师讲了两回",
            "小满大名姜禾，五岁，中班，老师让每家交张照片",
        ),
    ],
)  # fmt: skip
def test_a_word_that_both_have_by_chance_retires_nothing(names, old, new):
    assert relate(old, new, names, LEXICON).kind not in TOUCHING


@pytest.mark.parametrize(
    ("names", "old", "new"),
    [
        (("Ines",), "Ines works at the mill", "Ines now works at the dairy"),
        ((), "the shop is on Postgres 15", "the shop now runs on Postgres 16"),
        ((), "The annex is rented until May", "Annex: rented until September now"),
        ((), "the fee is £40 a month", "the fee was wrong, it's £45 a month"),
    ],
)
def test_what_is_said_of_the_same_does(names, old, new):
    assert relate(old, new, names, LEXICON).kind in TOUCHING


def after(text, *rows):
    """The active texts after a correction was read."""
    facts = [fact(old, "2026-05-04", n) for n, old in enumerate(rows, 1)]
    me = entity("people/me", *facts)
    said = candidate("people/me", text, "2026-05-06", kind="correction")
    plan = plan_ingest(make_graph({me.ref: me}), [said], LEXICON, today=said.day)
    gone = {c.fact_id for c in plan.changes if isinstance(c, RetireFact)}
    kept = [f.text for f in facts if f.id not in gone]
    return kept + [c.fact.text for c in plan.changes if isinstance(c, AddFact)]


@pytest.mark.parametrize(
    ("row", "text", "right"),
    [
        (
            "The pottery course is at the old mill, Mondays 7-9 from 4 May, £80 a term",
            "Correction: the pottery course is £95 a term, not 80 (80 is for children)",
            "The pottery course is at the old mill, Mondays 7-9 from 4 May, £95 a term",
        ),
        (
            "The parking bay is 214, below the library, paid by the month",
            "I wrote it wrong: the parking bay is 241, not 214",
            "The parking bay is 241, below the library, paid by the month",
        ),
        (
            "陶艺课在老磨坊，每周一晚上七点，一学期800元",
            "更正：陶艺课一学期是950元，不是800元",
            "陶艺课在老磨坊，每周一晚上七点，一学期950元",
        ),
    ],
)
def test_a_number_is_set_right_in_the_row_and_the_rest_of_it_stays(row, text, right):
    assert after(text, row) == [right]


def test_a_correction_is_about_the_row_that_tells_the_wrong_number():
    rows = ["霍师傅扭了腰，歇两周", "霍师傅每年要念叨八百遍"]

    assert rows[1] in after("更正：霍师傅是歇一个月，不是两周", *rows)
    assert rows[0] not in after("更正：霍师傅是歇一个月，不是两周", *rows)
