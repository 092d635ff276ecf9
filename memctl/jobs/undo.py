"""`undo`: the last job taken back, byte for byte, but for what a person changed since."""

import shlex

from memctl.errors import NothingToUndo
from memctl.graph.report import Changed, JobReport
from memctl.jobs.steps import Desk, recorded, refuse_in_the_middle
from memctl.workspace import runs
from memctl.workspace.journal.entries import Entry
from memctl.workspace.journal.undoing import last_entry, undo_last
from memctl.workspace.lock import locked


def undo(desk: Desk, job: str | None = None, *, dry_run: bool = False) -> JobReport:
    """Put back what stood before the last job that changed something.

    Args:
        desk: The workspace.
        job: Its name, from who knows which one it is.
        dry_run: Say what would be put back.

    Raises:
        NothingToUndo: No job is left, or none of its files can be put back; or it is not the
            one that is meant, as far as can be told.
        InTheMiddle: Git is in the middle of a merge or rebase.
    """
    entry = _meant(desk, job)
    if dry_run:
        changes = _restored(entry.job, entry.at, entry.paths)
        return JobReport("undo", changes, dry_run=True, notices=desk.mended.said)
    refuse_in_the_middle(desk)
    with locked(desk.layout, "memctl undo", say=desk.say):
        _meant(desk, job)  # once more: another job may have ended while this one waited
        undone = undo_last(desk.layout, now=desk.now)
        left = (f"Left as it is: {name} {why}." for name, why in undone.refused)
        runs.append(desk.layout, job="undo", now=desk.now, changes=len(undone.paths))
        changes = _restored(undone.job, undone.at, undone.paths)
        report = JobReport("undo", changes, notices=(*desk.mended.said, *left))
        return recorded(desk, report, undone.before)


def _meant(desk: Desk, job: str | None) -> Entry:
    """The last job that changed something, where it can be the one that is meant.

    Raises:
        NothingToUndo: There is none, or it bears another name. Or none is given, and what ran
            last changed nothing since it failed or broke off; or init would go, which did not
            run last.
    """
    entry = last_entry(desk.layout)
    if entry is None:
        raise NothingToUndo
    if job is not None:
        why = None if job == entry.job else f"{job} is not the last"
    else:
        why = _why_not(desk, entry)
    if why is not None:
        last = f"the last job that changed something is {entry.job} of {entry.at[:16]}"
        hint = f"If you mean that one: memctl undo {shlex.quote(entry.job)}"
        raise NothingToUndo(f"{why}; {last}", hint=hint)
    return entry


def _why_not(desk: Desk, entry: Entry) -> str | None:
    if desk.mended.taken_back:
        return f"{desk.mended.taken_back[-1]} had broken off and is taken back already"
    ran = runs.read_runs(desk.layout)
    if ran and ran[-1].has_failed:
        return f"{ran[-1].job} failed and changed nothing"
    if ran and entry.job == "init" and ran[-1].job != "init":
        return "that would take back init"
    return None


def _restored(job: str, at: str, paths: tuple[str, ...]) -> tuple[Changed, ...]:
    reason = f"as before {job} of {at[:16]}"
    return tuple(Changed("file-restored", None, None, None, path, reason) for path in paths)
