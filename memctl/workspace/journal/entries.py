"""The journal: what a job is about to write, and how to take it back.

An entry passes through `staging` (temporary files are made beside their targets), `ready`
(they stand, nothing visible has changed), `written` (all of it stands) and `done` (what was
replaced is deleted). A crash while staging leaves nothing but temporary files to delete; one
while ready is finished by the next command. `back` marks a job that is being taken back.
"""

import contextlib
import errno
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from memctl import gate
from memctl.errors import FileInvalid
from memctl.workspace.atomic import sync_folder, write_new
from memctl.workspace.journal.hunks import Hunk
from memctl.workspace.layout import Layout
from memctl.workspace.own import make_cache

State = Literal["staging", "ready", "written", "done", "back"]
Kind = Literal["replace", "create", "remove", "append"]
_JOURNAL = "journal"
_ORDER: tuple[State, ...] = ("staging", "ready", "written", "done", "back")
"""A job whose last mark could not be made safe is taken back after `written`."""


@dataclass(frozen=True, slots=True)
class Step:
    """One file of a job."""

    name: str
    """Relative to the workspace."""
    kind: Kind
    before: str
    """Fingerprint, or "" when there was no file."""
    after: str
    temporary: str
    """Name of the file beside the target that holds the new text, later what was replaced."""
    hunks: tuple[Hunk, ...] | None
    """None where what was replaced holds a secret: it is not kept, and not undone. While a job
    is at work also where only the journal has to know them."""
    length: int = 0
    """Bytes of the file when the job has written it."""
    like: str | None = None
    """The file that it comes from or goes to, when it moves."""
    mode: int | None = None
    """Who might read a file that goes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One job."""

    id: str
    job: str
    at: str
    steps: tuple[Step, ...] = ()
    folders: tuple[str, ...] = ()
    """Folders that the job makes, outer ones first."""
    emptied: tuple[str, ...] = ()
    """Folders that the job moves files out of, outer ones first: they go when they are empty."""
    undoes: str | None = None
    """The entry that this one takes back."""
    state: State = "staging"

    @property
    def paths(self) -> tuple[str, ...]:
        """The files it touches, by name."""
        return tuple(step.name for step in self.steps)


def new_entry(layout: Layout, job: str, now: datetime, *, undoes: str | None = None) -> Entry:
    """An entry with the next number; numbers tell the order, since clocks go backwards."""
    numbers = (int(name.partition(".")[0]) for name in _names(layout))
    at = now.isoformat(timespec="seconds")
    return Entry(f"{max(numbers, default=0) + 1:06d}", job, at, undoes=undoes)


def read_entries(layout: Layout) -> Iterator[Entry]:
    """Every entry, oldest first, in the furthest state that was written down."""
    furthest: dict[str, Entry] = {}
    for name in _names(layout):
        entry = _read(layout, name)
        if entry is None:
            continue
        other = furthest.get(entry.id)
        if other is None or _ORDER.index(entry.state) > _ORDER.index(other.state):
            furthest[entry.id] = entry
    return iter(sorted(furthest.values(), key=lambda e: e.id))


def has_pending(layout: Layout) -> bool:
    """Has a job begun and not ended? It runs right now, or it crashed."""
    return any(not name.endswith(".done.json") for name in _names(layout))


def write_entry(layout: Layout, entry: Entry, steps: Iterable[Step]) -> Entry:
    """Write down what a job is about to do, safe on the disk.

    Args:
        layout: The workspace.
        entry: The job, without its steps.
        steps: What it does; taken one by one, since each knows what it replaces.

    Returns:
        The entry with the steps as the job needs them: what was replaced the journal knows.
    """
    make_cache(layout, _JOURNAL)
    target = _folder(layout) / f"{entry.id}.{entry.state}.json"
    new = target.with_suffix(".new")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(new)
    kept: list[Step] = []
    write_new(new, _spelled(entry, steps, kept))
    os.replace(new, target)
    sync_folder(target.parent)
    return replace(entry, steps=tuple(kept))


