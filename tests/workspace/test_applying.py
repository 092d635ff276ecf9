"""A plan is written whole or not at all, and taken back byte for byte."""

import json
import os
from datetime import timedelta

import pytest

from memctl.errors import CannotWrite, FileInvalid, NothingToUndo, UnknownEntity, UnknownFact
from memctl.graph.fact import Evidence, FactId
from memctl.graph.plan import (
    AddAlias,
    AddEvidence,
    AddFact,
    AppendNote,
    Consume,
    CreateEntity,
    CreateFile,
    Plan,
    RetireFact,
    WriteBlock,
    WriteSummary,
)
from memctl.workspace.applying import apply, preview, without_unusable
from memctl.workspace.journal.entries import clear, read_entries
from memctl.workspace.journal.undoing import last_entry, undo_last
from memctl.workspace.ledgers import read_consumed, read_decisions, read_evidence
from tests.helpers.trees import read_tree, write_tree
from tests.workspace.lives import (
    FILES,
    ITEMS,
    JONAS,
    MARTA,
    NOTE,
    NOW,
    SUMMARY,
    TODAY,
    lay_out,
    look,
    new_fact,
    whole_plan,
)


def knowledge(root) -> dict[str, str]:
    files = read_tree(root, ledgers=True)
    return {name: text for name, text in files.items() if "/cache/" not in name}


def do(root, *changes, **options):
    return apply(Plan(changes), look(root), job="test", now=NOW, **options)


def test_undo_restores_every_byte_and_leaves_no_folder(tmp_path):
    layout = lay_out(tmp_path)
    before = knowledge(tmp_path)

    applied = apply(whole_plan(), look(tmp_path), job="test", now=NOW)
    undone = undo_last(layout, now=NOW)

    assert sorted(undone.paths) == sorted(applied.paths)
    assert knowledge(tmp_path) == before
    assert not (tmp_path / "areas/people/jonas").exists()
    assert undone.job == "test"


def test_jobs_are_undone_one_after_the_other(tmp_path):
    layout = lay_out(tmp_path)
    trees = [knowledge(tmp_path)]
    for number in range(2, 5):
        do(tmp_path, AddFact(MARTA, new_fact(number, text=f"Number {number}")))
        trees.append(knowledge(tmp_path))

    for tree in reversed(trees[:-1]):
        undo_last(layout, now=NOW)
        assert knowledge(tmp_path) == tree
    with pytest.raises(NothingToUndo):
        undo_last(layout, now=NOW)


def test_a_clock_that_goes_backwards_does_not_mix_up_jobs(tmp_path):
    layout = lay_out(tmp_path)
    do(tmp_path, AddFact(MARTA, new_fact(2, text="First")))
    plan = Plan((AddFact(MARTA, new_fact(3, text="Second")),))
    apply(plan, look(tmp_path), job="later", now=NOW - timedelta(days=400))

    assert undo_last(layout, now=NOW).job == "later"


def test_an_empty_plan_and_one_that_changes_nothing_write_nothing(tmp_path):
    lay_out(tmp_path)
    before = knowledge(tmp_path)

    assert do(tmp_path).paths == ()
    assert do(tmp_path, CreateFile(NOTE, "other")).journal is None
    assert knowledge(tmp_path) == before
    assert last_entry(look(tmp_path).layout) is None


def test_the_paths_of_a_job_are_told_items_first_and_ledgers_last(tmp_path):
    lay_out(tmp_path)

    paths = apply(whole_plan(), look(tmp_path), job="test", now=NOW).paths

    assert paths[:2] == (ITEMS, "areas/people/jonas/items.json")
    assert set(paths[2:4]) == {SUMMARY, "areas/people/jonas/summary.md"}
    assert paths[-3:] == (
        ".memctl/consumed.jsonl",
        ".memctl/decisions.jsonl",
        "memory/heartbeat-state.json",
    )


def test_the_ledgers_are_read_back_as_written(tmp_path):
    layout = lay_out(tmp_path)
    apply(whole_plan(), look(tmp_path), job="test", now=NOW)

    assert read_consumed(layout)[NOTE] == {"11", "22"}
    assert [d.id for d in read_decisions(layout)] == ["0a1b2c3d"]


def test_evidence_that_the_file_can_do_without_goes_to_the_ledger(tmp_path):
    layout = lay_out(tmp_path)
    seen = Evidence(NOTE, 3, "Rain.", TODAY, by="rules")

    paths = do(tmp_path, AddEvidence(MARTA, FactId("marta-001"), seen)).paths

    assert paths == (".memctl/evidence.jsonl",)
    assert read_evidence(layout) == {(MARTA, "marta-001"): (seen,)}


