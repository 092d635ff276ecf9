"""Output that nobody takes: what was done stands, and is told as done."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")
READING = [("fact", "list"), ("recall", "Petra")]
WRITING = [("note", "Watered the fig tree."), ("heartbeat",)]


def run(workspace, words, tail):
    call = f'exec "$0" -m memctl -w "$1" "${{@:2}}" {tail}'
    bash = ["bash", "-c", call, sys.executable, str(workspace), *words]
    return subprocess.run(bash, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
def test_a_full_output_is_no_failure_of_the_command(workspace, words):
    done = run(workspace, words, ">/dev/full")

    assert done.returncode == 73
    assert "Done, but the output could not be written" in done.stderr
    assert "Nothing was changed" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_what_was_written_before_the_output_failed_stands(workspace):
    run(workspace, WRITING[0], ">/dev/full")

    assert "fig tree" in (workspace / "memory" / "2026-02-01.md").read_text(encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="closes streams with a shell")
@pytest.mark.parametrize(
    ("words", "tail"),
    [
        (("fact", "list"), ">&-"),
        (("recall", "Petra"), ">&- 2>&-"),
        (WRITING[0], "2>&-"),
        (WRITING[0], "<&- >&- 2>&-"),
    ],
)
def test_a_closed_stream_is_quiet(workspace, words, tail):
    done = run(workspace, words, tail)

    assert (done.returncode, done.stderr) == (0, "")
