"""What is purged leaves no trace in what memctl owns, and does not come back."""

import json
import shutil

import pytest

from memctl.cachefiles import FILES
from memctl.workspace.ledgers import LEDGERS
from tests.helpers.git import git, versioned
from tests.helpers.trees import read_tree, write_tree

WORDS = "Mina works at Quay Robotics now"
ITEMS = """[
  {
    "id": "mina-001",
    "fact": "Mina lives in Lisbon",
    "category": "status",
    "timestamp": "2026-01-10",
    "source": "manual",
    "status": "active"
  }
]
"""
NOTE = f"# 2026-03-01\n\n- 09:00 {WORDS}\n"
TREE = {
    "areas/people/mina/items.json": ITEMS,
    "areas/people/mina/summary.md": "# Mina\n\nMy neighbour.\n",
    "memory/2026-03-01.md": NOTE,
    "MEMORY.md": f"# Rules\n\n- {WORDS}, so no calls before noon\n",
}
OWN_FORMS = {
    "wrapped": '{"facts": [{"id": "m1", "content": "WORDS", "created_at": "2026-01-01", '
    '"status": "active", "extra": {"said": "WORDS"}}]}\n',
    "parts": '[{"id": "m1", "subject": "Mina", "predicate": "works at", '
    '"object": "Quay Robotics now", "status": "active"}]\n',
    "flag": '[{"id": "m1", "fact": "WORDS", "active": true, "pay": 5000}]\n',
    "lines": '{"id": "m1", "fact": "WORDS", "date": "2026-01-01"}\n'
    '{"id": "m2", "fact": "Mina sings", "date": "2026-01-01"}\n',
}


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-02")
    return write_tree(tmp_path / "life", TREE)


@pytest.fixture
def read(memctl, root):
    """The note was read, summaries are written, the index is there, and the fact has an id."""
    for words in (("heartbeat",), ("weekly",), ("recall", "where does Mina work?")):
        memctl("-w", root, *words)
    memctl("-w", root, "fact", "add", "people/mina", WORDS.upper())
    (row,) = (r for r in rows(root) if r["fact"] == WORDS)
    return row["id"]


def rows(root):
    return json.loads((root / "areas/people/mina/items.json").read_text(encoding="utf-8"))


def holding(root, words=WORDS):
    """The files that hold the words, in any spelling that a search for bytes finds."""
    return sorted(
        str(path.relative_to(root))
        for path in root.rglob("*")
        if path.is_file() and ".git/" not in str(path) and words.encode() in path.read_bytes()
    )


def test_no_byte_stays_in_what_memctl_owns(memctl, root, read):
    before = holding(root)
    told = holding(root, "Mina works at Quay Robotics (")

    memctl("-w", root, "fact", "purge", read, "--yes")

    assert "areas/people/mina/items.json" in before
    assert "areas/people/mina/summary.md" in told
    assert holding(root, "Mina works at Quay Robotics (") == []
    assert any(name.startswith(".memctl/cache/") for name in before)
    assert holding(root) == ["MEMORY.md", "memory/2026-03-01.md"]
    assert holding(root, WORDS.upper()) == []


def test_whatever_file_of_the_table_holds_it_in_whatever_spelling_holds_it_no_more(memctl, root):
    words = "Mina 现在在码头机器人公司工作"
    known = memctl("-w", root, "fact", "add", "people/mina", words, "--json").json["changes"]
    spellings = [words, json.dumps({"q": f"a {words} b"}), json.dumps({"q": words.upper()})]
    files = [f".memctl/cache/{r.name.replace('*', 'x')}" for r in FILES if r.name != "lock"]
    folders = {f".memctl/cache/{r.name}" for r in FILES if r.is_folder}
    paths = [f"{name}/s1" if name in folders else name for name in files]
    write_tree(root, {path: "kept\n" + "\n".join(spellings) for path in [*paths, *LEDGERS]})

    memctl("-w", root, "fact", "purge", known[0]["id"], "--yes")

    left = [holding(root, s) for s in (words, words.upper(), json.dumps(words)[1:-1])]
    assert left == [[], [], []]
    assert {p for p in LEDGERS if (root / p).read_text().startswith("kept\n")} == {*LEDGERS}


