"""`fact purge`: every word of a fact goes, for good; what memctl may not change is listed."""

import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memctl.errors import AlreadyRetired, FileInvalid
from memctl.git import repository
from memctl.git.past import commits_with
from memctl.graph.applying import apply_to_graph
from memctl.graph.beside import evidence_beside
from memctl.graph.entity import Entity
from memctl.graph.fact import PURGED, Fact
from memctl.graph.plan import Change, CreateFile, Plan, PurgeFact, RemoveWords, WriteSummary
from memctl.graph.report import JobReport
from memctl.jobs.lookup import fact_named
from memctl.jobs.observing import every_note
from memctl.jobs.references import with_fresh_review
from memctl.jobs.steps import Desk, carry_out, refuse_in_the_middle
from memctl.jobs.uses import decay_of
from memctl.rules.aging.tiers import cold_facts
from memctl.rules.doubt import doubted_on
from memctl.rules.purging import (
    holds,
    holds_deep,
    purges,
    remembered,
    said_the_same,
    silenced,
    words_of,
)
from memctl.rules.review import ever_asked, open_questions
from memctl.rules.summaries import summarize
from memctl.workspace.documents import every_file, graph_documents, other_documents
from memctl.workspace.files import stamp_of
from memctl.workspace.forgetting import KEY, empty_caches, ledgers_with, read_key
from memctl.workspace.journal.undoing import recover
from memctl.workspace.layout import Layout
from memctl.workspace.ledgers import read_evidence
from memctl.workspace.lock import locked
from memctl.workspace.names import REVIEW
from memctl.workspace.reading.snapshot import Snapshot, observe

FINAL = (
    "A purge cannot be undone: it also empties the journal of undo and everything that memctl "
    "keeps of the fact."
)
_MOST = 12
"""So many places are named one by one; the rest is counted."""

_LARGEST = 5_000_000
"""Bytes of a file that is looked into though it is none of memory's."""

_TOLD = 5
"""So many commits are named; more would not be read."""


@dataclass(frozen=True, slots=True)
class _Going:
    """What a purge removes."""

    rows: tuple[tuple[Entity, Fact], ...]
    words: tuple[str, ...]


def purge_fact(desk: Desk, fact_name: str, *, dry_run: bool = False) -> JobReport:
    """Remove every word of a fact from the files of memctl; a tombstone stays.

    Rows with the same words go with it. The places that memctl may not change (notes,
    MEMORY.md, a person's own text, the history of git) are told.

    Raises:
        UnknownFact: No row has this id.
        Ambiguous: Rows of several entities have it.
        AlreadyRetired: It was purged before.
        InTheMiddle: Git is in the middle of a merge or rebase.
        FileInvalid: A file of the graph can't be read, so that nobody knows what it holds.
    """
    going = _going(desk, observe(desk.layout), fact_name)

    def decide(snapshot: Snapshot) -> Plan:
        return _plan(desk, snapshot, _going(desk, snapshot, fact_name))

    if dry_run:
        return carry_out(desk, "fact purge", decide, dry_run=True)
    refuse_in_the_middle(desk)
    with locked(desk.layout, "memctl fact purge", say=desk.say):
        desk = replace(desk, mended=desk.mended.and_then(recover(desk.layout)))
        # First, so that a crash leaves a fact that can be purged again rather than a trace.
        empty_caches(desk.layout, going.words)
        report = carry_out(desk, "fact purge", decide, keeps_old=False)
        empty_caches(desk.layout, going.words)
    left = _places(observe(desk.layout), going.words)
    notices = (*_told(left), *_history(desk, going.words))
    return replace(report, undo=None, notices=(*report.notices, *notices))


def _going(desk: Desk, snapshot: Snapshot, fact_name: str) -> _Going:
    entity, fact = fact_named(snapshot.graph, fact_name)
    if fact.status == PURGED:
        raise AlreadyRetired(fact.id, PURGED, None)
    rows = tuple(said_the_same(snapshot.graph, entity, fact))
    ledger = read_evidence(desk.layout)
    more = [e for other, row in rows for e in evidence_beside(other, row, ledger)]
    return _Going(rows, words_of((row for _, row in rows), more))


