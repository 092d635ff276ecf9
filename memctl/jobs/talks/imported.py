"""The files that `import` reads, and one of them found again by its name."""

import os
from dataclasses import replace
from pathlib import Path

from memctl.config.settings import IMPORT, Source
from memctl.jobs.steps import Desk
from memctl.jobs.talks.finding import files_at
from memctl.workspace.source_files import SourceFile, home_of


def imported_file(desk: Desk, name: str) -> SourceFile | None:
    """The file of the workspace that was imported under this name, if it still stands there."""
    path = desk.layout.root / name
    if ".." in Path(name).parts or not desk.layout.places.holds(Path(os.path.realpath(path))):
        return None
    return next(iter(files_below(desk, path, None)), None) if path.is_file() else None


def files_below(desk: Desk, home: Path, kind: str | None) -> tuple[SourceFile, ...]:
    """The files of conversations at a path, each under the name that its evidence bears."""
    for source in desk.settings.sources:
        if home.is_relative_to(home_of(source, desk.layout)):
            found, _ = files_at(desk.layout, source)
            return tuple(f for f in found if f.path.is_relative_to(home))
    found, _ = files_at(desk.layout, Source(str(home), IMPORT, kind))
    inside = desk.layout.places.name(home)
    # Below the workspace evidence can be looked up again; of other places the name is kept.
    folder = inside if inside is not None else home.name
    if home.is_file():
        folder = folder.rpartition("/")[0]
    return tuple(replace(f, name=f"{folder}/{f.name}" if folder else f.name) for f in found)
