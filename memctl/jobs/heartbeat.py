"""`heartbeat`: what is new in the daily notes becomes facts. Several times a day."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain, groupby

from memctl.graph.applying import apply_to_graph
from memctl.graph.candidate import Candidate
from memctl.graph.graph import Graph
from memctl.graph.note import Block, Note
from memctl.graph.plan import Plan
from memctl.graph.report import JobReport
from memctl.jobs.conversations import Conversations
from memctl.jobs.idle import unless_idle
from memctl.jobs.observing import Hears
from memctl.jobs.review import decisions_after, joined, plan_answers, with_review
from memctl.jobs.steps import Decide, Desk, carry_out, shipped_lexicon, stepping_over
from memctl.jobs.waiting import SOURCE, blocks_before, early_notes, read_by, waiting_blocks
from memctl.rules.extraction import extract
from memctl.rules.ingest import plan_ingest
from memctl.rules.purging import forgotten
from memctl.workspace.forgetting import read_key
from memctl.workspace.reading import Snapshot


def heartbeat(desk: Desk, *, dry_run: bool = False) -> JobReport:
    """Read the blocks that no run has read yet and file what lasts.

    Answers that a person ticked in REVIEW.md are carried out first. Blocks are read day by
    day, each day with what the days before have taught. A note of a day that is still to
    come is named and left for that day.
    """
    conversations = Conversations(desk)
    decide = filing(desk, lambda snapshot: (*snapshot.notes(), *conversations.notes()))
    decide = unless_idle(desk, "heartbeat", decide, dry_run=dry_run)
    report = carry_out(desk, "heartbeat", decide, dry_run=dry_run)
    if not dry_run:
        conversations.settle()
    return report


def filing(desk: Desk, hears: Hears) -> Decide:
    """How what is new in these notes becomes a plan."""

    def decide(snapshot: Snapshot) -> Plan:
        notes = hears(snapshot)
        blocks = waiting_blocks(snapshot, notes, today=desk.today)
        by_path = {note.path: note for note in notes}
        plan = plan_answers(snapshot, desk.today)
        graph = apply_to_graph(snapshot.graph, plan)
        read: list[Block] = []
        for _day, said in groupby(blocks, key=lambda block: block.day):
            proposed = _proposed(desk, snapshot, graph, said, by_path)
            read += proposed
            learnt = _plan_day(desk, snapshot, plan, graph, chain(*proposed.values()))
            graph = apply_to_graph(graph, learnt) if learnt.changes else graph
            plan = joined(plan, learnt)
        plan = with_review(plan, snapshot, desk.today).with_changes(read_by(read))
        plan = stepping_over(plan, snapshot)
        odd = (p for n in notes if n.path.startswith(SOURCE) for p in n.problems)
        early = early_notes(notes, today=desk.today)
        return replace(plan, problems=(*plan.problems, *odd, *early))

    return decide


def _proposed(
    desk: Desk, snapshot: Snapshot, graph: Graph, blocks: Iterable[Block], notes: Mapping[str, Note]
) -> dict[Block, tuple[Candidate, ...]]:
    """What each block states.

    A block about an entity whose file cannot be used is left out, and so stays unread until
    the file is mended. What was purged is not proposed again.
    """
    is_forgotten = forgotten(snapshot.decisions, read_key(desk.layout))
    unusable = {entity.ref for entity in graph if not entity.is_usable}
    lexicon = shipped_lexicon()
    blocks = tuple(blocks)
    before = blocks_before(notes, blocks)
    found = {b: extract(b, graph, lexicon, me=desk.me, before=before.get(b)) for b in blocks}
    return {
        block: tuple(
            c for c in said if not (is_forgotten(c.text) or is_forgotten(c.evidence.quote))
        )
        for block, said in found.items()
        if not unusable & {c.entity for c in said}
    }


def _plan_day(
    desk: Desk, snapshot: Snapshot, plan: Plan, graph: Graph, candidates: Iterable[Candidate]
) -> Plan:
    return plan_ingest(
        graph,
        candidates,
        shipped_lexicon(),
        today=desk.today,
        decisions=decisions_after(snapshot, plan),
        settings=desk.settings,
    )
