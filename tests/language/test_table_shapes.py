import tomllib
from pathlib import Path

import pytest

import memctl
from memctl.language.table_shapes import misfit

DATA = sorted((Path(memctl.__file__).parent / "language/data").glob("*/*.toml"))
OURS = [{"words": {"a": ["x"]}, "rows": [{"id": "1", "weight": 2, "fires": ["x"]}]}]


@pytest.mark.parametrize("file", DATA, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_the_tables_that_come_with_memctl_fit_one_another(file):
    tables = [tomllib.loads(other.read_text(encoding="utf-8")) for other in DATA]

    assert misfit(tomllib.loads(file.read_text(encoding="utf-8")), tables) is None


@pytest.mark.parametrize(
    "own",
    [
        {"words": {"mine": ["y"]}},
        {"rows": [{"id": "2", "weight": 1.5}]},
        {"rows": []},
        {"unheard": 3},
    ],
)
def test_keys_of_ones_own_are_free_and_examples_are_not_needed(own):
    assert misfit(own, OURS) is None


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"words": ["y"]}, "words is a list and should be a table"),
        ({"words": {"mine": "y"}}, "words.mine is a text and should be a list"),
        ({"words": {"mine": [3]}}, "a row of words.mine is a number and should be a text"),
        ({"rows": [{"id": "2"}]}, "a row of rows lacks weight"),
        ({"rows": [{"id": "2", "weight": True}]}, "true or false and should be a number"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(own, said):
    assert said in misfit(own, OURS)
