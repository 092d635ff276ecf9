"""A line of a note that its writer rewrites or deletes."""

import json

import pytest

from tests.helpers.trees import read_tree, write_tree

NOTE = "memory/2026-03-01.md"


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-01")
    return write_tree(tmp_path / "life", {"MEMORY.md": "# Mine\n"})


def live(memctl, root, text):
    write_tree(root, {NOTE: text})
    return memctl("-w", root, "heartbeat", "--json").json


def held(root):
    rows = json.loads((root / "areas/people/me/items.json").read_text(encoding="utf-8"))
    return [r["fact"] for r in rows if r["status"] == "active"]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("- My car insurance renews on 18 June.", "- My car insurance renews on 25 June."),
        ("- Heron 项目 6月18 前上线", "- Heron 项目 6月25 前上线"),
        ("- I am allergic to peanuts.", "- I am allergic to penicillin."),
    ],
)
def test_what_a_rewritten_line_said_is_taken_back(memctl, root, was, now):
    live(memctl, root, f"{was}\n- I live in Sheffield.\n")
    live(memctl, root, f"{now}\n- I live in Sheffield.\n")

    assert sorted(held(root)) == sorted([now[2:], "I live in Sheffield."])


def test_a_deleted_line_is_asked_about_once_and_the_row_stays_till_then(memctl, root):
    live(memctl, root, "- 我对花生过敏\n- 我住在青岛。\n")
    told = live(memctl, root, "- 我住在青岛。\n")
    before = read_tree(root)
    again = live(memctl, root, "- 我住在青岛。\n")

    assert [q["proposal"] for q in told["review"]] == ["撤回：我对花生过敏"]
    assert (again["changes"], read_tree(root)) == ([], before)
    assert "我对花生过敏" in held(root)

    memctl("-w", root, "review", "apply", told["review"][0]["id"])
    assert held(root) == ["我住在青岛。"]


def test_what_was_kept_is_not_asked_again(memctl, root):
    live(memctl, root, "- I am allergic to latex.\n- I live in Sheffield.\n")
    asked = live(memctl, root, "- I live in Sheffield.\n")["review"]
    memctl("-w", root, "review", "reject", asked[0]["id"])

    assert live(memctl, root, "- I live in Sheffield.\n\nTea.\n")["review"] == []
    assert "I am allergic to latex." in held(root)


def test_a_line_that_only_moved_is_not_gone(memctl, root, monkeypatch):
    live(memctl, root, "- I am allergic to latex.\n- I live in Sheffield.\n")
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-02")
    write_tree(root, {"memory/2026-03-02.md": "- I am allergic to latex.\n"})

    assert live(memctl, root, "- I live in Sheffield.\n")["review"] == []


def test_a_line_that_is_written_on_is_read_again(memctl, root):
    live(memctl, root, "- I live in Sheffield.\n")
    live(memctl, root, "- I live in Sheffield. I am allergic to latex.\n")

    assert "I am allergic to latex." in held(root)


def test_a_note_that_is_deleted_as_a_whole_takes_nothing_with_it(memctl, root):
    live(memctl, root, "- I am allergic to latex.\n")
    (root / NOTE).unlink()

    assert memctl("-w", root, "heartbeat", "--json").json["review"] == []
    assert held(root) == ["I am allergic to latex."]


def test_a_row_that_a_person_confirmed_is_asked_about(memctl, root):
    live(memctl, root, "- I am allergic to peanuts.\n")
    memctl("-w", root, "fact", "confirm", "me-001")
    told = live(memctl, root, "- I am allergic to penicillin.\n")

    assert [q["proposal"] for q in told["review"]] == ["take back: I am allergic to peanuts."]
    assert sorted(held(root)) == ["I am allergic to peanuts.", "I am allergic to penicillin."]


def test_what_was_brought_back_is_not_taken_back_by_the_next_rewriting(memctl, root):
    live(memctl, root, "- I am allergic to peanuts.\n")
    live(memctl, root, "- I am allergic to penicillin.\n")
    memctl("-w", root, "fact", "restore", "me-001")
    live(memctl, root, "- I am allergic to pollen.\n")

    assert sorted(held(root)) == ["I am allergic to peanuts.", "I am allergic to pollen."]


def test_nothing_is_asked_of_a_note_that_is_not_read_to_its_end(memctl, root):
    live(memctl, root, "- I am allergic to peanuts.\n")
    write_tree(root, {"memory/2026-02-01.md": "- I live in Sheffield.\n"})
    write_tree(root, {NOTE: "- I am allergic to penicillin.\n"})
    first = memctl("-w", root, "heartbeat", "--limit", "1", "--json").json
    memctl("-w", root, "heartbeat")

    assert first["review"] == []
    assert sorted(held(root)) == ["I am allergic to penicillin.", "I live in Sheffield."]


def test_a_sentence_of_a_paragraph_is_rewritten_by_itself(memctl, root):
    live(memctl, root, "Slow day. I live in Lisbon. The tea was cold.\n")
    live(memctl, root, "Slow day. I live in Faro. The tea was cold.\n")

    [home] = held(root)
    assert "Faro" in home


def test_another_line_that_only_begins_alike_takes_nothing_back(memctl, root):
    live(memctl, root, "- I live in Lisbon\n- My boiler is from 2019\n- I sing in a choir\n")
    told = live(memctl, root, "- My boiler is from 2019\n- I sing in a choir\n- I live with Ben\n")

    assert "I live in Lisbon" in held(root)
    assert len(told["review"]) == 1


def test_what_was_asked_is_settled_when_the_line_comes_back_changed(memctl, root):
    live(memctl, root, "- I am allergic to peanuts.\n- I live in Lisbon.\n")
    live(memctl, root, "- I live in Lisbon.\n")
    told = live(memctl, root, "- I am allergic to walnuts.\n- I live in Lisbon.\n")

    assert "I am allergic to peanuts." not in held(root)
    assert told["review"] == []
    assert "walnuts" in (root / "areas/people/me/items.json").read_text(encoding="utf-8")
    assert "peanuts" not in memctl("-w", root, "review", "list").out


def test_a_heading_in_which_a_fact_was_read_is_still_there(memctl, root):
    live(memctl, root, "## I am allergic to latex.\n\n- I live in Lisbon.\n- Tea.\n")

    assert live(memctl, root, "## I am allergic to latex.\n\n- I live in Lisbon.\n")["review"] == []
