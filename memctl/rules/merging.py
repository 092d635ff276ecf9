"""Facts on which two merged branches disagree, as questions that a person decides.

The merged file keeps our side's reading; each question offers the other's. Of two successors
that both hold the later day's is offered, whichever side wrote it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from memctl.graph.entity import EntityRef
from memctl.graph.fact import RETRACTED, SUPERSEDED, Evidence, Fact
from memctl.graph.graph import Graph
from memctl.graph.plan import AddFact, Change, Question, RetireFact
from memctl.language.lexicon import Lexicon
from memctl.rules.review import make_question
from memctl.rules.wording import say

KIND = "merged"


@dataclass(frozen=True, slots=True)
class Readings:
    """One fact as each side of a merge has it, with its successor there."""

    ours: Fact
    theirs: Fact
    ours_after: Fact | None = None
    theirs_after: Fact | None = None


def merge_question(entity: EntityRef, readings: Readings, lexicon: Lexicon) -> Question | None:
    """What to ask about one fact; None where the readings differ in nothing that holds today.

    It is asked in the language of the fact.
    """
    ours, theirs = readings.ours, readings.theirs
    mine, other = readings.ours_after, readings.theirs_after
    words = partial(say, about=ours.text, lexicon=lexicon)
    ask = partial(_question, entity, words("merge_reason"))
    if ours.is_active:
        accept = _retired(entity, ours, theirs, other, words)
        return ask(_proposal(words, ours, other, theirs.status), accept, (ours, other))
    if theirs.is_active:
        row = replace(theirs, line=None)
        proposal = words("merge_keep", text=theirs.text, other=ours.text)
        return ask(proposal, AddFact(entity, row, words("merge_reworded")), (ours, mine))
    if mine is not None and other is not None and _is_newer(mine, other):
        accept = _retired(entity, other, ours, mine, words)
        return ask(_proposal(words, other, mine), accept, (other, mine))
    if mine is not None and mine.is_active and (other is None or other.id != mine.id):
        accept = _retired(entity, mine, theirs, other, words)
        return ask(_proposal(words, mine, other, about=ours), accept, (mine, other))
    if other is not None and other.is_active and mine is None:
        accept = _retired(entity, other, ours, None, words)
        return ask(_proposal(words, other, None, about=ours), accept, (other,))
    return None


def _is_newer(mine: Fact, other: Fact) -> bool:
    """Do both hold, and does ours speak from a later day?"""
    both = mine.is_active and other.is_active and mine.id != other.id
    return both and mine.day is not None and other.day is not None and mine.day > other.day


def _proposal(
    words: Callable[..., str],
    fact: Fact,
    after: Fact | None,
    status: str = "",
    *,
    about: Fact | None = None,
) -> str:
    if after is not None:
        return words("merge_replaced", text=fact.text, new=after.text)
    if about is None:
        return words("merge_untrue", text=fact.text, status=status)
    return words("merge_unreplaced", text=fact.text, other=about.text)


def _retired(
    entity: EntityRef, fact: Fact, like: Fact, after: Fact | None, words: Callable[..., str]
) -> RetireFact:
    """The change that gives a row the end that the other side has seen."""
    # What was moved names one row: the other side's successor of it went nowhere.
    is_moved = like.moved_to is not None and fact.id != like.id
    return RetireFact(
        entity,
        fact.id,
        SUPERSEDED if after else like.status,
        superseded_by=after.id if after else None,
        superseded_reason=RETRACTED if is_moved else like.superseded_reason,
        superseded_at=like.superseded_at,
        reason=words("merge_decided"),
        moved_to=None if is_moved else like.moved_to,
    )


def _question(
    entity: EntityRef, reason: str, proposal: str, accept: Change, about: tuple[Fact | None, ...]
) -> Question:
    evidence: list[Evidence] = [e for fact in about if fact for e in fact.evidence[:1]]
    return make_question(KIND, entity, proposal, reason=reason, evidence=evidence, accept=(accept,))


def still_asks(question: Question, graph: Graph) -> bool:
    """Are the rows that the question is about still there, and still open?

    A merge that was called off, or decided by hand, leaves nothing to ask.
    """
    return all(_is_open(change, graph) for change in question.accept)


def _is_open(change: Change, graph: Graph) -> bool:
    if not isinstance(change, AddFact | RetireFact):
        return True
    entity = graph.get(change.entity)
    if entity is None:
        return False
    if isinstance(change, AddFact):
        return not any(f.text == change.fact.text for f in entity.facts)
    row = entity.fact(change.fact_id)
    after = change.superseded_by
    return (
        row is not None
        and row.is_active
        and (after is None or ((new := entity.fact(after)) is not None and new.is_active))
    )
