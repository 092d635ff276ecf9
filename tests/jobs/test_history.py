import json

import pytest

from tests.helpers.trees import write_tree

ROWS = [
    {"id": "a-1", "fact": "Ana works at Loom", "timestamp": "2025-01-01",
     "status": "superseded", "supersededBy": "a-2"},
    {"id": "a-2", "fact": "Ana works at Tern", "timestamp": "2025-06-01",
     "status": "superseded", "supersededBy": "a-3"},
    {"id": "a-3", "fact": "Ana works at Quay", "timestamp": "2026-01-01", "status": "active"},
    {"id": "a-4", "fact": "Ana sings", "timestamp": "2025-03-01", "status": "active"},
]  # fmt: skip


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-02")
    return write_tree(tmp_path / "life", {"areas/people/ana/items.json": json.dumps(ROWS)})


def chains(memctl, root, *words):
    said = memctl("-w", root, "history", *words, "--json").json
    return [[(r["id"], r["since"], r["until"]) for r in chain] for chain in said["chains"]]


def test_a_chain_is_told_from_its_first_row_to_its_last(memctl, root):
    assert chains(memctl, root, "Ana")[0] == [
        ("a-1", "2025-01-01", "2025-06-01"),
        ("a-2", "2025-06-01", "2026-01-01"),
        ("a-3", "2026-01-01", None),
    ]


def test_a_fact_leads_to_its_own_chain(memctl, root):
    assert [c[0][0] for c in chains(memctl, root, "a-2")] == ["a-1"]


def test_on_a_day_in_between_the_end_was_not_known(memctl, root):
    assert chains(memctl, root, "Ana", "--as-of", "2025-07-01") == [
        [("a-1", "2025-01-01", "2025-06-01"), ("a-2", "2025-06-01", None)],
        [("a-4", "2025-03-01", None)],
    ]


def test_a_circle_of_successors_ends(memctl, root):
    rows = [{**ROWS[0], "supersededBy": "a-2"}, {**ROWS[1], "supersededBy": "a-1"}]
    write_tree(root, {"areas/people/ana/items.json": json.dumps(rows)})

    assert [len(c) for c in chains(memctl, root, "Ana")] == [2]


def test_a_name_that_is_neither_entity_nor_fact_is_refused(memctl, root):
    assert memctl("-w", root, "history", "nobody").code == 2


def test_a_retracted_row_never_held(memctl, tmp_path):
    root = tmp_path / "life"
    memctl("init", root, "--lang", "en")
    memctl("-w", root, "entity", "add", "Ana", "--type", "people")
    memctl("-w", root, "fact", "add", "Ana", "Ana lives in Porto")
    told = memctl("-w", root, "fact", "retract", "ana-001").out

    assert "Ana lives in Porto (never true)" in told
    assert "never true  ana-001  Ana lives in Porto" in memctl("-w", root, "history", "Ana").out
