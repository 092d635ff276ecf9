"""A person saves a file at any instant while a job writes: what they saved is never lost."""

import contextlib
import os
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from memctl.errors import ExternallyChanged
from memctl.graph.plan import AppendNote, Plan
from memctl.workspace import atomic
from memctl.workspace.applying import apply
from memctl.workspace.journal.undoing import has_pending, undo_last
from memctl.workspace.reading.snapshot import observe
from tests.helpers.disks import Calls
from tests.workspace.lives import (
    FILES,
    ITEMS,
    NOTE,
    NOW,
    SUMMARY,
    TODAY,
    lay_out,
    look,
    small_plan,
    whole_plan,
)

HAND = FILES[ITEMS].replace("leads the harbour team", "leads the whole harbour")


def in_place(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def by_rename(path: Path, text: str) -> None:
    new = path.with_name("4913~")
    new.write_text(text, encoding="utf-8")
    new.rename(path)


def every_instant(run: Callable[[int], bool]) -> int:
    """Run with an edit at the first, the second, … call until there is none; how many."""
    return next(at for at in count(1) if not run(at)) - 1


@pytest.fixture(autouse=True)
def _fast_disk(monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


@pytest.mark.parametrize(
    ("save", "can_exchange", "name"),
    [
        (in_place, True, ITEMS),
        (by_rename, True, ITEMS),
        (by_rename, True, "REVIEW.md"),
        (in_place, False, "REVIEW.md"),
        (by_rename, False, ITEMS),
    ],
)
def test_a_hand_edit_at_any_instant_stands_afterwards(
    tmp_path, monkeypatch, save, can_exchange, name
):
    if not can_exchange:
        monkeypatch.setattr(atomic, "_system_call", lambda: None)
    edited = HAND if name == ITEMS else "# Marta\n\nPlays the cello now.\n"

    instants = every_instant(
        lambda at: stands_when_edited_at(tmp_path / str(at), at, name, lambda p: save(p, edited))
    )

    assert instants > 30


def stands_when_edited_at(root: Path, at: int, name: str, save: Callable[[Path], None]) -> bool:
    layout = lay_out(root)
    snapshot = observe(layout)
    _ = snapshot.graph, snapshot.review
    twin = root / "twin"
    save(twin)
    with Calls(at, lambda: save(root / name)) as calls, contextlib.suppress(ExternallyChanged):
        apply(small_plan(), snapshot, job="test", now=NOW)
    if calls.count >= at:
        assert (root / name).read_bytes() == twin.read_bytes()
        assert not has_pending(layout)
        assert not list(root.rglob(".memctl-*"))
    shutil.rmtree(root)
    return calls.count >= at


def test_a_refused_job_leaves_the_other_files_alone(tmp_path):
    layout = lay_out(tmp_path)
    snapshot = observe(layout)
    _ = snapshot.graph
    in_place(tmp_path / ITEMS, HAND)

    with pytest.raises(ExternallyChanged, match=r"items\.json"):
        apply(whole_plan(), snapshot, job="test", now=NOW)

    assert {n: (tmp_path / n).read_text() for n in FILES} == {**FILES, ITEMS: HAND}


def test_the_next_try_takes_the_edit_into_account(tmp_path):
    lay_out(tmp_path)
    in_place(tmp_path / ITEMS, HAND)

    apply(whole_plan(), look(tmp_path), job="test", now=NOW)

    facts = look(tmp_path).graph.get("people/marta").facts
    assert [f.text for f in facts] == ["Marta leads the whole harbour", "Marta left the harbour"]


def test_lines_that_others_append_to_a_note_stay(tmp_path):
    instants = every_instant(lambda at: keeps_both_lines(tmp_path / str(at), at))

    assert instants > 20


def keeps_both_lines(root: Path, at: int) -> bool:
    layout = lay_out(root)

    def other() -> None:
        with (root / NOTE).open("a") as note:
            note.write("- 10:29 Somebody else.\n")

    plan = Plan((AppendNote(TODAY, "10:30", "Ours."),))
    with Calls(at, other) as calls:
        try:
            apply(plan, observe(layout), job="note", now=NOW)
        except ExternallyChanged:
            apply(plan, look(root), job="note", now=NOW)
    text = (root / NOTE).read_text()
    if calls.count >= at:
        assert text.startswith(FILES[NOTE])
        assert sorted(text[len(FILES[NOTE]) :].splitlines()) == [
            "- 10:29 Somebody else.",
            "- 10:30 Ours.",
        ]
    return calls.count >= at


def test_undo_keeps_what_a_person_changed_since(tmp_path):
    layout = lay_out(tmp_path)
    apply(whole_plan(), observe(layout), job="test", now=NOW)
    by_rename(tmp_path / SUMMARY, (tmp_path / SUMMARY).read_text() + "\nLikes plums.\n")

    undone = undo_last(layout, now=NOW)

    assert undone.refused == ()
    assert (tmp_path / SUMMARY).read_text() == FILES[SUMMARY] + "\nLikes plums.\n"


def test_undo_leaves_a_file_alone_where_its_own_words_were_changed(tmp_path):
    layout = lay_out(tmp_path)
    apply(whole_plan(), observe(layout), job="test", now=NOW)
    changed = (tmp_path / SUMMARY).read_text().replace("Led the harbour", "Led most of the harbour")
    in_place(tmp_path / SUMMARY, changed)

    undone = undo_last(layout, now=NOW)

    assert [name for name, _ in undone.refused] == [SUMMARY]
    assert (tmp_path / SUMMARY).read_text() == changed
    assert (tmp_path / ITEMS).read_text() == FILES[ITEMS]
