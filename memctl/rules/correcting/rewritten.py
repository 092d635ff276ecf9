"""Rows whose line in a note is no longer there: rewritten by its writer, or deleted."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import RETRACTED, Evidence, Fact
from memctl.graph.graph import Graph
from memctl.graph.note import Block, unbroken
from memctl.graph.plan import AddFact, Question, RetireFact
from memctl.language.lexicon import Lexicon
from memctl.rules.review import make_question
from memctl.rules.wording import say

OneRow = tuple[Entity, Fact]
_ALIKE = 0.6
"""What has so much in common with what is gone, and stands in its line, is it, rewritten."""
_NEARLY = 0.85
"""The same of what stands in another line."""


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
            if is_gone and not any(unbroken(e.quote) in everywhere for e in fact.evidence):
                yield entity, fact


def _is_gone(fact: Fact, notes: Mapping[str, str]) -> bool:
    return bool(fact.evidence) and all(
        e.path in notes and unbroken(e.quote) not in notes[e.path] for e in fact.evidence
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
        A retraction where the line was rewritten and gives a row again, else a question. What
        a person confirmed since is asked about too.
    """
    places = _places(new, added)
    for entity, fact in rows:
        after = _successor(fact, places.get((entity.ref, fact.evidence[0].path), ()))
        yield (
            _asked(entity, fact, lexicon)
            if after is None or _is_confirmed_since(fact, after)
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


def _places(
    new: Iterable[Block], added: Iterable[AddFact]
) -> Mapping[tuple[EntityRef, str], list[Fact]]:
    """What was read of an entity in the new blocks of a note."""
    texts: dict[str, list[str]] = {}
    for block in new:
        texts.setdefault(block.path, []).append(unbroken(block.text))
    found: dict[tuple[EntityRef, str], list[Fact]] = {}
    for entity, fact in ((a.entity, a.fact) for a in added if a.fact.evidence):
        path, quote = fact.evidence[0].path, unbroken(fact.evidence[0].quote)
        if any(quote in text for text in texts.get(path, ())):
            found.setdefault((entity, path), []).append(fact)
    return found


def _successor(fact: Fact, read: Iterable[Fact]) -> Fact | None:
    """What was read of the same entity in the place of the row's words."""
    was = fact.evidence[0]
    alike = (new for new in read if _is_alike(was, new.evidence[0]))
    return max(alike, key=lambda f: _likeness(was, f.evidence[0]), default=None)


def _is_confirmed_since(fact: Fact, after: Fact) -> bool:
    """Did a person say that the row holds, on the day of what was read instead or later?"""
    said = after.evidence[0].day
    return fact.confirmed_at is not None and (said is None or fact.confirmed_at >= said)


def _is_alike(old: Evidence, new: Evidence) -> bool:
    matcher, least = _matcher(old, new), _ALIKE if new.line == old.line else _NEARLY
    # What costs little rules out most: a note may be rewritten as a whole.
    bounds = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
    return all(bound() >= least for bound in bounds)


def _likeness(old: Evidence, new: Evidence) -> float:
    return _matcher(old, new).ratio()


def _matcher(old: Evidence, new: Evidence) -> SequenceMatcher[str]:
    return SequenceMatcher(None, unbroken(old.quote), unbroken(new.quote), autojunk=False)


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
