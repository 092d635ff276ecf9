"""What is asked of a model or an agent, and what either may answer: values, unchecked as yet."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

Job = Literal["heartbeat", "weekly", "dream"]
UNNAMED = "unnamed"
"""An agent that does not say who it is."""


@dataclass(frozen=True, slots=True)
class AskedBlock:
    """A stretch of a note that is to be read."""

    id: str
    """8 hex digits, the same in every request."""
    day: date
    path: str
    text: str
    before: str | None = None
    """What stands above it in the note, to see who is meant."""


@dataclass(frozen=True, slots=True)
class AskedName:
    """An entity that is known already."""

    entity: str
    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedFact:
    """A row of an entity."""

    id: str
    fact: str
    since: date | None
    source: str | None
    retired: str | None = None
    """Why it no longer holds; None while it does."""


@dataclass(frozen=True, slots=True)
class AskedEntity:
    """An entity and what holds of it."""

    entity: str
    name: str
    facts: tuple[AskedFact, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What `--ask` prints: everything that is needed to answer."""

    job: Job
    id: str
    """The same request has the same id."""
    instructions: str
    answer_with: str
    """The command that takes the answer."""
    answer_schema: dict[str, Any]
    blocks: tuple[AskedBlock, ...] = ()
    known: tuple[AskedName, ...] = ()
    entities: tuple[AskedEntity, ...] = ()
    rules: tuple[str, ...] = ()
    """What MEMORY.md says already."""
    skip: tuple[str, ...] = ()
    """What was proposed before and turned down."""
    left: int = 0
    """How many more wait for a later request."""

    @property
    def is_empty(self) -> bool:
        """Is there nothing to answer?"""
        return not (self.blocks or self.entities)


@dataclass(frozen=True, slots=True)
class ProposedFact:
    """One statement that somebody read in a block."""

    entity: str
    """A ref of `known`, a name of it, or a new name as the block has it."""
    fact: str
    quote: str
    """Words of the block, unchanged."""
    category: str = "context"
    kind: str = "state"
    """`state`, or `tacit` for how the user works."""
    type: str = "people"
    """Of a new entity: people, companies, projects, …"""


@dataclass(frozen=True, slots=True)
class ReadBlock:
    """A block that was read; without facts where nothing in it lasts."""

    id: str
    facts: tuple[ProposedFact, ...] = ()


@dataclass(frozen=True, slots=True)
class HeartbeatAnswer:
    """The answer to `heartbeat --ask`. Blocks that it leaves out stay unread."""

    blocks: tuple[ReadBlock, ...]
    agent: str = UNNAMED


@dataclass(frozen=True, slots=True)
class Replacement:
    """A newer fact that took the place of an older one of the same entity."""

    entity: str
    old: str
    new: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a summary and the facts that it rests on."""

    text: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A summary, sentence by sentence."""

    entity: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class WeeklyAnswer:
    """The answer to `weekly --ask`."""

    replaced: tuple[Replacement, ...] = ()
    summaries: tuple[Written, ...] = ()
    agent: str = UNNAMED


@dataclass(frozen=True, slots=True)
class Shown:
    """A quote that shows a lesson."""

    block: str
    quote: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A line for MEMORY.md, with what shows it on two days at least."""

    text: str
    evidence: tuple[Shown, ...]
    kind: str = "preference"
    """lesson, preference or habit."""


@dataclass(frozen=True, slots=True)
class DreamAnswer:
    """The answer to `dream --ask`."""

    lessons: tuple[Lesson, ...]
    agent: str = UNNAMED


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request to a model, word for word as it would leave the machine."""

    job: str
    model: str
    version: str
    tokens: int
    """An estimate."""
    system: str
    user: str


@dataclass(frozen=True, slots=True)
class Prompts:
    """What `--show-prompt` prints: nothing was sent."""

    prompts: tuple[Prompt, ...]


@dataclass(frozen=True, slots=True)
class Spent:
    """What the calls of one job to one model came to on one day."""

    day: date
    job: str
    model: str
    calls: int
    tokens: int
    money: float | None
    """In US dollars; None where no price is known."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What was spent, newest day first, and what may still be spent today."""

    spent: tuple[Spent, ...]
    calls_left: int
    tokens_left: int
    money_left: float | None
    """None without a cap."""


def by_agent(name: str) -> str:
    """What a row says that an agent of this name proposed; the name as one word."""
    word = "".join(c if c.isalnum() or c in "-._" else "-" for c in name.strip())
    return f"agent:{word[:40] or UNNAMED}"
