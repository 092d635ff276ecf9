"""Bytes that a job keeps at hand, and the journal that is written piece by piece."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from memctl.workspace.files import PackedFiles, pack, unpack
from memctl.workspace.journal.entries import Step, advance, new_entry, read_entries, write_entry
from memctl.workspace.journal.hunks import Hunk
from memctl.workspace.layout import read_layout
from tests.helpers.trees import write_tree

NOW = datetime(2026, 3, 1, tzinfo=UTC)
HUNKS = (Hunk(3, "neu ü".encode(), b"old"), Hunk(9, b"", b"gone\n"))
STEPS = (
    Step("areas/people/eve/items.json", "replace", "a", "b", ".memctl-1-0", HUNKS, 12),
    Step(".memctl/decisions.jsonl", "append", "c", "d", ".memctl-1-1", HUNKS[:1], 8),
    Step("areas/people/eve/summary.md", "replace", "e", "f", ".memctl-1-2", None),
)


@given(st.none() | st.binary())
def test_what_was_packed_is_the_same_when_it_is_unpacked(data):
    assert unpack(pack(data)) == data


@given(st.dictionaries(st.text(), st.none() | st.binary()), st.dictionaries(st.text(), st.none()))
def test_files_that_are_kept_are_found_by_name_and_later_ones_count(files, later):
    kept = PackedFiles({name: pack(data) for name, data in files.items()}).and_then(later)

    assert dict(kept) == {**files, **later}
    assert len(kept) == len({**files, **later})


def test_the_journal_knows_every_step_and_the_job_only_what_it_needs(tmp_path):
    layout = read_layout(write_tree(tmp_path / "life", {"areas/people/eve/items.json": "[]\n"}), {})

    entry = write_entry(layout, new_entry(layout, "weekly", NOW), iter(STEPS))

    (read,) = read_entries(layout)
    assert read.steps == STEPS
    assert [step.hunks for step in entry.steps] == [None, HUNKS[:1], None]


def test_a_state_is_told_by_the_name_and_the_steps_stay(tmp_path):
    layout = read_layout(write_tree(tmp_path / "life", {"areas/people/eve/items.json": "[]\n"}), {})
    entry = write_entry(layout, new_entry(layout, "weekly", NOW), STEPS)

    for state in ("ready", "written", "back"):
        entry = advance(layout, entry, state)

        (read,) = read_entries(layout)
        assert (read.state, read.steps) == (state, STEPS)
