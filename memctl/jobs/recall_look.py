"""One look at the file times: everything that recall's cache rests on, before it is read."""

import marshal
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from memctl import resources
from memctl.config.loading import user_file
from memctl.config.settings import FILE_NAME
from memctl.index.store import Connection
from memctl.jobs.whereabouts import Stamp, is_young, stamp_of
from memctl.workspace import names
from memctl.workspace.discovery.entities import Folder
from memctl.workspace.layout import Layout
from memctl.workspace.lexicon_files import lexicon_paths
from memctl.workspace.paths import join
from memctl.workspace.reading.snapshot import Snapshot

RESOURCES = "resources"
SETTINGS, FOLDER = -1, -2
"""Who owns a path that is no part's."""
PASSING = -1
"""Number of a page that no cache keeps."""
_PLAIN = (".md", ".markdown", ".txt")
_DEEPEST = 12
_ON_A_PAGE = 200
_FOLDER = tuple(f.name for f in fields(Folder))


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
class Page:
    """Some of what the cache rests on: as much as one edit makes the cache write down again."""

    number: int
    is_apart: bool
    """Does it hold entities alone? A hurried look passes over such pages."""
    parts: tuple[Part, ...]
    paths: tuple[str, ...]
    """Of the files of the parts, and of folders that a new file may stand in."""
    owners: tuple[int, ...]
    """For each path the part that it belongs to; -1 for settings, -2 for folders."""
    listings: Mapping[str, int]
    """Folder to a checksum of the names in it."""
    began: int
    """When the look began, in nanoseconds."""
    stamps: tuple[Stamp | None, ...] = ()
    """How the paths looked; none before the page was `seen`."""
    young: tuple[int, ...] = ()
    """Paths that may have changed once more within one tick of the clock after the look."""

    def seen(self, known: "Mapping[str, Stamp | None] | None" = None) -> "Page":
        """The page with its paths as they look now: before any of them is read.

        Args:
            known: How some looked when they were opened.
        """
        found = known or {}
        stamps = tuple(found[p] if p in found else stamp_of(p) for p in self.paths)
        young = tuple(i for i, stamp in enumerate(stamps) if is_young(stamp, self.began))
        return replace(self, stamps=stamps, young=young)

    def packed(self) -> tuple[int, int, bytes, bytes]:
        """As the cache keeps it: what is compared before every answer by itself."""
        parts = [
            (p.key, p.files, p.kind, p.folder and tuple(map(p.folder.__getattribute__, _FOLDER)))
            for p in self.parts
        ]
        seen = (self.paths, list(self.stamps), bool(self.young))
        known = (parts, self.owners, dict(self.listings), self.young)
        return self.number, int(self.is_apart), marshal.dumps(seen), marshal.dumps(known)


def notes_alone(snapshot: Snapshot, began: int) -> tuple[Page, ...]:
    """The notes, which can be read before it is known what else there is; no cache keeps these."""
    notes = [*map(_note, snapshot.note_names)]
    starts = range(0, len(notes), _ON_A_PAGE)
    pieces = (notes[at : at + _ON_A_PAGE] for at in starts)
    return tuple(_page(snapshot.layout, PASSING, some, {}, began) for some in pieces)


def look_at(snapshot: Snapshot, environ: dict[str, str], began: int) -> tuple[Page, ...]:
    """Everything that the cache rests on; the times of what is no entity's are seen already.

    Args:
        snapshot: Of the workspace.
        environ: The environment variables.
        began: When the first of its files was looked at, in nanoseconds.
    """
    layout = snapshot.layout
    parts = tuple(all_parts(snapshot))
    # What was looked into already when entities were looked for need not be listed again; a
    # name that is new since shows in the folder's own times.
    listings = dict(_listed_folders(layout, snapshot.leaves))
    apart = [part for part in parts if part.folder is not None]
    pages: list[Page] = []
    for at in range(0, len(apart), _ON_A_PAGE):
        some = apart[at : at + _ON_A_PAGE]
        own = (layout.places.spelled(p.folder.name) for p in some if p.folder is not None)
        folders = {path: listings.pop(path) for path in own if path in listings}
        pages.append(_page(layout, len(pages) + 1, some, folders, began))
    rest = [part for part in parts if part.folder is None]
    settings = (
        str(layout.root / FILE_NAME),
        str(user_file(environ)),
        *map(str, resources.asking_files()),
        *map(str, lexicon_paths(layout.root)),
    )
    return (_page(layout, 0, rest, listings, began, settings).seen(), *pages)


def _page(  # noqa: PLR0913, PLR0917 - the parts of one value
    layout: Layout,
    number: int,
    parts: Sequence[Part],
    listings: Mapping[str, int],
    began: int,
    settings: tuple[str, ...] = (),
) -> Page:
    spelled = layout.places.spelled
    owned = [
        *((spelled(name), n) for n, part in enumerate(parts) for name in part.files),
        *((path, SETTINGS) for path in settings),
        *((path, FOLDER) for path in listings),
    ]
    paths = tuple(path for path, _ in owned)
    owners = tuple(owner for _, owner in owned)
    return Page(number, bool(number), tuple(parts), paths, owners, listings, began)


