"""Columns of plain rows say what reading says; of any other file they are silent."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.rows._alike import alike
from memctl.formats.rows.items import parse_items
from memctl.formats.rows.plain import plain_facts

PATH = "areas/people/mara/items.json"
WORDS = st.text(max_size=6) | st.none() | st.integers(0, 3) | st.just("active")
TIMES = ["2025-01-02", "2025-01-02T10:00", "2025-03", "", None, 7, "soon", "1700000000"]
ROWS = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["m-1", "m-2", "", None]),
        "fact": st.text(max_size=6),
        "status": st.sampled_from(["active"] * 4 + ["Active", "superseded", None]),
    },
    optional={
        "timestamp": st.sampled_from(TIMES),
        "supersededBy": st.sampled_from([None, "", "m-1"]),
        "supersedes": st.sampled_from([None, "m-1", []]),
        "relatedEntities": st.sampled_from([[], ["people/bo"], None, ""]),
        "validUntil": st.sampled_from([None, "", "2025-04-05"]),
        "value": WORDS,
        "visibility": st.sampled_from([None, "", "private"]),
        "category": WORDS,
        "active": st.booleans(),
        "evidence": st.sampled_from([[], [{"path": "memory/2025-01-02.md", "quote": "x"}]]),
    },
)


@given(st.lists(ROWS, max_size=4), st.sampled_from([None, 2]), st.booleans())
def test_columns_and_a_reading_agree(rows, indent, is_ascii):
    text = json.dumps(rows, indent=indent, ensure_ascii=is_ascii)

    plain = plain_facts(text, PATH)

    if plain is not None:
        facts = parse_items(text, PATH).facts
        assert [(f.id, f.text, f.timestamp, f.line) for f in facts] == list(
            zip(plain.ids, plain.texts, plain.timestamps, plain.lines, strict=True)
        )
        assert [f.day and f.day.isoformat() for f in facts] == list(plain.days)
        assert all(f.is_active for f in facts)
        beside = [(f.valid_until, f.value, f.attribute, f.visibility) for f in facts]
        assert beside == [(None,) * 4] * len(facts)
        assert all(f.related == f.evidence == f.former_id == () for f in facts)


ROW = {"id": "m-1", "fact": "Mara 住在青岛", "timestamp": "2025-02-03", "status": "active"}


def test_plain_rows_come_as_columns():
    rows = [ROW, {**ROW, "id": "m-2", "accessCount": 3, "supersededBy": None}]
    plain = plain_facts(json.dumps(rows, indent=2), PATH)

    assert plain is not None
    assert plain.ids == ("m-1", "m-2")
    assert plain.days == ("2025-02-03",) * 2
    assert plain.lines == (2, 8)


@pytest.mark.parametrize("text", ["", "[]", "{", "[1]", '{"facts": []}', "[[]]", '[{"id": "a"}]'])
def test_anything_else_is_left_to_reading(text):
    assert plain_facts(text, PATH) is None


@pytest.mark.parametrize(
    "odd",
    [
        {"visibility": None},
        {"visIbility": ""},
        {"fact": "half \ud83d"},
        {"status": "superseded"},
        {"formerId": "m-0"},
    ],
)
def test_a_row_that_says_more_is_left_to_reading(odd):
    assert plain_facts(json.dumps([ROW, {**ROW, **odd}]), PATH) is None


def test_rows_in_another_syntax_are_left_to_reading():
    assert plain_facts(json.dumps([ROW]), "items.jsonl") is None


LINES = json.dumps(
    [{**ROW, "category": "home", "accessCount": 3}] * 3, ensure_ascii=False, indent=2
)


@given(
    st.integers(0, len(LINES) - 1), st.text('{}[]",: \n\\01nul\0', max_size=2), st.integers(0, 2)
)
def test_rows_that_are_spelled_alike_are_read_as_json_is(at, instead, cut):
    text = LINES[:at] + instead + LINES[at + cut :]

    found = alike(text, ("supersedes",))

    if found is not None:
        rows = json.loads(text)
        assert [(r["id"], r["fact"], r["timestamp"]) for r in rows] == list(
            zip(*found[:3], strict=True)
        )
        assert {r["status"] for r in rows} == {"active"}
        assert list(found.lines) == [f.line for f in parse_items(text, PATH).facts]


@pytest.mark.parametrize("indent", [None, 2, "\t"])
def test_rows_that_differ_in_what_they_say_are_read_at_once(indent):
    rows = [
        {**ROW, "id": f"m-{n}", "supersedes": silent} for n, silent in enumerate((None, "", []))
    ]

    found = alike(json.dumps(rows, indent=indent, ensure_ascii=False), ("supersedes",))

    assert found is not None
    assert found.ids == ("m-0", "m-1", "m-2")


@pytest.mark.parametrize(
    "odd",
    [
        {"id": ""},
        {"fact": "two\nlines"},
        {"timestamp": None},
        {"status": "Active"},
        {"supersedes": "m-0"},
        {"more": 1},
    ],
)
def test_rows_that_differ_in_more_are_not(odd):
    rows = [{**ROW, "supersedes": None}, {**ROW, "supersedes": None, **odd}]

    assert alike(json.dumps(rows, indent=2, ensure_ascii=False), ("supersedes",)) is None