def test_what_is_no_text_or_says_it_in_other_words_goes_as_a_whole(memctl, root, read):
    cache = root / ".memctl/cache"
    (cache / "still-heartbeat").write_bytes(b"\xe9\xff" + WORDS.encode())
    (cache / "vectors.db").write_bytes(b"of the same meaning")
    (cache / "kept.log").write_text("nothing of it\n")

    memctl("-w", root, "fact", "purge", read, "--yes")

    left = {path.name for path in cache.iterdir()}
    assert left.isdisjoint({"still-heartbeat", "vectors.db"})
    assert "kept.log" in left


def test_the_row_stays_as_a_tombstone_with_a_keyed_digest(memctl, root, read):
    count = len(rows(root))

    memctl("-w", root, "fact", "purge", read, "--yes")

    (row,) = (r for r in rows(root) if r["id"] == read)
    assert (row["status"], row["fact"], row["evidence"], len(row["digest"])) == (
        "purged", "", [], 32,
    )  # fmt: skip
    assert len(rows(root)) == count
    assert memctl("-w", root, "check").code == 0
    assert read not in memctl("-w", root, "fact", "list").out


def test_what_it_may_not_change_is_listed(memctl, root, read):
    report = memctl("-w", root, "fact", "purge", read, "--yes", "--json").json

    assert [n for n in report["notices"] if n.startswith("Still in")] == [
        "Still in memory/2026-03-01.md:3; it is yours to change.",
        "Still in MEMORY.md:3; it is yours to change.",
    ]


def test_the_history_of_git_is_named(memctl, root):
    versioned(root)
    memctl("-w", root, "heartbeat")
    (row,) = (r for r in rows(root) if r["fact"] == WORDS)

    report = memctl("-w", root, "fact", "purge", row["id"], "--yes", "--json").json

    assert "Still in the history of git (" in report["notices"][-1]
    assert report["commit"]
    assert git(root, "status", "--porcelain") == ""
    assert WORDS not in git(root, "log", "--format=%B")


def test_the_same_note_does_not_bring_it_back(memctl, root, read):
    memctl("-w", root, "fact", "purge", read, "--yes")
    shutil.rmtree(root / ".memctl/cache")
    (root / ".memctl/consumed.jsonl").unlink()

    memctl("-w", root, "heartbeat")
    memctl("-w", root, "weekly")

    assert holding(root) == ["MEMORY.md", "memory/2026-03-01.md"]


