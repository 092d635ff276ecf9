"""Paths as hands type them: one that can't be is misuse, never a bug."""

import pytest

LONG = "a" * 300
DEEP = "/".join(["b" * 200] * 25)


@pytest.mark.parametrize("path", [LONG, DEEP])
@pytest.mark.parametrize(
    "words",
    [("-w", "{}", "status"), ("-w", "{}", "recall", "Ada"), ("init", "{}"), ("import", "{}")],
    ids=lambda words: words[0],
)
def test_a_name_that_no_file_can_have_is_said_to_be_too_long(
    memctl, workspace, monkeypatch, path, words
):
    monkeypatch.chdir(workspace)

    said = memctl(*(word.format(path) for word in words))

    assert said.code == 2
    assert "No file can have so long a name" in said.err


@pytest.mark.parametrize("words", [("init", "{}"), ("demo", "--to", "{}/x")])
def test_a_home_that_nobody_knows_is_said(memctl, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)

    said = memctl(*(word.format("~nobody-of-that-name/life") for word in words))

    assert said.code == 2
    assert "nobody of that name has a home here" in said.err
    assert list(tmp_path.iterdir()) == []
