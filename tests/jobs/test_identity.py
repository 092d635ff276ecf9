"""Entities renamed, moved and merged: references follow, nothing is lost, undo restores all."""

import json
import os

import pytest

from tests.helpers.disks import Calls, in_child, kill
from tests.helpers.git import git, versioned
from tests.helpers.trees import read_tree, write_tree

MINA = """[
  {
    "id": "m-001",
    "fact": "Mina lives in Lisbon",
    "category": "status",
    "timestamp": "2026-01-10",
    "source": "manual",
    "status": "superseded",
    "supersededBy": "m-002"
  },
  {
    "id": "m-002",
    "fact": "Mina lives in Porto",
    "category": "status",
    "timestamp": "2026-02-10",
    "source": "manual",
    "status": "active",
    "relatedEntities": ["areas/companies/quay", "people/jo"],
    "mood": {"deep": [1]}
  }
]
"""
MINA_SUMMARY = """---
name: Mina
aliases: [Minnie]
born: 1990
---
# Mina

<!-- memctl:summary -->
Mina lives in Porto.
<!-- /memctl:summary sha256:0812a5b80eb3a16e -->

See [Jo](../jo/summary.md) and a [picture](img/a.png).
"""
JO = """[{"id": "m-001", "fact": "Jo sings", "related": ["people/mina", "people/ada"], \
"timestamp": "2026-01-02", "status": "active"}]
"""
QUAY = """# by hand
- id: q-1
  fact: Quay builds boats
  related_entities:
    - areas/people/mina  # the carpenter
    - people/jo
  status: active
"""
TREE = {
    "areas/people/mina/items.json": MINA,
    "areas/people/mina/summary.md": MINA_SUMMARY,
    "areas/people/mina/img/a.png": b"\x89PNG\xff\x00",
    "areas/people/jo/items.json": JO,
    "areas/people/jo/summary.md": "# Jo\n\nA friend of [[people/mina|Mina]] "
    "([page](../mina/summary.md)).\n\n| who | [[areas/people/mina\\|M]] |\n",
    "areas/companies/quay/items.yaml": QUAY,
    "index.md": "- [Mina](areas/people/mina/summary.md)\n- `[[people/mina]]`\n",
    "MEMORY.md": "# Rules\n\n- ask [[people/mina]] first, see memctl:people/mina#m-001\n",
    "USER.md": "married to [[people/mina]]\n",
    "memory/2026-02-01.md": "# 2026-02-01\n\n- 09:00 saw [[people/mina]]\n",
}
RECORDS = ("USER.md", "memory/2026-02-01.md")
CHANGES = [
    ("rename", "Mina", "Mina Okafor"),
    ("move", "people/mina", "friends/mina"),
    ("merge", "Mina", "Jo"),
]
EACH = pytest.mark.parametrize("words", CHANGES, ids=lambda words: words[0])


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-02")
    return write_tree(tmp_path / "life", TREE)


def rows(root, ref):
    return json.loads((root / "areas" / ref / "items.json").read_text(encoding="utf-8"))


def test_a_renamed_entity_takes_its_references_with_it(memctl, root):
    memctl("-w", root, "entity", "rename", "Mina", "Mina Okafor")

    tree = read_tree(root)
    assert tree["areas/people/mina-okafor/items.json"] == MINA
    assert (
        "name: Mina Okafor\naliases: [Minnie, Mina]\nborn"
        in (tree["areas/people/mina-okafor/summary.md"])
    )
    assert tree["areas/people/jo/items.json"] == JO.replace("people/mina", "people/mina-okafor")
    assert tree["areas/companies/quay/items.yaml"] == QUAY.replace("/mina", "/mina-okafor")
    assert tree["areas/people/jo/summary.md"] == (
        "# Jo\n\nA friend of [[people/mina-okafor|Mina]] ([page](../mina-okafor/summary.md)).\n\n"
        "| who | [[areas/people/mina-okafor\\|M]] |\n"
    )
    assert tree["index.md"] == (
        "- [Mina](areas/people/mina-okafor/summary.md)\n- `[[people/mina]]`\n"
    )
    assert not (root / "areas/people/mina").exists()


