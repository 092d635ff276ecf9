"""Nothing that is printed gives orders to the terminal."""

import unicodedata

import pytest

from tests.helpers.crashing import quietly
from tests.helpers.trees import read_tree, write_tree

NOTE = (
    "- I take \x1b[31mramipril\x1b[0m 5 mg every morning\n"
    "- Dr Paul\x00Jones is my dentist\n"
    "- My sister \x9b1mLena\x9b0m lives in Ghent\n"
)
ROW = '[{"id": "me-001", "fact": "I live in \\u001b[5mLeeds\\u009b0m", "status": "active"}]\n'


@pytest.fixture
def life(tmp_path):
    write_tree(
        tmp_path / "life",
        {
            "memctl.toml": "",
            "memory/2026-01-02.md": NOTE,
            "areas/people/me/items.json": ROW,
            "resources/a.md": "ramipril is \x1b]0;mine\x07 a drug\n",
        },
    )
    return tmp_path / "life"


def controls(text):
    return {c for c in text if unicodedata.category(c) == "Cc"} - set("\t\n")


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_whatever_is_asked_shows_them_harmlessly(life, as_json):
    before = read_tree(life)
    for words in (
        *(("heartbeat",), ("recall", "ramipril"), ("recall", "Leeds"), ("context", "Leeds")),
        *(("fact", "list", "me"), ("why", "me-001"), ("entity", "show", "me"), ("check",)),
        *(
            ("explain", "I take \x1b[1mramipril"),
            ("recall", "\x1b[2J"),
            ("recall", "x", "--as-of", "\x1b[1m"),
        ),
        *(("fact", "show", "\x1b[1m"), ("entity", "show", "\x1b[1mX")),
    ):
        _, said = quietly(life.parent, ("-w", str(life), *words, *as_json))
        assert not controls(said), words
    after = read_tree(life)
    assert {n: after[n] for n in before if "items" not in n} == {
        n: before[n] for n in before if "items" not in n
    }


def test_no_fact_that_is_filed_holds_any(life):
    (life / "areas/people/me/items.json").unlink()
    quietly(life.parent, ("-w", str(life), "heartbeat"))
    quietly(life.parent, ("-w", str(life), "remember", "I live in \x1b[31mLeeds\x1b[0m"))

    made = {n: str(t) for n, t in read_tree(life).items() if n.startswith("areas/")}
    assert "I take ramipril 5 mg" in "".join(made.values())
    assert "I live in Leeds" in "".join(made.values())
    assert not any(controls(text) or "\\u00" in text for text in made.values())
    said = quietly(life.parent, ("-w", str(life), "why", "me-001"))[1]
    assert "memory/2026-01-02.md:1" in said
    assert "no longer stands" not in said