def _plan(desk: Desk, snapshot: Snapshot, going: _Going) -> Plan:
    _refuse_unreadable(snapshot)
    known = read_key(desk.layout)
    key = known or secrets.token_hex(32)
    gone = purges(going.rows, key)
    entity, fact = going.rows[0]
    notes = every_note(desk, snapshot, is_whole=True)
    blocks = [b.text for n in notes for b in n.blocks if holds(b.text, going.words)]
    questions = open_questions((), snapshot.decisions)
    changes: tuple[Change, ...] = (
        *([] if known else [CreateFile(KEY, f"{key}\n")]),
        *gone,
        *_evidence_of_others(snapshot, going),
        *_summaries(desk, snapshot, gone, going.words),
        *(RemoveWords(name, going.words) for name in ledgers_with(desk.layout, going.words)),
        *silenced(questions, going.words, desk.today),
        *remembered([*going.words, *blocks], key, f"{entity.ref}#{fact.id}", desk.today),
    )
    hushed = {q.id for q in ever_asked(snapshot.decisions) if holds_deep(q, going.words)}
    return with_fresh_review(Plan(changes), snapshot, hushed)


def _refuse_unreadable(snapshot: Snapshot) -> None:
    """What cannot be read may hold the words, and a purge that leaves some is none."""
    for problem in snapshot.problems:
        if problem.slug == "unreadable":
            raise FileInvalid(problem.path, None, problem.message, hint=problem.hint)


def _evidence_of_others(snapshot: Snapshot, going: _Going) -> Iterator[RemoveWords]:
    """Other rows may rest on the same line of a note, and quote it."""
    gone = {(entity.ref, row.id) for entity, row in going.rows}
    for entity in snapshot.graph:
        others = (f for f in entity.facts if (entity.ref, f.id) not in gone)
        quotes = (e.quote for fact in others for e in fact.evidence)
        if entity.items_path and entity.is_usable and any(holds(q, going.words) for q in quotes):
            yield RemoveWords(entity.items_path, going.words)


def _summaries(
    desk: Desk, snapshot: Snapshot, gone: Sequence[PurgeFact], words: Sequence[str]
) -> Iterator[WriteSummary]:
    """Generated summaries as they read without what goes."""
    after = apply_to_graph(snapshot.graph, Plan(tuple(gone)))
    refs = {change.entity for change in gone}
    decay, lexicon = decay_of(desk), desk.lexicon
    for entity in after:
        block = entity.summary.block if entity.summary else None
        if block is None or not (entity.ref in refs or holds(block, words)):
            continue
        written = summarize(
            entity,
            after,
            lexicon,
            today=desk.today,
            budget=desk.settings.summary_budget,
            me=desk.me,
            doubted=doubted_on(entity, lexicon, desk.today),
            cold=cold_facts(entity, desk.today, decay, lexicon),
        )
        yield written or WriteSummary(entity.ref, "", ())


def _places(snapshot: Snapshot, words: Sequence[str]) -> Iterator[str]:
    """Where the words still stand: notes, documents, other facts that speak of the same."""
    layout = snapshot.layout
    patterns = [re.compile(r"\s+".join(map(re.escape, word.split()))) for word in words]
    items = tuple(e.items_path for e in snapshot.graph if e.items_path)
    documents = (*graph_documents(layout), *other_documents(layout))
    known = (*snapshot.note_names, *documents, REVIEW, *items)
    # Copies that an editor or a sync service left, and whatever else lies beside.
    beside = [name for name in every_file(layout) if _size(layout, name) <= _LARGEST]
    for name in dict.fromkeys((*known, *beside)):
        text = snapshot.text_or_none(name) or ""
        found = {text.count("\n", 0, m.start()) + 1 for p in patterns for m in p.finditer(text)}
        yield from (f"{name}:{line}" for line in sorted(found))
    for entity, fact in snapshot.graph.facts():
        if holds(fact.text, words):
            yield f"{entity.items_path}:{fact.line}"


def _size(layout: Layout, name: str) -> int:
    stamp = stamp_of(layout.real(name))
    return stamp.size if stamp else 0


def _told(places: Iterator[str]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(places))
    told = tuple(f"Still in {place}; it is yours to change." for place in found[:_MOST])
    more = len(found) - _MOST
    return (*told, f"Still in {more} more places.") if more > 0 else told


def _history(desk: Desk, words: Sequence[str]) -> tuple[str, ...]:
    if repository.state(desk.layout.root) is None:
        return ()
    commits = commits_with(desk.layout.root, words)
    if not commits:
        return ()
    shown = ", ".join(commits[:_TOLD]) + (", …" if len(commits) > _TOLD else "")
    return (f"Still in the history of git ({shown}); git filter-repo can take it out of there.",)
