"""Conversations that a hook was told of: read by heartbeat like those of a source that is set."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from memctl.config import SOURCE_KINDS, Source
from memctl.jobs.hook import TRANSCRIPTS
from memctl.workspace.layout import Layout
from memctl.workspace.own import read_cache
from memctl.workspace.source_files import SourceFile, find_source_files, home_of

_HOMES = ("projects", "sessions", "agents")
"""Folders below which programs keep their conversations: what evidence names begins there."""


def hooked_files(layout: Layout) -> Iterator[SourceFile]:
    """Those that are still there and belong to no source that is set, in the order told."""
    set_homes = [home_of(source, layout) for source in layout.settings.sources]
    for host, path in _lines(layout):
        if not any(path.is_relative_to(home) for home in set_homes):
            yield from _file(host, path)


def _lines(layout: Layout) -> Iterator[tuple[str, Path]]:
    text = read_cache(layout, TRANSCRIPTS).decode("utf-8", "replace")
    for line in dict.fromkeys(text.splitlines()):
        host, tab, path = line.partition("\t")
        # The cache may have come from elsewhere: what is no absolute path of a host is none.
        if tab and host and Path(path).is_absolute():
            yield host, Path(os.path.realpath(path))


def _file(host: str, path: Path) -> Iterator[SourceFile]:
    home = next((p for p in path.parents if p.name in _HOMES), path.parent)
    source = Source(str(home), host, host if host in SOURCE_KINDS else None)
    found, _ = find_source_files(source, path, lambda _name: True)
    for file in found:
        yield replace(file, source=source, name=path.relative_to(home).as_posix())
