"""items files by example: our own form, and dialects that no table of cases holds."""

import json
from dataclasses import replace
from datetime import date

import pytest

from memctl.errors import FileInvalid, UnknownFact
from memctl.formats.rows.items import edit_items, line_of, new_items, parse_items
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.plan import AddEvidence, AddFact, MarkFact, PurgeFact, RetireFact

QUOTE = Evidence("memory/2026-01-15.md", 5, "今天正式离开 Acme，不再向 Sarah 汇报")
NEW = Fact(
    FactId("mara-002"),
    "Mara moved to Lisbon",
    category="status",
    timestamp="2026-03-02",
    day=date(2026, 3, 2),
    source="daily-note",
)
OURS = """\
[
  {
    "id": "mara-001",
    "fact": "Mara lives in Porto",
    "category": "status",
    "timestamp": "2026-01-15",
    "source": "daily-note",
    "status": "active",
    "evidence": [{"path": "memory/2026-01-15.md", "line": 3, "quote": "Mara lives in Porto"}]
  }
]
"""


def added(text, path="items.json", fact=NEW, **retire):
    """The text after adding a fact, and retiring the row `retire["fact_id"]` by it."""
    changes = [AddFact("people/mara", fact)]
    if retire:
        changes.append(
            RetireFact("people/mara", status="superseded", superseded_by=fact.id, **retire)
        )
    return edit_items(parse_items(text, path), changes).text


def test_a_new_file_is_in_our_own_form():
    fact = replace(NEW, related=("companies/acme-corp",), evidence=(QUOTE,), by="rules")

    assert new_items([fact]) == (
        '[\n  {\n    "id": "mara-002",\n    "fact": "Mara moved to Lisbon",\n'
        '    "category": "status",\n    "timestamp": "2026-03-02",\n    "source": "daily-note",\n'
        '    "status": "active",\n    "relatedEntities": ["companies/acme-corp"],\n'
        '    "evidence": [{"path": "memory/2026-01-15.md", "line": 5, '
        '"quote": "今天正式离开 Acme，不再向 Sarah 汇报"}],\n    "by": "rules"\n  }\n]\n'
    )


def test_every_field_of_a_fact_is_read_back():
    fact = Fact(
        *(FactId("a-1"), "Text", "status", "2026-01-02", date(2026, 1, 2), "manual", "superseded"),
        superseded_by=FactId("a-2"),
        superseded_reason="ended",
        superseded_at=date(2026, 2, 3),
        valid_until=date(2026, 2, 4),
        related=("people/mara",),
        attribute="employer",
        value="Acme",
        evidence=(replace(QUOTE, day=date(2026, 1, 15), message="m1", by="model:x"),),
        by="agent:y",
        confirmed_at=date(2026, 2, 5),
        reviewed_at=date(2026, 2, 6),
        visibility="private",
        digest="00ff",
        last_accessed=date(2026, 2, 7),
        access_count=3,
        line=2,
    )

    assert parse_items(new_items([fact]), "items.json").facts == (fact,)


def test_an_empty_list_takes_its_first_row():
    assert added("[]\n") == new_items([NEW])
    assert json.loads(added('{\n  "facts": []\n}\n'))["facts"][0]["id"] == "mara-002"


def test_a_row_for_another_reason_than_a_successor_says_so():
    retire = RetireFact(
        "people/mara", FactId("mara-001"), "superseded", None, "ended", date(2026, 2, 1)
    )

    after = edit_items(parse_items(OURS, "items.json"), [retire])

    (fact,) = parse_items(after.text, "items.json").facts
    assert (fact.status, fact.superseded_reason, fact.superseded_at) == (
        "superseded",
        "ended",
        date(2026, 2, 1),
    )
    assert fact.superseded_by is None


def test_more_evidence_goes_into_a_row_that_carries_some():
    change = AddEvidence("people/mara", FactId("mara-001"), QUOTE)

    edit = edit_items(parse_items(OURS, "items.json"), [change, change])

    assert len(parse_items(edit.text, "items.json").facts[0].evidence) == 2
    assert edit.text.count("\n") == OURS.count("\n")
    assert edit.ledger_evidence == ()


