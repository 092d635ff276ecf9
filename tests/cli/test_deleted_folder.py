"""A command typed in a folder that was deleted: it works with a whole path, else says why not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.trees import write_tree

REPOSITORY = Path(__file__).resolve().parents[2]
RUN = "import os, sys; os.rmdir(os.getcwd()); from memctl.__main__ import main; sys.exit(main())"
SAID = "memctl: The current folder is no longer there.\n  hint: "


def typed(tmp_path, *words, **more):
    gone = tmp_path / "gone"
    gone.mkdir(exist_ok=True)
    base = {"PYTHONPATH": str(REPOSITORY), "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    call, environ = [sys.executable, "-c", RUN, *words], {**base, **more}
    return subprocess.run(
        call, cwd=gone, env=environ, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture
def life(tmp_path):
    files = {"memctl.toml": "", "memory/2026-01-02.md": "- I live in Leeds\n"}
    write_tree(tmp_path / "life", files)
    return str(tmp_path / "life")


@pytest.mark.parametrize("line", ["status", "heartbeat", "recall Leeds", "init", "init x"])
def test_it_is_said_with_the_cure(tmp_path, line):
    done = typed(tmp_path, *line.split())

    assert (done.returncode, done.stderr[: len(SAID)]) == (2, SAID), done.stderr


@pytest.mark.parametrize("line", ["status", "heartbeat", "recall Leeds", "note Hello"])
def test_a_whole_path_is_enough(tmp_path, life, line):
    assert typed(tmp_path, "-w", life, *line.split()).returncode in {0, 1}
    assert typed(tmp_path, *line.split(), MEMCTL_WORKSPACE=life).returncode in {0, 1}


def test_what_else_is_named_needs_a_whole_path_too(tmp_path, life):
    done = typed(tmp_path, "-w", life, "import", "x")

    assert (done.returncode, done.stderr[: len(SAID)]) == (2, SAID), done.stderr
