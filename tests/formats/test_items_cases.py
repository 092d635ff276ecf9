"""Every dialect of tests/cases reads as expected, and every edit keeps its form."""

import json
import re
from datetime import date
from pathlib import Path

import pytest

from memctl.errors import FileInvalid
from memctl.formats.rows.items import edit_items, parse_items
from memctl.formats.text import Text, Undecodable, decode, encode
from memctl.graph.entity import as_ref
from memctl.graph.fact import Fact, FactId
from memctl.graph.ids import next_id
from memctl.graph.plan import AddFact, RetireFact
from tests.helpers.cases import CASES, cases

NAMES = ("items.json", "items.yaml", "facts.json", "facts.jsonl")
READS = [
    pytest.param(ws, expected, id=expected["case"])
    for group in ("dialects", "broken")
    for ws, expected in cases(group)
]
EDITS = [p.parent for p in sorted((CASES / "dialects").glob("*/edit.json"))]


def documents(ws: Path, graph: str):
    """(entity, document) of every items file of a case that is text."""
    for path in sorted(ws.rglob("*")):
        if path.name in NAMES and path.is_file():
            entity = as_ref(path.parent.relative_to(ws / graph).as_posix())
            try:
                text = decode(path.read_bytes()).text
            except Undecodable:
                continue
            yield entity, parse_items(text, path.relative_to(ws).as_posix())


@pytest.mark.parametrize(("ws", "expected"), READS)
def test_rows_read_as_expected(ws, expected):
    found = {
        (entity, f.id, f.text): f for entity, d in documents(ws, expected["graph"]) for f in d.facts
    }
    wanted = expected["reads"]

    assert len(found) == len(wanted)
    for want in wanted:
        (fact,) = (
            f
            for (entity, fact_id, text), f in found.items()
            if (entity, fact_id or None) == (as_ref(want["entity"]), want["id"])
            and (text == want.get("fact") or all(t in text for t in want.get("fact_has", ["\0"])))
        )
        read = (fact.timestamp, fact.status, fact.category, fact.superseded_by)
        assert read == tuple(want[k] for k in ("timestamp", "status", "category", "superseded_by"))


@pytest.mark.parametrize(("ws", "expected"), READS)
def test_broken_files_are_named_with_their_line_and_never_written(ws, expected):
    found = {d.path: d for _, d in documents(ws, expected["graph"])}
    errors = {d.path: p for d in found.values() for p in d.problems if p.level == "error"}
    wanted = {p["path"]: p for p in expected["problems"] if p["path"] in errors}

    assert set(errors) == set(wanted)
    for path, want in wanted.items():
        assert errors[path].slug in {want["slug"], *want.get("or", ())}
        assert abs((errors[path].line or 0) - want.get("line", 1)) <= 1
        assert not found[path].can_write


def edited(case: Path) -> tuple[dict, bytes, bytes]:
    """The edit of a case, the file's bytes before, and after."""
    edit = json.loads((case / "edit.json").read_text(encoding="utf-8"))
    before = (case / "ws" / edit["path"]).read_bytes()
    form = decode(before)
    document = parse_items(form.text, edit["path"])
    old = FactId(edit["id"])
    new = FactId(edit["new_id"] or next_id(document.facts, "new", succeeds=old))
    day = date.fromisoformat(edit["date"])
    fact = Fact(new, edit["fact"], timestamp=edit["date"], day=day, source=edit.get("source"))
    changes = (AddFact("x", fact), RetireFact("x", old, "superseded", superseded_by=new))
    text = edit_items(document, changes).text
    return edit, before, encode(Text(text, form.bom, form.newline))


@pytest.mark.parametrize(
    "case", [c for c in EDITS if (c / "edit.expected").exists()], ids=lambda c: c.name
)
def test_an_edit_gives_the_expected_bytes(case):
    _, _, after = edited(case)

    assert after.decode() == (case / "edit.expected").read_bytes().decode()


LOOSE = [c for c in EDITS if not (c / "edit.expected").exists() and c.name != "nested-key-value"]


@pytest.mark.parametrize("case", LOOSE, ids=lambda c: c.name)
def test_an_edit_keeps_what_must_stay(case):
    must = json.loads((case / "edit.invariants").read_text(encoding="utf-8"))
    edit, before, after = edited(case)
    was = {f.id: f for f in parse_items(decode(before).text, edit["path"]).facts}
    now = {f.id: f for f in parse_items(decode(after).text, edit["path"]).facts}
    (new,) = set(now) - set(was)

    kept = after.splitlines()
    gone = [line for line in before.splitlines() if line not in kept]
    assert len(gone) <= must["max_old_lines_changed"]
    assert all(
        now[i].text == was[i].text and now[i].status == was[i].status for i in must["untouched_ids"]
    )
    assert now[edit["id"]].status in must["old"].get("status_any", [must["old"].get("status")])
    assert now[edit["id"]].superseded_by == new
    assert edit["fact"] in now[new].text
    assert now[new].timestamp == must["new"]["date_starts"]
    assert re.search(
        must["new"].get("id_pattern", "^" + re.escape(must["new"].get("id", "")) + "$"), new
    )
    row = after.decode()[after.decode().rindex(new) :].partition("}")[0]
    keys = set(re.findall(r"^\s+[\"]?([A-Za-z_]+)[\"]?:", row, re.MULTILINE))
    assert keys <= {*must["new"]["keys_allowed"], "superseded_by", "supersededBy"}
    assert {must["new"]["text_key"], must["new"]["date_key"]} <= keys


def test_a_file_without_rows_to_edit_is_refused():
    case = CASES / "dialects" / "nested-key-value"

    with pytest.raises(FileInvalid, match="bear no ids"):
        edited(case)
