"""Conversations of other programs as notes: found, read once, gone on with where a run ended.

Which messages were read is in the ledger, by what they say; that alone decides. How far into a
file the ledger reaches is remembered in the cache beside it, so that a file of years is not
parsed several times a day.
"""

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import lru_cache
from itertools import groupby
from zoneinfo import ZoneInfo

from memctl import __version__
from memctl.config.settings import Source
from memctl.graph.note import Note
from memctl.graph.problem import Problem
from memctl.jobs.steps import Desk
from memctl.jobs.talks.allowing import not_allowed
from memctl.jobs.talks.hooked import hooked_files, hooked_problems
from memctl.jobs.telling import counted
from memctl.jobs.waiting import read_digests, shelf_of
from memctl.sources import openclaw
from memctl.sources.company import (
    ALL_WINDOWS,
    ALONE,
    GROUP,
    STORE,
    WINDOWS,
    Company,
    before,
    company_in,
    of_store,
    of_windows,
)
from memctl.sources.kinds import KINDS, Kind, is_file_of, parse_conversation, recognised
from memctl.sources.rows import parse_value
from memctl.sources.transcript import Days, make_note
from memctl.workspace.layout import Layout
from memctl.workspace.ledgers import read_consumed
from memctl.workspace.own import read_cache, write_cache
from memctl.workspace.source_files import (
    SourceFile,
    archived,
    beside,
    find_source_files,
    home_of,
    may_read,
    read_file,
    records,
)
from memctl.workspace.unpacking import UnpacksTooFar, can_unpack_zstd, unpacked_text

OPENCLAW = "openclaw"
_CACHE = "sources.json"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_SEAL = 4096
"""Bytes at the beginning and before the mark that tell whether a file is still the same."""
_YOUNG_S = 60
_LONGEST_HEAD = 2**16
_OVERLAP = 20
"""So many lines before the mark are read again: "she" may mean somebody named there."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """How far into a file everything was read."""

    stamp: tuple[int, ...]
    kind: str | None
    offset: int = 0
    line: int = 1
    """Number of the line that begins at the offset."""
    seal: str = ""


_LATER = _Mark((), None)
"""Without a stamp it is looked at again in the next run."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """What reading one file gave."""

    file: SourceFile
    notes: tuple[Note, ...]
    mark: _Mark


def source_files(layout: Layout) -> Iterator[SourceFile]:
    """Every file of every source that is set or that a hook told of; nothing is opened."""
    for source in layout.settings.sources:
        yield from files_of(layout, source)[0]
    yield from hooked_files(layout)


def source_problems(layout: Layout) -> Iterator[Problem]:
    """What is odd about where the sources are; nothing is opened."""
    for source in layout.settings.sources:
        yield from files_of(layout, source)[1]
    yield from hooked_problems(layout)


def files_of(layout: Layout, source: Source) -> tuple[tuple[SourceFile, ...], tuple[Problem, ...]]:
    """The files of a source that is set, if it may be read, and what is odd about it."""
    if may_read(home_of(source, layout), layout):
        return files_at(layout, source)
    return (), (not_allowed(source.name, source.path, source.name),)


def files_at(layout: Layout, source: Source) -> tuple[tuple[SourceFile, ...], tuple[Problem, ...]]:
    """The files of a place that a person has named just now; memctl's own are none."""
    kind = KINDS[source.kind] if source.kind else None
    found, problems = find_source_files(
        source, home_of(source, layout), lambda name: _is_wanted(kind, name)
    )
    return tuple(f for f in found if not f.path.is_relative_to(layout.own)), problems


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
        self._marks = {} if is_whole else _read_marks(desk.layout, self._key)
        self._heard: list[_Heard] = []
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
        marks = {name: asdict(mark) for name, mark in {**known, **new}.items()}
        ledger = {shelf: _ledger_of(read, shelf) for shelf in {shelf_of(name) for name in marks}}
        data = json.dumps({"key": self._key, "ledger": ledger, "marks": marks}).encode()
        with contextlib.suppress(OSError):  # it costs time and nothing else
            write_cache(self._desk.layout, _CACHE, data)

    def _read(self, file: SourceFile) -> _Heard | None:
        """What a file holds beyond its mark; None where nothing has changed."""
        self._found.add(file.logical)
        mark = self._marks.get(file.logical)
        if mark is not None and mark.stamp == tuple(file.stamp):
            return None
        return _read(file, mark, days_of(self._desk, file.source), is_young=self._is_young(file))

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
    return _read(file, None, days_of(desk, file.source, day)).notes


