"""A file in which a merge left its markers is named by line, and no job writes to it."""

import pytest

from tests.helpers.trees import read_tree, write_tree

MARKERS = "<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n"
LIFE = {
    "areas/people/ana/items.json": '[\n  {"id": "ana-001", "fact": "Ana lives in Faro", '
    '"timestamp": "2026-01-01", "status": "active"}\n]\n',
    "areas/people/ana/summary.md": "# Ana\n",
    "areas/people/bo/items.json": "[]\n",
    "areas/people/bo/summary.md": "# Bo\n",
    "memory/2026-01-31.md": "# 2026-01-31\n\n- 10:00 Ana moved to Porto.\n",
    "MEMORY.md": "# Mine\n",
    ".memctl/decisions.jsonl": "",
    ".memctl/consumed.jsonl": "",
    ".memctl/evidence.jsonl": "",
}


@pytest.fixture(autouse=True)
def _today(monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")


@pytest.mark.parametrize("name", LIFE)
def test_the_file_is_named_by_line_and_stays_as_it_is(memctl, tmp_path, name):
    text = LIFE[name] + MARKERS
    root = write_tree(tmp_path, {**LIFE, name: text})

    problems = memctl("-w", root, "check", "--json").json["problems"]
    for command in (["heartbeat"], ["weekly"], ["remember", "Ana likes tea"], ["check", "--fix"]):
        assert memctl("-w", root, *command).code in {0, 65}

    named = [(p["path"], p["line"]) for p in problems if p["slug"] == "conflict-markers"]
    assert named == [(name, LIFE[name].count("\n") + 1)]
    assert read_tree(root, ledgers=True)[name] == text


@pytest.mark.parametrize("name", ["areas/people/bo/items.json", "areas/people/ana/summary.md"])
def test_the_rest_of_a_job_is_done(memctl, tmp_path, name):
    root = write_tree(tmp_path, {**LIFE, name: LIFE[name] + MARKERS})

    heartbeat, weekly = (memctl("-w", root, job) for job in ("heartbeat", "weekly"))

    assert (heartbeat.code, weekly.code) == (0, 0)
    assert "Ana moved to Porto" in read_tree(root)["areas/people/ana/items.json"]
    assert "conflict-markers" in weekly.err
