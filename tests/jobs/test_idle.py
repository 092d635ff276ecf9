"""A job with nothing new looks at the files' times and reads nothing; anything new wakes it."""

import os
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memctl.graph.plan import Plan
from memctl.jobs import heartbeat as heartbeat_job
from memctl.jobs import idle, whereabouts
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.steps import Desk
from memctl.workspace.layout import read_layout
from memctl.workspace.reading.snapshot import observe
from tests.helpers.trees import write_tree

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
FILES = {
    "areas/people/ida/items.json": '[{"id": "ida-001", "fact": "Ida works at Borea"}]\n',
    "areas/people/ida/summary.md": "# Ida\n",
    "memory/2026-03-03.md": "# 2026-03-03\n\n- Rain all day.\n",
    "memory/2026-03-09.md": "# 2026-03-09\n\n- Too early.\n",
}


@pytest.fixture
def desk(tmp_path):
    write_tree(tmp_path, FILES)
    for path in tmp_path.rglob("*"):
        os.utime(path, (1, 1))
    return Desk(read_layout(tmp_path, {"HOME": str(tmp_path)}), NOW)


@pytest.fixture
def looks(monkeypatch):
    """How often a job had to read; files count as old enough at once."""
    seen = []
    real = heartbeat_job.waiting_blocks
    monkeypatch.setattr(whereabouts, "SETTLED_NS", -(10**18))
    monkeypatch.setattr(
        heartbeat_job, "waiting_blocks", lambda *a, **k: seen.append(1) or real(*a, **k)
    )
    return seen


def settled(desk, looks):
    first = heartbeat(desk)
    heartbeat(desk)
    looks.clear()
    return first


def test_nothing_is_read_when_nothing_is_new_and_the_problems_are_told_again(desk, looks):
    settled(desk, looks)

    again = heartbeat(desk)

    assert looks == []
    assert [p.slug for p in again.problems] == ["future-date"]
    assert again == replace(heartbeat(desk), notices=again.notices)


@pytest.mark.parametrize(
    "name",
    ["memory/2026-03-04.md", "memory/2026-03-03.md", "areas/people/ida/items.json", "REVIEW.md"],
)
def test_an_edit_or_a_new_file_wakes_it(desk, looks, name):
    settled(desk, looks)
    path = desk.layout.root / name
    path.write_text((path.read_text() if path.exists() else "") + "\n")

    heartbeat(desk)

    assert looks


def test_another_day_wakes_it(desk, looks):
    settled(desk, looks)

    heartbeat(replace(desk, now=NOW.replace(day=9)))

    assert looks


def test_a_broken_memory_is_no_memory(desk, looks):
    settled(desk, looks)
    for path in desk.layout.cache.glob("idle-*"):
        path.write_text('{"key": 3, "pro')

    heartbeat(desk)

    assert looks


def test_a_young_file_is_read_again(desk, monkeypatch, looks):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", 10**18)
    settled(desk, looks)

    heartbeat(desk)

    assert looks


def test_a_plan_with_changes_is_not_remembered(desk):
    decide = idle.unless_idle(desk, "x", lambda _snapshot: Plan((object(),)))

    assert decide(observe(desk.layout)).changes
    assert not list(desk.layout.cache.glob("idle-*"))
