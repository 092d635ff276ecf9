"""`conflicts`: facts that do not go together, and those that a newer one puts in doubt."""

from collections.abc import Iterator

from memctl.graph.graph import Graph
from memctl.graph.upkeep import Conflict, Conflicts
from memctl.jobs.facts import row_of
from memctl.jobs.lookup import entity_named
from memctl.jobs.steps import Desk
from memctl.rules.aging.disputes import Dispute, disputes, rivals
from memctl.rules.review import asked_questions, settled_ids
from memctl.workspace.reading.snapshot import observe


def conflicts(desk: Desk, name: str | None = None) -> Conflicts:
    """Every pair that a person should look at; answered ones are left out.

    Raises:
        UnknownEntity: No entity has this name.
        Ambiguous: Several have it.
    """
    snapshot = observe(desk.layout)
    graph, decisions = snapshot.graph, snapshot.decisions
    ref = None if name is None else entity_named(graph, name).ref
    settled, asked = settled_ids(decisions), {q.id for q in asked_questions(decisions)}
    return Conflicts(
        tuple(
            _row(desk, dispute, asked)
            for dispute in _found(desk, graph)
            if dispute.question not in settled
            and ref in {None, dispute.fact[0].ref, dispute.against[0].ref}
        )
    )


def _found(desk: Desk, graph: Graph) -> Iterator[Dispute]:
    lexicon = desk.lexicon
    for entity in graph:
        yield from disputes(entity, desk.today, lexicon)
    yield from rivals(graph, desk.today, lexicon)


def _row(desk: Desk, dispute: Dispute, asked: set[str]) -> Conflict:
    fact, against = (row_of(e, f, day=desk.today) for e, f in (dispute.fact, dispute.against))
    question = dispute.question if dispute.question in asked else None
    return Conflict(dispute.kind, fact, against, dispute.reason, question)
