"""`git setup`: a repository learns how files of memory are merged, and what to ignore."""

import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace

from memctl.errors import GitFailed, NoRepository
from memctl.git import repository
from memctl.git.setting_up import (
    attribute_lines,
    is_ignored,
    missing_lines,
    missing_settings,
    set_settings,
    wanted_settings,
)
from memctl.graph.plan import AppendLines, Change, Plan
from memctl.graph.report import Changed, JobReport
from memctl.jobs.steps import Desk, carry_out
from memctl.workspace.layout import Layout
from memctl.workspace.names import OWN
from memctl.workspace.reading.snapshot import Snapshot

ATTRIBUTES, IGNORE = ".gitattributes", ".gitignore"
_CACHE = f"{OWN}/cache/"


def git_setup(desk: Desk, *, dry_run: bool = False) -> JobReport:
    """Add what is missing to .gitattributes, .gitignore and the settings of this clone.

    What stands there stays; run again it changes nothing.

    Raises:
        NoRepository: The workspace is under no git.
        GitFailed: Git does not answer here, or refuses its settings.
        InTheMiddle: A merge, rebase or the like is under way.
    """
    root = desk.layout.root
    state = repository.state(root)
    if state is None:
        raise NoRepository(str(root))
    if state.trouble:
        raise GitFailed("be set up", state.trouble, hint="git status tells what is wrong here.")
    others: list[str] = []

    def decide(snapshot: Snapshot) -> Plan:
        changes, others[:] = _lines(snapshot)
        return Plan(tuple(changes))

    settings = missing_settings(root, wanted_settings(_program()))
    report = carry_out(desk, "git setup", decide, dry_run=dry_run)
    said = None if dry_run else set_settings(root, settings)
    if said:
        raise GitFailed("keep its settings", said, hint="Look at .git/config of this clone.")
    told = tuple(
        Changed("git-setting", None, None, None, f"{k} = {v}") for k, v in settings.items()
    )
    notices = (*report.notices, *_notices(desk.layout, others, has_news=bool(told)))
    return replace(report, changes=(*report.changes, *told), notices=notices)


def _program() -> str:
    """How git's shell finds memctl: by its name where the name is enough."""
    if shutil.which("memctl"):
        return "memctl"
    # A folder of the same name in the repository is not the program.
    return f"{shlex.quote(sys.executable)} -P -m memctl"


def _lines(snapshot: Snapshot) -> tuple[list[Change], list[str]]:
    """What to append, and the patterns that the person merges in another way."""
    layout = snapshot.layout
    notes = [f for f in layout.note_folders if layout.real(f) == layout.root / f]
    state = layout.state if layout.note_folders[0] in notes else None
    wanted = tuple(attribute_lines(layout.table.items, notes, OWN, state))
    lines, others = missing_lines(snapshot.text_or_none(ATTRIBUTES) or "", wanted)
    changes: list[Change] = [AppendLines(ATTRIBUTES, lines)] if lines else []
    if not is_ignored(layout.root, f"{_CACHE}x"):
        changes.append(AppendLines(IGNORE, (_CACHE,)))
    return changes, list(others)


def _notices(layout: Layout, others: list[str], *, has_news: bool) -> Iterator[str]:
    for pattern in others:
        yield f"Left as it is: {pattern} in .gitattributes is merged in another way."
    for folder in layout.note_folders:
        if layout.real(folder) != layout.root / folder:
            yield f"Not set up: {folder} lies outside of this repository."
    if has_news:
        yield (
            "Git does not version its settings: run `memctl git setup` once in each clone. "
            "Where it was not run, git merges these files as plain text."
        )
