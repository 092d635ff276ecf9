"""`heartbeat`: what is new in the daily notes becomes facts. Several times a day."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, groupby

from memctl.graph.applying import apply_to_graph
from memctl.graph.candidate import Candidate
from memctl.graph.entity import EntityRef
from memctl.graph.fact import FactId
from memctl.graph.graph import Graph
from memctl.graph.note import Block, Note
from memctl.graph.plan import AddFact, Plan, Question, RetireFact
from memctl.graph.report import JobReport
from memctl.jobs.foreign.hearing import Heard, Listening, heard_for, listening, with_rest
from memctl.jobs.idle import unless_idle
from memctl.jobs.observing import Hears, notes_with
from memctl.jobs.review import decisions_after, joined, plan_answers, with_review
from memctl.jobs.steps import (
    Decide,
    Desk,
    carry_out,
    distinct,
    failure_noted,
    stepping_over,
)
from memctl.jobs.talks.conversations import Conversations
from memctl.jobs.telling import counted
from memctl.jobs.waiting import (
    SOURCE,
    blocks_before,
    early_notes,
    read_by,
    rewritten_notes,
    text_of,
    waiting_blocks,
)
from memctl.rules.correcting.rewritten import OneRow, set_right, unread_rows
from memctl.rules.extraction import told_above
from memctl.rules.filing.due import plan_due
from memctl.rules.filing.newcomers import Sighting, sightings
from memctl.rules.ingest import plan_ingest
from memctl.rules.purging import forgotten
from memctl.rules.review import ask
from memctl.workspace.forgetting import read_key
from memctl.workspace.journal.undoing import Mended
from memctl.workspace.ledgers import Consumed
from memctl.workspace.reading.snapshot import Snapshot

_PORTION = 2_000
"""Blocks that are read at once: a month or two of a busy life. The files are read anew for
each portion, which in a large memory takes some seconds."""


def heartbeat(
    desk: Desk, *, heard: Heard | None = None, limit: int | None = None, dry_run: bool = False
) -> JobReport:
    """Read the blocks that no run has read yet and file what lasts.

    Answers that a person ticked in REVIEW.md are carried out first. Blocks are read day by
    day, each day with what the days before have taught. A note of a day that is still to
    come is named and left for that day. A backlog is read in portions, each of which is on
    the disk before the next one begins: what stops the run costs one of them.

    Args:
        desk: The workspace.
        heard: What an agent read; None: who reads is set in `extract.by`.
        limit: Most blocks that are read, the oldest first; None: all.
        dry_run: Tell the plan as a diff and stop there. A model is asked all the same.

    Raises:
        SettingsInvalid: A model is to read, and none is named.
    """
    conversations = Conversations(desk)
    with failure_noted(desk, "heartbeat", dry_run=dry_run):
        heard = heard or heard_for(desk, conversations, limit)
    is_all = heard is None and limit is None
    portion = _Portion(_PORTION) if is_all and not dry_run else None
    decide = filing(desk, notes_with(conversations), heard=heard, limit=limit, portion=portion)
    first = decide
    if is_all:
        has_more = partial(_has_more, portion)
        first = unless_idle(desk, "heartbeat", decide, dry_run=dry_run, has_more=has_more)
    report = carry_out(desk, "heartbeat", first, dry_run=dry_run)
    if portion is not None and _has_more(portion):
        report = _gone_on(desk, decide, portion, report)
    if not dry_run:
        conversations.settle()
    return with_rest(report, desk, conversations, heard=heard)


@dataclass(slots=True)
class _Portion:
    """How much of a backlog is read at once, and what is left of it then."""

    most: int
    left: int = 0

    def of(self, blocks: Sequence[Block]) -> Sequence[Block]:
        """The blocks of the first whole days that make a portion."""
        begins = (n for n in range(self.most, len(blocks)) if blocks[n].day != blocks[n - 1].day)
        end = next(begins, len(blocks))
        self.left = len(blocks) - end
        return blocks[:end]


def _has_more(portion: _Portion | None) -> bool:
    return portion is not None and portion.left > 0


def _gone_on(desk: Desk, decide: Decide, portion: _Portion, report: JobReport) -> JobReport:
    """The report of all portions, after the first one."""
    desk, times = replace(desk, mended=Mended()), 1
    while portion.left:
        left, times = portion.left, times + 1
        if desk.say is not None:
            desk.say(f"{counted(left, 'block')} to go")
        more = carry_out(desk, "heartbeat", decide)
        report = replace(
            more,
            changes=(*report.changes, *more.changes),
            problems=distinct((*report.problems, *more.problems)),
            asked=(*report.asked, *more.asked),
            commit=more.commit or report.commit,
            undo=more.undo or report.undo,
            notices=tuple(dict.fromkeys((*report.notices, *more.notices))),
        )
        if portion.left >= left:
            # What can't be filed waits at the front: it must not keep the rest from being read.
            portion.most += left
    said = f"Read in {times} portions: memctl undo takes back one at a time."
    return replace(report, notices=(*report.notices, said))


def filing(
    desk: Desk,
    hears: Hears,
    *,
    heard: Heard | None = None,
    limit: int | None = None,
    portion: _Portion | None = None,
) -> Decide:
    """How what is new in these notes becomes a plan; of very much, of a portion."""

    def decide(snapshot: Snapshot) -> Plan:
        notes = hears(snapshot)
        blocks = waiting_blocks(snapshot, notes, today=desk.today)
        by_path = {note.path: note for note in notes}
        listens = listening(desk, snapshot.decisions, heard)
        plan = plan_answers(snapshot, desk.today)
        graph = apply_to_graph(snapshot.graph, plan)
        found: dict[Block, tuple[Candidate, ...]] = {}
        blocks_read = (block for note in notes for block in note.blocks)
        is_seen = sightings(blocks_read, desk.lexicon)
        taken = portion.of(blocks) if portion else blocks[: None if heard else limit]
        for _day, said in groupby(taken, key=lambda b: b.day):
            proposed = _proposed(desk, snapshot, graph, said, by_path, listens)
            learnt = _plan_day(desk, snapshot, plan, graph, chain(*proposed.values()), is_seen)
            graph = apply_to_graph(graph, learnt) if learnt.changes else graph
            plan = joined(plan, learnt)
            found |= proposed
        waiting = {b.path for b in blocks if b not in found}
        gone = tuple(_gone(graph, notes, snapshot.consumed, waiting))
        plan = _without(gone, plan, taken, snapshot, desk) if gone else plan
        come = _come(desk, snapshot, plan, graph)
        plan = joined(plan, come)
        read = [block for block in found if listens.is_read(block, found[block])]
        plan = joined(plan, listens.parked(found, desk))
        plan = with_review(plan, snapshot, desk.today).with_changes(
            read_by(read, by_path, snapshot)
        )
        plan = stepping_over(plan, snapshot)
        odd = (p for n in notes if n.path.startswith(SOURCE) for p in n.problems)
        early = early_notes(notes, today=desk.today)
        problems = (*plan.problems, *odd, *early)
        return replace(plan, problems=problems, unanswered=listens.unanswered(found))

    return decide


def _proposed(  # noqa: PLR0913, PLR0917 - what reading the blocks of a day depends on
    desk: Desk,
    snapshot: Snapshot,
    graph: Graph,
    blocks: Iterable[Block],
    notes: Mapping[str, Note],
    listens: Listening,
) -> dict[Block, tuple[Candidate, ...]]:
    """What each block states; one that nobody has read is left out.

    A block about an entity whose file cannot be used, or can't be made, is left out, and so
    stays unread until that is mended. What was purged is not proposed again.
    """
    is_forgotten = forgotten(snapshot.decisions, read_key(desk.layout))
    unusable = {entity.ref for entity in graph if not entity.is_usable}
    blocks = tuple(blocks)
    before, lexicon = blocks_before(notes, blocks), desk.lexicon
    found = {b: listens.extractor(b, graph, told_above(b, before, graph, lexicon)) for b in blocks}
    named = {ref for said in found.values() for c in said or () for ref in (c.entity, *c.related)}
    coming = {ref for ref in named if ref is not None and graph.get(ref) is None}
    closed = {ref for ref in coming if not snapshot.has_room_for(ref)}
    return {
        block: tuple(
            c for c in said if not (is_forgotten(c.text) or is_forgotten(c.evidence.quote))
        )
        for block, said in found.items()
        if said is not None
        and not any(
            c.entity in unusable or closed.intersection((c.entity, *c.related)) for c in said
        )
    }


def _gone(
    graph: Graph, notes: Sequence[Note], consumed: Consumed, waiting: Collection[str]
) -> Iterable[OneRow]:
    """Rows whose line was rewritten or deleted by its writer.

    Not of notes in which something waits to be read: it may be the line, rewritten.
    """
    lost = rewritten_notes((n for n in notes if n.path not in waiting), consumed)
    return unread_rows(graph, lost, "\n".join(map(text_of, notes))) if lost else ()


def _without(
    rows: Iterable[OneRow], plan: Plan, new: Iterable[Block], snapshot: Snapshot, desk: Desk
) -> Plan:
    """The plan, with what becomes of rows whose line is gone."""
    added = (c for c in plan.changes if isinstance(c, AddFact))
    found = tuple(set_right(rows, new, added, desk.lexicon))
    retired = tuple(f for f in found if isinstance(f, RetireFact))
    gone = {(r.entity, r.fact_id) for r in retired}
    # What was asked of a row that is taken back now needs no answer.
    asked = tuple(q for q in plan.questions if gone.isdisjoint(_rows_of(q)))
    known = {d.id for d in snapshot.decisions}
    more = tuple(f for f in found if isinstance(f, Question) and f.id not in known)
    lines = (ask(q, desk.today) for q in more)
    return replace(plan, changes=(*plan.changes, *retired, *lines), questions=(*asked, *more))


def _rows_of(question: Question) -> set[tuple[EntityRef, FactId]]:
    return {(c.entity, c.fact_id) for c in question.accept if isinstance(c, RetireFact)}


def _come(desk: Desk, snapshot: Snapshot, plan: Plan, graph: Graph) -> Plan:
    """What was announced for a day that has come by now."""
    decisions = decisions_after(snapshot, plan)
    return plan_due(graph, desk.lexicon, today=desk.today, me=desk.settings.me, decisions=decisions)


def _plan_day(  # noqa: PLR0913, PLR0917 - what a day's plan depends on
    desk: Desk,
    snapshot: Snapshot,
    plan: Plan,
    graph: Graph,
    candidates: Iterable[Candidate],
    is_seen: Sighting,
) -> Plan:
    return plan_ingest(
        graph,
        candidates,
        desk.lexicon,
        today=desk.today,
        decisions=decisions_after(snapshot, plan),
        settings=desk.settings,
        is_seen=is_seen,
    )
