"""What a reading command tells: one frozen value each, rendered as JSON like the reports."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from memctl.graph.plan import Question
from memctl.graph.problem import Problem
from memctl.graph.report import FactRow


@dataclass(frozen=True, slots=True)
class FactList:
    """Rows as `fact list` prints them."""

    facts: tuple[FactRow, ...]
    as_of: date | None = None


@dataclass(frozen=True, slots=True)
class EntityRow:
    """One line of `entity list`."""

    entity: str
    name: str
    aliases: tuple[str, ...]
    current: int
    """How many of its facts hold today."""
    retired: int
    path: str
    """Its folder, relative to the workspace."""
    visibility: str | None = None
    """Its mark: `private`, `shared` or `group`; `unreadable` counts as private."""


@dataclass(frozen=True, slots=True)
class EntityList:
    """Every entity, sorted by ref."""

    entities: tuple[EntityRow, ...]


@dataclass(frozen=True, slots=True)
class EntityCard:
    """One entity with its summary and what holds of it."""

    entity: EntityRow
    summary: str | None
    """The text between the markers; None when there is no block."""
    facts: tuple[FactRow, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of evidence, looked for in its file now."""

    path: str
    line: int | None
    """Where the quote stands now; None when it is gone."""
    quote: str
    day: date | None
    is_found: bool
    said_line: int | None = None
    """Where it stood when the fact was written."""
    kept_in: str = "items"
    """`items` or `ledger`: where memctl keeps this evidence."""


@dataclass(frozen=True, slots=True)
class FactCard:
    """A fact, where it was read, and what came before and after it."""

    fact: FactRow
    evidence: tuple[Found, ...]
    before: tuple[FactRow, ...] = ()
    after: tuple[FactRow, ...] = ()
    once: tuple[FactRow, ...] = ()
    """Other rows that bore the id that was asked for, until a merge gave them another."""
    retired_because: str | None = None
    """Why the fact was retired: as its row says, and as memctl reads the two rows."""
    moved_to: FactRow | None = None
    """The row that says it where it belongs, when it was never this entity's."""
    moved_from: tuple[FactRow, ...] = ()
    """Rows of other entities at which it stood before."""


@dataclass(frozen=True, slots=True)
class History:
    """Facts in the order in which they followed one another, chain by chain."""

    entity: str
    name: str
    as_of: date | None
    chains: tuple[tuple[FactRow, ...], ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """Everything that `check` found."""

    problems: tuple[Problem, ...]
    entities: int
    facts: int
    notes: int
    is_failed: bool
    """Is there an error, or with --strict a warning?"""


@dataclass(frozen=True, slots=True)
class Merged:
    """What the merge driver made of one file."""

    path: str
    is_clean: bool
    """False when conflict markers are left."""
    notices: tuple[str, ...] = ()
    review: tuple[Question, ...] = ()
    """What the next job asks."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A candidate as `explain` prints it, with the gate's verdict."""

    entity: str | None
    entity_name: str
    fact: str
    category: str
    timestamp: date | None
    valid_until: date | None
    quote: str
    pattern: str
    accepted: bool
    reason: str | None


@dataclass(frozen=True, slots=True)
class Explained:
    """What extraction makes of one text."""

    candidates: tuple[Proposed, ...]


@dataclass(frozen=True, slots=True)
class JobStatus:
    """When a job last succeeded."""

    job: str
    last_success: datetime | None
    age_hours: float | None
    next_run: datetime | None = None
    """When a scheduler will run it; None when none does."""


@dataclass(frozen=True, slots=True)
class Status:
    """How the workspace is doing."""

    workspace: str
    entities: int
    current: int
    retired: int
    notes: int
    waiting: int
    """Blocks of notes that extraction has not read."""
    oldest_waiting: date | None
    questions: int
    errors: int
    warnings: int
    jobs: tuple[JobStatus, ...]
    branch: str | None = None
    is_fresh: bool = True
    """False when a job is older than `--max-age`."""
    undo: str | None = None
    """The job that `memctl undo` would take back."""
    scheduler: str | None = None
    """What runs the jobs at their time: cron, systemd or launchd."""
    unreadable: int = 0
    """Notes of which nothing can be read."""


@dataclass(frozen=True, slots=True)
class Parked:
    """Something that a model or an agent said and that was not let in."""

    day: date
    by: str
    reason: str
    text: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Questions:
    """What a person should decide: REVIEW.md as a value."""

    review: tuple[Question, ...]
    parked: tuple[Parked, ...] = ()
    """Only with --parked."""


@dataclass(frozen=True, slots=True)
class DemoStep:
    """One command of the demonstration and what it told."""

    title: str
    command: str
    report: Any
    """A report, an answer, or a text that is shown as it is."""


@dataclass(frozen=True, slots=True)
class Demo:
    """A walk through memctl on a copy of the example."""

    folder: str
    steps: tuple[DemoStep, ...]
    look_next: tuple[str, ...]
