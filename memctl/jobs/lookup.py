"""What a person means by a name or an id, and what exists nearby when nothing fits."""

from collections.abc import Iterable
from difflib import get_close_matches

from memctl.errors import Ambiguous, UnknownEntity, UnknownFact
from memctl.graph.entity import Entity, EntityRef, as_ref, slug_of
from memctl.graph.fact import Fact
from memctl.graph.graph import Graph
from memctl.language.naming.spellings import same_name


def entity_named(graph: Graph, name: str) -> Entity:
    """The entity with this ref, slug, name or alias, or to which a place `PATH:LINE` belongs.

    Raises:
        UnknownEntity: None fits; near names are offered.
        Ambiguous: Several fit.
    """
    exact = graph.get(as_ref(name))
    if exact is not None:
        return exact
    found = [e for e in graph if e.slug == name or any(same_name(name, n) for n in e.names)]
    if not found and (place := _place(name)):
        found = list({e.ref: e for e, _ in _rows_at(graph, *place)}.values())
        found = [e for e in graph if place[0] in _files(e)] or found
    if len(found) > 1:
        raise Ambiguous(name, [e.ref for e in found])
    if not found:
        raise UnknownEntity(name, _near_entities(graph, name))
    return found[0]


def whom(graph: Graph, name: str, me: EntityRef) -> Entity:
    """The entity of this name that shall hold a fact; the user needs no page beforehand.

    Raises:
        UnknownEntity: There is none; told with what makes one.
        Ambiguous: Several fit.
    """
    if as_ref(name) in {me, slug_of(me)} and me not in graph.entities:
        return Entity(me, slug_of(me))
    try:
        return entity_named(graph, name)
    except UnknownEntity as error:
        kind, _, own = as_ref(name).rpartition("/")
        add = f'memctl entity add "{own}" --type {kind or "TYPE"}'
        stop = "" if str(error.hint).endswith("?") else "."
        error.hint = f"{error.hint}{stop} Or make it first: {add}"
        raise


def fact_named(graph: Graph, name: str) -> tuple[Entity, Fact]:
    """The row with this id, or the one that ENTITY#ID or a place `PATH:LINE` names.

    Of rows with one id in one file the last one counts. A place is a line of an items file, or
    the line in which the fact was read.

    Raises:
        UnknownFact: No row has it; near ids are offered.
        Ambiguous: Rows of several entities have it.
    """
    rows = graph.rows(name)
    if not rows and "#" in name:
        ref, _, fact_id = name.removeprefix("memctl:").rpartition("#")
        entity = entity_named(graph, ref)
        rows = tuple((entity, f) for f in entity.facts if f.id == fact_id)
    place = None if rows else _place(name)
    if place:
        rows = _rows_at(graph, *place)
        if len(rows) > 1:
            raise Ambiguous(name, [f"{entity.ref}#{f.id}" for entity, f in rows])
    if not rows:
        raise UnknownFact(name, _near(name, (f.id for _, f in graph.facts())))
    entities = {entity.ref: entity for entity, _ in rows}
    if len(entities) > 1:
        raise Ambiguous(name, [f"{ref}#{name}" for ref in entities])
    return rows[-1]


def _place(name: str) -> tuple[str, int] | None:
    """(path, line) of `PATH:LINE`, as recall prints it; None for any other name."""
    path, colon, line = name.rpartition(":")
    is_place = colon and path and line.isascii() and line.isdigit()
    return (path.removeprefix("./"), int(line)) if is_place else None


def _files(entity: Entity) -> set[str | None]:
    return {entity.items_path, entity.summary.path if entity.summary else None}


def _rows_at(graph: Graph, path: str, line: int) -> tuple[tuple[Entity, Fact], ...]:
    """The row that stands at this line of an items file, or those that were read there."""
    for entity in graph:
        if entity.items_path == path:
            above = [f for f in entity.facts if f.line is not None and f.line <= line]
            return tuple((entity, f) for f in above[-1:])
    read = (
        (e, f)
        for e, f in graph.facts()
        if any((s.path, s.line) == (path, line) for s in f.evidence)
    )
    return tuple({(e.ref, f.id): (e, f) for e, f in read}.values())


def _near_entities(graph: Graph, name: str) -> tuple[str, ...]:
    # By the last part alone: all refs of one type look alike.
    known = {spelled: e.ref for e in graph for spelled in (e.slug, *e.names)}
    return tuple(dict.fromkeys(known[near] for near in _near(slug_of(name), known)))


def _near(word: str, known: Iterable[str]) -> tuple[str, ...]:
    by_folded = {k.casefold(): k for k in known}
    close = get_close_matches(word.casefold(), by_folded, n=3, cutoff=0.6)
    return tuple(by_folded[c] for c in close)
