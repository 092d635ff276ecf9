"""`check`: every file looked at, and what is odd about it named. Nothing is written."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from memctl.graph.answers import Checked
from memctl.graph.entity import Entity, EntityRef, Summary
from memctl.graph.fact import Fact, FactId
from memctl.graph.glance import Glance
from memctl.graph.graph import Graph
from memctl.graph.problem import Problem
from memctl.jobs.lexicons import lexicon_about
from memctl.jobs.steps import Desk, distinct
from memctl.jobs.waiting import early_notes
from memctl.jobs.words import secret_lexicon
from memctl.rules.checks import check_graph, is_plain, strays
from memctl.rules.identity import never_merged
from memctl.rules.marks import Marks, marks_of
from memctl.rules.near_names import near_names
from memctl.rules.stale import stale_lines
from memctl.safety.secrets import find_secrets
from memctl.safety.sieve import Sieve
from memctl.workspace.discovery.entities import Folder
from memctl.workspace.layout import Layout
from memctl.workspace.own import odd_places
from memctl.workspace.reading.garbage import collecting_later
from memctl.workspace.reading.snapshot import Snapshot, observe

_ROW_LINES = 60
"""No row is longer; beyond them stands another one."""
_LEVELS = {False: ("error",), True: ("error", "warning")}


def check(desk: Desk, *, strict: bool = False) -> Checked:
    """All problems of the workspace, by path and line.

    Args:
        desk: The workspace.
        strict: Count warnings as failures too.

    Raises:
        FileInvalid: The workspace's own tables of words can't be used.
    """
    with collecting_later():
        return _checked(desk, strict=strict)


def _checked(desk: Desk, *, strict: bool) -> Checked:
    words = lexicon_about("pages", desk.layout.root)
    marks = marks_of(words)
    odd = _Suspects(desk.layout.table.items, marks)
    snapshot = observe(desk.layout, odd.look)
    graph, facts = _what_may_be_odd(snapshot, odd, desk, marks)
    found = (
        *snapshot.every_problem(),
        *check_graph(graph, desk.today, marks, partial(_line_in_row, snapshot)),
        *stale_lines(graph, words),
        *_unproven(graph, desk),
        *near_names(graph, never_merged(snapshot.decisions)),
        *early_notes(snapshot.notes(), today=desk.today),
        *_of_sources(desk.layout),
        *_stored_secrets(snapshot, odd.names),
        *odd_places(desk.layout),
    )
    problems = sorted(distinct(found), key=lambda p: (p.path, p.line or 0, p.slug))
    return Checked(
        problems=tuple(problems),
        entities=len(graph.entities),
        facts=facts,
        notes=len(snapshot.note_names),
        is_failed=any(p.level in _LEVELS[strict] for p in problems),
    )


def _what_may_be_odd(
    snapshot: Snapshot, odd: "_Suspects", desk: Desk, marks: Marks
) -> tuple[Graph, int]:
    """The graph without the facts of plain files, and how many facts there are in all."""
    ids: dict[EntityRef, Sequence[FactId]] = {}
    lexicon = lru_cache(lambda: desk.lexicon)

    def is_proven(glance: Glance, summary: Summary) -> bool:
        from memctl.rules.snapshot.proof import is_plainly_proven  # noqa: PLC0415 - see _unproven

        return is_plainly_proven(glance, summary, lexicon())

    def at_a_glance(
        folder: Folder, summary: Summary | None, data: bytes, glance: Glance | None
    ) -> bool:
        lacks_marks = odd.look_into(folder.items or "", data, glance)
        if glance is None or not is_plain(glance, desk.today, marks, lacks_marks=lacks_marks):
            return False
        if summary is not None and summary.block is not None and not is_proven(glance, summary):
            return False
        ids[folder.ref] = glance.ids
        return True

    graph = snapshot.skim(at_a_glance)
    read = {entity.ref: [f.id for f in entity.facts] for entity in graph if entity.facts}
    moves = (f.moved_to for entity in graph for f in entity.facts if f.moved_to)
    named = {EntityRef(to.rpartition("#")[0]) for to in moves}
    again = (strays({**ids, **read}) | named) & ids.keys()
    folders = snapshot.folders if again else {}
    whole = {ref: snapshot.entity(folders[ref]) for ref in again}
    facts = sum(map(len, ids.values())) + sum(map(len, read.values()))
    return replace(graph, entities={**graph.entities, **whole}), facts


def _unproven(graph: Graph, desk: Desk) -> Iterator[Problem]:
    # The words of a language are read, and loaded, only where there is a line to prove.
    if any(map(_has_page, graph)):
        from memctl.rules.snapshot.proof import unproven  # noqa: PLC0415 - as said above

        yield from unproven(graph, desk.lexicon, today=desk.today, me=desk.me)


def _has_page(entity: Entity) -> bool:
    return bool(entity.facts) and entity.summary is not None and entity.summary.block is not None


def _of_sources(layout: Layout) -> Iterator[Problem]:
    if layout.settings.sources:
        from memctl.jobs.talks.finding import source_problems  # noqa: PLC0415 - few have any

        yield from source_problems(layout)


def _line_in_row(snapshot: Snapshot, path: str, fact: Fact, words: str) -> int | None:
    """The line of the row on which the words stand; None when they are spelled otherwise."""
    if fact.line is None:
        return None
    lines = snapshot.text(path).splitlines()[fact.line - 1 : fact.line - 1 + _ROW_LINES]
    return next((fact.line + at for at, line in enumerate(lines) if words in line), None)


class _Suspects:
    """The files that may hold a secret, told as they are read."""

    def __init__(self, items: Collection[str], marks: Marks) -> None:
        self.names: dict[str, None] = {}
        self._items = items
        self._sieve = Sieve(secret_lexicon())
        self._finer = Sieve(secret_lexicon(), marks.plain)

    def look_into(self, name: str, data: bytes, glance: Glance | None) -> bool:
        """Look at an items file; True where its glance leaves no doubt."""
        if glance is not None and self._finer.lets_pass(glance.columns, glance.said):
            return True
        if self._sieve.may_hold_secret(data):
            self.names[name] = None
        return False

    def look(self, name: str, data: bytes) -> None:
        if name.rpartition("/")[2] in self._items:
            return  # that is what `look_into` is for
        if self._sieve.may_hold_secret(data):
            self.names[name] = None


def _stored_secrets(snapshot: Snapshot, names: Iterable[str]) -> Iterator[Problem]:
    """Kind and place of every secret that memory already holds; never the secret itself."""
    for name in names:
        text = snapshot.text_or_none(name) or ""
        for secret in find_secrets(text, secret_lexicon()):
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
