"""Entities whose names are nearly one: candidates to merge, never merged by themselves.

Two names are near when one of their words is spelled the same but for a letter (Katherine,
Katharine), when the words stand in another order, or when spelling alone proves them one.
Numbers tell things apart (Phase 1, Phase 2), and so does a word more or less.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from memctl.graph.entity import Entity, EntityRef, type_of
from memctl.graph.problem import Problem
from memctl.language.scripts import fold, has_han

_LEAST = 5
"""Letters of a word that one letter may differ in: of shorter ones too many are near."""
_CROWD = 20
"""So many names under one key are a series, not spellings of one name."""
_LONG = re.compile(rf"\S{{{_LEAST},}}")
Pair = tuple[EntityRef, EntityRef]
_Named = tuple[EntityRef, str]


def near_names(
    entities: Iterable[Entity], apart: AbstractSet[frozenset[str]]
) -> tuple[Problem, ...]:
    """A hint for each pair of one type with near names, unless a person keeps them apart.

    Args:
        entities: All of them; their names and aliases are compared within a type.
        apart: The pairs that are never one.
    """
    named = {entity.ref: entity for entity in entities}
    pairs = {pair for group in _groups(named.values()) for pair in _near(group)}
    return tuple(_hint(named[a], named[b]) for a, b in sorted(pairs) if {a, b} not in apart)


def _groups(entities: Iterable[Entity]) -> Iterator[Sequence[_Named]]:
    """Names that share a key: the words in order, each whole or with one letter left out."""
    alike: dict[tuple[str, ...], list[tuple[_Named, str]]] = {}
    for entity in entities:
        for name in {entity.name, *entity.aliases}:
            words = sorted(fold(name).replace("-", " ").split())
            # Words that are left whole tell most names of a series apart at once.
            whole = [w for w in words if not w.isalpha()]
            bucket = (type_of(entity.ref), str(len(words)), *whole)
            alike.setdefault(bucket, []).append(((entity.ref, name), " ".join(words)))
    for named in alike.values():
        if len(named) > 1:
            yield from _of_one_key(named)


def _of_one_key(named: Sequence[tuple[_Named, str]]) -> Iterator[Sequence[_Named]]:
    first: dict[str, _Named] = {}
    shared: dict[str, list[_Named]] = {}
    for one, words in named:
        for key in _keys(words):
            other = first.setdefault(key, one)
            if other is not one:
                shared.setdefault(key, [other]).append(one)
    return (group for group in shared.values() if len(group) <= _CROWD)


def _keys(words: str) -> set[str]:
    keys = {words}
    if not has_han(words):
        for found in _LONG.finditer(words):
            if found[0].isalpha():
                keys |= {words[:i] + words[i + 1 :] for i in range(*found.span())}
    return keys


def _near(group: Sequence[_Named]) -> Iterator[Pair]:
    from memctl.language.naming.spellings import same_name  # noqa: PLC0415 - few names come this far

    for (one, a), (other, b) in combinations(group, 2):
        if one != other and (same_name(a, b) or _is_one_letter_off(fold(a), fold(b))):
            yield (min(one, other), max(one, other))


def _is_one_letter_off(one: str, other: str) -> bool:
    """Do the same words differ in one letter at most: another, one more, or two exchanged?"""
    a, b = sorted(one.replace("-", " ").split()), sorted(other.replace("-", " ").split())
    if len(a) != len(b):
        return False
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - heavy, and few names come this far

    return sum(OSA.distance(x, y) for x, y in zip(a, b, strict=True)) <= 1


def _hint(one: Entity, other: Entity) -> Problem:
    path = one.summary.path if one.summary else (one.items_path or one.ref)
    return Problem(
        "near-name",
        "hint",
        path,
        None,
        f"{one.name} ({one.ref}) and {other.name} ({other.ref}) have nearly one name",
        f"If they are one: memctl entity merge {other.ref} {one.ref}; "
        f"if not: memctl entity never-merge {one.ref} {other.ref}",
    )
