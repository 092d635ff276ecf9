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
from memctl.language.attributes import read_folded_slots, read_slots, relation_attributes
from memctl.language.lexicon import Lexicon, pattern_of
from memctl.language.phrases import Span
from memctl.language.stances import clauses, read_stances
from memctl.language.statements import statements
from memctl.language.terms import fold, phrase_pattern
from memctl.rules.comparing.whose.beside import is_only_beside
from memctl.rules.naming import NameIndex
from memctl.rules.reading import read

Rows = tuple[Fact, ...]
_SUBJECTS = frozenset({"projects", "companies"})
"""Types of entities that have somebody for something."""
_PERSONAL = frozenset({"employer", "role", "home", "relationship_status"})
"""What everybody has for themselves: "he moved to Lyon" says nothing about the user."""
LATELY = 21
"""Days within which a correction may be about a row of another entity."""


@dataclass(slots=True)
class Places:
    """The rows about the user by entity, read once and again only where rows changed."""

    entities: Mapping[EntityRef, Entity]
    lexicon: Lexicon
    me: EntityRef
    names: NameIndex
    _about_user: dict[EntityRef, tuple[Rows, Rows]] = field(default_factory=dict)
    """Entity -> (all its rows when they were looked through, those about the user)."""

    def searched(self, candidate: Candidate) -> Iterator[tuple[EntityRef, Rows]]:
        """Entities with the rows to compare, the candidate's own first and always there."""
        home = candidate.entity or EntityRef("")
        theirs = slots_of_others(candidate.text, self.lexicon) if home == self.me else frozenset()
        for ref, rows in self._searched(candidate, home):
            yield ref, tuple(f for f in rows if not self._is_mine_alone(f, theirs))

    def _is_mine_alone(self, fact: Fact, theirs: Collection[str]) -> bool:
        """Does it fill for the user what a candidate at the user tells of somebody else?"""
        if not theirs or slots_of_others(fact.text, self.lexicon):
            return False
        return any(s.attribute in theirs for s in read_slots(fact.text, self.lexicon))

    def _searched(
        self, candidate: Candidate, home: EntityRef
    ) -> tuple[tuple[EntityRef, Rows], ...]:
        own, is_mine = self.entities.get(home), self.is_mine(candidate)
        found = {ref: rows for ref, rows in self._named(candidate) if ref != home}
        if is_mine:
            found |= {ref: rows for ref, rows in self._mine(candidate, found) if ref != home}
        if own is not None and home != self.me and (rows := self._mine_about(own, is_mine)):
            found[self.me] = tuple(dict.fromkeys((*found.get(self.me, ()), *rows)))
        return ((home, own.facts if own else ()), *sorted(found.items()))

    def is_mine(self, candidate: Candidate) -> bool:
        """Is the candidate about the user, be it only by what stands unsaid?"""
        if candidate.entity == self.me or is_about_user(candidate.text, self.lexicon):
            return True
        return begins_with_own_act(candidate.text, self.lexicon)

    def _named(self, candidate: Candidate) -> Iterator[tuple[EntityRef, Rows]]:
        """All rows of the entities that the candidate names."""
        home = self.entities.get(candidate.entity or EntityRef(""))
        for ref in {*candidate.related, *self.names.named_in(candidate.text)}:
            entity = self.entities.get(ref)
            if entity is None or not entity.facts:
                continue
            if home is None or not is_only_beside(entity, home, candidate.text, self.lexicon):
                yield ref, entity.facts
            elif rows := tuple(f for f in entity.facts if _names(home, f.text, self.lexicon)):
                yield ref, rows

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

    def _mine_about(self, entity: Entity, is_mine: bool) -> Rows:  # noqa: FBT001 - of one call
        """Rows at the user that name an entity: read there before it was known."""
        mine = self.entities.get(self.me)
        rows = mine.facts if mine is not None else ()
        named = (f for f in rows if f.is_active and _names(entity, f.text, self.lexicon))
        # My divorce names whom I left, and what they do next is none of it. What I do is: I left
        # the company where I worked.
        return tuple(
            f
            for f in named
            if is_mine or not fills_personal(f.text, self.lexicon) or _begins_with(entity, f.text)
        )

    def at_both_ends(self, candidate: Candidate) -> Iterator[tuple[EntityRef, Rows, Entity]]:
        """Rows elsewhere that fill the same relation of an entity that both sides name.

        Who leads a project may be stored at a person, and the successor at the project.
        Each comes with the entity that both speak of.
        """
        relations = relation_attributes(self.lexicon)
        slots = relations & _one_value_slots(candidate.text, self.lexicon)
        if not slots:
            return
        home = candidate.entity or EntityRef("")
        named = {home, *candidate.related, *self.names.named_in(candidate.text)}
        subjects = [self.entities[r] for r in sorted(named) if r in self.entities]
        for subject in (s for s in subjects if s.type in _SUBJECTS):
            for ref, entity in sorted(self.entities.items()):
                rows = tuple(
                    f for f in entity.facts if f.is_active and _names(subject, f.text, self.lexicon)
                )
                same = tuple(f for f in rows if slots & _one_value_slots(f.text, self.lexicon))
                if ref != home and same:
                    yield ref, same, subject

    def corrected(self, candidate: Candidate) -> Iterator[tuple[EntityRef, Rows]]:
        """Rows read lately, wherever they stand, that hold what the candidate says is wrong."""
        wrong = denied(candidate.text, self.lexicon)
        day = candidate.day
        if not wrong or day is None:
            return
        for ref, entity in sorted(self.entities.items()):
            rows = tuple(
                f
                for f in entity.facts
                if f.is_active
                and f.day is not None
                and 0 <= (day - f.day).days <= LATELY
                and any(w in fold(f.text, self.lexicon).casefold() for w in wrong)
            )
            if rows and ref != candidate.entity:
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
        if not self.is_mine(candidate):
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
        # "I no longer report to her" is told already.
        return is_other and any(
            s.attribute == "manager" and s.polarity == "state"
            for s in read_slots(fact.text, self.lexicon)
        )


