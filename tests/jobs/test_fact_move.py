"""`fact move`: what becomes of both rows, and what nothing brings back."""

import json
from itertools import chain

import pytest

from tests.helpers.git import git, versioned
from tests.helpers.trees import read_tree, write_tree

QUAY = "areas/people/dr-quay/items.json"
LEA = "areas/people/lea/items.json"
NOTE = "memory/2026-01-12.md"
DOSE = """[
  {
    "id": "dr-quay-001",
    "fact": "Dr Quay practises at the harbour clinic",
    "category": "context",
    "timestamp": "2025-11-03",
    "source": "manual",
    "status": "active"
  },
  {
    "id": "dr-quay-002",
    "fact": "Lea takes 50 mg of sertraline in the morning",
    "category": "status",
    "timestamp": "2026-01-12",
    "source": "daily-note",
    "status": "active",
    "relatedEntities": ["companies/harbour-clinic"],
    "evidence": [
      {
        "path": "memory/2026-01-12.md",
        "line": 3,
        "quote": "Lea takes 50 mg of sertraline in the morning",
        "day": "2026-01-12"
      }
    ],
    "by": "rules",
    "confirmedAt": "2026-01-20",
    "visibility": "shared",
    "mood": "kept"
  }
]
"""
SISTER = """[
  {
    "id": "lea-004",
    "fact": "Lea sings in a choir",
    "category": "context",
    "timestamp": "2025-02-01",
    "source": "manual",
    "status": "active"
  }
]
"""
FILES = {
    QUAY: DOSE,
    LEA: SISTER,
    NOTE: "# 2026-01-12\n\n- 09:00 Lea takes 50 mg of sertraline in the morning\n",
}
MOVE = ("fact", "move", "dr-quay-002", "--to", "people/lea")


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-02")
    return write_tree(tmp_path / "life", FILES)


def rows(root, path=QUAY):
    return {row["id"]: row for row in json.loads((root / path).read_text(encoding="utf-8"))}


def said(memctl, root, *words):
    return memctl("-w", root, *words, "--json").json


def listed(memctl, root, *words):
    return [(f["entity"], f["id"]) for f in said(memctl, root, "fact", "list", *words)["facts"]]


def test_the_row_goes_with_all_that_it_bears_and_leaves_one_that_names_it(memctl, root):
    old = rows(root)["dr-quay-002"]

    memctl("-w", root, *MOVE)

    new = rows(root, LEA)["lea-005"]
    assert new == {**old, "id": "lea-005"}
    left = rows(root)["dr-quay-002"]
    ending = {"supersededReason": "moved", "movedTo": "people/lea#lea-005"}
    assert left == {**old, "status": "retracted", **ending}


def test_no_other_byte_of_either_file_changes(memctl, root):
    memctl("-w", root, *MOVE)

    here, there = ((root / path).read_text(encoding="utf-8") for path in (QUAY, LEA))
    ending = (
        '"mood": "kept",\n    "supersededReason": "moved",\n    "movedTo": "people/lea#lea-005"'
    )
    *head, last = DOSE.rpartition('"status": "active"')
    expected = "".join([*head[:-1], '"status": "retracted"', last])
    assert here == expected.replace('"mood": "kept"', ending)
    assert there.startswith(SISTER.removesuffix("\n]\n"))


@pytest.mark.parametrize("is_versioned", [False, True], ids=["plain", "git"])
def test_one_step_takes_it_back_byte_for_byte(memctl, root, is_versioned):
    if is_versioned:
        versioned(root)
    before = read_tree(root)

    memctl("-w", root, *MOVE)
    moved = read_tree(root)
    memctl("-w", root, "undo")

    assert moved != before
    assert {name: read_tree(root)[name] for name in before} == before


def test_a_move_is_one_commit_of_exactly_the_two_files(memctl, root):
    versioned(root)
    write_tree(root, {"memory/2026-03-01.md": "- mine\n"})

    report = said(memctl, root, *MOVE)

    assert (
        git(root, "log", "--format=%h").split()[1:]
        == git(root, "log", "-1", "--format=%p", "HEAD").split()
    )
    paths = git(root, "show", "--name-only", "--format=", "HEAD").split()
    assert set(paths) - {".memctl/.gitignore"} == {QUAY, LEA}
    assert report["commit"]
    assert "- people/dr-quay#dr-quay-002" in git(root, "log", "-1", "--format=%B")


