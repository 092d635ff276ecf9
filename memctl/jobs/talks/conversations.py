"""Conversations of other programs as notes: found, read once, gone on with where a run ended."""

import hashlib
from datetime import date
from zoneinfo import ZoneInfo

from memctl import __version__
from memctl.config.settings import Source
from memctl.graph.note import Note
from memctl.jobs.steps import Desk
from memctl.jobs.talks.finding import files_of
from memctl.jobs.talks.hooked import hooked_files, hooked_problems
from memctl.jobs.talks.listening import Heard, listen
from memctl.jobs.talks.marks import Digests, read_marks, write_marks
from memctl.jobs.waiting import read_digests, shelf_of
from memctl.sources.transcript import Days
from memctl.workspace.confiding import confiding_in
from memctl.workspace.ledgers import read_consumed
from memctl.workspace.source_files import SourceFile
from memctl.workspace.unpacking import can_unpack_zstd

_YOUNG_S = 60


class Conversations:
    """The sources of a workspace for one run."""

    def __init__(self, desk: Desk, *, is_whole: bool = False) -> None:
        """Nothing is read yet.

        Args:
            desk: The workspace.
            is_whole: Read every file from its beginning, whatever earlier runs have read.
        """
        self._desk = desk
        self._key = _key_of(desk)
        self._marks = {} if is_whole else read_marks(desk.layout, self._key)
        self._confiding = confiding_in(desk.layout.root)
        self._heard: list[Heard] = []
        self._found: set[str] = set()

    def notes(self) -> tuple[Note, ...]:
        """A note for each conversation that may hold something new. Writes nothing."""
        self._heard = []
        odd: list[Note] = []
        for source in self._desk.settings.sources:
            files, problems = files_of(self._desk.layout, source)
            if problems:
                odd.append(Note(f"source:{source.name}", None, (), problems))
            self._heard += [heard for f in files if (heard := self._read(f)) is not None]
        odd += [Note(p.path, None, (), (p,)) for p in hooked_problems(self._desk.layout)]
        told = hooked_files(self._desk.layout)
        self._heard += [heard for f in told if (heard := self._read(f)) is not None]
        return (*odd, *(note for heard in self._heard for note in heard.notes))

    def settle(self) -> None:
        """Remember how far the ledger reaches into each file that was read."""
        read = read_digests(read_consumed(self._desk.layout))
        new = {h.file.logical: h.mark for h in self._heard if _is_read(h.notes, read)}
        if not new:
            return
        # Marks of files that are gone go with them.
        known = {name: m for name, m in self._marks.items() if name in self._found}
        write_marks(self._desk.layout, self._key, {**known, **new}, read)

    def _read(self, file: SourceFile) -> Heard | None:
        """What a file holds beyond its mark; None where nothing has changed."""
        self._found.add(file.logical)
        mark = self._marks.get(file.logical)
        if mark is not None and mark.stamp == tuple(file.stamp):
            return None
        days, is_young = days_of(self._desk, file.source), self._is_young(file)
        return listen(file, mark, days, self._confiding, is_young=is_young)

    def _is_young(self, file: SourceFile) -> bool:
        """Was it saved so lately that somebody may be writing it right now?"""
        # After this run began, too.
        return abs(self._desk.now.timestamp() - file.stamp.mtime_ns / 1e9) < _YOUNG_S


def notes_in(desk: Desk, file: SourceFile, *, day: date | None = None) -> tuple[Note, ...]:
    """The conversations of one file as notes, whatever earlier runs have read.

    Args:
        desk: The workspace.
        file: The file.
        day: The day of messages that bear none.
    """
    confiding = confiding_in(desk.layout.root)
    return listen(file, None, days_of(desk, file.source, day), confiding).notes


def days_of(desk: Desk, source: Source, day: date | None = None) -> Days:
    """How messages of a source come to their days in this workspace."""
    zone = desk.settings.zone
    return Days(ZoneInfo(zone) if zone else None, given=day, since=source.since)


def _is_read(notes: tuple[Note, ...], read: Digests) -> bool:
    """Is there nothing in these notes that another run may still have to read?"""
    blocks = (block for note in notes for block in note.blocks)
    return all(b.digest in read.get(shelf_of(b.path), ()) for b in blocks)


def _key_of(desk: Desk) -> str:
    """Marks that were made by other rules say nothing, nor do those of who could read less."""
    parts = (__version__, desk.settings.zone, desk.settings.sources, can_unpack_zstd())
    return hashlib.sha256(repr(parts).encode(errors="replace")).hexdigest()[:32]
