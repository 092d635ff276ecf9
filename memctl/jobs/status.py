"""`status`: what there is, what waits, and when the jobs last went well."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from memctl.errors import UsageError, WorkspaceNotFound
from memctl.formats.review.page import parse_answers
from memctl.git import repository
from memctl.graph.answers import Status
from memctl.graph.history import is_current
from memctl.jobs.observing import every_note
from memctl.jobs.schedule import entered_in, job_statuses
from memctl.jobs.steps import Desk
from memctl.jobs.waiting import waiting_blocks
from memctl.workspace.finding import is_workspace
from memctl.workspace.journal.undoing import last_entry
from memctl.workspace.reading.snapshot import observe

_AGE = re.compile(r"(\d+)\s*(m|h|d|w)")
_SLACK = timedelta(minutes=10)
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def status(desk: Desk, environ: Mapping[str, str], *, max_age: str | None = None) -> Status:
    """How the workspace is doing; nothing is written.

    Args:
        desk: The workspace.
        environ: Where a scheduler is looked for.
        max_age: `26h`, `3d`, …: the report is not fresh when no heartbeat succeeded within.

    Raises:
        WorkspaceNotFound: The folder that was named is none.
        UsageError: `max_age` is no age.
    """
    limit = None if max_age is None else _age(max_age)
    snapshot = observe(desk.layout)
    if not is_workspace(desk.layout, has_entities=bool(snapshot.graph.entities)):
        raise WorkspaceNotFound([str(desk.layout.root)])
    facts = [fact for _, fact in snapshot.graph.facts()]
    current = sum(is_current(fact, desk.today) for fact in facts)
    notes = every_note(desk, snapshot)
    waiting = waiting_blocks(snapshot, notes, today=desk.today, only_counts=True)
    days = [block.day for block in waiting if block.day is not None]
    problems = snapshot.every_problem()
    state = repository.state(desk.layout.root)
    entry = last_entry(desk.layout)
    scheduler = entered_in(str(desk.layout.root), environ)
    jobs = job_statuses(desk, is_scheduled=scheduler is not None)
    return Status(
        workspace=str(desk.layout.root),
        entities=len(snapshot.graph.entities),
        current=current,
        retired=len(facts) - current,
        notes=len(snapshot.note_names),
        waiting=len(waiting),
        oldest_waiting=min(days, default=None),
        questions=len(parse_answers(snapshot.review)),
        errors=sum(p.level == "error" for p in problems),
        warnings=sum(p.level == "warning" for p in problems),
        jobs=jobs,
        branch=state.branch if state else None,
        is_fresh=limit is None or _is_within(desk.now, jobs[0].last_success, limit),
        undo=f"{entry.job} of {entry.at[:16]}" if entry else None,
        scheduler=scheduler.name if scheduler else None,
        unreadable=len(snapshot.unread_notes()),
    )


def _is_within(now: datetime, at: datetime | None, limit: timedelta) -> bool:
    # One that lies ahead was written under a wrong clock, and says nothing.
    return at is not None and -_SLACK <= now - at <= limit


def _age(text: str) -> timedelta:
    found = _AGE.fullmatch(text.strip())
    try:
        age = timedelta(**{_UNITS[found[2]]: int(found[1])}) if found else None
    except (OverflowError, ValueError):
        age = None  # longer than there is time
    if age is None:
        raise UsageError(f"{text!r} is no age.", hint="Write it as 90m, 26h, 3d or 2w.")
    return age