def test_a_dry_run_shows_both_files_and_writes_nothing(memctl, root):
    before = read_tree(root)

    tried = said(memctl, root, *MOVE, "--dry-run")

    assert read_tree(root) == before
    assert [c["kind"] for c in tried["changes"]] == ["fact-added", "fact-moved"]
    assert "movedTo" in tried["diff"]
    assert f"+++ b/{LEA}" in tried["diff"]


def test_on_no_day_did_it_hold_where_it_stood(memctl, root):
    memctl("-w", root, *MOVE)

    days = ["2026-01-11", "2026-01-12", "2026-02-20", "2026-03-02"]
    held = [listed(memctl, root, "--as-of", day) for day in days]
    assert ("people/dr-quay", "dr-quay-002") not in chain(*held)
    assert [("people/lea", "lea-005") in day for day in held] == [False, True, True, True]


def test_recall_of_an_earlier_day_tells_it_of_the_right_one(memctl, root):
    memctl("-w", root, *MOVE)

    found = said(memctl, root, "recall", "how much sertraline?", "--as-of", "2026-02-01")

    facts = [(r["entity"], r["id"]) for r in found["results"] if r["kind"] == "fact"]
    assert facts == [("people/lea", "lea-005")]


def test_each_row_tells_of_the_other_and_the_new_one_where_it_was_read(memctl, root):
    memctl("-w", root, *MOVE)

    old, new = (said(memctl, root, "why", i) for i in ("dr-quay-002", "lea-005"))
    lines = memctl("-w", root, "why", "lea-005").out
    story = memctl("-w", root, "history", "people/dr-quay").out

    assert (old["movedTo"]["id"], old["fact"]["movedTo"]) == ("lea-005", "people/lea#lea-005")
    assert [(r["entity"], r["id"]) for r in new["movedFrom"]] == [("people/dr-quay", "dr-quay-002")]
    assert f"{NOTE}:3 (2026-01-12): Lea takes 50 mg of sertraline in the morning" in lines
    assert "moved to people/lea#lea-005  dr-quay-002" in story
    assert "never true" not in story


def test_check_finds_nothing_wrong(memctl, root):
    write_tree(root, {"areas/companies/harbour-clinic/summary.md": "# Harbour Clinic\n"})

    memctl("-w", root, *MOVE)

    assert said(memctl, root, "check")["problems"] == []


def test_what_was_moved_already_is_no_second_change(memctl, root):
    memctl("-w", root, *MOVE)
    before = read_tree(root)

    again = memctl("-w", root, *MOVE)

    assert (again.code, "nothing was written" in again.out) == (0, True)
    assert {n: t for n, t in read_tree(root).items() if "runs.jsonl" not in n} == {
        n: t for n, t in before.items() if "runs.jsonl" not in n
    }


def test_where_it_stands_already_is_said_and_nothing_written(memctl, root):
    before = read_tree(root)

    told = memctl("-w", root, "fact", "move", "dr-quay-002", "--to", "Dr Quay")

    assert (told.code, "people/dr-quay#dr-quay-002 stands there already." in told.out) == (0, True)
    assert {n: t for n, t in read_tree(root).items() if n in before} == before


@pytest.mark.parametrize(
    ("words", "slug", "hint"),
    [
        (("nope-1", "--to", "people/lea"), "unknown-fact", "fact list"),
        (("dr-quay-002", "--to", "Nobody At All"), "unknown-entity", "memctl entity add"),
        (("dr-quay-002", "--to", "Lea"), "ambiguous", "people/lea"),
        (("dr-quay-002", "lea-004", "--to", "people/lea"), "usage", "one by one"),
    ],
    ids=["no such fact", "no such entity", "two of a name", "of two entities"],
)
def test_what_cannot_be_done_is_misuse_with_a_cure(memctl, root, words, slug, hint):
    write_tree(root, {"areas/people/lea-berg/summary.md": "# Lea\n"})
    before = read_tree(root)

    result = memctl("-w", root, "fact", "move", *words, "--json")

    assert (result.code, result.error["slug"]) == (2, slug)
    assert hint in result.error["hint"]
    assert {n: t for n, t in read_tree(root).items() if n in before} == before


