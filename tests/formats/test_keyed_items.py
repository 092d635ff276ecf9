"""Items files that are an object of rows by id: read, edited and merged as every other one."""

import json
from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memctl.errors import FileInvalid
from memctl.formats.rows.items import edit_items, parse_items
from memctl.formats.rows.rewriting import raw_rows, rewrite_values
from memctl.graph.fact import Fact, FactId
from memctl.graph.plan import AddFact, MarkFact, PurgeFact, RetireFact
from tests.formats.test_items_laws import any_json

REF = "people/ana"
NEW = Fact(FactId("f-003"), "Lives in Braga", timestamp="2026-01-05", day=date(2026, 1, 5))
PLAIN = """{
  "f-001": {"fact": "Lives in Faro", "timestamp": "2025-03-01", "status": "active"},
  "f-002": {"fact": "Plays the oboe", "timestamp": "2025-04-02", "status": "active"}
}
"""
TIGHT = '{"v":1,"facts":{"f-001":{"id":"f-001","fact":"Lives in Faro"}},"updated":"x"}'
TABS = '{\n\t"f-001" :\n\t{\n\t\t"fact": "Lives in Faro",\n\t\t"factId": null\n\t}\n}'
LINES = "# head\nf-001:  # where\n  fact: Lives in Faro  # since ever\n  status: active\n\n# end\n"
BRACES = "facts:\n  f-001: {fact: Lives in Faro, status: active}\n"
NUMBERS = "1:\n    fact: Lives in Faro\n"


def edited(text, *changes, path="items.json"):
    return edit_items(parse_items(text, path), changes).text


def moved(text, path="items.json", new=NEW, old="f-001"):
    changes = (AddFact(REF, new), RetireFact(REF, FactId(old), "superseded", new.id))
    return edited(text, *changes, path=path)


@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        (
            PLAIN,
            "items.json",
            PLAIN.replace('active"}', 'superseded", "supersededBy": "f-003"}', 1).replace(
                'active"}\n}',
                'active"},\n  "f-003": {"fact": "Lives in Braga", "timestamp": "2026-01-05", '
                '"status": "active"}\n}',
            ),
        ),
        (
            TIGHT,
            "items.json",
            TIGHT.replace(
                '"Lives in Faro"}',
                '"Lives in Faro","status":"superseded","supersededBy":"f-003"},'
                '"f-003":{"id":"f-003","fact":"Lives in Braga","timestamp":"2026-01-05"}',
            ),
        ),
        (
            TABS,
            "items.json",
            TABS.replace(
                "null\n\t}\n",
                'null,\n\t\t"status": "superseded",\n\t\t"supersededBy": "f-003"\n\t},\n'
                '\t"f-003" :\n\t{\n\t\t"fact": "Lives in Braga",\n'
                '\t\t"timestamp": "2026-01-05"\n\t}\n',
            ),
        ),
        (
            LINES,
            "items.yaml",
            LINES.replace("active\n", "superseded\n  superseded_by: f-003\n").replace(
                "f-003\n\n",
                "f-003\nf-003:\n  fact: Lives in Braga\n  status: active\n"
                '  timestamp: "2026-01-05"\n\n',
            ),
        ),
        (
            BRACES,
            "items.yaml",
            BRACES.replace("active}\n", "superseded, superseded_by: f-003}\n")
            + '  f-003: {fact: Lives in Braga, status: active, timestamp: "2026-01-05"}\n',
        ),
    ],
    ids=["plain", "tight", "tabs", "lines", "braces"],
)
def test_a_fact_is_replaced_in_the_form_of_its_file(text, path, after):
    assert moved(text, path) == after


def test_a_key_that_looks_like_a_number_stays_plain():
    new = Fact(FactId("2"), "Lives in Braga")

    assert moved(NUMBERS, "items.yaml", new, old="1") == (
        '1:\n    fact: Lives in Faro\n    status: superseded\n    superseded_by: "2"\n'
        "2:\n    fact: Lives in Braga\n"
    )


