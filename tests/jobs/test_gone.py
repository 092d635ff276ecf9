"""A workspace that is deleted or moved away while something runs stays away.

Whoever puts it back finds its place free: what was half done there begins nothing anew.
"""

import contextlib
import os
import shutil
from functools import partial

import pytest

from memctl.errors import MemctlError
from memctl.jobs.check import check
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.hook import Call, hook, log_failure
from memctl.jobs.note import write_note
from memctl.jobs.recall import recall
from memctl.jobs.recall_sources import filled_cache
from memctl.jobs.schedule import run_due
from memctl.jobs.steps import open_desk
from memctl.jobs.weekly import weekly
from memctl.llm.kept import add_line
from memctl.workspace.own import add_to_cache, write_cache

JOBS = {
    "heartbeat": heartbeat,
    "weekly": weekly,
    "check": check,
    "schedule run": partial(run_due, environ=os.environ),
    "note": lambda desk: write_note(desk, "Petra has moved to Porto"),
    "the index": lambda desk: filled_cache(str(desk.layout.root), dict(os.environ), 0),
    "recall": lambda desk: recall("Where does Petra live?", workspace=str(desk.layout.root)),
    "a hook": lambda desk: hook(
        Call("SessionStart", {"session_id": "s1"}, str(desk.layout.root)), dict(os.environ)
    ),
    "a hook that failed": lambda desk: log_failure(str(desk.layout.root), "x", ValueError("x")),
    "an answer that is kept": lambda desk: add_line(desk.layout.cache / "answers.jsonl", "{}\n"),
    "a file of the cache": lambda desk: write_cache(desk.layout, "uses.json", b"{}"),
    "a line of a log": lambda desk: add_to_cache(desk.layout, "runs.jsonl", "{}"),
}


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_what_runs_while_the_workspace_goes_does_not_bring_it_back(workspace, job):
    desk = open_desk(str(workspace), environ=dict(os.environ))
    shutil.rmtree(workspace)

    with contextlib.suppress(MemctlError, OSError):
        job(desk)

    assert not workspace.exists()