@EACH
def test_records_stay_as_they_are_and_are_listed(memctl, root, words):
    report = memctl("-w", root, "entity", *words, "--json").json

    tree = read_tree(root)
    assert {name: tree[name] for name in RECORDS} == {name: TREE[name] for name in RECORDS}
    assert [n for n in report["notices"] if n.startswith("Left as it is")] == [
        "Left as it is: memory/2026-02-01.md:3 says people/mina.",
        "Left as it is: USER.md:1 says people/mina.",
    ]


@EACH
@pytest.mark.parametrize("name", ["people/mina", "Mina", "Minnie"])
def test_every_old_name_goes_on_to_be_understood(memctl, root, words, name):
    memctl("-w", root, "entity", *words)

    found = memctl("-w", root, "entity", "show", name, "--json").json

    assert "Mina lives in Porto" in [f["fact"] for f in found["facts"]]


@EACH
def test_nothing_refers_to_a_folder_that_is_gone(memctl, root, words):
    memctl("-w", root, "entity", *words)

    problems = memctl("-w", root, "check", "--json").json["problems"]

    assert [p["message"] for p in problems if "people/mina" in p["message"]] == []


@EACH
def test_it_can_be_tried_first_and_taken_back_to_the_byte(memctl, root, words):
    (root / "areas/people/mina/items.json").chmod(0o600)
    before = read_tree(root)

    tried = memctl("-w", root, "entity", *words, "--dry-run", "--json").json
    unchanged = read_tree(root)
    memctl("-w", root, "entity", *words)
    changed = read_tree(root)
    memctl("-w", root, "undo")

    assert "areas/people/mina/items.json" in tried["diff"]
    assert unchanged == before != changed
    assert read_tree(root) == before
    assert (root / "areas/people/mina/items.json").stat().st_mode & 0o777 == 0o600


@EACH
def test_one_commit_holds_the_whole_move(memctl, root, words):
    versioned(root)

    report = memctl("-w", root, "entity", *words, "--json").json

    assert report["commit"]
    assert git(root, "status", "--porcelain") == ""


@EACH
def test_a_note_with_the_old_ref_brings_nobody_back(memctl, root, words):
    memctl("-w", root, "entity", *words)
    note = "# 2026-03-01\n\n- 09:00 [[people/mina]] works at Quay now\n- 10:00 Mina likes chess\n"
    write_tree(root, {"memory/2026-03-01.md": note})

    memctl("-w", root, "heartbeat")

    refs = [e["entity"] for e in memctl("-w", root, "entity", "list", "--json").json["entities"]]
    assert "people/mina" not in refs
    assert not (root / "areas/people/mina").exists()


def test_a_later_extraction_lands_where_the_merged_entity_went(memctl, root):
    memctl("-w", root, "entity", "merge", "Mina", "Jo")
    write_tree(root, {"memory/2026-03-01.md": "# 2026-03-01\n\n- 09:00 Mina moved to Faro\n"})

    memctl("-w", root, "heartbeat")

    text = (root / "areas/people/jo/items.json").read_text(encoding="utf-8")
    review = read_tree(root).get("REVIEW.md", "")
    assert "Mina moved to Faro" in text + review


def test_a_merge_loses_no_row_no_key_and_no_word(memctl, root):
    memctl("-w", root, "entity", "merge", "people/mina", "people/jo")

    jo, old, new = rows(root, "people/jo")
    summary = (root / "areas/people/jo/summary.md").read_text(encoding="utf-8")
    assert jo["fact"] == "Jo sings"
    assert (old["id"], old["formerId"], old["supersededBy"]) == ("m-003", "m-001", "m-002")
    assert (new["id"], new["mood"], new["category"]) == ("m-002", {"deep": [1]}, "status")
    assert "## From people/mina\n\n```yaml\nborn: 1990\n```\n\nSee [Jo](summary.md)" in summary
    assert "Mina lives in Porto." not in summary
    assert (root / "areas/people/jo/img/a.png").read_bytes() == b"\x89PNG\xff\x00"


