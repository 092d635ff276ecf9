"""An entity: a person, company, project, … with its facts and its summary."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NewType

from memctl.graph.fact import Fact, FactId

EntityRef = NewType("EntityRef", str)
"""The path below a graph root without a leading `areas/`: `people/sarah`."""


def as_ref(text: str) -> EntityRef:
    """The ref that `text` spells, with or without a leading `areas/`."""
    return EntityRef(text.strip().strip("/").removeprefix("areas/"))


def type_of(ref: str) -> str:
    """The type in a ref: the first of two or more segments, else ""."""
    head, slash, _ = ref.partition("/")
    return head if slash else ""


def slug_of(ref: str) -> str:
    """The last segment of a ref."""
    return ref.rpartition("/")[2]


def slug_words(ref: str) -> str:
    """The last segment of a ref as words: `sarah chen` of people/sarah-chen."""
    return slug_of(ref).replace("-", " ").replace("_", " ")


@dataclass(frozen=True, slots=True)
class Summary:
    """What a summary.md says, as far as memctl reads it."""

    path: str
    """Relative to the workspace."""
    title: str | None
    """Text of the first heading."""
    name: str | None
    """`name` in the front matter."""
    aliases: tuple[str, ...] = ()
    visibility: str | None = None
    block: str | None = None
    """Text between the markers, without them; None when there is no block."""
    block_line: int | None = None
    """Line of the block's first line, from 1."""
    block_facts: tuple[FactId, ...] = ()
    """Ids that the end marker names."""
    is_edited: bool = False
    """Was the text between the markers changed by hand (its digest differs)?"""
    outside: tuple[tuple[int, str], ...] = ()
    """(line from 1, text) of every non-empty line outside front matter and block."""


@dataclass(frozen=True, slots=True)
class Entity:
    """One folder of the knowledge graph."""

    ref: EntityRef
    name: str
    """Front matter name, else title, else the slug in words."""
    aliases: tuple[str, ...] = ()
    """Other names that resolve to it, in file order; the name itself is not repeated."""
    facts: tuple[Fact, ...] = ()
    """In file order, retired ones included."""
    items_path: str | None = None
    """Relative to the workspace; None when there is no items file yet."""
    summary: Summary | None = None
    folder: str = ""
    """Relative to the workspace."""
    is_usable: bool = True
    """False when its items file can't be read or written: nothing may be planned for it."""

    @property
    def type(self) -> str:
        """The first segment of the ref."""
        return type_of(self.ref)

    @property
    def slug(self) -> str:
        """The last segment of the ref."""
        return slug_of(self.ref)

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that means this entity: name, aliases, slug in words."""
        found = (self.name, *self.aliases, slug_words(self.ref))
        return tuple(dict.fromkeys(n for n in found if n))

    def fact(self, fact_id: str) -> Fact | None:
        """The last row with this id, or None."""
        return next((f for f in reversed(self.facts) if f.id == fact_id), None)

    @property
    def shared_ids(self) -> frozenset[str]:
        """Ids that several rows bear: they name none of them."""
        count = Counter(f.id for f in self.facts)
        return frozenset(i for i, rows in count.items() if i and rows > 1)

    def facts_named(self, ids: Iterable[str]) -> tuple[Fact, ...]:
        """Rows that bear one of these ids, or did until a merge gave them another.

        What was written before a merge may mean either.
        """
        wanted = frozenset(ids)
        return tuple(f for f in self.facts if f.id in wanted or not wanted.isdisjoint(f.former_id))
