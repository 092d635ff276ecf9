"""A workspace that nobody named and that does not hold the current folder is named."""

import pytest

from tests.helpers.trees import write_tree

WAYS = [("status",), ("note", "Rain."), ("recall", "who is Ada?"), ("context",)]


@pytest.fixture
def street(tmp_path, monkeypatch):
    """A folder with a life in it, and a folder beside that."""
    row = '[{"id": "ada-1", "fact": "Ada likes tea.", "timestamp": "2026-01-05"}]'
    write_tree(tmp_path, {"life/areas/people/ada/items.json": row, "other/deep/x": ""})
    monkeypatch.chdir(tmp_path / "other" / "deep")
    return tmp_path


@pytest.mark.parametrize("words", WAYS)
@pytest.mark.parametrize("settings", [True, False])
def test_the_life_of_a_folder_above_is_named(memctl, street, words, settings):
    root = street / "life" if settings else street
    if settings:
        write_tree(street, {"life/memctl.toml": ""})

    said = memctl(*words).err

    line = f"memctl: The workspace is {root}, found by the folder life above here;"
    assert said.count(line) == 1


@pytest.mark.parametrize("where", ["", "life", "life/areas", "."])
def test_who_stands_in_it_or_beside_it_is_told_nothing(memctl, street, monkeypatch, where):
    write_tree(street, {"life/memctl.toml": ""})
    monkeypatch.chdir(street / where)

    assert memctl("status").err == ""


def test_who_names_it_is_told_nothing(memctl, street, monkeypatch):
    assert memctl("-w", street / "life", "recall", "who is Ada?").err == ""
    monkeypatch.setenv("MEMCTL_WORKSPACE", str(street / "life"))
    assert memctl("recall", "who is Ada?").err == ""


@pytest.mark.usefixtures("street")
def test_a_folder_that_has_been_used_before_is_as_good_as_named(memctl):
    memctl("note", "Rain.")

    assert memctl("note", "Sun.").err == ""
