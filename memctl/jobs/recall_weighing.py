"""What the rules read in sources that recall is about to tell of, kept in the cache.

Only what may be told is looked at this closely, and once: until its files change again.
"""

import sqlite3
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from memctl.graph.entity import Entity, EntityRef
from memctl.index.filling import building
from memctl.index.filling.documents import Signs
from memctl.index.store import Connection, NotUsable, open_cache
from memctl.jobs.fresh_cache import INDEX, LINE
from memctl.jobs.recall_sources import IN_MEMORY, filled_cache, start_of
from memctl.workspace.discovery.entities import Folder
from memctl.workspace.finding import find_workspace
from memctl.workspace.layout import Layout
from memctl.workspace.reading.snapshot import observe

_PLAIN_CUES = frozenset({"memory", "user"})
"""Cues of a fact about "the user" as memctl itself writes it."""


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
    layout = find_workspace(start_of(workspace, environ), workspace, environ)
    snapshot = observe(layout)
    folders = {key: folder for key in keys if (folder := _folder(connection, key))}
    lines = [int(key[len(LINE) :]) for key in keys if key.startswith(LINE)]
    signs = {
        key: _signs(snapshot.entity(folders[key]), layout) if key in folders else Signs()
        for key in keys
        if not key.startswith(LINE)
    }
    path = str(layout.root / INDEX)
    is_file = bool(connection.execute("PRAGMA database_list").fetchone()[2])
    orders = _orders(building.texts(connection, lines), layout.root)

    def weigh(cache: Connection) -> None:
        building.weigh(cache, signs)
        building.judge(cache, orders)

    if is_file:
        connection.close()
        try:
            building.change(path, weigh)
            return open_cache(path)
        except (OSError, sqlite3.Error, NotUsable):
            connection = filled_cache(workspace, environ, IN_MEMORY)
            orders = {}  # lines bear other numbers there; they are asked about again
    weigh(connection)
    return connection


def _orders(lines: Iterable[tuple[int, str]], root: Path) -> dict[int, bool]:
    """For each line whether it gives the assistant orders that somebody else wrote."""
    from memctl.jobs.lexicons import lexicon_of  # noqa: PLC0415 - not on the hot path
    from memctl.safety.instructions import judge  # noqa: PLC0415 - as above

    lexicon = lexicon_of(root)
    # Whoever wrote the file, what stands in it may have been pasted.
    verdicts = ((n, judge(text, source="web", lexicon=lexicon)) for n, text in lines)
    return {n: bool(v) and not _PLAIN_CUES.issuperset(v.cues) for n, v in verdicts}


def _folder(connection: Connection, key: str) -> Folder | None:
    """The folder that a source was read from; None for one that is no entity's."""
    row = connection.execute("SELECT entity, path, summary FROM source WHERE key = ?", (key,))
    entity, path, summary = row.fetchone() or (None, None, None)
    name = key.partition(" ")[2]
    return (
        Folder(EntityRef(entity), name, path if path != name else None, summary) if entity else None
    )


def _signs(entity: Entity, layout: Layout) -> Signs:
    """What the rules read in an entity's facts, as the index keeps it."""
    if not any(f.is_active for f in entity.facts):
        return Signs()
    from memctl.jobs.lexicons import lexicon_of  # noqa: PLC0415 - not on the hot path
    from memctl.rules.comparing.whose.owners import told_of_others  # noqa: PLC0415 - as above
    from memctl.rules.doubt import doubts, tells_of_change, tells_of_end, user_slots  # noqa: PLC0415 - as above

    lexicon = lexicon_of(layout.root)
    return Signs(
        {i: (d.by, _iso(d.since), _iso(d.until)) for i, d in doubts(entity, lexicon).items()},
        tells_of_change(entity, lexicon),
        tells_of_end(entity, lexicon),
        {i: (slot, day.isoformat()) for i, (slot, day) in user_slots(entity, lexicon).items()},
        told_of_others(entity.facts, is_me=entity.ref == layout.settings.me, lexicon=lexicon),
    )


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None
