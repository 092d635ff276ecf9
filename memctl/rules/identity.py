"""What it takes to call an entity something else, or to make two of them one.

Nothing is lost on the way: names become aliases, rows keep their order and their former ids.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from memctl.graph.entity import Entity, EntityRef, slug_words
from memctl.graph.fact import Fact, FactId
from memctl.graph.graph import Graph
from memctl.graph.ids import next_id
from memctl.graph.moves import moved_line, moves_of
from memctl.graph.plan import AddAlias, AddFact, Change, Decide
from memctl.graph.visibility import mark_when_moved
from memctl.language.naming.slugs import is_slug_of
from memctl.language.naming.spellings import same_name
from memctl.rules.review import question_id

_BETWEEN = " | "


@dataclass(frozen=True, slots=True)
class Merged:
    """The rows of one entity on their way to another."""

    rows: tuple[AddFact, ...]
    ids: tuple[tuple[FactId, FactId], ...]
    """Those that had to change: (old, new)."""


def names_kept(entity: Entity, names: Sequence[str], at: EntityRef) -> tuple[AddAlias, ...]:
    """Every name that `entity` was known by as an alias of `at`, unless it is one of `names`.

    Args:
        entity: Who is renamed, moved or merged.
        names: What the entity at `at` is called already, its folder's name included.
        at: Where the aliases go: the ref under which the plan still finds the summary.
    """
    known = list(names)
    found = []
    for name in (entity.name, *entity.aliases, *entity.names):
        is_word = name not in {entity.name, *entity.aliases}
        if name in known or (is_word and any(_is_word_of(entity, name, k) for k in known)):
            continue
        known.append(name)
        found.append(AddAlias(at, name))
    return tuple(found)


def _is_word_of(entity: Entity, name: str, known: str) -> bool:
    return same_name(name, known) or is_slug_of(entity.slug, known)


def merged_rows(source: Entity, target: Entity, kept: Sequence[Mapping[str, Any]]) -> Merged:
    """The rows of `source` as rows of `target`: new ids where an id is taken, pointers with them.

    Args:
        source: Whose rows they are.
        target: Where they go.
        kept: The rows as they stand in their file, in the same order.
    """
    used = {i for f in target.facts for i in (f.id, f.superseded_by, *f.former_id) if i}
    own = {f.id for f in source.facts}
    # Pointers that dangle count as taken: no new row may turn up at their end.
    taken = [i for f in source.facts for i in (f.id, f.superseded_by) if i and i not in used]
    ids: dict[FactId, FactId] = {}
    given: set[FactId] = set()
    new_rows: list[Fact] = []
    for fact in source.facts:
        new = fact.id
        if not new or new in used or new in given:
            new = next_id(target.facts, target.slug, taken=taken)
            taken.append(new)
            ids[fact.id] = new
        given.add(new)
        marked = replace(fact, visibility=mark_when_moved(fact, source, target))
        new_rows.append(_with_id(marked, new))
    for after in dict.fromkeys(f.superseded_by for f in source.facts if f.superseded_by):
        if after not in own and after in used:  # it dangled, and must not find a stranger
            ids[after] = next_id(target.facts, target.slug, taken=taken)
            taken.append(ids[after])
    rows = (
        AddFact(
            target.ref,
            replace(f, superseded_by=ids.get(f.superseded_by, f.superseded_by))
            if f.superseded_by
            else f,
            f"from {source.ref}",
            tuple(row.items()),
        )
        for f, row in zip(new_rows, kept, strict=True)
    )
    return Merged(tuple(rows), tuple((old, new) for old, new in ids.items() if old in own and old))


def _with_id(fact: Fact, new: FactId) -> Fact:
    if fact.id == new:
        return fact
    former = (*fact.former_id, fact.id) if fact.id else fact.former_id
    return replace(fact, id=new, former_id=former)


def moved_pairs(
    graph: Graph, entity: EntityRef, to: EntityRef, ids: Iterable[tuple[FactId, FactId]] = ()
) -> tuple[tuple[str, str], ...]:
    """(old, new) of the rows whose id changes, then of the entity and those in its folder."""
    inner = [e.ref for e in graph if e.ref.startswith(f"{entity}/")]
    rows = [(f"{entity}#{old}", f"{to}#{new}") for old, new in ids]
    return (*rows, *((ref, to + ref[len(entity) :]) for ref in (entity, *inner)))


def moved_lines(
    pairs: Iterable[tuple[str, str]], decisions: Sequence[Decide], *, day: date
) -> tuple[Decide, ...]:
    """The ledger lines by which the old names find the new ones."""
    first = sum(d.kind == "moved" for d in decisions)
    return tuple(
        moved_line(old, new, number=first + at, day=day) for at, (old, new) in enumerate(pairs)
    )


def kept_apart(one: EntityRef, other: EntityRef, *, day: date, is_lifted: bool = False) -> Decide:
    """The ledger line that says that two entities are never one, or that this no longer holds."""
    pair = sorted((one, other))
    kind: Any = "accepted" if is_lifted else "never-merge"
    return Decide(question_id("never-merge", pair[0], [pair[1]]), day, kind, _BETWEEN.join(pair))


def never_merged(decisions: Sequence[Decide]) -> frozenset[frozenset[str]]:
    """The pairs that a person said are never one, under today's refs."""
    moves = moves_of(decisions)
    found: dict[str, frozenset[str]] = {}
    for decision in decisions:
        pair = decision.subject.split(_BETWEEN)
        if decision.kind == "never-merge" and len(pair) == 2:  # noqa: PLR2004 - a pair
            found[decision.id] = frozenset(moves.ref(EntityRef(ref)) for ref in pair)
        elif decision.kind == "accepted":
            found.pop(decision.id, None)
    return frozenset(found.values())


def is_below(ref: str, other: str) -> bool:
    """Is `ref` the entity `other`, or one in its folder?"""
    return ref == other or ref.startswith(f"{other}/")


def own_words(entity: Entity, to: EntityRef) -> tuple[str, ...]:
    """The names that an entity has by itself under another ref."""
    return (entity.name, *entity.aliases, slug_words(to))


def changes_of(*groups: Iterable[Change]) -> tuple[Change, ...]:
    """Several groups of changes as one."""
    return tuple(change for group in groups for change in group)
