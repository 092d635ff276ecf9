"""Which entities a text names, found without looking at each entity in turn."""

import re
from collections.abc import Iterable

from memctl.graph.entity import Entity, EntityRef

_WORD = re.compile(r"[^\W_]+")
_HEAD = 2
"""Characters by which a name is filed when it is written without spaces."""


class NameIndex:
    """Names by their first word (or first two characters), built once and added to."""

    def __init__(self, entities: Iterable[Entity] = ()) -> None:
        """File the names of these entities."""
        self._filed: dict[str, list[tuple[str, EntityRef]]] = {}
        for entity in entities:
            self.add(entity)

    def add(self, entity: Entity) -> None:
        """File one more entity."""
        for name in entity.names:
            folded = name.casefold()
            if first := _WORD.search(folded):
                key = first[0] if folded.isascii() else first[0][:_HEAD]
                self._filed.setdefault(key, []).append((folded, entity.ref))

    def named_in(self, text: str) -> tuple[EntityRef, ...]:
        """The entities of which the text holds a name, in the order of their refs."""
        folded = text.casefold()
        keys = {folded[i : i + _HEAD] for i in range(len(folded) - 1)}
        keys.update(_WORD.findall(folded))
        found = {
            ref
            for key in keys & self._filed.keys()
            for name, ref in self._filed[key]
            if len(name) > 1 and name in folded
        }
        return tuple(sorted(found))
