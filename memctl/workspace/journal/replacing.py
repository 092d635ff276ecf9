"""One file of a job: put in its place, looked at, taken back.

Every step here can break off and be called again: which state a file is in is told from
fingerprints alone.
"""

import contextlib
import os
from pathlib import Path

from memctl.workspace.atomic import append, aside_of, move_new, put_in_place, write_new
from memctl.workspace.files import ABSENT, fingerprint, fingerprint_of, read_bytes
from memctl.workspace.journal.entries import Step
from memctl.workspace.journal.hunks import Hunk
from memctl.workspace.layout import Layout
from memctl.workspace.own import make_cache


class Moved(Exception):
    """A file was not what the job had read."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def paths_of(layout: Layout, step: Step) -> tuple[Path, Path]:
    """The file, and its temporary name beside it."""
    target = layout.places.target(step.name)
    return target, target.with_name(step.temporary)


def perform(layout: Layout, step: Step) -> None:
    """Do one step, whatever part of it is done already.

    Raises:
        Moved: The file is not what the job had read.
    """
    target, temporary = paths_of(layout, step)
    _settle(target, temporary)
    now, aside = now_at(target), now_at(temporary)
    if step.kind == "append":
        _append_rest(target, step)
    elif now == step.after and aside in {step.before, ABSENT}:
        return
    elif now != step.before or (step.kind != "remove" and aside != step.after):
        raise Moved(step.name)
    else:
        _move(step, temporary, target)


def _move(step: Step, temporary: Path, target: Path) -> None:
    try:
        if step.kind == "replace":
            put_in_place(temporary, target)
        elif step.kind == "create":
            move_new(temporary, target)
        else:
            os.rename(target, temporary)
    except (FileExistsError, FileNotFoundError):
        # Somebody made, moved or deleted the file after the last look at it.
        raise Moved(step.name) from None
    if now_at(temporary) != step.before:
        raise Moved(step.name)


def _append_rest(target: Path, step: Step) -> None:
    """Append what is not there yet: all, the rest of a torn write, or nothing."""
    data, hunk = read_bytes(target), _appended(step)
    if data is None or len(data) < hunk.at:
        raise Moved(step.name)
    after = data[hunk.at :]
    if hunk.new in after:
        return
    if after and not hunk.new.startswith(after):
        raise Moved(step.name)
    append(target, hunk.new[len(after) :])


def _appended(step: Step) -> Hunk:
    return (step.hunks or ())[0]


def stands(layout: Layout, step: Step) -> bool:
    """Does the disk say what this step was to write, with nobody's edit in between?"""
    target, temporary = paths_of(layout, step)
    if step.kind == "append":
        hunk = _appended(step)
        return hunk.new in (read_bytes(target) or b"")[hunk.at :]
    # Somebody may have had the old file open and saved into it after it was replaced.
    return now_at(target) == step.after and now_at(temporary) in {step.before, ABSENT}


def take_back_file(layout: Layout, step: Step) -> None:
    """Put back what stood there before; what a person has saved since stays."""
    target, temporary = paths_of(layout, step)
    _settle(target, temporary)
    if step.kind == "append":
        _cut(target, temporary, step)
    elif now_at(target) == step.after:
        if step.kind == "create":
            _uncreate(step, target, temporary)
        elif now_at(temporary) not in {ABSENT, step.after}:
            _put_back(step, target, temporary)
    drop(layout, step, temporary)


def _put_back(step: Step, target: Path, temporary: Path) -> None:
    """What was replaced goes back to its place, unless somebody has saved since."""
    if step.kind == "remove":
        with contextlib.suppress(FileExistsError):
            move_new(temporary, target)
        return
    with contextlib.suppress(FileExistsError):
        put_in_place(temporary, target)
        if now_at(temporary) != step.after:
            put_in_place(temporary, target)


def _uncreate(step: Step, target: Path, temporary: Path) -> None:
    if now_at(temporary) == step.after:
        os.unlink(temporary)
    os.rename(target, temporary)
    if now_at(temporary) != step.after:
        move_new(temporary, target)


def _cut(target: Path, temporary: Path, step: Step) -> None:
    """Take appended text away again, with what others appended behind it left in place."""
    data, hunk = read_bytes(target), _appended(step)
    if data is None:
        return
    after = data[hunk.at :]
    put = hunk.new if hunk.new in after else after if hunk.new.startswith(after) else b""
    if not put:
        return
    at = data.index(put, hunk.at)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)
    write_new(temporary, data[:at] + data[at + len(put) :], like=target)
    put_in_place(temporary, target)
    if read_bytes(temporary) != data:
        put_in_place(temporary, target)


def _settle(target: Path, temporary: Path) -> None:
    """Bring a move that needs several steps here, and broke off, to a state with a name."""
    aside = aside_of(temporary)
    for other in (temporary, aside):
        if _is_same_file(other, target):
            os.unlink(other)
    if not os.path.lexists(aside):
        return
    if os.path.lexists(temporary):
        with contextlib.suppress(FileExistsError):
            move_new(aside, target)
    else:
        os.rename(aside, temporary)


def _is_same_file(one: Path, other: Path) -> bool:
    """Two names of one file: a move by link and unlink that broke off between the two."""
    try:
        return os.path.samestat(os.lstat(one), os.lstat(other))
    except OSError:
        return False


def drop(layout: Layout, step: Step, temporary: Path) -> None:
    """Delete a temporary file; one that holds words of a person is kept instead."""
    for path in (temporary, aside_of(temporary)):
        if not os.path.lexists(path):
            continue
        is_ours = step.kind == "append" or now_at(path) in {step.before, step.after, ABSENT}
        if is_ours or _keep(layout, step, path):
            os.unlink(path)


def _keep(layout: Layout, step: Step, path: Path) -> bool:
    """Copy a text that nobody may lose to `.memctl/cache/kept/`."""
    folder = make_cache(layout, "kept")
    data = read_bytes(path) or b""
    with contextlib.suppress(FileExistsError):
        write_new(folder / f"{fingerprint(data)[:12]}-{step.name.rpartition('/')[2]}", data)
    return True


def now_at(path: Path) -> str:
    """The fingerprint of what stands there."""
    return fingerprint_of(read_bytes(path))
