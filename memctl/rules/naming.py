"""Names in the graph: which entities a text names, and which folder a new name gets."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef, slug_of, slug_words, type_of
from memctl.graph.plan import CreateEntity, Decide
from memctl.language.naming.slugs import is_slug_of, unique_slug
from memctl.language.naming.spellings import same_name
from memctl.language.naming.use import UseWords, is_longer_name
from memctl.language.scripts import fold, has_han
from memctl.rules.review import asked_questions

_WORD = re.compile(r"[^\W_]+")
_HEAD = 2
"""Characters by which a name is filed when it is written without spaces."""


class NameIndex:
    """Names by their first word (or first two characters), built once and added to."""

    def __init__(self, entities: Iterable[Entity], words: UseWords) -> None:
        """File the names of these entities; the words tell where a name ends."""
        self._words = words
        self._filed: dict[str, list[tuple[str, EntityRef]]] = {}
        for entity in entities:
            self.add(entity)

    def add(self, entity: Entity) -> None:
        """File one more entity."""
        # Mostly one: the name, and the folder's in small letters.
        for folded in dict.fromkeys(map(str.casefold, entity.names)):
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
            if len(name) > 1 and _stands_in(name, folded, self._words)
        }
        return tuple(sorted(found))


def _stands_in(name: str, folded: str, words: UseWords) -> bool:
    """Does the text hold the name, other than as the beginning of a longer Chinese one?"""
    at = folded.find(name)
    while at >= 0 and is_longer_name(fold(name), fold(folded[at + len(name) :]), words):
        at = folded.find(name, at + 1)
    return at >= 0


class Folders:
    """The folders that are taken, by refs without case: some disks know no case either."""

    def __init__(self, entities: Iterable[Entity] = ()) -> None:
        """The folders of these entities."""
        self._names: dict[str, tuple[EntityRef, tuple[str, ...]]] = {}
        self._han: set[str] = set()
        for entity in entities:
            self.take(entity.ref, (entity.name, *entity.aliases))

    def take(self, ref: EntityRef, names: Sequence[str]) -> None:
        """Keep this folder for whoever has these names."""
        had = self._names.get(ref.casefold(), (ref, ()))
        self._names[ref.casefold()] = (had[0], (*had[1], *names))
        if has_han(ref):
            self._han.add(type_of(ref))

    def ref_for(self, name: str, kind: str) -> EntityRef:
        """The ref of an entity of this name: a free folder, or the one that it has already.

        A type that holds Chinese folder names gets Chinese ones.
        """
        slug = unique_slug(
            name,
            lambda slug: self._owners(f"{kind}/{slug}".casefold()),
            keep_han=kind in self._han,
        )
        ref = EntityRef(f"{kind}/{slug}")
        return self._names.get(ref.casefold(), (ref,))[0]

    def _owners(self, ref: str) -> tuple[str, ...] | None:
        return _told(*self._names[ref]) if ref in self._names else None


def is_namesake(name: str, entity: Entity) -> bool:
    """Does the entity bear this name, by spelling alone?"""
    names = _told(entity.ref, (entity.name, *entity.aliases))
    return any(name == other or same_name(name, other) for other in names)


def _told(ref: EntityRef, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, and the folder's own where a person chose it: `sarah` for Sarah Chen."""
    slug = slug_of(ref)
    return names if any(is_slug_of(slug, n) for n in names) else (*names, slug_words(ref))


def housed(
    candidates: Iterable[Candidate], entities: Iterable[Entity], decisions: Sequence[Decide]
) -> tuple[Candidate, ...]:
    """The candidates, each new name with a folder that no other name of the run gets.

    Names that wait for an answer keep the folder that they asked for.
    """
    candidates = tuple(candidates)
    if not any(c.is_new for c in candidates):
        return candidates
    folders = Folders(entities)
    for question in asked_questions(decisions):
        for change in question.accept:
            if question.kind == "new-name" and isinstance(change, CreateEntity):
                folders.take(change.entity, (change.name, *change.aliases))
    return tuple(_housed(_spelled_out(c, candidates), folders) for c in candidates)


def _spelled_out(candidate: Candidate, every: Sequence[Candidate]) -> Candidate:
    """Ada, where the run makes the acquaintance of one Ada Moyo and nobody else of that name.

    So is 邵总 where another line of the run says that 邵总 is 邵一凡: one person, not two.
    """
    name = candidate.entity_name
    if not candidate.is_new:
        return candidate
    met = [c for c in every if c.is_new and c.is_plain and c.accepted and c.entity_name != name]
    found = {c.entity_name: c for c in met if name in c.entity_names}
    if not found and not (candidate.is_plain or " " in name):
        found = {c.entity_name: c for c in met if name in c.entity_name.split()[:-1]}
    if len(found) != 1:
        return candidate
    (other,) = found.values()
    return replace(
        candidate,
        entity=other.entity,
        entity_name=other.entity_name,
        entity_names=(),
        is_plain=True,
    )


def _housed(candidate: Candidate, folders: Folders) -> Candidate:
    if not (candidate.is_new and candidate.accepted and candidate.entity):
        return candidate
    ref = candidate.entity
    if not _is_spelled_out(candidate):
        ref = folders.ref_for(candidate.entity_name, type_of(ref))
    folders.take(ref, (candidate.entity_name, *candidate.entity_names))
    return replace(candidate, entity=ref)


def _is_spelled_out(candidate: Candidate) -> bool:
    """Does the text itself say which folder is meant ([[people/ada|Ada Moyo]])?"""
    quote = candidate.evidence.quote
    return any(f"{candidate.entity}{end}" in quote for end in ("|", "]]"))
