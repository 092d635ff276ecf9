"""`demo`: what memctl does, shown on a copy of the example life.

Nothing is staged: the steps are the jobs themselves, with the clock at the first Sunday after
the last note of the example.
"""

import difflib
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from memctl import resources
from memctl.errors import CannotWrite, UsageError
from memctl.graph.answers import Demo, DemoStep
from memctl.graph.report import Changed
from memctl.hosts.own import typed_command
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.recall import recall
from memctl.jobs.steps import Desk, open_desk
from memctl.jobs.weekly import weekly
from memctl.jobs.why import why
from memctl.workspace.paths import base_of, typed_path
from memctl.workspace.reading.snapshot import observe

# What the example can be asked.
_MANAGER = "who is my manager?"
_FRIEND = "星桥科技有几个人？"
_THEN = date(2025, 12, 31)
_SUNDAY = 6


@dataclass(frozen=True, slots=True)
class _Stage:
    desk: Desk
    environ: Mapping[str, str]

    def asked(self, title: str, question: str, as_of: date | None = None) -> DemoStep:
        """A question and what memory answers."""
        said: dict[str, object] = {"limit": "3", "as_of": as_of.isoformat() if as_of else None}
        found = recall(
            question, said, workspace=str(self.desk.layout.root), environ=dict(self.environ)
        )
        when = f" --as-of {as_of}" if as_of else ""
        return DemoStep(title, f'memctl recall "{question}" -n 3{when}', found.as_json())


def demonstrate(folder: str | None = None) -> Demo:
    """Copy the example, run heartbeat and weekly on it, and ask it a few questions.

    Args:
        folder: Where to put the copy; it must not be there yet. None is a temporary folder.

    Raises:
        UsageError: The folder is there.
        CannotWrite: The disk did not take the copy.
    """
    root = typed_path(folder) if folder else Path(tempfile.mkdtemp()) / "life"
    if root.exists():
        raise UsageError(f"{root} is there already.", hint="Name a new folder.")
    _copy(resources.folder("examples") / "life", root)
    notes = sorted((root / "memory").glob("*.md"))
    environ = {**os.environ, "MEMCTL_TODAY": str(_next_sunday(date.fromisoformat(notes[-1].stem)))}
    desk = open_desk(str(root), environ=environ)
    typed = typed_command(os.environ, base_of(str(root)))
    return Demo(str(root), _steps(_Stage(desk, environ)), _look_next(root, typed))


def _copy(example: Path, root: Path) -> None:
    """The example at `root`, whole or not at all."""
    draft = root.with_name(f"{root.name}.memctl-draft")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        shutil.copytree(example, draft)
        draft.rename(root)
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise CannotWrite(str(root), error.strerror or "the example cannot be copied") from error


def _steps(stage: _Stage) -> tuple[DemoStep, ...]:
    desk = stage.desk
    read, tidied = heartbeat(desk), weekly(desk)
    retired = next(c for c in read.changes if c.kind == "fact-superseded")
    note, entity = retired.evidence[0].path, str(retired.entity)
    text = observe(desk.layout).text(note)
    rewritten = next(c for c in tidied.changes if _is_summary_of(c, entity))
    old = f"{entity}#{retired.id}"
    return (
        DemoStep("A daily note, as a person wrote it", f"cat {note}", text),
        DemoStep("Heartbeat keeps what lasts; errands leave no fact", "memctl heartbeat", read),
        DemoStep("Weekly rewrites the summaries from what holds", "memctl weekly", tidied),
        DemoStep(f"The summary of {entity}, before and after", "", _diff(rewritten)),
        stage.asked("What holds now", _MANAGER),
        stage.asked("What held then", _MANAGER, _THEN),
        stage.asked("In Chinese", _FRIEND),
        DemoStep("What became of a fact, and why", f"memctl why {old}", why(desk, old)),
        DemoStep("Twice is once", "memctl heartbeat", heartbeat(desk)),
    )


def _is_summary_of(change: Changed, entity: str) -> bool:
    return change.kind == "summary-written" and change.entity == entity


def _diff(change: Changed) -> str:
    """Old and new text of a summary, line by line."""
    old, new = (text.splitlines() for text in (change.before or "", change.after or ""))
    lines = difflib.unified_diff(old, new, "before", "after", lineterm="")
    return "\n".join(lines)


def _look_next(root: Path, memctl: str) -> tuple[str, ...]:
    return (
        f"{root}: the files are yours to read and edit",
        f"{memctl} -w {root} review list",
        f"{memctl} -w {root} history people/petra-lindqvist",
        f"{memctl} -w {root} undo",
    )


def _next_sunday(day: date) -> date:
    return day + timedelta(days=_SUNDAY - day.weekday())
