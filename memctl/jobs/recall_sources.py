"""What recall reads when files have changed: the changed ones, parsed, into the cache."""

import contextlib
import marshal
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

from memctl import resources
from memctl.config import FILE_NAME, user_file
from memctl.graph.entity import Entity, EntityRef
from memctl.index import building
from memctl.index.documents import (
    Signs,
    Source,
    entity_source,
    evidence_quotes,
    note_documents,
    text_documents,
)
from memctl.index.store import Connection, NotUsable, open_cache
from memctl.jobs.recall import CACHE, SETTLED_NS, Stamp, environment, stamp_of
from memctl.jobs.shown import shown_source
from memctl.workspace.discovery import Folder
from memctl.workspace.layout import Layout, find_workspace
from memctl.workspace.ledgers import EVIDENCE, read_evidence
from memctl.workspace.own import make_cache
from memctl.workspace.paths import join
from memctl.workspace.reading import Snapshot, observe

IDENTITY = ("USER.md", "SOUL.md", "IDENTITY.md", "AGENTS.md")
RESOURCES = "resources"
_PLAIN = (".md", ".markdown", ".txt")
_DEEPEST = 12
_IN_MEMORY = 2
_SETTINGS, _FOLDER = -1, -2


@dataclass(frozen=True, slots=True)
class _Part:
    """Files that are read together, and how they become a source."""

    key: str
    files: tuple[str, ...]
    """Names relative to the workspace."""
    kind: str
    """entity, note, tacit, evidence or document."""
    folder: Folder | None = None


@dataclass(frozen=True, slots=True)
class _Look:
    """One look at the file times: everything that the cache rests on."""

    parts: tuple[_Part, ...]
    paths: tuple[str, ...]
    """The files of the parts, the settings, then every folder that a new file may stand in."""
    owners: tuple[int, ...]
    """For each path the part that it belongs to; -1 for settings, -2 for folders."""
    stamps: tuple[Stamp | None, ...]
    listings: Mapping[str, int]
    """Folder to a checksum of the names in it."""
    young: tuple[int, ...]
    """Paths that may have changed once more within one tick of the clock after the look."""


def filled_cache(workspace: str | None, environ: dict[str, str], attempt: int) -> Connection:
    """A cache that says what the files say.

    Args:
        workspace: As `-w` names it.
        environ: The environment variables.
        attempt: 0 refreshes the cache that is there, 1 builds it anew, 2 builds in memory.
    """
    layout = find_workspace(Path.cwd(), workspace, environ)
    path = str(layout.root / CACHE)
    if attempt < _IN_MEMORY:
        # Before the times are looked at: it changes the time of the folder above.
        with contextlib.suppress(OSError):
            make_cache(layout)
    try:
        if attempt == 0 and _refresh_known(path, layout, environ):
            return open_cache(path)
    except (OSError, sqlite3.Error, NotUsable):
        pass  # as below; the whole look may still find a way
    snapshot = observe(layout)
    look = _look(snapshot, environ)
    about = _about(layout, look, environ)
    if attempt < _IN_MEMORY:
        try:
            if attempt == 0:
                _refresh(path, snapshot, look, about)
            else:
                building.build(path, _sources(snapshot, look, look.parts), about)
            return open_cache(path)
        except (OSError, sqlite3.Error, NotUsable):
            pass  # read-only, full or locked: the answer is the same, it only costs more
    return building.build_in_memory(_sources(snapshot, look, look.parts), about)


def weighed(
    connection: Connection,
    keys: Iterable[str],
    workspace: str | None,
    environ: dict[str, str],
) -> Connection:
    """A cache that also knows what the rules read in the facts of these entities."""
    layout = find_workspace(Path.cwd(), workspace, environ)
    snapshot = observe(layout)
    folders = {f"entity {folder.name}": folder for folder in snapshot.folders.values()}
    signs = {
        key: _signs(snapshot.entity(folders[key])) if key in folders else Signs() for key in keys
    }
    path = str(layout.root / CACHE)
    is_file = bool(connection.execute("PRAGMA database_list").fetchone()[2])
    if is_file:
        connection.close()
        try:
            building.weigh_file(path, signs)
            return open_cache(path)
        except (OSError, sqlite3.Error, NotUsable):
            connection = filled_cache(workspace, environ, _IN_MEMORY)
    building.weigh(connection, signs)
    return connection


def _refresh(path: str, snapshot: Snapshot, look: _Look, about: Mapping[str, object]) -> None:
    """Read what changed since the cache was filled; build it where there is none."""
    try:
        connection = open_cache(path)
        known = dict(connection.execute("SELECT key, stamp FROM source"))
        connection.close()
    except NotUsable:
        building.build(path, _sources(snapshot, look, look.parts), about)
        return
    stamps = _stamp_texts(look)
    changed = [part for part in look.parts if known.get(part.key) != stamps[part.key]]
    gone = sorted(known.keys() - {part.key for part in look.parts})
    building.refresh(path, _sources(snapshot, look, changed), gone, about)


