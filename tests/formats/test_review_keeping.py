"""REVIEW.md is derived, and yet no word that a person wrote into it is lost."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memctl.formats.review.keeping import write_review
from memctl.formats.review.page import parse_answers, render_review
from memctl.graph.fact import Evidence
from memctl.graph.plan import Question
from tests.formats.test_review import QUESTIONS

SARAH = Question(
    "0a1b2c3d",
    "contested",
    "people/sarah",
    "retire sarah-003",
    "two notes of one day disagree",
    (Evidence("memory/2026-01-27.md", 4, "Sarah left"),),
)
OTHER = Question("1a1b2c3d", "tacit", "MEMORY.md", "add “short answers”")
NEW = Question("2a1b2c3d", "tacit", "MEMORY.md", "add “no calls”")
BOTH = (SARAH, OTHER)
PAGE = render_review(BOTH)
KEPT = "## Kept from answered questions (written by hand)"
MARGINS = st.sampled_from(["", "", "  ", "\t", "- ", "  - ", "# ", "> ", "    ", "| ", "* [ ] "])
WORDS = st.from_regex(r"[a-z]{3}", fullmatch=True)


def after(text, *questions, known=(SARAH, OTHER, NEW), **more):
    return write_review(text, questions, known, **more)


@st.composite
def edited(draw):
    """A page, the questions in it, and what a person wrote into it anywhere."""
    asked = draw(st.lists(QUESTIONS, min_size=1, max_size=4, unique_by=lambda q: q.id))
    lines = render_review(asked, draw(st.sampled_from(["en", "zh"]))).split("\n")
    told = []
    for number in range(draw(st.integers(0, 5))):
        word = f"{draw(MARGINS)}hand-{number} {draw(WORDS)}"
        at = draw(st.integers(0, len(lines)))
        if at < len(lines) and draw(st.booleans()):
            lines[at] += f" {word}"
        else:
            lines.insert(at, word)
            if draw(st.booleans()):
                lines.insert(draw(st.sampled_from([at, at + 1])), "")
        told.append(word.strip())
    return asked, "\n".join(lines), told


@given(edited(), st.data())
@settings(max_examples=400, deadline=None)
def test_what_a_person_wrote_anywhere_stays_whichever_questions_come_and_go(page, data):
    asked, text, told = page
    left = [q for q in asked if data.draw(st.booleans())]
    new = data.draw(st.lists(QUESTIONS, max_size=2))
    now = list({q.id: q for q in (*left, *(q for q in new if q not in asked))}.values())
    now = [q for q in now if q in left or q.id not in {a.id for a in asked}]

    lang = data.draw(st.sampled_from(["en", "zh"]))
    found = write_review(text, now, asked, lang)

    assert [word for word in told if word not in found] == []
    assert {a.id for a in parse_answers(found)} == {q.id for q in now}
    assert write_review(found, now, [*asked, *now], lang) == found
    assert [word for word in told if word not in write_review(found, [], [*asked, *now])] == []


@given(st.lists(QUESTIONS, min_size=1, max_size=5, unique_by=lambda q: q.id), st.data())
@settings(deadline=None)
def test_a_page_that_nobody_touched_reads_as_if_made_anew(questions, data):
    count = data.draw(st.integers(0, len(questions)))
    before, late = questions[:count], questions[count:]
    left = [q for q in before if data.draw(st.booleans())]
    lang = data.draw(st.sampled_from(["en", "zh"]))

    found = write_review(render_review(before), [*left, *late], questions, lang)

    assert found == render_review([*left, *late], lang)


@given(edited())
@settings(deadline=None)
def test_a_page_whose_questions_stay_is_not_touched_where_it_is_in_order(page):
    asked, text, told = page
    if not told:
        assert write_review(text, asked, asked, "en") == render_review(asked, "en")
    found = write_review(text, asked, asked)
    assert write_review(found, asked, asked) == found


def test_a_comment_stays_below_its_question():
    text = PAGE.replace("disagree\n", "disagree\n  ask her on Monday\n")

    assert after(text, *BOTH) == text
    assert after(text, SARAH, OTHER, NEW) == text + "\n- [ ] MEMORY.md: add “no calls” <!-- " + (
        "q:2a1b2c3d -->\n"
    )


def test_a_comment_on_a_question_that_was_answered_stands_at_the_end_beside_its_words():
    text = PAGE.replace("- [ ] people", "- [x] people").replace(
        "left”\n", "left”\n  ask her on Monday\n  - and Tom\n"
    )

    assert after(text, OTHER) == render_review([OTHER]) + (
        f"\n{KEPT}\n\n- people/sarah: retire sarah-003\n  ask her on Monday\n  - and Tom\n"
    )


def test_what_is_kept_gathers_under_one_heading():
    text = PAGE.replace("left”\n", "left”\n  one\n") + "  two\n"

    first = after(text, OTHER)
    last = after(first)

    assert last.count(KEPT) == 1
    assert last == (
        f"# Review\n\n{KEPT}\n\n- people/sarah: retire sarah-003\n  one\n"
        "\n- MEMORY.md: add “short answers”\n  two\n"
    )
    assert after(last, NEW).startswith("# Review\n\nTick `[x]`")


def test_paragraphs_headings_and_front_matter_of_a_persons_own_stay_in_their_places():
    head, first, second, end = (
        "---\nowner: me\n---\n",
        "Mondays only.\n\n",
        "## Later\n\n",
        "Bye.\n",
    )
    at = PAGE.index("- [ ] people")
    to = PAGE.index("- [ ] MEMORY")
    text = head + PAGE[:at] + first + PAGE[at:to] + second + PAGE[to:] + "\n" + end

    assert after(text, *BOTH) == text
    assert after(text, OTHER) == head + PAGE[:at] + first + second + PAGE[to:] + "\n" + end
    assert after(text) == f"{head}# Review\n\n{first}{second}{end}"


def test_a_question_that_a_person_reworded_stays_as_it_was_reworded():
    text = PAGE.replace("retire sarah-003 <!--", "retire sarah-003, or not? <!--")

    assert after(text, *BOTH) == text
    assert after(text, OTHER).endswith(f"{KEPT}\n\n- people/sarah: retire sarah-003, or not?\n")


def test_words_added_to_the_reason_stand_for_it():
    text = PAGE.replace("disagree\n", "disagree (the second is Tom's)\n")

    assert after(text, *BOTH) == text
    assert "(the second is Tom's)" in after(text, OTHER)


@pytest.mark.parametrize("box", ["x", "-", "?", " x "])
def test_a_box_of_a_question_that_stays_open_is_left_as_it_is(box):
    text = PAGE.replace("- [ ] MEMORY", f"- [{box}] MEMORY")

    assert after(text, *BOTH) == text
    assert f"- [{box}] MEMORY" in after(text, OTHER, NEW)


def test_a_person_may_put_the_questions_into_an_order_of_their_own():
    text = render_review([OTHER, SARAH])

    assert after(text, SARAH, OTHER) == text


def test_what_a_merge_doubled_is_said_once():
    doubled = PAGE + "\n" + PAGE.replace("left”\n", "left”\n  mine\n")

    assert parse_answers(after(doubled, *BOTH)) == parse_answers(
        after(after(doubled, *BOTH), *BOTH)
    )
    assert after(doubled, *BOTH).count("q:0a1b2c3d") == 1
    assert "  mine" in after(doubled, *BOTH)


def test_two_answers_that_a_merge_brought_together_stay_no_answer():
    yes, no = PAGE.replace("[ ] people", "[x] people"), PAGE.replace("[ ] people", "[-] people")

    found = after(yes + "\n" + no, *BOTH)

    assert [a.accepted for a in parse_answers(found)] == [None, None]


def test_a_question_that_must_be_told_nowhere_leaves_no_word():
    text = PAGE.replace("left”\n", "left”\n  ask her on Monday\n")
    kept = after(text, OTHER)

    for before in (text, kept):
        found = after(before, OTHER, hushed={SARAH.id})
        assert "sarah-003" not in found
        assert "- people/sarah\n  ask her on Monday\n" in found


def test_line_ends_of_windows_stay_where_only_some_lines_have_them():
    text = PAGE.replace("left”\n", "left”\r\n  mine\r\n")

    assert after(text, *BOTH) == text


@pytest.mark.parametrize("blank", ["\n", " \n", "\r\n"])
def test_blank_lines_stay_as_they_are_and_millions_of_them_cost_little(blank):
    text = PAGE.replace("\n\n", "\n" + blank * 100_000) + blank * 1_000_000

    assert after(text, *BOTH) == text


@example("\x85")
@given(
    st.text() | st.lists(st.sampled_from(["\ufeff", "\n", "\r\n", " ", "a", "- [ ]"])).map("".join)
)
def test_a_page_of_a_persons_own_words_alone_is_theirs_to_the_last_byte(text):
    found = after(text)

    is_blank = not text.strip("\ufeff \t\r\n")
    assert found == (text if text.endswith("\n") or is_blank else f"{text}\n") or not found
    assert found or is_blank
