"""What a job tells when it is done: one frozen value each, rendered as JSON in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from typing import Any

from memctl.graph.fact import Evidence
from memctl.graph.plan import Question
from memctl.graph.problem import Problem


@dataclass(frozen=True, slots=True)
class Changed:
    """One change as a person reads it: old, new, why, and where it was read."""

    kind: str
    """fact-added, fact-superseded, fact-retracted, fact-moved, fact-marked, fact-used, fact-purged,
    evidence-added, entity-created, entity-renamed, entity-moved, kept-apart, may-be-one,
    alias-added, alias-removed, text-kept, summary-written, note-appended, tacit-added,
    block-written, file-created, references-rewritten, words-removed."""
    entity: str | None
    id: str | None
    before: str | None
    after: str | None
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class JobReport:
    """Heartbeat, weekly and every command that writes."""

    job: str
    changes: tuple[Changed, ...] = ()
    problems: tuple[Problem, ...] = ()
    review: tuple[Question, ...] = ()
    """Every open question."""
    asked: tuple[str, ...] = ()
    """Ids of those that this job asks for the first time."""
    commit: str | None = None
    dry_run: bool = False
    diff: str | None = None
    """Unified diff of the files; only with --dry-run."""
    undo: str | None = None
    """Id of the journal entry that `memctl undo` would take back."""
    notices: tuple[str, ...] = ()
    """What else a person should know: left uncommitted, includes hand edits, …"""
    rejected: tuple[str, ...] = ()
    """Ids of the questions that were answered with no."""
    unanswered: str | None = None
    """Why a model could not be asked, or was of no use; what it would have read still waits."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact as `fact list`, `history` and `recall` print it."""

    entity: str
    id: str | None
    """None where the file gives its rows no ids."""
    fact: str
    category: str | None
    timestamp: str | None
    source: str | None
    status: str
    superseded_by: str | None
    path: str | None
    line: int | None
    current: bool = True
    valid_until: date | None = None
    since: date | None = None
    until: date | None = None
    visibility: str | None = None
    """The row's own mark: `private`, `shared` or `group`; None where it bears none."""
    moved_to: str | None = None
    """`ENTITY#ID`: where the fact stands that was never this entity's."""
    tier: str | None = None
    """hot, warm or cold; None where it is not current, or not asked."""


def as_json(value: Any) -> Any:
    """Reports as plain JSON values: camelCase keys as on disk, days as YYYY-MM-DD.

    `Question.accept` is left out: it is what would be done, not what is asked.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {
            _camel(f.name): as_json(getattr(value, f.name))
            for f in fields(value)
            if f.name != "accept"
        }
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(k): as_json(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_json(v) for v in value]
    return value


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)