def _refresh_known(path: str, layout: Layout, environ: dict[str, str]) -> bool:
    """Read again the files whose times moved, without looking for others.

    False when a folder holds other names than before, or settings changed: then everything
    has to be looked for.
    """
    connection = open_cache(path)
    try:
        old = _remembered(connection, layout, environ)
    finally:
        connection.close()
    if old is None:
        return False
    began = time.time_ns()
    stamps = tuple(stamp_of(path) for path in old.paths)
    moved = [i for i, (a, b) in enumerate(zip(old.stamps, stamps, strict=True)) if a != b]
    touched = sorted({*moved, *old.young})
    for i in touched:
        if old.owners[i] == _SETTINGS or stamps[i] is None:
            return False
        if old.owners[i] == _FOLDER and _listing(old.paths[i]) != old.listings[old.paths[i]]:
            return False
    young = tuple(i for i in touched if _is_young(stamps[i], began))
    look = replace(old, stamps=stamps, young=young)
    parts = [old.parts[n] for n in sorted({old.owners[i] for i in touched} - {_FOLDER})]
    about = _about(layout, look, environ)
    building.refresh(path, _sources(observe(layout), look, parts), (), about)
    return True


def _remembered(connection: Connection, layout: Layout, environ: dict[str, str]) -> _Look | None:
    """The look that the cache was filled from; None when it was of other places."""
    rows = dict(connection.execute("SELECT key, value FROM meta WHERE key IN ('watch', 'parts')"))
    root, variables, paths, stamps, _ = marshal.loads(rows["watch"])  # noqa: S302 - our own cache
    if root != str(layout.root) or variables != environment(environ):
        return None
    parts, owners, listings, young = marshal.loads(rows["parts"])  # noqa: S302 - as above
    known = tuple(
        _Part(
            key, tuple(files), kind, Folder(EntityRef(folder[0]), *folder[1:]) if folder else None
        )
        for key, files, kind, folder in parts
    )
    paths = tuple(paths.split("\0"))
    return _Look(known, paths, tuple(owners), tuple(stamps), listings, tuple(young))


def _about(layout: Layout, look: _Look, environ: dict[str, str]) -> Mapping[str, object]:
    """What the cache has to know about itself: settings of recall, and the look."""
    variables, paths = environment(environ), "\0".join(look.paths)
    parts = [
        (
            part.key,
            part.files,
            part.kind,
            part.folder
            and (part.folder.ref, part.folder.name, part.folder.items, part.folder.summary),
        )
        for part in look.parts
    ]
    settings = layout.settings
    watch = (str(layout.root), variables, paths, list(look.stamps), bool(look.young))
    return {
        "watch": marshal.dumps(watch),
        "parts": marshal.dumps((parts, look.owners, dict(look.listings), look.young)),
        "limit": str(settings.recall_limit),
        "kinds": " ".join(settings.recall_order),
        "me": settings.me,
        "zone": settings.zone or "",
        "offsets": offsets_of(settings.zone, int(time.time())),
    }


