"""What the rules need from outside: somebody who proposes, who judges, who puts into words.

Each port has an answer without a model; `llm` fills them with one. What comes through a port
passes the same gate as everything else.
"""

from collections.abc import Sequence
from datetime import date
from typing import Literal, Protocol

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity
from memctl.graph.fact import Fact
from memctl.graph.graph import Graph
from memctl.graph.note import Block

Verdict = Literal["same", "update", "end", "distinct", "unknown"]


class Extractor(Protocol):
    """Turns blocks into candidates; a block without facts gives none."""

    def extract(self, blocks: Sequence[Block], graph: Graph) -> tuple[Candidate, ...]:
        """Candidates in the order of the blocks, refused ones included."""
        ...


class Judge(Protocol):
    """Says how a candidate stands to one known fact; `unknown` is an honest answer."""

    def judge(self, candidate: Candidate, fact: Fact) -> Verdict:
        """The verdict on this pair alone."""
        ...


class Summarizer(Protocol):
    """Puts the current facts of an entity into a few lines."""

    def summarize(self, entity: Entity, facts: Sequence[Fact], today: date) -> str | None:
        """The lines, or None when it has nothing better than the rules."""
        ...
