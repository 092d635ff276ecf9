"""The whole knowledge graph as one value, with the ways to look things up in it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact


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


def make_graph(
    entities: Mapping[EntityRef, Entity] | None = None,
    moved: Mapping[EntityRef, EntityRef] | None = None,
) -> Graph:
    """A graph of these entities, sorted by ref."""
    items = sorted((entities or {}).items())
    return Graph(MappingProxyType(dict(items)), moved or MappingProxyType({}))
