"""What stands where a file is expected, or in a file: named, stepped over, never waited for."""

import json
import os

import pytest

ITEMS = "areas/companies/norwell-labs/items.json"
needs_fifo = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")


@needs_fifo
def test_settings_that_are_no_regular_file_are_refused_unread(memctl, workspace):
    (workspace / "memctl.toml").unlink(missing_ok=True)
    os.mkfifo(workspace / "memctl.toml")

    result = memctl("-w", workspace, "status", "--json")

    assert (result.code, result.error["slug"]) == (78, "settings")


@needs_fifo
@pytest.mark.parametrize("name", ["cache/runs.jsonl", "decisions.jsonl", "consumed.jsonl"])
@pytest.mark.parametrize("words", [("status",), ("heartbeat", "--dry-run")], ids=" ".join)
def test_nobody_waits_for_a_pipe_in_the_place_of_a_ledger(memctl, workspace, name, words):
    path = workspace / ".memctl" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)

    assert memctl("-w", workspace, *words).code in {0, 65}


def test_check_names_a_secret_in_a_ledger(memctl, workspace):
    row = {"id": "x", "day": "2026-01-01", "kind": "seen", "subject": "My password is hunter2Xy!9"}
    path = workspace / ".memctl" / "decisions.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")

    found = memctl("-w", workspace, "check", "--json").json["problems"]

    assert [(p["slug"], p["path"]) for p in found if p["slug"] == "stored-secret"] == [
        ("stored-secret", ".memctl/decisions.jsonl")
    ]


@pytest.mark.parametrize("fact", [7, 1.5, True, ["x"], {"a": 1}], ids=str)
def test_a_row_whose_fact_is_no_text_stops_no_job_and_is_named(memctl, workspace, fact):
    path = workspace / ITEMS
    rows = [*json.loads(path.read_text(encoding="utf-8")), {"fact": fact}]
    path.write_text(json.dumps(rows, indent=2), encoding="utf-8")

    result = memctl("-w", workspace, "heartbeat", "--json")

    assert result.code == 0
    assert "odd-fact" in {p["slug"] for p in result.json["problems"]}
    assert {"fact": fact} in json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("ref", ["../x", "people/.git", "people/CON", "people", "people/a:b"])
def test_a_ref_that_makes_no_folder_is_a_mistake_of_the_call(memctl, workspace, ref):
    result = memctl("-w", workspace, "entity", "move", "people/petra-lindqvist", ref, "--json")

    assert (result.code, result.error["slug"]) == (2, "usage")


@pytest.mark.parametrize("kind", ["", "  "])
def test_an_entity_needs_a_type(memctl, workspace, kind):
    result = memctl("-w", workspace, "entity", "add", "Ines Valdo", "--type", kind, "--json")

    assert (result.code, result.error["slug"]) == (2, "usage")


def test_an_id_of_very_many_digits_is_a_name_like_any_other(memctl, workspace):
    path = workspace / ITEMS
    rows = json.loads(path.read_text(encoding="utf-8"))
    rows[0]["id"] = "n" + "9" * 5000
    path.write_text(json.dumps(rows, indent=2), encoding="utf-8")

    result = memctl("-w", workspace, "fact", "add", "companies/norwell-labs", "Has a cat", "--json")

    assert result.code == 0


@pytest.mark.parametrize(
    "name",
    ["REVIEW.md", "memory/heartbeat-state.json", "areas/people/petra-lindqvist/summary.md"],
)
def test_a_folder_in_the_place_of_a_file_is_stepped_over_and_named(memctl, workspace, name):
    path = workspace / name
    path.unlink(missing_ok=True)
    path.mkdir()

    heartbeat, weekly = (memctl("-w", workspace, j, "--json") for j in ("heartbeat", "weekly"))

    assert (heartbeat.code, weekly.code) == (0, 0)
    assert heartbeat.json["changes"]
    assert weekly.json["changes"]
    problems = (*heartbeat.json["problems"], *weekly.json["problems"])
    assert name in {p["path"] for p in problems if p["slug"] == "not-a-file"}


@pytest.mark.parametrize("name", ["decisions.jsonl", "consumed.jsonl"])
def test_a_ledger_that_no_run_can_do_without_stops_it(memctl, workspace, name):
    (workspace / ".memctl" / name).unlink(missing_ok=True)
    (workspace / ".memctl" / name).mkdir(parents=True)

    result = memctl("-w", workspace, "heartbeat", "--json")

    assert (result.code, result.error["slug"]) == (65, "file-invalid")
    assert name in result.error["message"]


def test_an_items_file_that_leads_out_is_named_with_its_cure(memctl, workspace, tmp_path):
    outside = tmp_path / "outside.json"
    (workspace / ITEMS).replace(outside)
    (workspace / ITEMS).symlink_to(outside)

    result = memctl("-w", workspace, "fact", "add", "companies/norwell-labs", "Has a cat", "--json")

    assert (result.code, result.error["slug"]) == (65, "file-invalid")
    assert f"{ITEMS}: the link leads out of the workspace" in result.error["message"]
    assert str(outside) in result.error["hint"]
    assert "Has a cat" not in outside.read_text(encoding="utf-8")
