"""Who refers to an entity: documents and rows to rewrite, and records that stay as they are."""

from collections.abc import Collection, Iterator, Sequence

from memctl.formats.markdown.references import Moving, linking_lines, rewrite_links
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.plan import Plan, RewriteReferences
from memctl.jobs.review import fresh_review
from memctl.rules.identity import is_below
from memctl.workspace.documents import graph_documents, other_documents
from memctl.workspace.names import REVIEW
from memctl.workspace.reading.snapshot import Snapshot

_MOST_LINES = 12
"""So many places are named one by one; the rest is counted."""


def moving_of(
    snapshot: Snapshot, entity: Entity, to: EntityRef, ids: Sequence[tuple[FactId, FactId]] = ()
) -> Moving:
    """The entity on its way, as links see it."""
    other = snapshot.graph.entities.get(to)
    known = {e.ref: e.folder for e in snapshot.graph if e.ref != entity.ref}
    folder = other.folder if other else snapshot.layout.moved_folder(entity, to, known)
    return Moving(entity.ref, to, entity.folder, folder, dict(ids))


def references(
    snapshot: Snapshot, moving: Moving, ids: Sequence[tuple[FactId, FactId]] = ()
) -> tuple[RewriteReferences, ...]:
    """A change for every items file and document of the graph that refers to the entity.

    Files that a merge takes away are left out, and so are files that can't be used.
    """
    ref, to = EntityRef(moving.ref), EntityRef(moving.to)
    source = snapshot.graph.entities[ref]
    gone = {source.items_path, source.summary.path if source.summary else None}
    left_out = gone if to in snapshot.graph.entities else set()
    paths = (*_items(snapshot, ref), *_documents(snapshot, moving))
    found = (p for p in dict.fromkeys(paths) if p not in left_out)
    return tuple(RewriteReferences(path, ref, to, tuple(ids)) for path in found)


def _items(snapshot: Snapshot, ref: str) -> Iterator[str]:
    for entity in snapshot.graph:
        refers = any(is_below(r, ref) for fact in entity.facts for r in _refs(fact))
        if refers and entity.items_path and entity.is_usable:
            yield entity.items_path


def _refs(fact: Fact) -> tuple[str, ...]:
    moved = (fact.moved_to.partition("#")[0],) if fact.moved_to else ()
    return (*fact.related, *moved)


def _documents(snapshot: Snapshot, moving: Moving) -> Iterator[str]:
    slug = moving.ref.rpartition("/")[2]
    for name in graph_documents(snapshot.layout):
        text = snapshot.text_or_none(name) or ""
        may_link = slug in text or "%" in text or moving.path(name) != name
        if may_link and rewrite_links(text, name, moving) != text:
            yield name


def untouched(snapshot: Snapshot, moving: Moving, review: str) -> tuple[str, ...]:
    """Sentences about every place that still says the old ref: notes and others' documents.

    `review`: REVIEW.md as it is afterwards; of it only a person's own words still say it.
    """
    places = [
        f"{name}:{line}"
        for name in (*snapshot.note_names, *other_documents(snapshot.layout))
        for line in linking_lines(snapshot.text_or_none(name) or "", name, moving)
    ]
    places += [f"{REVIEW}:{line}" for line in linking_lines(review, REVIEW, moving)]
    places += _in_facts(snapshot, moving)
    told = [f"Left as it is: {place} says {moving.ref}." for place in places[:_MOST_LINES]]
    if len(places) > _MOST_LINES:
        told.append(f"Left as they are: {len(places) - _MOST_LINES} more places.")
    return (*told, *_unusable(snapshot))


def _unusable(snapshot: Snapshot) -> Iterator[str]:
    """Files of the graph that may say the old ref, and that nobody can read."""
    closed = {name for name, document in snapshot.documents.items() if not document.can_write}
    for problem in snapshot.problems:
        if problem.level == "error" and problem.path in closed:
            yield f"Left as it is: {problem.path} ({problem.message})."


def _in_facts(snapshot: Snapshot, moving: Moving) -> Iterator[str]:
    """A fact says what was said; its words are nobody's to change."""
    for entity, fact in snapshot.graph.facts():
        if "[" in fact.text and linking_lines(fact.text, entity.items_path or "", moving):
            yield f"{entity.items_path}:{fact.line}"


def with_fresh_review(plan: Plan, snapshot: Snapshot, hushed: Collection[str] = ()) -> Plan:
    """The plan with REVIEW.md in today's names; without a file none is made.

    `hushed`: ids of questions whose words must be told nowhere any more.
    """
    return plan.with_changes(fresh_review(plan, snapshot, hushed)) if snapshot.review else plan