def test_more_evidence_of_a_row_by_a_person_goes_to_the_ledger():
    text = '[{"id": "mara-001", "fact": "Mara lives in Porto"}]'
    change = AddEvidence("people/mara", FactId("mara-001"), QUOTE)

    edit = edit_items(parse_items(text, "items.json"), [change])

    assert edit.text == text
    assert edit.ledger_evidence == (change,)


def test_the_sixth_evidence_goes_to_the_ledger():
    changes = [
        AddEvidence("people/mara", FactId("mara-001"), replace(QUOTE, quote=f"quote {n}"))
        for n in range(5)
    ]

    edit = edit_items(parse_items(OURS, "items.json"), changes)

    assert edit.ledger_evidence == (changes[-1],)


def test_an_extracted_row_carries_its_evidence_in_every_dialect():
    fact = replace(NEW, evidence=(QUOTE,), by="rules", source=None)
    text = '- id: mara-001\n  text: "Mara lives in Porto"\n  created: 2026-01-15\n'

    after = added(text, "items.yaml", fact)

    read = parse_items(after, "items.yaml").facts[1]
    assert (read.evidence, read.by) == ((QUOTE,), "rules")
    assert "category" not in after
    assert after.startswith(text)


def test_what_a_person_says_about_a_row_is_put_at_its_end():
    change = MarkFact("people/mara", FactId("mara-001"), "confirmedAt", "2026-03-01")

    after = edit_items(parse_items(OURS, "items.json"), [change]).text

    assert after.replace(',\n    "confirmedAt": "2026-03-01"', "") == OURS
    assert edit_items(parse_items(after, "items.json"), [change]).text == after


def test_an_unknown_row_is_named():
    with pytest.raises(UnknownFact, match="mara-009"):
        added(OURS, fact_id=FactId("mara-009"))


@pytest.mark.parametrize(
    ("written", "day", "new"),
    [
        ("2026-01-15", "2026-01-15", "2026-03-02"),
        ("2026-01-15T09:15:00+08:00", "2026-01-15", "2026-03-02T00:00:00+08:00"),
        ("2026-01-15 09:15", "2026-01-15", "2026-03-02 00:00"),
        ("2026-01-15T09:15:00.123456Z", "2026-01-15", "2026-03-02T00:00:00.000000Z"),
        ("2026/01/15", "2026-01-15", "2026/03/02"),
        ("2026/1/5", "2026-01-05", "2026/3/2"),
        ("2026年1月15日", "2026-01-15", "2026年3月2日"),
        ("20260115", "2026-01-15", "20260302"),
        ("January 15, 2026", "2026-01-15", "March 2, 2026"),
        ("15 Jan 2026", "2026-01-15", "2 Mar 2026"),
        (1768435200, "2026-01-15", 1772409600),
        (1768435200000, "2026-01-15", 1772409600000),
        (1768435200.5, "2026-01-15", 1772409600.0),
        ("1768435200", "2026-01-15", "1772409600"),
    ],
)
def test_a_day_is_read_in_any_form_and_written_in_the_form_found(written, day, new):
    text = json.dumps([{"id": "mara-001", "fact": "Mara lives in Porto", "date": written}])

    after = added(text, fact_id=FactId("mara-001"))

    assert parse_items(text, "items.json").facts[0].day == date.fromisoformat(day)
    assert json.loads(after)[1]["date"] == new


@pytest.mark.parametrize("written", ["soon", "2026-13-40", "2026-01", 7, True, None, [1], {"a": 1}])
def test_what_is_no_day_is_none(written):
    text = json.dumps([{"id": "a", "fact": "b", "timestamp": written}])

    assert parse_items(text, "items.json").facts[0].day is None