def _begins_with(entity: Entity, text: str) -> bool:
    return text.casefold().startswith(tuple(n.casefold() for n in entity.names if len(n) > 1))


def _names(entity: Entity, text: str, lexicon: Lexicon) -> bool:
    """Does a text hold a name of it? Kin of one character (妈) are whom it begins to tell of."""
    low = text.casefold()
    if any(len(name) > 1 and name.casefold() in low for name in entity.names):
        return True
    called = (read(name, (), lexicon).doer for name in entity.names if len(name) == 1)
    return any(who and who == read(text, (), lexicon).doer for who in called)


@lru_cache(maxsize=10_000)
def denied(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """What a correction says it is not ("not 1 June but 8 June", 不是A，是B)."""
    folded = fold(text, lexicon)
    stances = read_stances(folded, lexicon)
    found = [folded[a:b] for a, b in stances.denial] if stances.correction else []
    return tuple(v.strip().casefold() for v in found if any(c.isdecimal() for c in v))


def _is_told(fact: Fact, candidate: Candidate, here: tuple[str, str]) -> bool:
    """Does the row say the same words, or was it read at the same place?"""
    return fact.text == candidate.text or here in {(e.path, e.quote) for e in fact.evidence}


@lru_cache(maxsize=10_000)
def _one_value_slots(text: str, lexicon: Lexicon) -> frozenset[str]:
    return frozenset(s.attribute for s in read_slots(text, lexicon) if s.cardinality == "one")


@lru_cache(maxsize=16)
def _user(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    return tuple(
        phrase_pattern(lang, tuple(lexicon.rows(lang, "user_words")), lexicon)
        for lang in lexicon.languages
    )


@lru_cache(maxsize=10_000)
def begins_with_own_act(text: str, lexicon: Lexicon) -> bool:
    """Does it begin with what somebody does, without saying who ("Left Acme today")?"""
    return bool(pattern_of("own_acts", lexicon).match(fold(text, lexicon)))


@lru_cache(maxsize=10_000)
def is_about_user(text: str, lexicon: Lexicon) -> bool:
    """Does the statement speak of the user ("the user", "my", 我)?"""
    folded = fold(text, lexicon)
    return any(pattern.search(folded) for pattern in _user(lexicon))


@lru_cache(maxsize=10_000)
def slots_of_others(text: str, lexicon: Lexicon) -> frozenset[str]:
    """What it tells of a "he" or "she" and not of the user: job, home and the like."""
    folded = fold(text, lexicon)
    slots = [s for s in read_folded_slots(folded, lexicon) if s.attribute in _PERSONAL]
    if not slots:
        return frozenset()
    theirs = tuple(_told_of_others(folded, lexicon))
    told = {s.attribute for s in slots if any(a <= s.span[0] < b for a, b in theirs)}
    own = {s.attribute for s in slots if not any(a <= s.span[0] < b for a, b in theirs)}
    return frozenset(told - own)


def fills_personal(text: str, lexicon: Lexicon) -> bool:
    """Does it tell a job, a home or a marriage, which everybody has for themselves?"""
    return any(s.attribute in _PERSONAL for s in read_folded_slots(fold(text, lexicon), lexicon))


@lru_cache(maxsize=10_000)
def tells_of_a_person(text: str, lexicon: Lexicon) -> bool:
    """Does it say what only somebody has or is: a job, a home, a manager, "he" or "she"?"""
    folded, grammar = fold(text, lexicon), statements(lexicon).grammar
    if grammar.he.search(folded) or grammar.she.search(folded):
        return True
    of_people = _PERSONAL | relation_attributes(lexicon)
    return any(s.attribute in of_people for s in read_folded_slots(folded, lexicon))


def _told_of_others(folded: str, lexicon: Lexicon) -> Iterator[Span]:
    """The clauses from one that begins with "she" to the next that says "I"."""
    grammar, is_theirs = statements(lexicon).grammar, False
    for start, end in clauses(folded, lexicon):
        clause = folded[start:end].strip()
        opener = grammar.openers.match(clause)
        body = clause[opener.end() :].lstrip(" ,，") if opener else clause
        if grammar.first_person.search(clause) or grammar.we.search(clause):
            is_theirs = False
        elif grammar.third_person.match(body) or grammar.third_person.match(clause):
            is_theirs = True
        if is_theirs:
            yield start, end
