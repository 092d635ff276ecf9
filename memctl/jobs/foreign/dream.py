"""`dream`: what the last weeks show about how a person works, as proposals for MEMORY.md."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from memctl.errors import AnswerUnusable
from memctl.graph.asking import AskedEntity, DreamAnswer, Lesson, Prompt, Prompts
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.graph.plan import AddTacit, Decide, Plan, Question
from memctl.graph.report import JobReport
from memctl.jobs.foreign.hearing import announce, inquiry_of, of_no_use
from memctl.jobs.review import with_review
from memctl.jobs.steps import Desk, carry_out
from memctl.jobs.waiting import blocks_before
from memctl.language.lexicon import Lexicon
from memctl.llm.asking import Inquiry, as_plain
from memctl.rules.foreign.lessons import is_known, proposed, repeated
from memctl.rules.foreign.parking import not_kept, parked_answer
from memctl.rules.foreign.requests import Size, asked_blocks, asked_retired, block_id, portions
from memctl.rules.gate import refuses
from memctl.rules.purging import forgotten
from memctl.rules.review import asked_questions
from memctl.workspace.forgetting import read_key
from memctl.workspace.reading.snapshot import Snapshot, observe

_BACK = timedelta(days=30)
_SIZE = Size(blocks=60, chars=16_000)


@dataclass(frozen=True, slots=True)
class DreamData:
    """What there is to look back on."""

    blocks: tuple[Block, ...]
    before: Mapping[Block, Block]
    graph: Graph
    retired: tuple[AskedEntity, ...]
    rules: tuple[str, ...]
    skip: tuple[str, ...]
    """What was proposed before, whatever became of it."""


def dream(desk: Desk, *, limit: int | None = None, dry_run: bool = False) -> JobReport:
    """Propose lessons, preferences and habits that show on two days at least.

    MEMORY.md itself is not touched: each proposal is a question in REVIEW.md. Without a model
    these are preferences and corrections that were written down again.

    Args:
        desk: The workspace.
        limit: Most blocks that are looked at, the newest; None: those of thirty days.
        dry_run: Tell the plan and stop there. A model is asked all the same.

    Raises:
        SettingsInvalid: A model is to be asked, and none is named.
        ModelUnavailable, LimitReached, AnswerUnusable: It could not be asked; nothing was written.
    """
    if desk.settings.dream_by == "model":
        inquiry = inquiry_of(desk, "dream")
        lessons = _asked(desk, inquiry, _prompt(inquiry, dream_data(desk, limit)))
        return dreamt(desk, lessons, inquiry.by, dry_run=dry_run)

    def decide(snapshot: Snapshot) -> Plan:
        data = _data(desk, snapshot, limit)
        found = repeated(data.blocks, data.graph, desk.lexicon, desk.me)
        return with_review(Plan(questions=_new(found, data, desk.lexicon)), snapshot, desk.today)

    return carry_out(desk, "dream", decide, dry_run=dry_run)


def dreamt(desk: Desk, lessons: Iterable[Lesson], by: str, *, dry_run: bool = False) -> JobReport:
    """Ask in REVIEW.md about the lessons that a model or an agent drew and that stand."""
    drawn = tuple(lessons)

    def decide(snapshot: Snapshot) -> Plan:
        data = _data(desk, snapshot)
        blocks = {block_id(b): b for b in data.blocks}
        asked, refused = proposed(drawn, blocks, desk.lexicon)
        lines = (_parked(lesson, reason, by, desk) for lesson, reason in refused)
        new = tuple(not_kept(lines, snapshot.decisions))
        return with_review(Plan(new, _new(asked, data, desk.lexicon)), snapshot, desk.today)

    return carry_out(desk, "dream", decide, dry_run=dry_run)


def dream_data(desk: Desk, limit: int | None = None) -> DreamData:
    """The last thirty days of notes, the facts that ended in them, and the rules there are."""
    return _data(desk, observe(desk.layout), limit)


def dream_prompts(desk: Desk, limit: int | None = None) -> Prompts:
    """What would be sent to the model, word for word; nothing is sent.

    Raises:
        SettingsInvalid: No model is named.
    """
    return Prompts((_prompt(inquiry_of(desk, "dream"), dream_data(desk, limit)),))


def _back(today: date) -> date:
    return today - min(_BACK, today - date.min)


def _data(desk: Desk, snapshot: Snapshot, limit: int | None = None) -> DreamData:
    since, lexicon = _back(desk.today), desk.lexicon
    is_forgotten = forgotten(snapshot.decisions, read_key(desk.layout))
    notes = {n.path: n for n in snapshot.notes()}
    every = tuple(
        b
        for n in notes.values()
        for b in n.blocks
        if b.day and since <= b.day <= desk.today
        if not is_forgotten(b.text) and refuses(b, lexicon) is None
    )
    blocks = every[-limit:] if limit else every
    asked = [q for q in asked_questions(snapshot.decisions) if q.kind == "tacit"]
    return DreamData(
        blocks,
        blocks_before(notes, blocks),
        snapshot.graph,
        asked_retired(snapshot.graph, since),
        tuple(b.text for b in snapshot.tacit.bullets) if snapshot.tacit else (),
        tuple(c.text for q in asked for c in q.accept if isinstance(c, AddTacit)),
    )


def _prompt(inquiry: Inquiry, data: DreamData) -> Prompt:
    """The newest notes that fit into one request."""
    part = next(portions(reversed(data.blocks), _SIZE), ())[::-1]
    return inquiry.prompt(
        "dream",
        {
            "blocks": [as_plain(b) for b in asked_blocks(part, data.before)],
            "retired": [as_plain(e) for e in data.retired],
            "rules": list(data.rules),
            "skip": list(data.skip),
        },
    )


def _asked(desk: Desk, inquiry: Inquiry, prompt: Prompt) -> tuple[Lesson, ...]:
    announce(desk, inquiry, [prompt])
    answered = inquiry.ask(prompt, DreamAnswer, lambda _answer: None)
    if answered.value is not None:
        return answered.value.lessons
    line, _ = of_no_use(desk, inquiry, answered)
    carry_out(desk, "parking", lambda s: Plan(tuple(not_kept([line], s.decisions))))
    raise AnswerUnusable(inquiry.model.name, answered.reason)


def _new(questions: Iterable[Question], data: DreamData, lexicon: Lexicon) -> tuple[Question, ...]:
    """Those that neither MEMORY.md nor an earlier question says already."""
    said = (*data.rules, *data.skip)
    pairs = ((q, c) for q in questions for c in q.accept if isinstance(c, AddTacit))
    return tuple(q for q, c in pairs if not is_known(c.text, said, lexicon))


def _parked(lesson: Lesson, reason: str, by: str, desk: Desk) -> Decide:
    raw = json.dumps(as_plain(lesson), ensure_ascii=False)
    return parked_answer(f"dream{raw}", raw, reason, by, desk.today)
