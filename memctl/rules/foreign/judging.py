"""What a judge says of an entity's facts, as changes and questions.

A judge decides what the rules doubt; it never retires what they see no connection between:
that becomes a question. Active to retired only, newer over older, never a weaker source over
a stronger one.
"""

from collections.abc import Iterable, Iterator, Sequence

from memctl.graph.asking import Replacement
from memctl.graph.entity import Entity
from memctl.graph.fact import SUPERSEDED, Fact
from memctl.graph.plan import Question, RetireFact
from memctl.language.lexicon import Lexicon
from memctl.rules.comparing.comparison import relate
from memctl.rules.comparing.suspicions import suspect
from memctl.rules.foreign.ports import Judgement
from memctl.rules.foreign.requests import may_be_sent
from memctl.rules.review import make_question
from memctl.rules.weighing.winners import strength
from memctl.rules.wording import say

_CONNECTED = frozenset({"replaces", "ends", "corrects", "disagrees"})
_WHY = 200
"""Characters of a judge's reason that are kept."""


def judged(
    entity: Entity, judgement: Judgement, lexicon: Lexicon
) -> Iterator[RetireFact | Question]:
    """What a judgement changes, the older pairs first; a pair that does not fit is left out.

    Args:
        entity: As it is after what the rules found.
        judgement: What the judge said about it.
        lexicon: All languages.
    """
    answers, by = judgement.replaced, judgement.by
    gone: set[str] = set()
    pairs = ((entity.fact(a.old), entity.fact(a.new), a) for a in answers)
    fitting = [(o, n, a) for o, n, a in pairs if o and n and may_replace(o, n)]
    for old, new, answer in sorted(fitting, key=lambda p: (p[1].day or p[0].day, p[0].id)):
        if old.id in gone:
            continue
        why = " ".join(answer.why.split())[:_WHY] or "-"
        reason = say("judged", new.text, lexicon, by=by, why=why)
        change = RetireFact(
            entity.ref, old.id, SUPERSEDED, new.id, reason=reason, evidence=new.evidence
        )
        if new.id not in gone and _are_connected(old, new, entity, lexicon):
            gone.add(old.id)
            yield change
        else:
            yield _question(entity, old, new, change, lexicon)


def may_replace(old: Fact, new: Fact) -> bool:
    """Does nothing forbid that the one takes the other's place?"""
    is_newer = old.day is not None and new.day is not None and new.day > old.day
    both_hold = old.is_active and new.is_active
    return is_newer and both_hold and strength(new.source) >= strength(old.source)


def unfit(entity: Entity, answers: Iterable[Replacement]) -> Iterator[str]:
    """The pairs that are left out, in words."""
    for answer in answers:
        old, new = entity.fact(answer.old), entity.fact(answer.new)
        if old is None or new is None:
            yield f"unknown-fact: {answer.old[:40]} -> {answer.new[:40]}"
        elif not may_replace(old, new):
            yield f"not-newer: {answer.old} -> {answer.new}"


def worth_judging(entity: Entity) -> tuple[Fact, ...]:
    """The facts that a judge is asked about: dated ones that hold, where there are two."""
    found: Sequence[Fact] = [
        f for f in entity.facts if f.is_active and f.day and f.id and may_be_sent(entity, f)
    ]
    days = {f.day for f in found}
    return tuple(found) if len(days) > 1 else ()


def _are_connected(old: Fact, new: Fact, entity: Entity, lexicon: Lexicon) -> bool:
    """Do the rules see that one may have outdated the other?"""
    if suspect(old.text, new.text, entity.names, lexicon) is not None:
        return True
    return relate(old.text, new.text, entity.names, lexicon).kind in _CONNECTED


def _question(
    entity: Entity, old: Fact, new: Fact, change: RetireFact, lexicon: Lexicon
) -> Question:
    return make_question(
        "contested",
        entity.ref,
        say("replace", new.text, lexicon, old=old.text, new=new.text),
        reason=change.reason,
        evidence=(*old.evidence, *new.evidence),
        accept=(change,),
        texts=[old.text, new.text],
    )
