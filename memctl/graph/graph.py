"""The whole knowledge graph as one value, with the ways to look things up in it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact

_AT_HAND = 64
"""Entities of a shelf whose facts are kept for whoever asks again."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Every entity by ref, sorted by ref."""

    entities: Mapping[EntityRef, Entity] = field(default_factory=lambda: MappingProxyType({}))
    moved: Mapping[EntityRef, EntityRef] = field(default_factory=lambda: MappingProxyType({}))
    """Refs of entities that were renamed, moved or merged, and what they are called now."""

    def __iter__(self) -> Iterator[Entity]:
        """Entities in the order of their refs."""
        return iter(self.entities.values())

    def get(self, ref: str) -> Entity | None:
        """The entity with this ref, or the one that bore it once; or None."""
        found = self.entities.get(EntityRef(ref))
        if found is None and ref in self.moved:
            return self.entities.get(self.moved[EntityRef(ref)])
        return found

    def facts(self) -> Iterator[tuple[Entity, Fact]]:
        """Every row of every entity, in order."""
        for entity in self:
            for fact in entity.facts:
                yield entity, fact

    def rows(self, fact_id: str) -> tuple[tuple[Entity, Fact], ...]:
        """Every row that bears this id, or that `ENTITY#ID` names; else those that once bore it."""
        ref, sep, bare = fact_id.removeprefix("memctl:").rpartition("#")
        rows: Iterable[tuple[Entity, Fact]] = self.facts()
        if sep:
            entity = self.get(ref.removeprefix("areas/"))
            rows = [(entity, f) for f in entity.facts] if entity else ()
            fact_id = bare
            if entity and ref.removeprefix("areas/") != entity.ref:
                former = tuple((e, f) for e, f in rows if fact_id in f.former_id)
                if former:
                    return former
        known = tuple(rows)
        found = tuple((e, f) for e, f in known if f.id == fact_id)
        return found or tuple((e, f) for e, f in known if fact_id in f.former_id)

    def rows_once(self, fact_id: str) -> tuple[tuple[Entity, Fact], ...]:
        """Every row that bore this id, or the one of `ENTITY#ID`, until a merge gave it another."""
        ref, _, bare = fact_id.removeprefix("memctl:").rpartition("#")
        entity = self.get(ref.removeprefix("areas/")) if ref else None
        among = ((entity, f) for f in entity.facts) if entity else self.facts()
        return tuple((e, f) for e, f in among if bare in f.former_id)


class Shelf(Mapping[EntityRef, Entity]):
    """Entities of a large memory whose facts are made when they are asked for.

    For who goes through all of them once, in their order: the facts of the last few are at
    hand, and nobody has to hold hundreds of thousands at once.
    """

    def __init__(
        self,
        shells: Mapping[EntityRef, Entity],
        facts: Callable[[Entity], tuple[Fact, ...]],
        changed: Mapping[EntityRef, Entity] = MappingProxyType({}),
    ) -> None:
        """Of these.

        Args:
            shells: The entities without their facts.
            facts: The facts of one.
            changed: Entities that are otherwise, or not among the shells; with their facts.
        """
        self.shells = shells
        self._facts = facts
        self._changed = changed
        self._order = shells if changed.keys() <= shells.keys() else sorted({*shells, *changed})
        self._at_hand: dict[EntityRef, Entity] = {}

    def with_changed(self, changed: Mapping[EntityRef, Entity]) -> "Shelf":
        """The same with these in place of what stands there."""
        return Shelf(self.shells, self._facts, {**self._changed, **changed})

    def __getitem__(self, ref: EntityRef) -> Entity:
        """The entity with its facts."""
        if ref in self._changed:
            return self._changed[ref]
        if ref not in self._at_hand:
            shell = self.shells[ref]
            while len(self._at_hand) >= _AT_HAND:
                del self._at_hand[next(iter(self._at_hand))]
            self._at_hand[ref] = replace(shell, facts=self._facts(shell))
        return self._at_hand[ref]

    def __iter__(self) -> Iterator[EntityRef]:
        """The refs, sorted."""
        return iter(self._order)

    def __len__(self) -> int:
        """How many entities there are."""
        return len(self._order)


def make_graph(
    entities: Mapping[EntityRef, Entity] | None = None,
    moved: Mapping[EntityRef, EntityRef] | None = None,
) -> Graph:
    """A graph of these entities, sorted by ref."""
    items = sorted((entities or {}).items())
    return Graph(MappingProxyType(dict(items)), moved or MappingProxyType({}))