def days_of(desk: Desk, source: Source, day: date | None = None) -> Days:
    """How messages of a source come to their days in this workspace."""
    zone = desk.settings.zone
    return Days(ZoneInfo(zone) if zone else None, given=day, since=source.since)


def _read(file: SourceFile, mark: _Mark | None, days: Days, *, is_young: bool = False) -> _Heard:
    try:
        heard = _heard(file, mark, days, is_young=is_young)
        company = _company(file) if heard.mark.kind == OPENCLAW or file.is_of_group else ALONE
        return replace(heard, notes=tuple(before(note, company) for note in heard.notes))
    except UnpacksTooFar as error:
        return _unheard(file, "unpacks-too-far", f"not read: it {error.strerror}")
    except OSError as error:
        return _unheard(file, "unreadable", f"cannot be read: {error.strerror or error}")
    except NotImplementedError as error:
        return _unheard(file, "cannot-unpack", f"cannot be unpacked: {error}")


def _heard(file: SourceFile, mark: _Mark | None, days: Days, *, is_young: bool) -> _Heard:
    ending = file.path.suffix.lower()
    if ending == ".sqlite":
        return _Heard(file, tuple(_of_database(file, days)), _Mark(tuple(file.stamp), None))
    if ending == ".zip":
        inside = archived(file, lambda name: _is_wanted(_kind_of(file), name))
        notes = (_of_text(file, _decoded(data), days, name)[0] for name, data in inside)
        kept = tuple(note for note in notes if note is not None)
        return _Heard(file, kept, _Mark(tuple(file.stamp), None))
    return _appended(file, mark, days) or _whole(file, days, is_young=is_young)


def _of_database(file: SourceFile, days: Days) -> Iterator[Note]:
    known: Mapping[str, Company] | None = None
    tables = records(file, {WINDOWS: ALL_WINDOWS, openclaw.TABLE: openclaw.QUERY})
    for table, told in groupby(tables, key=lambda row: row[0]):
        rows = (row for _, row in told)
        if table == WINDOWS:
            known = of_windows(rows)
            continue
        for session, found in groupby(rows, key=lambda row: str(row.get("session_id"))):
            path = f"{file.logical}/{session}"
            events, unread = openclaw.event_rows(tuple(found), unpacked_text)
            odd = [_packed(path, unread)] if unread else []
            note = make_note(path, openclaw.parse_openclaw(events), days, odd)
            yield before(note, company_in(known, session))


def _company(file: SourceFile) -> Company:
    """Before whom a session was held, by the list that OpenClaw keeps beside it."""
    if file.is_of_group:
        return GROUP
    data = beside(file, STORE)
    if data is None:
        return ALONE
    return company_in(_listed(data), file.path.name)


@lru_cache(maxsize=4)
def _listed(data: bytes) -> Mapping[str, Company]:
    """A list that says nothing leaves every session unclear."""
    return of_store(parse_value(_decoded(data))) or {}


def _packed(path: str, unread: int) -> Problem:
    what = f"{counted(unread, 'event')} cannot be unpacked; the rest was read"
    if can_unpack_zstd():
        return Problem("cannot-unpack", "hint", path, None, f"{what}: damaged")
    hint = "Install what unpacks zstd: pip install 'memctl-life[zstd]'"
    return Problem("cannot-unpack", "warning", path, None, what, hint)


def _whole(file: SourceFile, days: Days, *, is_young: bool) -> _Heard:
    data = read_file(file)
    text = _decoded(data)
    note, kind = _of_text(file, text, days)
    if note and kind and kind.of_text and is_young and not text.endswith("\n"):
        # Half a sentence of JSON shows; half a sentence of Markdown would be taken for a whole.
        note, _ = _of_text(file, text[: text.rfind("\n") + 1], days)
        return _Heard(file, (note,) if note else (), _LATER)
    mark = _Mark(tuple(file.stamp), kind.name if kind else None)
    if kind is not None and kind.of_rows is not None and not file.is_packed:
        mark = _moved(mark, data, b"", data)
    return _Heard(file, (note,) if note is not None else (), mark)


