"""The whole knowledge graph as one value, with the ways to look things up in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact


@dataclass(frozen=True, slots=True)
class Graph:
    """Every entity by ref, sorted by ref."""

    entities: Mapping[EntityRef, Entity] = field(default_factory=lambda: MappingProxyType({}))

    def __iter__(self) -> Iterator[Entity]:
        """Entities in the order of their refs."""
        return iter(self.entities.values())

    def get(self, ref: str) -> Entity | None:
        """The entity with this ref, or None."""
        return self.entities.get(EntityRef(ref))

    def facts(self) -> Iterator[tuple[Entity, Fact]]:
        """Every row of every entity, in order."""
        for entity in self:
            for fact in entity.facts:
                yield entity, fact

    def rows(self, fact_id: str) -> tuple[tuple[Entity, Fact], ...]:
        """Every row that bears this id, or that `ENTITY#ID` names."""
        ref, sep, bare = fact_id.removeprefix("memctl:").rpartition("#")
        if sep:
            entity = self.get(ref.removeprefix("areas/"))
            return tuple((entity, f) for f in entity.facts if f.id == bare) if entity else ()
        return tuple((e, f) for e, f in self.facts() if f.id == fact_id)


def make_graph(entities: Mapping[EntityRef, Entity] | None = None) -> Graph:
    """A graph of these entities, sorted by ref."""
    items = sorted((entities or {}).items())
    return Graph(MappingProxyType(dict(items)))
