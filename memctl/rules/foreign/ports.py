"""What the rules need from whoever reads, judges or writes: rules, a model, an agent.

Whoever fills a port proposes; what comes through it is checked where it is used. An answer is
there already when a port is called: nobody thinks while a plan is made.
"""

from dataclasses import dataclass
from typing import Protocol

from memctl.graph.asking import Replacement, Sentence
from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity
from memctl.graph.graph import Graph
from memctl.graph.note import Block


class Extractor(Protocol):
    """Reads one block."""

    def __call__(
        self, block: Block, graph: Graph, before: Block | None, /
    ) -> tuple[Candidate, ...] | None:
        """What the block states, refused candidates with a reason; None: it was not read.

        Args:
            block: One bullet, paragraph or turn.
            graph: What is known by now; names are looked up in it.
            before: The block above it in the same note.
        """
        ...


@dataclass(frozen=True, slots=True)
class Judgement:
    """What somebody said of the facts of an entity."""

    by: str
    """`model:NAME` or `agent:NAME`."""
    replaced: tuple[Replacement, ...]


class Judge(Protocol):
    """Says which facts of an entity newer ones have replaced."""

    def __call__(self, entity: Entity, /) -> Judgement | None:
        """Pairs of ids; None where it was not asked."""
        ...


class Summarizer(Protocol):
    """Says in a few sentences what holds of an entity."""

    def __call__(self, entity: Entity, /) -> tuple[Sentence, ...]:
        """Sentences with the ids that they rest on; empty: the facts speak for themselves."""
        ...
