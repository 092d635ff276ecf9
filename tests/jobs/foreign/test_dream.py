"""Looking back proposes; only a person writes MEMORY.md."""

import json

import pytest

from tests.helpers.trees import read_tree, write_tree

SAID = {
    "memory/2026-01-20.md": "- I prefer short emails over long calls\n- rain all day\n",
    "memory/2026-01-27.md": "- again: I prefer short emails over long calls\n",
}


@pytest.fixture
def life(workspace):
    return write_tree(workspace, SAID)


def proposals(memctl, root):
    found = memctl("-w", root, "review", "list", "--json").json["review"]
    return [q for q in found if q["kind"] == "tacit"]


def test_a_preference_of_two_days_is_proposed(memctl, life):
    page = (life / "MEMORY.md").read_bytes()

    memctl("-w", life, "dream")

    (asked,) = [q for q in proposals(memctl, life) if "short emails" in q["proposal"]]
    assert {e["path"] for e in asked["evidence"]} == set(SAID)
    assert (life / "MEMORY.md").read_bytes() == page


def test_what_was_said_once_is_not_proposed(memctl, life):
    (life / "memory" / "2026-01-27.md").unlink()

    memctl("-w", life, "dream")

    assert proposals(memctl, life) == []


def test_twice_is_once(memctl, life):
    memctl("-w", life, "dream")
    before = read_tree(life, ledgers=False)

    assert "nothing new" in memctl("-w", life, "dream").out
    assert read_tree(life) == before


@pytest.mark.parametrize("end", ["apply", "reject"])
def test_what_was_answered_does_not_come_back(memctl, life, end):
    memctl("-w", life, "dream")
    (asked,) = proposals(memctl, life)

    memctl("-w", life, "review", end, asked["id"])
    memctl("-w", life, "dream")

    assert proposals(memctl, life) == []
    assert ("short emails" in (life / "MEMORY.md").read_text("utf-8")) is (end == "apply")


def lesson(request, text, *quotes):
    def block(words):
        return next(b["id"] for b in request["blocks"] if words in b["text"])

    shown = [{"block": block(q), "quote": q} for q in quotes]
    return {"lessons": [{"text": text, "kind": "habit", "evidence": shown}]}


@pytest.fixture
def answered(memctl, life, tmp_path):
    """What is proposed after an agent's answer."""

    def run(make):
        request = memctl("-w", life, "dream", "--ask").json
        path = tmp_path / "answer.json"
        path.write_text(json.dumps(make(request)), encoding="utf-8")
        memctl("-w", life, "dream", "--answer", path)
        return proposals(memctl, life)

    return run


def test_a_lesson_of_an_agent_is_asked(answered):
    found = answered(
        lambda r: lesson(r, "prefers short emails over calls", "I prefer short emails", "again: I")
    )

    assert [q["proposal"] for q in found] == ["add to MEMORY.md: prefers short emails over calls"]


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("prefers short emails", ("I prefer short emails",)),
        ("prefers short emails to Hugo", ("I prefer short emails", "again: I prefer")),
        ("never writes before 9", ("I prefer short emails", "again: I prefer")),
        ("does not prefer short emails", ("I prefer short emails", "again: I prefer")),
        ("喜欢短邮件", ("I prefer short emails", "again: I prefer")),
        ("likes sunny beaches and tea", ("rain all day", "again: I prefer")),
    ],
    ids=["one day", "a name", "a number", "the opposite", "another language", "something else"],
)
def test_a_lesson_that_does_not_show_is_parked(memctl, life, answered, text, quotes):
    assert answered(lambda r: lesson(r, text, *quotes)) == []
    assert text in memctl("-w", life, "review", "list", "--parked").out


def test_a_quote_that_stands_nowhere_shows_nothing(answered):
    def make(request):
        made = lesson(request, "prefers short emails", "I prefer short emails", "again: I prefer")
        made["lessons"][0]["evidence"][1]["quote"] = "I prefer very short emails"
        return made

    assert answered(make) == []