@pytest.mark.parametrize(
    "keys",
    [
        ("id", "content", "created-at", "replaced-by", "fact-type"),
        ("uuid", "statement", "recorded_at", "superseded_by", "kind"),
        ("编号", "事实", "日期", "被取代", "类别"),
        ("ID", "Text", "CreatedAt", "SupersededBy", "Category"),
    ],
)
def test_other_spellings_of_the_keys_are_read_and_kept(keys):
    row = dict(zip(keys, ("m-1", "Mara lives in Porto", "2026-01-15", None, "status"), strict=True))

    after = json.loads(
        added(
            json.dumps([row], indent=1), fact=replace(NEW, id=FactId("m-2")), fact_id=FactId("m-1")
        )
    )

    assert [list(r) for r in after] == [[*keys, "status"], list(keys)]
    assert after[0][keys[3]] == "m-2"
    assert list(after[1].values()) == ["m-2", NEW.text, "2026-03-02", None, "status"]


@pytest.mark.parametrize(
    "text",
    [
        '{"memories": [ROW]}',
        '{"meta": {"n": 1}, "data": {"knowledge": {"entries": [ROW]}}}',
        '{"about": "Mara", "things": [ROW]}',
        '{"version": 2, "facts": [], "items": [ROW]}',
        '[{"entity": "Mara", "facts": [ROW]}]',
        "ROW\n\n// a comment\nROW2\n",
    ],
    ids=["named", "nested", "unnamed", "empty beside", "in a row", "lines in a .json"],
)
def test_lists_are_found_wherever_they_are(text):
    row = '{"id": "m-1", "fact": "Mara lives in Porto"}'
    whole = text.replace("ROW2", '{"id": "m-2", "fact": "b"}').replace("ROW", row)

    document = parse_items(whole, "items.json")

    assert document.facts[0].text == "Mara lives in Porto"
    assert document.can_write
    fact = replace(NEW, id=FactId("m-3"))
    assert len(parse_items(added(whole, fact=fact), "items.json").facts) == len(document.facts) + 1


def test_a_row_outside_a_list_is_read_and_never_written():
    text = '{"id": "m-1", "fact": "Mara lives in Porto"}'
    document = parse_items(text, "items.json")

    assert [(f.id, f.text) for f in document.facts] == [("m-1", "Mara lives in Porto")]
    with pytest.raises(FileInvalid, match="no list"):
        added(text)


def test_a_boolean_in_place_of_a_status_is_read_and_set():
    text = (
        '[{"id": "m-1", "fact": "a", "active": true}, {"id": "m-2", "fact": "b", "active": false}]'
    )

    assert [f.status for f in parse_items(text, "items.json").facts] == ["active", "inactive"]
    after = added(text, fact=replace(NEW, id=FactId("m-3")), fact_id=FactId("m-1"))
    assert [f.is_active for f in parse_items(after, "items.json").facts] == [False, False, True]


def test_yaml_scalars_stay_text_and_comments_stay():
    text = (
        "# kept by hand\nfacts:\n  - id: 007\n    fact: no\n    created: 2026-01-15  # a Thursday\n"
        "    status: active # for now\n\n  # the end\n"
    )
    fact = replace(NEW, id=FactId("008"), text="yes: it is")

    after = added(text, "items.yaml", fact, fact_id=FactId("007"))

    assert after == (
        "# kept by hand\nfacts:\n  - id: 007\n    fact: no\n    created: 2026-01-15  # a Thursday\n"
        "    status: superseded # for now\n    superseded_by: 008\n"
        '  - id: 008\n    fact: "yes: it is"\n    created: 2026-03-02\n    status: active\n'
        "\n  # the end\n"
    )


@pytest.mark.parametrize(
    "text",
    ["facts: []\n", "[]\n", "facts:\n- {id: m-1, fact: a}\n", "[{id: m-1, fact: a}]\n"],
)
def test_yaml_lists_of_every_form_take_a_row(text):
    facts = parse_items(added(text, "items.yaml"), "items.yaml").facts

    assert facts[-1].text == NEW.text
    assert facts[-1].day == NEW.day


