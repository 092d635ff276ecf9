"""One page under way: whose summary it is, and how its facts are told there."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.graph import Graph
from memctl.language.attributes import SlotReading, read_slots
from memctl.language.lexicon import Lexicon
from memctl.language.naming.use import use_words
from memctl.language.questions import CORE, ORDINARY, STANDINGS, VITAL
from memctl.rules.aging.standing import rank
from memctl.rules.comparing.whose.owners import told_of_others
from memctl.rules.naming import NameIndex
from memctl.rules.places import is_about_user
from memctl.rules.snapshot.statements import Statements, statements_for

_SCOPES = frozenset({"companies", "projects"})
"""Types of entities that scope what was."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the block and the facts that it rests on."""

    text: str
    facts: tuple[FactId, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Whose summary it is, the names around it, and the words of its language."""

    entity: Entity
    graph: Graph
    says: Statements
    lexicon: Lexicon
    names: tuple[str, ...] | None
    """Those of the entity, as `Statements.say` takes them; None on the user's own page."""
    doubted: Collection[FactId] = ()
    today: date | None = None
    others: frozenset[FactId] = frozenset()
    """On the user's own page: what tells of somebody who is not close to them."""

    def word(self, key: str) -> Any:
        """A phrase of the page's language."""
        return self.says.words[key]

    def statement(self, fact: Fact) -> str:
        """What a current fact says, with its days; with doubt where there is some."""
        said = self.says.dated(fact, self.names, self.today)
        return self.word("doubted").format(text=said) if fact.id in self.doubted else said

    def is_to_come(self, fact: Fact) -> bool:
        """Is it announced for a later day?"""
        return self.today is not None and fact.day is not None and fact.day > self.today

    @property
    def is_own(self) -> bool:
        """Is it the user's own?"""
        return self.names is None

    def scopes(self, fact: Fact) -> tuple[str, ...]:
        """Names of other entities that scope a fact: companies and projects it speaks of."""
        index = _index(_Same(self.graph), self.lexicon)
        named = {*index.named_in(fact.text), *map(EntityRef, fact.related)}
        found = (self.graph.get(ref) for ref in sorted(named - {self.entity.ref}))
        return tuple(e.name for e in found if e is not None and e.type in _SCOPES)

    def counts(self, fact: Fact) -> str:
        """How much a fact counts on this page: one of STANDINGS."""
        told = STANDINGS[rank(fact, self.lexicon, is_own=self.is_own)]
        return ORDINARY if fact.id in self.others and told in {VITAL, CORE} else told

    def slots(self, fact: Fact) -> tuple[SlotReading, ...]:
        """The attributes that a fact fills or empties."""
        return read_slots(fact.text, self.lexicon)

    def fills(self, fact: Fact) -> frozenset[str]:
        """The attributes of which a fact states the value."""
        return frozenset(s.attribute for s in self.slots(fact) if s.polarity == "state")


def make_page(  # noqa: PLR0913 - whose page it is, and when
    entity: Entity,
    graph: Graph,
    lexicon: Lexicon,
    *,
    me: str,
    doubted: Collection[FactId] = (),
    today: date | None = None,
) -> Page:
    """The page of an entity, in the language in which most of what holds is written."""
    texts: Sequence[str] = [f.text for f in entity.facts if f.is_active]
    says = statements_for(texts or [f.text for f in entity.facts], lexicon)
    names = None if entity.ref == me else entity.names
    page = Page(entity, graph, says, lexicon, names, doubted, today)
    return replace(page, others=_of_others(page)) if page.is_own else page


def _of_others(page: Page) -> frozenset[FactId]:
    """What stands at the user and tells of somebody else: a neighbour's pills, a friend's move.

    Whoever has a page is close; and what speaks of the user besides is of the user.
    """
    told = told_of_others(page.entity.facts, is_me=True, lexicon=page.lexicon)
    texts = {f.id: f.text for f in page.entity.facts if f.id in told}
    people = (e for e in page.graph if e.type == "people" and e.ref != page.entity.ref)
    names = tuple(name for e in people for name in e.names) if texts else ()
    return frozenset(
        i
        for i, text in texts.items()
        if not (any(map(text.startswith, names)) or is_about_user(text, page.lexicon))
    )


def size(lines: Iterable[Line]) -> int:
    """Characters of the lines with their line ends."""
    return sum(len(line.text) + 1 for line in lines)


class _Same:
    """A graph by identity, so that its names are filed once for many summaries."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def __hash__(self) -> int:
        return id(self.graph.entities)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.graph.entities is self.graph.entities


@lru_cache(maxsize=1)
def _index(same: _Same, lexicon: Lexicon) -> NameIndex:
    scopes = (e for e in same.graph if e.type in _SCOPES)
    return NameIndex(scopes, use_words(lexicon))