def offsets_of(zone: str | None, now: int) -> str:
    """From which instant on the zone is how far from UTC, for about a year from `now`.

    The last one marks the end of what is known.
    """
    if zone is None:
        return ""
    here = ZoneInfo(zone)
    found: list[tuple[int, int]] = []
    for hour in range(now // 3600 - 24, now // 3600 + 400 * 24):
        gap = datetime.fromtimestamp(hour * 3600, here).utcoffset()
        offset = int(gap.total_seconds()) if gap is not None else 0
        if not found or found[-1][1] != offset:
            found.append((hour * 3600, offset))
    found.append((now + 400 * 86400, found[-1][1]))
    return " ".join(f"{start}:{offset}" for start, offset in found)


def _look(snapshot: Snapshot, environ: dict[str, str]) -> _Look:
    """Look at the times of everything, before anything is read."""
    layout = snapshot.layout
    began = time.time_ns()
    parts = tuple(_parts(snapshot))
    settings = (str(layout.root / FILE_NAME), str(user_file(environ)))
    folders = tuple(_folders(layout))
    owned = [
        *((str(layout.real(name)), n) for n, part in enumerate(parts) for name in part.files),
        *((path, _SETTINGS) for path in settings),
        *((path, _FOLDER) for path in folders),
    ]
    paths, owners = zip(*owned, strict=True)
    listings = {path: _listing(path) for path in folders}
    stamps = tuple(stamp_of(path) for path in paths)
    young = tuple(i for i, stamp in enumerate(stamps) if _is_young(stamp, began))
    return _Look(parts, paths, owners, stamps, listings, young)


def _is_young(stamp: Stamp | None, began: int) -> bool:
    return stamp is not None and max(stamp[1:3]) > began - SETTLED_NS


def _listing(folder: str) -> int:
    """A checksum of the names in a folder; 0 when it can't be listed."""
    try:
        return zlib.crc32("\0".join(sorted(os.listdir(folder))).encode(errors="surrogateescape"))  # noqa: PTH208 - names alone
    except OSError:
        return 0


def _stamp_texts(look: _Look) -> dict[str, str]:
    """Each part with the stamps of its files as one text; a young one never matches."""
    own: dict[int, list[Stamp | None]] = {}
    for owner, stamp in zip(look.owners, look.stamps, strict=True):
        own.setdefault(owner, []).append(stamp)
    young = {look.owners[i] for i in look.young}
    return {
        part.key: f"{own.get(n, [])}{' young' if n in young else ''}"
        for n, part in enumerate(look.parts)
    }


def _folders(layout: Layout) -> Iterator[str]:
    """Every folder in which a new file could belong to the workspace."""
    seen: set[str] = set()
    tops = [str(layout.root), *(str(m.real) for m in layout.places.mounts)]
    stack = [(top, 0) for top in tops]
    while stack:
        folder, depth = stack.pop()
        real = os.path.realpath(folder)
        if real in seen or depth > _DEEPEST:
            continue
        seen.add(real)
        yield folder
        try:
            with os.scandir(folder) as entries:
                inside = [
                    e.path for e in entries if e.name not in layout.table.skipped and e.is_dir()
                ]
        except OSError:
            continue
        stack += [(path, depth + 1) for path in sorted(inside)]


def _parts(snapshot: Snapshot) -> Iterator[_Part]:
    layout = snapshot.layout
    taken: set[str] = set()
    for folder in snapshot.folders.values():
        files = tuple(n for n in (folder.items, folder.summary) if n)
        taken.update(files)
        yield _Part(f"entity {folder.name}", files, "entity", folder)
    for name in snapshot.note_names:
        taken.add(name)
        yield _Part(f"note {name}", (name,), "note")
    for name in (layout.tacit, *IDENTITY):
        if layout.real(name).is_file():
            yield _Part(f"tacit {name}", (name,), "tacit")
    yield _Part("evidence", (EVIDENCE,), "evidence")
    for name in _documents(layout):
        if name not in taken:
            yield _Part(f"document {name}", (name,), "document")


def _documents(layout: Layout) -> Iterator[str]:
    """Plain texts below `resources`, at the top or beside a graph root."""
    tops = dict.fromkeys(join(home, RESOURCES) for home in ("", *(r.name for r in layout.roots)))
    for top in tops:
        home = layout.real(top)
        for folder, inside, files in os.walk(home):
            inside[:] = sorted(d for d in inside if d not in layout.table.skipped)
            below = Path(folder).relative_to(home).as_posix()
            for file in sorted(files):
                if file.endswith(_PLAIN):
                    yield join(top, "" if below == "." else below, file)


def _sources(snapshot: Snapshot, look: _Look, parts: Iterable[_Part]) -> Iterator[Source]:
    stamps = _stamp_texts(look)
    return (read_source(snapshot, part, stamps[part.key]) for part in parts)


def _signs(entity: Entity) -> Signs:
    """What the rules read in an entity's facts, as the index keeps it."""
    if not any(f.is_active for f in entity.facts):
        return Signs()
    from memctl.jobs.steps import shipped_lexicon  # noqa: PLC0415 - not on the hot path
    from memctl.rules.doubt import doubts, tells_of_change, user_slots  # noqa: PLC0415 - as above

    lexicon = shipped_lexicon()
    return Signs(
        {i: (d.by, _iso(d.since), _iso(d.until)) for i, d in doubts(entity, lexicon).items()},
        tells_of_change(entity, lexicon),
        {i: (slot, day.isoformat()) for i, (slot, day) in user_slots(entity, lexicon).items()},
    )


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None


def read_source(snapshot: Snapshot, part: _Part, stamp: str) -> Source:
    """One part, read and parsed now; secrets in it are masked."""
    return shown_source(_read(snapshot, part, stamp))


def _read(snapshot: Snapshot, part: _Part, stamp: str) -> Source:
    if part.folder is not None:
        entity = snapshot.entity(part.folder)
        return entity_source(entity, part.key, stamp)
    if part.kind == "evidence":
        more = read_evidence(snapshot.layout)
        quotes = (evidence_quotes(ref, fact_id, found) for (ref, fact_id), found in more.items())
        return Source(part.key, stamp, (), quotes=tuple(row for rows in quotes for row in rows))
    if part.kind == "note":
        return Source(part.key, stamp, note_documents(snapshot.note(part.files[0])))
    text = snapshot.text_or_none(part.files[0]) or ""
    lines = _boilerplate() if part.kind == "tacit" else frozenset()
    return Source(part.key, stamp, text_documents(part.files[0], text, part.kind, lines))


@lru_cache(maxsize=1)
def _boilerplate() -> frozenset[str]:
    """The lines of the shipped templates, as they stand in files laid down by `init`."""
    pages = resources.folder("templates").glob("*/*.md")
    lines = (ln.strip() for p in pages for ln in p.read_text(encoding="utf-8").splitlines())
    return frozenset(line for line in lines if line and not line.startswith("#"))
