"""What is odd about facts that read well one by one: ids, chains, statuses, dates, references.

What is wrong with a file itself (not JSON, conflict markers, …) the parsers say.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date
from functools import lru_cache

from memctl.graph.entity import Entity, EntityRef, slug_of
from memctl.graph.fact import ACTIVE, PURGED, RETRACTED, SUPERSEDED, Fact, FactId
from memctl.graph.glance import Glance
from memctl.graph.graph import Graph
from memctl.graph.history import known_from
from memctl.graph.problem import Level, Problem
from memctl.rules.marks import Marks

Locate = Callable[[str, Fact, str], int | None]
"""(path, fact, words) -> the line of the row on which the words stand."""

_DIGITS = "0123456789"
_KNOWN = frozenset({ACTIVE, SUPERSEDED, RETRACTED, PURGED})
_NEARLY = 80
"""Per cent of likeness."""
_FILE = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}\Z")


def check_graph(
    graph: Graph, today: date, marks: Marks, locate: Locate | None = None
) -> tuple[Problem, ...]:
    """Every oddity among the facts, by entity and row.

    Args:
        graph: As read.
        today: Later days are hinted at.
        marks: How a text says that another one has taken its place.
        locate: Finds words in a row; without it a problem names the row's first line.
    """
    told = [entity for entity in graph if entity.facts]
    known = _names(graph) if told else set()
    found: list[Problem] = []
    for entity in told:
        found += _rows_of_one_id(entity)
        found += _chains(entity)
        found += _rows(entity, today, marks)
        found += _references(entity, known, locate)
        found += _moves(graph, entity)
    return (*found, *_ids_across(told))


def is_plain(glance: Glance, today: date, marks: Marks, *, lacks_marks: bool = False) -> bool:
    """Is there nothing that `check_graph` could say of these rows, seen by themselves?

    Most files of a large memory are so: nobody need go through their rows one by one.

    Args:
        glance: What the rows say.
        today: Later days are hinted at.
        marks: How a text says that another one has taken its place.
        lacks_marks: Is it known that none of `marks.plain` stands in any word of them?
    """
    return (
        len(set(glance.ids)) == len(glance.ids)
        and (glance.latest is None or glance.latest <= today)
        and not marks.holds_other(glance.said)
        and (lacks_marks or not marks.holds_plain(glance.said))
    )


def strays(ids: Mapping[EntityRef, Sequence[FactId]]) -> frozenset[EntityRef]:
    """Entities that share an id with one whose ids begin otherwise.

    Files that both number from the same prefix (`fact-001` in each) are told apart by their
    entity.
    """
    seen: set[FactId] = set()
    shared: set[FactId] = set()
    for own in ids.values():
        shared |= seen.intersection(own)
        seen.update(own)
    owners: dict[FactId, list[tuple[str | None, EntityRef]]] = defaultdict(list)
    for ref, own in ids.items() if shared else ():
        for fact_id in shared.intersection(own):
            owners[fact_id].append((_prefix(own), ref))
    mixed = (found for found in owners.values() if _may_clash([p for p, _ in found]))
    return frozenset(ref for found in mixed for _, ref in found)


def _may_clash(prefixes: Sequence[str | None]) -> bool:
    return None in prefixes or len(set(prefixes)) > 1


def _problem(entity: Entity, fact: Fact, slug: str, level: Level, message: str) -> Problem:
    hint = f"See it with: memctl fact show {entity.ref}#{fact.id}"
    return Problem(slug, level, _path(entity), fact.line, message, hint)


def _path(entity: Entity) -> str:
    return entity.items_path or entity.folder or entity.ref


def _rows_of_one_id(entity: Entity) -> Iterator[Problem]:
    first: dict[str, Fact] = {}
    for fact in entity.facts:
        other = first.setdefault(fact.id, fact) if fact.id else fact
        if other is fact:
            continue
        where = f"line {other.line}" if other.line else "an earlier row"
        if other.text == fact.text:
            message = f"the row {fact.id!r} is there twice: the same fact stands on {where}"
            yield _problem(entity, fact, "duplicate-row", "warning", message)
        else:
            message = f"the id {fact.id!r} is used for two facts: {other.text!r} on {where}, "
            yield _problem(entity, fact, "id-conflict", "error", message + f"{fact.text!r} here")


def _chains(entity: Entity) -> Iterator[Problem]:
    after = {f.id: f.superseded_by for f in entity.facts if f.id and f.superseded_by}
    ids = {f.id for f in entity.facts}
    in_cycle: set[str] = set()
    for fact in entity.facts:
        to = fact.superseded_by
        if to is None or fact.id in in_cycle:
            continue
        if to == fact.id:
            message = f"the row {fact.id!r} names itself as its successor"
            yield _problem(entity, fact, "self-supersede", "error", message)
        elif to not in ids:
            message = f"{fact.id!r} was superseded by {to!r}, which is no row of this file"
            yield _problem(entity, fact, "missing-successor", "error", message)
        elif cycle := _cycle(after, fact.id):
            in_cycle |= set(cycle)
            message = "rows supersede each other in a ring: " + " -> ".join((*cycle, fact.id))
            yield _problem(entity, fact, "supersede-cycle", "error", message)


def _cycle(after: Mapping[FactId, FactId], start: FactId) -> tuple[str, ...]:
    """The ids from `start` round to it again; () when the chain does not come back to it."""
    walked = [start]
    while (to := after.get(walked[-1])) is not None:
        if to == start:
            return tuple(walked)
        if to in walked:
            return ()
        walked.append(to)
    return ()


def _rows(entity: Entity, today: date, marks: Marks) -> Iterator[Problem]:
    ids = {f.id for f in entity.facts if f.id}
    said = "\n".join(f.text for f in entity.facts)
    may_say = marks.holds_other(said) or marks.holds_plain(said)
    for fact in entity.facts:
        if fact.status == ACTIVE and fact.superseded_by:
            message = f"{fact.id!r} says active and names {fact.superseded_by!r} as its successor"
            found = _problem(entity, fact, "active-with-successor", "warning", message)
            yield replace(found, hint="Let its status say so too: memctl check --fix")
        if _is_nearly_active(fact.status):
            message = f"{fact.id!r} has the status {fact.status!r} and counts as retired"
            found = _problem(entity, fact, "odd-status", "warning", message)
            yield replace(found, hint=f"Write {ACTIVE!r} if that is meant.")
        if ids and not fact.id:
            message = "the row has no id: it can be read, and not replaced or retired"
            hint = "Give it an id of its own."
            yield Problem("row-without-id", "hint", _path(entity), fact.line, message, hint)
        if _lacks_successor(fact):
            message = f"{fact.id!r} says superseded and names neither successor nor reason"
            yield _problem(entity, fact, "superseded-without-successor", "warning", message)
        if may_say and fact.is_active and _says_superseded(fact, ids, marks):
            message = (
                f"the text of {fact.id!r} says that it is superseded, its status that it holds"
            )
            yield _problem(entity, fact, "supersede-in-text", "warning", message)
        # What memctl itself dated ahead was announced for that day, and is no slip.
        if fact.day is not None and fact.day > today and not _is_announced(fact):
            message = f"{fact.id!r} is dated {fact.day}, which is after today ({today})"
            yield _problem(entity, fact, "future-date", "hint", message)


@lru_cache(maxsize=256)
def _is_nearly_active(status: str) -> bool:
    """Is it a slip of the pen for `active`?"""
    word = status.strip().casefold()
    if word in _KNOWN or word.startswith(("in", "de", "un")):
        return False
    from rapidfuzz.fuzz import ratio  # noqa: PLC0415 - few files bear a word of their own

    return ratio(word, ACTIVE) >= _NEARLY


def _is_announced(fact: Fact) -> bool:
    """Was it read before the day from which it holds?"""
    told = known_from(fact)
    if told is None or fact.day is None:
        return False
    return fact.by is not None and told < fact.day


def _lacks_successor(fact: Fact) -> bool:
    said = fact.superseded_by or fact.superseded_reason or fact.superseded_at or fact.valid_until
    return fact.status == SUPERSEDED and said is None


def _says_superseded(fact: Fact, ids: AbstractSet[FactId], marks: Marks) -> bool:
    """A mark at the beginning, or such a word beside the id of another row."""
    if marks.label.match(fact.text):
        return True
    if not marks.superseded.search(fact.text):
        return False
    words = re.findall(r"[\w][\w.:-]*", fact.text)
    return any(w.rstrip(".:-") in ids and w != fact.id for w in words)


def _names(graph: Graph) -> set[str]:
    """Everything that a reference may call an entity, in small letters."""
    found = {name.casefold() for entity in graph for name in entity.names}
    refs = {entity.ref.casefold() for entity in graph}
    return found | refs | {slug_of(ref) for ref in refs}


def _references(entity: Entity, known: set[str], locate: Locate | None) -> Iterator[Problem]:
    for fact in entity.facts:
        for ref in fact.related:
            if ref.casefold() in known or _FILE.search(ref) or "://" in ref:
                continue
            line = locate(_path(entity), fact, ref) if locate else None
            yield Problem(
                "unresolved-reference",
                "warning",
                _path(entity),
                line or fact.line,
                f"{fact.id!r} is related to {ref!r}, which is no entity of this workspace",
                "Correct the reference, or add the entity: memctl entity add",
            )


def _moves(graph: Graph, entity: Entity) -> Iterator[Problem]:
    for fact in entity.facts:
        if fact.moved_to and not graph.rows(fact.moved_to):
            message = f"{fact.id!r} was moved to {fact.moved_to!r}, where no such row stands"
            yield _problem(entity, fact, "missing-move", "warning", message)


def _ids_across(entities: Sequence[Entity]) -> Iterator[Problem]:
    """Ids that two files use for different facts.

    An id that strayed into a file of other ids is an error.
    """
    odd = strays({entity.ref: [f.id for f in entity.facts] for entity in entities})
    first: dict[str, tuple[Entity, Fact]] = {}
    for entity in entities if odd else ():
        if entity.ref not in odd:
            continue
        own = _prefix([f.id for f in entity.facts])
        for fact in entity.facts:
            other, twin = first.setdefault(fact.id, (entity, fact))
            if other is entity or not fact.id or twin.text == fact.text:
                continue
            if own is not None and own == _prefix([f.id for f in other.facts]):
                continue
            where = f"{_path(other)}:{twin.line}" if twin.line else _path(other)
            message = f"the id {fact.id!r} is used for another fact at {where}: {twin.text!r}"
            yield _problem(entity, fact, "id-conflict", "error", message)


def _prefix(ids: Sequence[FactId]) -> str | None:
    """What most ids of a file begin with; None when they bear no numbers."""
    counts: dict[str, int] = defaultdict(int)
    for fact_id in ids:
        prefix = fact_id.rstrip(_DIGITS)
        if prefix != fact_id:
            counts[prefix] += 1
    return max(counts, key=lambda prefix: counts[prefix]) if counts else None
