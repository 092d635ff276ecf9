"""Sentences of a summary that a model or an agent wrote: which of them may stand.

Each names the current facts that it rests on, and holds no name, number or day that these do
not. A day that its facts bear is put behind it, so that none is lost.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import date

from memctl.graph.asking import Sentence
from memctl.graph.entity import Entity
from memctl.graph.fact import Fact, FactId
from memctl.graph.history import is_current
from memctl.language.dates import find_dates
from memctl.language.lexicon import Lexicon
from memctl.rules.foreign.grounds import invented, unlike
from memctl.rules.foreign.requests import may_be_sent
from memctl.safety.secrets import find_secrets

_LONGEST = 400
_MOST = 12
_FEW = 2
"""Facts from which on a summary is worth a sentence of somebody else."""


def worth_telling(entity: Entity) -> tuple[Fact, ...]:
    """The facts that somebody else is asked to sum up; none where there are few.

    Where one of them is for the user alone, nobody else could sum up the whole.
    """
    found = tuple(f for f in entity.facts if f.is_active and f.id)
    may_be_asked = all(may_be_sent(entity, f) for f in found)
    return found if may_be_asked and len(found) >= _FEW else ()


def accepted_sentences(  # noqa: PLR0913 - what a sentence is held against
    entity: Entity,
    sentences: Iterable[Sentence],
    lexicon: Lexicon,
    *,
    today: date,
    budget: int,
    doubted: Collection[FactId] = (),
) -> tuple[Sentence, ...] | None:
    """All sentences, with the days of their facts; None unless every one of them may stand.

    Args:
        entity: Whose summary it is.
        sentences: As written, with the ids that they rest on.
        lexicon: All languages.
        today: Facts whose last day has passed are not current.
        budget: Most characters of all together.
        doubted: Facts that are not stated as current.
    """
    found = tuple(sentences)
    holds = _holding(entity, today, doubted)
    if not found or refusal(entity, found, lexicon, today=today, budget=budget, doubted=doubted):
        return None
    dated = tuple(_dated(s, [holds[FactId(i)] for i in s.facts]) for s in found)
    return dated if sum(len(s.text) for s in dated) <= budget else None


def refusal(  # noqa: PLR0913 - as above
    entity: Entity,
    sentences: Iterable[Sentence],
    lexicon: Lexicon,
    *,
    today: date,
    budget: int,
    doubted: Collection[FactId] = (),
) -> str | None:
    """Why these sentences may not stand; None where they may."""
    found = tuple(sentences)
    if len(found) > _MOST or sum(len(s.text) for s in found) > budget:
        return "too-long"
    holds = _holding(entity, today, doubted)
    reasons = (objection(s, holds, entity, lexicon) for s in found)
    return next((reason for reason in reasons if reason), None)


def _holding(entity: Entity, today: date, doubted: Collection[FactId]) -> Mapping[FactId, Fact]:
    return {f.id: f for f in entity.facts if is_current(f, today) and f.id not in doubted}


def objection(
    sentence: Sentence, holds: Mapping[FactId, Fact], entity: Entity, lexicon: Lexicon
) -> str | None:
    """Why a sentence may not stand; None where it may."""
    facts = [holds.get(FactId(i)) for i in sentence.facts]
    rests_on = [f for f in facts if f is not None]
    if not facts or len(rests_on) < len(facts):
        return "no-current-fact"
    text, ground = sentence.text, [f.text for f in rests_on]
    if not text.strip() or len(text) > _LONGEST or "\n" in text.strip() or "<!--" in text:
        return "no-sentence"
    if find_secrets(text, lexicon):
        return "secret"
    days = [f.day.isoformat() for f in rests_on if f.day]
    known = (*entity.names, *days)
    return (
        invented(text, ground, known, lexicon)
        or unlike(text, ground, known, lexicon)
        or _lost_day(text, rests_on, lexicon)
    )


def _lost_day(text: str, facts: Iterable[Fact], lexicon: Lexicon) -> str | None:
    """A day that a fact speaks of and the sentence leaves out."""
    for fact in facts:
        for mention in find_dates(fact.text, fact.day or date.min, lexicon):
            if mention.words.casefold() not in text.casefold():
                return f"lost: {mention.words}"
    return None


def _dated(sentence: Sentence, facts: Iterable[Fact]) -> Sentence:
    days = sorted({f.day.isoformat() for f in facts if f.day})
    text = " ".join(sentence.text.split()).rstrip(" .。")
    missing = [day for day in days[-1:] if day not in text]
    end = "。" if any("\u3400" <= c <= "\u9fff" for c in text) else "."
    return Sentence(f"{text} ({missing[0]}){end}" if missing else text + end, sentence.facts)