def test_what_was_moved_is_told_to_whoever_would_change_the_old_row(memctl, root):
    write_tree(root, {"areas/people/bo/items.json": "[]\n"})
    memctl("-w", root, *MOVE)

    on = memctl("-w", root, "fact", "move", "dr-quay-002", "--to", "bo", "--json")
    again = memctl("-w", root, "fact", "supersede", "dr-quay-002", "x y", "--json")
    back = memctl("-w", root, "fact", "restore", "dr-quay-002", "--json")

    assert (on.code, on.error["slug"]) == (2, "already-retired")
    assert "memctl fact move people/lea#lea-005 --to people/bo" in on.error["hint"]
    assert "people/lea#lea-005" in again.error["message"]
    assert "memctl fact move people/lea#lea-005 --to people/dr-quay" in back.error["hint"]


def test_a_fact_that_is_moved_back_gets_a_new_row_and_the_story_stays(memctl, root):
    memctl("-w", root, *MOVE)

    memctl("-w", root, "fact", "move", "lea-005", "--to", "people/dr-quay")

    here = rows(root)
    assert (here["dr-quay-003"]["status"], here["dr-quay-002"]["status"]) == ("active", "retracted")
    assert rows(root, LEA)["lea-005"]["movedTo"] == "people/dr-quay#dr-quay-003"


def test_the_user_needs_no_page_beforehand_and_keys_of_others_come_along(memctl, root):
    memctl("-w", root, "fact", "move", "dr-quay-002", "--to", "me")

    assert rows(root, "areas/people/me/items.json")["me-001"]["mood"] == "kept"
    assert rows(root)["dr-quay-002"]["movedTo"] == "people/me#me-001"


# Heartbeat and weekly.


@pytest.mark.parametrize("goes", ["nothing", "consumed.jsonl", "evidence"])
def test_no_run_files_it_again_here_or_there(memctl, root, goes):
    write_tree(root, {"memory/2026-03-01.md": "- Dr Quay lives in Porto\n"})
    memctl("-w", root, "heartbeat")
    memctl("-w", root, "fact", "move", "dr-quay-003", "--to", "people/lea")
    if goes == "consumed.jsonl":
        (root / ".memctl" / goes).unlink()
    if goes == "evidence":  # the block is read as if for the first time
        place = root / "memory/2026-03-01.md"
        place.write_text("- Dr Quay lives in Porto\n- Dr Quay lives in Porto \n")
    before = rows(root), rows(root, LEA)

    for job in ("heartbeat", "heartbeat", "weekly"):
        memctl("-w", root, job)

    assert before[1]["lea-005"]["fact"] == "Dr Quay lives in Porto"
    assert (rows(root), rows(root, LEA)) == before


def test_a_line_that_is_written_on_is_read_again_where_the_fact_stands_now(memctl, root):
    write_tree(root, {"memory/2026-03-01.md": "- Dr Quay lives in Porto\n"})
    memctl("-w", root, "heartbeat")
    memctl("-w", root, "fact", "move", "dr-quay-003", "--to", "people/lea")
    write_tree(root, {"memory/2026-03-01.md": "- Dr Quay lives in Porto by now\n"})

    memctl("-w", root, "heartbeat")

    assert list(rows(root)) == ["dr-quay-001", "dr-quay-002", "dr-quay-003"]
    active = [r for r in rows(root, LEA).values() if r["status"] == "active"]
    assert ["Porto" in r["fact"] for r in active] == [False, True]


def test_what_has_changed_since_replaces_it_where_it_stands_now(memctl, root):
    write_tree(root, {"memory/2026-02-01.md": "- Dr Quay lives in Porto\n"})
    memctl("-w", root, "heartbeat")
    memctl("-w", root, "fact", "move", "dr-quay-003", "--to", "people/lea")
    write_tree(root, {"memory/2026-03-01.md": "- Dr Quay moved to Braga\n"})

    memctl("-w", root, "heartbeat")

    assert list(rows(root)) == ["dr-quay-001", "dr-quay-002", "dr-quay-003"]
    there = rows(root, LEA)
    assert there["lea-005"]["supersededBy"] == "lea-006"
    assert "Braga" in there["lea-006"]["fact"]


