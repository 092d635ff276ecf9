import re
import shutil
import sys

import pytest

from memctl.jobs import together, weekly
from memctl.workspace.reading import snapshot
from tests.helpers.git import committed, versioned
from tests.helpers.trees import read_tree, write_tree

MINE = "Sends voice messages while walking the dog. Always worth listening to the end."


def summary(root, ref):
    return (root / "areas" / ref / "summary.md").read_text(encoding="utf-8")


def block(text):
    return re.search(r"<!-- memctl:summary -->\n(.*)\n<!-- /memctl:summary", text, re.DOTALL)[1]


def outside(text):
    block = r"<!-- memctl:summary -->.*?<!-- /memctl:summary[^\n]*-->\n\n?"
    return re.sub(block, "", text, flags=re.DOTALL)


def knowledge(root):
    tree = read_tree(root)
    return {name: text for name, text in tree.items() if not name.startswith(".memctl/cache/")}


def test_a_former_manager_is_told_in_the_past_and_never_as_current(memctl, workspace):
    memctl("-w", workspace, "heartbeat")
    memctl("-w", workspace, "weekly")

    now = block(summary(workspace, "people/petra-lindqvist")).split("**Before**")[0]
    assert "direct manager at Norwell Labs" not in now
    assert "Norwell Labs" in summary(workspace, "people/petra-lindqvist")


def test_lines_outside_the_block_stay_byte_for_byte(memctl, workspace):
    before = summary(workspace, "people/petra-lindqvist")

    memctl("-w", workspace, "heartbeat")
    memctl("-w", workspace, "weekly")

    after = summary(workspace, "people/petra-lindqvist")
    assert outside(after) == outside(before)
    assert MINE in after


def test_a_hand_edit_inside_the_block_is_kept(memctl, workspace):
    memctl("-w", workspace, "weekly")
    path = workspace / "areas/people/mila/summary.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace(
            "<!-- memctl:summary -->\n", "<!-- memctl:summary -->\nShe laughs at tunnels.\n"
        ),
        encoding="utf-8",
    )

    memctl("-w", workspace, "weekly")

    text = summary(workspace, "people/mila")
    assert "She laughs at tunnels." in text
    assert "She laughs at tunnels." not in block(text)


def test_a_fact_past_its_last_day_is_closed_and_stays_in_the_file(memctl, tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-08")
    dated = (
        '[{"id": "m-1", "fact": "Mina is in Da Lat for a week", "timestamp": "2026-02-20",'
        ' "status": "active", "validUntil": "2026-02-27"}]\n'
    )
    root = write_tree(tmp_path, {"areas/people/mina/items.json": dated})

    memctl("-w", root, "weekly")

    row = memctl("-w", root, "fact", "list", "--all", "--json").json["facts"][0]
    assert (row["status"], row["current"]) == ("superseded", False)
    assert row["until"] == "2026-02-28"


def test_no_row_is_ever_lost(memctl, workspace):
    before = memctl("-w", workspace, "fact", "list", "--all", "--json").json["facts"]

    memctl("-w", workspace, "heartbeat")
    memctl("-w", workspace, "weekly")

    after = memctl("-w", workspace, "fact", "list", "--all", "--json").json["facts"]
    names = [(f["entity"], f["id"], f["fact"]) for f in after]
    assert [f for f in before if (f["entity"], f["id"], f["fact"]) not in names] == []


def test_the_commit_holds_the_summaries(memctl, workspace):
    versioned(workspace)

    memctl("-w", workspace, "weekly")

    assert "areas/projects/port-guide/summary.md" in committed(workspace)


def test_undo_takes_the_summaries_back(memctl, workspace):
    before = read_tree(workspace)
    memctl("-w", workspace, "weekly")

    memctl("-w", workspace, "undo")

    assert read_tree(workspace) == before


def test_one_entity_can_be_looked_at_alone_and_the_next_run_looks_at_all(memctl, workspace):
    done = memctl("-w", workspace, "weekly", "--entity", "Port Guide", "--json").json

    again = memctl("-w", workspace, "weekly", "--json").json
    assert {c["entity"] for c in done["changes"]} == {"projects/port-guide"}
    assert "people/me" in {c["entity"] for c in again["changes"]}


def test_all_looks_also_where_nothing_is_new(memctl, workspace):
    memctl("-w", workspace, "weekly")
    path = workspace / "memctl.toml"
    path.write_text(path.read_text("utf-8") + "\n[summary]\nbudget = 100\n", "utf-8")

    done = memctl("-w", workspace, "weekly", "--all", "--json").json

    assert [c for c in done["changes"] if c["entity"] == "people/petra-lindqvist"]


def test_all_and_one_are_not_said_together(memctl, workspace):
    done = memctl("-w", workspace, "weekly", "--all", "--entity", "people/mila", "--json")

    assert (done.code, done.error["slug"]) == (2, "usage")


def test_check_names_a_summary_that_says_what_no_longer_holds(memctl, workspace):
    memctl("-w", workspace, "weekly")
    memctl("-w", workspace, "fact", "retract", "mila-001")

    found = memctl("-w", workspace, "check", "--json").json["problems"]
    memctl("-w", workspace, "weekly")
    after = memctl("-w", workspace, "check", "--json").json["problems"]

    (problem,) = (p for p in found if p["slug"] == "outdated-summary")
    assert problem["path"] == "areas/people/mila/summary.md"
    assert not [p for p in after if p["slug"] in {"outdated-summary", "unfounded-line"}]


@pytest.mark.parametrize("is_answered", [False, True])
def test_a_large_memory_is_gone_through_with_the_same_outcome(
    memctl, workspace, tmp_path, monkeypatch, is_answered
):
    memctl("-w", workspace, "heartbeat")
    if is_answered:
        review = workspace / "REVIEW.md"
        review.write_text(review.read_text("utf-8").replace("- [ ]", "- [x]"), encoding="utf-8")
    large = tmp_path / "large"
    shutil.copytree(workspace, large)
    small = memctl("-w", workspace, "weekly", "--json").out

    monkeypatch.setattr(snapshot, "_LARGE", 0)

    assert memctl("-w", large, "weekly", "--json").out == small
    assert knowledge(large) == knowledge(workspace)


@pytest.mark.skipif(sys.platform != "linux", reason="a copy of a process is safe there")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_several_processes_decide_what_one_does(memctl, workspace, tmp_path, monkeypatch):
    memctl("-w", workspace, "heartbeat")
    other = tmp_path / "other"
    shutil.copytree(workspace, other)
    alone = memctl("-w", workspace, "weekly", "--json").out

    monkeypatch.setattr(weekly, "_A_PIECE", 1)
    monkeypatch.setattr(together, "helpers_for", lambda _count: 2)

    assert memctl("-w", other, "weekly", "--json").out == alone
    assert knowledge(other) == knowledge(workspace)
