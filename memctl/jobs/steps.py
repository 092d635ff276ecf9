"""The steps that every job takes: open the workspace, apply a plan, record it, report it.

A job says what to observe, ask and decide, as one function from a snapshot to a plan;
`carry_out` does the rest. When a file changes under its hands it observes and decides once
more; when it changes again, nothing is written.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from memctl.config.settings import Settings
from memctl.errors import (
    EXIT_USAGE,
    ExternallyChanged,
    InTheMiddle,
    MemctlError,
    UnknownEntity,
    UnknownFact,
)
from memctl.git import repository
from memctl.graph.entity import EntityRef
from memctl.graph.folding import folded
from memctl.graph.plan import Decide as Decision
from memctl.graph.plan import Plan
from memctl.graph.problem import Problem
from memctl.graph.report import JobReport
from memctl.jobs import kept_expressions
from memctl.jobs.clock import now_in
from memctl.jobs.lexicons import keep_words, lexicon_of
from memctl.jobs.telling import commit_message, told
from memctl.jobs.words import holds_secret
from memctl.language.lexicon import Lexicon
from memctl.workspace import runs
from memctl.workspace.applying import apply, preview, what_can_be_written
from memctl.workspace.finding import find_workspace
from memctl.workspace.journal.undoing import Mended, recover, recover_if_free
from memctl.workspace.layout import Layout
from memctl.workspace.lock import locked
from memctl.workspace.paths import base_of
from memctl.workspace.reading.snapshot import Snapshot, observe

IGNORED = ".memctl/.gitignore"
Decide = Callable[[Snapshot], Plan]
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a job has before it: the workspace and the clock as it stood."""

    layout: Layout
    now: datetime
    mended: Mended = field(default_factory=Mended)
    """What a crash had left, and was put right when the desk was opened."""
    say: Say | None = None
    """Tells a person at once what cannot wait for the report."""

    @property
    def settings(self) -> Settings:
        """What the person has set."""
        return self.layout.settings

    @property
    def today(self) -> date:
        """The day it is in the workspace's zone."""
        return self.now.date()

    @property
    def lexicon(self) -> Lexicon:
        """How sentences are read here: the words of memctl, and the workspace's own.

        Raises:
            FileInvalid: The workspace's own can't be used.
        """
        return lexicon_of(self.layout.root)

    @property
    def me(self) -> EntityRef:
        """The user's own entity."""
        return EntityRef(self.settings.me)


def open_desk(
    flag: str | None,
    *,
    environ: Mapping[str, str],
    say: Say | None = None,
    dry_run: bool = False,
    asks_consent: bool = False,
) -> Desk:
    """The workspace that a call is about, with what a crash left there put right.

    Args:
        flag: The folder that was named.
        environ: The environment.
        say: Tells a person at once what cannot wait.
        dry_run: Nothing at all is written, so what a crash left stays as well.
        asks_consent: See `read_layout`; what a crash left stays here too, since it may lie in a
            place that is not allowed yet.

    Raises:
        WorkspaceNotFound: None is named, and none is found upward from the current folder.
    """
    start = base_of(flag or environ.get("MEMCTL_WORKSPACE"))
    layout = find_workspace(start, flag, environ, asks_consent=asks_consent)
    kept_expressions.take_up(layout.root)
    mended = Mended() if dry_run or asks_consent else recover_if_free(layout)
    return Desk(layout, now_in(layout.settings.zone, environ), mended, say)


def carry_out(
    desk: Desk, job: str, decide: Decide, *, dry_run: bool = False, keeps_old: bool = True
) -> JobReport:
    """Observe, decide, apply, record, report.

    Args:
        desk: The workspace.
        job: Its name, for the journal, the log and the commit.
        decide: A snapshot in, a plan out; asked again when a file has changed meanwhile.
        dry_run: Tell the plan as a diff and stop there.
        keeps_old: Is what the job replaces kept for undo?

    Raises:
        ExternallyChanged: A file changed twice while the job was at work.
        InTheMiddle: Git is in the middle of a merge or rebase.
    """
    if dry_run:
        return _previewed(desk, job, decide)
    refuse_in_the_middle(desk)
    with failure_noted(desk, job):
        desk = replace(desk, mended=desk.mended.and_then(recover(desk.layout)))
        report = _twice(desk, job, decide, keeps_old=keeps_old)
    keep_words(desk.layout)
    if report.unanswered is None:
        runs.append(desk.layout, job=job, now=desk.now, changes=len(report.changes))
    return report


@contextlib.contextmanager
def failure_noted(desk: Desk, job: str, *, dry_run: bool = False) -> Iterator[None]:
    """Log a job that fails inside: who undoes then shall not lose the job before it.

    A call that does not fit is no run, nor is a dry one.
    """
    try:
        yield
    except BaseException as error:
        is_misuse = isinstance(error, MemctlError) and error.exit_code == EXIT_USAGE
        if not is_misuse and not dry_run:
            runs.append(desk.layout, job=job, now=desk.now, has_failed=True)
        raise


