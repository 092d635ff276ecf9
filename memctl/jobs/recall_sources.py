"""What recall reads when files have changed: the changed ones, parsed, into the cache."""

import contextlib
import marshal
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

from memctl import resources
from memctl.formats.markdown.front_matter import find_front_matter
from memctl.formats.summary import mark_of
from memctl.graph.entity import Entity, Summary
from memctl.graph.visibility import EVERYBODY, PRIVATE, UNREADABLE_MARK, widest
from memctl.index import building, store
from memctl.index.documents import (
    Signs,
    Source,
    entity_source,
    evidence_quotes,
    note_documents,
    text_documents,
)
from memctl.index.store import Connection, NotUsable, open_cache
from memctl.jobs.fresh_cache import INDEX, LINE, MANY_PATHS
from memctl.jobs.recall_look import (
    FOLDER,
    SETTINGS,
    Look,
    Part,
    listing_of,
    look_at,
    remembered,
    stamp_texts,
)
from memctl.jobs.shown import shown_source
from memctl.jobs.whereabouts import RUNS, Stamp, environment, is_young, stamp_of
from memctl.workspace.layout import Layout, find_workspace
from memctl.workspace.ledgers import read_evidence
from memctl.workspace.own import make_cache
from memctl.workspace.reading import Snapshot, observe

_IN_MEMORY = 2
_PLAIN_CUES = frozenset({"memory", "user"})
"""Cues of a fact about "the user" as memctl itself writes it."""


def filled_cache(workspace: str | None, environ: dict[str, str], attempt: int) -> Connection:
    """A cache that says what the files say.

    Args:
        workspace: As `-w` names it.
        environ: The environment variables.
        attempt: 0 refreshes the cache that is there, 1 builds it anew, 2 builds in memory.
    """
    layout = find_workspace(Path.cwd(), workspace, environ)
    path = str(layout.root / INDEX)
    if attempt < _IN_MEMORY:
        # Before the times are looked at: it changes the time of the folder above.
        with contextlib.suppress(OSError):
            make_cache(layout)
    try:
        if attempt == 0 and _refresh_known(path, layout, environ):
            return open_cache(path)
    except (OSError, sqlite3.Error, NotUsable) as error:
        _give_up_when_locked(error)  # as below; else the whole look may still find a way
    snapshot = observe(layout)
    look = look_at(snapshot, environ)
    about = {**_about(layout, look, environ), "asking": marshal.dumps(_asking())}
    if attempt < _IN_MEMORY:
        try:
            if attempt == 0:
                _refresh(path, snapshot, look, about)
            else:
                building.build(path, _sources(snapshot, look, look.parts), about)
            return open_cache(path)
        except (OSError, sqlite3.Error, NotUsable) as error:
            _give_up_when_locked(error)
            # Read-only, full or locked: the answer is the same, it only costs more.
    return building.build_in_memory(_sources(snapshot, look, look.parts), about)


def _give_up_when_locked(error: Exception) -> None:
    """Who has no patience does not build everything anew because somebody else is at it."""
    locked = error.__cause__ if isinstance(error, NotUsable) else error
    if not store.patience_s and isinstance(locked, sqlite3.OperationalError):
        raise locked


def weighed(
    connection: Connection,
    keys: Iterable[str],
    workspace: str | None,
    environ: dict[str, str],
) -> Connection:
    """A cache that also knows what the rules read in these sources and lines.

    Args:
        connection: The cache that gave the keys; it may be closed here.
        keys: Of sources, or "line ID" of documents.
        workspace: As `-w` names it.
        environ: The environment variables.
    """
    layout = find_workspace(Path.cwd(), workspace, environ)
    snapshot = observe(layout)
    folders = {f"entity {folder.name}": folder for folder in snapshot.folders.values()}
    lines = [int(key[len(LINE) :]) for key in keys if key.startswith(LINE)]
    signs = {
        key: _signs(snapshot.entity(folders[key])) if key in folders else Signs()
        for key in keys
        if not key.startswith(LINE)
    }
    path = str(layout.root / INDEX)
    is_file = bool(connection.execute("PRAGMA database_list").fetchone()[2])
    orders = _orders(building.texts(connection, lines))

    def weigh(cache: Connection) -> None:
        building.weigh(cache, signs)
        building.judge(cache, orders)

    if is_file:
        connection.close()
        try:
            building.change(path, weigh)
            return open_cache(path)
        except (OSError, sqlite3.Error, NotUsable):
            connection = filled_cache(workspace, environ, _IN_MEMORY)
            orders = {}  # lines bear other numbers there; they are asked about again
    weigh(connection)
    return connection


def _orders(lines: Iterable[tuple[int, str]]) -> dict[int, bool]:
    """For each line whether it gives the assistant orders that somebody else wrote."""
    from memctl.jobs.steps import shipped_lexicon  # noqa: PLC0415 - not on the hot path
    from memctl.safety.instructions import judge  # noqa: PLC0415 - as above

    lexicon = shipped_lexicon()
    # Whoever wrote the file, what stands in it may have been pasted.
    verdicts = ((n, judge(text, source="web", lexicon=lexicon)) for n, text in lines)
    return {n: bool(v) and not _PLAIN_CUES.issuperset(v.cues) for n, v in verdicts}