@pytest.mark.parametrize("text", ["- &a\n  id: x\n  fact: y\n", "- id: !!str x\n  fact: y\n"])
def test_yaml_with_anchors_or_tags_is_read_and_refused(text):
    assert parse_items(text, "items.yaml").facts[0].id == "x"
    with pytest.raises(FileInvalid, match="anchors"):
        added(text, "items.yaml")


def test_aliases_in_yaml_do_not_grow():
    bomb = "a0: &a0 [x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40)
    )

    assert parse_items(bomb, "items.yaml").facts == ()


def test_a_broken_line_is_named_and_the_others_are_read():
    text = '{"id": "a-1", "fact": "a"}\n\n# note\n{"id": "a-2", "fa'

    document = parse_items(text, "facts.jsonl")

    assert [f.id for f in document.facts] == ["a-1"]
    assert [(p.slug, p.line) for p in document.problems] == [("bad-json", 4)]
    assert not document.can_write


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('[\n {"id": "a-1", "fact": "x"},\n]\n', 2, "a comma too many at the end of line 2"),
        ('[\n {"id": "a-1",\n  "fact": "x",\n }\n]\n', 3, "a comma too many at the end of line 3"),
        ('[{"id": "a-1", "fact": "x"},  ]', 1, "a comma too many at the end of line 1"),
        ('[\n {"id": "a-1", "fact": "x', 2, "Unterminated string starting at line 2, column 24"),
        ('[\n {"id": ' + "9" * 5000 + "}]", 2, "a number of 5,000 digits"),
    ],
    ids=["list", "row", "one line", "cut off", "digits"],
)
def test_what_is_no_json_is_told_with_the_line_to_mend(text, line, message):
    [problem] = parse_items(text, "items.json").problems

    assert (problem.slug, problem.line) == ("bad-json", line)
    assert problem.message.endswith(message)


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_row_is_put_behind_the_last_line(end):
    text = '{"id":"a-1","fact":"a"}' + end

    after = added(text, "facts.jsonl", replace(NEW, id=FactId("a-2"), day=None, timestamp=None))

    assert after == '{"id":"a-1","fact":"a"}\n{"id":"a-2","fact":"Mara moved to Lisbon"}' + end


def test_a_row_that_only_has_an_id_and_a_status_needs_a_row_with_a_fact():
    text = '[{"id": "a-1", "fact": "a"}, {"id": "a-2", "status": "superseded"}]'

    (problem,) = parse_items(text, "items.json").problems

    assert (problem.slug, problem.level) == ("patch-without-row", "error")


def test_a_patched_row_is_retired_where_it_counts():
    text = '[{"id": "a-1", "fact": "a"}, {"id": "a-1", "status": "active", "validUntil": null}]'

    after = added(text, fact=replace(NEW, id=FactId("a-2")), fact_id=FactId("a-1"))

    assert parse_items(after, "items.json").facts[0].superseded_by == "a-2"


def test_an_unrelated_new_row_takes_over_the_form_and_none_of_the_claims():
    text = (
        '[\n{"schema": 1, "id": "a-1", "fact": "a", "mood": "good", "tags": ["x"]},\n'
        '{"schema": 1, "id": "a-2", "fact": "b", "mood": "bad", "tags": []}\n]'
    )

    after = added(text, fact=replace(NEW, id=FactId("a-3"), day=None, timestamp=None))

    assert after.splitlines()[3] == '{"schema": 1, "id": "a-3", "fact": "Mara moved to Lisbon"}'


def test_a_private_fact_has_a_private_successor():
    text = '[{"id": "a-1", "fact": "a", "visibility": "private"}]'

    after = added(text, fact=replace(NEW, id=FactId("a-2")), fact_id=FactId("a-1"))

    assert parse_items(after, "items.json").facts[1].visibility == "private"


