"""A glance at an items file says what reading it says; where it may not, it is silent."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.rows.glance import glance_items, reader
from memctl.formats.rows.items import parse_items

PATH = "areas/people/mara/items.json"
READERS = [reader(1), reader(10_000)]
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


@pytest.mark.parametrize("read", READERS, ids=["few files", "many"])
@given(st.lists(ROWS, max_size=5), st.sampled_from([None, 2]), st.booleans())
def test_a_glance_and_a_reading_agree(read, rows, indent, is_ascii):
    text = json.dumps(rows, indent=indent, ensure_ascii=is_ascii)

    glance = glance_items(text.encode(), PATH, read)

    if glance is not None:
        read = parse_items(text, PATH)
        assert read.problems == ()
        assert read.can_write
        assert [f.id for f in read.facts] == list(glance.ids)
        assert [f.text for f in read.facts] == list(glance.texts)
        assert all(f.is_active and not f.related for f in read.facts)
        assert max((f.day for f in read.facts if f.day), default=None) == glance.latest


@pytest.mark.parametrize("read", READERS, ids=["few files", "many"])
def test_plain_rows_are_seen_at_a_glance(read):
    row = {"id": "m-1", "fact": "Mara 住在青岛", "timestamp": "2025-02-03", "status": "active"}

    rows = [row, {**row, "id": "m-2", "by": "rules"}]
    glance = glance_items(json.dumps(rows).encode(), PATH, read)

    assert glance is not None
    assert glance.ids == ("m-1", "m-2")
    assert glance.latest == date(2025, 2, 3)
    assert "rules" in {value for column in glance.columns for value in column}


@pytest.mark.parametrize("read", READERS, ids=["few files", "many"])
@pytest.mark.parametrize("text", ["", "[]", "{", "[1]", '{"facts": []}', "[[]]", '[{"id": "a"}]'])
def test_anything_else_is_left_to_the_closer_look(read, text):
    assert glance_items(text.encode(), PATH, read) is None


@pytest.mark.parametrize("read", READERS, ids=["few files", "many"])
@pytest.mark.parametrize(
    "odd",
    ["M\\ud83d", "M\x00", "M\nN", 'M"', "M\\", "M\\x"],
    ids=["half", "nul", "end", "q", "b", "x"],
)
def test_what_is_no_text_is_left_to_the_closer_look(read, odd):
    row = '[{"id": "m-1", "fact": "%s", "timestamp": "2025-02-03", "status": "active"}]'

    assert glance_items((row % odd).encode(), PATH, read) is None
    assert glance_items((row % "M").encode("latin-1") + b"\xff", PATH, read) is None
    assert glance_items((row % "M").encode("utf-16"), PATH, read) is None


@given(st.dictionaries(st.text(max_size=3), WORDS | st.floats() | st.lists(WORDS, max_size=2)))
def test_both_ways_of_reading_read_the_same(row):
    data = json.dumps([row], ensure_ascii=False).encode(errors="replace")

    assert repr(READERS[0](data)) == repr(READERS[1](data))


def test_of_a_key_that_stands_twice_the_last_one_counts():
    data = b'[{"id": "a", "b": 1, "id": "c"}]'

    assert list(READERS[1](data)[0].items()) == list(READERS[0](data)[0].items())