def test_a_preview_shows_the_files_and_writes_none(tmp_path):
    lay_out(tmp_path)
    before = read_tree(tmp_path, ledgers=True)

    diff = preview(whole_plan(), look(tmp_path))

    assert '+    "fact": "Marta left the harbour",' in diff
    assert "--- a/REVIEW.md\n+++ /dev/null\n" in diff
    assert ".memctl" not in diff
    assert read_tree(tmp_path, ledgers=True) == before


def test_the_mode_of_a_file_is_kept_and_ledgers_are_private(tmp_path):
    lay_out(tmp_path, {ITEMS: FILES[ITEMS], "areas/people/x": ""})
    (tmp_path / ITEMS).chmod(0o640)

    do(tmp_path, AddFact(MARTA, new_fact(2)), Consume(NOTE, ("11",)))

    assert (tmp_path / ITEMS).stat().st_mode & 0o777 == 0o640
    assert (tmp_path / ".memctl/consumed.jsonl").stat().st_mode & 0o777 == 0o600
    journal = next((tmp_path / ".memctl/cache/journal").iterdir())
    assert journal.stat().st_mode & 0o777 == 0o600


def test_byte_order_mark_and_line_ends_survive(tmp_path):
    text = "\ufeff" + FILES[ITEMS].replace("\n", "\r\n")
    lay_out(tmp_path, {ITEMS: text, NOTE: "# 2026-01-28\r\n\r\n- 09:10 Rain.\r\n"})

    do(tmp_path, AddFact(MARTA, new_fact(2)), AppendNote(TODAY, "10:30", "Sun."))

    data = (tmp_path / ITEMS).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf[\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert (tmp_path / NOTE).read_bytes().endswith(b"Rain.\r\n- 10:30 Sun.\r\n")


def test_a_file_behind_a_link_inside_is_written_where_it_is(tmp_path):
    lay_out(tmp_path, {"store/marta.json": FILES[ITEMS], "areas/people/marta/summary.md": "# M\n"})
    (tmp_path / ITEMS).symlink_to("../../../store/marta.json")

    do(tmp_path, AddFact(MARTA, new_fact(2)))

    assert (tmp_path / ITEMS).is_symlink()
    assert len(json.loads((tmp_path / "store/marta.json").read_text())) == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_told_and_nothing_is_changed(tmp_path):
    lay_out(tmp_path)
    before = knowledge(tmp_path)
    folder = (tmp_path / ITEMS).parent
    folder.chmod(0o500)
    try:
        with pytest.raises(CannotWrite, match="marta"):
            apply(whole_plan(), look(tmp_path), job="test", now=NOW)
    finally:
        folder.chmod(0o700)

    assert knowledge(tmp_path) == before


@pytest.mark.parametrize(
    "broken", ["[{", "", "<<<<<<< ours\n[]\n=======\n[]\n>>>>>>> theirs\n", b"\xff\xfe[\x00]\x00"]
)
def test_a_broken_file_is_refused_by_name_and_stepped_over_when_asked(tmp_path, broken):
    lay_out(tmp_path)
    write_tree(tmp_path, {ITEMS: broken})
    before = knowledge(tmp_path)
    bad = AddFact(MARTA, new_fact(2))
    good = AddFact(JONAS, new_fact(1, JONAS))

    with pytest.raises(FileInvalid, match=r"marta/items\.json"):
        do(tmp_path, bad, good)
    assert knowledge(tmp_path) == before
    snapshot = look(tmp_path)
    assert without_unusable(Plan((bad, good)), snapshot).changes == (good,)


def test_a_folder_in_the_place_of_an_items_file_is_refused_by_name(tmp_path):
    lay_out(tmp_path, {SUMMARY: FILES[SUMMARY], f"{ITEMS}/left.txt": ""})

    with pytest.raises(FileInvalid, match=r"marta/items\.json: .*found a folder"):
        do(tmp_path, AddFact(MARTA, new_fact(2)))


def test_notes_of_changes_that_are_stepped_over_are_read_again_later(tmp_path):
    lay_out(tmp_path)
    write_tree(tmp_path, {ITEMS: "[{"})
    seen = AddEvidence(MARTA, FactId("marta-001"), Evidence(NOTE, 3, "Rain."))
    read, other = Consume(NOTE, ("11",)), Consume("memory/2026-01-27.md", ("22",))

    assert without_unusable(Plan((seen, read, other)), look(tmp_path)).changes == (other,)


@pytest.mark.parametrize("name", [NOTE, "MEMORY.md"])
def test_a_note_that_is_no_utf8_is_never_written_to(tmp_path, name):
    lay_out(tmp_path)
    data = "# 笔记\n".encode("gbk")
    write_tree(tmp_path, {name: data})

    with pytest.raises(FileInvalid, match="UTF-8"):
        apply(whole_plan(), look(tmp_path), job="test", now=NOW)

    assert (tmp_path / name).read_bytes() == data


def test_what_a_plan_names_must_be_there(tmp_path):
    lay_out(tmp_path)

    with pytest.raises(UnknownFact):
        do(tmp_path, RetireFact(JONAS, FactId("jonas-001"), "retracted"))
    with pytest.raises(UnknownEntity):
        do(tmp_path, WriteSummary(JONAS, "x", ()))


@pytest.mark.parametrize("path", ["../x.md", "/etc/x.md", "areas/../../x.md"])
def test_a_plan_writes_nothing_outside(tmp_path, path):
    lay_out(tmp_path / "ws")

    with pytest.raises(FileInvalid, match="workspace"):
        do(tmp_path / "ws", CreateFile(path, "x"))

    assert [p.name for p in tmp_path.iterdir()] == ["ws"]


def test_names_and_blocks_are_written_into_documents_of_others(tmp_path):
    lay_out(tmp_path)

    do(
        tmp_path,
        AddAlias(MARTA, "玛尔塔"),
        WriteBlock("AGENTS.md", "rules", "Be true."),
        CreateEntity(JONAS, "Jonas"),
        AddAlias(JONAS, "Joni"),
    )

    graph = look(tmp_path).graph
    assert graph.get(MARTA).aliases == ("玛尔塔",)
    assert (graph.get(JONAS).name, graph.get(JONAS).aliases) == ("Jonas", ("Joni",))
    assert (tmp_path / "AGENTS.md").read_text().startswith("<!-- memctl:rules -->\nBe true.\n")


def test_text_that_holds_a_secret_is_not_kept_for_undo_and_that_is_said_first(tmp_path):
    layout = lay_out(tmp_path)
    write_tree(tmp_path, {"REVIEW.md": "the key is hunter2\n"})
    said: list[str] = []

    def say(words: str) -> None:
        assert (tmp_path / "REVIEW.md").exists()
        said.append(words)

    applied = apply(
        whole_plan(),
        look(tmp_path),
        job="test",
        now=NOW,
        holds_secret=lambda text: "hunter2" in text,
        say=say,
    )

    assert said == ["This cannot be undone: what it replaces is not kept."]
    assert applied.notices == tuple(said)
    cache = (tmp_path / ".memctl").rglob("*")
    assert not [p for p in cache if p.is_file() and b"hunter2" in p.read_bytes()]
    undone = undo_last(layout, now=NOW)
    assert [name for name, _ in undone.refused] == ["REVIEW.md"]
    assert (tmp_path / ITEMS).read_text() == FILES[ITEMS]


def test_the_journal_keeps_the_last_jobs_only(tmp_path):
    write_tree(tmp_path, {"memctl.toml": "[undo]\nkeep = 3\n"})
    layout = lay_out(tmp_path)
    for number in range(2, 8):
        do(tmp_path, AddFact(MARTA, new_fact(number, text=f"Number {number}")))

    assert len(list(read_entries(layout))) == 3
    clear(layout)
    assert list((tmp_path / ".memctl/cache/journal").iterdir()) == []


def test_other_keys_of_the_heartbeat_state_are_kept_and_the_form_of_the_time(tmp_path):
    text = '{"lastChecks": {"email": 1703275200},\n "lastExtractedTimestamp":   1703275200}\n'
    lay_out(tmp_path)
    write_tree(tmp_path, {"memory/heartbeat-state.json": text})

    do(tmp_path, Consume(NOTE, ("11",)))

    after = (tmp_path / "memory/heartbeat-state.json").read_text()
    assert after == text.replace(
        'Timestamp":   1703275200', f'Timestamp":   {int(NOW.timestamp())}'
    )


def test_without_a_block_read_the_heartbeat_state_stays_as_it_is(tmp_path):
    lay_out(tmp_path)

    do(tmp_path, AddFact(MARTA, new_fact(2)))

    assert not (tmp_path / "memory/heartbeat-state.json").exists()


def test_what_a_crash_left_whose_journal_is_gone_is_in_nobodys_way(tmp_path):
    lay_out(tmp_path)
    folder = (tmp_path / ITEMS).parent
    left = {folder / f".memctl-000001-{n}": f"words {n}" for n in range(3)}
    left[folder / ".memctl-000001x-0.was"] = "words of somebody"
    for path, text in left.items():
        path.write_text(text)

    do(tmp_path, AddFact(MARTA, new_fact(2)))

    assert new_fact(2).text in (tmp_path / ITEMS).read_text()
    assert {path: path.read_text() for path in left} == left
