"""One look at the file times: everything that recall's cache rests on, before it is read."""

import marshal
import os
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from memctl import resources
from memctl.config import FILE_NAME, user_file
from memctl.graph.entity import EntityRef
from memctl.index.store import Connection
from memctl.jobs.whereabouts import Stamp, environment, is_young, stamp_of
from memctl.workspace import names
from memctl.workspace.discovery import Folder
from memctl.workspace.layout import Layout
from memctl.workspace.ledgers import EVIDENCE
from memctl.workspace.paths import join
from memctl.workspace.reading import Snapshot

RESOURCES = "resources"
SETTINGS, FOLDER = -1, -2
"""Who owns a path that is no part's."""
_PLAIN = (".md", ".markdown", ".txt")
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Part:
    """Files that are read together, and how they become a source."""

    key: str
    files: tuple[str, ...]
    """Names relative to the workspace."""
    kind: str
    """entity, note, tacit, evidence or document."""
    folder: Folder | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the file times: everything that the cache rests on."""

    parts: tuple[Part, ...]
    paths: tuple[str, ...]
    """The files of the parts, the settings, then every folder that a new file may stand in."""
    owners: tuple[int, ...]
    """For each path the part that it belongs to; -1 for settings, -2 for folders."""
    stamps: tuple[Stamp | None, ...]
    listings: Mapping[str, int]
    """Folder to a checksum of the names in it."""
    young: tuple[int, ...]
    """Paths that may have changed once more within one tick of the clock after the look."""


def look_at(snapshot: Snapshot, environ: dict[str, str]) -> Look:
    """Look at the times of everything, before anything is read."""
    layout = snapshot.layout
    began = time.time_ns()
    parts = tuple(_parts(snapshot))
    settings = (
        str(layout.root / FILE_NAME),
        str(user_file(environ)),
        *map(str, resources.asking_files()),
    )
    folders = tuple(watched_folders(layout))
    owned = [
        *((str(layout.real(name)), n) for n, part in enumerate(parts) for name in part.files),
        *((path, SETTINGS) for path in settings),
        *((path, FOLDER) for path in folders),
    ]
    paths, owners = zip(*owned, strict=True)
    listings = {path: listing_of(path) for path in folders}
    stamps = tuple(stamp_of(path) for path in paths)
    young = tuple(i for i, stamp in enumerate(stamps) if is_young(stamp, began))
    return Look(parts, paths, owners, stamps, listings, young)


def listing_of(folder: str) -> int:
    """A checksum of the names in a folder; 0 when it can't be listed."""
    try:
        return zlib.crc32("\0".join(sorted(os.listdir(folder))).encode(errors="surrogateescape"))  # noqa: PTH208 - names alone
    except OSError:
        return 0


def stamp_texts(look: Look) -> dict[str, str]:
    """Each part with the stamps of its files as one text; a young one never matches."""
    own: dict[int, list[Stamp | None]] = {}
    for owner, stamp in zip(look.owners, look.stamps, strict=True):
        own.setdefault(owner, []).append(stamp)
    young = {look.owners[i] for i in look.young}
    return {
        part.key: f"{own.get(n, [])}{' young' if n in young else ''}"
        for n, part in enumerate(look.parts)
    }


def watched_folders(layout: Layout) -> Iterator[str]:
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


def _parts(snapshot: Snapshot) -> Iterator[Part]:
    layout = snapshot.layout
    taken: set[str] = set()
    for folder in snapshot.folders.values():
        files = tuple(n for n in (folder.items, folder.summary) if n)
        taken.update(files)
        yield Part(f"entity {folder.name}", files, "entity", folder)
    for name in snapshot.note_names:
        taken.add(name)
        yield Part(f"note {name}", (name,), "note")
    for name in dict.fromkeys((layout.tacit, *_identity(layout))):
        if layout.real(name).is_file():
            yield Part(f"tacit {name}", (name,), "tacit")
    yield Part("evidence", (EVIDENCE,), "evidence")
    for name in _documents(layout):
        if name not in taken:
            yield Part(f"document {name}", (name,), "document")


def _identity(layout: Layout) -> Iterator[str]:
    """The identity files but for MEMORY.md, which may lie elsewhere."""
    return (n for n in layout.settings.recall_identity if n != names.TACIT)


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


def remembered(connection: Connection, layout: Layout, environ: dict[str, str]) -> Look | None:
    """The look that the cache was filled from; None when it was of other places."""
    rows = dict(connection.execute("SELECT key, value FROM meta WHERE key IN ('watch', 'parts')"))
    root, variables, paths, stamps, _ = marshal.loads(rows["watch"])  # noqa: S302 - our own cache
    if root != str(layout.root) or variables != environment(environ):
        return None
    parts, owners, listings, young = marshal.loads(rows["parts"])  # noqa: S302 - as above
    known = tuple(
        Part(key, tuple(files), kind, Folder(EntityRef(folder[0]), *folder[1:]) if folder else None)
        for key, files, kind, folder in parts
    )
    paths = tuple(paths.split("\0"))
    return Look(known, paths, tuple(owners), tuple(stamps), listings, tuple(young))
