import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.errors import FileInvalid
from memctl.formats.questions import parse_questions

ROWS = [
    {"question": "who is my manager?", "entity": "people/ada", "as_of": "2026-01-31"},
    {"question": "香菜?", "text": ["香菜", "coriander"]},
    {"question": "when did I leave?", "line": "memory/2026-01-15.md:3"},
]
YAML = """
- question: who is my manager?
  entity: people/ada
  as_of: 2026-01-31
- {question: "香菜?", text: [香菜, coriander]}
- question: when did I leave?
  line: memory/2026-01-15.md:3
"""
TOML = """
[[questions]]
question = "who is my manager?"
entity = "people/ada"
as_of = 2026-01-31
[[questions]]
question = "香菜?"
text = ["香菜", "coriander"]
[[questions]]
question = "when did I leave?"
line = "memory/2026-01-15.md:3"
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("q.json", json.dumps(ROWS, ensure_ascii=False)),
        ("q.json", json.dumps({"questions": ROWS}, ensure_ascii=False)),
        ("q.yaml", YAML),
        ("q.yml", "questions:" + YAML.replace("\n", "\n  ")),
        ("q.toml", TOML),
    ],
)
def test_every_form_says_the_same(name, text):
    first, second, third = parse_questions(text, name)

    assert (first.question, first.entities, first.as_of) == (
        "who is my manager?",
        ("people/ada",),
        date(2026, 1, 31),
    )
    assert second.texts == ("香菜", "coriander")
    assert third.places == ("memory/2026-01-15.md:3",)


def test_markdown_sees_what_an_answer_is():
    text = (
        "# My questions\n\nSome prose.\n\n"
        "- who is my manager? → people/ada\n"
        "- [ ] 我不吃什么？ => 香菜; coriander\n"
        "1. when? -> memory/2026-01-15.md:3; people/ada#ada-001\n"
        "- a bullet without an answer\n\n"
        "| question | answer |\n|---|---|\n| who sings? | `Ada` |\n"
    )

    found = parse_questions(text, "q.md")

    assert [(a.line, a.question, a.entities, a.places, a.texts) for a in found] == [
        (5, "who is my manager?", ("people/ada",), (), ()),
        (6, "我不吃什么？", (), (), ("香菜", "coriander")),
        (7, "when?", ("people/ada#ada-001",), ("memory/2026-01-15.md:3",), ()),
        (12, "who sings?", (), (), ("Ada",)),
    ]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("q.json", "[", 1),
        ("q.json", "{}", None),
        ("q.json", "[]", None),
        ("q.json", '[\n{"question": "who?"}]', 2),
        ("q.json", '[{"entity": "people/ada"}]', 1),
        ("q.yaml", "- question: [", None),
        ("q.toml", "questions = 3", None),
        ("q.yaml", "- {question: who, text: x, as_of: soon}", 1),
        ("q.md", "- who? → ", 1),
        ("q.md", "no question here", None),
    ],
)
def test_what_says_nothing_that_can_be_asked_is_refused_with_its_line(name, text, line):
    with pytest.raises(FileInvalid) as refused:
        parse_questions(text, name)

    assert refused.value.line == line


@given(text=st.text(), name=st.sampled_from(["q.json", "q.yaml", "q.toml", "q.md"]))
def test_any_text_is_questions_or_refused(text, name):
    try:
        found = parse_questions(text, name)
    except FileInvalid:
        return
    assert all(one.question.strip() and one.expected for one in found)
