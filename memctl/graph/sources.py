"""What memctl tells of the conversations that other programs keep."""

from dataclasses import dataclass
from datetime import date

from memctl.graph.problem import Problem


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One source that is set."""

    name: str
    kind: str | None
    """None: each file tells by what it holds."""
    path: str
    files: int
    waiting: int
    """Blocks of messages that no heartbeat has read."""
    oldest_waiting: date | None = None
    is_allowed: bool = True
    """False: it lies outside the workspace, and the person's own settings do not allow it."""


@dataclass(frozen=True, slots=True)
class SourceList:
    """Every source that is set, in the order of memctl.toml."""

    sources: tuple[SourceRow, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundSource:
    """A place where a program keeps conversations."""

    kind: str
    about: str
    path: str
    """With `~` for the user's home."""
    files: int
    is_set: bool
    """Does memctl.toml name it?"""


@dataclass(frozen=True, slots=True)
class FoundSources:
    """What was found in the well-known places."""

    sources: tuple[FoundSource, ...]
    lines: tuple[str, ...]
    """What memctl.toml needs for those that are not set yet."""
    is_added: bool = False
    """Were these lines written?"""
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class AllowedSources:
    """What the person's own settings now allow a workspace to read."""

    workspace: str
    paths: tuple[str, ...]
    """As far as they were not allowed before."""
    file: str
    """The person's own settings."""
    dry_run: bool = False
    write: bool = False
    """May `[paths]` of the workspace lead there too, so that it is written to?"""
