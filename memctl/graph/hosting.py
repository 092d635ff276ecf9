"""What memctl tells of the programs around it: schedulers and assistants."""

from dataclasses import dataclass
from datetime import datetime

from memctl.graph.answers import JobStatus


@dataclass(frozen=True, slots=True)
class Placed:
    """What stands in one place of another program's settings."""

    place: str
    """A path, or `crontab`."""
    text: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """What runs memctl at its time, and when that is."""

    workspace: str
    scheduler: str | None
    """cron, systemd or launchd; None when nothing is entered."""
    entries: tuple[Placed, ...]
    """What stands there, or would stand there with --dry-run."""
    jobs: tuple[JobStatus, ...]
    log: str
    """Where the runs are logged."""
    last_lines: tuple[str, ...] = ()
    """The end of the log."""
    is_current: bool = True
    """False when what stands there is not what this memctl would enter."""
    dry_run: bool = False
    diff: str | None = None
    """What install or remove changed, or would change."""


@dataclass(frozen=True, slots=True)
class RanJob:
    """One job that was due."""

    job: str
    summary: str
    """What it did, or why it failed, on one line."""
    error: str | None = None
    """The slug of what stopped it."""


@dataclass(frozen=True, slots=True)
class ScheduledRun:
    """What one look of the scheduler came to."""

    at: datetime
    jobs: tuple[RanJob, ...]
    waited_for: str | None = None
    """Who is still at work; nothing was run then."""
    exit_code: int = 0


@dataclass(frozen=True, slots=True)
class ServedTool:
    """One tool that agents find."""

    name: str
    description: str
    writes: bool


@dataclass(frozen=True, slots=True)
class Served:
    """What the server for agents offers."""

    audience: str
    tools: tuple[ServedTool, ...]


@dataclass(frozen=True, slots=True)
class Hooked:
    """How memctl stands in an assistant's settings."""

    host: str
    is_installed: bool
    settings: str
    """The file in which the host is told of memctl."""
    workspace: str | None = None
    """Whose memory it is told; None where nothing is installed."""
    events: tuple[str, ...] = ()
    """The host's own words for what it calls memctl on."""
    is_current: bool = True
    """False when what stands there is not what this memctl would install."""
    files: tuple[str, ...] = ()
    """What install or uninstall wrote or took away, or would."""
    backup: str | None = None
    """The settings as they were before memctl came; None where there were none."""
    notices: tuple[str, ...] = ()
    dry_run: bool = False
    diff: str | None = None
    """What install or uninstall changed, or would change."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What happened while a workspace was watched."""

    saved: int = 0
    """Files that a person saved."""
    problems: int = 0
    """What was odd about them."""
    heartbeats: int = 0
    refreshed: int = 0
    """How often the index was brought up to date."""
