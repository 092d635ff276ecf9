"""Commits of exactly the paths of a job, whatever state the repository is in."""

import subprocess
from pathlib import Path

import pytest

from memctl.git.repository import Committed, commit, state
from tests.helpers.trees import write_tree


@pytest.fixture(autouse=True)
def _somebody(monkeypatch):
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ines")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ines@example.org")


@pytest.fixture
def repo(tmp_path) -> Path:
    root = write_tree(tmp_path / "ws", {"a.md": "one\n", "b.md": "one\n", "重要.md": "one\n"})
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "begin")
    return root


def git(root: Path, *words: str) -> str:
    ran = subprocess.run(["git", "-C", root, *words], check=True, capture_output=True, text=True)
    return ran.stdout


def files_of_head(root: Path) -> list[str]:
    names = git(root, "show", "--name-only", "--format=", "-z", "HEAD")
    return sorted(n for n in names.split("\0") if n)


def write(root: Path, name: str, text: str) -> bytes | None:
    """Write as a job does; what stood there before."""
    path = root / name
    before = path.read_bytes() if path.exists() else None
    write_tree(root, {name: text})
    return before


def test_without_a_repository_there_is_no_state(tmp_path):
    assert state(tmp_path) is None


def test_the_branch_is_told_also_before_the_first_commit(tmp_path, repo):
    empty = tmp_path / "empty"
    empty.mkdir()
    git(empty, "init", "-q", "-b", "trunk")

    assert state(repo).branch == "main"
    assert state(empty).branch == "trunk"


def test_a_detached_head_has_no_branch_and_takes_commits(repo):
    git(repo, "checkout", "-q", "--detach")
    before = write(repo, "a.md", "two\n")

    assert state(repo).branch is None
    assert commit(repo, ["a.md"], "job", before={"a.md": before}).id == head(repo)


def head(root: Path) -> str:
    return git(root, "rev-parse", "HEAD").strip()


def test_exactly_the_paths_of_the_job_are_committed(repo):
    before = {n: write(repo, n, "two\n") for n in ("a.md", "重要.md", "new/c.md")}
    write(repo, "b.md", "a hand edit\n")

    made = commit(repo, list(before), "weekly: one fact\n\nbody", before=before)

    assert made == Committed(head(repo))
    assert files_of_head(repo) == sorted(before)
    assert git(repo, "log", "-1", "--format=%B").strip() == "weekly: one fact\n\nbody"
    assert git(repo, "status", "--porcelain") == " M b.md\n"


def test_what_the_person_has_staged_stays_staged(repo):
    write(repo, "b.md", "staged\n")
    git(repo, "add", "b.md")
    before = write(repo, "a.md", "two\n")

    commit(repo, ["a.md"], "job", before={"a.md": before})

    assert files_of_head(repo) == ["a.md"]
    assert git(repo, "status", "--porcelain") == "M  b.md\n"


def test_a_file_edited_by_hand_before_is_committed_whole_and_named(repo):
    write(repo, "a.md", "by hand\n")
    before = write(repo, "a.md", "by hand\nby the job\n")

    commit(repo, ["a.md"], "job", before={"a.md": before})

    message = git(repo, "log", "-1", "--format=%B").strip()
    assert message == "job\n\nIncludes hand edits:\n- a.md"


def test_a_file_that_was_staged_whole_is_committed_whole(repo):
    write(repo, "a.md", "by hand\n")
    git(repo, "add", "a.md")
    before = write(repo, "a.md", "by hand\nby the job\n")

    made = commit(repo, ["a.md"], "job", before={"a.md": before})

    assert made.id == head(repo)
    assert git(repo, "status", "--porcelain") == ""


def test_a_file_staged_in_part_is_left_uncommitted_and_told(repo):
    write(repo, "a.md", "staged\n")
    git(repo, "add", "a.md")
    write(repo, "a.md", "staged\nnot staged\n")
    before = {"a.md": write(repo, "a.md", "staged\nnot staged\njob\n")}
    before["b.md"] = write(repo, "b.md", "job\n")

    made = commit(repo, ["a.md", "b.md"], "job", before=before)

    assert files_of_head(repo) == ["b.md"]
    assert git(repo, "show", ":a.md") == "staged\n"
    assert made.notices == ("Left uncommitted: a.md, since a part of it is staged.",)


def test_a_file_that_the_job_removed_is_removed_in_the_commit(repo):
    before = (repo / "a.md").read_bytes()
    (repo / "a.md").unlink()

    commit(repo, ["a.md", "never-known.md"], "job", before={"a.md": before})

    assert git(repo, "show", "--name-status", "--format=").split() == ["D", "a.md"]


