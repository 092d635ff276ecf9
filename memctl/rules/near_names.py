"""Entities whose names are nearly one: candidates to merge, never merged by themselves.

Two names are near when one of their words is spelled the same but for a letter (Katherine,
Katharine), when the words stand in another order, or when spelling alone proves them one.
Numbers tell things apart (Phase 1, Phase 2), and so does a word more or less.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from memctl.graph.entity import Entity, EntityRef, type_of
from memctl.graph.problem import Problem
from memctl.language.names import same_name
from memctl.language.scripts import fold, has_han

_LEAST = 5
"""Letters of a word that one letter may differ in: of shorter ones too many are near."""
_CROWD = 20
"""So many names under one key are a series, not spellings of one name."""
Pair = tuple[EntityRef, EntityRef]


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


def _groups(entities: Iterable[Entity]) -> Iterator[Sequence[tuple[EntityRef, str]]]:
    """Names that share a key: the words in order, each whole or with one letter left out."""
    filed: dict[tuple[str, str], dict[tuple[EntityRef, str], None]] = {}
    for entity in entities:
        for name in {entity.name, *entity.aliases}:
            for key in _keys(fold(name)):
                filed.setdefault((type_of(entity.ref), key), {})[entity.ref, name] = None
    return (tuple(group) for group in filed.values() if 1 < len(group) <= _CROWD)


def _keys(name: str) -> Iterator[str]:
    words = sorted(name.replace("-", " ").split())
    yield " ".join(words)
    if has_han(name):
        return
    for at, word in enumerate(words):
        if len(word) >= _LEAST and word.isalpha():
            for i in range(len(word)):
                yield " ".join((*words[:at], word[:i] + word[i + 1 :], *words[at + 1 :]))


def _near(group: Sequence[tuple[EntityRef, str]]) -> Iterator[Pair]:
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