def looked_again(page: Page, stamps: tuple[Stamp | None, ...]) -> tuple[Page, set[int]] | None:
    """The page with the stamps of now, and the parts that have to be read again.

    None when a folder holds other names than before, or settings changed: then everything has
    to be looked for.
    """
    moved = (i for i, (a, b) in enumerate(zip(page.stamps, stamps, strict=True)) if a != b)
    touched = sorted({*moved, *page.young})
    for i in touched:
        if page.owners[i] == SETTINGS or stamps[i] is None:
            return None
        if page.owners[i] == FOLDER and listing_of(page.paths[i]) != page.listings[page.paths[i]]:
            return None
    young = tuple(i for i in touched if is_young(stamps[i], page.began))
    return replace(page, stamps=stamps, young=young), {page.owners[i] for i in touched} - {FOLDER}


def listing_of(folder: str) -> int:
    """A checksum of the names in a folder; 0 when it can't be listed."""
    try:
        return _checksum(os.listdir(folder))  # noqa: PTH208 - names alone
    except OSError:
        return 0


def _checksum(names: Iterable[str]) -> int:
    return zlib.crc32("\0".join(sorted(names)).encode(errors="surrogateescape"))


def stamp_texts(page: Page) -> dict[str, str]:
    """Each part with the stamps of its files as one text; a young one never matches."""
    own: dict[int, list[Stamp | None]] = {}
    for owner, stamp in zip(page.owners, page.stamps, strict=True):
        own.setdefault(owner, []).append(stamp)
    young = {page.owners[i] for i in page.young}
    return {
        part.key: f"{own.get(n, [])}{' young' if n in young else ''}"
        for n, part in enumerate(page.parts)
    }


def watched_folders(layout: Layout) -> Iterator[str]:
    """Every folder in which a new file could belong to the workspace."""
    return (folder for folder, _ in _listed_folders(layout, {}))


def _listed_folders(
    layout: Layout, leaves: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, int]]:
    """The same, each with a checksum of the names in it.

    Args:
        layout: Where everything is.
        leaves: Folders known to hold nothing but files, with the names in them.
    """
    seen: set[str] = set()
    tops = [str(layout.root), *(str(m.real) for m in layout.places.mounts)]
    stack = [(top, os.path.realpath(top), 0) for top in tops]
    skipped = layout.table.skipped
    while stack:
        folder, real, depth = stack.pop()
        if real in seen or depth > _DEEPEST:
            continue
        seen.add(real)
        if folder in leaves:
            yield folder, _checksum(leaves[folder])
            continue
        try:
            with os.scandir(folder) as found:
                entries = list(found)
        except OSError:
            yield folder, 0
            continue
        yield folder, _checksum(e.name for e in entries)
        inside = sorted((e.name, e) for e in entries if e.name not in skipped and _is_folder(e))
        for name, entry in inside:
            # Only a link leads elsewhere; to resolve every path costs more than to list it.
            below = os.path.realpath(entry.path) if entry.is_symlink() else f"{real}/{name}"
            stack.append((entry.path, below, depth + 1))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads back to itself
        return False


def all_parts(snapshot: Snapshot) -> Iterator[Part]:
    """Everything that recall reads, each file once."""
    layout = snapshot.layout
    taken: set[str] = set()
    for folder in snapshot.folders.values():
        files = tuple(n for n in (folder.items, folder.summary) if n)
        taken.update(files)
        yield Part(f"entity {folder.name}", files, "entity", folder)
    for name in snapshot.note_names:
        taken.add(name)
        yield _note(name)
    for name in dict.fromkeys((layout.tacit, *_identity(layout))):
        if layout.real(name).is_file():
            yield Part(f"tacit {name}", (name,), "tacit")
    yield Part("evidence", (names.EVIDENCE,), "evidence")
    for name in _documents(layout):
        if name not in taken:
            yield Part(f"document {name}", (name,), "document")


def _note(name: str) -> Part:
    return Part(f"note {name}", (name,), "note")


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
                name = join(top, "" if below == "." else below, file)
                if file.endswith(_PLAIN) and names.is_text(name):
                    yield name


def moved_pages(
    connection: Connection, began: int
) -> Iterator[tuple[Page, tuple[Stamp | None, ...]]]:
    """Every page on which a file looks otherwise, or was young, with the stamps of now."""
    for number, apart, seen in connection.execute("SELECT id, apart, seen FROM page").fetchall():
        paths, stamps, is_unsure = marshal.loads(seen)  # noqa: S302 - our own cache
        now = tuple(map(stamp_of, paths))
        if is_unsure or now != tuple(stamps):
            row = connection.execute("SELECT known FROM page WHERE id = ?", (number,)).fetchone()
            parts, owners, listings, young = marshal.loads(row[0])  # noqa: S302 - as above
            known = tuple(
                Part(key, tuple(files), kind, folder and Folder(*folder))
                for key, files, kind, folder in parts
            )
            yield (
                Page(
                    *(number, bool(apart), known, paths, owners, listings, began),
                    *(tuple(stamps), young),
                ),
                now,
            )
