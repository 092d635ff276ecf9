"""A heartbeat with nothing to do is told again from the times alone; anything new wakes it."""

from datetime import UTC, datetime

import pytest

from memctl.cli.keeping import said_by
from memctl.jobs import whereabouts
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.steps import Desk
from memctl.jobs.still import told_again
from memctl.jobs.stillness import keep, watch
from memctl.workspace.layout import read_layout
from memctl.workspace.runs import read_runs
from tests.helpers.trees import write_tree

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
FILES = {
    "areas/people/ida/items.json": '[{"id": "ida-001", "fact": "Ida works at Borea"}]\n',
    "areas/people/ida/summary.md": "# Ida\n",
    "memory/2026-03-03.md": "# 2026-03-03\n\n- Rain all day.\n",
    ".git/HEAD": "ref: refs/heads/main\n",
}


@pytest.fixture
def environ(tmp_path):
    return {"HOME": str(tmp_path.parent)}


@pytest.fixture
def still(tmp_path, environ, monkeypatch):
    """A workspace whose last heartbeat had nothing to do."""
    monkeypatch.setattr(whereabouts, "SETTLED_NS", -(10**18))
    write_tree(tmp_path, FILES)
    (tmp_path / ".git/HEAD").unlink()
    for _ in range(3):
        desk = Desk(read_layout(tmp_path, environ), NOW)
        seen = watch(desk, environ)
        report = heartbeat(desk)
        keep(desk, seen, report, said_by(report), environ)
    return tmp_path


def test_it_says_what_the_last_one_said_and_is_noted_down(still, environ):
    before = len(read_runs(read_layout(still, environ)))

    lines, _, report = told_again(str(still), environ)

    assert lines == "heartbeat: nothing new; nothing was written.\n"
    assert '"job": "heartbeat"' in report
    runs = read_runs(read_layout(still, environ))
    assert len(runs) == before + 1
    assert runs[-1].changes == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("areas/people/ida/items.json", '[{"id": "ida-001", "fact": "Ida left Borea"}]\n'),
        ("areas/people/ida/summary.md", "# Ida B.\n"),
        ("areas/people/jon/summary.md", "# Jon\n"),
        ("memory/2026-03-03.md", "# 2026-03-03\n\n- Sun at last.\n"),
        ("memory/2026-03-04.md", "# 2026-03-04\n\n- Ida moved to Gent.\n"),
        ("MEMORY.md", "- Write short.\n"),
        ("REVIEW.md", "- [x] people/ida: …\n"),
        ("memctl.toml", "[recall]\nlimit = 3\n"),
        (".memctl/decisions.jsonl", "{}\n"),
        (".git/MERGE_HEAD", "0\n"),
    ],
)
def test_whatever_is_new_wakes_it(still, environ, name, text):
    write_tree(still, {name: text})

    assert told_again(str(still), environ) is None


def test_another_day_another_person_and_a_fixed_day_wake_it(still, environ, monkeypatch):
    assert told_again(str(still), environ | {"MEMCTL_TODAY": "2026-03-09"}) is None
    assert told_again(str(still), environ | {"HOME": "/elsewhere"}) is None
    monkeypatch.setattr("memctl.jobs.still.quick_today", lambda *_: "2030-01-01")
    assert told_again(str(still), environ) is None


def test_a_damaged_memory_of_it_is_none(still, environ):
    path = still / ".memctl/cache/still-heartbeat"
    path.write_bytes(path.read_bytes()[:40])

    assert told_again(str(still), environ) is None


def test_a_young_file_is_not_trusted(still, environ, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", 10**18)

    assert watch(Desk(read_layout(still, environ), NOW), environ) is None


def test_conversations_elsewhere_are_always_looked_for(tmp_path, environ):
    write_tree(
        tmp_path, {**FILES, "memctl.toml": '[[sources]]\npath = "~/chats"\nkind = "claude-code"\n'}
    )

    assert watch(Desk(read_layout(tmp_path, environ), NOW), environ) is None
