"""Dialects that nobody has listed, of the kinds that are known: read, edited, written back."""

import json
from datetime import date

import pytest

from memctl.formats.rows.items import edit_items, parse_items
from memctl.formats.rows.row_days import read_day, write_day
from memctl.graph.entity import EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.plan import AddFact, RetireFact

PATH = "areas/people/zoe/items.json"
TEXTS = ("Zoe lives in Faro", "Zoe plays the oboe")
DAYS = ("2025-03-01", "2025-04-02")
IDS = ("zoe-001", "zoe-002")
LAGOS = Fact(
    id=FactId("zoe-003"),
    text="Zoe lives in Lagos",
    category="status",
    timestamp="2026-01-05",
    day=date(2026, 1, 5),
    source="manual",
)


def rows(*, fact="fact", timestamp="timestamp", key="id", days=DAYS, ids=IDS, **more):
    told = zip(ids, TEXTS, days, strict=True)
    return [{key: i, fact: t, timestamp: d, **({"status": "active"} | more)} for i, t, d in told]


def triples(subject, predicate, value):
    told = (("lives in", "Faro"), ("plays", "the oboe"))
    return [
        {"id": i, subject: "Zoe", predicate: verb, value: what, "timestamp": d}
        for i, (verb, what), d in zip(IDS, told, DAYS, strict=True)
    ]


WRAPPERS = (
    *("factList", "fact_list", "knowledgeItems", "results", "nodes", "content", "payload"),
    *("timeline", "history", "atoms", "learned", "message"),
)
FACTS = (
    *("description", "summary", "info", "message", "factText", "statement_text", "insight"),
    *("belief", "remark", "knowledge", "proposition", "描述"),
)
TRIPLES = (
    *(("subject", "predicate", "object"), ("subj", "pred", "obj"), ("s", "p", "o")),
    *(("head", "relation", "tail"), ("from", "relation", "to"), ("who", "does", "what")),
    *(("subject", "relationship", "target"), ("Subject", "Verb", "Object")),
    *(("subject", "relation", "value"), ("主语", "谓语", "宾语")),
)
TIMESTAMPS = (
    *("createdOn", "recorded_on", "asOf", "effectiveDate", "effective_from", "eventDate"),
    *("startDate", "firstSeen", "observed_on", "notedAt", "validSince", "loggedAt", "date-created"),
)
KEYS = ("_id", "factID", "itemId", "uuid", "identifier", "guid", "ULID", "fact-no", "record_id")
NAMES = (
    *(("F1", "F2"), (1, 2), ("1", "2"), ("zoe:1", "zoe:2"), ("zoe.001", "zoe.002")),
    *(("01HZX3K0Q4V5J6W7X8Y9Z0A1B2", "01HZX3K0Q4V5J6W7X8Y9Z0A1B3"), ("zoe/1", "zoe/2")),
    *(
        ("#1", "#2"),
        ("事实-1", "事实-2"),
        ("2025-03-01-1", "2025-03-01-2"),
        ("a1b2c3d4", "e5f6a7b8"),
    ),
)
STATUSES = (
    *({"status": "ACTIVE"}, {"state": "Active"}, {"isActive": True}, {"obsolete": False}),
    *({"is_current": "true"}, {"archived": "no"}, {"Status": "active"}, {"fact_status": "active"}),
)
FORMS = {
    "2025-03-01T10:20:30Z": "2026-01-05T00:00:00Z",
    "2025-03-01T10:20:30.123456+02:00": "2026-01-05T00:00:00.000000+02:00",
    "2025-03-01 10:20": "2026-01-05 00:00",
    "2025/03/01": "2026/01/05",
    "2025.3.1": "2026.1.5",
    "20250301": "20260105",
    "2025年3月1日": "2026年1月5日",
    "01 Mar 2025": "05 Jan 2026",
    "1 March 2025": "5 January 2026",
    "March 1st, 2025": "January 5th, 2026",
    "since 1 March 2025": "since 5 January 2026",
    "Mar 1 2025": "Jan 5 2026",
    "01-MAR-2025": "05-JAN-2026",
    "Sat, 01 Mar 2025 10:00:00 GMT": "Mon, 05 Jan 2026 00:00:00 GMT",
    1740823200: 1767571200,
    1740823200000: 1767571200000,
    "1740823200": "1767571200",
}
DIALECTS = {
    **{f"in {name}": {"entity": "zoe", name: rows()} for name in WRAPPERS},
    "in an entity of a profile": {"v": 1, "entity": {"name": "Zoe", "profile": {"facts": rows()}}},
    **{f"fact as {key}": rows(fact=key) for key in FACTS},
    **{f"fact as {', '.join(keys)}": triples(*keys) for keys in TRIPLES},
    **{f"day as {key}": rows(timestamp=key) for key in TIMESTAMPS},
    **{f"id as {key}": rows(key=key) for key in KEYS},
    **{f"ids like {ids[0]}": rows(ids=ids) for ids in NAMES},
    **{f"status as {told}": [{**r, **told} for r in bare] for told in STATUSES
       if (bare := [{k: v for k, v in r.items() if k != "status"} for r in rows()])},
}  # fmt: skip


def read(value):
    return parse_items(json.dumps(value, ensure_ascii=False, indent=3) + "\n", PATH)


@pytest.mark.parametrize("name", DIALECTS)
def test_it_is_read_and_a_fact_is_replaced_in_its_own_words(name):
    document = read(DIALECTS[name])

    assert [f.text for f in document.facts] == list(TEXTS)
    assert [str(f.day) for f in document.facts] == list(DAYS)
    assert all(f.is_active for f in document.facts)
    assert (document.can_write, document.problems) == (True, ())

    ref, old = EntityRef("people/zoe"), document.facts[0].id
    retired = RetireFact(ref, old, "superseded", superseded_by=LAGOS.id)
    edited = edit_items(document, (AddFact(ref, LAGOS), retired)).text

    after = parse_items(edited, PATH).facts
    assert sorted((f.text, str(f.day), f.is_active) for f in after) == sorted(
        [(TEXTS[0], DAYS[0], False), (TEXTS[1], DAYS[1], True), (LAGOS.text, "2026-01-05", True)]
    )
    new = edited.splitlines()
    old_lines = document.text.splitlines()
    assert [line for line in old_lines if "oboe" in line and line not in new] == []
    # The new row bears no key that the file has another word for.
    assert keys_of(json.loads(edited)) - keys_of(DIALECTS[name]) <= {
        *("status", "supersededBy", "superseded_by", "superseded-by")
    }


def keys_of(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = set(value) if isinstance(value, dict) else set()
    return own.union(*map(keys_of, inner))


@pytest.mark.parametrize("like", FORMS, ids=str)
def test_a_day_is_written_in_the_form_that_stands_there(like):
    assert str(read_day(like)[1]) == "2025-03-01"
    assert write_day(date(2026, 1, 5), like) == FORMS[like]


def test_a_status_is_written_in_the_case_of_its_file():
    document = read(rows(status="ACTIVE"))

    retired = RetireFact(EntityRef("people/zoe"), FactId("zoe-001"), "superseded")
    edited = edit_items(document, (AddFact(EntityRef("people/zoe"), LAGOS), retired)).text

    assert [row["status"] for row in json.loads(edited)] == ["SUPERSEDED", "ACTIVE", "ACTIVE"]