def test_an_address_of_a_row_with_a_new_id_follows_it(memctl, root):
    memctl("-w", root, "entity", "merge", "people/mina", "people/jo")

    assert "memctl:people/jo#m-003" in read_tree(root)["MEMORY.md"]
    shown = memctl("-w", root, "why", "people/mina#m-001", "--json").json
    assert shown["fact"]["fact"] == "Mina lives in Lisbon"


def test_files_of_one_name_are_both_kept(memctl, root):
    write_tree(root, {"areas/people/jo/img/a.png": "other", "areas/people/mina/facts.yaml": "[]\n"})

    memctl("-w", root, "entity", "merge", "people/mina", "people/jo")

    there = {p.name for p in (root / "areas/people/jo").rglob("*") if p.is_file()}
    assert there == {
        "items.json", "summary.md", "a.png", "a-from-mina.png", "facts-from-mina.yaml",
    }  # fmt: skip


def test_an_open_question_follows_the_entity(memctl, root):
    write_tree(root, {"memory/2026-03-01.md": "# 2026-03-01\n\n- 09:00 Mina moved to Faro\n"})
    memctl("-w", root, "heartbeat")
    asked = memctl("-w", root, "review", "list", "--json").json["review"]

    memctl("-w", root, "entity", "move", "people/mina", "friends/mina")

    now = memctl("-w", root, "review", "list", "--json").json["review"]
    assert [q["id"] for q in now] == [q["id"] for q in asked]
    assert {q["entity"] for q in now} <= {"friends/mina"}
    assert "people/mina:" not in read_tree(root).get("REVIEW.md", "")


def test_there_and_back_is_where_it_was_but_for_the_names(memctl, root):
    before = read_tree(root)

    memctl("-w", root, "entity", "move", "people/mina", "friends/wilhelmina")
    memctl("-w", root, "entity", "move", "friends/wilhelmina", "people/mina")

    changed = {k for k, v in read_tree(root).items() if before.get(k) != v}
    assert changed == {"areas/people/mina/summary.md"}
    assert memctl("-w", root, "entity", "show", "friends/wilhelmina").code == 0


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        (("rename", "people/nina", "X"), "unknown-entity"),
        (("rename", "people/mina", "Jo"), "usage"),
        (("move", "people/mina", "people/jo"), "usage"),
        (("move", "people/mina", "people/mina/inner"), "usage"),
        (("move", "people/mina", "mina"), "usage"),
        (("move", "people/mina", "people/../../out"), "usage"),
        (("merge", "people/mina", "Minnie"), "usage"),
        (("merge", "people/mina", "people/joe"), "unknown-entity"),
        (("never-merge", "people/mina", "Minnie"), "usage"),
        (("alias", "people/mina", "Nobody", "--remove"), "usage"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else words,
)
def test_what_cannot_be_meant_is_refused_and_nothing_is_written(memctl, root, words, slug):
    before = read_tree(root)

    result = memctl("-w", root, "entity", *words, "--json")

    assert result.error["slug"] == slug
    assert read_tree(root) == before


def test_an_entity_with_an_unusable_file_is_not_merged(memctl, root):
    write_tree(root, {"areas/people/jo/items.json": "[{,"})
    before = read_tree(root)

    result = memctl("-w", root, "entity", "merge", "people/mina", "people/jo", "--json")

    assert (result.code, read_tree(root)) == (65, before)


def test_two_that_are_never_one_are_not_merged_until_that_is_lifted(memctl, root):
    memctl("-w", root, "entity", "never-merge", "Mina", "Jo")
    refused = memctl("-w", root, "entity", "merge", "Mina", "Jo", "--json")
    memctl("-w", root, "entity", "never-merge", "Jo", "Mina", "--remove")
    done = memctl("-w", root, "entity", "merge", "Mina", "Jo")

    assert (refused.code, refused.error["slug"]) == (2, "usage")
    assert done.code == 0


