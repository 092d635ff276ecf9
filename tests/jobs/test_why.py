import json
import re

import pytest

from memctl.jobs.why import line_of
from tests.helpers.trees import write_tree


def extracted(memctl, workspace):
    memctl("-w", workspace, "heartbeat")
    facts = memctl("-w", workspace, "fact", "list", "--all", "--json").json["facts"]
    return [f"{f['entity']}#{f['id']}" for f in facts if f["source"] == "daily-note"]


def test_every_extracted_fact_says_file_line_and_quote(memctl, workspace):
    names = extracted(memctl, workspace)

    cards = [memctl("-w", workspace, "why", name, "--json").json for name in names]

    assert cards
    assert all(card["evidence"][0]["isFound"] for card in cards)


def test_the_quote_is_found_again_after_lines_were_inserted_above(memctl, workspace):
    names = extracted(memctl, workspace)
    for note in (workspace / "memory").glob("*.md"):
        note.write_text("one\n\ntwo\n" + note.read_text(encoding="utf-8"), encoding="utf-8")

    cards = [memctl("-w", workspace, "why", name, "--json").json for name in names]

    moved = [(e["line"], e["saidLine"]) for card in cards for e in card["evidence"]]
    assert all(line == said + 3 for line, said in moved)


def test_a_quote_that_is_gone_is_said_to_be_gone(memctl, workspace):
    names = extracted(memctl, workspace)
    for note in (workspace / "memory").glob("*.md"):
        note.write_text("nothing\n", encoding="utf-8")

    result = memctl("-w", workspace, "why", names[0])

    assert "no longer stands in" in result.out
    assert result.code == 0


def test_evidence_in_the_ledger_is_shown_too(memctl, tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-02")
    root = write_tree(
        tmp_path,
        {
            "areas/people/mina/items.json": '[{"id": "m-1", "fact": "Mina lives in Porto"}]\n',
            ".memctl/evidence.jsonl": json.dumps(
                {
                    "entity": "people/mina",
                    "id": "m-1",
                    "path": "memory/2026-03-01.md",
                    "line": 1,
                    "quote": "Mina lives in Porto",
                }
            )
            + "\n",
            "memory/2026-03-01.md": "# 2026-03-01\n\n- Mina lives in Porto\n",
        },
    )

    card = memctl("-w", root, "why", "m-1", "--json").json

    assert [(e["keptIn"], e["line"]) for e in card["evidence"]] == [("ledger", 3)]


def test_a_retired_fact_says_why_where_its_row_does(memctl, tmp_path):
    row = {"id": "m-1", "fact": "Mina rents a boat", "status": "superseded"}
    rows = [
        {**row, "supersededReason": "the lease ended"},
        {**row, "id": "m-2"},
        {**row, "id": "m-3", "status": "active", "supersededReason": "left over"},
    ]
    root = write_tree(tmp_path, {"areas/people/mina/items.json": json.dumps(rows)})

    assert "    retired because: the lease ended\n" in memctl("-w", root, "why", "m-1").out
    cards = [memctl("-w", root, "why", i, "--json").json for i in ("m-1", "m-2", "m-3")]
    assert [card["retiredBecause"] for card in cards] == ["the lease ended", None, None]


@pytest.mark.parametrize("by", ["rules", None])
def test_what_memctl_replaced_by_likeness_says_by_which_words(memctl, tmp_path, by):
    was = {"id": "b-1", "fact": "Otter pays its testers twice a year", "status": "superseded"}
    now = {
        "id": "b-2",
        "fact": "Testers at Otter are paid monthly under the new system",
        "status": "active",
    }
    rows = [
        {**was, "timestamp": "2026-01-02", "supersededBy": "b-2"},
        {**now, "timestamp": "2026-02-02", **({"by": by} if by else {})},
    ]
    root = write_tree(tmp_path, {"areas/projects/otter/items.json": json.dumps(rows)})

    said = memctl("-w", root, "why", "b-1", "--json").json["retiredBecause"]

    if by is None:
        assert said is None
        return
    assert re.search(r"\(.*paid.*\); \d\d % of such pairs do", said)
    assert f"    retired because: {said}\n" in memctl("-w", root, "why", "b-1").out


def test_a_quote_is_found_where_the_paragraph_was_wrapped_anew():
    assert line_of("a\nMina lives\nin Porto now\n", "Mina lives in Porto", near=1) == 2


def test_of_two_places_the_nearest_one_counts():
    assert line_of("x\ny\nx\ny\nx\n", "x", near=4) == 3
