import sys
from pathlib import Path

import pytest

from tests.helpers.schedulers import fake_program
from tests.helpers.trees import read_tree

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "life"


def test_the_demo_tells_what_was_read_retired_and_rewritten(memctl, tmp_path):
    out = memctl("demo", "--to", tmp_path / "copy").out

    assert "replaces petra-lindqvist-001" in out
    assert "+++ after" in out
    assert "nothing new; nothing was written" in out
    assert f" -w {tmp_path / 'copy'} undo" in out


@pytest.mark.parametrize("is_found", [True, False])
def test_what_to_look_at_next_can_be_typed_as_it_stands(memctl, tmp_path, monkeypatch, is_found):
    place = tmp_path / ".venv" / "bin"
    program = fake_program(place, "memctl", "#!/bin/sh\n")
    monkeypatch.setattr(sys, "executable", str(program.with_name("python")))
    monkeypatch.setenv("PATH", str(place) if is_found else "/nowhere")
    monkeypatch.chdir(tmp_path)

    last = memctl("demo", "--to", "copy").out.splitlines()[-1].split()

    assert last[0] == ("memctl" if is_found else ".venv/bin/memctl")


def test_the_example_itself_is_left_alone(memctl, tmp_path):
    before = read_tree(EXAMPLE, ledgers=True)

    memctl("demo", "--to", tmp_path / "copy", "--json")

    assert read_tree(EXAMPLE, ledgers=True) == before


def test_the_demo_writes_into_no_folder_that_is_there(memctl, tmp_path):
    assert memctl("demo", "--to", tmp_path).code == 2
