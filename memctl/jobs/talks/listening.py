"""One file of a source as notes: the whole of it, or what stands behind its mark."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from memctl.graph.note import Note, confided
from memctl.graph.problem import Problem
from memctl.graph.visibility import Confiding
from memctl.jobs.talks.finding import is_wanted, kind_of
from memctl.jobs.talks.marks import LATER, SEAL, Mark, moved, seal_of
from memctl.jobs.telling import counted
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
from memctl.sources.kinds import KINDS, Kind, parse_conversation, recognised
from memctl.sources.rows import parse_value
from memctl.sources.transcript import Days, make_note
from memctl.workspace.source_files import SourceFile, archived, beside, read_file, records
from memctl.workspace.unpacking import MOST_BYTES, UnpacksTooFar, can_unpack_zstd, unpacked_text

_OPENCLAW = "openclaw"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_LONGEST_HEAD = 2**16
_AT_ONCE = MOST_BYTES
"""What is longer is read on by the next run."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What reading one file gave."""

    file: SourceFile
    notes: tuple[Note, ...]
    mark: Mark


def listen(
    file: SourceFile,
    mark: Mark | None,
    days: Days,
    confiding: Confiding,
    *,
    is_young: bool = False,
) -> Heard:
    """What a file holds beyond its mark; one that can't be read says so, and is tried again.

    Args:
        file: The file.
        mark: How far an earlier run has read it; None: from its beginning.
        days: How messages come to their days.
        confiding: How one says that it is not for others.
        is_young: May somebody be writing it right now?
    """
    try:
        heard = _heard(file, mark, days, is_young=is_young)
        company = _company(file) if heard.mark.kind == _OPENCLAW or file.is_of_group else ALONE
        told = (before(confided(note, confiding), company) for note in heard.notes)
        return replace(heard, notes=tuple(told))
    except UnpacksTooFar as error:
        return _unheard(file, "unpacks-too-far", f"not read: it {error.strerror}")
    except OSError as error:
        return _unheard(file, "unreadable", f"cannot be read: {error.strerror or error}")
    except NotImplementedError as error:
        return _unheard(file, "cannot-unpack", f"cannot be unpacked: {error}")


def _heard(file: SourceFile, mark: Mark | None, days: Days, *, is_young: bool) -> Heard:
    ending = file.path.suffix.lower()
    if ending == ".sqlite":
        return Heard(file, tuple(_of_database(file, days)), Mark(tuple(file.stamp), None))
    if ending == ".zip":
        inside = archived(file, lambda name: is_wanted(kind_of(file.source), name))
        notes = (_of_text(file, _decoded(data), days, name)[0] for name, data in inside)
        kept = tuple(note for note in notes if note is not None)
        return Heard(file, kept, Mark(tuple(file.stamp), None))
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


def _whole(file: SourceFile, days: Days, *, is_young: bool) -> Heard:
    data = read_file(file, 0, _AT_ONCE)
    text = _decoded(data)
    note, kind = _of_text(file, text, days)
    if note and kind and kind.of_text and is_young and not text.endswith("\n"):
        # Half a sentence of JSON shows; half a sentence of Markdown would be taken for a whole.
        note, _ = _of_text(file, text[: text.rfind("\n") + 1], days)
        return Heard(file, (note,) if note else (), LATER)
    mark = Mark(tuple(file.stamp), kind.name if kind else None)
    if kind is not None and kind.of_rows is not None and not file.is_packed:
        mark = moved(replace(mark, stamp=_stamp_at(file, len(data))), data, b"", data)
    return Heard(file, (note,) if note is not None else (), mark)


def _appended(file: SourceFile, mark: Mark | None, days: Days) -> Heard | None:
    """What stands behind the mark; None where the file is not the one that was marked."""
    if mark is None or not mark.seal or not mark.kind or file.stamp.size < mark.offset:
        return None
    start = max(mark.offset - SEAL, 0)
    top, data = read_file(file, 0, _LONGEST_HEAD), read_file(file, start, _AT_ONCE)
    before, rest = data[: mark.offset - start], data[mark.offset - start :]
    if seal_of(top, before, mark.offset) != mark.seal or b"\n" not in top:
        return None
    kind = KINDS[mark.kind]
    head, text = _decoded(top).split("\n", 1)[0], rest.decode("utf-8", "replace")
    messages, problems = parse_conversation(kind, text, file.logical, first=mark.line, head=head)
    note = make_note(file.logical, messages, days, problems)
    mark = moved(replace(mark, stamp=_stamp_at(file, start + len(data))), top, before, rest)
    return Heard(file, (note,), mark)


def _stamp_at(file: SourceFile, end: int) -> tuple[int, ...]:
    """The stamp of a file that was read up to here; that of none where the next run goes on."""
    return LATER.stamp if end < file.stamp.size else tuple(file.stamp)


def _of_text(
    file: SourceFile, text: str, days: Days, inside: str | None = None
) -> tuple[Note | None, Kind | None]:
    """(the note of a conversation, its kind); (None, None) where it is none."""
    name = inside or file.name
    path = f"{file.logical}/{inside}" if inside else file.logical
    kind = kind_of(file.source) or recognised(text, name)
    if kind is None:
        return None, None
    messages, problems = parse_conversation(kind, text, path)
    return make_note(path, messages, days, problems), kind


def _unheard(file: SourceFile, slug: str, what: str) -> Heard:
    problem = Problem(slug, "warning", file.logical, None, what)
    return Heard(file, (Note(file.logical, None, (), (problem,)),), LATER)


def _decoded(data: bytes) -> str:
    is_wide = data[:2] in _UTF16
    return data.decode("utf-16" if is_wide else "utf-8-sig", "replace")