@pytest.mark.parametrize(
    ("text", "path"), [('{"facts": {}}\n', "items.json"), ("facts: {}\n", "items.yaml")]
)
def test_an_empty_object_of_facts_takes_one(text, path):
    after = parse_items(edited(text, AddFact(REF, NEW), path=path), path)

    assert [(f.id, f.text) for f in after.facts] == [("f-003", "Lives in Braga")]
    assert after.can_write


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (RetireFact(REF, FactId("f-001"), "retracted"), '"status": "retracted"'),
        (MarkFact(REF, FactId("f-001"), "confirmedAt", "2026-02-01"), '"confirmedAt": "2026-02-01'),
        (PurgeFact(REF, FactId("f-001"), "0a"), '"fact": "", "timestamp": "2025-03-01"'),
    ],
)
def test_a_change_touches_its_row_alone(change, says):
    first, row, *rest = edited(PLAIN, change).splitlines(keepends=True)

    assert [first, *rest] == [
        line for n, line in enumerate(PLAIN.splitlines(keepends=True)) if n != 1
    ]
    assert row.startswith('  "f-001": {')
    assert says in row


def test_a_row_without_an_id_takes_it_from_its_key_and_stands_on_its_line():
    found = parse_items(PLAIN, "items.json")

    assert [(f.id, f.line) for f in found.facts] == [("f-001", 2), ("f-002", 3)]
    assert [f.line for f in parse_items(LINES, "items.yaml").facts] == [2]
    assert found.problems == ()


def test_an_id_that_differs_from_its_key_counts_and_is_named():
    text = '{\n"f-001": {"id": "x-1", "fact": "a"},\n"f-002": {"id": "", "fact": "b"}\n}'
    found = parse_items(text, "items.json")

    assert [f.id for f in found.facts] == ["x-1", "f-002"]
    assert [(p.slug, p.level, p.line) for p in found.problems] == [("key-differs", "warning", 2)]
    assert '"f-003": {"id": "f-003", "fact": "Lives in Braga"' in moved(text, old="x-1")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"f-1": {"fact": "a"}, "f-1": {"fact": "b"}}', "items.json"),
        ("f-1: {fact: a}\nf-1: {fact: b}\n", "items.yaml"),
    ],
)
def test_two_rows_under_one_key_are_named_and_never_written_to(text, path):
    found = parse_items(text, path)

    assert [(p.slug, p.level) for p in found.problems] == [("key-twice", "error")]
    with pytest.raises(FileInvalid, match="stands twice"):
        edited(text, AddFact(REF, NEW), path=path)


def test_refs_are_rewritten_and_rows_told_apart():
    text = PLAIN.replace('"status"', '"related": ["people/bo"], "status"')
    document = parse_items(text, "items.json")

    after = rewrite_values(document, "related", lambda v: ["people/cy" for _ in v])

    assert after == text.replace("people/bo", "people/cy")
    assert [row["id"] for row in raw_rows(document)] == ["f-001", "f-002"]


@settings(max_examples=300, deadline=None)
@given(
    value=st.dictionaries(st.sampled_from(["f-1", "f-2", "id", "", "é"]), any_json, max_size=3),
    wrapper=st.sampled_from([None, "facts", "data", "x"]),
    path=st.sampled_from(["items.json", "items.yaml"]),
)
@example(
    value={"f-1": [{"id": None, "fact": ""}], "f-2": [{"id": False, "fact": False}]},
    wrapper=None,
    path="items.json",
)
def test_whatever_stands_in_an_object_an_edit_is_faithful_or_refused(value, wrapper, path):
    text = json.dumps(value if wrapper is None else {wrapper: value}, indent=1)
    document = parse_items(text, path)
    try:
        after = edited(text, AddFact(REF, NEW), path=path)
    except FileInvalid:
        return
    texts = [f.text for f in parse_items(after, path).facts]
    # A row of key and value keeps its key; of several lists the first one gets the row.
    (new,) = [t for t in texts if NEW.text in t]
    texts.remove(new)
    assert texts == [f.text for f in document.facts]
    assert json.loads(after) if path == "items.json" else True