def _appended(file: SourceFile, mark: _Mark | None, days: Days) -> _Heard | None:
    """What stands behind the mark; None where the file is not the one that was marked."""
    if mark is None or not mark.seal or not mark.kind or file.stamp.size < mark.offset:
        return None
    start = max(mark.offset - _SEAL, 0)
    top, data = read_file(file, 0, _LONGEST_HEAD), read_file(file, start)
    before, rest = data[: mark.offset - start], data[mark.offset - start :]
    if _seal(top, before, mark.offset) != mark.seal or b"\n" not in top:
        return None
    kind = KINDS[mark.kind]
    head, text = _decoded(top).split("\n", 1)[0], rest.decode("utf-8", "replace")
    messages, problems = parse_conversation(kind, text, file.logical, first=mark.line, head=head)
    note = make_note(file.logical, messages, days, problems)
    mark = _moved(replace(mark, stamp=tuple(file.stamp)), top, before, rest)
    return _Heard(file, (note,), mark)


def _moved(mark: _Mark, top: bytes, before: bytes, rest: bytes) -> _Mark:
    """The mark moved over the whole lines behind it, but for the last few.

    Args:
        mark: Where it stood.
        top: The beginning of the file.
        before: What stands right before the mark.
        rest: What stands behind it.
    """
    at = rest.rfind(b"\n") + 1
    for _ in range(_OVERLAP):
        at = rest.rfind(b"\n", 0, max(at - 1, 0)) + 1
    if not at:
        return mark
    behind = (before + rest[max(at - _SEAL, 0) : at])[-_SEAL:]
    offset, line = mark.offset + at, mark.line + rest.count(b"\n", 0, at)
    return replace(mark, offset=offset, line=line, seal=_seal(top, behind, offset))


def _seal(top: bytes, before: bytes, offset: int) -> str:
    """What tells that a file still begins, and goes on up to the mark, as it did."""
    words = top[: min(_SEAL, offset)] + b"\0" + before
    return hashlib.sha256(words).hexdigest()[:32]


def _of_text(
    file: SourceFile, text: str, days: Days, inside: str | None = None
) -> tuple[Note | None, Kind | None]:
    """(the note of a conversation, its kind); (None, None) where it is none."""
    name = inside or file.name
    path = f"{file.logical}/{inside}" if inside else file.logical
    kind = _kind_of(file) or recognised(text, name)
    if kind is None:
        return None, None
    messages, problems = parse_conversation(kind, text, path)
    return make_note(path, messages, days, problems), kind


def _unheard(file: SourceFile, slug: str, what: str) -> _Heard:
    problem = Problem(slug, "warning", file.logical, None, what)
    return _Heard(file, (Note(file.logical, None, (), (problem,)),), _LATER)


def _decoded(data: bytes) -> str:
    is_wide = data[:2] in _UTF16
    return data.decode("utf-16" if is_wide else "utf-8-sig", "replace")


def _is_wanted(kind: Kind | None, name: str) -> bool:
    return name.lower().endswith(".zip") or is_file_of(kind, name)


def _kind_of(file: SourceFile) -> Kind | None:
    return KINDS[file.source.kind] if file.source.kind else None


def _is_read(notes: tuple[Note, ...], read: Mapping[str, frozenset[str]]) -> bool:
    """Is there nothing in these notes that another run may still have to read?"""
    blocks = (block for note in notes for block in note.blocks)
    return all(b.digest in read.get(shelf_of(b.path), ()) for b in blocks)


def _ledger_of(read: Mapping[str, frozenset[str]], shelf: str) -> str:
    words = "".join(sorted(read.get(shelf, ())))
    return hashlib.sha256(words.encode(errors="replace")).hexdigest()[:32]


def _key_of(desk: Desk) -> str:
    """Marks that were made by other rules say nothing, nor do those of who could read less."""
    parts = (__version__, desk.settings.zone, desk.settings.sources, can_unpack_zstd())
    return hashlib.sha256(repr(parts).encode(errors="replace")).hexdigest()[:32]


def _read_marks(layout: Layout, key: str) -> dict[str, _Mark]:
    try:
        found = json.loads(read_cache(layout, _CACHE) or b"{}")
        if found.get("key") != key:
            return {}
        read = read_digests(read_consumed(layout))
        # Undone, merged or lost: what the marks rest on is not what it was.
        kept = {shelf for shelf, was in found["ledger"].items() if was == _ledger_of(read, shelf)}
        rows = ((n, row) for n, row in found["marks"].items() if shelf_of(n) in kept)
        return {name: _Mark(**{**row, "stamp": tuple(row["stamp"])}) for name, row in rows}
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return {}
