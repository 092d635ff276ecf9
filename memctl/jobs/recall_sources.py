"""What recall reads when files have changed: the changed ones, parsed, into the cache."""

import marshal
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from itertools import chain, starmap
from pathlib import Path

from memctl import resources
from memctl.index import store
from memctl.index.filling import building
from memctl.index.filling.batches import Batch, batch_of
from memctl.index.filling.documents import Source
from memctl.index.store import DAMAGED, Connection, NotUsable, open_cache
from memctl.jobs import together
from memctl.jobs.fresh_cache import INDEX, MANY_PATHS, watched
from memctl.jobs.lexicons import own_tables
from memctl.jobs.recall_look import (
    PASSING,
    Page,
    look_at,
    looked_again,
    moved_pages,
    notes_alone,
    stamp_texts,
)
from memctl.jobs.recall_parts import read_source, read_sources
from memctl.jobs.whereabouts import RUNS, Stamp, stamp_of
from memctl.workspace.finding import find_workspace
from memctl.workspace.layout import Layout
from memctl.workspace.own import make_cache
from memctl.workspace.paths import base_of
from memctl.workspace.reading.garbage import collecting_later
from memctl.workspace.reading.snapshot import Snapshot, observe

IN_MEMORY = 2
_A_PIECE = 200
"""Parts; no fewer than a page of entities has, so that each page is looked at once."""
_NOTES_PAY_FROM = 4
"""Pieces of others are worth one of notes when it comes to another process."""
_Piece = tuple[Page, int]
"""A page, and the first of the parts."""


def filled_cache(workspace: str | None, environ: dict[str, str], attempt: int) -> Connection:
    """A cache that says what the files say.

    Args:
        workspace: As `-w` names it.
        environ: The environment variables.
        attempt: 0 refreshes the cache that is there, 1 builds it anew, 2 builds in memory.
    """
    layout = find_workspace(start_of(workspace, environ), workspace, environ)
    path = str(layout.root / INDEX)
    if attempt < IN_MEMORY:
        # Before the times are looked at: it changes the time of the folder above.
        try:
            make_cache(layout)
        except OSError:
            attempt = IN_MEMORY
    try:
        if attempt == 0 and _refresh_known(path, layout, environ):
            return open_cache(path)
    except (OSError, *DAMAGED) as error:
        _give_up_when_locked(error)  # as below; else the whole look may still find a way
    snapshot = observe(layout, remembers=False)
    began = time.time_ns()
    notes = _pieces(notes_alone(snapshot, began))
    is_new = attempt == 1 or (attempt == 0 and not Path(path).exists())
    # Where nothing is to be refreshed, somebody else reads them while the rest is looked for.
    helpers = min(1, together.helpers_for(_NOTES_PAY_FROM * len(notes))) if is_new else 0
    with collecting_later(), _made(snapshot, notes, path, helpers) as ahead:
        pages = look_at(snapshot, environ, began)
        about = {**_about(layout, environ), "asking": marshal.dumps(_asking(layout.root))}
        about["glance"] = marshal.dumps(_glance(layout, pages))
        if attempt < IN_MEMORY:
            try:
                if attempt > 0 or not _refresh(path, snapshot, pages, about):
                    _build(path, snapshot, ahead, pages, about)
                return open_cache(path)
            except (OSError, sqlite3.Error, NotUsable) as error:
                _give_up_when_locked(error)
                # Read-only, full or locked: the answer is the same, it only costs more.
    pieces = (_read_piece(snapshot, *piece)[0] for piece in (*notes, *_pieces(pages)))
    return building.build_in_memory(chain.from_iterable(pieces), about)


def start_of(workspace: str | None, environ: dict[str, str]) -> Path:
    """Where the workspace is looked for."""
    return base_of(workspace or environ.get("MEMCTL_WORKSPACE"))


def _give_up_when_locked(error: Exception) -> None:
    """Who has no patience does not build everything anew because somebody else is at it."""
    locked = error.__cause__ if isinstance(error, NotUsable) else error
    if not store.patience_s and isinstance(locked, sqlite3.OperationalError):
        raise locked


def _glance(layout: Layout, pages: Sequence[Page]) -> tuple[Stamp | None] | None:
    """The log of runs: whatever memctl itself has done in a large workspace shows there.

    A hurried look is at it and at every page but the entities' own. None where it is quick
    enough to look at everything.
    """
    if sum(len(page.paths) for page in pages) <= MANY_PATHS or layout.places.mounts:
        return None
    return (stamp_of(str(layout.root / RUNS)),)


def _refresh(
    path: str, snapshot: Snapshot, found: Iterable[Page], about: Mapping[str, object]
) -> bool:
    """Read what changed since the cache was filled.

    False where there is none, or where other words were known when its sentences were read.
    """
    try:
        connection = open_cache(path)
        known = dict(connection.execute("SELECT key, stamp FROM source"))
        read_by = connection.execute("SELECT value FROM meta WHERE key = 'lexicon'").fetchone()
        connection.close()
    except NotUsable:
        return False
    if read_by != (about["lexicon"],):
        return False
    pages = [page.seen() for page in found]
    gone = known.keys() - {part.key for page in pages for part in page.parts}
    changed = (
        read_source(snapshot, part, stamps[part.key])
        for page in pages
        for stamps in (stamp_texts(page),)
        for part in page.parts
        if known.get(part.key) != stamps[part.key]
    )
    packed = (page.packed() for page in pages)
    building.refresh(path, changed, sorted(gone), about, packed)
    return True


