"""Where a candidate looks for what it repeats, replaces or ends.

A statement about an entity is compared with the rows of that entity, of the entities it
names, and, when it is about the user, with every row about the user: "reports to Ada" is
stored at Ada, and a new manager is read at somebody else.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact
from memctl.graph.graph import Graph
from memctl.language.attributes import read_slots
from memctl.language.lexicon import Lexicon
from memctl.language.terms import fold, phrase_pattern

Place = tuple[EntityRef, tuple[Fact, ...]]


def searched(
    graph: Graph, candidate: Candidate, lexicon: Lexicon, me: EntityRef
) -> tuple[Place, ...]:
    """Entities with the rows to compare, the candidate's own first and always there."""
    home = candidate.entity or EntityRef("")
    own = graph.get(home)
    places: list[Place] = [(home, own.facts if own else ())]
    if not (home == me or is_about_user(candidate.text, lexicon)):
        return tuple(places)
    slots = _one_value_slots(candidate.text, lexicon)
    for entity in graph:
        if entity.ref == home:
            continue
        rows = tuple(f for f in entity.facts if _may_touch(f, entity, candidate, slots, lexicon, me))
        if rows:
            places.append((entity.ref, rows))
    return tuple(places)


def _may_touch(  # noqa: PLR0913 - the two sides of one question
    fact: Fact,
    entity: Entity,
    candidate: Candidate,
    slots: frozenset[str],
    lexicon: Lexicon,
    me: EntityRef,
) -> bool:
    """Is the row about the user too, and in one of the candidate's slots?"""
    here = (candidate.evidence.path, candidate.evidence.quote)
    if fact.text == candidate.text or here in {(e.path, e.quote) for e in fact.evidence}:
        return True
    if not fact.is_active:
        return False
    if not (entity.ref == me or is_about_user(fact.text, lexicon)):
        return False
    if slots & _one_value_slots(fact.text, lexicon):
        return True
    return entity.ref in candidate.related or _names(candidate.text, entity)


@lru_cache(maxsize=50_000)
def _one_value_slots(text: str, lexicon: Lexicon) -> frozenset[str]:
    return frozenset(s.attribute for s in read_slots(text, lexicon) if s.cardinality == "one")


@lru_cache(maxsize=16)
def _user(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    return tuple(
        phrase_pattern(lang, tuple(lexicon.rows(lang, "user_words")), lexicon)
        for lang in lexicon.languages
    )


@lru_cache(maxsize=50_000)
def is_about_user(text: str, lexicon: Lexicon) -> bool:
    """Does the statement speak of the user ("the user", "my", 我)?"""
    folded = fold(text, lexicon)
    return any(pattern.search(folded) for pattern in _user(lexicon))


def manager_facts(
    graph: Graph, candidate: Candidate, lexicon: Lexicon, me: EntityRef
) -> Iterator[tuple[EntityRef, Fact, bool]]:
    """Rows that say who the user's manager is, when the candidate leaves an employer.

    The flag tells whether the row names the company that the candidate leaves, or the
    candidate names the manager.
    """
    if not (candidate.entity == me or is_about_user(candidate.text, lexicon)):
        return
    left = _named(graph, candidate)
    if not any(e.type == "companies" for e in left):
        return
    for entity in graph:
        for fact in entity.facts:
            if not fact.is_active or not is_about_user(fact.text, lexicon):
                continue
            if "manager" not in _one_value_slots(fact.text, lexicon) or fact.text == candidate.text:
                continue
            companies = [e for e in left if e.type == "companies"]
            is_named = entity in left or any(_names(fact.text, e) for e in companies)
            yield entity.ref, fact, is_named


def _named(graph: Graph, candidate: Candidate) -> Sequence[Entity]:
    return [
        e
        for e in graph
        if e.ref in candidate.related or e.ref == candidate.entity or _names(candidate.text, e)
    ]


def _names(text: str, entity: Entity) -> bool:
    return any(len(n) > 1 and n.casefold() in text.casefold() for n in entity.names)
