from pathlib import Path

from tests.helpers.trees import read_tree

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "life"


def test_the_demo_tells_what_was_read_retired_and_rewritten(memctl, tmp_path):
    out = memctl("demo", "--to", tmp_path / "copy").out

    assert "replaces petra-lindqvist-001" in out
    assert "+++ after" in out
    assert "nothing new; nothing was written" in out
    assert f"memctl -w {tmp_path / 'copy'} undo" in out


def test_the_example_itself_is_left_alone(memctl, tmp_path):
    before = read_tree(EXAMPLE, ledgers=True)

    memctl("demo", "--to", tmp_path / "copy", "--json")

    assert read_tree(EXAMPLE, ledgers=True) == before


def test_the_demo_writes_into_no_folder_that_is_there(memctl, tmp_path):
    assert memctl("demo", "--to", tmp_path).code == 2