def _previewed(desk: Desk, job: str, decide: Decide) -> JobReport:
    snapshot = observe(desk.layout)
    plan = _decided(decide, snapshot)
    report = _report(job, plan, snapshot)
    short = replace(plan, changes=folded(plan.changes))
    diff = preview(short, snapshot) or None
    return replace(report, dry_run=True, diff=diff, notices=desk.mended.said)


def _decided(decide: Decide, snapshot: Snapshot) -> Plan:
    """The plan; what nobody knows may stand behind a link that is not followed."""
    try:
        return decide(snapshot)
    except (UnknownEntity, UnknownFact) as error:
        links = [p for p in snapshot.found_problems if p.slug == "symlink-outside"]
        if links:
            error.hint = f"{links[0].path}: {links[0].message}. {links[0].hint}"
        raise


def _twice(desk: Desk, job: str, decide: Decide, *, keeps_old: bool) -> JobReport:
    try:
        return _once(desk, job, decide, keeps_old=keeps_old)
    except ExternallyChanged:
        # Under the lock from the first look on: only a person can come between now.
        with locked(desk.layout, f"memctl {job}", say=desk.say):
            return _once(desk, job, decide, keeps_old=keeps_old)


def _once(desk: Desk, job: str, decide: Decide, *, keeps_old: bool) -> JobReport:
    snapshot = observe(desk.layout)
    plan = _decided(decide, snapshot)
    report = replace(_report(job, plan, snapshot), notices=desk.mended.said)
    if plan.is_empty and not desk.mended.before:
        return report
    # Whoever makes the folder of the ledgers also tells git what to ignore in it.
    made: dict[str, bytes | None] = {}
    if not desk.layout.real(IGNORED).exists():
        made[IGNORED] = None
    # Held until the commit: nobody else's writes may get into it.
    with locked(desk.layout, f"memctl {job}", say=desk.say):
        short = replace(plan, changes=folded(plan.changes))
        is_left_out = holds_secret if keeps_old else bool
        # Who wants nothing to be kept has been told before this.
        say = desk.say if keeps_old else None
        applied = apply(short, snapshot, job=job, now=desk.now, holds_secret=is_left_out, say=say)
        notices = (*report.notices, *applied.notices)
        # What stood there already is no change.
        changes = report.changes if applied.paths else ()
        report = replace(report, changes=changes, undo=applied.journal, notices=notices)
        return recorded(desk, report, applied.before.and_then(made))


def _report(job: str, plan: Plan, snapshot: Snapshot) -> JobReport:
    changes = told(plan, lambda: snapshot.graph)
    asked = tuple(c.id for c in plan.changes if isinstance(c, Decision) and c.kind == "seen")
    rejected = tuple(c.id for c in plan.changes if isinstance(c, Decision) and c.kind == "rejected")
    return JobReport(
        job,
        changes,
        distinct(plan.problems),
        plan.questions,
        asked,
        rejected=rejected,
        unanswered=plan.unanswered,
    )


def stepping_over(plan: Plan, snapshot: Snapshot) -> Plan:
    """The plan of a job over all files: unusable ones are left out and named."""
    usable = what_can_be_written(plan, snapshot)
    return replace(usable, problems=(*snapshot.problems, *usable.problems))


def recorded(desk: Desk, report: JobReport, before: Mapping[str, bytes | None]) -> JobReport:
    """The report, with a commit of exactly these paths where there is git.

    What a crash had kept from being committed goes into the same commit.

    Args:
        desk: The workspace.
        report: What the job did.
        before: What each path held before the job; None where there was no file.
    """
    if desk.mended.before:
        before = {IGNORED: None, **before, **desk.mended.before}
    ours = _inside(desk, before)
    if not ours or not _is_versioned(desk):
        return report
    message = commit_message(report.job, report.changes)
    made = repository.commit(desk.layout.root, ours, message, before=before)
    return replace(report, commit=made.id, notices=(*report.notices, *made.notices))


def _is_versioned(desk: Desk) -> bool:
    return desk.settings.git_commit and repository.state(desk.layout.root) is not None


def _inside(desk: Desk, paths: Iterable[str]) -> tuple[str, ...]:
    """The paths that lie below the workspace; [paths] may have moved parts elsewhere."""
    root = desk.layout.root
    return tuple(p for p in paths if desk.layout.real(p) == root / p)


def refuse_in_the_middle(desk: Desk) -> None:
    """Stop before anything is written while git is in the middle of something.

    Raises:
        InTheMiddle: A merge, rebase or the like is under way.
    """
    state = repository.state(desk.layout.root)
    if state is not None and state.in_the_middle:
        raise InTheMiddle(state.in_the_middle)


def distinct(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Each problem once, in order."""
    return tuple(dict.fromkeys(problems))