def _glance(layout: Layout, look: Look) -> list[tuple[str, Stamp | None]] | None:
    """What tells of nearly every change in a large workspace without a look at each entity.

    Every path but the entities' own, and the log of runs: whatever memctl itself has done since
    shows there. None where it is quick enough to look at everything.
    """
    if len(look.paths) <= MANY_PATHS or layout.places.mounts:
        return None
    of_entities = {n for n, part in enumerate(look.parts) if part.kind == "entity"}
    folders = {str(layout.real(p.folder.name)) for p in look.parts if p.folder is not None}
    runs = str(layout.root / RUNS)
    seen = zip(look.paths, look.owners, look.stamps, strict=True)
    return [
        *((path, s) for path, n, s in seen if n not in of_entities and path not in folders),
        (runs, stamp_of(runs)),
    ]


def _refresh(path: str, snapshot: Snapshot, look: Look, about: Mapping[str, object]) -> None:
    """Read what changed since the cache was filled; build it where there is none."""
    try:
        connection = open_cache(path)
        known = dict(connection.execute("SELECT key, stamp FROM source"))
        connection.close()
    except NotUsable:
        building.build(path, _sources(snapshot, look, look.parts), about)
        return
    stamps = stamp_texts(look)
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
        old = remembered(connection, layout, environ)
    finally:
        connection.close()
    if old is None:
        return False
    began = time.time_ns()
    stamps = tuple(stamp_of(path) for path in old.paths)
    moved = [i for i, (a, b) in enumerate(zip(old.stamps, stamps, strict=True)) if a != b]
    touched = sorted({*moved, *old.young})
    for i in touched:
        if old.owners[i] == SETTINGS or stamps[i] is None:
            return False
        if old.owners[i] == FOLDER and listing_of(old.paths[i]) != old.listings[old.paths[i]]:
            return False
    young = tuple(i for i in touched if is_young(stamps[i], began))
    look = replace(old, stamps=stamps, young=young)
    parts = [old.parts[n] for n in sorted({old.owners[i] for i in touched} - {FOLDER})]
    about = _about(layout, look, environ)
    building.refresh(path, _sources(observe(layout), look, parts), (), about)
    return True


def _about(layout: Layout, look: Look, environ: dict[str, str]) -> Mapping[str, object]:
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
        "glance": marshal.dumps(_glance(layout, look)),
        "parts": marshal.dumps((parts, look.owners, dict(look.listings), look.young)),
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
    }


def _asking() -> dict[str, object]:
    """The words of questions as the cache keeps them: no question reads the tables again."""
    from memctl.language.questions import compiled  # noqa: PLC0415 - TOML, when a cache is filled

    return compiled(f.read_text(encoding="utf-8") for f in resources.asking_files())


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


def _sources(snapshot: Snapshot, look: Look, parts: Iterable[Part]) -> Iterator[Source]:
    stamps = stamp_texts(look)
    return (read_source(snapshot, part, stamps[part.key]) for part in parts)


def _signs(entity: Entity) -> Signs:
    """What the rules read in an entity's facts, as the index keeps it."""
    if not any(f.is_active for f in entity.facts):
        return Signs()
    from memctl.jobs.steps import shipped_lexicon  # noqa: PLC0415 - not on the hot path
    from memctl.rules.doubt import doubts, tells_of_change, tells_of_end, user_slots  # noqa: PLC0415 - as above

    lexicon = shipped_lexicon()
    return Signs(
        {i: (d.by, _iso(d.since), _iso(d.until)) for i, d in doubts(entity, lexicon).items()},
        tells_of_change(entity, lexicon),
        tells_of_end(entity, lexicon),
        {i: (slot, day.isoformat()) for i, (slot, day) in user_slots(entity, lexicon).items()},
    )


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None


def read_source(snapshot: Snapshot, part: Part, stamp: str) -> Source:
    """One part, read and parsed now; secrets in it are masked."""
    return shown_source(_read(snapshot, part, stamp))


def _read(snapshot: Snapshot, part: Part, stamp: str) -> Source:
    if part.folder is not None:
        entity = snapshot.entity(part.folder)
        if part.folder.summary and entity.summary is None:
            # It is there and can't be read; who may be told is not known.
            path = part.folder.summary
            entity = replace(entity, summary=Summary(path, None, None, visibility=UNREADABLE_MARK))
        return entity_source(entity, part.key, stamp)
    if part.kind == "evidence":
        more = read_evidence(snapshot.layout)
        quotes = (evidence_quotes(ref, fact_id, found) for (ref, fact_id), found in more.items())
        return Source(part.key, stamp, (), quotes=tuple(row for rows in quotes for row in rows))
    name = part.files[0]
    text = snapshot.text_or_none(name) or ""
    head = find_front_matter(text)
    # Who the user is and how they work is nobody else's business unless a mark says so.
    told = widest(mark_of(text, head) or (PRIVATE if part.kind == "tacit" else None))
    if part.kind == "note":
        found = note_documents(snapshot.note(name))
    else:
        lines = _boilerplate() if part.kind == "tacit" else frozenset()
        if head is not None:
            text = "\n" * text.count("\n", 0, head.end) + text[head.end :]
        found = text_documents(name, text, part.kind, lines)
    documents = tuple(replace(d, audience=told) for d in found) if told < EVERYBODY else found
    return Source(part.key, stamp, documents, audience=told)


@lru_cache(maxsize=1)
def _boilerplate() -> frozenset[str]:
    """The lines of the shipped templates, as they stand in files laid down by `init`."""
    pages = resources.folder("templates").glob("*/*.md")
    lines = (ln.strip() for p in pages for ln in p.read_text(encoding="utf-8").splitlines())
    return frozenset(line for line in lines if line and not line.startswith("#"))
