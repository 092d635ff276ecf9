"""Real merges of real branches, with git calling memctl."""

import json
import subprocess

import pytest

from tests.helpers.git import git, versioned
from tests.helpers.trees import read_tree, write_tree

ITEMS = "areas/people/ana/items.json"
NOTE = "memory/2026-01-31.md"
FARO = {"id": "ana-001", "fact": "Ana lives in Faro", "timestamp": "2026-01-01", "status": "active"}


def rows(*found):
    return json.dumps(list(found), indent=2, ensure_ascii=False) + "\n"


@pytest.fixture
def life(tmp_path, memctl, monkeypatch):
    """A workspace under git, set up for merges, with a branch `side`."""
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    files = {ITEMS: rows(FARO), "areas/people/ana/summary.md": "# Ana\n"}
    root = versioned(write_tree(tmp_path / "life", {**files, NOTE: "# 2026-01-31\n\n- 09:00 a\n"}))
    assert memctl("-w", root, "git", "setup").code == 0
    git(root, "branch", "side")
    return root


def merge(root):
    """Merge `side`; the exit code and what git and its drivers said."""
    done = subprocess.run(
        ["git", "merge", "-m", "merge", "side"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_two_branches_that_add_and_retire_merge_clean(life, memctl):
    memctl("-w", life, "fact", "add", "ana", "Ana likes tea")
    memctl("-w", life, "note", "ours", "--day", "2026-01-31", "--time", "10:30")
    git(life, "checkout", "-q", "side")
    memctl("-w", life, "fact", "supersede", "ana-001", "Ana lives in Porto")
    memctl("-w", life, "note", "theirs", "--day", "2026-01-31", "--time", "10:00")
    git(life, "checkout", "-q", "main")

    code, _ = merge(life)

    tree = read_tree(life)
    found = {r["id"]: r for r in json.loads(tree[ITEMS])}
    assert code == 0
    assert found["ana-001"]["supersededBy"] == "ana-003"
    assert (found["ana-003"]["fact"], found["ana-003"]["formerId"]) == (
        "Ana lives in Porto",
        "ana-002",
    )
    assert tree[NOTE].endswith("- 09:00 a\n- 10:00 theirs\n- 10:30 ours\n")
    assert memctl("-w", life, "check", "--strict").code == 0
    assert "Ana lives in Porto" in memctl("-w", life, "why", "ana-002").out


LEDGER = ".memctl/evidence.jsonl"


def backed(memctl, root, fact, note, quote):
    """A fact, a line of a note that says so too, and the ledger that knows; committed."""
    memctl("-w", root, "fact", "add", "ana", fact)
    write_tree(root, {note: f"- {quote}\n"})
    row = {"entity": "people/ana", "id": "ana-002", "path": note, "line": 1, "quote": quote}
    known = (root / LEDGER).read_text() if (root / LEDGER).exists() else ""
    write_tree(root, {LEDGER: known + json.dumps(row) + "\n"})
    git(root, "add", "-A")
    git(root, "commit", "-qm", fact)


def test_what_ledgers_and_pages_say_of_an_id_follows_the_row_that_bore_it(life, memctl):
    git(life, "checkout", "-q", "side")
    backed(memctl, life, "Ana plays the viola", "memory/2026-01-28.md", "Ana and her viola again")
    memctl("-w", life, "weekly")
    git(life, "checkout", "-q", "main")
    backed(memctl, life, "Ana likes tea", "memory/2026-01-29.md", "more tea with Ana")
    assert merge(life)[0] == 0

    old, new = (memctl("-w", life, "why", i, "--json").json for i in ("ana-002", "ana-003"))

    assert (old["fact"]["fact"], new["fact"]["fact"]) == ("Ana likes tea", "Ana plays the viola")
    assert [f["id"] for f in old["once"]] == ["ana-003"]
    assert [e["quote"] for e in old["evidence"]] == ["more tea with Ana"]
    assert [e["quote"] for e in new["evidence"]] == ["Ana and her viola again"]
    assert "facts: ana-001 ana-002" in (life / "areas/people/ana/summary.md").read_text()
    assert memctl("-w", life, "check", "--strict").code == 0
    told = memctl("-w", life, "recall", "viola", "--json").json["results"]
    assert [r["id"] for r in told if r["kind"] == "fact"] == ["ana-003"]
    assert memctl("-w", life, "fact", "retract", "ana-003").code == 0
    told = memctl("-w", life, "recall", "viola", "--json").json["results"]
    assert [r["text"] for r in told if r["current"]] == []


def test_summaries_that_both_sides_wrote_anew_merge_around_their_blocks(life, memctl):
    memctl("-w", life, "weekly")
    git(life, "branch", "-f", "side")
    page = life / "areas/people/ana/summary.md"
    for branch, fact in (("side", "Ana rows"), ("main", "Ana likes tea")):
        git(life, "checkout", "-q", branch)
        memctl("-w", life, "fact", "add", "ana", fact)
        memctl("-w", life, "weekly")
        above, below = ("# Ana\n\nTheirs.\n", "") if branch == "side" else ("# Ana\n", "\nOurs.\n")
        page.write_text(page.read_text().replace("# Ana\n", above, 1) + below)
        git(life, "commit", "-qam", branch)

    code, said = merge(life)

    text = page.read_text()
    assert (code, "CONFLICT" in said) == (0, False)
    assert (
        text.count("<!-- memctl:summary -->") == text.count("Ours.") == text.count("Theirs.") == 1
    )
    memctl("-w", life, "weekly")
    assert "Ana rows" in page.read_text()
    assert "Ana likes tea" in page.read_text()
    assert memctl("-w", life, "check", "--strict").code == 0


def test_opposite_retirements_become_one_question_that_stays_answered(life, memctl):
    memctl("-w", life, "fact", "supersede", "ana-001", "Ana lives in Braga")
    git(life, "checkout", "-q", "side")
    memctl("-w", life, "fact", "supersede", "ana-001", "Ana lives in Porto")
    git(life, "checkout", "-q", "main")

    code, said = merge(life)
    first, again = (memctl("-w", life, "heartbeat", "--json").json for _ in range(2))

    assert (code, "disagree about ana-001" in said) == (0, True)
    assert [q["kind"] for q in first["review"]] == ["merged"]
    assert (life / "REVIEW.md").read_text().count("<!-- q:") == 1
    assert again["commit"] is None
    assert memctl("-w", life, "review", "apply", first["review"][0]["id"]).code == 0
    known = {
        f["fact"]: f for f in memctl("-w", life, "fact", "list", "--all", "--json").json["facts"]
    }
    assert known["Ana lives in Braga"]["supersededBy"] == known["Ana lives in Porto"]["id"]
    assert memctl("-w", life, "review", "list", "--json").json["review"] == []
    assert not (life / "REVIEW.md").exists()


def test_a_merge_that_is_called_off_leaves_no_question(life, memctl):
    memctl("-w", life, "fact", "supersede", "ana-001", "Ana lives in Braga")
    git(life, "checkout", "-q", "side")
    memctl("-w", life, "fact", "supersede", "ana-001", "Ana lives in Porto")
    git(life, "checkout", "-q", "main")

    git(life, "merge", "--no-commit", "side")
    git(life, "merge", "--abort")

    assert memctl("-w", life, "review", "list", "--json").json["review"] == []


def test_two_wordings_of_one_fact_leave_markers_that_every_job_steps_over(life, memctl):
    for branch, town in (("main", "Lagos"), ("side", "Braga")):
        git(life, "checkout", "-q", branch)
        write_tree(life, {ITEMS: rows({**FARO, "fact": f"Ana lives in {town}"})})
        git(life, "commit", "-qam", town)
    git(life, "checkout", "-q", "main")

    code, said = merge(life)

    text = read_tree(life)[ITEMS]
    assert (code, "both sides changed the same words" in said) == (1, True)
    assert text.count("<<<<<<<") == text.count(">>>>>>>") == 1
    assert text.count('"id"') == 1
    problems = memctl("-w", life, "check", "--json").json["problems"]
    assert [(p["slug"], p["line"]) for p in problems] == [("conflict-markers", 4)]
    refused = memctl("-w", life, "fact", "add", "ana", "Ana likes tea")
    assert (refused.code, "middle of a merge" in refused.err) == (75, True)
    assert read_tree(life)[ITEMS] == text


def test_two_branches_that_both_ran_heartbeat_merge_clean(life, memctl, monkeypatch):
    state = life / "memory/heartbeat-state.json"
    for branch, day in (("side", "2026-02-03"), ("main", "2026-02-02")):
        git(life, "checkout", "-q", branch)
        monkeypatch.setenv("MEMCTL_TODAY", day)
        memctl("-w", life, "note", f"On {branch} Ana paints", "--day", day, "--time", "09:00")
        memctl("-w", life, "heartbeat")
        said = {**json.loads(state.read_text()), branch: 1}
        state.write_text(json.dumps(said, indent=2) + "\n")
        git(life, "commit", "-qam", branch)

    code, said = merge(life)

    found = json.loads(state.read_text())
    assert (code, "CONFLICT" in said) == (0, False)
    assert found.pop("lastExtractedTimestamp").startswith("2026-02-03")
    assert found == {"side": 1, "main": 1}


def test_a_side_that_is_no_json_is_merged_as_lines(life):
    write_tree(life, {ITEMS: "[\n"})
    git(life, "commit", "-qam", "broken")
    git(life, "checkout", "-q", "side")
    write_tree(life, {ITEMS: rows({**FARO, "mood": "calm"})})
    git(life, "commit", "-qam", "side")
    git(life, "checkout", "-q", "main")

    assert merge(life)[0] == 1
    assert "<<<<<<<" in read_tree(life)[ITEMS]


def test_line_ends_and_byte_order_mark_are_ours(tmp_path, memctl):
    def version(*found):
        return b"\xef\xbb\xbf" + rows(*found).replace("\n", "\r\n").encode()

    new = [{"id": f"ana-00{n}", "fact": f"Fact {n}", "status": "active"} for n in (2, 3)]
    paths = [tmp_path / name for name in ("base", "ours", "theirs")]
    for path, found in zip(paths, ((FARO,), (FARO, new[0]), (FARO, new[1])), strict=True):
        path.write_bytes(version(*found))

    assert memctl("git", "merge-driver", "items", *paths, ITEMS).code == 0
    assert paths[1].read_bytes() == version(FARO, *new)
    assert paths[2].read_bytes() == version(FARO, new[1])


def test_bytes_that_are_no_text_are_left_as_ours(tmp_path, memctl):
    paths = [tmp_path / name for name in ("base", "ours", "theirs")]
    for path in paths:
        path.write_bytes(f"- {path.name}\n".encode("utf-16"))

    result = memctl("git", "merge-driver", "notes", *paths, NOTE)

    assert (result.code, "UTF-8" in result.out) == (1, True)
    assert paths[1].read_bytes() == "- ours\n".encode("utf-16")


def test_a_kind_that_is_none_is_wrong_usage(tmp_path, memctl):
    assert memctl("git", "merge-driver", "summary", "a", "b", "c", "d").code == 2
    assert memctl("git", "merge-driver", "items", tmp_path / "a", "b", "c", "d").code == 2