def _spelled(entry: Entry, steps: Iterable[Step], kept: list[Step]) -> Iterator[bytes]:
    """The entry as JSON, piece by piece; `kept` gets the steps without what they replace."""
    head = json.dumps(_plain(replace(entry, steps=())), ensure_ascii=True)
    before, mark, after = head.partition('"steps": [')
    yield f"{before}{mark}".encode()
    for number, step in enumerate(steps):
        kept.append(step if step.kind == "append" else replace(step, hunks=None))
        yield f"{', ' if number else ''}{json.dumps(_plain(step), ensure_ascii=True)}".encode()
    yield after.encode()


def advance(layout: Layout, entry: Entry, state: State) -> Entry:
    """Mark an entry as being in its next state, safe on the disk: its name tells it."""
    folder = _folder(layout)
    target = folder / f"{entry.id}.{state}.json"
    for older in _ORDER[: _ORDER.index(state)]:
        with contextlib.suppress(FileNotFoundError):
            os.replace(folder / f"{entry.id}.{older}.json", target)
    if state != "back" and not target.exists():
        # Whoever deleted the journal meanwhile: what it does not know must not go on.
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(target))
    sync_folder(folder)
    return replace(entry, state=state)


def mark_done(layout: Layout, entry: Entry) -> None:
    """Nothing is left to do for a written entry: from now on it only serves undo."""
    here = _folder(layout) / f"{entry.id}.written.json"
    with contextlib.suppress(FileNotFoundError):
        os.rename(here, here.with_name(f"{entry.id}.done.json"))


def drop_entry(layout: Layout, entry_id: str) -> None:
    """Forget an entry; one that is not there is forgotten already."""
    for state in _ORDER:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(_folder(layout) / f"{entry_id}.{state}.json")


def sweep(layout: Layout) -> None:
    """Delete older states of an entry, and entries that a lying disk left unreadable."""
    furthest = {f"{e.id}.{e.state}.json" for e in read_entries(layout)}
    for name in _names(layout):
        if name not in furthest:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(_folder(layout) / name)


def remove_empty(layout: Layout, folders: Sequence[str]) -> None:
    """Delete folders that a job had made, inner ones first; what a person filled stays."""
    for folder in reversed(folders):
        with contextlib.suppress(OSError, FileInvalid):
            os.rmdir(layout.places.passed(folder))


def prune(layout: Layout) -> None:
    """Keep the last entries only."""
    # By their names: an entry of a large job takes a while to read.
    done = sorted(n.partition(".")[0] for n in _names(layout) if n.endswith(".done.json"))
    for entry_id in done[: -layout.settings.undo_keep]:
        drop_entry(layout, entry_id)


def clear(layout: Layout) -> None:
    """Forget every job that is done: after a purge nothing of the old text may stay."""
    for entry in read_entries(layout):
        if entry.state == "done":
            drop_entry(layout, entry.id)


def _folder(layout: Layout) -> Path:
    """The folder of the journal, once the gate has let it pass."""
    folder = layout.cache / _JOURNAL
    gate.own(str(folder))
    return folder


def _names(layout: Layout) -> list[str]:
    try:
        found = os.listdir(_folder(layout))
    except OSError:
        return []
    return [n for n in found if n.endswith(".json") and n.partition(".")[0].isdigit()]


def _read(layout: Layout, name: str) -> Entry | None:
    """The entry in a file of the journal; None when it is damaged or just went."""
    try:
        found = json.loads((_folder(layout) / name).read_bytes())
        found["state"] = name.split(".")[1]
        steps = tuple(_step(row) for row in found.pop("steps"))
        more = {key: tuple(found.get(key, ())) for key in ("folders", "emptied")}
        return Entry(**{**found, "steps": steps, **more})
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return None


def _step(row: dict[str, Any]) -> Step:
    hunks = row.pop("hunks")
    kept = (
        None
        if hunks is None
        else tuple(Hunk(h["at"], _bytes(h["new"]), _bytes(h["old"])) for h in hunks)
    )
    return Step(**row, hunks=kept)


def _plain(value: Entry | Step) -> dict[str, Any]:
    def words(value: Any) -> Any:
        return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value

    def spelled(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {key: words(value) for key, value in pairs}

    return asdict(value, dict_factory=spelled)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
