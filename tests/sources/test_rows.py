import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.sources.rows import parse_lines, parse_value

values = st.dictionaries(st.text(max_size=5), st.text(max_size=8) | st.integers(), max_size=3)
lines = st.lists(values, max_size=6).map(lambda rows: [json.dumps(row) for row in rows])


@given(lines=lines)
def test_every_whole_line_is_a_row_with_its_number(lines):
    rows, problems = parse_lines("\n".join(lines), "x")

    assert [(r.line, r.value) for r in rows] == [
        (n, json.loads(line)) for n, line in enumerate(lines, start=1)
    ]
    assert problems == []


@given(lines=lines, data=st.data())
def test_a_file_cut_off_anywhere_gives_its_whole_lines_and_says_nothing(lines, data):
    text = "\n".join(lines)
    cut = data.draw(st.integers(0, len(text)))

    rows, problems = parse_lines(text[:cut], "x")

    whole = text[:cut].count("\n")
    assert [r.value for r in rows][:whole] == [json.loads(line) for line in lines[:whole]]
    assert len(rows) <= whole + 1
    assert problems == []


@given(lines=lines, cut=st.integers(1, 200))
def test_a_line_glued_to_one_that_was_cut_off_is_read(lines, cut):
    broken = json.dumps({"type": "message", "text": "half of this was writ" + "x" * cut})[:cut]
    whole = json.dumps({"type": "message", "text": "whole"})

    rows, problems = parse_lines("\n".join((*lines, broken + whole, "")), "x")

    assert rows[-1].value == json.loads(whole)
    assert problems == [] or problems[0].line == len(lines) + 1


@pytest.mark.parametrize("hole", ["\0\0\0", " \t", "\ufeff"])
def test_holes_that_a_crash_leaves_are_stepped_over(hole):
    rows, problems = parse_lines(f'{{"a": 1}}\n{hole}\n{hole}{{"b": 2}}\n', "x")

    assert [(r.line, r.value) for r in rows] == [(1, {"a": 1}), (3, {"b": 2})]
    assert problems == []


def test_lines_that_are_no_json_are_named_once():
    rows, (problem,) = parse_lines('{"a": 1}\noops\n{oops\n{"b": 2}\n', "source:x/y")

    assert [r.value for r in rows] == [{"a": 1}, {"b": 2}]
    assert (problem.slug, problem.path, problem.line) == ("damaged-line", "source:x/y", 2)
    assert "2 lines" in problem.message


@given(st.text())
def test_any_text_is_read_without_an_exception(text):
    parse_lines(text, "x")
    parse_value(text)


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"":' * 100_000, "9" * 10_000])
def test_what_no_program_writes_is_no_value(deep):
    assert parse_value(deep) is None
