"""`check --git` and `check --fix`: words that were changed in place, and what may be mended."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from memctl.errors import GitFailed, NoRepository
from memctl.formats.rows.items import parse_items
from memctl.formats.text import Undecodable, decode
from memctl.git import repository
from memctl.git.versions import FileChange, changes_of
from memctl.graph.answers import Checked
from memctl.graph.entity import Entity
from memctl.graph.fact import Fact
from memctl.graph.plan import Plan
from memctl.graph.report import JobReport
from memctl.jobs.check import check
from memctl.jobs.lookup import fact_named
from memctl.jobs.steps import Desk, carry_out
from memctl.rules.mending import (
    LostText,
    Version,
    lost_texts,
    restored_rows,
    rewrite_problem,
    safe_repairs,
)
from memctl.workspace.reading.snapshot import Snapshot, observe

COMMITS = 100
"""How far `check --git` looks back unless it is told."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What to look at and to mend."""

    commits: int | None = None
    """How many commits to look back over; None: not at git at all."""
    only: str | None = None
    """One fact, as ID or ENTITY#ID; None: all."""


def check_with_git(desk: Desk, scope: Scope, *, strict: bool = False) -> Checked:
    """What `check` finds, and facts whose words were changed in place between commits.

    Raises:
        NoRepository: The workspace is under no git.
        GitFailed: Git does not answer here.
    """
    found = check(desk, strict=strict)
    lost = _lost(desk, observe(desk.layout), scope)
    problems = sorted(
        (*found.problems, *map(rewrite_problem, lost)),
        key=lambda p: (p.path, p.line or 0, p.slug),
    )
    is_failed = found.is_failed or (strict and bool(lost))
    return replace(found, problems=tuple(problems), is_failed=is_failed)


def mend(desk: Desk, scope: Scope, *, dry_run: bool = False) -> JobReport:
    """Mend what is safe to mend; the report shows the diff, and `undo` takes it back.

    Raises:
        NoRepository: It shall look at git, and the workspace is under none.
        UnknownFact: `only` names no fact.
    """

    def decide(snapshot: Snapshot) -> Plan:
        repairs = tuple(safe_repairs(snapshot.graph))
        if scope.only is not None:
            entity, fact = fact_named(snapshot.graph, scope.only)
            repairs = tuple(r for r in repairs if (r.entity, r.fact_id) == (entity.ref, fact.id))
        lost = _lost(desk, snapshot, scope) if scope.commits is not None else ()
        return Plan((*repairs, *restored_rows(lost, desk.today)))

    planned = carry_out(desk, "check", decide, dry_run=True)
    if dry_run or not planned.changes:
        return planned
    return replace(carry_out(desk, "check", decide), diff=planned.diff)


def _lost(desk: Desk, snapshot: Snapshot, scope: Scope) -> tuple[LostText, ...]:
    state = repository.state(desk.layout.root)
    if state is None:
        raise NoRepository(str(desk.layout.root))
    if state.trouble:
        raise GitFailed("be asked", state.trouble, hint="git status tells what is wrong here.")
    names = frozenset(desk.layout.table.items)
    changes = changes_of(desk.layout.root, names, scope.commits or COMMITS)
    wanted = fact_named(snapshot.graph, scope.only)[1] if scope.only is not None else None
    found = _in_changes(snapshot, changes)
    return tuple(lost for lost in found if wanted is None or lost.fact is wanted)


def _in_changes(snapshot: Snapshot, changes: tuple[FileChange, ...]) -> Iterator[LostText]:
    parsed: dict[bytes, tuple[Fact, ...]] = {}
    by_path: dict[str, list[FileChange]] = {}
    for change in changes:
        by_path.setdefault(change.path, []).append(change)

    def rows(data: bytes | None, entity: Entity) -> tuple[Fact, ...]:
        if data is None:
            return entity.facts
        if data not in parsed:
            parsed[data] = _facts(data, entity.items_path or "")
        return parsed[data]

    for entity in snapshot.graph:
        found = by_path.get(entity.items_path or "", ())
        yield from lost_texts(
            entity, (Version(rows(c.before, entity), rows(c.after, entity), c.day) for c in found)
        )


def _facts(data: bytes, path: str) -> tuple[Fact, ...]:
    try:
        return parse_items(decode(data).text, path).facts
    except Undecodable:
        return ()