def test_a_name_can_be_taken_away_and_the_rest_of_the_head_stays(memctl, root):
    memctl("-w", root, "entity", "alias", "people/mina", "Minnie", "--remove")

    summary = read_tree(root)["areas/people/mina/summary.md"]
    assert summary == MINA_SUMMARY.replace("[Minnie]", "[]")
    assert memctl("-w", root, "entity", "show", "Minnie").code == 2


@EACH
def test_a_file_that_nobody_can_use_is_named(memctl, root, words):
    write_tree(root, {"areas/people/ada/items.json": '[{"related": ["people/mina"]'})

    report = memctl("-w", root, "entity", *words, "--json").json

    assert "areas/people/ada/items.json (not JSON" in report["notices"][-1]


@EACH
def test_a_link_in_the_folder_is_named_and_nothing_moves(memctl, root, tmp_path, words):
    outside = write_tree(tmp_path / "outside", {"secret.md": "mine\n"})
    (root / "areas/people/mina/notes").symlink_to(outside)
    before = read_tree(root)

    result = memctl("-w", root, "entity", *words, "--json")

    assert (result.code, "is a link" in result.error["message"]) == (65, True)
    assert read_tree(root) == before
    assert read_tree(outside) == {"secret.md": "mine\n"}


@EACH
def test_a_document_that_leads_outside_is_not_written(memctl, root, tmp_path, words):
    outside = write_tree(tmp_path / "outside", {"index.md": "[[people/mina]]\n"})
    (root / "areas/linked.md").symlink_to(outside / "index.md")

    memctl("-w", root, "entity", *words)

    assert (outside / "index.md").read_text(encoding="utf-8") == "[[people/mina]]\n"


@EACH
@pytest.mark.parametrize("at", range(5, 130, 9))
def test_after_a_kill_the_folder_is_wholly_here_or_wholly_there(
    memctl, root, monkeypatch, words, at
):
    monkeypatch.setattr(os, "fsync", lambda _handle: None)
    before = read_tree(root)

    def die() -> None:
        with Calls(at, kill):
            memctl("-w", root, "entity", *words)

    in_child(die)
    memctl("-w", root, "status")

    left = read_tree(root)
    facts = "".join(text for text in left.values())
    assert left == before or not (root / "areas/people/mina").exists()
    assert [facts.count(f'Mina lives in {town}"') for town in ("Lisbon", "Porto")] == [1, 1]
    memctl("-w", root, "undo")
    assert read_tree(root) == before


def test_the_users_own_entity_takes_a_name_and_keeps_its_ref(memctl, tmp_path):
    write_tree(
        tmp_path, {"areas/people/me/items.json": "[]", "memory/2026-02-01.md": "# 2026-02-01\n"}
    )

    assert memctl("-w", tmp_path, "entity", "rename", "people/me", "Alex").code == 0

    assert "name: Alex" in (tmp_path / "areas/people/me/summary.md").read_text(encoding="utf-8")
    assert memctl("-w", tmp_path, "heartbeat").code == 0


@pytest.mark.parametrize(
    "words", [("move", "people/me", "people/alex"), ("merge", "people/me", "people/mina")]
)
def test_the_users_own_entity_goes_nowhere(memctl, tmp_path, words):
    write_tree(tmp_path, {**TREE, "areas/people/me/items.json": "[]"})
    before = read_tree(tmp_path)

    refused = memctl("-w", tmp_path, "entity", *words)

    assert refused.code == 2
    assert "[me] entity in memctl.toml" in refused.err
    assert read_tree(tmp_path) == before


def test_a_ref_is_no_name(memctl, workspace):
    result = memctl("-w", workspace, "entity", "rename", "people/mila", "people/ada")

    assert result.code == 2
    assert "memctl entity move people/mila people/ada" in result.err


def test_a_ref_in_a_persons_words_in_the_review_is_told_and_left(memctl, root):
    write_tree(root, {"REVIEW.md": "# Review\n\nAsk [[people/mina]] first.\n"})

    notices = memctl("-w", root, "entity", "move", "people/mina", "friends/mina", "--json").json

    assert "Left as it is: REVIEW.md:3 says people/mina." in notices["notices"]
    assert read_tree(root)["REVIEW.md"] == "# Review\n\nAsk [[people/mina]] first.\n"
