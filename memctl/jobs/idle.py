"""A run that would find what the last one found costs a look at the files' times.

When a job has nothing to change, what it looked at is remembered in the cache: the times of
every file that it could have read, its settings and the day. While these stay the same it has
nothing to change again, so nothing is read. Whatever is wrong with the memory, the job looks.
"""

import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Iterator

from memctl import __version__
from memctl.graph.plan import Plan
from memctl.graph.problem import Problem
from memctl.jobs.steps import Decide, Desk
from memctl.jobs.talks.finding import source_files
from memctl.jobs.whereabouts import is_young
from memctl.rules.review import parse_question, render_question
from memctl.workspace import names
from memctl.workspace.files import Stamp, stamp_of
from memctl.workspace.own import read_cache, write_cache
from memctl.workspace.reading.snapshot import Snapshot


def unless_idle(
    desk: Desk,
    job: str,
    decide: Decide,
    *,
    dry_run: bool = False,
    has_more: Callable[[], bool] = lambda: False,
) -> Decide:
    """`decide`, or at once what it said when it had nothing to change and nothing moved since.

    Args:
        desk: The workspace.
        job: Its name.
        decide: What reads and decides.
        dry_run: Write nothing.
        has_more: Asked after it: did it look at a part only? Then its answer is not the job's,
            and a run that is stopped here must not keep the next one from the rest.
    """
    name = f"idle-{job}.json"

    def decided(snapshot: Snapshot) -> Plan:
        began = time.time_ns()
        stamps = dict(_stamps(snapshot))
        key = _key(desk, snapshot, stamps)
        plan = _remembered(read_cache(desk.layout, name), key)
        if plan is None:
            plan = decide(snapshot)
            young = any(is_young(s, began) for s in stamps.values())
            if plan.is_empty and not (dry_run or young or has_more() or _is_barred(plan, snapshot)):
                with contextlib.suppress(OSError):  # a cache that can't be written is no failure
                    write_cache(desk.layout, name, _rendered(key, plan))
        return plan

    return decided


def _is_barred(plan: Plan, snapshot: Snapshot) -> bool:
    """Does something stand in the way that no file's time tells of?"""
    return any(p.slug == "not-a-file" and p not in snapshot.found_problems for p in plan.problems)


def _stamps(snapshot: Snapshot) -> Iterator[tuple[str, Stamp]]:
    """The times of every file that a job reads: knowledge, conversations, ledgers, questions."""
    yield from snapshot.stamps().items()
    yield from ((file.logical, file.stamp) for file in source_files(snapshot.layout))
    own = snapshot.layout.own
    ledgers = sorted(p for p in own.iterdir() if p.is_file()) if own.is_dir() else []
    for path in (*ledgers, snapshot.layout.real(names.REVIEW)):
        if stamp := stamp_of(path):
            yield str(path), stamp


def _key(desk: Desk, snapshot: Snapshot, stamps: dict[str, Stamp]) -> str:
    layout = desk.layout
    parts = (
        __version__,
        str(layout.root),
        layout.settings,
        desk.today,
        snapshot.found_problems,
        [(name, *stamp) for name, stamp in stamps.items()],
    )
    return hashlib.sha256(repr(parts).encode(errors="surrogateescape")).hexdigest()


def _rendered(key: str, plan: Plan) -> bytes:
    problems = [[p.slug, p.level, p.path, p.line, p.message, p.hint] for p in plan.problems]
    row = {"key": key, "problems": problems, "questions": [*map(render_question, plan.questions)]}
    return json.dumps(row).encode()


def _remembered(data: bytes, key: str) -> Plan | None:
    try:
        row = json.loads(data)
        if row["key"] != key:
            return None
        questions = tuple(map(parse_question, row["questions"]))
        problems = tuple(Problem(*p) for p in row["problems"])
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    kept = tuple(q for q in questions if q is not None)
    return Plan(questions=kept, problems=problems) if len(kept) == len(questions) else None