def test_what_is_said_again_in_another_note_is_evidence_where_it_belongs(memctl, root):
    memctl("-w", root, "fact", "add", "people/dr-quay", "Dr Quay owns a boat named Odd Sock")
    memctl("-w", root, "fact", "move", "dr-quay-003", "--to", "people/lea")
    write_tree(root, {"memory/2026-03-01.md": "- Dr Quay owns a boat named Odd Sock\n"})

    memctl("-w", root, "heartbeat")

    boats = [r for r in (rows(root) | rows(root, LEA)).values() if "Odd Sock" in r["fact"]]
    assert [r["status"] for r in boats] == ["retracted", "active"]
    found = said(memctl, root, "why", "lea-005")["evidence"]
    assert [e["path"] for e in found] == ["memory/2026-03-01.md"]


# Chains.


CHAIN = """[
  {"id": "q-1", "fact": "Rents the flat in Elm Road", "timestamp": "2025-01-05",
   "status": "superseded", "supersededBy": "q-2"},
  {"id": "q-2", "fact": "Rents the flat in Oak Road", "timestamp": "2025-06-05",
   "status": "active"}
]
"""


def test_what_it_had_replaced_stays_told_and_may_follow(memctl, root):
    write_tree(root, {QUAY: CHAIN})

    first = memctl("-w", root, "fact", "move", "q-2", "--to", "lea")
    held = listed(memctl, root, "people/dr-quay", "--as-of", "2025-03-01")
    problems = said(memctl, root, "check")["problems"]
    then = memctl("-w", root, "fact", "move", "q-1", "--to", "lea")

    assert "memctl fact restore people/dr-quay#q-1" in first.out
    assert "memctl fact move people/dr-quay#q-1 --to people/lea" in first.out
    assert held == [("people/dr-quay", "q-1")]
    assert [p["slug"] for p in problems] == []
    assert then.code == 0
    there = rows(root, LEA)
    assert (there["lea-006"]["status"], there["lea-006"]["supersededBy"]) == (
        "superseded",
        "lea-005",
    )
    assert listed(memctl, root, "people/dr-quay", "--as-of", "2025-03-01") == []
    assert listed(memctl, root, "people/lea", "--as-of", "2025-03-01") == [
        ("people/lea", "lea-004"),
        ("people/lea", "lea-006"),
    ]


def test_what_was_replaced_goes_only_with_what_replaced_it(memctl, root):
    write_tree(root, {QUAY: CHAIN})

    alone = memctl("-w", root, "fact", "move", "q-1", "--to", "lea", "--json")
    both = memctl("-w", root, "fact", "move", "q-2", "q-1", "--to", "lea")

    assert (alone.code, alone.error["slug"]) == (2, "usage")
    assert "memctl fact move people/dr-quay#q-1 people/dr-quay#q-2 --to" in alone.error["hint"]
    assert both.code == 0
    there = rows(root, LEA)
    assert there["lea-005"]["supersededBy"] == "lea-006"
    assert [r["movedTo"] for r in rows(root).values()] == [
        "people/lea#lea-005",
        "people/lea#lea-006",
    ]
    assert said(memctl, root, "check")["problems"] == []


def test_what_ended_goes_with_its_end(memctl, root):
    ended = {"status": "superseded", "supersededReason": "ended", "supersededAt": "2026-02-01"}
    row = {"id": "q-1", "fact": "Rents a garage in Elm Road", "timestamp": "2025-01-05", **ended}
    write_tree(root, {QUAY: json.dumps([row])})

    memctl("-w", root, "fact", "move", "q-1", "--to", "lea")

    assert rows(root, LEA)["lea-005"] == {**row, "id": "lea-005"}
    assert rows(root)["q-1"]["supersededReason"] == "moved"
    held = [listed(memctl, root, "--as-of", day) for day in ("2026-01-31", "2026-02-01")]
    assert held == [
        [("people/lea", "lea-004"), ("people/lea", "lea-005")],
        [("people/lea", "lea-004")],
    ]


@pytest.mark.parametrize("word", ["retract", "purge"])
def test_what_was_taken_back_goes_nowhere(memctl, root, word):
    yes = ("--yes",) if word == "purge" else ()
    memctl("-w", root, "fact", word, "dr-quay-002", *yes)

    told = memctl("-w", root, *MOVE, "--json")

    assert (told.code, told.error["slug"]) == (2, "already-retired")
    assert list(rows(root, LEA)) == ["lea-004"]


