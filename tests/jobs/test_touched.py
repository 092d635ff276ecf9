"""What was touched since the last run is told by stamps, not by clocks."""

import os

import pytest

from memctl.jobs import whereabouts
from memctl.jobs.touched import keep_stamps, stamps_of, touched_since
from memctl.workspace.layout import read_layout
from memctl.workspace.reading.snapshot import observe
from tests.helpers.trees import write_tree

FILES = {
    "areas/people/ida/items.json": '[{"id": "ida-001", "fact": "Ida works at Borea"}]\n',
    "areas/people/ida/summary.md": "# Ida\n",
    "areas/people/tom/items.json": "[]\n",
}


@pytest.fixture
def layout(tmp_path, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", -(10**18))
    made = read_layout(write_tree(tmp_path, FILES), {"HOME": str(tmp_path)})
    keep_stamps(made, "weekly", stamps_of(observe(made)))
    return made


def test_nothing_is_touched_while_the_files_stay(layout):
    assert touched_since(observe(layout), "weekly") == frozenset()


def test_an_edit_that_bears_an_old_time_is_seen(layout, tmp_path):
    path = tmp_path / "areas/people/ida/summary.md"
    path.write_text("# Ada\n", encoding="utf-8")
    os.utime(path, (1, 1))

    assert touched_since(observe(layout), "weekly") == {"people/ida"}


def test_a_file_that_was_young_when_it_was_seen_is_looked_at_again(layout, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", 10**18)
    keep_stamps(layout, "weekly", stamps_of(observe(layout)))

    assert touched_since(observe(layout), "weekly") == {"people/ida", "people/tom"}


def test_lost_stamps_make_everything_touched(layout):
    (layout.cache / "stamps-weekly.json").write_text("[", encoding="utf-8")

    assert touched_since(observe(layout), "weekly") == {"people/ida", "people/tom"}
