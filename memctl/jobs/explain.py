"""`explain`: what extraction makes of one text, and why. Works outside a workspace too."""

import os
from datetime import date

from memctl.formats.timeline.notes import parse_note
from memctl.graph.answers import Explained, Proposed
from memctl.graph.candidate import Candidate
from memctl.graph.entity import EntityRef
from memctl.graph.graph import Graph, make_graph
from memctl.jobs.clock import now_in
from memctl.jobs.lexicons import shipped_lexicon
from memctl.jobs.steps import Desk
from memctl.rules.extraction import extract
from memctl.workspace.reading.snapshot import observe

ME = EntityRef("people/me")


def explain(desk: Desk | None, text: str, *, day: date | None = None) -> Explained:
    """Every candidate that extraction sees in `text`, refused ones included.

    Args:
        desk: The workspace whose names are known; None outside any.
        text: A line as it would stand in a daily note.
        day: The note's day, for relative dates; None is today.
    """
    graph: Graph = observe(desk.layout).graph if desk else make_graph()
    lexicon = desk.lexicon if desk else shipped_lexicon()
    today = desk.today if desk else now_in(None, os.environ).date()
    said = day or today
    me = desk.me if desk else ME
    blocks = parse_note(text, f"memory/{said}.md").blocks
    candidates = (c for block in blocks for c in extract(block, graph, lexicon, me=me))
    return Explained(tuple(_proposed(c) for c in candidates))


def _proposed(candidate: Candidate) -> Proposed:
    return Proposed(
        entity=candidate.entity,
        entity_name=candidate.entity_name,
        fact=candidate.text,
        category=candidate.category,
        timestamp=candidate.day,
        valid_until=candidate.valid_until,
        quote=candidate.evidence.quote,
        pattern=candidate.pattern,
        accepted=candidate.accepted,
        reason=candidate.reason,
    )
