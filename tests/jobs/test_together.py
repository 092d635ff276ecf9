import os
import sys
from pathlib import Path

import pytest

from memctl.jobs import together
from memctl.jobs.together import made_together

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="a copy of a process is safe there"),
    # The process that runs the tests may have other threads; the copies need none of them.
    pytest.mark.filterwarnings("ignore:This process:DeprecationWarning"),
]


def squared(number):
    return number, number * number


SQUARES = [squared(n) for n in range(40)]


@pytest.mark.parametrize("helpers", [0, 1, 3])
def test_what_several_make_comes_in_order_and_once(tmp_path, helpers):
    with made_together(squared, 40, str(tmp_path), helpers) as made:
        found = list(made)

    assert found == SQUARES
    assert list(tmp_path.iterdir()) == []


def test_what_a_helper_does_not_hand_over_is_made_here(tmp_path):
    here = os.getpid()

    def fails_elsewhere(number):
        if os.getpid() != here:
            raise ValueError
        return squared(number)

    with made_together(fails_elsewhere, 40, str(tmp_path), 2) as made:
        assert list(made) == SQUARES


def test_values_that_cannot_be_handed_over_are_made_here(tmp_path):
    with made_together(lambda n: (object, n), 9, str(tmp_path), 1) as made:
        assert list(made) == [(object, n) for n in range(9)]


def is_there(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def copies(monkeypatch):
    """The numbers of the processes that were made."""
    made, fork = [], os.fork

    def noted():
        made.append(fork())
        return made[-1]

    monkeypatch.setattr(os, "fork", noted)
    return made


def test_an_error_here_is_told_and_no_helper_is_left(tmp_path, copies):
    with (
        pytest.raises(ZeroDivisionError),
        made_together(lambda n: (1 // (n - 20),), 40, str(tmp_path), 2) as made,
    ):
        list(made)

    assert [process for process in copies if is_there(process)] == []


def test_who_stops_in_the_middle_leaves_no_helper(tmp_path, copies):
    with made_together(squared, 40, str(tmp_path), 2) as made:
        next(made)

    assert [process for process in copies if is_there(process)] == []


def test_where_no_file_without_a_name_can_be_made_nobody_helps(tmp_path):
    with made_together(squared, 40, str(tmp_path / "missing"), 2) as made:
        assert list(made) == SQUARES


def test_where_no_other_process_is_allowed_nobody_helps(tmp_path, monkeypatch):
    def refuse():
        raise BlockingIOError

    before = len([*Path("/proc/self/fd").iterdir()])
    monkeypatch.setattr(os, "fork", refuse)
    with made_together(squared, 40, str(tmp_path), 2) as made:
        assert list(made) == SQUARES

    assert len([*Path("/proc/self/fd").iterdir()]) == before


def test_little_work_is_not_shared():
    assert together.helpers_for(3) == 0


def test_a_process_of_several_threads_is_not_copied(monkeypatch):
    monkeypatch.setattr(together.Path, "iterdir", lambda _: iter(["1", "2"]))

    assert together.helpers_for(1000) == 0
