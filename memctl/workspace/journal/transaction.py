"""Carries out one job's writes: all of them, or none.

1. The journal says which temporary files will be made; they are made beside their targets.
   A full disk or a read-only folder shows here, before anything visible has changed.
2. The journal says `ready`. Each temporary file changes places with its target, and what was
   replaced is looked at: is it not what the job had read, somebody saved in between, and
   everything is put back.
3. Everything is read back from the disk. The journal says `written`: the job has happened.
   What was replaced is deleted, and the journal says `done`.

Which step a file is in can be told from fingerprints alone, so that a crash at any instant
is finished, or taken back, by the same code.
"""

import contextlib
import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memctl import gate
from memctl.errors import CannotWrite, ExternallyChanged
from memctl.workspace.atomic import (
    PRIVATE,
    PUBLIC,
    aside_of,
    sync_folder,
    write_new,
)
from memctl.workspace.files import Packed, fingerprint_of, unpack
from memctl.workspace.journal.entries import (
    Entry,
    Kind,
    Step,
    advance,
    drop_entry,
    mark_done,
    prune,
    remove_empty,
    write_entry,
)
from memctl.workspace.journal.hunks import Hunk, hunks_between
from memctl.workspace.journal.replacing import (
    Moved,
    drop,
    now_at,
    paths_of,
    perform,
    stands,
    take_back_file,
)
from memctl.workspace.layout import Layout
from memctl.workspace.names import OWN
from memctl.workspace.paths import cannot_write

Keeps = Callable[[Sequence[Hunk]], bool]


@dataclass(frozen=True, slots=True)
class Write:
    """One file as it was read and as it shall be; None means no file."""

    name: str
    old: Packed | None
    new: Packed | None
    only_appends: bool = False
    """Its old text stays, also what others append at the same time."""
    like: str | None = None
    """A new file gets mode and owner of this one: the file moves, or comes back."""
    mode: int | None = None
    """Who may read a file that comes back."""

    @property
    def before(self) -> bytes | None:
        """What was read."""
        return unpack(self.old)

    @property
    def after(self) -> bytes | None:
        """What it shall hold."""
        return unpack(self.new)


def carry_out(
    layout: Layout,
    writes: Sequence[Write],
    entry: Entry,
    *,
    keeps: Keeps = lambda _hunks: True,
) -> Entry:
    """Do all writes in their order, or none.

    Args:
        layout: The workspace.
        writes: What to do.
        entry: What the journal says about the job, without steps yet.
        keeps: Asked about what each write replaces, before anything visible changes: may the
            journal keep it for undo?

    Raises:
        ExternallyChanged: A file was not, or did not stay, what the job had read.
        FileInvalid: A write would leave the workspace; nothing was changed.
        CannotWrite: The disk did not take it.
    """
    for write in writes:
        layout.places.target(write.name)
    steps = (
        _step(layout, w, _free_name(layout, w.name, entry.id, i), keeps)
        for i, w in enumerate(writes)
    )
    folders, emptied = _missing_folders(layout, writes), _emptied_folders(writes)
    entry = replace(entry, folders=folders, emptied=emptied)
    try:
        entry = write_entry(layout, entry, steps)
        _stage(layout, entry, writes)
        entry = advance(layout, entry, "ready")
        return go_forward(layout, entry)
    except BaseException as error:
        # If even that fails, the next command does it from the journal.
        with contextlib.suppress(OSError):
            go_back(layout, entry)
        told = _told(layout, error, writes)
        if told is error:
            raise
        raise told from error


def go_forward(layout: Layout, entry: Entry) -> Entry:
    """Do what is still to do of an entry that is ready, and write it down as done.

    Raises:
        Moved: A file is not what the job had read.
    """
    for step in entry.steps:
        perform(layout, step)
    for folder in _touched(layout, entry):
        sync_folder(folder)
    for step in entry.steps:
        if not stands(layout, step):
            raise Moved(step.name)
    return _finish(layout, entry)


def go_back(layout: Layout, entry: Entry) -> None:
    """Undo what was done of an entry that did not come to its end. Hand edits stay."""
    if entry.state == "staging":
        _unstage(layout, entry)
    else:
        entry = advance(layout, entry, "back")
        for step in reversed(entry.steps):
            take_back_file(layout, step)
    remove_empty(layout, entry.folders)
    drop_entry(layout, entry.id)


def _finish(layout: Layout, entry: Entry) -> Entry:
    entry = advance(layout, entry, "written")
    # What cannot be tidied now, the next command tidies.
    with contextlib.suppress(OSError):
        tidy(layout, entry)
        prune(layout)
    return entry


