import json

import pytest

from tests.helpers.trees import write_tree

LIFE = {
    "areas/people/ada/items.json": json.dumps(
        [{"id": "ada-001", "fact": "Ada is the user's editor", "status": "active"}]
    ),
    "areas/people/bo/items.json": json.dumps(
        [{"id": "bo-001", "fact": "Bo repairs bicycles", "status": "active"}]
    ),
    "memory/2026-01-30.md": "# 2026-01-30\n\n- 陈伟不吃香菜\n",
    "questions.md": (
        "- who is the editor? → Ada\n"
        "- who repairs bicycles? → people/bo#bo-001\n"
        "- 谁不吃香菜？ → memory/2026-01-30.md:3\n"
        "- who sells zeppelins? → people/nobody\n"
    ),
}


@pytest.fixture
def life(tmp_path):
    return write_tree(tmp_path, LIFE)


def test_the_share_of_answers_is_told_and_the_misses_are_named(life, memctl):
    report = memctl("-w", life, "bench", str(life / "questions.md"), "--json").json

    assert report["questions"] == 4
    assert report["recall"] == [{"k": k, "share": 75.0} for k in (1, 5, 10)]
    assert [(m["question"], m["rank"], m["line"]) for m in report["misses"]] == [
        ("who sells zeppelins?", None, 4)
    ]
    assert report["isEnough"] is True


@pytest.mark.parametrize(("least", "code"), [("75", 0), ("76", 1)])
def test_too_few_answers_end_with_one(life, memctl, least, code):
    assert memctl("-w", life, "bench", str(life / "questions.md"), "--min", least).code == code


def test_people_read_what_was_expected_and_what_was_found(life, memctl):
    write_tree(life, {"q.md": "- who repairs bicycles? → people/ada\n"})

    shown = memctl("-w", life, "bench", str(life / "q.md")).out

    assert shown.splitlines() == [
        "1 questions: recall@1 0 % · recall@5 0 % · recall@10 0 %",
        "! line 1: who repairs bicycles?",
        "  expected people/ada: not found",
        "  1. Bo repairs bicycles (areas/people/bo/items.json:1)",
    ]


def test_measuring_is_no_use_of_a_fact(life, memctl):
    memctl("-w", life, "bench", str(life / "questions.md"))

    assert not (life / ".memctl/cache/access.log").exists()


def test_a_file_that_is_not_there_is_unusable(life, memctl):
    assert memctl("-w", life, "bench", str(life / "none.yaml")).code == 65
