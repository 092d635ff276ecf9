"""What a model or an agent read in blocks, made ready before heartbeat decides.

Nobody is asked under the lock, and what cannot be answered stays unread.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from memctl.errors import LimitReached, ModelUnavailable
from memctl.graph.asking import HeartbeatAnswer, Prompt, Prompts, ProposedFact
from memctl.graph.candidate import Candidate
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.graph.plan import Decide, Plan
from memctl.graph.report import JobReport
from memctl.graph.visibility import SHARED, may_tell
from memctl.jobs.lexicons import shipped_lexicon
from memctl.jobs.observing import notes_with
from memctl.jobs.review import joined
from memctl.jobs.steps import Desk
from memctl.jobs.talks.conversations import Conversations
from memctl.jobs.telling import counted
from memctl.jobs.waiting import blocks_before, waiting_blocks
from memctl.language.lexicon import Lexicon
from memctl.llm.asking import Answered, How, Inquiry, as_plain
from memctl.rules.foreign.parking import (
    are_used_up,
    is_unusable,
    not_kept,
    parked_answer,
    parked_block,
    plan_parked,
    tries_of,
)
from memctl.rules.foreign.ports import Extractor
from memctl.rules.foreign.reading import Reader, both, by_answers, by_rules
from memctl.rules.foreign.requests import (
    Size,
    asked_blocks,
    asked_names,
    portions,
    sorted_answer,
)
from memctl.rules.gate import refuses
from memctl.safety.secrets import mask
from memctl.workspace.reading.snapshot import observe

_EVERY = 10
"""So many requests lie between two words about the progress."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What somebody else read in the blocks of a run."""

    by: str
    """`model:NAME` or `agent:NAME`."""
    facts: Mapping[str, tuple[ProposedFact, ...]] = field(default_factory=dict)
    """By the digest of the block; a block that is not here was not read."""
    left_out: frozenset[str] = frozenset()
    """Digests of blocks that were asked about and not answered."""
    lines: tuple[Decide, ...] = ()
    """Answers that nothing could be made of."""
    unanswered: str | None = None


@dataclass(frozen=True, slots=True)
class Listening:
    """Who reads the blocks of one run, and which of them count as read."""

    extractor: Extractor
    heard: Heard | None
    asks: Callable[[Block], bool]
    decisions: tuple[Decide, ...]

    def is_read(self, block: Block, found: tuple[Candidate, ...]) -> bool:
        """Does the block count as read? Not where everything said of it is wrong."""
        if self.heard is None or not self.asks(block):
            return True
        return block.digest in self.heard.facts and not is_unusable(found)

    def parked(self, found: Mapping[Block, tuple[Candidate, ...]], desk: Desk) -> Plan:
        """What of these answers was not let in."""
        heard = self.heard
        if heard is None:
            return Plan()
        plan = Plan(tuple(not_kept(heard.lines, self.decisions)))
        tries = tries_of(self.decisions)
        for block in (b for b in found if self.asks(b)):
            more = plan_parked(
                block,
                found[block],
                desk.lexicon,
                today=desk.today,
                decisions=(*self.decisions, *(c for c in plan.changes if isinstance(c, Decide))),
            )
            if block.digest in heard.left_out:
                tried = tries.get(block.digest, 0)
                line = parked_block(block, "left-out", heard.by, tried, desk.today)
                more = more.with_changes([line])
            plan = joined(plan, more)
        return plan

    def unanswered(self, found: Mapping[Block, tuple[Candidate, ...]]) -> str | None:
        """Why a block that was asked about stays unread."""
        if self.heard is None or self.heard.unanswered:
            return self.heard.unanswered if self.heard else None
        wrong = sum(self.asks(b) and is_unusable(found[b]) for b in found)
        wrong += len(self.heard.left_out)
        said = f"what {self.heard.by} said of {wrong} of the blocks does not stand in them"
        return f"{said}: memctl review list --parked" if wrong else None


def listening(desk: Desk, decisions: tuple[Decide, ...], heard: Heard | None) -> Listening:
    """The extractor of a run: the rules, what was heard, or both."""
    lexicon = desk.lexicon
    asks = asks_about(decisions, lexicon)
    rules = by_rules(Reader(lexicon, desk.me))
    if heard is None:
        return Listening(rules, None, asks, decisions)
    answers = by_answers(Reader(lexicon, desk.me, heard.by), heard.facts, asks)
    is_both = desk.settings.extract_by == "rules+model" and heard.by.startswith("model:")
    return Listening(both(rules, answers) if is_both else answers, heard, asks, decisions)


def asks_about(decisions: Iterable[Decide], lexicon: Lexicon) -> Callable[[Block], bool]:
    """Which blocks anybody else is asked about: those that state something, not in vain."""
    tries = tries_of(decisions)

    def asks(block: Block) -> bool:
        if block.day is None or are_used_up(tries.get(block.digest, 0)):
            return False
        return may_tell(SHARED, block.visibility) and refuses(block, lexicon) is None

    return asks


@dataclass(frozen=True, slots=True)
class Waiting:
    """The blocks that somebody else is asked about."""

    blocks: tuple[Block, ...]
    before: Mapping[Block, Block]
    graph: Graph
    lexicon: Lexicon
    count: int
    """How many wait, those beyond a limit included."""


