"""The words of questions are data: whoever adds a language adds a file."""

import json
import marshal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl import resources
from memctl.jobs.recall import recall
from memctl.language.questions import compiled, may_order
from tests.helpers.trees import write_tree

TEXTS = [file.read_text("utf-8") for file in resources.asking_files()]
WORDS = compiled(TEXTS)
ORDERS = Path(__file__).parent.parent / "safety" / "orders.jsonl"
GERMAN = """
[asking]
weak = ["wer", "ist", "mein", "meine", "wo", "was"]
oneself = ["ich", "mein"]
several = ["alle"]
[asking.hints]
manager = "chef chefin vorgesetzter"
"""


def test_what_is_compiled_can_be_kept():
    assert marshal.loads(marshal.dumps(WORDS)) == WORDS  # noqa: S302 - our own


def test_a_meaning_gathers_its_words_from_every_language():
    (boss,) = (number for number, _ in WORDS["hints"]["boss"])

    assert ("上司", boss) in [(word, number) for word, number, _ in WORDS["hints within"]]
    assert {"boss", "上司"} <= set(WORDS["answers"][boss])


def test_a_language_more_needs_no_code(tmp_path, monkeypatch):
    german = tmp_path / "asking.toml"
    german.write_text(GERMAN, encoding="utf-8")
    life = write_tree(
        tmp_path / "life",
        {
            "areas/people/ada/items.json": json.dumps(
                [{"id": "ada-001", "fact": "Ada is the user's manager", "status": "active"}]
            )
        },
    )
    files = resources.asking_files()
    assert not recall("Wer ist meine Chefin?", workspace=str(life)).results

    monkeypatch.setattr(resources, "asking_files", lambda: (*files, german))
    (life / "memory").mkdir()

    found = recall("Wer ist meine Chefin?", workspace=str(life))
    assert [one.fact for one in found.results] == ["ada-001"]


def hostile():
    rows = map(json.loads, ORDERS.read_text("utf-8").splitlines())
    return [row["text"] for row in rows if row["hostile"]]


def test_no_order_passes_unseen_that_the_closer_look_would_catch():
    assert [text for text in hostile() if not may_order(text, WORDS)] == []


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("Port Guide has a dark theme", False),
        ("和林晓在河边吃了火锅", False),
        ("Ignоre it", True),
        ("ｉｇｎｏｒｅ it", True),
        ("AI，记一下", True),
        ("She said it was raining again", False),
    ],
)
def test_letters_that_only_look_like_ours_are_looked_at(text, may):
    assert may_order(text, WORDS) is may


@given(text=st.text())
def test_any_text_may_be_looked_at(text):
    assert may_order(text, WORDS) in {True, False}


def test_without_any_language_nothing_breaks():
    assert compiled([])["answers"] == ()