def test_halves_of_surrogate_pairs_are_replaced_so_that_texts_can_be_printed():
    (fact,) = parse_items('[{"id": "a", "fact": "x \\ud83d y \\ud83d\\ude00"}]', "items.json").facts

    assert fact.text == "x \ufffd y 😀"


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("", "empty-file"),
        (" \n\t\n", "empty-file"),
        ("[" * 100_000, "bad-json"),
        ('[{"id": ' + "9" * 5000 + "}]", "bad-json"),
        ("nonsense", "bad-json"),
        ("[1, 2]\0", "bad-json"),
        ("{}", "no-rows"),
        ('["only", "texts"]', "no-rows"),
        ("3", "no-rows"),
    ],
    ids=["empty", "blank", "deep", "huge number", "words", "nul", "object", "texts", "number"],
)
def test_what_is_no_items_file_is_a_problem_and_no_writing(text, slug):
    document = parse_items(text, "items.json")

    assert [p.slug for p in document.problems] == [slug]
    assert document.facts == ()
    with pytest.raises(FileInvalid):
        added(text)


@pytest.mark.parametrize(
    "text", ["[" * 5000, "- " * 5000, "a: [", "\0", "a: b: c", "--- a\n--- b\n"]
)
def test_what_is_no_yaml_is_a_problem(text):
    assert [p.slug for p in parse_items(text, "items.yaml").problems] == ["bad-yaml"]


def test_not_a_number_and_infinity_are_kept():
    text = '[{"id": "a-1", "fact": "a", "score": NaN, "top": -Infinity}]'

    after = added(text, fact=replace(NEW, id=FactId("a-2")), fact_id=FactId("a-1"))

    assert after.count("NaN") == 2


def test_a_word_is_found_in_its_row():
    text = '[\n {"id": "a", "fact": "b"},\n {"id": "c",\n  "fact": "d",\n  "related": ["x/y"]}\n]'
    document = parse_items(text, "items.json")

    assert line_of(document, document.facts[1], "x/y") == 5
    assert line_of(document, document.facts[1], "nowhere") == 3


def test_a_key_alone_in_a_yaml_row_is_read():
    document = parse_items("- {id: 1, text: a, later}\n- \n", "items.yaml")

    assert [f.text for f in document.facts] == ["a"]


def test_ids_that_are_numbers_stay_numbers_in_rows_and_pointers():
    text = '[{"id": 1, "fact": "a", "supersededBy": null}, {"id": 2, "fact": "b", "x": 0}]'

    after = json.loads(added(text, fact=replace(NEW, id=FactId("3")), fact_id=FactId("1")))

    assert [(row["id"], row.get("supersededBy")) for row in after] == [(1, 3), (2, None), (3, None)]
    assert after[2]["supersededBy"] is None


def test_a_purge_empties_a_key_that_stands_twice_in_both_places():
    text = '[{"id": "m-1", "fact": "first words", "status": "active", "fact": "last words"}]'
    document = parse_items(text, "items.json")

    after = edit_items(document, [PurgeFact("people/mara", FactId("m-1"), "0a")]).text

    assert "words" not in after
    assert after.count('"fact": ""') == 2


def test_a_new_row_says_a_key_once_that_its_model_says_twice():
    text = '[{"id": "m-1", "fact": "a", "status": "active", "fact": "b"}]'

    assert added(text, fact=replace(NEW, id=FactId("m-2"))).count('"fact"') == 3


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("[\n  {id: m-1, fact: a},\n  {id: m-2, fact: b}\n]\n", "items.yaml"),
        ("{\n  m-1: {fact: a},\n  m-2: {fact: b}\n}\n", "items.yaml"),
        ("[\n  {id: m-1, fact: a}\n]\n", "items.yaml"),
    ],
)
def test_yaml_rows_in_brackets_stand_on_lines_of_their_own_where_the_others_do(text, path):
    after = added(text, path, replace(NEW, id=FactId("m-3"))).splitlines()

    assert len(after) == len(text.splitlines()) + 1
    assert after[-2].startswith(("  {id: m-3, ", "  m-3: {"))
    assert after[-3].endswith("},")
