"""The names of a graph: each entity's own, and the short forms that fit only one of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memctl.graph.entity import Entity, EntityRef, slug_words
from memctl.graph.graph import Graph
from memctl.language.lexicon import Lexicon
from memctl.language.naming.mentions import NameIndex, name_index
from memctl.language.naming.use import use_words
from memctl.language.naming.words import HAN_HONOURS, HAN_TITLES, SURNAMES, TITLES
from memctl.language.scripts import has_han
from memctl.language.statements import statements
from memctl.rules.naming import Folders

_SHORTEST = 4
"""Letters that a Latin short form needs at least."""


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names of a graph, ready to be looked for in many texts."""

    index: NameIndex
    short: frozenset[str]
    """Casefolded short forms, which count only where they stand like a name."""
    graph: Graph
    folders: Folders
    naming: re.Pattern[str]
    no_surname: re.Pattern[str]
    namesake: re.Pattern[str]
    """What stands behind a name that another one bears."""
    relations: frozenset[str]
    """Words for somebody's kin, who is another's behind a name."""
    definite: re.Pattern[str]
    """Ends with an article behind which also a short form in small letters is a name."""

    def names(self, ref: EntityRef) -> tuple[str, ...]:
        """Every name of the entity."""
        entity = self.graph.get(ref)
        return entity.names if entity else ()

    def bearers(self, name: str) -> tuple[EntityRef, ...]:
        """The entities of exactly this name."""
        return tuple(m for m in self.graph.entities if name in self.names(m))

    def name(self, ref: EntityRef) -> str:
        """What the entity is called; the slug in words when it is unknown."""
        entity = self.graph.get(ref)
        return entity.name if entity else slug_words(ref)


def known_names(graph: Graph, lexicon: Lexicon) -> KnownNames:
    """Every name in the graph, and the short forms that fit one entity only."""
    names: dict[str, list[str]] = {}
    for entity in graph:
        for name in entity.names:
            names.setdefault(name, []).append(entity.ref)
    taken = {name.casefold() for name in names}
    short: dict[str, list[str]] = {}
    for entity in graph:
        for form in set(_short_forms(entity, lexicon)):
            if form.casefold() not in taken:
                short.setdefault(form, []).append(entity.ref)
    unique = {form: refs for form, refs in short.items() if len(refs) == 1}
    grammar = statements(lexicon).grammar
    definite = "|".join(use_words(lexicon).definite) or "(?!)"
    return KnownNames(
        name_index(names | unique, lexicon),
        frozenset(f.casefold() for f in unique),
        graph,
        Folders(graph),
        grammar.naming,
        grammar.no_surname,
        grammar.namesake,
        frozenset(use_words(lexicon).han_relations),
        re.compile(rf"\b(?:{definite})\Z"),
    )


def _short_forms(entity: Entity, lexicon: Lexicon) -> Iterator[str]:
    """沈老师 for a 沈柏川, Quay for Quay Robotics, the Lounge for the Discharge Lounge."""
    for name in (entity.name, *entity.aliases):
        if entity.type == "people":
            yield from _with_title(name, use_words(lexicon).familiar)
            yield from _behind_title(name, lexicon)
            yield from _owning(name, lexicon)
        elif has_han(name):
            yield from _without_kind(name, lexicon)
        else:
            yield from _one_word(name, entity.type, use_words(lexicon).common)


def _owning(name: str, lexicon: Lexicon) -> Iterator[str]:
    """Mums for Mum's, as one jots it down; no word that is a plural besides (Bills, Roses)."""
    words, given = use_words(lexicon), statements(lexicon).grammar.given_name
    is_word = name.casefold() in words.common or name.endswith("s")
    is_own = name.casefold() in words.relations or given.fullmatch(name) is not None
    if is_own and not is_word and not has_han(name):
        yield f"{name}s"


def _with_title(name: str, familiar: Sequence[str]) -> Iterator[str]:
    # 邵老师 is no 邵总, nor is 邵阿姨 a 邵老师.
    if len(name) in {2, 3} and name[0] in SURNAMES and not name.endswith(HAN_HONOURS):
        yield from (name[0] + title for title in HAN_TITLES)
        yield from (before + name[0] for before in familiar)


def _behind_title(name: str, lexicon: Lexicon) -> Iterator[str]:
    """Bridie for Aunt Bridie, 小梅 and 小梅阿姨 for 阿姨小梅."""
    head, _, rest = name.partition(" ")
    if rest and " " not in rest and head.casefold() in use_words(lexicon).relations | TITLES:
        yield rest
    for language in lexicon.languages:
        for kind in lexicon.table(language, "statements").get("kinds", {}).get("before", ()):
            rest = name.removeprefix(kind)
            if rest != name and len(rest) > 1:
                yield from (rest, rest + kind)


def _without_kind(name: str, lexicon: Lexicon) -> Iterator[str]:
    for language in lexicon.languages:
        kinds = lexicon.table(language, "statements").get("kinds", {})
        for kind in (*kinds.get("plain", ()), *kinds.get("telling", ())):
            rest = name.removesuffix(kind)
            if rest != name and len(rest) > 1:
                yield rest
                if kind in kinds.get("telling", ()):
                    yield kind


def _one_word(name: str, kind: str, common: frozenset[str]) -> Iterator[str]:
    words = name.split()
    if len(words) <= 1:
        return
    yield name.removesuffix("s") if name.endswith("s") else f"{name}s"
    for word in {words[0]} if kind == "companies" else {words[0], words[-1]}:
        if len(word) >= _SHORTEST and word.casefold() not in common:
            yield from (word, word.removesuffix("s") if word.endswith("s") else f"{word}s")
