import json

import pytest

from tests.helpers.trees import read_tree, write_tree

MINA = """[
  {
    "id": "mina-001",
    "fact": "Mina lives in Lisbon",
    "category": "status",
    "timestamp": "2026-01-10",
    "source": "manual",
    "status": "active",
    "mood": "kept"
  }
]
"""
TAKEN = """[{"id": "mina-001", "fact": "Another Mina paints"}]
"""


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-02")
    return write_tree(tmp_path / "life", {"areas/people/mina/items.json": MINA})


def rows(root):
    return json.loads((root / "areas/people/mina/items.json").read_text(encoding="utf-8"))


def test_superseding_keeps_the_old_row_and_points_to_the_new_one(memctl, root):
    memctl("-w", root, "fact", "supersede", "mina-001", "Mina lives in Porto", "--on", "2026-03-01")

    old, new = rows(root)
    assert (old["status"], old["supersededBy"]) == ("superseded", new["id"])
    assert (new["fact"], new["timestamp"]) == ("Mina lives in Porto", "2026-03-01")


def test_superseding_changes_no_other_file(memctl, root):
    write_tree(root, {"areas/people/jo/items.json": '[ {"id":"jo-1","fact":"Jo sings"} ]'})
    before = read_tree(root)

    memctl("-w", root, "fact", "supersede", "mina-001", "Mina lives in Porto")

    after = read_tree(root)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {"areas/people/mina/items.json"}


def test_an_id_of_two_files_needs_its_entity(memctl, root):
    write_tree(root, {"areas/people/mina-b/items.json": TAKEN})

    plain = memctl("-w", root, "fact", "supersede", "mina-001", "x y", "--json")
    full = memctl("-w", root, "fact", "supersede", "people/mina#mina-001", "Mina lives in Porto")

    assert (plain.code, plain.error["slug"]) == (2, "ambiguous")
    assert full.code == 0


def test_what_held_on_a_day_is_listed_and_nothing_else(memctl, root):
    memctl("-w", root, "fact", "supersede", "mina-001", "Mina lives in Porto", "--on", "2026-02-01")

    def on(day):
        return [
            f["fact"]
            for f in memctl("-w", root, "fact", "list", "--as-of", day, "--json").json["facts"]
        ]

    assert on("2026-01-09") == []
    assert on("2026-01-31") == ["Mina lives in Lisbon"]
    assert on("2026-02-01") == ["Mina lives in Porto"]


def test_a_row_that_held_then_is_not_marked_by_what_came_later(memctl, root):
    memctl("-w", root, "fact", "supersede", "mina-001", "Mina lives in Porto", "--on", "2026-02-01")

    (row,) = memctl("-w", root, "fact", "list", "--as-of", "2026-01-31", "--json").json["facts"]

    assert (row["status"], row["supersededBy"], row["until"]) == ("active", None, None)


def test_history_of_a_day_knows_nothing_of_what_came_later(memctl, root):
    memctl("-w", root, "fact", "supersede", "mina-001", "Mina lives in Porto", "--on", "2026-02-01")

    then = memctl("-w", root, "history", "people/mina", "--as-of", "2026-01-31", "--json").json
    now = memctl("-w", root, "history", "mina-001", "--json").json

    assert [[r["fact"] for r in chain] for chain in then["chains"]] == [["Mina lives in Lisbon"]]
    assert then["chains"][0][0]["until"] is None
    assert [r["until"] for r in now["chains"][0]] == ["2026-02-01", None]


def test_retracting_hides_a_row_and_keeps_it(memctl, root):
    memctl("-w", root, "fact", "retract", "mina-001")

    assert memctl("-w", root, "fact", "list", "--json").json["facts"] == []
    assert rows(root)[0]["status"] == "retracted"


def test_a_retracted_fact_does_not_come_back_from_the_same_note(memctl, root):
    told = MINA.replace("manual", "conversation")
    note = "# 2026-03-01\n\n- 09:00 Mina moved to Porto\n"
    write_tree(root, {"areas/people/mina/items.json": told, "memory/2026-03-01.md": note})
    memctl("-w", root, "heartbeat")
    new = rows(root)[-1]["id"]
    memctl("-w", root, "fact", "retract", new)
    (root / ".memctl" / "consumed.jsonl").unlink()

    memctl("-w", root, "heartbeat")

    assert [r["id"] for r in rows(root) if r["status"] == "active" and "Porto" in r["fact"]] == []


def test_confirming_marks_the_row_once(memctl, root):
    memctl("-w", root, "fact", "confirm", "mina-001")
    again = memctl("-w", root, "fact", "confirm", "mina-001")

    assert rows(root)[0]["confirmedAt"] == "2026-03-02"
    assert "nothing was written" in again.out


@pytest.mark.parametrize(("day", "asked"), [("2026-03-01", 0), ("2026-03-02", 1)])
def test_what_was_said_on_the_day_of_a_confirmation_is_asked_about(memctl, root, day, asked):
    told = MINA.replace("manual", "conversation")
    note = f"# {day}\n\n- 09:00 Mina moved to Porto\n"
    write_tree(root, {"areas/people/mina/items.json": told, f"memory/{day}.md": note})
    memctl("-w", root, "fact", "confirm", "mina-001")

    assert len(memctl("-w", root, "heartbeat", "--json").json["review"]) == asked
    assert rows(root)[0]["status"] == "active"