def test_another_note_of_the_same_words_does_not_bring_it_back(memctl, root, read):
    memctl("-w", root, "fact", "purge", read, "--yes")
    write_tree(root, {"memory/2026-03-02.md": NOTE.replace("03-01", "03-02")})

    memctl("-w", root, "heartbeat")

    assert WORDS not in (root / "areas/people/mina/items.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("lost", ["cache", "cache and consumed"])
def test_what_was_retracted_does_not_come_back_from_the_same_note(memctl, root, read, lost):
    memctl("-w", root, "fact", "retract", read)
    shutil.rmtree(root / ".memctl/cache")
    if lost != "cache":
        (root / ".memctl/consumed.jsonl").unlink()

    memctl("-w", root, "heartbeat")

    active = [r["fact"] for r in rows(root) if r["status"] == "active"]
    assert WORDS not in active


def test_rows_with_the_same_words_go_too_and_other_evidence_is_emptied(memctl, root, read):
    twin = {"id": "jo-1", "fact": WORDS, "timestamp": "2026-01-01", "status": "active"}
    quote = {"path": "memory/2026-03-01.md", "line": 3, "quote": f"09:00 {WORDS}"}
    other = {"id": "jo-2", "fact": "Jo knows Mina", "status": "active", "evidence": [quote]}
    write_tree(root, {"areas/people/jo/items.json": json.dumps([twin, other])})

    memctl("-w", root, "fact", "purge", f"people/mina#{read}", "--yes")

    twin, other = json.loads((root / "areas/people/jo/items.json").read_text(encoding="utf-8"))
    assert (twin["status"], twin["fact"]) == ("purged", "")
    assert (other["fact"], other["evidence"]) == ("Jo knows Mina", [])


def test_a_question_that_quotes_it_ends(memctl, root):
    write_tree(root, {"memory/2026-03-02.md": "# 2026-03-02\n\n- 09:00 Mina moved to Faro\n"})
    memctl("-w", root, "heartbeat")
    asked = memctl("-w", root, "review", "list", "--json").json["review"]
    memctl("-w", root, "fact", "purge", "mina-001", "--yes")

    now = memctl("-w", root, "review", "list", "--json").json["review"]

    assert any("Lisbon" in q["proposal"] for q in asked)
    assert [q for q in now if "Lisbon" in q["proposal"]] == []
    assert holding(root, "Mina lives in Lisbon") == []


@pytest.mark.parametrize("form", OWN_FORMS, ids=OWN_FORMS)
def test_every_dialect_is_emptied_and_still_reads(memctl, root, form):
    text = OWN_FORMS[form].replace("WORDS", WORDS)
    write_tree(root, {"areas/people/jo/items.json": text})

    done = memctl("-w", root, "fact", "purge", "people/jo#m1", "--yes")

    after = (root / "areas/people/jo/items.json").read_text(encoding="utf-8")
    listed = memctl("-w", root, "fact", "list", "people/jo", "--all", "--json").json["facts"]
    assert done.code == 0
    assert ("Quay" in after, "5000" in after) == (False, False)
    assert (listed[0]["id"], listed[0]["status"]) == ("m1", "purged")


def test_it_says_first_that_it_cannot_be_undone_and_wants_a_yes(memctl, root, read):
    before = read_tree(root)

    result = memctl("-w", root, "fact", "purge", read)

    assert result.code == 2
    assert result.err.startswith("A purge cannot be undone")
    assert read_tree(root) == before


def test_there_is_nothing_to_undo_afterwards(memctl, root, read):
    memctl("-w", root, "fact", "purge", read, "--yes")

    assert memctl("-w", root, "undo", "--json").error["slug"] == "nothing-to-undo"


def test_a_trial_changes_nothing(memctl, root, read):
    before = {p: p.read_bytes() for p in root.rglob("*") if p.is_file()}

    tried = memctl("-w", root, "fact", "purge", read, "--dry-run", "--json").json

    assert tried["diff"]
    assert {p: p.read_bytes() for p in root.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize(
    ("name", "slug"), [("mina-999", "unknown-fact"), ("twice", "already-retired")]
)
def test_what_is_not_there_is_not_purged(memctl, root, read, name, slug):
    memctl("-w", root, "fact", "purge", read, "--yes")

    result = memctl(
        "-w", root, "fact", "purge", read if name == "twice" else name, "--yes", "--json"
    )

    assert result.error["slug"] == slug


def test_what_memctl_keeps_is_readable_by_the_user_alone(memctl, root, read):
    memctl("-w", root, "fact", "purge", read, "--yes")
    memctl("-w", root, "entity", "rename", "Mina", "Mina Okafor")
    memctl("-w", root, "recall", "Mina")

    modes = {
        str(p.relative_to(root)): p.stat().st_mode & 0o077 for p in (root / ".memctl").rglob("*")
    }
    assert {name: mode for name, mode in modes.items() if mode} == {}
    assert ".memctl/key" in modes


def test_copies_and_files_beside_are_told_and_so_are_words_in_the_review(memctl, root, read):
    beside = {
        "areas/people/mina/items (conflicted copy).json": f'[{{"fact": "{WORDS}"}}]',
        "areas/people/mina/old/items.json.bak": f"{WORDS}\n",
        "memory/draft.txt": f"a\n{WORDS}\n",
        "areas/people/mina/photo.png": b"\x89PNG\x00\xff" + WORDS.encode(),
    }
    write_tree(root, beside)
    page = root / "REVIEW.md"
    before = page.read_text(encoding="utf-8") if page.exists() else "# Review\n"
    page.write_text(f"{before}\n{WORDS}, says she.\n", encoding="utf-8")

    notices = memctl("-w", root, "fact", "purge", read, "--yes", "--json").json["notices"]

    told = {n.split()[2].rpartition(":")[0] for n in notices if n.startswith("Still in")}
    told |= {n for n in beside if any(n in notice for notice in notices)}
    assert {*list(beside)[:3], "REVIEW.md"} <= told
    assert "areas/people/mina/photo.png" not in told