def _build(
    path: str,
    snapshot: Snapshot,
    notes: Iterable[together.Made],
    pages: Sequence[Page],
    about: Mapping[str, object],
) -> None:
    with _made(snapshot, _pieces(pages), path) as made:
        building.build(path, starmap(Batch, chain(notes, made)), about)


def _made(
    snapshot: Snapshot, pieces: Sequence[_Piece], path: str, helpers: int | None = None
) -> AbstractContextManager[Iterator[together.Made]]:
    """The batches of pieces for the cache at `path`, made together with other processes."""

    def make(number: int) -> together.Made:
        sources, page = _read_piece(snapshot, *pieces[number])
        return tuple(batch_of(sources, page.packed() if page else None))

    return together.made_together(make, len(pieces), str(Path(path).parent), helpers)


def _refresh_known(path: str, layout: Layout, environ: dict[str, str]) -> bool:
    """Read again the files whose times moved, without looking for others.

    Takes as long in a large workspace as in a small one, but for the look at the times. False
    when a folder holds other names than before, or settings changed: then everything has to be
    looked for.
    """
    began = time.time_ns()
    connection = open_cache(path)
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = 'watched'").fetchone()
        if row != (watched(str(layout.root), environ),):
            return False
        moved = list(moved_pages(connection, began))
        glance = connection.execute("SELECT value FROM meta WHERE key = 'glance'").fetchone()
    finally:
        connection.close()
    again = [looked_again(page, now) for page, now in moved]
    found = [both for both in again if both is not None]
    if len(found) < len(again):
        return False
    snapshot = observe(layout, remembers=False)
    sources = (
        read_source(snapshot, page.parts[n], stamps[page.parts[n].key])
        for page, numbers in found
        for stamps in (stamp_texts(page),)
        for n in sorted(numbers)
    )
    about = _about(layout, environ)
    if glance and marshal.loads(glance[0]):  # noqa: S302 - our own cache
        about["glance"] = marshal.dumps((stamp_of(str(layout.root / RUNS)),))
    packed = (page.packed() for page, _ in found)
    building.refresh(path, sources, None, about, packed)
    return True


def _about(layout: Layout, environ: dict[str, str]) -> dict[str, object]:
    """What the cache has to know about itself: settings of recall, and where it looked."""
    settings, own = layout.settings, own_tables(layout.root)
    return {
        "watched": watched(str(layout.root), environ),
        "limit": str(settings.recall_limit),
        "kinds": " ".join(settings.recall_order),
        "identity": "\0".join(settings.recall_identity),
        "tacit": layout.tacit,
        "log": "1" if settings.recall_log else "",
        "semantic": "some" if settings.recall_semantic else "",
        "budget": str(settings.context_budget),
        "me": settings.me,
        "zone": settings.zone or "",
        "offsets": offsets_of(settings.zone, int(time.time())),
        "lexicon": repr(sorted((str(f), zlib.crc32(t.encode())) for f, t in own.items())),
    }


def _asking(root: Path) -> dict[str, object]:
    """The words of questions as the cache keeps them: no question reads the tables again."""
    from memctl.language.questions import compiled  # noqa: PLC0415 - TOML, when a cache is filled

    shipped = (f.read_text(encoding="utf-8") for f in resources.asking_files())
    return compiled((*shipped, *own_tables(root).values()))


def offsets_of(zone: str | None, now: int) -> str:
    """From which instant on the zone is how far from UTC, for about a year from `now`.

    The last one marks the end of what is known.
    """
    if zone is None:
        return ""
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - only a workspace with a zone pays for it

    here = ZoneInfo(zone)
    found: list[tuple[int, int]] = []
    for hour in range(now // 3600 - 24, now // 3600 + 400 * 24):
        gap = datetime.fromtimestamp(hour * 3600, here).utcoffset()
        offset = int(gap.total_seconds()) if gap is not None else 0
        if not found or found[-1][1] != offset:
            found.append((hour * 3600, offset))
    found.append((now + 400 * 86400, found[-1][1]))
    return " ".join(f"{start}:{offset}" for start, offset in found)


def _pieces(pages: Iterable[Page]) -> list[_Piece]:
    """As many parts together as are read at a time; notes on a page of others are none."""
    return [(page, at) for page in pages for at in range(_first(page), len(page.parts), _A_PIECE)]


def _first(page: Page) -> int:
    """The first part of a page that is read with it."""
    is_alone = page.number == PASSING
    return 0 if is_alone else sum(part.kind == "note" for part in page.parts)


def _read_piece(snapshot: Snapshot, page: Page, at: int) -> tuple[list[Source], Page | None]:
    """The sources of a piece, and of the first one of a page that is kept its times as well."""
    # Entities are looked at where they are read: others read theirs meanwhile.
    folders = [part.folder for part in page.parts if part.folder is not None]
    looks = ((path, look and look[:]) for path, look in snapshot.read_ahead(folders).items())
    seen = page.seen(dict(looks)) if page.is_apart else page
    stamps = stamp_texts(seen)
    parts = page.parts[at : at + _A_PIECE]
    sources = read_sources(snapshot, [(part, stamps[part.key]) for part in parts])
    is_kept = page.number != PASSING and at == _first(page)
    return sources, seen if is_kept else None
