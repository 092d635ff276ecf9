"""The files of the sources, found by their names; none is opened."""

from collections.abc import Iterator

from memctl.config.settings import Source
from memctl.graph.problem import Problem
from memctl.jobs.talks.allowing import not_allowed
from memctl.jobs.talks.hooked import hooked_files, hooked_problems
from memctl.sources.kinds import KINDS, Kind, is_file_of
from memctl.workspace.layout import Layout
from memctl.workspace.source_files import SourceFile, find_source_files, home_of, may_read


def source_files(layout: Layout) -> Iterator[SourceFile]:
    """Every file of every source that is set or that a hook told of; nothing is opened."""
    for source in layout.settings.sources:
        yield from files_of(layout, source)[0]
    yield from hooked_files(layout)


def source_problems(layout: Layout) -> Iterator[Problem]:
    """What is odd about where the sources are; nothing is opened."""
    for source in layout.settings.sources:
        yield from files_of(layout, source)[1]
    yield from hooked_problems(layout)


def files_of(layout: Layout, source: Source) -> tuple[tuple[SourceFile, ...], tuple[Problem, ...]]:
    """The files of a source that is set, if it may be read, and what is odd about it."""
    if may_read(home_of(source, layout), layout):
        return files_at(layout, source)
    return (), (not_allowed(source.name, source.path, source.name),)


def files_at(layout: Layout, source: Source) -> tuple[tuple[SourceFile, ...], tuple[Problem, ...]]:
    """The files of a place that a person has named just now; memctl's own are none."""
    kind = kind_of(source)
    found, problems = find_source_files(
        source, home_of(source, layout), lambda name: is_wanted(kind, name)
    )
    return tuple(f for f in found if not f.path.is_relative_to(layout.own)), problems


def kind_of(source: Source) -> Kind | None:
    """What the files of a source are; None where each tells by what it holds."""
    return KINDS[source.kind] if source.kind else None


def is_wanted(kind: Kind | None, name: str) -> bool:
    """May a file of this name hold conversations of this kind?"""
    return name.lower().endswith(".zip") or is_file_of(kind, name)
