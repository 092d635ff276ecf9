"""A backlog is read in portions, each on the disk before the next begins."""

import json

import pytest

from memctl.jobs import heartbeat, whereabouts
from memctl.jobs.steps import open_desk
from tests.helpers.trees import read_tree, write_tree

TODAY = "2026-01-20"
DAYS = {
    "2026-01-05": "Nils Aster works at Corvane",
    "2026-01-06": "Nils Aster lives in Bremen",
    "2026-01-07": "Nils Aster left Corvane",
    "2026-01-08": "Nils Aster moved to Leipzig",
}
NILS = [{"id": "nils-001", "fact": "Nils Aster is a friend", "status": "active"}]


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", TODAY)
    notes = {f"memory/{day}.md": f"# {day}\n\n- {said}\n" for day, said in DAYS.items()}
    page = {"areas/people/nils-aster/summary.md": "# Nils Aster\n"}
    return write_tree(
        tmp_path, {**notes, **page, "areas/people/nils-aster/items.json": json.dumps(NILS)}
    )


def told(root):
    """Every row without the places in which evidence may stand."""
    text = (root / "areas/people/nils-aster/items.json").read_text(encoding="utf-8")
    left_out = {"evidence", "by"}
    return [{k: v for k, v in row.items() if k not in left_out} for row in json.loads(text)]


def known(tree):
    return {path: text for path, text in tree.items() if ".memctl/cache" not in path}


def test_portions_file_what_one_run_files(memctl, root, monkeypatch):
    memctl("-w", root, "heartbeat")
    at_once = told(root)
    memctl("-w", root, "undo")
    monkeypatch.setattr(heartbeat, "_PORTION", 1)

    report = memctl("-w", root, "heartbeat", "--json")

    assert told(root) == at_once
    assert "Read in 4 portions" in " ".join(report.json["notices"])
    assert "3 blocks to go" in report.err
    assert "nothing was written" in memctl("-w", root, "heartbeat").out


def test_what_stops_a_run_costs_one_portion_and_doubles_nothing(memctl, root, monkeypatch):
    monkeypatch.setattr(heartbeat, "_PORTION", 1)
    memctl("-w", root, "heartbeat")
    whole = known(read_tree(root))
    for _ in DAYS:
        memctl("-w", root, "undo")
    runs = iter([heartbeat.carry_out, heartbeat.carry_out])

    def broken_off(*args, **options):
        return next(runs, _killed)(*args, **options)

    monkeypatch.setattr(heartbeat, "carry_out", broken_off)
    with pytest.raises(KeyboardInterrupt):
        heartbeat.heartbeat(open_desk(str(root), environ={"MEMCTL_TODAY": TODAY}))
    half = told(root)
    monkeypatch.undo()
    monkeypatch.setenv("MEMCTL_TODAY", TODAY)
    monkeypatch.setattr(heartbeat, "_PORTION", 1)
    memctl("-w", root, "heartbeat")

    assert len(half) > len(NILS)
    assert known(read_tree(root)) == whole


def _killed(*_args, **_options):
    raise KeyboardInterrupt


def test_a_run_stopped_after_a_portion_that_changed_nothing_hides_no_other(
    memctl, root, monkeypatch
):
    write_tree(
        root,
        {
            "areas/people/otto-brahm/items.json": "{broken",
            "areas/people/otto-brahm/summary.md": "# Otto Brahm\n",
            "memory/2026-01-01.md": "# 2026-01-01\n\n- Otto Brahm works at Velmont\n",
        },
    )
    monkeypatch.setattr(whereabouts, "SETTLED_NS", -(10**18))
    monkeypatch.setattr(heartbeat, "_PORTION", 1)
    runs = iter([heartbeat.carry_out])

    def broken_off(*args, **options):
        return next(runs, _killed)(*args, **options)

    monkeypatch.setattr(heartbeat, "carry_out", broken_off)
    with pytest.raises(KeyboardInterrupt):
        heartbeat.heartbeat(open_desk(str(root), environ={"MEMCTL_TODAY": TODAY}))
    monkeypatch.undo()
    monkeypatch.setenv("MEMCTL_TODAY", TODAY)

    memctl("-w", root, "heartbeat")

    assert len(told(root)) > len(NILS)


def test_blocks_that_cannot_be_filed_keep_no_others_from_being_read(memctl, root, monkeypatch):
    write_tree(
        root,
        {
            "areas/people/otto-brahm/items.json": "{broken",
            "areas/people/otto-brahm/summary.md": "# Otto Brahm\n",
            "memory/2026-01-01.md": "# 2026-01-01\n\n- Otto Brahm works at Velmont\n",
        },
    )
    monkeypatch.setattr(heartbeat, "_PORTION", 1)

    memctl("-w", root, "heartbeat")

    assert len(told(root)) > len(NILS)
