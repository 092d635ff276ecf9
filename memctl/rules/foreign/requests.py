"""What is asked, cut to size, and which block or entity each part of an answer belongs to."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from memctl.graph.asking import (
    AskedBlock,
    AskedEntity,
    AskedFact,
    AskedName,
    ProposedFact,
    ReadBlock,
)
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact
from memctl.graph.graph import Graph
from memctl.graph.history import retired_on
from memctl.graph.note import Block
from memctl.graph.visibility import SHARED, is_visible
from memctl.language.lexicon import Lexicon
from memctl.rules.resolution.known_names import known_names
from memctl.rules.resolution.subjects import subjects

_CONTEXT = 300
"""Characters of the block above that are told."""
_LONGEST = 8000
"""Characters of a block that are told."""
_FACTS = 60
"""Facts of an entity that are told, the newest."""
_RETIRED = 40
"""Facts that no longer hold which are told."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much goes into one request."""

    blocks: int = 12
    chars: int = 6000


def block_id(block: Block) -> str:
    """8 hex digits: the same words of the same day in the same note have the same."""
    return hashlib.sha256(f"{block.path}\0{block.digest}".encode()).hexdigest()[:8]


def portions(blocks: Iterable[Block], size: Size) -> Iterator[tuple[Block, ...]]:
    """The blocks in requests of that size, in their order; the same words count once."""
    now: dict[str, Block] = {}
    chars = 0
    for block in {block_id(b): b for b in blocks}.values():
        length = min(len(block.text), _LONGEST)
        if now and (len(now) >= size.blocks or chars + length > size.chars):
            yield tuple(now.values())
            now, chars = {}, 0
        now[block_id(block)] = block
        chars += length
    if now:
        yield tuple(now.values())


def asked_blocks(blocks: Sequence[Block], before: Mapping[Block, Block]) -> tuple[AskedBlock, ...]:
    """The blocks as they are told, with what stands above unless it is told too."""
    return tuple(
        AskedBlock(block_id(b), b.day, b.path, b.text[:_LONGEST], _above(b, before, blocks))
        for b in blocks
        if b.day is not None
    )


def _above(block: Block, before: Mapping[Block, Block], blocks: Sequence[Block]) -> str | None:
    above = before.get(block)
    said = block.parent or (above.text if above and above not in blocks else None)
    return said[-_CONTEXT:] if said else None


def asked_names(
    blocks: Iterable[Block], before: Mapping[Block, Block], graph: Graph, lexicon: Lexicon
) -> tuple[AskedName, ...]:
    """The known entities that these blocks name: nobody else is told of."""
    known = known_names(graph, lexicon)
    found: dict[EntityRef, None] = {}
    for block in blocks:
        above = before.get(block)
        for text in (block.text, block.heading, block.parent, above.text if above else None):
            for subject in subjects(text, known, lexicon) if text else ():
                refs = (subject.entity,) if subject.entity else subject.ambiguous
                found |= dict.fromkeys(r for r in refs if graph.get(r) is not None)
    entities = (graph.get(ref) for ref in sorted(found))
    return tuple(AskedName(e.ref, e.name, e.aliases) for e in entities if e is not None)


def asked_entity(entity: Entity, facts: Sequence[Fact]) -> AskedEntity:
    """An entity with these facts of it, at most the newest sixty."""
    told = facts[-_FACTS:]
    rows = tuple(AskedFact(f.id, f.text, f.day, f.source) for f in told)
    return AskedEntity(entity.ref, entity.name, rows)


def may_be_sent(entity: Entity, fact: Fact) -> bool:
    """May somebody else read the fact? What is marked `private` is for the user alone."""
    return is_visible(entity, fact, audience=SHARED)


def asked_retired(graph: Graph, since: date) -> tuple[AskedEntity, ...]:
    """The facts that ended on a day or later, each with what became of it; at most forty."""
    told = 0
    found: list[AskedEntity] = []
    for entity in graph:
        gone = [
            AskedFact(f.id, f.text, f.day, f.source, f.superseded_reason or f.status)
            for f in entity.facts
            if f.text
            and may_be_sent(entity, f)
            and (day := retired_on(entity.facts, f)) is not None
            and day >= since
        ][: _RETIRED - told]
        told += len(gone)
        found += [AskedEntity(entity.ref, entity.name, tuple(gone))] if gone else []
    return tuple(found)


def entity_portions(
    entities: Iterable[AskedEntity], size: Size
) -> Iterator[tuple[AskedEntity, ...]]:
    """The entities in requests of that size, in their order."""
    now: list[AskedEntity] = []
    chars = 0
    for entity in entities:
        length = sum(len(f.fact) for f in entity.facts)
        if now and (len(now) >= size.blocks or chars + length > size.chars):
            yield tuple(now)
            now, chars = [], 0
        now.append(entity)
        chars += length
    if now:
        yield tuple(now)


@dataclass(frozen=True, slots=True)
class Sorted:
    """An answer by the blocks that it is about."""

    facts: Mapping[str, tuple[ProposedFact, ...]]
    """By the digest of the block."""
    unknown: tuple[str, ...] = ()
    """Ids that were not asked about."""
    doubled: tuple[str, ...] = ()
    """Ids that were answered twice, and so not at all."""


def sorted_answer(answer: Iterable[ReadBlock], asked: Iterable[Block]) -> Sorted:
    """Which block each part of the answer is about."""
    known = {block_id(b): b for b in asked}
    given: dict[str, list[ReadBlock]] = {}
    for part in answer:
        given.setdefault(part.id.strip().lower(), []).append(part)
    return Sorted(
        {known[i].digest: p[0].facts for i, p in given.items() if i in known and len(p) == 1},
        tuple(i[:40] for i in given if i not in known),
        tuple(i for i, p in given.items() if i in known and len(p) > 1),
    )


def state_of(entity: Entity, facts: Iterable[Fact]) -> str:
    """What an answer about these facts depends on: the same facts need no second answer."""
    rows = (f"{f.id}\0{f.text}\0{f.day}\0{f.valid_until}" for f in facts)
    return "\n".join((entity.ref, entity.name, *rows))
