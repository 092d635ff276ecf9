"""`demo`: what memctl does, shown on a copy of the example life.

Nothing is staged: the steps are the jobs themselves, with the clock at the first Sunday after
the last note of the example.
"""

import difflib
import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from memctl import resources
from memctl.errors import UsageError
from memctl.graph.answers import Demo, DemoStep
from memctl.graph.report import Changed, JobReport
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.recall import recall
from memctl.jobs.steps import Desk, open_desk
from memctl.jobs.weekly import weekly
from memctl.jobs.why import why
from memctl.workspace.reading import observe

_SUNDAY = 6


def demonstrate(folder: str | None = None) -> Demo:
    """Copy the example, run heartbeat and weekly on it, and ask it a few questions.

    Args:
        folder: Where to put the copy; it must not be there yet. None is a temporary folder.

    Raises:
        UsageError: The folder is there.
    """
    root = Path(folder).expanduser() if folder else Path(tempfile.mkdtemp()) / "life"
    if root.exists():
        raise UsageError(f"{root} is there already.", hint="Name a new folder.")
    shutil.copytree(resources.folder("examples") / "life", root)
    today = _sunday_after_the_notes(root)
    environ = {**os.environ, "MEMCTL_TODAY": today.isoformat(), "MEMCTL_GIT_COMMIT": "false"}
    desk = open_desk(str(root), environ=environ)
    look_next = (
        f"cd {root}",
        "git diff --no-index is not needed: open areas/ and memory/ in an editor",
    )
    return Demo(str(root), tuple(_steps(desk, environ)), look_next)


def _steps(desk: Desk, environ: dict[str, str]) -> Iterator[DemoStep]:
    root = str(desk.layout.root)
    note = _newest_eventful_note(desk)
    yield DemoStep(f"Some weeks of daily notes, such as {note}", f"cat {note}", observe(desk.layout).text(note))
    read = heartbeat(desk)
    yield DemoStep("heartbeat keeps what lasts; errands and small talk leave no fact", "memctl heartbeat", read)
    tidied = weekly(desk)
    yield DemoStep("weekly retires what no longer holds and rewrites the summaries", "memctl weekly", tidied)
