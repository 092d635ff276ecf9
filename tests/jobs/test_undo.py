"""`undo` takes back the last job that changed something, where that is the one that is meant."""

import pytest

from memctl.workspace.layout import read_layout
from memctl.workspace.runs import last_run
from tests.helpers.trees import read_tree


@pytest.fixture
def root(memctl, tmp_path, monkeypatch):
    """A workspace that was laid down just now."""
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    memctl("init", tmp_path / "life")
    return tmp_path / "life"


def fail(memctl, root, monkeypatch, job="heartbeat"):
    """A run that ends early: nobody has said which model reads and writes."""
    with monkeypatch.context() as patch:
        patch.setenv("MEMCTL_EXTRACT_BY", "model")
        patch.setenv("MEMCTL_SUMMARY_BY", "model")
        assert memctl("-w", root, job).code == 78


@pytest.mark.parametrize("job", ["heartbeat", "weekly"])
def test_after_a_job_that_failed_the_one_before_it_has_to_be_named(memctl, root, monkeypatch, job):
    memctl("-w", root, "note", "My friend Mina Okafor moved to Porto.")
    fail(memctl, root, monkeypatch, job)
    before = read_tree(root)

    said = memctl("-w", root, "undo")
    again = memctl("-w", root, "undo", "note")

    assert (said.code, again.code) == (2, 0)
    assert f"Nothing to undo: {job} failed and changed nothing; the last job" in said.err
    assert "is note of 2026-02-01T" in said.err
    assert "hint: If you mean that one: memctl undo note" in said.err
    assert "memory/2026-02-01.md" in before
    assert "memory/2026-02-01.md" not in read_tree(root)


@pytest.mark.parametrize("words", [("heartbeat",), ("weekly",)])
def test_a_workspace_does_not_go_for_an_undo_of_what_changed_nothing(memctl, root, words):
    memctl("-w", root, *words)

    said = memctl("-w", root, "undo")

    assert said.code == 2
    assert "that would take back init" in said.err
    assert (root / "memctl.toml").exists()
    assert memctl("-w", root, "undo", "init").code == 0
    assert not (root / "memctl.toml").exists()


def test_one_undo_too_many_does_not_take_the_workspace(memctl, root):
    memctl("-w", root, "note", "Rain.")

    codes = [memctl("-w", root, "undo").code for _ in range(3)]

    assert codes == [0, 2, 2]
    assert (root / "memctl.toml").exists()


def test_right_after_init_it_is_what_is_meant(memctl, root):
    assert memctl("-w", root, "undo").code == 0
    assert not (root / "memctl.toml").exists()


def test_another_job_than_the_one_named_is_left(memctl, root):
    memctl("-w", root, "entity", "add", "Ada", "--type", "people")
    memctl("-w", root, "fact", "add", "ada", "Ada likes tea.")

    said = memctl("-w", root, "undo", "entity", "add")

    assert said.code == 2
    assert "entity add is not the last; the last job that changed something is fact add" in said.err
    assert memctl("-w", root, "undo", "fact", "add").code == 0
    assert memctl("-w", root, "undo").code == 0


def test_a_call_that_was_refused_is_no_run(memctl, root):
    memctl("-w", root, "note", "Rain.")
    assert memctl("-w", root, "fact", "retract", "nobody-1").code == 2

    assert memctl("-w", root, "undo").code == 0


def test_a_run_that_failed_is_no_success(memctl, root, monkeypatch):
    fail(memctl, root, monkeypatch)

    assert last_run(read_layout(root, {}), "heartbeat") is None
