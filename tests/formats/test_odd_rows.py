"""Rows that read, and say something else than whoever wrote them meant."""

from datetime import date

import pytest

from memctl.formats.rows.glance import glance_items, reader
from memctl.formats.rows.items import edit_items, parse_items
from memctl.graph.entity import EntityRef
from memctl.graph.fact import ENDED, SUPERSEDED, FactId
from memctl.graph.plan import RetireFact

NAME = "areas/people/ida/items.json"
FINE = (
    '{"id": "ida-1", "fact": "Ida plays the oboe", "timestamp": "2026-01-05", "status": "active"}'
)
IDA = EntityRef("people/ida")


def slugs(text, name=NAME):
    return [(p.slug, p.line) for p in parse_items(text, name).problems]


def array(*rows):
    return "[\n" + ",\n".join((FINE, *rows)) + "\n]\n"


def row(**beside):
    told = "".join(f', "{key}": {value}' for key, value in beside.items())
    return f'{{"id": "ida-2", "fact": "Ida sings"{told}}}'


@pytest.mark.parametrize(
    "odd",
    [
        row(timestamp='"2026-13-45"', status='"active"'),
        row(timestamp='"31/02/2026"', status='"active"'),
        row(timestamp="12", status='"active"'),
        row(日期='"2026年2月30日"', 状态='"有效"'),
        row(timestamp='"2026-01-05"', status='"active"', validUntil='"2026-02-30"'),
    ],
)
def test_a_day_that_the_calendar_has_not_is_named_with_its_line(odd):
    text = array(odd)

    assert slugs(text) == [("odd-day", 3)]
    assert glance_items(text.encode(), NAME, reader(1)) is None


@pytest.mark.parametrize("when", ['"unknown"', '"n/a"', '""', "null", '"2026"', '"2026-03"'])
def test_who_tells_no_day_is_not_told_off(when):
    assert slugs(array(row(timestamp=when, status='"active"'))) == []


def test_a_day_as_a_number_is_read_and_written_as_one():
    document = parse_items(array(row(timestamp="20260105", retiredAt="null")), NAME)
    change = RetireFact(IDA, FactId("ida-2"), SUPERSEDED, None, ENDED, date(2026, 2, 3))

    assert document.facts[1].day == date(2026, 1, 5)
    assert ": 20260203" in edit_items(document, [change]).text


@pytest.mark.parametrize(
    ("text", "name", "line"),
    [
        (array('{"id": "ida-2", "fact": "Ida sings", "fact": "Ida hums"}'), NAME, 3),
        (array('{"id": "ida-2",\n "fact": "Ida sings", "id" : "ida-3"}'), NAME, 3),
        ('{"facts": [{"id": "a", "text": "x", "text": "y"}]}', NAME, 1),
        (f'{FINE}\n{{"id": "b", "fact": "x", "fact": "y"}}\n', "areas/people/ida/items.jsonl", 2),
        ("- id: a\n  fact: x\n- id: b\n  fact: y\n  fact: z\n", "areas/people/ida/items.yaml", 3),
    ],
)
def test_a_key_that_stands_twice_in_a_row_is_named_with_its_line(text, name, line):
    assert slugs(text, name) == [("field-twice", line)]
    assert glance_items(text.encode(), name, reader(1)) is None


@pytest.mark.parametrize(
    "fine",
    [
        row(category='"fact"', value=r'"the key \"fact\": here"'),
        row(by='"rules"', evidence='[{"path": "a.md", "by": "b", "fact": "c"}]'),
    ],
)
def test_a_key_named_in_a_text_or_in_what_a_row_holds_stands_once(fine):
    assert slugs(array(fine)) == []


@pytest.mark.parametrize("word", ["current", "Valid", "有效", "现行"])
def test_other_words_for_active_are_active(word):
    assert parse_items(array(row(status=f'"{word}"')), NAME).facts[1].is_active


@pytest.mark.parametrize("word", ["planned", "inactive", "失效", "pending"])
def test_words_of_their_own_never_count_as_active(word):
    assert not parse_items(array(row(status=f'"{word}"')), NAME).facts[1].is_active
