"""The steps that every job takes: open the workspace, apply a plan, record it, report it.

A job says what to observe, ask and decide, as one function from a snapshot to a plan;
`carry_out` does the rest. When a file changes under its hands it observes and decides once
more; when it changes again, nothing is written.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path

from memctl import resources
from memctl.config import Settings, load_settings
from memctl.errors import ExternallyChanged, InTheMiddle
from memctl.git import repository
from memctl.graph.plan import Plan
from memctl.graph.report import JobReport
from memctl.jobs.clock import now_in
from memctl.jobs.telling import commit_message, told
from memctl.language.lexicon import Lexicon, parse_lexicon
from memctl.workspace import runs
from memctl.workspace.applying import Applied, apply, preview
from memctl.workspace.layout import Layout, find_workspace
from memctl.workspace.reading import Snapshot, observe

Decide = Callable[[Snapshot], Plan]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a job has before it: the workspace, its settings, and the clock as it stood."""

    layout: Layout
    settings: Settings
    now: datetime

    @property
    def today(self) -> date:
        """The day it is in the workspace's zone."""
        return self.now.date()


def open_desk(flag: str | None, *, environ: Mapping[str, str]) -> Desk:
    """The workspace that a call is about.

    Raises:
        WorkspaceNotFound: None is named, and none is found upward from the current folder.
    """
    layout = find_workspace(Path.cwd(), flag, environ)
    settings = load_settings(layout.root, environ)
    return Desk(layout, settings, now_in(settings.zone, environ))


@lru_cache(maxsize=1)
def shipped_lexicon() -> Lexicon:
    """The pattern data that come with memctl."""
    return parse_lexicon(resources.lexicon_texts())


def carry_out(desk: Desk, job: str, decide: Decide, *, dry_run: bool = False) -> JobReport:
    """Observe, decide, apply, record, report.

    Raises:
        ExternallyChanged: A file changed twice while the job was at work.
        InTheMiddle: Git is in the middle of a merge or rebase.
    """
    refuse_in_the_middle(desk)
    try:
        report = _once(desk, job, decide, dry_run=dry_run)
    except ExternallyChanged:
        report = _once(desk, job, decide, dry_run=dry_run)
    if not dry_run:
        runs.append(desk.layout, job=job, now=desk.now, changes=len(report.changes))
    return report


def _once(desk: Desk, job: str, decide: Decide, *, dry_run: bool) -> JobReport:
    snapshot = observe(desk.layout)
    plan = decide(snapshot)
    report = JobReport(
        job,
        changes=told(plan, snapshot.graph),
        problems=distinct((*snapshot.problems, *plan.problems)),
        review=plan.questions,
        dry_run=dry_run,
    )
    if dry_run:
        return replace(report, diff=preview(plan, snapshot))
    if plan.is_empty:
        return report
    applied = apply(plan, snapshot, job=job, now=desk.now)
    return _recorded(desk, report, applied)
