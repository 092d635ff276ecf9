"""What is known of the user, what to confirm, what time and use do to facts."""

import json

import pytest

from tests.helpers.trees import read_tree, write_tree

ME = [
    {"id": "me-001", "fact": "I live in Porto", "category": "status", "timestamp": "2025-03-01",
     "visibility": "private"},
    {"id": "me-002", "fact": "I saw the aurora", "category": "milestone",
     "timestamp": "2023-01-01"},
    {"id": "me-003", "fact": "I am in Faro", "timestamp": "2026-01-20", "validUntil": "2026-02-09",
     "visibility": "shared"},
    {"id": "me-004", "fact": "My password is hunter2-Xy9!", "timestamp": "2025-01-01"},
    {"id": "me-005", "fact": "I like rain", "category": "preference", "timestamp": "2024-05-01",
     "visibility": "group"},
]  # fmt: skip
TILDA = [
    {"id": "t-1", "fact": "Tilda is my sister", "category": "relationship",
     "timestamp": "2020-01-01"},
    {"id": "t-2", "fact": "Tilda sails", "category": "preference", "timestamp": "2020-01-01"},
]  # fmt: skip


def items(rows):
    return json.dumps([{**row, "status": "active"} for row in rows], ensure_ascii=False, indent=2)


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    files = {"people/me/items.json": ME, "people/tilda/items.json": TILDA}
    return write_tree(tmp_path, {f"areas/{name}": items(rows) for name, rows in files.items()})


def rows_of(root, ref="people/me"):
    return json.loads((root / f"areas/{ref}/items.json").read_text(encoding="utf-8"))


# The profile.


def test_a_profile_tells_what_lasts_and_what_is_recent(memctl, root):
    found = memctl("-w", root, "profile", "--json").json

    assert [r["id"] for r in found["static"]] == ["me-001", "t-1", "me-005", "me-002"]
    assert [r["id"] for r in found["recent"]] == ["me-003"]
    assert found["text"].startswith("<!-- memctl:profile -->\n")
    assert "- Live in Porto" not in found["text"]
    assert "- Lives in Porto (2025-03-01)\n" in found["text"]


def test_a_profile_holds_no_secret(memctl, root):
    assert "hunter2" not in memctl("-w", root, "profile").out
    assert "password" not in memctl("-w", root, "profile", "--json").out


def test_others_are_told_what_is_not_kept_from_them(memctl, root):
    found = memctl("-w", root, "profile", "--audience", "group", "--json").json

    assert [r["id"] for r in found["static"]] == ["t-1", "me-005", "me-002"]
    assert found["recent"] == []
    assert found["leftOut"] == 0


@pytest.mark.parametrize("budget", [70, 85, 100, 130, 400])
def test_a_profile_keeps_its_budget_and_counts_the_rest(memctl, root, budget):
    found = memctl("-w", root, "profile", "--budget", str(budget), "--json").json

    assert found["tokens"] <= budget
    assert len(found["static"]) + len(found["recent"]) + found["leftOut"] == 5


def test_a_budget_without_room_for_the_frame_is_refused(memctl, root):
    found = memctl("-w", root, "profile", "--budget", "5", "--json")

    assert (found.code, found.error["slug"]) == (2, "usage")


def test_nobody_known_is_said_with_exit_code_one(memctl, tmp_path):
    root = write_tree(tmp_path, {"areas/people/tilda/items.json": "[]\n"})

    assert memctl("-w", root, "profile").code == 1


# What to confirm.


def test_stale_lists_what_to_confirm_and_confirming_cures_it(memctl, root):
    before = memctl("-w", root, "stale", "people/me", "--json").json

    memctl("-w", root, "fact", "confirm", "me-001", "--on", "2026-01-31")

    after = memctl("-w", root, "stale", "people/me", "--json").json
    assert [r["fact"]["id"] for r in before["facts"]] == ["me-005", "me-004", "me-001"]
    assert [r["fact"]["id"] for r in after["facts"]] == ["me-005", "me-004"]
    assert rows_of(root)[0]["confirmedAt"] == "2026-01-31"


def test_stale_can_be_narrowed_by_age_and_category(memctl, root):
    options = ("--days", "600", "--category", "preference")

    found = memctl("-w", root, "stale", *options, "--json").json

    assert [r["fact"]["id"] for r in found["facts"]] == ["t-2"]


def test_confirming_is_undone_byte_for_byte(memctl, root):
    before = read_tree(root)

    memctl("-w", root, "fact", "confirm", "me-001")
    memctl("-w", root, "undo")

    assert read_tree(root) == before


def test_confirming_again_changes_nothing_and_nobody_confirms_the_future(memctl, root):
    memctl("-w", root, "fact", "confirm", "me-001")

    again = memctl("-w", root, "fact", "confirm", "me-001", "--on", "2026-01-02", "--json").json
    future = memctl("-w", root, "fact", "confirm", "me-001", "--on", "2026-02-02", "--json")

    assert again["changes"] == []
    assert (future.code, future.error["slug"]) == (2, "usage")


