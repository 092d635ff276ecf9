import json
import re

import pytest

from tests.helpers.trees import read_tree

TACIT = "I prefer meetings after 10:30"


@pytest.fixture
def asked(memctl, workspace):
    """The example after a heartbeat, with the id of the question about MEMORY.md.

    A note speaks against a fact that was written by hand: that is asked too.
    """
    note = workspace / "memory" / "2026-01-30.md"
    note.write_text("- I am not allergic to penicillin any more\n", encoding="utf-8")
    memctl("-w", workspace, "heartbeat")
    questions = memctl("-w", workspace, "review", "list", "--json").json["review"]
    return next(q["id"] for q in questions if TACIT in q["proposal"])


def test_an_accepted_proposal_goes_to_the_page_of_the_user(memctl, workspace, asked):
    before = (workspace / "MEMORY.md").read_text(encoding="utf-8")

    memctl("-w", workspace, "review", "apply", asked)

    after = (workspace / "MEMORY.md").read_text(encoding="utf-8")
    assert TACIT in after
    assert [line for line in before.splitlines() if line not in after.splitlines()] == []


def test_a_rejected_question_does_not_come_back(memctl, workspace, asked):
    memctl("-w", workspace, "review", "reject", asked)
    (workspace / ".memctl" / "consumed.jsonl").unlink()

    memctl("-w", workspace, "heartbeat")

    assert asked not in memctl("-w", workspace, "review", "list").out
    assert asked not in (workspace / "REVIEW.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("job", [("review", "apply"), ("heartbeat",), ("weekly",)], ids=" ".join)
def test_a_box_ticked_in_the_file_counts(memctl, workspace, asked, job):
    page = workspace / "REVIEW.md"
    lines = page.read_text(encoding="utf-8").splitlines(keepends=True)
    ticked = [re.sub(r"\[ \]", "[x]", line, count=1) if asked in line else line for line in lines]
    page.write_text("".join(ticked), encoding="utf-8")

    memctl("-w", workspace, *job)

    assert TACIT in (workspace / "MEMORY.md").read_text(encoding="utf-8")
    assert asked not in page.read_text(encoding="utf-8")


def test_what_is_rejected_in_the_file_is_counted(memctl, workspace):
    memctl("-w", workspace, "heartbeat")
    page = workspace / "REVIEW.md"
    text = page.read_text(encoding="utf-8")
    count = len(memctl("-w", workspace, "review", "list", "--json").json["review"])
    page.write_text(text.replace("- [ ]", "- [-]"), encoding="utf-8")

    planned = memctl("-w", workspace, "review", "apply", "--dry-run").out
    said = memctl("-w", workspace, "review", "apply").out

    noun = "question" if count == 1 else "questions"
    assert f"review: 0 changes planned, {count} {noun} to reject; nothing was written." in planned
    assert said.startswith(f"review: {count} {noun} rejected.\n")


@pytest.mark.usefixtures("asked")
def test_an_accepted_fact_says_who_looked_at_it(memctl, workspace):
    questions = memctl("-w", workspace, "review", "list", "--json").json["review"]
    contested = next(q for q in questions if q["kind"] == "contested")

    memctl("-w", workspace, "review", "apply", contested["id"])

    path = workspace / "areas" / contested["entity"] / "items.json"
    assert '"reviewedAt": "2026-02-01"' in path.read_text(encoding="utf-8")


def test_what_a_person_wrote_around_the_questions_stays(memctl, workspace, asked):
    page = workspace / "REVIEW.md"
    lines = page.read_text(encoding="utf-8").split("\n")
    at = next(n for n, line in enumerate(lines) if asked in line)
    lines[at + 1 : at + 1] = ["  my comment", ""]
    page.write_text("mine: yes\n" + "\n".join(lines) + "\nAbove all: rest.\n", encoding="utf-8")

    memctl("-w", workspace, "heartbeat")
    kept = page.read_text(encoding="utf-8")
    questions = memctl("-w", workspace, "review", "list", "--json").json["review"]
    memctl("-w", workspace, "review", "apply", *(q["id"] for q in questions))
    last = page.read_text(encoding="utf-8")

    assert kept.split("\n")[at + 1 : at + 3] == [lines[at], "  my comment"]
    assert last.startswith("mine: yes\n# Review\n")
    assert "Above all: rest.\n" in last
    assert re.search(rf"- MEMORY.md: add to MEMORY.md: {TACIT}.*\n  my comment\n\Z", last)
    assert "q:" not in last


@pytest.mark.usefixtures("asked")
def test_an_unknown_question_is_refused(memctl, workspace):
    before = read_tree(workspace)

    result = memctl("-w", workspace, "review", "apply", "00000000", "--json")

    assert (result.code, result.error["slug"]) == (2, "unknown-question")
    assert read_tree(workspace) == before


@pytest.mark.usefixtures("asked")
def test_without_questions_there_is_no_page(memctl, workspace):
    questions = memctl("-w", workspace, "review", "list", "--json").json["review"]
    memctl("-w", workspace, "review", "apply", *(q["id"] for q in questions))

    assert memctl("-w", workspace, "review", "list").out == "No open questions.\n"
    assert not (workspace / "REVIEW.md").exists()


def test_a_proposal_is_accepted_in_other_words(memctl, workspace, asked):
    memctl("-w", workspace, "review", "edit", asked, "I prefer meetings after eleven")

    page = (workspace / "MEMORY.md").read_text(encoding="utf-8")
    assert "I prefer meetings after eleven" in page
    assert TACIT not in page
    assert asked not in memctl("-w", workspace, "review", "list").out


@pytest.mark.usefixtures("asked")
def test_a_fact_in_a_persons_words_is_the_persons(memctl, workspace):
    questions = memctl("-w", workspace, "review", "list", "--json").json["review"]
    contested = next(q for q in questions if q["kind"] == "contested")

    memctl("-w", workspace, "review", "edit", contested["id"], "I may take penicillin again")

    rows = json.loads((workspace / "areas/people/me/items.json").read_text("utf-8"))
    (mine,) = [r for r in rows if r["fact"] == "I may take penicillin again"]
    assert (mine["source"], mine["reviewedAt"]) == ("manual", "2026-02-01")
    assert "by" not in mine


def test_a_secret_is_no_other_word(memctl, workspace, asked):
    secret = "my token is ghp_" + "a1B2" * 9

    assert memctl("-w", workspace, "review", "edit", asked, secret).code == 2


def test_an_unknown_question_has_no_other_words(memctl, workspace):
    assert memctl("-w", workspace, "review", "edit", "00000000", "x").code == 2