def block_data(blocks: Sequence[Block], waiting: Waiting) -> dict[str, Any]:
    """What is told about some of these blocks: their words, and the names that they mention."""
    names = asked_names(blocks, waiting.before, waiting.graph, waiting.lexicon)
    told = asked_blocks(blocks, waiting.before)
    return {"known": [as_plain(n) for n in names], "blocks": [as_plain(b) for b in told]}


def waiting_for(desk: Desk, conversations: Conversations, limit: int | None = None) -> Waiting:
    """The blocks that wait for somebody to read them, the oldest first."""
    snapshot = observe(desk.layout)
    notes = notes_with(conversations)(snapshot)
    lexicon = desk.lexicon
    asks = asks_about(snapshot.decisions, lexicon)
    blocks = [b for b in waiting_blocks(snapshot, notes, today=desk.today) if asks(b)]
    before = blocks_before({note.path: note for note in notes}, blocks)
    return Waiting(tuple(blocks[:limit]), before, snapshot.graph, lexicon, len(blocks))


def heard_for(desk: Desk, conversations: Conversations, limit: int | None) -> Heard | None:
    """What who is set to read the notes says of them; None where the rules read alone.

    Raises:
        SettingsInvalid: A model is to read, and none is named.
    """
    match desk.settings.extract_by:
        case "rules":
            return None
        case "agent":
            return Heard("agent")
        case _:
            return hear_blocks(desk, waiting_for(desk, conversations, limit))


def with_rest(
    report: JobReport, desk: Desk, conversations: Conversations, *, heard: Heard | None
) -> JobReport:
    """The report with a word about the blocks that still wait for an agent."""
    if heard is None or not heard.by.startswith("agent") or report.dry_run:
        return report
    rest = len(waiting_for(desk, conversations).blocks)
    said = f"{counted(rest, 'block')} to be read by an agent: memctl heartbeat --ask"
    return replace(report, notices=(*report.notices, said)) if rest else report


def shown_prompts(desk: Desk, limit: int | None = None) -> Prompts:
    """What heartbeat would send to the model, word for word; nothing is sent.

    Raises:
        SettingsInvalid: No model is named.
    """
    waiting = waiting_for(desk, Conversations(desk), limit)
    found = block_prompts(inquiry_of(desk, "heartbeat"), waiting)
    return Prompts(tuple(prompt for prompt, _ in found))


def block_prompts(inquiry: Inquiry, waiting: Waiting) -> list[tuple[Prompt, tuple[Block, ...]]]:
    """The requests to a model that these blocks make."""
    parts = portions(waiting.blocks, Size())
    return [(inquiry.prompt("heartbeat", block_data(part, waiting)), part) for part in parts]


def hear_blocks(desk: Desk, waiting: Waiting) -> Heard:
    """Ask the model about these blocks, until all are read or it cannot be asked any more.

    Raises:
        SettingsInvalid: No model is named.
    """
    inquiry = inquiry_of(desk, "heartbeat")
    prompts = block_prompts(inquiry, waiting)
    announce(desk, inquiry, [prompt for prompt, _ in prompts])
    heard = Heard(inquiry.by)
    for number, (prompt, part) in enumerate(prompts):
        tell_progress(desk, number, len(prompts))

        def objection(answer: HeartbeatAnswer, part: tuple[Block, ...] = part) -> str | None:
            found = sorted_answer(answer.blocks, part)
            return None if found.facts else "it answers no block of the request"

        try:
            answered = inquiry.ask(prompt, HeartbeatAnswer, objection)
        except (ModelUnavailable, LimitReached) as error:
            return replace(heard, unanswered=error.message)
        if answered.value is None:
            line, said = of_no_use(desk, inquiry, answered)
            heard = replace(heard, lines=(*heard.lines, line), unanswered=said)
            continue
        facts = sorted_answer(answered.value.blocks, part).facts
        left_out = {b.digest for b in part} - facts.keys()
        heard = replace(heard, facts={**heard.facts, **facts}, left_out=heard.left_out | left_out)
    return heard


# A model, and what is told of asking it.


def inquiry_of(desk: Desk, job: str) -> Inquiry:
    """The model that is set, with what it may cost.

    Raises:
        SettingsInvalid: No model is named.
    """
    settings = desk.settings
    masking = partial(mask, lexicon=shipped_lexicon())
    how = How(settings.llm, settings.limits, desk.layout.cache, job, desk.today, masking)
    return Inquiry(how)


def of_no_use(desk: Desk, inquiry: Inquiry, answered: Answered[Any]) -> tuple[Decide, str]:
    """The ledger line of an answer that nothing could be made of, and a word about it."""
    raw, why = answered.raw, answered.reason
    line = parked_answer(answered.request, raw, why, inquiry.by, desk.today)
    return line, f"an answer of {inquiry.model.name} was of no use: {why}"


def tell_progress(desk: Desk, done: int, every: int) -> None:
    """Say now and then how far a long piece of work has come."""
    if done and done % _EVERY == 0 and desk.say is not None:
        desk.say(f"{done} of {every} requests are answered.")


def announce(desk: Desk, inquiry: Inquiry, prompts: Sequence[Prompt]) -> None:
    """Say what a larger piece of work will come to, before it begins."""
    new = [p for p in prompts if not inquiry.is_kept(p)]
    if len(new) > 1 and desk.say is not None:
        tokens = sum(p.tokens for p in new)
        desk.say(f"{len(new)} requests to {inquiry.model.name}, about {tokens} tokens to read.")