def test_a_confirmation_is_written_in_the_form_of_the_file(memctl, tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    odd = '{"facts": [{"id": "a", "content": "Tilda sings", "created_at": "2025/03/01"}]}\n'
    root = write_tree(tmp_path, {"areas/people/tilda/items.json": odd})

    memctl("-w", root, "fact", "confirm", "a")

    (row,) = rows_of(root, "people/tilda")["facts"]
    assert row["confirmed_at"] == "2026/02/01"


DOUBTED = [
    {"id": "m-1", "fact": "My manager is Ada Holm", "timestamp": "2025-11-05"},
    {"id": "m-2", "fact": "My manager will be Otis Reed", "timestamp": "2025-12-10"},
]  # fmt: skip


def test_confirming_what_was_in_doubt_answers_the_question(memctl, root):
    path = root / "areas/people/me/items.json"
    path.write_text(items(DOUBTED), encoding="utf-8")
    memctl("-w", root, "weekly")
    before = memctl("-w", root, "conflicts", "--json").json["conflicts"]

    memctl("-w", root, "fact", "confirm", "m-1")

    (pair,) = before
    assert (pair["kind"], pair["fact"]["id"], pair["against"]["id"]) == ("doubt", "m-1", "m-2")
    assert pair["question"]
    assert memctl("-w", root, "conflicts", "--json").json["conflicts"] == []
    assert memctl("-w", root, "review", "list", "--json").json["review"] == []
    assert not (root / "REVIEW.md").exists()


# Tiers and uses.


def test_tiers_are_listed_and_shown(memctl, root):
    cold = memctl("-w", root, "fact", "list", "--tier", "cold", "--json").json["facts"]
    card = memctl("-w", root, "entity", "show", "people/me", "--json").json["facts"]

    assert [r["id"] for r in cold] == ["me-002", "me-004"]
    assert {r["id"]: r["tier"] for r in card} == {
        "me-001": "warm", "me-002": "cold", "me-003": "hot", "me-004": "cold", "me-005": "warm",
    }  # fmt: skip


def test_there_are_three_tiers_and_only_today(memctl, root):
    for options in (("--tier", "tepid"), ("--tier", "hot", "--as-of", "2026-01-01")):
        assert memctl("-w", root, "fact", "list", *options).code == 2


def test_cold_facts_leave_the_summary_and_stay_in_the_file(memctl, root):
    before = rows_of(root)

    memctl("-w", root, "weekly")

    summary = (root / "areas/people/me/summary.md").read_text(encoding="utf-8")
    assert "aurora" not in summary
    assert "2 more facts are not listed here." in summary
    assert rows_of(root) == before


def ask(memctl, root, count=1):
    for _ in range(count):
        memctl("-w", root, "recall", "who saw the aurora?")


def test_asking_dirties_no_file_and_weekly_counts_it(memctl, root):
    memctl("-w", root, "weekly")
    before = read_tree(root)

    ask(memctl, root, 3)
    memctl("-w", root, "weekly")

    after = read_tree(root)
    summary = "areas/people/me/summary.md"
    assert {p: t for p, t in after.items() if p != summary} == {
        p: t for p, t in before.items() if p != summary
    }
    assert "aurora" in after[summary]
    assert not (root / ".memctl/cache/access.log").exists()


def test_uses_are_recorded_where_that_is_wanted(memctl, root):
    (root / "memctl.toml").write_text("[decay]\nrecord = true\n", encoding="utf-8")
    ask(memctl, root, 3)

    memctl("-w", root, "weekly")
    again = memctl("-w", root, "weekly", "--json").json
    ask(memctl, root)
    memctl("-w", root, "weekly")

    row = rows_of(root)[1]
    assert (row["lastAccessed"], row["accessCount"]) == ("2026-02-01", 4)
    assert "accessCount" not in rows_of(root)[0]
    assert [c for c in again["changes"] if c["kind"] == "fact-used"] == []


def test_a_file_that_counts_goes_on_counting(memctl, root):
    path = root / "areas/people/me/items.json"
    path.write_text(items([ME[0], {**ME[1], "accessCount": 7}]), encoding="utf-8")
    ask(memctl, root)

    report = memctl("-w", root, "weekly", "--json").json

    (used,) = (c for c in report["changes"] if c["kind"] == "fact-used")
    assert used["reason"] == "8 uses"
    assert (rows_of(root)[1]["accessCount"], "lastAccessed" in rows_of(root)[1]) == (8, False)


def test_a_dry_run_folds_nothing(memctl, root):
    ask(memctl, root)
    log = (root / ".memctl/cache/access.log").read_text(encoding="utf-8")

    memctl("-w", root, "weekly", "--dry-run")

    assert (root / ".memctl/cache/access.log").read_text(encoding="utf-8") == log
