"""`heartbeat`: what is new in the daily notes becomes facts. Several times a day."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from memctl.graph.applying import apply_to_graph
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.graph.plan import Plan
from memctl.graph.report import JobReport
from memctl.jobs.review import decisions_after, joined, plan_answers, with_review
from memctl.jobs.steps import Desk, carry_out, shipped_lexicon, stepping_over
from memctl.jobs.waiting import early_notes, read_by, waiting_blocks
from memctl.rules.extraction import extract
from memctl.rules.ingest import plan_ingest
from memctl.workspace.reading import Snapshot


def heartbeat(desk: Desk, *, dry_run: bool = False) -> JobReport:
    """Read the blocks that no run has read yet and file what lasts.

    Answers that a person ticked in REVIEW.md are carried out first. Blocks are read day by
    day, each day with what the days before have taught. A note of a day that is still to
    come is named and left for that day.
    """

    def decide(snapshot: Snapshot) -> Plan:
        blocks = waiting_blocks(snapshot, today=desk.today)
        plan = plan_answers(snapshot, desk.today)
        graph = apply_to_graph(snapshot.graph, plan)
        for _day, said in groupby(blocks, key=lambda block: block.day):
            learnt = _plan_day(desk, snapshot, plan, graph, tuple(said))
            graph = apply_to_graph(graph, learnt) if learnt.changes else graph
            plan = joined(plan, learnt)
        plan = with_review(plan, snapshot, desk.today).with_changes(read_by(blocks))
        plan = stepping_over(plan, snapshot)
        early = early_notes(snapshot.notes(), today=desk.today)
        return replace(plan, problems=(*plan.problems, *early))

    return carry_out(desk, "heartbeat", decide, dry_run=dry_run)


def _plan_day(
    desk: Desk, snapshot: Snapshot, plan: Plan, graph: Graph, blocks: Iterable[Block]
) -> Plan:
    lexicon = shipped_lexicon()
    candidates = [c for block in blocks for c in extract(block, graph, lexicon, me=desk.me)]
    return plan_ingest(
        graph,
        candidates,
        lexicon,
        today=desk.today,
        decisions=decisions_after(snapshot, plan),
        settings=desk.settings,
    )