# What the other one knows already.


def test_what_it_says_already_gets_the_evidence_and_no_second_row(memctl, root):
    known = SISTER.replace("Lea sings in a choir", "Lea takes 50 mg of sertraline in the morning")
    write_tree(root, {LEA: known})

    told = memctl("-w", root, *MOVE)

    assert list(rows(root, LEA)) == ["lea-004"]
    assert "people/lea#lea-004 says it already" in told.out
    assert rows(root)["dr-quay-002"]["movedTo"] == "people/lea#lea-004"
    assert [e["path"] for e in said(memctl, root, "why", "lea-004")["evidence"]] == [NOTE]


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (
            "Lea is taking 50 mg of sertraline every morning",
            "Lea takes 50 mg of sertraline in the morning",
        ),
        ("莉亚住在里斯本", "莉亚现在住在里斯本"),
    ],
    ids=["en", "zh"],
)
def test_other_words_for_the_same_are_no_second_row(memctl, root, known, words):
    old = "Lea takes 50 mg of sertraline in the morning"
    write_tree(root, {QUAY: DOSE.replace(old, words), NOTE: FILES[NOTE].replace(old, words)})
    write_tree(root, {LEA: SISTER.replace("Lea sings in a choir", known)})

    memctl("-w", root, *MOVE)

    assert list(rows(root, LEA)) == ["lea-004"]


def test_evidence_that_a_ledger_keeps_comes_along(memctl, root):
    bare = json.loads(DOSE)
    del bare[1]["evidence"]
    write_tree(
        root,
        {
            QUAY: json.dumps(bare),
            ".memctl/evidence.jsonl": json.dumps(
                {
                    "entity": "people/dr-quay",
                    "id": "dr-quay-002",
                    "path": NOTE,
                    "line": 3,
                    "quote": "Lea takes 50 mg of sertraline",
                }
            )
            + "\n",
        },
    )

    memctl("-w", root, *MOVE)

    assert [e["path"] for e in said(memctl, root, "why", "lea-005")["evidence"]] == [NOTE]


# Who may know it.


def test_nobody_new_is_told(memctl, root):
    page = "---\nvisibility: private\n---\n# Dr Quay\n"
    write_tree(root, {"areas/people/dr-quay/summary.md": page})

    memctl("-w", root, *MOVE)

    assert rows(root, LEA)["lea-005"]["visibility"] == "private"


# Questions.


CONTESTED = {
    QUAY: """[
  {"id": "dr-quay-001", "fact": "Dr Quay lives in Lisbon", "timestamp": "2026-02-20",
   "source": "manual", "status": "active"}
]
""",
    "memory/2026-02-20.md": "- Dr Quay lives in Porto\n",
    NOTE: "",
}


def test_an_open_question_follows_the_fact_that_it_is_about(memctl, root):
    write_tree(root, CONTESTED)
    asked = said(memctl, root, "heartbeat")["review"]

    told = said(memctl, root, "fact", "move", "dr-quay-001", "--to", "lea")
    now = said(memctl, root, "review", "list")["review"]
    page = (root / "REVIEW.md").read_text(encoding="utf-8")
    for job in ("heartbeat", "weekly"):
        memctl("-w", root, job)
    still = said(memctl, root, "review", "list")["review"]
    memctl("-w", root, "review", "apply", now[0]["id"])

    assert [q["entity"] for q in asked] == ["people/dr-quay"]
    assert [q["entity"] for q in now] == ["people/lea"]
    assert (told["asked"], still) == ([now[0]["id"]], now)
    assert (asked[0]["id"] in page, now[0]["id"] in page) == (False, True)
    there = rows(root, LEA)
    assert there["lea-005"]["supersededBy"] == "lea-006"
    assert "Porto" in there["lea-006"]["fact"]
    problems = said(memctl, root, "check")["problems"]
    assert [p for p in problems if p["level"] == "error"] == []


def test_the_questions_come_back_with_the_rows(memctl, root):
    write_tree(root, CONTESTED)
    asked = said(memctl, root, "heartbeat")["review"]
    before = read_tree(root)

    memctl("-w", root, "fact", "move", "dr-quay-001", "--to", "lea")
    memctl("-w", root, "undo")

    assert {name: read_tree(root)[name] for name in before} == before
    assert said(memctl, root, "review", "list")["review"] == asked


