"""`check --git` finds words changed in place; `check --fix` mends what is safe and no more."""

import json

import pytest

from tests.helpers.git import git, versioned
from tests.helpers.trees import read_tree, write_tree

ITEMS = "areas/people/ana/items.json"


def row(number, fact, **more):
    return {
        "id": f"ana-{number:03d}",
        "fact": fact,
        "timestamp": "2026-01-01",
        "status": "active",
    } | more


def file(*rows):
    return "[\n" + ",\n".join("  " + json.dumps(r) for r in rows) + "\n]\n"


BASE = file(row(1, "Ana lives in Faro"), row(2, "Ana works at a bakery"))


@pytest.fixture
def life(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-01-20T10:00:00Z")
    return versioned(write_tree(tmp_path / "life", {ITEMS: BASE}))


def edited(root, old, new, *, commit=True):
    write_tree(root, {ITEMS: read_tree(root)[ITEMS].replace(old, new)})
    if commit:
        git(root, "commit", "-qam", "edit")


def found(memctl, root):
    problems = memctl("-w", root, "check", "--git", "--json").json["problems"]
    return [(p["line"], p["message"]) for p in problems if p["slug"] == "changed-in-place"]


def test_words_changed_in_place_are_found_in_commits_and_since(life, memctl):
    edited(life, "Faro", "Braga")
    edited(life, "a bakery", "a school", commit=False)

    first, second = found(memctl, life)

    assert (first[0], second[0]) == (2, 3)
    assert "“Ana lives in Faro” until 2026-01-20" in first[1]
    assert "“Ana works at a bakery”" in second[1]


def test_other_capitals_and_marks_are_the_same_words(life, memctl):
    edited(life, "Ana lives in Faro", "ana lives in Faro.")

    assert found(memctl, life) == []


def test_a_supersession_is_no_change_in_place(life, memctl):
    memctl("-w", life, "fact", "supersede", "ana-001", "Ana lives in Braga")

    assert found(memctl, life) == []


def test_fix_keeps_the_old_words_as_a_superseded_row_and_is_undone(life, memctl):
    edited(life, "Faro", "Braga")
    before = read_tree(life)

    result = memctl("-w", life, "check", "--git", "--fix")

    rows = json.loads(read_tree(life)[ITEMS])
    assert rows[2] == row(3, "Ana lives in Faro") | {
        "status": "superseded", "supersededBy": "ana-001", "supersededAt": "2026-01-20"
    }  # fmt: skip
    assert read_tree(life)[ITEMS].startswith(before[ITEMS].removesuffix("\n]\n"))
    assert result.out.startswith("--- a/")
    assert found(memctl, life) == []
    memctl("-w", life, "undo")
    assert read_tree(life) == before


def test_fix_of_one_fact_leaves_the_others(life, memctl):
    edited(life, "Faro", "Braga")
    edited(life, "a bakery", "a school")

    memctl("-w", life, "check", "--git", "--fix", "--only", "people/ana#ana-002")

    assert [number for number, _ in found(memctl, life)] == [2]


def test_only_so_many_commits_are_looked_at(life, memctl):
    edited(life, "Faro", "Braga")
    git(life, "commit", "-q", "--allow-empty", "-m", "later")

    report = memctl("-w", life, "check", "--git", "--commits", "1", "--json").json

    assert report["problems"] == []


def test_a_name_below_the_top_of_the_repository_is_the_workspace_s_own(tmp_path, memctl):
    top = versioned(write_tree(tmp_path / "top", {f"life/{ITEMS}": BASE, "items.json": BASE}))
    write_tree(top, {f"life/{ITEMS}": BASE.replace("Faro", "Braga"), "items.json": "[]\n"})

    assert [number for number, _ in found(memctl, top / "life")] == [2]


def test_without_git_there_is_nothing_to_ask(tmp_path, memctl):
    root = write_tree(tmp_path / "life", {ITEMS: BASE})

    assert memctl("-w", root, "check", "--git", "--json").error["slug"] == "no-repository"
    assert memctl("-w", root, "check", "--fix").code == 0


def test_fix_says_superseded_where_a_row_names_its_successor_and_nothing_else(life, memctl):
    odd = (
        row(1, "Ana lives in Faro", supersededBy="ana-002"),
        row(2, "Ana lives in Braga"),
        row(3, "Ana has a cat", status="superseded"),
        row(4, "Ana has a dog", supersededBy="ana-009"),
        row(5, "Ana sings", supersededBy="ana-006"),
        row(6, "Ana hums", supersededBy="ana-005"),
        row(2, "Ana lives in Braga"),
        row(7, "(superseded) Ana reads", timestamp="2031-01-01"),
    )
    write_tree(life, {ITEMS: file(*odd)})

    dry = memctl("-w", life, "check", "--fix", "--dry-run")

    assert read_tree(life)[ITEMS] == file(*odd)
    memctl("-w", life, "check", "--fix")
    # Which of two rows with one id is the successor, only a person knows.
    assert read_tree(life)[ITEMS] == file(*odd)
    assert "0 changes planned" in dry.out

    write_tree(life, {ITEMS: file(*odd[:6], odd[7])})
    memctl("-w", life, "check", "--fix")
    assert read_tree(life)[ITEMS] == file({**odd[0], "status": "superseded"}, *odd[1:6], odd[7])