@pytest.mark.parametrize(
    "words",
    [
        ("fact", "add", "people/mina", "Mina's password is hunter2-Xy9!"),
        ("note", "the password is hunter2-Xy9!"),
        ("remember", "people/mina", "Mina's password is hunter2-Xy9!"),
        ("remember", "--tacit", "my password is hunter2-Xy9!"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_secret_is_refused_and_nothing_is_written(memctl, root, words):
    before = read_tree(root)

    result = memctl("-w", root, *words, "--json")

    assert (result.code, result.error["slug"]) == (2, "secret")
    assert "hunter2" not in result.err
    assert read_tree(root) == before


@pytest.mark.parametrize(
    "words",
    [
        ("fact", "add", "people/mina", "Mina sings"),
        ("fact", "supersede", "mina-001", "Mina lives in Porto"),
        ("fact", "retract", "mina-001"),
        ("fact", "confirm", "mina-001"),
        ("entity", "add", "Jo", "--type", "people"),
        ("entity", "alias", "people/mina", "米娜"),
        ("note", "saw Mina"),
        ("remember", "people/mina", "Mina sings in a choir"),
        ("remember", "--tacit", "draft before outline"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_everything_that_writes_can_be_tried_first_and_taken_back(memctl, root, words):
    before = read_tree(root)

    tried = memctl("-w", root, *words, "--dry-run", "--json")
    unchanged = read_tree(root)
    done = memctl("-w", root, *words)
    changed = read_tree(root)
    memctl("-w", root, "undo")

    assert tried.json["diff"]
    assert unchanged == before
    assert done.code == 0
    assert changed != before
    assert read_tree(root) == before


def test_what_was_retired_by_mistake_comes_back_and_stays(memctl, root, monkeypatch):
    home = "areas/people/me/items.json"
    write_tree(root, {"memory/2026-03-01.md": "- I live in Sheffield.\n"})
    memctl("-w", root, "heartbeat")
    write_tree(root, {"memory/2026-03-02.md": "- I moved to Leeds.\n"})
    memctl("-w", root, "heartbeat")

    told = memctl("-w", root, "fact", "restore", "me-001")
    again = memctl("-w", root, "fact", "restore", "me-001")
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-08")
    memctl("-w", root, "weekly", "--all")

    old, _, new = json.loads((root / home).read_text(encoding="utf-8"))
    assert "brings back me-001" in told.out
    assert "nothing was written" in again.out
    assert (old["status"], new["status"]) == ("superseded", "active")
    assert (new["fact"], new["timestamp"]) == ("I live in Sheffield.", "2026-03-01")
    assert [e["quote"] for e in new["evidence"]] == ["I live in Sheffield."]


def test_retracting_a_successor_names_what_it_replaced(memctl, root):
    memctl("-w", root, "fact", "supersede", "mina-001", "Mina lives in Porto")
    assert "memctl fact restore mina-001" in memctl("-w", root, "fact", "retract", "mina-002").out


def test_what_still_holds_is_not_brought_back(memctl, root):
    told = memctl("-w", root, "fact", "restore", "mina-001", "--json")
    assert told.code == 2
    assert "still holds" in told.error["message"]


def test_what_is_said_after_the_row_was_brought_back_retires_it_as_ever(memctl, root, monkeypatch):
    write_tree(root, {"memory/2026-03-01.md": "- I live in Sheffield.\n"})
    memctl("-w", root, "heartbeat")
    write_tree(root, {"memory/2026-03-02.md": "- I moved to Leeds.\n"})
    memctl("-w", root, "heartbeat")
    memctl("-w", root, "fact", "restore", "me-001")
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-09")
    write_tree(root, {"memory/2026-03-09.md": "- I moved to York.\n"})
    memctl("-w", root, "heartbeat")

    mine = json.loads((root / "areas/people/me/items.json").read_text(encoding="utf-8"))
    assert [f["fact"] for f in mine if f["status"] == "active"] == ["I moved to York."]


def test_a_row_that_was_merged_by_mistake_comes_back_with_its_line_and_without_its_old_ids(
    memctl, root
):
    line = {"path": "memory/2026-01-10.md", "quote": "Jo sings and rows", "line": 1}
    held = [
        {"id": "jo-1", "fact": "Jo sings", "status": "superseded", "supersededBy": "jo-2",
         "supersededReason": "duplicate", "formerId": "jo-9", "evidence": [line]},
        {"id": "jo-2", "fact": "Jo rows", "status": "active", "evidence": [line]},
    ]  # fmt: skip
    write_tree(root, {"areas/people/jo/items.json": json.dumps(held)})
    memctl("-w", root, "fact", "restore", "jo-1")

    back = json.loads((root / "areas/people/jo/items.json").read_text(encoding="utf-8"))[-1]
    assert (back["fact"], back["status"], "formerId" in back) == ("Jo sings", "active", False)
    assert [e["quote"] for e in back["evidence"]] == ["Jo sings and rows"]
