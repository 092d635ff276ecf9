from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.budget import tokens
from memctl.index.context.fitting import END, START, Line, fitted, least, plain
from memctl.index.context.gathering import SECTIONS

DAY = "2026-01-31"
words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=80)
chinese = st.text("今天香菜数据库迁移，。", min_size=1, max_size=40)


@st.composite
def contexts(draw):
    found = [
        Line(
            section,
            draw(st.sampled_from(["USER.md", "Ada (people/ada)", "家人"])),
            draw(words | chinese),
            kind="tacit",
            path="USER.md",
            line=number,
        )
        for number, section in enumerate(draw(st.lists(st.sampled_from(SECTIONS), max_size=25)))
    ]
    return sorted(found, key=lambda line: SECTIONS.index(line.section))


@given(lines=contexts(), spare=st.integers(0, 600), note=st.sampled_from(["", "private lines"]))
def test_the_budget_holds_and_every_line_is_there_or_counted(lines, spare, note):
    budget = least(lines, DAY, 1000, note) + spare

    text, kept, left = fitted(lines, budget, DAY, note)

    assert tokens(text) <= budget
    assert len(kept) + sum(left.values()) == len(lines)
    assert all(line.shown in text for line in kept)
    assert ("Left out:" in text.splitlines()[-2]) == bool(left or note)


@given(lines=contexts(), budget=st.integers(100, 900))
def test_the_same_lines_are_the_same_bytes(lines, budget):
    assert fitted(lines, budget, DAY)[0] == fitted(list(lines), budget, DAY)[0]


@given(lines=contexts())
def test_nothing_inside_can_end_the_frame(lines):
    rows = fitted(lines, 100_000, DAY)[0].splitlines()

    assert (rows[0], rows[-1]) == (START, END)
    assert not any("<!--" in row or "-->" in row for row in rows[1:-1])


@given(text=words)
def test_a_line_is_one_line(text):
    assert plain(text).splitlines() in ([plain(text)], [])


def test_what_matches_the_question_is_served_before_what_always_stands_there():
    rules = [
        Line("rules", "MEMORY.md", "rule " * 20, kind="tacit", path="M", line=n) for n in range(9)
    ]
    fact = Line("facts", "Facts", "the answer", kind="fact", path="items.json", line=1)

    _, kept, left = fitted([*rules, fact], 130, DAY)

    assert fact in kept
    assert left["rules"] > 0
