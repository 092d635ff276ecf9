"""Folders that people really have: exactly their entities and rows are found, and what is odd."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memctl.workspace.layout import read_layout
from memctl.workspace.reading.snapshot import Snapshot, observe

CASES = Path(__file__).resolve().parent.parent / "cases"
FOUND = sorted(p.parent for p in CASES.rglob("expect.json"))
SLUGS_OF_FORMS = {
    *("bad-json", "empty-file", "conflict-markers", "not-utf8", "utf-16", "not-a-file"),
    *("symlink-loop", "symlink-outside", "type-level-items", "case-collision", "dead-link"),
    *("duplicate-front-matter", "blank-line-run", "dated-heading", "weekday-mismatch"),
    *("several-dates", "date-range", "next-day-entry", "patch-without-row"),
}
"""What reading alone can tell; the others are rules over facts."""


@pytest.fixture(params=FOUND, ids=[f"{p.parent.name}/{p.name}" for p in FOUND])
def case(request, tmp_path) -> tuple[dict, Snapshot]:
    folder: Path = request.param
    root = tmp_path / "ws"
    shutil.copytree(folder / "ws", root, symlinks=True)
    for script in sorted(folder.glob("make_*.py")):
        subprocess.run([sys.executable, str(script), str(root)], check=True, capture_output=True)
    expected = json.loads((folder / "expect.json").read_text(encoding="utf-8"))
    return expected, observe(read_layout(root, {}))


def test_the_entities_and_rows_are_found_and_no_others(case):
    expected, snapshot = case

    assert list(snapshot.graph.entities) == sorted(expected.get("entities", []))
    rows = sorted((str(e.ref), str(f.id)) for e, f in snapshot.graph.facts())
    assert rows == sorted((r["entity"], r["id"] or "") for r in expected.get("reads", []))


def test_what_is_odd_is_named_and_nothing_else_is_an_error(case):
    expected, snapshot = case
    wanted = [p for p in expected.get("problems", []) if p["slug"] in SLUGS_OF_FORMS]
    found = snapshot.every_problem()

    assert [w for w in wanted if not any(_fits(w, p) for p in found)] == []
    named = {w["path"] for w in expected.get("problems", [])}
    assert [p for p in found if p.level == "error" and p.path not in named] == []


def _fits(wanted, problem) -> bool:
    slugs = {wanted["slug"], *wanted.get("or", ())}
    line = wanted.get("line")
    is_near = line is None or (problem.line is not None and abs(problem.line - line) <= 1)
    return problem.path == wanted["path"] and problem.slug in slugs and is_near


def test_a_file_that_must_not_be_written_makes_its_entity_unusable(case):
    expected, snapshot = case
    refused = set(expected.get("refuse_write", []))

    usable = {e.items_path or f"{e.folder}/items.json" for e in snapshot.graph if e.is_usable}
    assert usable & refused == set()
