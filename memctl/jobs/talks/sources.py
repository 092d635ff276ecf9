"""`sources list` and `sources detect`: which conversations are read, and which could be."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from memctl.config.settings import FILE_NAME, Source
from memctl.graph.plan import AppendLines, Plan
from memctl.graph.sources import FoundSource, FoundSources, SourceList, SourceRow
from memctl.jobs.steps import Desk, carry_out
from memctl.jobs.talks.allowing import allow_homes, toml_text
from memctl.jobs.talks.conversations import Conversations
from memctl.jobs.talks.finding import files_at, files_of
from memctl.jobs.waiting import shelf_of, waiting_blocks
from memctl.sources.kinds import KINDS, Kind
from memctl.workspace.paths import real_path
from memctl.workspace.reading.snapshot import observe
from memctl.workspace.source_files import home_of, may_read


def list_sources(desk: Desk) -> SourceList:
    """Every source that is set, with how much of it waits to be read. Writes nothing."""
    snapshot = observe(desk.layout)
    notes = Conversations(desk).notes()
    waiting = waiting_blocks(snapshot, notes, today=desk.today, only_counts=True)
    rows = []
    for source in desk.settings.sources:
        mine = [b for b in waiting if shelf_of(b.path) == f"source:{source.name}"]
        files, _ = files_of(desk.layout, source)
        oldest = min((b.day for b in mine if b.day), default=None)
        is_open = may_read(home_of(source, desk.layout), desk.layout)
        row = SourceRow(source.name, source.kind, source.path, len(files), len(mine), oldest)
        rows.append(replace(row, is_allowed=is_open))
    return SourceList(tuple(rows), tuple(p for note in notes for p in note.problems))


def detect_sources(
    desk: Desk, environ: Mapping[str, str], *, add: bool = False, dry_run: bool = False
) -> FoundSources:
    """The well-known places that hold conversations.

    Args:
        desk: The workspace.
        environ: Tells the user's home, and where programs were told to keep theirs.
        add: Write those that are not set yet into memctl.toml.
        dry_run: With `add`: write nothing.
    """
    known = {home_of(source, desk.layout) for source in desk.settings.sources}
    found = tuple(_found(desk, environ, known))
    lines = _lines(desk.settings.sources, [source for source in found if not source.is_set])
    report = FoundSources(found, lines, dry_run=dry_run)
    if not (add and lines):
        return report
    gap = ("",) if desk.layout.real(FILE_NAME).exists() else ()
    plan = Plan((AppendLines(FILE_NAME, (*gap, *lines)),))
    carry_out(desk, "sources detect", lambda _: plan, dry_run=dry_run)
    # Whoever adds them has seen them.
    homes = (real_path(s.path, desk.layout.root) for s in found if not s.is_set)
    allow_homes(desk, environ, homes, dry_run=dry_run)
    return replace(report, is_added=not dry_run)


def _found(desk: Desk, environ: Mapping[str, str], known: set[Path]) -> Iterator[FoundSource]:
    user = environ.get("HOME") or str(Path.home())
    for kind in KINDS.values():
        for place in places_of(kind, environ):
            home = Path(os.path.realpath(place))
            files, _ = files_at(desk.layout, Source(str(home), kind.name, kind.name))
            if files:
                shown = re.sub(rf"\A{re.escape(user)}(?=/)", "~", place)
                yield FoundSource(kind.name, kind.about, shown, len(files), home in known)


def places_of(kind: Kind, environ: Mapping[str, str]) -> tuple[str, ...]:
    """Where a program keeps its conversations, whether or not there are any."""
    user = environ.get("HOME") or str(Path.home())
    moved = (f"{environ[v]}/{below}" for v, below in kind.moved_by if environ.get(v))
    return tuple(dict.fromkeys((*moved, *(f"{user}/{home}" for home in kind.homes))))


def _lines(sources: tuple[Source, ...], new: list[FoundSource]) -> tuple[str, ...]:
    """Tables for memctl.toml, each with a name of its own."""
    taken = {source.name for source in sources}
    lines: list[str] = []
    for source in new:
        numbers = (f"{source.kind}-{n}" for n in range(2, len(taken) + 3))
        name = next(n for n in (source.kind, *numbers) if n not in taken)
        taken.add(name)
        lines += [
            *([""] if lines else []),
            "[[sources]]",
            f"path = {toml_text(source.path)}",
            f'kind = "{source.kind}"',
            f'name = "{name}"',
        ]
    return tuple(lines)
