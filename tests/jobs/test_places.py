"""What recall prints as a place is accepted back by every command that names a fact or entity."""

import json

import pytest

from tests.helpers.trees import write_tree

QUOTE = "Ada is my editor now"
ITEMS = json.dumps(
    [
        {"id": "ada-001", "fact": "Ada sings", "status": "active"},
        {
            "id": "ada-002",
            "fact": "Ada is the user's editor",
            "status": "active",
            "evidence": [{"path": "memory/2026-01-30.md", "line": 3, "quote": QUOTE}],
        },
    ],
    indent=2,
)
LIFE = {
    "areas/people/ada/items.json": ITEMS,
    "areas/people/ada/summary.md": "# Ada\n\nWrites from Porto.\n",
    "areas/people/bo/items.json": "[]",
    "memory/2026-01-30.md": f"# 2026-01-30\n\n- {QUOTE}\n",
}


@pytest.fixture
def life(tmp_path):
    return write_tree(tmp_path, LIFE)


@pytest.mark.parametrize("command", [("fact", "show"), ("why",)], ids=" ".join)
@pytest.mark.parametrize(
    ("place", "found"),
    [
        ("areas/people/ada/items.json:2", "ada-001"),
        ("areas/people/ada/items.json:4", "ada-001"),
        ("areas/people/ada/items.json:7", "ada-002"),
        ("memory/2026-01-30.md:3", "ada-002"),
        ("people/ada#ada-002", "ada-002"),
        ("ada-002", "ada-002"),
    ],
)
def test_a_place_leads_to_the_fact(life, memctl, command, place, found):
    assert memctl("-w", life, *command, place, "--json").json["fact"]["id"] == found


@pytest.mark.parametrize(
    "place",
    [
        "areas/people/ada/items.json:7",
        "areas/people/ada/summary.md:3",
        "memory/2026-01-30.md:3",
        "people/ada",
        "Ada",
    ],
)
def test_a_place_leads_to_the_entity(life, memctl, place):
    assert (
        memctl("-w", life, "entity", "show", place, "--json").json["entity"]["entity"]
        == "people/ada"
    )


@pytest.mark.parametrize("question", ["Who is Ada?", "What does Ada do in Porto?"])
def test_every_fact_that_recall_finds_is_found_again_by_its_place(life, memctl, question):
    results = memctl("-w", life, "recall", question, "--json").json["results"]
    facts = [row for row in results if row["kind"] == "fact"]

    again = [memctl("-w", life, "why", f"{r['path']}:{r['line']}", "--json").json for r in facts]

    assert [card["fact"]["id"] for card in again] == [row["id"] for row in facts]


def test_a_place_where_nothing_was_read_is_no_fact(life, memctl):
    result = memctl("-w", life, "why", "memory/2026-01-30.md:9", "--json")

    assert result.code == 2
    assert json.loads(result.err)["error"]["slug"] == "unknown-fact"
