"""Taking a job back, and putting right what a crash left half done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memctl.errors import Busy, CannotWrite, NothingToUndo
from memctl.workspace.files import PackedFiles, fingerprint_of, pack, read_bytes
from memctl.workspace.journal import entries
from memctl.workspace.journal.entries import Entry, Step, has_pending, new_entry, read_entries
from memctl.workspace.journal.hunks import take_back
from memctl.workspace.journal.replacing import Moved
from memctl.workspace.journal.transaction import Write, carry_out, go_back, go_forward, tidy
from memctl.workspace.layout import Layout
from memctl.workspace.lock import locked


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo did."""

    id: str
    job: str
    at: str
    paths: tuple[str, ...]
    """Files that stand as before the job, but for later edits of a person."""
    refused: tuple[tuple[str, str], ...] = ()
    """(file, why) where the job's part stays."""
    before: Mapping[str, bytes | None] = field(default_factory=dict)
    """What each of the paths held until now; for git."""


@dataclass(frozen=True, slots=True)
class Mended:
    """What a crash left half done, and was put right."""

    said: tuple[str, ...] = ()
    """A sentence a job."""
    before: Mapping[str, bytes | None] = field(default_factory=dict)
    """What the files of finished jobs held before them, None where there was none or where it
    was not kept; for git."""
    taken_back: tuple[str, ...] = ()
    """The jobs of which nothing stands now: name and instant."""

    def and_then(self, more: "Mended") -> "Mended":
        """Both; what a file held first is what it held before."""
        return Mended(
            (*self.said, *more.said),
            {**more.before, **self.before},
            (*self.taken_back, *more.taken_back),
        )


def last_entry(layout: Layout) -> Entry | None:
    """The job that `undo_last` would take back, or None."""
    written = [e for e in read_entries(layout) if e.state in {"written", "done"}]
    undone = {e.undoes for e in written}
    left = [e for e in written if e.undoes is None and e.id not in undone]
    return left[-1] if left else None


def undo_last(layout: Layout, *, now: datetime) -> Undone:
    """Put back what stood before the last job. What a person changed since stays.

    Raises:
        NothingToUndo: No job is left, or none of its files can be put back; or it moved
            files, and one of them can't: half a move would lose what stood there.
        CannotWrite: The disk did not take it; the job still stands whole.
    """
    with locked(layout, "memctl undo"):
        recover(layout)
        entry = last_entry(layout)
        if entry is None:
            raise NothingToUndo
        writes, refused = [], []
        for step in reversed(entry.steps):
            write, why = _reversed(layout, step)
            writes += [write] if write else []
            refused += [(step.name, why)] if why else []
        if refused and (not writes or any(step.like for step in entry.steps)):
            raise NothingToUndo("; ".join(f"{name} {why}" for name, why in refused))
        _carry_out(layout, entry, writes, now)
        before = PackedFiles({write.name: write.old for write in writes})
        return Undone(entry.id, entry.job, entry.at, tuple(before), tuple(refused), before)


def recover(layout: Layout) -> Mended:
    """Finish or take back what a crash left.

    A job that is running right now is no crash: it holds the lock.
    """
    if not has_pending(layout):
        return Mended()
    with locked(layout, "memctl (putting right what a crash left)"):
        pending = [e for e in read_entries(layout) if e.state != "done"]
        entries.sweep(layout)
        mended = Mended()
        for entry in pending:
            mended = mended.and_then(_put_right(layout, entry))
        return mended


def recover_if_free(layout: Layout) -> Mended:
    """The same for commands that only read: nobody is waited for, and no refusal stops them."""
    if not has_pending(layout):
        return Mended()
    try:
        with locked(layout, "memctl (putting right what a crash left)", timeout_s=0):
            return recover(layout)
    except (Busy, CannotWrite):
        return Mended()


def _put_right(layout: Layout, entry: Entry) -> Mended:
    name = f"{entry.job} of {entry.at}"
    try:
        if entry.state == "written":
            tidy(layout, entry)
            return Mended((f"Tidied up after {name}.",), _before(layout, entry))
        if entry.state == "ready":
            try:
                go_forward(layout, entry)
            except Moved as error:
                go_back(layout, entry)
                why = f"{error.name} has changed since"
                said = f"Took back {name}, which had broken off: {why}."
                return Mended((said,), taken_back=(name,))
            return Mended((f"Finished {name}, which had broken off.",), _before(layout, entry))
        go_back(layout, entry)
    except OSError as error:
        raise CannotWrite(str(error.filename or "the workspace"), str(error.strerror)) from error
    return Mended((f"Took back {name}, which had broken off.",), taken_back=(name,))


def _before(layout: Layout, entry: Entry) -> dict[str, bytes | None]:
    """What the files of a job that stands held before it."""
    writes = ((step.name, _reversed(layout, step)[0]) for step in reversed(entry.steps))
    return {name: write.after if write else None for name, write in writes}


def _reversed(layout: Layout, step: Step) -> tuple[Write | None, str]:
    """The write that takes one file back, or why there is none."""
    current = read_bytes(layout.places.target(step.name))
    now = fingerprint_of(current)
    if now == step.before:
        return None, ""
    if step.hunks is None:
        return None, "held a secret where it was changed, and the old text was not kept"
    if step.kind == "create":
        is_ours = now == step.after
        write = Write(step.name, pack(current), None, like=step.like)
        return (write, "") if is_ours else (None, "has changed since")
    if step.kind == "remove":
        is_gone = current is None
        write = Write(step.name, None, pack(step.hunks[0].old), like=step.like, mode=step.mode)
        return (write, "") if is_gone else (None, "has been made anew since")
    before = None if current is None else take_back(current, step.hunks, step.length)
    if before is None:
        return None, "has changed since in the same place"
    return Write(step.name, pack(current), pack(before)), ""


def _carry_out(layout: Layout, entry: Entry, writes: list[Write], now: datetime) -> None:
    carry_out(layout, writes, new_entry(layout, f"undo of {entry.job}", now, undoes=entry.id))
    entries.remove_empty(layout, entry.folders)