# Renamed, merged.


@pytest.mark.parametrize(
    ("words", "where"),
    [
        (("entity", "move", "people/lea", "friends/lea"), "friends/lea#lea-005"),
        (("entity", "merge", "people/lea", "people/bo"), "people/bo#lea-005"),
        (("entity", "rename", "people/lea", "Lea Berg"), "people/lea-berg#lea-005"),
    ],
    ids=["move", "merge", "rename"],
)
def test_the_old_row_goes_on_naming_it_when_its_owner_moves(memctl, root, words, where):
    write_tree(root, {"areas/people/bo/items.json": DOSE.replace("dr-quay", "bo")})
    memctl("-w", root, "fact", "move", "people/dr-quay#dr-quay-002", "--to", "people/lea")

    memctl("-w", root, *words)

    assert rows(root)["dr-quay-002"]["movedTo"] == where
    assert said(memctl, root, "why", "dr-quay-002")["movedTo"]["entity"] == where.split("#")[0]


# Chinese.

QU = "areas/people/曲医生/items.json"
XIAOMAN = "areas/people/小满/items.json"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-02")
    page = "---\nname: {}\n---\n# {}\n"
    return write_tree(
        tmp_path / "life",
        {
            "areas/people/曲医生/summary.md": page.format("曲医生", "曲医生"),
            "areas/people/小满/summary.md": page.format("小满", "小满"),
            QU: "[]\n",
            XIAOMAN: '[{"id": "小满-001", "fact": "小满在合唱团唱歌", "status": "active"}]\n',
            "memory/2026-02-10.md": "# 2026-02-10\n\n- 09:00 曲医生住在杭州\n",
        },
    )


def test_a_chinese_fact_goes_by_the_name_of_its_owner(memctl, home):
    memctl("-w", home, "heartbeat")
    (old,) = rows(home, QU)
    before = read_tree(home)

    memctl("-w", home, "fact", "move", old, "--to", "小满")
    moved = rows(home, QU), rows(home, XIAOMAN)
    write_tree(home, {"memory/2026-02-20.md": "- 曲医生住在杭州\n"})
    for job in ("heartbeat", "heartbeat", "weekly"):
        memctl("-w", home, job)
    told = memctl("-w", home, "why", "小满-002").out

    assert moved[0][old]["movedTo"] == "people/小满#小满-002"
    assert (rows(home, QU), list(rows(home, XIAOMAN))) == (moved[0], ["小满-001", "小满-002"])
    assert "memory/2026-02-10.md:3 (2026-02-10): 曲医生住在杭州" in told
    assert "memory/2026-02-20.md:1 (2026-02-20): 曲医生住在杭州" in told
    assert listed(memctl, home, "曲医生", "--as-of", "2026-02-15") == []
    assert before[QU] != read_tree(home)[QU]


def test_a_chinese_move_is_taken_back_byte_for_byte(memctl, home):
    memctl("-w", home, "heartbeat")
    (old,) = rows(home, QU)
    before = read_tree(home)

    memctl("-w", home, "fact", "move", old, "--to", "小满")
    memctl("-w", home, "undo")

    assert {name: read_tree(home)[name] for name in before} == before


# Moved on, purged, merged.


def test_what_is_moved_on_is_found_from_where_it_stood_first(memctl, root):
    write_tree(root, {"areas/people/bo/items.json": "[]\n"})
    memctl("-w", root, *MOVE)
    memctl("-w", root, "fact", "move", "lea-005", "--to", "bo")

    back = memctl("-w", root, "fact", "restore", "dr-quay-002", "--json")
    again = memctl("-w", root, "fact", "move", "dr-quay-002", "--to", "bo")
    other = memctl("-w", root, "fact", "move", "dr-quay-002", "--to", "lea", "--json")

    assert "memctl fact move people/bo#bo-001 --to people/dr-quay" in back.error["hint"]
    assert "nothing was written" in again.out
    assert "memctl fact move people/bo#bo-001 --to people/lea" in other.error["hint"]


