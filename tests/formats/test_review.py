import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.review.page import Answer, parse_answers, render_review
from memctl.graph.fact import Evidence
from memctl.graph.plan import Question

IDS = st.from_regex(r"[0-9a-f]{8}", fullmatch=True)
QUESTIONS = st.builds(
    Question,
    id=IDS,
    kind=st.just("contested"),
    entity=st.sampled_from(("people/sarah", "MEMORY.md", "Sam")),
    proposal=st.text(min_size=1, max_size=40),
    reason=st.text(max_size=40),
    evidence=st.lists(
        st.builds(Evidence, st.just("memory/2026-01-27.md"), st.just(3), st.text(max_size=40)),
        max_size=2,
    ).map(tuple),
)
SARAH = Question(
    "0a1b2c3d",
    "contested",
    "people/sarah",
    "retire sarah-003",
    "two notes of one day disagree",
    (Evidence("memory/2026-01-27.md", 4, "Sarah left"),),
)


def test_what_stands_around_a_question_is_in_its_language():
    asked = Question(
        "0b1b2c3d", "tacit", "MEMORY.md", "写入", "这说的是你的工作方式", SARAH.evidence
    )

    text = render_review([SARAH, asked])

    assert "Why: two notes" in text
    assert "  原因：这说的是你的工作方式\n  出处：memory/2026-01-27.md:4" in text


def test_a_question_says_what_why_and_where():
    assert render_review([SARAH]) == (
        "# Review\n\n"
        "Tick `[x]` to accept or `[-]` to reject, leave the rest; then run `memctl review apply`.\n"
        "\n"
        "- [ ] people/sarah: retire sarah-003 <!-- q:0a1b2c3d -->\n"
        "  Why: two notes of one day disagree\n"
        "  Read in memory/2026-01-27.md:4: “Sarah left”\n"
    )


def test_a_question_is_asked_in_chinese_too():
    assert "  原因：two notes" in render_review([SARAH], "zh")


def test_nothing_to_ask_is_no_file():
    assert render_review([]) == ""


@given(st.lists(QUESTIONS, min_size=1, max_size=4, unique_by=lambda q: q.id))
def test_every_question_comes_back_open_and_by_its_id(questions):
    answers = parse_answers(render_review(questions))

    assert [(a.id, a.accepted) for a in answers] == [(q.id, None) for q in questions]


@pytest.mark.parametrize(
    ("line", "accepted"),
    [
        ("- [x] people/sarah: retire <!-- q:0a1b2c3d -->", True),
        ("- [X] <!-- q:0A1B2C3D -->", True),
        ("  * [ x ] reworded by hand <!--q:0a1b2c3d-->  trailing", True),
        ("1. [✓] x <!-- q:0a1b2c3d -->", True),
        ("- [-] x <!-- q:0a1b2c3d -->", False),
        ("- [–] x <!-- q:0a1b2c3d -->", False),
        ("- [ ] x <!-- q:0a1b2c3d -->", None),
        ("- [] x <!-- q:0a1b2c3d -->", None),
        ("- [?] x <!-- q:0a1b2c3d -->", None),
    ],
)
def test_a_box_is_read_however_it_was_ticked(line, accepted):
    assert parse_answers(f"# Review\n\n{line}\n") == (Answer("0a1b2c3d", accepted, 3),)


@pytest.mark.parametrize("line", ["- [x] no id", "x <!-- q:0a1b2c3d -->", "- [x] <!-- q:12 -->"])
def test_a_line_that_is_no_question_is_no_answer(line):
    assert parse_answers(line) == ()


def test_two_boxes_of_one_question_that_disagree_are_no_answer():
    yes, no = "- [x] a <!-- q:0a1b2c3d -->", "- [-] a <!-- q:0a1b2c3d -->"

    assert [a.accepted for a in parse_answers(f"{yes}\n{no}\n")] == [None]
    assert [a.accepted for a in parse_answers(f"{yes}\n{yes}\n")] == [True]


@given(
    st.text()
    | st.lists(st.sampled_from(("- [x]", "<!-- q:", "0a1b2c3d", "-->", "\n"))).map("".join)
)
def test_reading_never_fails(text):
    assert len({a.id for a in parse_answers(text)}) == len(parse_answers(text))
