"""Rows whose line in a note is no longer there: rewritten by its writer, or deleted."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import RETRACTED, Fact
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.graph.plan import AddFact, Question, RetireFact
from memctl.language.lexicon import Lexicon
from memctl.rules.review import make_question
from memctl.rules.wording import say

OneRow = tuple[Entity, Fact]
_ALIKE = 0.6
"""A line that has so much in common with one that is gone is that line, rewritten."""


def unread_rows(graph: Graph, notes: Mapping[str, str], everywhere: str) -> Iterator[OneRow]:
    """Active rows that were read in these notes, none of whose quotes stands there any more.

    Args:
        graph: As it is stored.
        notes: Text of each note in which something that was read is gone, by path.
        everywhere: The text of all notes: what was only moved is not gone.
    """
    for entity in graph:
        for fact in entity.facts:
            is_gone = fact.is_active and _is_gone(fact, notes)
            if is_gone and not any(plain(e.quote) in everywhere for e in fact.evidence):
                yield entity, fact


def _is_gone(fact: Fact, notes: Mapping[str, str]) -> bool:
    return bool(fact.evidence) and all(
        e.path in notes and plain(e.quote) not in notes[e.path] for e in fact.evidence
    )


def set_right(
    rows: Iterable[OneRow],
    new: Iterable[Block],
    added: Iterable[AddFact],
    lexicon: Lexicon,
) -> Iterator[RetireFact | Question]:
    """What becomes of rows whose line is gone.

    Args:
        rows: From `unread_rows`.
        new: The blocks that are read for the first time.
        added: The rows that were read in them.
        lexicon: For the words of questions and reasons.

    Yields:
        A retraction where the line was rewritten and gives a row again, else a question.
    """
    blocks, rows_added = tuple(new), tuple(added)
    for entity, fact in rows:
        after = _successor(entity.ref, fact, blocks, rows_added)
        yield (
            _asked(entity, fact, lexicon)
            if after is None
            else RetireFact(
                entity.ref,
                fact.id,
                RETRACTED,
                after.id,
                RETRACTED,
                fact.evidence[0].day,
                say("rewritten", fact.text, lexicon),
                after.evidence,
            )
        )


def _successor(
    ref: EntityRef, fact: Fact, blocks: tuple[Block, ...], added: tuple[AddFact, ...]
) -> Fact | None:
    """What was read of the same entity in the line that took the place of the row's line."""
    was = fact.evidence[0]
    alike = [b for b in blocks if b.path == was.path and _likeness(was.quote, b.text) >= _ALIKE]
    here = (a.fact for a in added if a.entity == ref and a.fact.evidence)
    read = (f for f in here for b in alike if _is_read_in(f, b))
    return max(read, key=lambda f: _likeness(was.quote, f.evidence[0].quote), default=None)


def _is_read_in(fact: Fact, block: Block) -> bool:
    place = fact.evidence[0]
    return place.path == block.path and plain(place.quote) in plain(block.text)


def _likeness(old: str, new: str) -> float:
    return SequenceMatcher(None, plain(old), plain(new), autojunk=False).ratio()


def _asked(entity: Entity, fact: Fact, lexicon: Lexicon) -> Question:
    line = fact.evidence[0]
    gone = RetireFact(
        entity.ref, fact.id, RETRACTED, superseded_reason=RETRACTED, superseded_at=line.day
    )
    return make_question(
        "gone-line",
        entity.ref,
        say("take_back", fact.text, lexicon, text=fact.text),
        reason=say("line_gone", fact.text, lexicon, path=line.path),
        evidence=(line,),
        accept=(gone,),
        texts=[fact.text],
    )


def plain(text: str) -> str:
    """With single blanks, as quotes are looked for."""
    return " ".join(text.split())
