"""`why`: where a fact was read, looked up in the files as they stand now."""

import re

from memctl.errors import FileInvalid
from memctl.graph.answers import FactCard, Found
from memctl.graph.beside import evidence_beside
from memctl.graph.controls import without_controls
from memctl.graph.entity import Entity
from memctl.graph.fact import Evidence, Fact
from memctl.graph.history import chain
from memctl.graph.report import FactRow
from memctl.jobs.facts import row_of, rows_of
from memctl.jobs.lookup import fact_named
from memctl.jobs.shown import shown
from memctl.jobs.steps import Desk
from memctl.jobs.talks.messages import where_said
from memctl.jobs.waiting import SOURCE
from memctl.workspace.ledgers import read_evidence
from memctl.workspace.reading.snapshot import Snapshot, observe


def why(desk: Desk, fact_name: str) -> FactCard:
    """A fact, its evidence as it stands now, what it replaced and what replaced it.

    Raises:
        UnknownFact: No row has this id.
        Ambiguous: Rows of several entities have it.
    """
    snapshot = observe(desk.layout)
    entity, fact = fact_named(snapshot.graph, fact_name)
    before = [f for f in entity.facts if f.superseded_by == fact.id and f is not fact]
    after = chain(entity.facts, fact)[1:]
    more = evidence_beside(entity, fact, read_evidence(desk.layout))
    kept = (*((e, "items") for e in fact.evidence), *((e, "ledger") for e in more))
    once = ((e, f) for e, f in snapshot.graph.rows_once(fact_name) if f is not fact)
    return FactCard(
        once=tuple(row_of(e, f, day=desk.today) for e, f in once),
        fact=row_of(entity, fact, day=desk.today),
        evidence=tuple(_found(desk, snapshot, evidence, where) for evidence, where in kept),
        before=rows_of(entity, before, day=desk.today),
        after=rows_of(entity, after, day=desk.today),
        retired_because=_reason(desk, entity, fact),
        moved_to=next(iter(_rows_named(desk, snapshot, fact.moved_to)), None),
        moved_from=_moved_here(desk, snapshot, entity, fact),
    )


def _rows_named(desk: Desk, snapshot: Snapshot, address: str | None) -> tuple[FactRow, ...]:
    rows = snapshot.graph.rows(address) if address else ()
    return tuple(row_of(e, f, day=desk.today) for e, f in rows)


def _moved_here(desk: Desk, snapshot: Snapshot, entity: Entity, fact: Fact) -> tuple[FactRow, ...]:
    """The rows at which it stood while it was filed elsewhere."""
    moved = ((e, f) for e, f in snapshot.graph.facts() if f.moved_to)
    return tuple(
        row_of(e, f, day=desk.today)
        for e, f in moved
        if (entity, fact) in snapshot.graph.rows(f.moved_to or "")
    )


def _reason(desk: Desk, entity: Entity, fact: Fact) -> str | None:
    """Why it was retired: as its row says, and as the words of the two say."""
    if fact.is_active:
        return None
    said = (fact.superseded_reason, _compared(desk, entity, fact))
    return shown("; ".join(filter(None, said))) or None


def _compared(desk: Desk, entity: Entity, fact: Fact) -> str | None:
    """What a row that memctl wrote means for the one that it replaced, read once more.

    A row bears its successor and no reason; who replaced it by hand knows why.
    """
    after = next((f for f in entity.facts if f.id == fact.superseded_by and f is not fact), None)
    if after is None or not (fact.text and after.text and after.by):
        return None
    from memctl.rules.stored_rows import reason_for  # noqa: PLC0415 - few ask, and it is slow

    return reason_for(entity, fact, after, desk.lexicon)


def _found(desk: Desk, snapshot: Snapshot, evidence: Evidence, kept_in: str) -> Found:
    path, line = evidence.path, None
    if path.startswith(SOURCE):
        path, line = where_said(desk, evidence) or (path, None)
    else:
        line = line_of(_text_of(snapshot, path), evidence.quote, near=evidence.line or 1)
    return Found(
        path=path,
        line=line,
        quote=shown(evidence.quote),
        day=evidence.day,
        is_found=line is not None,
        said_line=evidence.line,
        kept_in=kept_in,
    )


def _text_of(snapshot: Snapshot, path: str) -> str:
    try:
        return snapshot.text(path)
    except FileInvalid:
        return ""


def line_of(text: str, quote: str, *, near: int) -> int | None:
    """The line from 1 on which `quote` begins, the one nearest to `near`; None when it is gone.

    Spaces and line ends count as one space: a paragraph may have been wrapped anew. Controls
    count as extraction reads them.
    """
    text, words = without_controls(text), without_controls(quote).split()
    if not words:
        return None
    pattern = r"\s+".join(map(re.escape, words))
    lines = [text.count("\n", 0, found.start()) + 1 for found in re.finditer(pattern, text)]
    return min(lines, key=lambda line: abs(line - near), default=None)