def test_nothing_new_is_no_commit(repo):
    old = head(repo)

    assert commit(repo, ["a.md"], "job", before={}).reason == "nothing to commit"
    assert commit(repo, [], "job").reason == "nothing to commit"
    assert head(repo) == old


def test_ignored_files_are_left_out(repo):
    write_tree(repo, {".gitignore": "*.log\n", "x.log": "x", "c.md": "x"})

    commit(repo, ["x.log", "c.md"], "job", before={})

    assert files_of_head(repo) == ["c.md"]


def test_the_first_commit_of_a_repository_holds_the_paths_alone(tmp_path):
    empty = write_tree(tmp_path / "empty", {"a.md": "x", "b.md": "x"})
    git(empty, "init", "-q")

    assert commit(empty, ["a.md"], "job", before={"a.md": None}).id == head(empty)
    assert files_of_head(empty) == ["a.md"]


def test_a_workspace_below_the_top_of_the_repository_commits_its_own_paths(repo):
    write_tree(repo, {"life/x.md": "x", "x.md": "x"})

    commit(repo / "life", ["x.md"], "job", before={"x.md": None})

    assert files_of_head(repo) == ["life/x.md"]


def test_hooks_run_and_may_refuse(repo):
    hook = repo / ".git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\necho 'not today' >&2\nexit 1\n")
    hook.chmod(0o755)
    write(repo, "new.md", "x")
    write(repo, "b.md", "staged\n")
    git(repo, "add", "b.md")

    made = commit(repo, ["new.md"], "job", before={"new.md": None})

    assert made.id is None
    assert "not today" in made.reason
    assert git(repo, "status", "--porcelain") == "M  b.md\n?? new.md\n"


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"])
def test_git_variables_of_a_calling_hook_point_us_nowhere(repo, monkeypatch, variable):
    monkeypatch.setenv(variable, "/nowhere")
    before = write(repo, "a.md", "two\n")

    made = commit(repo, ["a.md"], "job", before={"a.md": before})

    monkeypatch.delenv(variable)
    assert made.id == head(repo)


def test_a_merge_and_a_rebase_under_way_are_told(repo):
    git(repo, "checkout", "-qb", "side")
    write(repo, "a.md", "side\n")
    git(repo, "commit", "-qam", "side")
    git(repo, "checkout", "-q", "main")
    write(repo, "a.md", "main\n")
    git(repo, "commit", "-qam", "main")

    subprocess.run(["git", "-C", repo, "merge", "side"], check=False, capture_output=True)
    assert state(repo).in_the_middle == "merge"
    git(repo, "merge", "--abort")
    assert state(repo).in_the_middle is None
    subprocess.run(["git", "-C", repo, "rebase", "side"], check=False, capture_output=True)
    assert state(repo).in_the_middle == "rebase"


def test_worktrees_work_like_any_other_tree(repo, tmp_path):
    tree = tmp_path / "tree"
    git(repo, "worktree", "add", "-q", "-b", "other", tree)
    before = write(tree, "a.md", "two\n")

    assert state(tree).branch == "other"
    assert commit(tree, ["a.md"], "job", before={"a.md": before}).id == head(tree)


def test_a_missing_git_is_told_and_loses_nothing(repo, monkeypatch):
    monkeypatch.setenv("PATH", "")

    assert state(repo).trouble == "git is not installed"
    assert "not installed" in commit(repo, ["a.md"], "job").reason


def test_an_index_that_somebody_holds_is_waited_for(repo, monkeypatch):
    lock = repo / ".git/index.lock"
    lock.touch()
    before = write(repo, "a.md", "two\n")
    monkeypatch.setattr("memctl.git.program.time.sleep", lambda _s: lock.unlink(missing_ok=True))

    assert commit(repo, ["a.md"], "job", before={"a.md": before}).id == head(repo)


def test_line_ends_that_git_stores_its_own_way_are_no_hand_edit(repo):
    git(repo, "config", "core.autocrlf", "true")
    write(repo, "c.md", "one\r\n")
    git(repo, "add", "c.md")
    git(repo, "commit", "-qm", "c")
    before = write(repo, "c.md", "one\r\ntwo\r\n")

    commit(repo, ["c.md"], "job", before={"c.md": before})

    assert git(repo, "log", "-1", "--format=%B").strip() == "job"


def test_names_that_look_like_options_or_patterns_are_names(repo):
    names = ["-x.md", "*.md", ":(top)a.md"]
    for name in names:
        write(repo, name, "x")

    commit(repo, names, "job", before=dict.fromkeys(names))

    assert files_of_head(repo) == sorted(names)
