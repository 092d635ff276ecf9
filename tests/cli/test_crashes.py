"""Every command that writes breaks off wherever it touches files: the next one finds all whole.

`benchmarks/crashes.py` goes through every call of every command; here each command breaks off
at its first and last call and at some in between, other ones for each command.
"""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.helpers.crashing import (
    Play,
    failed_at,
    killed_at,
    question_in,
    quietly,
    rehearsed,
    saved_at,
    state_of,
)
from tests.helpers.scenes import FILES, READS, SAME_ROAD, SCENES, every_command
from tests.helpers.trees import write_tree

PACKAGE = Path(__file__).resolve().parents[2] / "memctl"
_BETWEEN = 3
"""Calls at which each command breaks off in either way, beside the first and the last."""


@pytest.fixture(autouse=True)
def _fast_disk(monkeypatch):
    """A killed process needs no fsync to be read after; only its call counts here."""
    monkeypatch.setattr("os.fsync", lambda _handle: None)


def test_every_command_is_played_or_shown_to_write_nothing():
    played = {name.partition(" (")[0] for name in SCENES}

    assert set(every_command()) == {*played, *SAME_ROAD, *READS}
    assert set(SAME_ROAD.values()) <= played


@pytest.mark.parametrize("name", SCENES)
def test_a_command_that_breaks_off_is_done_or_undone(tmp_path, name):
    play = rehearsed(name, tmp_path)

    assert [w for at in points(play, 0) if (w := told(failed_at, play, at))] == []
    assert [w for at in points(play, 1) if (w := told(killed_at, play, at))] == []


@pytest.mark.parametrize("name", [name for name, scene in SCENES.items() if scene.is_whole])
def test_what_is_saved_by_hand_while_a_command_runs_stays(tmp_path, name):
    play = rehearsed(name, tmp_path)

    assert [w for at in points(play, 2)[::2] if (w := told(saved_at, play, at))] == []


def points(play: Play, shift: int) -> list[int]:
    """Some calls of a command; with every command, and either way to break off, other ones."""
    step = max(play.calls // (_BETWEEN + 1), 1)
    first = 1 + (len(play.name) * 7 + shift * step // 2) % step
    return sorted({1 + shift, play.calls - shift, *range(first, play.calls, step)} - {0})


def told(breaks: Callable[[Play, int], str], play: Play, at: int) -> str:
    found = breaks(play, at)
    return f"{breaks.__name__} {at} of {play.calls}: {found}" if found else ""


@pytest.mark.parametrize("name", READS)
def test_a_command_that_reads_changes_nothing_but_the_cache(tmp_path, name):
    asked = "- Where does Sarah live? → Faro\n"
    files = {f"life/{file}": text for file, text in FILES.items()}
    write_tree(tmp_path, {**files, "questions.md": asked, "home/.none": ""})
    quietly(tmp_path, ("heartbeat",))
    question = question_in(tmp_path)
    before = state_of(tmp_path)

    words = (word.format(base=tmp_path, question=question) for word in READS[name])
    code, said = quietly(tmp_path, (*name.split(), *words))

    assert code in {0, 1}, said
    assert state_of(tmp_path) == before


def test_every_write_goes_through_calls_that_are_watched():
    """What a file object of Python writes, no test here could break off."""
    assert list(unwatched()) == []


def unwatched() -> Iterator[str]:
    # What stands in a temporary folder, or is made by a person who works on memctl.
    own = {"schema.py", "workspace/source_files.py", "git/merge_driver.py", "hosts/cron.py"}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        calls = (n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call))
        for call in calls if name not in own else ():
            if is_unwatched(call):
                yield f"{name}:{call.lineno}"


def is_unwatched(call: ast.Call) -> bool:
    named = call.func.attr if isinstance(call.func, ast.Attribute) else None
    if named in {"write_text", "write_bytes", "touch"}:
        return True
    if named != "open" and not (isinstance(call.func, ast.Name) and call.func.id == "open"):
        return False
    said = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return any(set(mode) <= set("rwaxbt+") and set(mode) & set("wax+") for mode in said)
