"""The agent that calls memctl reads, judges and tells in the place of a model: no key is needed.

`ask(desk, job, limit=None) -> Request` says what is to be done, with everything that it takes;
`answer(desk, job, text, dry_run=False) -> JobReport` takes the answer, a JSON text. Jobs are
`heartbeat`, `weekly` and `dream`. A request is bounded: what does not fit waits for the next.
What was answered once is not asked again, so that two agents may answer the same request.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from memctl.errors import FileInvalid
from memctl.graph.asking import (
    AskedBlock,
    AskedEntity,
    AskedName,
    DreamAnswer,
    HeartbeatAnswer,
    Job,
    Request,
    WeeklyAnswer,
    by_agent,
)
from memctl.graph.plan import Decide, Plan
from memctl.graph.report import JobReport
from memctl.jobs.foreign.consulting import (
    entities_to_judge,
    entities_to_tell,
    keep_answer,
    kept_ports,
    open_entities,
)
from memctl.jobs.foreign.dream import dream_data, dreamt
from memctl.jobs.foreign.hearing import Heard, waiting_for
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.lexicons import shipped_lexicon
from memctl.jobs.review import with_review
from memctl.jobs.steps import Desk, carry_out, stepping_over
from memctl.jobs.talks.conversations import Conversations
from memctl.jobs.telling import counted
from memctl.jobs.weekly import considered
from memctl.llm.answers import Unusable, parse_answer, schema_of
from memctl.llm.kept import KeptAnswers, key_of
from memctl.llm.prompts import read_prompt
from memctl.rules.foreign.judging import worth_judging
from memctl.rules.foreign.parking import not_kept
from memctl.rules.foreign.requests import (
    Size,
    asked_blocks,
    asked_entity,
    asked_names,
    entity_portions,
    portions,
    sorted_answer,
)
from memctl.safety.secrets import mask
from memctl.workspace.reading.snapshot import Snapshot, observe

Shape = TypeVar("Shape")
_SIZE = Size(blocks=40, chars=16_000)
_SHAPES: dict[str, type[Any]] = {
    "heartbeat": HeartbeatAnswer,
    "weekly": WeeklyAnswer,
    "dream": DreamAnswer,
}
_PROMPTS = {"heartbeat": ("heartbeat",), "weekly": ("judge", "summary"), "dream": ("dream",)}


def ask(desk: Desk, job: Job, *, limit: int | None = None) -> Request:
    """What an agent may answer for a job; nothing is written.

    Args:
        desk: The workspace.
        job: Which job asks.
        limit: Most blocks or entities; None: as many as one request takes.
    """
    asked: dict[Job, Callable[[], Request]] = {
        "heartbeat": partial(_ask_blocks, desk, limit),
        "weekly": partial(_ask_entities, desk, limit),
        "dream": partial(_ask_lessons, desk, limit),
    }
    return _finished(asked[job]())


def answer(desk: Desk, job: Job, text: str, *, dry_run: bool = False) -> JobReport:
    """Carry out a job with what an agent says; what does not pass the gate is parked.

    Args:
        desk: The workspace.
        job: Which job had asked.
        text: JSON as the request's `answerSchema` has it; fences around it are seen through.
        dry_run: Tell the plan and stop.

    Raises:
        FileInvalid: Nothing can be made of the answer; nothing was written.
    """
    answered: dict[Job, Callable[[], JobReport]] = {
        "heartbeat": lambda: _answer_blocks(desk, _read(text, HeartbeatAnswer), dry_run=dry_run),
        "weekly": lambda: _answer_entities(desk, _read(text, WeeklyAnswer), dry_run=dry_run),
        "dream": lambda: dreamt(
            desk, (a := _read(text, DreamAnswer)).lessons, by_agent(a.agent), dry_run=dry_run
        ),
    }
    return answered[job]()


def _request(job: Job, **parts: Any) -> Request:
    instructions = "\n\n".join(read_prompt(name).text for name in _PROMPTS[job])
    schema = schema_of(_SHAPES[job])
    return Request(job, "", instructions, f"memctl {job} --answer FILE", schema, **parts)


def _finished(request: Request) -> Request:
    """The request with its secrets masked, and the id that follows from what it asks."""
    masked = _masked(request)
    asked = repr((masked.job, masked.blocks, masked.entities, masked.rules, masked.skip))
    return replace(masked, id=key_of(asked)[:8])


def _masked(request: Request) -> Request:
    def clean(text: str) -> str:
        return mask(text, shipped_lexicon())

    def block(b: AskedBlock) -> AskedBlock:
        return replace(b, text=clean(b.text), before=clean(b.before) if b.before else None)

    def entity(e: AskedEntity) -> AskedEntity:
        return replace(e, facts=tuple(replace(f, fact=clean(f.fact)) for f in e.facts))

    def name(n: AskedName) -> AskedName:
        return replace(n, name=clean(n.name), aliases=tuple(map(clean, n.aliases)))

    return replace(
        request,
        blocks=tuple(map(block, request.blocks)),
        entities=tuple(map(entity, request.entities)),
        known=tuple(map(name, request.known)),
        rules=tuple(map(clean, request.rules)),
        skip=tuple(map(clean, request.skip)),
    )


def _read(text: str, shape: type[Shape]) -> Shape:
    try:
        return parse_answer(text, shape)
    except Unusable as error:
        hint = "The request holds the schema of its answer: answerSchema."
        raise FileInvalid("answer", None, str(error), hint=hint) from None


# Blocks of notes.


def _ask_blocks(desk: Desk, limit: int | None) -> Request:
    waiting = waiting_for(desk, Conversations(desk))
    part = next(portions(waiting.blocks[:limit], _SIZE), ())
    names = asked_names(part, waiting.before, waiting.graph, waiting.lexicon)
    return _request(
        "heartbeat",
        blocks=asked_blocks(part, waiting.before),
        known=names,
        left=waiting.count - len(part),
    )


def _answer_blocks(desk: Desk, given: HeartbeatAnswer, *, dry_run: bool) -> JobReport:
    waiting = waiting_for(desk, Conversations(desk))
    found = sorted_answer(given.blocks, waiting.blocks)
    if not given.blocks or found.doubled:
        what = f"the block {found.doubled[0]} is answered twice" if found.doubled else "no block"
        raise FileInvalid("answer", None, what, hint="Each block once: memctl heartbeat --ask")
    if not found.facts and not all(map(_is_id, found.unknown)):
        raise FileInvalid("answer", None, "none of its ids is one", hint="memctl heartbeat --ask")
    report = heartbeat(desk, heard=Heard(by_agent(given.agent), found.facts), dry_run=dry_run)
    if not found.unknown:
        return report
    said = (
        f"{counted(len(found.unknown), 'block')} of the answer were read already, or never asked."
    )
    return replace(report, notices=(*report.notices, said))


def _is_id(text: str) -> bool:
    return len(text) == 8 and all(c in "0123456789abcdef" for c in text)  # noqa: PLR2004 - its length


# Facts of entities.


def _ask_entities(desk: Desk, limit: int | None) -> Request:
    snapshot = observe(desk.layout)
    everything = partial(considered, desk, snapshot, everything=True)
    open_still = open_entities(desk, everything)
    asked = [asked_entity(e, [f for f in e.facts if f.is_active]) for e in open_still[:limit]]
    part = next(entity_portions(asked, _SIZE), ())
    return _request("weekly", entities=part, left=len(open_still) - len(part))


def _answer_entities(desk: Desk, given: WeeklyAnswer, *, dry_run: bool) -> JobReport:
    by, graph = by_agent(given.agent), observe(desk.layout).graph
    refs = {r.entity for r in given.replaced} | {w.entity for w in given.summaries}
    known = tuple(e for ref in sorted(refs) if (e := graph.get(ref)) is not None)
    if not known:
        raise FileInvalid("answer", None, "it names no entity", hint="memctl weekly --ask")
    kept = KeptAnswers(desk.layout.cache, is_dry=dry_run)
    lines: list[Decide] = []

    def decide(snapshot: Snapshot) -> Plan:
        only = tuple(e.ref for e in known)
        lines[:] = not_kept(_kept_lines(desk, snapshot, kept, given, by, only), snapshot.decisions)
        plan = considered(desk, snapshot, kept_ports(desk, kept), only).with_changes(lines)
        return stepping_over(with_review(plan, snapshot, desk.today), snapshot)

    return carry_out(desk, "weekly answer", decide, dry_run=dry_run)


def _kept_lines(  # noqa: PLR0913, PLR0917 - an answer and what it is about
    desk: Desk,
    snapshot: Snapshot,
    kept: KeptAnswers,
    given: WeeklyAnswer,
    by: str,
    only: Iterable[str],
) -> list[Decide]:
    """Keep what is said of these entities: the judgement first, since the rest follows from it."""

    def consider(ports: Any) -> Plan:
        return considered(desk, snapshot, ports, tuple(only))

    judged = [e for e in entities_to_judge(consider) if worth_judging(e)]
    lines = [*keep_answer(desk, kept, given, "judge", judged, by)]
    told = entities_to_tell(consider, kept_ports(desk, kept).judge)
    return [*lines, *keep_answer(desk, kept, given, "summary", told, by)]


# Lessons.


def _ask_lessons(desk: Desk, limit: int | None) -> Request:
    data = dream_data(desk, limit)
    part = next(portions(reversed(data.blocks), _SIZE), ())
    return _request(
        "dream",
        blocks=asked_blocks(part[::-1], data.before),
        entities=data.retired,
        rules=data.rules,
        skip=data.skip,
        left=len(data.blocks) - len(part),
    )
