"""From notes to facts, on real files and through the command line."""

import json

import pytest

from tests.helpers.git import committed, git, versioned
from tests.helpers.trees import read_tree, write_tree


def rows(root, ref):
    return json.loads((root / "areas" / ref / "items.json").read_text(encoding="utf-8"))


def test_a_note_becomes_a_fact_with_its_quote(memctl, workspace):
    report = memctl("-w", workspace, "heartbeat", "--json").json

    added = [c for c in report["changes"] if c["entity"] == "people/mila"]
    assert [c["kind"] for c in added] == ["fact-added"]
    assert added[0]["evidence"][0]["path"] == "memory/2026-01-22.md"


def test_leaving_a_company_retires_the_manager_there_and_keeps_the_row(memctl, workspace):
    memctl("-w", workspace, "heartbeat")

    old = rows(workspace, "people/petra-lindqvist")[0]
    assert old["fact"] == "Petra Lindqvist is the user's direct manager at Norwell Labs"
    assert old["status"] == "superseded"
    assert old["supersededBy"] in [r["id"] for r in rows(workspace, "people/petra-lindqvist")]


@pytest.mark.parametrize("word", ["rice", "dentist", "nappies", "crossword", "paediatrician"])
def test_errands_leave_no_fact(memctl, workspace, word):
    memctl("-w", workspace, "heartbeat")

    assert word not in memctl("-w", workspace, "fact", "list", "--all").out


def test_the_page_of_the_user_is_left_alone(memctl, workspace):
    before = (workspace / "MEMORY.md").read_bytes()

    memctl("-w", workspace, "heartbeat")
    memctl("-w", workspace, "weekly")

    assert (workspace / "MEMORY.md").read_bytes() == before


@pytest.mark.parametrize("job", ["heartbeat", "weekly"])
def test_twice_is_once(memctl, workspace, job):
    memctl("-w", workspace, "heartbeat")
    memctl("-w", workspace, job)
    before = read_tree(workspace)

    again = memctl("-w", workspace, job)

    assert "nothing new; nothing was written" in again.out
    assert read_tree(workspace) == before


def test_a_day_at_a_time_or_all_at_once_gives_the_same_facts(memctl, workspace, monkeypatch):
    later = {p.name: p.read_text() for p in sorted((workspace / "memory").glob("*.md"))}
    memctl("-w", workspace, "heartbeat")
    at_once = memctl("-w", workspace, "fact", "list", "--all").out
    memctl("-w", workspace, "undo")
    for name in later:
        (workspace / "memory" / name).unlink()

    for name, text in later.items():
        write_tree(workspace, {f"memory/{name}": text})
        monkeypatch.setenv("MEMCTL_TODAY", name.removesuffix(".md"))
        memctl("-w", workspace, "heartbeat")

    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    assert memctl("-w", workspace, "fact", "list", "--all").out == at_once


def test_a_lost_ledger_brings_no_fact_a_second_time(memctl, workspace):
    memctl("-w", workspace, "heartbeat")
    facts = memctl("-w", workspace, "fact", "list", "--all").out
    (workspace / ".memctl" / "consumed.jsonl").unlink()

    memctl("-w", workspace, "heartbeat")

    assert memctl("-w", workspace, "fact", "list", "--all").out == facts


def test_a_lost_ledger_is_written_anew_by_one_run(memctl, workspace):
    ledger = workspace / ".memctl" / "consumed.jsonl"
    memctl("-w", workspace, "heartbeat")
    ledger.unlink()
    memctl("-w", workspace, "heartbeat")
    before = ledger.read_bytes()

    again = memctl("-w", workspace, "heartbeat")

    assert "nothing new; nothing was written" in again.out
    assert ledger.read_bytes() == before


def test_a_note_of_a_day_to_come_is_named_and_read_on_its_day(memctl, workspace, monkeypatch):
    write_tree(workspace, {"memory/2026-02-10.md": "- 09:00 Mila moved to Porto\n"})

    early = memctl("-w", workspace, "heartbeat")
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-10")
    late = memctl("-w", workspace, "heartbeat")

    assert "future-date" in early.err
    assert "Porto" not in early.out
    assert "Mila moved to Porto" in late.out


def test_a_dry_run_shows_the_plan_and_writes_nothing(memctl, workspace):
    before = read_tree(workspace, ledgers=True)

    report = memctl("-w", workspace, "heartbeat", "--dry-run", "--json").json

    assert report["dryRun"] is True
    assert "+++ b/areas/people/petra-lindqvist/items.json" in report["diff"]
    assert read_tree(workspace, ledgers=True) == before