def tidy(layout: Layout, entry: Entry) -> None:
    """Delete what was replaced; an undo goes with the job that it took back."""
    for step in entry.steps:
        drop(layout, step, paths_of(layout, step)[1])
    remove_empty(layout, entry.emptied)
    if entry.undoes is None:
        mark_done(layout, entry)
        return
    drop_entry(layout, entry.undoes)
    drop_entry(layout, entry.id)


def _free_name(layout: Layout, name: str, entry_id: str, number: int) -> str:
    """The name of a file's temporary neighbour.

    One of that name may be left where the journal was deleted that told of it.
    """
    target, mark = layout.places.target(name), ""
    while True:
        temporary = target.with_name(f".memctl-{entry_id}{mark}-{number}")
        if not any(os.path.lexists(path) for path in (temporary, aside_of(temporary))):
            return temporary.name
        mark += "x"


def _step(layout: Layout, write: Write, temporary: str, keeps: Keeps) -> Step:
    before, after = write.before, write.after
    kind: Kind = "replace"
    hunks: tuple[Hunk, ...] = ()
    if before is None:
        kind = "create"
    elif after is None:
        kind, hunks = "remove", (Hunk(0, b"", before),)
    else:
        hunks = hunks_between(before, after)
        kind = "append" if write.only_appends and after.startswith(before) else "replace"
    return Step(
        name=write.name,
        kind=kind,
        before=fingerprint_of(before),
        after=fingerprint_of(after),
        temporary=temporary,
        hunks=hunks if keeps(hunks) else None,
        length=len(after or b""),
        like=write.like,
        mode=_mode_of_removed(layout, write),
    )


def _missing_folders(layout: Layout, writes: Sequence[Write]) -> tuple[str, ...]:
    missing: dict[str, None] = {}
    for write in writes:
        above, folder = [], write.name.rpartition("/")[0]
        while folder and not layout.real(folder).exists():
            above.append(folder)
            folder = folder.rpartition("/")[0]
        missing.update(dict.fromkeys(reversed(above)))
    return tuple(missing)


def _emptied_folders(writes: Sequence[Write]) -> tuple[str, ...]:
    """Folders that files move out of, outer ones first; the folder above them stays."""
    gone = [w.name.rpartition("/")[0] for w in writes if w.new is None and w.like]
    above = {
        "/".join(parts[:n])
        for parts in (f.split("/") for f in gone)
        for n in range(1, len(parts) + 1)
    }
    inner = {f for f in above if any(f == g or f.startswith(f"{g}/") for g in gone)}
    return tuple(sorted(inner, key=lambda f: f.count("/")))


def _stage(layout: Layout, entry: Entry, writes: Sequence[Write]) -> None:
    for folder in entry.folders:
        with contextlib.suppress(FileExistsError):
            os.mkdir(layout.places.passed(folder))
        sync_folder(layout.real(folder).parent)
    for step, write in zip(entry.steps, writes, strict=True):
        target, temporary = paths_of(layout, step)
        if now_at(target) != step.before:
            raise Moved(step.name)
        if step.kind in {"replace", "create"} and (after := write.after) is not None:
            mode = PRIVATE if step.name.startswith(f"{OWN}/") else PUBLIC
            write_new(temporary, after, mode, like=_model(layout, write, target))
            if write.mode is not None:
                os.chmod(temporary, write.mode)


def _mode_of_removed(layout: Layout, write: Write) -> int | None:
    if write.new is not None or write.old is None:
        return None
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(os.stat(layout.places.target(write.name)).st_mode)
    return None


def _model(layout: Layout, write: Write, target: Path) -> Path | None:
    """Whose mode a file gets: its own, that of the file it comes from, or none known."""
    if write.old is not None:
        return target
    model = layout.real(write.like) if write.like else None
    return model if model is not None and model.is_file() else None


def _unstage(layout: Layout, entry: Entry) -> None:
    """Nothing but temporary files is there yet, and a crash may have torn them."""
    for step in entry.steps:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            os.unlink(paths_of(layout, step)[1])


def _touched(layout: Layout, entry: Entry) -> list[Path]:
    return list(dict.fromkeys(paths_of(layout, step)[0].parent for step in entry.steps))


def _told(layout: Layout, error: BaseException, writes: Sequence[Write]) -> BaseException:
    """What a person is told of what stopped a job; itself where it is told elsewhere."""
    match error:
        case Moved():
            return ExternallyChanged(error.name)
        case gate.Closed():
            return cannot_write(layout.places, error)
        case OSError():
            return CannotWrite(_named(error, writes), error.strerror or str(error))
        case _:
            return error


def _named(error: OSError, writes: Sequence[Write]) -> str:
    """The file that a person would look at."""
    told = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    number = told.rpartition("-")[2]
    if "/.memctl-" in told and number.isdigit() and int(number) < len(writes):
        return writes[int(number)].name
    return told or (writes[0].name if writes else "the workspace")
