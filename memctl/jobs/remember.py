"""`remember`: one sentence kept at once, as facts or as a line of MEMORY.md."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from memctl.errors import UsageError
from memctl.formats.tacit import fitting_heading
from memctl.graph.candidate import Candidate
from memctl.graph.fact import SUPERSEDED, Evidence
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.graph.plan import AddEvidence, AddFact, AddTacit, Change, Plan, RetireFact
from memctl.graph.report import JobReport
from memctl.jobs.lookup import whom
from memctl.jobs.steps import Desk, carry_out
from memctl.jobs.words import plain_text
from memctl.language.lexicon import Lexicon
from memctl.rules.draft import row
from memctl.rules.extraction import extract
from memctl.rules.filing.asked import order_of
from memctl.rules.ingest import plan_ingest
from memctl.rules.reading import plain
from memctl.rules.review import ask
from memctl.rules.wording import say
from memctl.safety.orders import is_grave_order
from memctl.workspace.confiding import confiding_in
from memctl.workspace.reading.snapshot import Snapshot

_NOWHERE = "manual"
"""The path of a sentence that stands in no file; it does not leave this module."""


def remember_fact(
    desk: Desk,
    text: str,
    *,
    entity_name: str | None = None,
    by: str | None = None,
    dry_run: bool = False,
) -> JobReport:
    """Keep a sentence as a fact; what it replaces is retired like after a heartbeat.

    What a person says is kept unless the very same words stand there.

    Args:
        desk: The workspace.
        text: One sentence.
        entity_name: Whom it is about; then it is kept as it is. None: extraction finds the
            entity, and only what passes the gate is kept; a name that is new becomes one.
        by: `agent:NAME` where no person says it: then its source is `conversation`.
        dry_run: Tell the plan and stop.

    Raises:
        UsageError: Nothing in the sentence reads like a lasting fact.
        UnknownEntity, Ambiguous: The name fits nobody, or several.
        HoldsSecret: The text holds a secret.
    """
    said = plain_text(text)

    def decide(snapshot: Snapshot) -> Plan:
        if by and is_grave_order(said, desk.lexicon):
            return _asked(desk, said)
        candidates = (
            _read(desk, snapshot, said)
            if entity_name is None
            else (_told(desk, snapshot, said, entity_name),)
        )
        if by:
            candidates = tuple(replace(c, source="conversation", by=by) for c in candidates)
        plan = plan_ingest(
            snapshot.graph,
            candidates,
            desk.lexicon,
            today=desk.today,
            decisions=snapshot.decisions,
            settings=desk.settings,
            # Who asks for it to be remembered vouches for the name.
            is_seen=lambda _: True,
        )
        new = tuple(c for c in plan.changes if not isinstance(c, AddEvidence))
        if by is None and not (new or plan.questions):
            new = tuple(_in_other_words(snapshot.graph, candidates, desk.lexicon))
        return replace(plan, changes=tuple(map(_without_place, new)))

    return carry_out(desk, "remember", decide, dry_run=dry_run)


def remember_tacit(
    desk: Desk,
    text: str,
    *,
    heading: str | None = None,
    by: str | None = None,
    dry_run: bool = False,
) -> JobReport:
    """Add a line to MEMORY.md under a heading; one that stands there already adds nothing.

    Where an agent says it (`by`), an order that could do harm is asked in REVIEW.md instead.

    Raises:
        HoldsSecret: The text holds a secret.
    """
    said = plain_text(text)
    heading = plain_text(heading) if heading else None

    def decide(snapshot: Snapshot) -> Plan:
        known = snapshot.tacit.bullets if snapshot.tacit else ()
        if any(bullet.text == said for bullet in known):
            return Plan()
        if by and is_grave_order(said, desk.lexicon):
            return _asked(desk, said)
        wanted = heading or say("preferences", said, desk.lexicon)
        there = snapshot.tacit.headings if snapshot.tacit else ()
        return Plan((AddTacit(fitting_heading(there, wanted), said),))

    return carry_out(desk, "remember", decide, dry_run=dry_run)


def _asked(desk: Desk, said: str) -> Plan:
    """The question whether an order is meant, for a person to decide."""
    question = order_of(said, desk.lexicon)
    return Plan((ask(question, desk.today),), questions=(question,))


def _read(desk: Desk, snapshot: Snapshot, said: str) -> tuple[Candidate, ...]:
    """What extraction makes of the sentence."""
    block = Block(path=_NOWHERE, line=1, text=said, day=desk.today, source="manual")
    block = replace(block, visibility=confiding_in(desk.layout.root).mark_in(said))
    found = extract(block, snapshot.graph, desk.lexicon, me=desk.me)
    kept = tuple(replace(c, source="manual", by=None) for c in found if c.accepted)
    if not kept:
        reasons = "; ".join(dict.fromkeys(c.reason for c in found if c.reason))
        raise UsageError(
            "Nothing in it reads like a lasting fact" + (f" ({reasons})." if reasons else "."),
            hint='Say whom it is about: memctl remember ENTITY "…"',
        )
    return kept


def _told(desk: Desk, snapshot: Snapshot, said: str, name: str) -> Candidate:
    """The sentence itself, about the entity that was named."""
    entity = whom(snapshot.graph, name, desk.me)
    return Candidate(
        entity=entity.ref,
        entity_name=entity.name,
        text=said,
        category="context",
        day=desk.today,
        evidence=Evidence(_NOWHERE, 1, said, day=desk.today),
        source="manual",
        by=None,
        visibility=confiding_in(desk.layout.root).mark_in(said),
    )


def _in_other_words(
    graph: Graph, candidates: Iterable[Candidate], lexicon: Lexicon
) -> Iterator[AddFact]:
    """What a person says though rows say much the same: only the same words are not kept again."""
    for candidate in candidates:
        entity = graph.get(candidate.entity) if candidate.entity else None
        if entity is None:
            continue
        words = plain(candidate.text, lexicon)
        if all(f.status == SUPERSEDED or plain(f.text, lexicon) != words for f in entity.facts):
            reason = say("in_other_words", candidate.text, lexicon)
            yield AddFact(entity.ref, row(candidate, entity), reason)


def _without_place(change: Change) -> Change:
    """The change without evidence that points to no file."""
    match change:
        case AddFact(fact=fact):
            return replace(change, fact=replace(fact, evidence=()))
        case RetireFact():
            return replace(change, evidence=())
        case _:
            return change
