"""What recall reads when files have changed: the changed ones, parsed, into the cache."""

import contextlib
import marshal
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from memctl.config import FILE_NAME, user_file
from memctl.index import building
from memctl.index.documents import (
    Source,
    entity_documents,
    entity_names,
    note_documents,
    text_documents,
)
from memctl.index.store import Connection, NotUsable, open_cache
from memctl.jobs.recall import CACHE, SETTLED_NS, Stamp, environment, stamp_of
from memctl.workspace.discovery import Folder
from memctl.workspace.layout import Layout, find_workspace
from memctl.workspace.own import make_cache
from memctl.workspace.reading import Snapshot, observe

IDENTITY = ("USER.md", "SOUL.md", "IDENTITY.md", "AGENTS.md")
RESOURCES = "resources"
_PLAIN = (".md", ".markdown", ".txt")
_DEEPEST = 12
_IN_MEMORY = 2


@dataclass(frozen=True, slots=True)
class _Part:
    """Files that are read together, and how they become a source."""

    key: str
    files: tuple[str, ...]
    """Names relative to the workspace."""
    kind: str
    """entity, note, tacit or document."""
    folder: Folder | None = None


@dataclass(frozen=True, slots=True)
class _Look:
    """One look at the file times: everything that the cache rests on."""

    paths: tuple[str, ...]
    stamps: tuple[Stamp | None, ...]
    parts: tuple[tuple[_Part, str], ...]
    """Each part with the stamps of its files as one text."""
    is_young: bool
    """May a file have changed within one tick of the clock after it was read?"""


def filled_cache(workspace: str | None, environ: Mapping[str, str], attempt: int) -> Connection:
    """A cache that says what the files say.

    Args:
        workspace: As `-w` names it.
        environ: The environment variables.
        attempt: 0 refreshes the cache that is there, 1 builds it anew, 2 builds in memory.
    """
    layout = find_workspace(Path.cwd(), workspace, environ)
    if attempt < _IN_MEMORY:
        # Before the times are looked at: it changes the time of the folder above.
        with contextlib.suppress(OSError):
            make_cache(layout)
    snapshot = observe(layout)
    look = _look(snapshot, environ)
    about = _about(layout, look, environ)
    path = layout.root / CACHE
    if attempt < _IN_MEMORY:
        try:
            if attempt == 0:
                _refresh(str(path), snapshot, look, about)
            else:
                _build(path, snapshot, look, about)
            return open_cache(str(path))
        except (OSError, sqlite3.Error, NotUsable):
            pass  # read-only, full or locked: the answer is the same, it only costs more
    return building.build_in_memory(_sources(snapshot, look.parts), about)


def _build(path: Path, snapshot: Snapshot, look: _Look, about: Mapping[str, object]) -> None:
    building.build(str(path), _sources(snapshot, look.parts), about)


def _refresh(path: str, snapshot: Snapshot, look: _Look, about: Mapping[str, object]) -> None:
    """Read what changed since the cache was filled; build it where there is none."""
    try:
        connection = open_cache(path)
        known = dict(connection.execute("SELECT key, stamp FROM source"))
        connection.close()
    except NotUsable:
        _build(Path(path), snapshot, look, about)
        return
    now = {part.key for part, _ in look.parts}
    changed = [(part, stamp) for part, stamp in look.parts if known.get(part.key) != stamp]
    building.refresh(path, _sources(snapshot, changed), sorted(known.keys() - now), about)


def _about(layout: Layout, look: _Look, environ: Mapping[str, str]) -> Mapping[str, object]:
    watch = (
        str(layout.root),
        environment(environ),  # type: ignore[arg-type]
        "\0".join(look.paths),
        list(look.stamps),
        look.is_young,
    )
    settings = layout.settings
    return {
        "watch": marshal.dumps(watch),
        "limit": str(settings.recall_limit),
        "kinds": " ".join(settings.recall_order),
        "zone": settings.zone or "",
    }


def _look(snapshot: Snapshot, environ: Mapping[str, str]) -> _Look:
    layout = snapshot.layout
    began = time.time_ns()
    parts = tuple(_parts(snapshot))
    settings = (str(layout.root / FILE_NAME), str(user_file(environ)))
    folders = tuple(_folders(layout))
    stamps: dict[str, Stamp | None] = {}
    for name in (n for part in parts for n in part.files):
        path = str(layout.real(name))
        stamps[path] = stamp_of(path)
    stamped = []
    young = False
    for part in parts:
        own = [stamps[str(layout.real(name))] for name in part.files]
        is_young = any(s is not None and max(s[1:3]) > began - SETTLED_NS for s in own)
        young = young or is_young
        # A young source never matches, so that the next look reads it again.
        stamped.append((part, f"{own} {began if is_young else ''}"))
    for path in (*settings, *folders):
        stamps[path] = stamp_of(path)
        young = young or _is_young(stamps[path], began)
    return _Look(tuple(stamps), tuple(stamps.values()), tuple(stamped), young)


def _is_young(stamp: Stamp | None, began: int) -> bool:
    return stamp is not None and max(stamp[1:3]) > began - SETTLED_NS


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
                inside = [e.path for e in entries if e.name not in layout.table.skipped and e.is_dir()]
        except OSError:
            continue
        stack += [(path, depth + 1) for path in sorted(inside)]


def _parts(snapshot: Snapshot) -> Iterator[_Part]:
    layout = snapshot.layout
    taken = set()
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
    for name in _documents(layout):
        if name not in taken:
            yield _Part(f"document {name}", (name,), "document")


def _documents(layout: Layout) -> Iterator[str]:
    """Plain texts below `resources`, at the top or beside a graph root."""
    tops = dict.fromkeys([RESOURCES, *(f"{root.name}/{RESOURCES}" for root in layout.roots)])
    for top in tops:
        home = layout.real(top.strip("/"))
        for folder, inside, files in os.walk(home):
            inside[:] = sorted(d for d in inside if d not in layout.table.skipped)
            for file in sorted(files):
                if file.endswith(_PLAIN):
                    below = Path(folder, file).relative_to(home).as_posix()
                    yield f"{top.strip('/')}/{below}"


def _sources(snapshot: Snapshot, parts: Iterable[tuple[_Part, str]]) -> Iterator[Source]:
    for part, stamp in parts:
        yield _source(snapshot, part, stamp)


def _source(snapshot: Snapshot, part: _Part, stamp: str) -> Source:
    if part.folder is not None:
        entity = snapshot.entity(part.folder)
        return Source(part.key, stamp, entity_documents(entity), entity_names(entity))
    if part.kind == "note":
        return Source(part.key, stamp, note_documents(snapshot.note(part.files[0])))
    text = snapshot.text_or_none(part.files[0]) or ""
    return Source(part.key, stamp, text_documents(part.files[0], text, part.kind))
