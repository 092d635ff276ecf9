import json


def test_a_text_is_explained_outside_any_workspace(memctl, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    found = memctl("explain", "I work at Quay now", "--day", "2026-03-02", "--json").json

    (one,) = found["candidates"]
    assert one["accepted"] is True
    assert (one["entity"], one["timestamp"]) == ("people/me", "2026-03-02")
    assert one["quote"] in "I work at Quay now"


def test_a_refusal_says_why(memctl, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    found = memctl("explain", "buy milk", "--json").json["candidates"]

    assert [c for c in found if c["accepted"] or not c["reason"]] == []


def test_names_of_the_workspace_are_known(memctl, workspace):
    found = memctl("-w", workspace, "explain", "Mila moved to Porto", "--json").json

    assert found["candidates"][0]["entity"] == "people/mila"


def test_nothing_is_written(memctl, workspace):
    before = sorted(workspace.rglob("*"))

    memctl("-w", workspace, "explain", "Mila moved to Porto")

    assert sorted(workspace.rglob("*")) == before


def test_a_workspace_that_is_named_and_not_there_is_refused(memctl, tmp_path):
    result = memctl("-w", tmp_path / "nowhere", "explain", "x", "--json")

    assert json.loads(result.err)["error"]["slug"] == "no-workspace"
