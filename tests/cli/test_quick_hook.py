"""The words of `hook run`, read without the modules that cost as much as Python."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.cli import quick_hook
from memctl.cli.quick_hook import read_words
from tests.cli.test_quick import HEAVY, JSON


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["Stop"], {"event": "Stop"}),
        (["-w", "life", "Stop", "--host", "codex"], {"event": "Stop", "workspace": "life"}),
        (["--host=codex", "Stop", "--nobody-knows", "more"], {"event": "Stop"}),
        (["Stop", "--budget"], {"event": "Stop", "budget": ""}),
        ([], {}),
    ],
)
def test_what_is_known_is_taken_and_the_rest_passed_over(argv, said):
    assert read_words(argv).items() >= said.items()


@given(st.dictionaries(st.text(), JSON))
def test_what_a_host_says_is_read_as_pythons_own_module_reads_it(said):
    for text in (json.dumps(said), json.dumps(said, ensure_ascii=False, indent=2)):
        assert quick_hook._parsed(text) == said  # noqa: SLF001 - the hot path's own reader


@pytest.mark.parametrize("text", ["", "{", "[1", '"half', "nul", "{x: 1}", "yes"])
def test_what_is_no_json_is_refused_as_such(text):
    with pytest.raises(ValueError, match=r"no JSON|Expecting|Unterminated"):
        quick_hook._parsed(text)  # noqa: SLF001 - as above


def test_the_hot_path_imports_nothing_heavy(memctl, workspace):
    for file in workspace.rglob("*"):
        os.utime(file, (1_700_000_000, 1_700_000_000))
    memctl("-w", workspace, "context", "Who is my manager?")
    look = (
        "import sys; from memctl.__main__ import main; from memctl.jobs import fresh_cache\n"
        # Files made a moment ago are read again; here they count as settled.
        "fresh_cache._is_fresh = lambda *_: True\n"
        f"main(['-w', {str(workspace)!r}, 'hook', 'run', 'UserPromptSubmit'])\n"
        "print(*sys.modules, file=sys.stderr)"
    )

    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{look}"],
        input=json.dumps({"session_id": "s1", "prompt": "Who is my manager?"}),
        capture_output=True,
        text=True,
        check=True,
    )

    assert "Petra" in done.stdout
    assert not set(done.stderr.split()) & HEAVY
