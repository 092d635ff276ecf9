"""Whatever state git is in: the files are written or plainly not, and it is said."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.helpers.git import committed, git, versioned
from tests.helpers.trees import read_tree, write_tree

ITEMS = "areas/people/ana/items.json"
BASE = '[\n  {"id": "ana-001", "fact": "Ana lives in Faro", "status": "active"}\n]\n'


@pytest.fixture
def life(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return versioned(write_tree(tmp_path / "life", {ITEMS: BASE}))


def add(memctl, root, *more):
    return memctl("-w", root, *more, "fact", "add", "ana", "Ana likes tea")


def is_written(root):
    return "Ana likes tea" in read_tree(root)[ITEMS]


def branches_that_differ(root):
    for branch, words in (("side", "1"), ("main", "2")):
        git(root, "checkout", "-q", "-B", branch, "main")
        write_tree(root, {"a.md": words})
        git(root, "add", "a.md")
        git(root, "commit", "-qm", branch)


@pytest.mark.parametrize("doing", ["merge", "rebase", "cherry-pick"])
def test_in_the_middle_of_something_nothing_is_written(life, memctl, doing):
    branches_that_differ(life)
    subprocess.run(["git", doing, "side"], cwd=life, capture_output=True, check=False)

    result = add(memctl, life)

    assert (result.code, f"in the middle of a {doing}" in result.err) == (75, True)
    assert not is_written(life)
    assert add(memctl, life, "--dry-run").code == 0


def test_on_a_detached_head_it_commits_and_says_that_no_branch_holds_it(life, memctl):
    git(life, "checkout", "-q", "--detach")

    result = add(memctl, life)

    assert committed(life) == [".memctl/.gitignore", ITEMS]
    assert "detached" in result.out


def test_a_worktree_is_a_workspace_like_any_other(life, memctl, tmp_path):
    tree = tmp_path / "tree"
    git(life, "worktree", "add", "-q", "-b", "other", str(tree))

    add(memctl, tree)

    assert ITEMS in committed(tree, "other")
    assert not is_written(life)
    assert memctl("-w", tree, "git", "setup").code == 0


def test_a_submodule_commits_in_itself(life, memctl, tmp_path):
    outer = versioned(write_tree(tmp_path / "outer", {"a.md": "x"}))
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(life), "mem")
    inner = outer / "mem"
    git(inner, "config", "user.email", "a@example.org")
    git(inner, "config", "user.name", "A")

    add(memctl, inner)

    assert ITEMS in committed(inner)
    assert git(outer, "log", "--oneline").count("\n") == 1


def test_without_git_it_writes_and_says_nothing_of_it(tmp_path, memctl):
    root = write_tree(tmp_path / "life", {ITEMS: BASE})

    result = add(memctl, root)

    assert (result.code, is_written(root)) == (0, True)
    assert "git" not in result.out.lower()


def test_without_the_program_git_it_writes_and_says_so(life, memctl, monkeypatch):
    monkeypatch.setenv("PATH", "")

    result = add(memctl, life)

    assert (result.code, is_written(life)) == (0, True)
    assert "git is not installed" in result.out
    assert memctl("-w", life, "git", "setup").code == 69


def test_a_folder_in_a_bare_repository_is_under_no_git(tmp_path, memctl):
    bare = tmp_path / "bare.git"
    git(tmp_path, "init", "-q", "--bare", str(bare))
    root = write_tree(bare / "life", {ITEMS: BASE})

    assert add(memctl, root).code == 0
    assert memctl("-w", root, "git", "setup", "--json").error["slug"] == "no-repository"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs another owner")
def test_a_repository_of_somebody_else_is_not_committed_to(life, memctl):
    for path in (life, *life.rglob("*")):
        os.chown(path, 12345, 12345)

    result = add(memctl, life)

    assert (result.code, is_written(life)) == (0, True)
    assert "belongs to somebody else" in result.out
    assert memctl("-w", life, "git", "setup").code == 69


def hook(root, text):
    path = root / ".git/hooks/pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_a_hook_that_refuses_is_told_and_the_file_stands(life, memctl):
    hook(life, "echo 'not today' >&2; exit 1")

    result = add(memctl, life)

    assert (result.code, is_written(life), "not today" in result.out) == (0, True, True)


def test_a_hook_that_rewrites_is_told(life, memctl):
    hook(life, f"echo >> {ITEMS}; git add {ITEMS}")

    result = add(memctl, life)

    assert f"A git hook changed {ITEMS}" in result.out
    assert is_written(life)


def test_an_index_that_stays_locked_is_told(life, memctl, monkeypatch):
    (life / ".git/index.lock").touch()
    monkeypatch.setattr("memctl.git.program.time.sleep", lambda _s: None)

    result = add(memctl, life)

    assert (result.code, is_written(life), "index.lock" in result.out) == (0, True, True)


def test_a_path_of_which_a_part_is_staged_is_left_uncommitted(life, memctl):
    write_tree(life, {ITEMS: BASE.replace("Faro", "Lagos")})
    git(life, "add", ITEMS)
    write_tree(life, {ITEMS: BASE.replace("Faro", "Braga")})

    result = add(memctl, life)

    assert f"Left uncommitted: {ITEMS}" in result.out
    assert "Lagos" in git(life, "show", f":{ITEMS}")
    assert "Braga" in read_tree(life)[ITEMS]


def test_hand_edits_that_come_along_are_named(life, memctl):
    write_tree(life, {ITEMS: BASE.replace("Faro", "Lagos")})

    add(memctl, life)

    message = git(life, "log", "-1", "--format=%B")
    assert f"Includes hand edits:\n- {ITEMS}" in message


def test_a_signature_that_fails_is_told(life, memctl):
    git(life, "config", "commit.gpgsign", "true")
    git(life, "config", "gpg.program", "/bin/false")

    result = add(memctl, life)

    assert (result.code, is_written(life), "Not committed" in result.out) == (0, True, True)
    assert git(life, "status", "--porcelain") == f" M {ITEMS}\n?? .memctl/\n"


def test_a_git_that_knows_nobody_is_told_how_to_introduce_oneself(life, memctl):
    for name in ("name", "email"):
        git(life, "config", "--unset", f"user.{name}")
    git(life, "config", "user.useConfigOnly", "true")

    result = add(memctl, life)

    assert (result.code, is_written(life)) == (0, True)
    assert "git config user.name" in result.out
