"""Conversations that a hook was told of: read by heartbeat like those of a source that is set."""

import os
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from memctl.config.settings import SOURCE_KINDS, Source
from memctl.graph.problem import Problem
from memctl.jobs.hook import TRANSCRIPTS
from memctl.jobs.talks.allowing import not_allowed
from memctl.workspace.layout import Layout
from memctl.workspace.own import read_cache
from memctl.workspace.source_files import SourceFile, find_source_files, home_of, may_read

_HOMES = ("projects", "sessions", "agents")
"""Folders below which programs keep their conversations: what evidence names begins there."""


def hooked_files(layout: Layout) -> Iterator[SourceFile]:
    """Those that may be read, are still there and belong to no source that is read anyway."""
    groups = {path for _, path, audience in _lines(layout) if audience}
    for host, path in _untold(layout):
        if may_read(path, layout):
            yield from _file(host, path, is_of_group=path in groups)


def hooked_problems(layout: Layout) -> Iterator[Problem]:
    """Where conversations lie that nobody has allowed to be read."""
    shut = {_home(path): host for host, path in _untold(layout) if not may_read(path, layout)}
    for home, host in shut.items():
        yield not_allowed(host, str(home), shlex.quote(str(home)))


def _untold(layout: Layout) -> Iterator[tuple[str, Path]]:
    """(host, path) of those in no source that is read anyway, in the order told, each once."""
    homes = [home_of(source, layout) for source in layout.settings.sources]
    open_homes = [home for home in homes if may_read(home, layout)]
    for host, path in dict.fromkeys((host, path) for host, path, _ in _lines(layout)):
        if not any(path.is_relative_to(home) for home in open_homes):
            yield host, path


def _lines(layout: Layout) -> Iterator[tuple[str, Path, str]]:
    """(host, path, audience as far as it was not the user alone)."""
    text = read_cache(layout, TRANSCRIPTS).decode("utf-8", "replace")
    for line in dict.fromkeys(text.splitlines()):
        host, path, audience = [*line.split("\t", 2), "", ""][:3]
        # The cache may have come from elsewhere: what is no absolute path of a host is none.
        if host and Path(path).is_absolute():
            yield host, Path(os.path.realpath(path)), audience


def _file(host: str, path: Path, *, is_of_group: bool) -> Iterator[SourceFile]:
    home = _home(path)
    source = Source(str(home), host, host if host in SOURCE_KINDS else None)
    found, _ = find_source_files(source, path, lambda _name: True)
    for file in found:
        name = path.relative_to(home).as_posix()
        yield replace(file, source=source, name=name, is_of_group=is_of_group)


def _home(path: Path) -> Path:
    return next((p for p in path.parents if p.name in _HOMES), path.parent)
