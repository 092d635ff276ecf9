"""`check`: every file looked at, and what is odd about it named. Nothing is written."""

from collections.abc import Iterable, Iterator
from functools import partial

from memctl.graph.answers import Checked
from memctl.graph.fact import Fact
from memctl.graph.problem import Problem
from memctl.jobs.steps import Desk, distinct, shipped_lexicon
from memctl.jobs.waiting import early_notes
from memctl.rules.checks import check_graph
from memctl.rules.identity import never_merged
from memctl.rules.near_names import near_names
from memctl.rules.stale import stale_lines
from memctl.safety.secrets import find_secrets
from memctl.safety.sieve import Sieve
from memctl.workspace.reading import Snapshot, collecting_later, observe

_ROW_LINES = 60
"""No row is longer; beyond them stands another one."""
_LEVELS = {False: ("error",), True: ("error", "warning")}


def check(desk: Desk, *, strict: bool = False) -> Checked:
    """All problems of the workspace, by path and line.

    Args:
        desk: The workspace.
        strict: Count warnings as failures too.
    """
    with collecting_later():
        return _checked(desk, strict=strict)


def _checked(desk: Desk, *, strict: bool) -> Checked:
    odd = _Suspects()
    snapshot = observe(desk.layout, odd.look)
    found = (
        *snapshot.every_problem(),
        *check_graph(snapshot.graph, desk.today, partial(_line_in_row, snapshot)),
        *stale_lines(snapshot.graph),
        *near_names(snapshot.graph, never_merged(snapshot.decisions)),
        *early_notes(snapshot.notes(), today=desk.today),
        *_stored_secrets(snapshot, odd.names),
    )
    problems = sorted(distinct(found), key=lambda p: (p.path, p.line or 0, p.slug))
    return Checked(
        problems=tuple(problems),
        entities=len(snapshot.graph.entities),
        facts=sum(1 for _ in snapshot.graph.facts()),
        notes=len(snapshot.note_names),
        is_failed=any(p.level in _LEVELS[strict] for p in problems),
    )


def _line_in_row(snapshot: Snapshot, path: str, fact: Fact, words: str) -> int | None:
    """The line of the row on which the words stand; None when they are spelled otherwise."""
    if fact.line is None:
        return None
    lines = snapshot.text(path).splitlines()[fact.line - 1 : fact.line - 1 + _ROW_LINES]
    return next((fact.line + at for at, line in enumerate(lines) if words in line), None)


class _Suspects:
    """The files that may hold a secret, told as they are read."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}
        self._sieve = Sieve(shipped_lexicon())

    def look(self, name: str, data: bytes) -> None:
        if self._sieve.may_hold_secret(data):
            self.names[name] = None


def _stored_secrets(snapshot: Snapshot, names: Iterable[str]) -> Iterator[Problem]:
    """Kind and place of every secret that memory already holds; never the secret itself."""
    for name in names:
        text = snapshot.text_or_none(name) or ""
        for secret in find_secrets(text, shipped_lexicon()):
            line = text.count("\n", 0, secret.start) + 1
            yield Problem(
                "stored-secret",
                "warning",
                name,
                line,
                f"holds what looks like a secret ({secret.kind}, "
                f"{secret.end - secret.start} characters)",
                "Take it out of the file, and change the secret where it is used.",
            )
