"""A repository is prepared for merges, and nothing that stands in it changes."""

import pytest

from tests.helpers.git import committed, git, versioned
from tests.helpers.trees import read_tree, write_tree

LIFE = {"areas/people/ana/summary.md": "# Ana\n", "memory/2026-01-31.md": "# 2026-01-31\n"}


@pytest.fixture
def life(tmp_path):
    return versioned(write_tree(tmp_path / "life", LIFE))


def test_setup_writes_attributes_ignore_rules_and_settings_and_commits_them(life, memctl):
    result = memctl("-w", life, "git", "setup")

    tree = read_tree(life)
    assert "items.json merge=memctl-items\n" in tree[".gitattributes"]
    assert ".memctl/cache/\n" in tree[".gitignore"]
    driver = git(life, "config", "merge.memctl-items.driver")
    assert driver.endswith(" git merge-driver items %O %A %B %P\n")
    assert {".gitattributes", ".gitignore"} <= set(committed(life))
    assert "in each clone" in result.out


@pytest.mark.parametrize(
    ("path", "driver"),
    [
        ("areas/people/ana/items.json", "memctl-items"),
        ("areas/a/b/facts.jsonl", "memctl-items"),
        ("memory/2026-01-31.md", "memctl-notes"),
        ("memory/2026/01/2026-01-31-trip.md", "memctl-notes"),
        ("memory/README.md", "unspecified"),
        ("memory/heartbeat-state.json", "memctl-state"),
        (".memctl/decisions.jsonl", "union"),
        ("REVIEW.md", "union"),
        ("docs/REVIEW.md", "unspecified"),
    ],
)
def test_git_takes_the_driver_that_is_meant(life, memctl, path, driver):
    memctl("-w", life, "git", "setup")

    assert git(life, "check-attr", "merge", "--", path).strip().endswith(f": {driver}")


def test_setup_again_changes_nothing(life, memctl):
    memctl("-w", life, "git", "setup")
    before, head = read_tree(life), git(life, "rev-parse", "HEAD")

    again = memctl("-w", life, "git", "setup", "--json").json

    assert (again["changes"], again["commit"]) == ([], None)
    assert (read_tree(life), git(life, "rev-parse", "HEAD")) == (before, head)


def test_a_dry_run_shows_the_lines_and_writes_none(life, memctl):
    result = memctl("-w", life, "git", "setup", "--dry-run")

    assert "+items.json merge=memctl-items" in result.out
    assert "merge.memctl-notes.driver" in result.out
    assert read_tree(life) == LIFE
    assert "memctl" not in (life / ".git/config").read_text()


def test_lines_of_a_person_stay_and_win(life, memctl):
    mine = "*.md text\nitems.json merge=binary\n* -text"
    write_tree(life, {".gitattributes": mine, ".gitignore": "*.tmp"})

    result = memctl("-w", life, "git", "setup")

    tree = read_tree(life)
    assert tree[".gitattributes"].startswith(f"{mine}\nitems.yaml merge=memctl-items\n")
    assert tree[".gitignore"] == "*.tmp\n.memctl/cache/\n"
    assert "Left as it is: items.json" in result.out


def test_undo_takes_the_files_back(life, memctl):
    memctl("-w", life, "git", "setup")

    memctl("-w", life, "undo")

    assert read_tree(life) == LIFE


def test_a_workspace_below_the_top_has_attributes_of_its_own(tmp_path, memctl):
    top = versioned(write_tree(tmp_path / "top", {f"life/{k}": v for k, v in LIFE.items()}))

    memctl("-w", top / "life", "git", "setup")

    said = git(top, "check-attr", "merge", "--", "life/memory/2026-01-31.md")
    assert said.strip().endswith(": memctl-notes")
    assert (top / "life/.gitattributes").exists()


def test_without_git_setup_says_so(tmp_path, memctl):
    root = write_tree(tmp_path / "life", LIFE)

    result = memctl("-w", root, "git", "setup", "--json")

    assert (result.code, result.error["slug"]) == (2, "no-repository")
    assert "git -C" in result.error["hint"]