def test_a_broken_file_does_not_stop_the_others_and_is_read_when_it_is_mended(memctl, workspace):
    path = workspace / "areas" / "people" / "petra-lindqvist" / "items.json"
    good = path.read_text(encoding="utf-8")
    path.write_text(good[:-5], encoding="utf-8")

    broken = memctl("-w", workspace, "heartbeat")
    path.write_text(good, encoding="utf-8")
    mended = memctl("-w", workspace, "heartbeat")

    assert broken.code == 0
    assert "bad-json" in broken.err
    assert "people/oskar-brandt" in broken.out
    assert "I no longer report to Petra" in mended.out


def test_one_commit_holds_exactly_the_paths_of_the_job(memctl, workspace):
    versioned(workspace)
    write_tree(workspace, {"scratch.txt": "mine\n"})

    report = memctl("-w", workspace, "heartbeat", "--json").json

    assert report["commit"] == git(workspace, "rev-parse", "HEAD").strip()
    assert "areas/people/petra-lindqvist/items.json" in committed(workspace)
    assert git(workspace, "status", "--porcelain") == "?? scratch.txt\n"


def test_nothing_new_makes_no_commit(memctl, workspace):
    versioned(workspace)
    memctl("-w", workspace, "heartbeat")
    head = git(workspace, "rev-parse", "HEAD")

    memctl("-w", workspace, "heartbeat")
    memctl("-w", workspace, "heartbeat")

    assert git(workspace, "rev-parse", "HEAD") == head


def test_in_the_middle_of_a_merge_nothing_is_written(memctl, workspace):
    versioned(workspace)
    (workspace / ".git" / "MERGE_HEAD").write_text(git(workspace, "rev-parse", "HEAD"))
    before = read_tree(workspace, ledgers=True)

    result = memctl("-w", workspace, "heartbeat", "--json")

    assert (result.code, result.error["slug"]) == (75, "in-the-middle")
    assert read_tree(workspace, ledgers=True) == before


@pytest.mark.parametrize("is_versioned", [False, True], ids=["without git", "with git"])
def test_undo_restores_every_byte(memctl, workspace, is_versioned):
    before = read_tree(versioned(workspace) if is_versioned else workspace)
    memctl("-w", workspace, "heartbeat")

    result = memctl("-w", workspace, "undo")

    assert result.code == 0
    assert read_tree(workspace) == before


def test_she_in_a_new_block_is_the_one_that_an_old_block_named(memctl, workspace):
    note = "# 2026-01-20\n\n- lunch with Mila\n"
    write_tree(workspace, {"memory/2026-01-20.md": note})
    memctl("-w", workspace, "heartbeat")
    write_tree(workspace, {"memory/2026-01-20.md": note + "- she's allergic to walnuts\n"})

    memctl("-w", workspace, "heartbeat")

    assert "Mila's allergic to walnuts" in [r["fact"] for r in rows(workspace, "people/mila")]


def test_a_ticked_box_is_read_and_an_open_one_is_not(memctl, workspace):
    note = "# 2026-01-20\n\n- [x] Mila moved to Ghent\n- [ ] Mila moves to Bruges\n"
    write_tree(workspace, {"memory/2026-01-20.md": note})

    memctl("-w", workspace, "heartbeat")

    facts = [r["fact"] for r in rows(workspace, "people/mila")]
    assert "Mila moved to Ghent" in facts
    assert not any("Bruges" in fact for fact in facts)


@pytest.mark.parametrize(
    "items",
    [
        '{"entity": "Anna", "facts": [{"text": "Anna lives in Leeds", "active": true}]}',
        '[{"id": "a-1", "fact": "Anna sings"}, {"fact": "Anna lives in Leeds"}]',
        '{"fact": "Anna lives in Leeds"}',
    ],
    ids=["no ids", "some ids", "one row"],
)
def test_a_file_that_takes_no_change_stops_nobody_else(memctl, tmp_path, items):
    note = "# 2026-01-05\n\n- Anna moved to York.\n- I work at Quay Boats as a welder.\n"
    write_tree(
        tmp_path,
        {
            "areas/people/anna/items.json": items,
            "areas/people/me/items.json": "[]",
            "memory/2026-01-05.md": note,
        },
    )

    report = memctl("-w", tmp_path, "heartbeat")

    assert report.code == 0
    assert [r["fact"] for r in rows(tmp_path, "people/me")]
    assert (tmp_path / "areas/people/anna/items.json").read_text(encoding="utf-8") == items


def test_a_file_that_takes_no_change_is_named(memctl, tmp_path):
    items = '{"entity": "Anna", "facts": [{"text": "Anna lives in Leeds", "active": true}]}'
    note = "# 2026-01-05\n\n- Anna moved to York.\n"
    write_tree(tmp_path, {"areas/people/anna/items.json": items, "memory/2026-01-05.md": note})

    assert "read-only-form" in memctl("-w", tmp_path, "heartbeat", "--json").out
    checked = memctl("-w", tmp_path, "check")
    assert checked.code == 0
    assert "[read-only-form]" in checked.out
