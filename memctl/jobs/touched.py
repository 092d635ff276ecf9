"""Which entities' files were written since a job last ran, whoever wrote them.

The stamps that a run saw are kept in the cache; what differs now was touched. Days and clocks
are not asked, since a copied file may bear any time.
"""

import contextlib
import json
import time
from collections.abc import Mapping

from memctl.graph.entity import EntityRef
from memctl.jobs.whereabouts import is_young
from memctl.workspace.discovery.entities import Folder
from memctl.workspace.layout import Layout
from memctl.workspace.own import read_cache, write_cache
from memctl.workspace.reading.snapshot import Snapshot

Stamps = Mapping[str, list[int]]


def stamps_of(snapshot: Snapshot) -> Stamps:
    """What to keep of the files as they are; none of one that may change within this tick."""
    now = time.time_ns()
    return {name: [*s] for name, s in snapshot.stamps().items() if not is_young(s, now)}


def keep_stamps(layout: Layout, job: str, stamps: Stamps) -> None:
    """Remember what a run saw."""
    with contextlib.suppress(OSError):  # then the next run looks at everything
        write_cache(layout, _name(job), json.dumps(stamps).encode())


def touched_since(snapshot: Snapshot, job: str) -> frozenset[EntityRef]:
    """Entities of which a file is not as the last run saw it."""
    before = _kept(snapshot.layout, job)
    changed = {name for name, s in snapshot.stamps().items() if before.get(name) != [*s]}
    pairs = snapshot.folders.items()
    return frozenset(ref for ref, folder in pairs if not changed.isdisjoint(_files(folder)))


def _files(folder: Folder) -> tuple[str, ...]:
    return tuple(name for name in (folder.items, folder.summary) if name)


def _kept(layout: Layout, job: str) -> Stamps:
    try:
        found = json.loads(read_cache(layout, _name(job)) or b"{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _name(job: str) -> str:
    return f"stamps-{job}.json"
