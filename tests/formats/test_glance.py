"""A glance at an items file says what reading it says; where it may not, it is silent."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.rows.glance import glance_items
from memctl.formats.rows.items import parse_items

PATH = "areas/people/mara/items.json"
WORDS = st.text(max_size=6) | st.none() | st.integers(0, 3) | st.just("active")
ROWS = st.fixed_dictionaries(
    {"id": st.text(max_size=4), "fact": st.text(max_size=6), "status": st.just("active") | WORDS},
    optional={
        "timestamp": st.sampled_from(["2025-01-02", "2025-03", "", None, 7, "soon", "1700000000"]),
        "supersededBy": st.sampled_from([None, "", "m-1"]),
        "supersedes": st.sampled_from([None, "m-1", []]),
        "relatedEntities": st.sampled_from([[], ["people/bo"], None, ""]),
        "category": WORDS,
        "active": st.booleans(),
        "evidence": st.just([{"path": "memory/2025-01-02.md", "line": 1, "quote": "x"}]),
    },
)


@given(st.lists(ROWS, max_size=5), st.sampled_from([None, 2]), st.booleans())
def test_a_glance_and_a_reading_agree(rows, indent, is_ascii):
    text = json.dumps(rows, indent=indent, ensure_ascii=is_ascii)

    glance = glance_items(text, PATH)

    if glance is not None:
        read = parse_items(text, PATH)
        assert read.problems == ()
        assert read.can_write
        assert [f.id for f in read.facts] == list(glance.ids)
        assert [f.text for f in read.facts] == list(glance.texts)
        assert all(f.is_active and not f.related for f in read.facts)
        assert max((f.day for f in read.facts if f.day), default=None) == glance.latest


def test_plain_rows_are_seen_at_a_glance():
    row = {"id": "m-1", "fact": "Mara 住在青岛", "timestamp": "2025-02-03", "status": "active"}

    glance = glance_items(json.dumps([row, {**row, "id": "m-2", "by": "rules"}]), PATH)

    assert glance is not None
    assert glance.ids == ("m-1", "m-2")
    assert glance.latest == date(2025, 2, 3)
    assert "rules" in {value for column in glance.columns for value in column}


@pytest.mark.parametrize("text", ["", "[]", "{", "[1]", '{"facts": []}', "[[]]", '[{"id": "a"}]'])
def test_anything_else_is_left_to_the_closer_look(text):
    assert glance_items(text, PATH) is None
