"""`undo`: the last job taken back, byte for byte, but for what a person changed since."""

from memctl.errors import NothingToUndo
from memctl.graph.report import Changed, JobReport
from memctl.jobs.steps import Desk, recorded, refuse_in_the_middle
from memctl.workspace.journal import last_entry, undo_last
from memctl.workspace.lock import locked


def undo(desk: Desk, *, dry_run: bool = False) -> JobReport:
    """Put back what stood before the last job.

    Raises:
        NothingToUndo: No job is left, or none of its files can be put back.
        InTheMiddle: Git is in the middle of a merge or rebase.
    """
    entry = last_entry(desk.layout)
    if entry is None:
        raise NothingToUndo
    if dry_run:
        changes = _restored(entry.job, entry.at, entry.paths)
        return JobReport("undo", changes, dry_run=True, notices=desk.mended.said)
    refuse_in_the_middle(desk)
    with locked(desk.layout, "memctl undo", say=desk.say):
        undone = undo_last(desk.layout, now=desk.now)
        left = (f"Left as it is: {name} {why}." for name, why in undone.refused)
        changes = _restored(undone.job, undone.at, undone.paths)
        report = JobReport("undo", changes, notices=(*desk.mended.said, *left))
        return recorded(desk, report, undone.before)


def _restored(job: str, at: str, paths: tuple[str, ...]) -> tuple[Changed, ...]:
    reason = f"as before {job} of {at[:16]}"
    return tuple(Changed("file-restored", None, None, None, path, reason) for path in paths)