def test_two_rows_that_name_each_other_end_nowhere(memctl, root):
    ring = '[{"id": "%s", "fact": "x y z", "status": "retracted", "movedTo": "people/%s"}]'
    write_tree(root, {QUAY: ring % ("q-1", "lea#l-1"), LEA: ring % ("l-1", "dr-quay#q-1")})

    on = memctl("-w", root, "fact", "move", "q-1", "--to", "lea", "--json")
    back = memctl("-w", root, "fact", "restore", "q-1")

    assert (on.code, on.error["slug"]) == (2, "already-retired")
    assert said(memctl, root, "why", "q-1")["movedTo"]["id"] == "l-1"
    assert "brings back q-1" in back.out


def test_a_row_that_a_hand_has_made_active_again_is_moved_again(memctl, root):
    memctl("-w", root, *MOVE)
    text = (root / QUAY).read_text(encoding="utf-8").replace('"retracted"', '"active"')
    (root / QUAY).write_text(text.replace("50 mg", "75 mg"), encoding="utf-8")

    listed_now = listed(memctl, root, "people/dr-quay")
    memctl("-w", root, *MOVE)

    assert ("people/dr-quay", "dr-quay-002") in listed_now
    assert rows(root)["dr-quay-002"]["movedTo"] == "people/lea#lea-006"
    assert "movedTo" not in rows(root, LEA)["lea-006"]


@pytest.mark.parametrize("goes", [("lea", "dr-quay"), ("dr-quay", "lea")], ids=" into ".join)
def test_both_owners_made_one_keep_both_rows(memctl, root, goes):
    memctl("-w", root, *MOVE)

    memctl("-w", root, "entity", "merge", *(f"people/{name}" for name in goes))

    path = f"areas/people/{goes[1]}/items.json"
    assert rows(root, path)["dr-quay-002"]["movedTo"] == f"people/{goes[1]}#lea-005"
    assert rows(root, path)["lea-005"]["status"] == "active"
    problems = said(memctl, root, "check")["problems"]
    assert {p["slug"] for p in problems} <= {"unresolved-reference"}


def test_check_names_a_row_that_went_to_nothing(memctl, root):
    memctl("-w", root, *MOVE)
    (root / LEA).write_text(SISTER, encoding="utf-8")

    slugs = [p["slug"] for p in said(memctl, root, "check")["problems"]]
    back = memctl("-w", root, "fact", "restore", "dr-quay-002")

    assert "missing-move" in slugs
    assert "brings back dr-quay-002" in back.out
    assert rows(root)["dr-quay-003"].get("movedTo") is None


def test_a_purge_takes_the_words_of_both_rows(memctl, root):
    memctl("-w", root, *MOVE)

    memctl("-w", root, "fact", "purge", "lea-005", "--yes")

    assert rows(root)["dr-quay-002"]["status"] == rows(root, LEA)["lea-005"]["status"] == "purged"
    assert "sertraline" not in (root / QUAY).read_text() + (root / LEA).read_text()


def test_no_summary_tells_it_where_it_stood(memctl, root):
    memctl("-w", root, "weekly", "--all")
    assert "sertraline" in (root / "areas/people/dr-quay/summary.md").read_text()

    memctl("-w", root, *MOVE)
    stale = [p["slug"] for p in said(memctl, root, "check")["problems"]]
    memctl("-w", root, "weekly")

    assert "outdated-summary" in stale
    assert "sertraline" not in (root / "areas/people/dr-quay/summary.md").read_text()
    assert "sertraline" in (root / "areas/people/lea/summary.md").read_text()
    found = said(memctl, root, "recall", "how much sertraline?")["results"]
    assert {r["entity"] for r in found if r["kind"] in {"fact", "summary"}} == {"people/lea"}


def test_two_branches_that_move_the_same_fact_merge(memctl, root):
    memctl("-w", root, "git", "setup")
    versioned(root)
    memctl("-w", root, "git", "setup")
    git(root, "checkout", "-q", "-b", "theirs")
    memctl("-w", root, *MOVE)
    git(root, "checkout", "-q", "-")
    memctl("-w", root, *MOVE)

    git(root, "merge", "-q", "theirs")

    assert rows(root)["dr-quay-002"]["movedTo"] == "people/lea#lea-005"
    assert list(rows(root, LEA)) == ["lea-004", "lea-005"]
