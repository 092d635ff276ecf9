"""What a model or an agent said of entities: kept in the cache by what it depends on.

So the same facts are judged and told the same way in every run, and nobody is asked twice.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from memctl.errors import LimitReached, ModelUnavailable
from memctl.graph.asking import AskedEntity, Prompt, Prompts, Replacement, Sentence, WeeklyAnswer
from memctl.graph.entity import Entity
from memctl.graph.plan import Decide
from memctl.jobs.foreign.hearing import announce, inquiry_of, of_no_use, tell_progress
from memctl.jobs.steps import Desk
from memctl.jobs.telling import counted
from memctl.llm.asking import Inquiry, as_plain
from memctl.llm.kept import KeptAnswers, key_of
from memctl.rules.foreign.judging import unfit, worth_judging
from memctl.rules.foreign.parking import parked_answer
from memctl.rules.foreign.ports import Judge, Judgement, Summarizer
from memctl.rules.foreign.requests import Size, asked_entity, entity_portions, state_of
from memctl.rules.foreign.telling import refusal, worth_telling


@dataclass(frozen=True, slots=True)
class Ports:
    """Who judges and who tells in a weekly run."""

    judge: Judge | None = None
    summarizer: Summarizer | None = None
    only_look_up: bool = False
    """Do they say what is kept, and nothing more? Then a copy of the process may ask them too."""


@dataclass(frozen=True, slots=True)
class HeardWeekly:
    """What a model said of entities; it is kept already, only what went wrong is told here."""

    lines: tuple[Decide, ...] = ()
    unanswered: str | None = None


Consider = Callable[[Ports], object]
"""A weekly plan made for its questions to the ports alone."""


def kept_ports(desk: Desk, kept: KeptAnswers | None = None) -> Ports:
    """Judge and summarizer that say what was said before of the very same facts."""
    known = kept or KeptAnswers(desk.layout.cache)
    speakers = [f"model:{desk.settings.llm.model}"] if desk.settings.llm.model else []

    def judge(entity: Entity) -> Judgement | None:
        wanted = [*(speakers if desk.settings.judge_by == "model" else []), "agent"]
        row = _kept(known, "judge", wanted, entity)
        pairs = tuple(Replacement(**pair) for pair in row["said"]) if row else ()
        return Judgement(row["by"], pairs) if row else None

    def summarizer(entity: Entity) -> tuple[Sentence, ...]:
        wanted = [*(speakers if desk.settings.summary_by == "model" else []), "agent"]
        row = _kept(known, "summary", wanted, entity)
        said = row["said"] if row else ()
        return tuple(Sentence(s["text"], tuple(s["facts"])) for s in said)

    return Ports(judge, summarizer, only_look_up=True)


def _kept(kept: KeptAnswers, kind: str, speakers: Sequence[str], entity: Entity) -> Any:
    if kept.is_empty:
        return None  # no need to spell out all facts of everybody
    found = (kept.get(entity_key(kind, speaker, entity)) for speaker in speakers)
    text = next((text for text in found if text is not None), None)
    return json.loads(text) if text is not None else None


def entity_key(kind: str, speaker: str, entity: Entity) -> str:
    """Under which key an answer about these very facts is kept."""
    facts = worth_judging(entity) if kind == "judge" else worth_telling(entity)
    return key_of(
        kind,
        speaker.partition(":")[0] if speaker.startswith("agent") else speaker,
        state_of(entity, facts),
    )


def entity_answer(by: str, said: Iterable[Any]) -> str:
    """An answer about an entity as it is kept."""
    return json.dumps({"by": by, "said": [asdict(s) for s in said]}, ensure_ascii=False)


def entities_to_judge(consider: Consider) -> tuple[Entity, ...]:
    """The entities of which a weekly run would ask a judge."""
    seen: dict[str, Entity] = {}

    def judge(entity: Entity) -> None:
        if worth_judging(entity):
            seen[entity.ref] = entity

    consider(Ports(judge))
    return tuple(seen.values())


def entities_to_tell(consider: Consider, judge: Judge | None) -> tuple[Entity, ...]:
    """The entities of which a weekly run would ask a summarizer."""
    seen: dict[str, Entity] = {}

    def summarizer(entity: Entity) -> tuple[Sentence, ...]:
        if worth_telling(entity):
            seen[entity.ref] = entity
        return ()

    consider(Ports(judge, summarizer))
    return tuple(seen.values())


def open_entities(desk: Desk, consider: Consider) -> list[Entity]:
    """Those of which no agent has said anything as they are now, the latest news first."""
    kept = KeptAnswers(desk.layout.cache)
    judged = (("judge", e) for e in entities_to_judge(consider))
    told = (("summary", e) for e in entities_to_tell(consider, kept_ports(desk, kept).judge))
    wanted = [*judged, *told]
    found = {e.ref: e for k, e in wanted if kept.get(entity_key(k, "agent", e)) is None}
    return sorted(found.values(), key=lambda e: (-_newest(e), e.ref))


def _newest(entity: Entity) -> int:
    return max((f.day.toordinal() for f in entity.facts if f.day), default=0)


def for_agents(desk: Desk, consider: Consider) -> tuple[str, ...]:
    """A word about the entities that wait for an agent, where one is set to judge or to tell."""
    if "agent" not in {desk.settings.judge_by, desk.settings.summary_by}:
        return ()
    rest = len(open_entities(desk, consider))
    said = f"{counted(rest, 'entity')} to be looked at by an agent: memctl weekly --ask"
    return (said,) if rest else ()


def entity_data(entities: Iterable[AskedEntity]) -> dict[str, Any]:
    """What is told about entities."""
    return {"entities": [as_plain(e) for e in entities]}


def hear_entities(desk: Desk, consider: Consider, limit: int | None = None) -> HeardWeekly:
    """Ask the model what newer facts replaced and what holds, as far as it is set to be asked.

    Args:
        desk: The workspace.
        consider: Makes the weekly plan with these ports.
        limit: Most entities that are asked about; None: all.

    Raises:
        SettingsInvalid: A model is to be asked and none is named.
    """
    heard = HeardWeekly()
    kept = KeptAnswers(desk.layout.cache)
    for kind, entities in _to_ask(desk, consider, kept):
        inquiry = inquiry_of(desk, "weekly")
        new = [e for e in entities if kept.get(entity_key(kind, inquiry.by, e)) is None]
        asked = entity_prompts(inquiry, kind, new[:limit])
        announce(desk, inquiry, [prompt for prompt, _ in asked])
        for number, (prompt, part) in enumerate(asked):
            tell_progress(desk, number, len(asked))
            try:
                answered = inquiry.ask(prompt, WeeklyAnswer, lambda _answer: None)
            except (ModelUnavailable, LimitReached) as error:
                return replace(heard, unanswered=error.message)
            if answered.value is None:
                line, said = of_no_use(desk, inquiry, answered)
                heard = HeardWeekly((*heard.lines, line), said)
            else:
                lines = keep_answer(desk, kept, answered.value, kind, part, inquiry.by)
                heard = replace(heard, lines=(*heard.lines, *lines))
    return heard


def keep_answer(  # noqa: PLR0913, PLR0917 - an answer, whose it is and what it is about
    desk: Desk,
    kept: KeptAnswers,
    answer: WeeklyAnswer,
    kind: str,
    part: Iterable[Entity],
    by: str,
) -> tuple[Decide, ...]:
    """Keep what an answer says of these entities; the ledger lines of what is left out of it."""
    lines: list[Decide] = []
    for entity in part:
        said = of_entity(answer, kind, entity)
        raw = entity_answer(by, said)
        kept.put(entity_key(kind, by, entity), raw)
        is_named = kind == "judge" or any(w.entity == entity.ref for w in answer.summaries)
        against = objection_to(desk, kind, entity, said) if is_named else None
        if against is not None:
            lines.append(parked_answer(kind + entity.ref + raw, raw, against, by, desk.today))
    return tuple(lines)


def entity_requests(desk: Desk, consider: Consider) -> Prompts:
    """What would be sent to the model about entities, whoever is set to judge and tell.

    Raises:
        SettingsInvalid: No model is named.
    """
    inquiry = inquiry_of(desk, "weekly")
    judge = entity_prompts(inquiry, "judge", entities_to_judge(consider))
    told = entity_prompts(inquiry, "summary", entities_to_tell(consider, None))
    return Prompts(tuple(prompt for prompt, _ in (*judge, *told)))


def _to_ask(
    desk: Desk, consider: Consider, kept: KeptAnswers
) -> Iterator[tuple[str, tuple[Entity, ...]]]:
    """Judge first: what it settles need not be told."""
    if desk.settings.judge_by == "model":
        yield "judge", entities_to_judge(consider)
    if desk.settings.summary_by == "model":
        yield "summary", entities_to_tell(consider, kept_ports(desk, kept).judge)


def entity_prompts(
    inquiry: Inquiry, kind: str, entities: Sequence[Entity]
) -> list[tuple[Prompt, tuple[Entity, ...]]]:
    """The requests to a model that these entities make."""
    by_ref = {e.ref: e for e in entities}
    facts = worth_judging if kind == "judge" else worth_telling
    asked = [asked_entity(e, facts(e)) for e in entities]
    return [
        (inquiry.prompt(kind, entity_data(part)), tuple(by_ref[e.entity] for e in part))  # type: ignore[index]
        for part in entity_portions(asked, Size())
    ]


def of_entity(answer: WeeklyAnswer, kind: str, entity: Entity) -> tuple[Any, ...]:
    """What an answer says of one entity; of what it says twice, nothing counts."""
    if kind == "judge":
        return tuple(r for r in answer.replaced if r.entity == entity.ref)
    found = [w for w in answer.summaries if w.entity == entity.ref]
    return found[0].sentences if len(found) == 1 else ()


def objection_to(desk: Desk, kind: str, entity: Entity, said: tuple[Any, ...]) -> str | None:
    """Why something said of an entity is left out."""
    if kind == "judge":
        return next(unfit(entity, said), None)
    if not said:
        return "no-sentence" if worth_telling(entity) else None
    budget = desk.settings.summary_budget
    return refusal(entity, said, desk.lexicon, today=desk.today, budget=budget)
