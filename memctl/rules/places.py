"""Where a candidate looks for what it repeats, replaces or ends.

A statement about an entity is compared with the rows of that entity. One about the user is
compared with every row about the user too, wherever it stands: "reports to Ada" is stored
at Ada, and the new manager is read at somebody else.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef, type_of
from memctl.graph.fact import Fact
from memctl.language.attributes import read_slots, relation_attributes
from memctl.language.lexicon import Lexicon
from memctl.language.terms import fold, phrase_pattern
from memctl.rules.naming import NameIndex

Rows = tuple[Fact, ...]


@dataclass(slots=True)
class Places:
    """The rows about the user by entity, read once and again only where rows changed."""

    entities: Mapping[EntityRef, Entity]
    lexicon: Lexicon
    me: EntityRef
    names: NameIndex
    _about_user: dict[EntityRef, tuple[Rows, Rows]] = field(default_factory=dict)
    """Entity -> (all its rows when they were looked through, those about the user)."""

    def searched(self, candidate: Candidate) -> tuple[tuple[EntityRef, Rows], ...]:
        """Entities with the rows to compare, the candidate's own first and always there."""
        home = candidate.entity or EntityRef("")
        own = self.entities.get(home)
        is_mine = home == self.me or is_about_user(candidate.text, self.lexicon)
        found = {ref: rows for ref, rows in self._named(candidate) if ref != home}
        if is_mine:
            found |= {ref: rows for ref, rows in self._mine(candidate, found) if ref != home}
        return ((home, own.facts if own else ()), *sorted(found.items()))

    def _named(self, candidate: Candidate) -> Iterator[tuple[EntityRef, Rows]]:
        """All rows of the entities that the candidate names."""
        for ref in {*candidate.related, *self.names.named_in(candidate.text)}:
            entity = self.entities.get(ref)
            if entity is not None and entity.facts:
                yield ref, entity.facts

    def _mine(
        self, candidate: Candidate, found: Collection[EntityRef]
    ) -> Iterator[tuple[EntityRef, Rows]]:
        """Rows about the user in one of the candidate's slots, wherever they stand."""
        relations = relation_attributes(self.lexicon)
        slots = relations & _one_value_slots(candidate.text, self.lexicon)
        here = (candidate.evidence.path, candidate.evidence.quote)
        for ref, entity in self.entities.items():
            rows = tuple(
                f
                for f in (() if ref in found else self.about_user(entity))
                if _is_told(f, candidate, here)
                or (f.is_active and slots & _one_value_slots(f.text, self.lexicon))
            )
            if rows:
                yield ref, rows

    def about_user(self, entity: Entity) -> Rows:
        """The rows of an entity that speak of the user."""
        known = self._about_user.get(entity.ref)
        if known is None or known[0] is not entity.facts:
            is_me = entity.ref == self.me
            rows = tuple(f for f in entity.facts if is_me or is_about_user(f.text, self.lexicon))
            known = self._about_user[entity.ref] = (entity.facts, rows)
        return known[1]

    def manager_rows(self, candidate: Candidate) -> Iterator[tuple[EntityRef, Fact, bool]]:
        """Rows that say who the user's manager is, when the candidate leaves an employer.

        The flag tells whether the row names the company that the candidate leaves, or the
        candidate names the manager.
        """
        if not (candidate.entity == self.me or is_about_user(candidate.text, self.lexicon)):
            return
        left = {*candidate.related, *self.names.named_in(candidate.text)}
        left |= {candidate.entity} if candidate.entity else set()
        companies = {ref for ref in left if type_of(ref) == "companies"}
        if not companies:
            return
        for ref, entity in sorted(self.entities.items()):
            for fact in self.about_user(entity):
                if self._is_manager_row(fact, candidate):
                    is_there = bool(companies & {*self.names.named_in(fact.text), *fact.related})
                    yield ref, fact, is_there or ref in left

    def _is_manager_row(self, fact: Fact, candidate: Candidate) -> bool:
        is_other = fact.is_active and fact.text != candidate.text
        return is_other and "manager" in _one_value_slots(fact.text, self.lexicon)


def _is_told(fact: Fact, candidate: Candidate, here: tuple[str, str]) -> bool:
    """Does the row say the same words, or was it read at the same place?"""
    return fact.text == candidate.text or here in {(e.path, e.quote) for e in fact.evidence}


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
