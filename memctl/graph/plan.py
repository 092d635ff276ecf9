"""What a job wants to change: changes that name rows by ref and id, not by bytes.

A plan is made by pure code and turned into bytes by `workspace.applying`, in this order
whatever the order here: items, then summaries and other documents, then ledgers.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

from memctl.graph.entity import EntityRef
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.problem import Problem


@dataclass(frozen=True, slots=True)
class CreateEntity:
    """A new folder with a summary.md that holds its name and aliases."""

    entity: EntityRef
    name: str
    aliases: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AddAlias:
    """One more name in the front matter of a summary.md."""

    entity: EntityRef
    alias: str


@dataclass(frozen=True, slots=True)
class RemoveAlias:
    """One name less in the front matter of a summary.md."""

    entity: EntityRef
    alias: str


@dataclass(frozen=True, slots=True)
class RenameEntity:
    """The name in the front matter and in the title of a summary.md."""

    entity: EntityRef
    name: str


@dataclass(frozen=True, slots=True)
class MoveEntity:
    """The folder of an entity, with all that is in it, becomes the folder of another ref.

    Where an entity has that ref already, the items file and the summary go, since the plan
    has put what they held into the other's; every other file is moved.
    """

    entity: EntityRef
    to: EntityRef
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RewriteReferences:
    """Links and refs of one document that lead to an entity which is moved or merged."""

    path: str
    """Where the document stands before the move."""
    entity: EntityRef
    to: EntityRef
    ids: tuple[tuple[FactId, FactId], ...] = ()
    """Rows whose id changes with it: (old, new)."""


@dataclass(frozen=True, slots=True)
class KeepText:
    """Words of a person at the end of a summary.md, under a heading of their own."""

    entity: EntityRef
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class PurgeFact:
    """Every word of a row goes; id, days and a keyed digest stay."""

    entity: EntityRef
    fact_id: FactId
    digest: str


@dataclass(frozen=True, slots=True)
class RemoveWords:
    """What memctl itself wrote down of these words: evidence in rows, lines of a ledger."""

    path: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddFact:
    """A row at the end of the entity's items file."""

    entity: EntityRef
    fact: Fact
    reason: str = ""
    kept: tuple[tuple[str, Any], ...] = ()
    """The row as it stood in another file, key by key, when it comes from one: what a fact has
    no field for comes along."""


@dataclass(frozen=True, slots=True)
class RetireFact:
    """A row stops being current; it stays in the file."""

    entity: EntityRef
    fact_id: FactId
    status: str
    """`superseded` or `retracted`."""
    superseded_by: FactId | None = None
    superseded_reason: str | None = None
    """Only where the successor does not say it: duplicate, expired, ended, retracted."""
    superseded_at: date | None = None
    reason: str = ""
    """In words, for the report."""
    evidence: tuple[Evidence, ...] = ()
    moved_to: str | None = None
    """`ENTITY#ID` of the row that says it where it belongs."""


@dataclass(frozen=True, slots=True)
class AddEvidence:
    """One more place that says what a row says.

    Written into rows that already carry evidence, else into `.memctl/evidence.jsonl`; at
    most five a row.
    """

    entity: EntityRef
    fact_id: FactId
    evidence: Evidence
    day: date | None = None
    """An older day than the row's own, from which it is now known to hold; else None."""


@dataclass(frozen=True, slots=True)
class MarkFact:
    """A person said something about a row: keys of the row set to days or words."""

    entity: EntityRef
    fact_id: FactId
    key: Literal["confirmedAt", "reviewedAt", "visibility"]
    value: str


@dataclass(frozen=True, slots=True)
class UseFact:
    """How often a row was given as an answer, all told, and when last."""

    entity: EntityRef
    fact_id: FactId
    day: date | None
    """None where the file does not tell days of use."""
    count: int | None
    """None where the file does not count."""


@dataclass(frozen=True, slots=True)
class WriteSummary:
    """The text between the markers of a summary.md."""

    entity: EntityRef
    body: str
    facts: tuple[FactId, ...]
    """The rows it rests on; named in the end marker."""
    title: str = ""
    """Heading of a page that is not there yet; "": the entity's name."""


@dataclass(frozen=True, slots=True)
class AppendNote:
    """A line at the end of the note of `day`; the note is made when there is none."""

    day: date
    time: str | None
    text: str


@dataclass(frozen=True, slots=True)
class AddTacit:
    """A bullet in MEMORY.md under a heading, which is made when there is none."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class WriteBlock:
    """A marked block of another document (`rules` in AGENTS.md, `duties` in HEARTBEAT.md)."""

    path: str
    name: str
    body: str


@dataclass(frozen=True, slots=True)
class CreateFile:
    """A new file with this text; left alone when one is there."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class AppendLines:
    """Lines at the end of a file of settings (.gitattributes), which is made when there is none."""

    path: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WriteReview:
    """REVIEW.md as a whole, since it is derived; empty text removes it."""

    text: str


@dataclass(frozen=True, slots=True)
class Consume:
    """Blocks that extraction has read: one ledger line a note."""

    path: str
    digests: tuple[str, ...]


DecisionKind = Literal["rejected", "accepted", "never-merge", "parked", "seen", "moved", "purged"]


@dataclass(frozen=True, slots=True)
class Decide:
    """A line of `.memctl/decisions.jsonl`."""

    id: str
    """The question's id (8 hex digits), or a digest of the subject."""
    day: date
    kind: DecisionKind
    subject: str
    digest: str | None = None
    by: str | None = None


RowChange = AddFact | RetireFact | AddEvidence | MarkFact | UseFact | PurgeFact
SummaryChange = CreateEntity | AddAlias | RemoveAlias | RenameEntity | KeepText | WriteSummary
EntityChange = SummaryChange | MoveEntity
DocumentChange = (
    AppendNote
    | AddTacit
    | WriteBlock
    | CreateFile
    | AppendLines
    | WriteReview
    | Consume
    | Decide
    | RewriteReferences
    | RemoveWords
)
Change = RowChange | EntityChange | DocumentChange


@dataclass(frozen=True, slots=True)
class Question:
    """Something only a person can decide; one entry of REVIEW.md."""

    id: str
    """8 hex digits: a digest of kind, entity, texts and quotes, the same in every run."""
    kind: str
    """contested, ambiguous, tacit, order, foreign, hand-edit, stale-line, gone-line, …"""
    entity: str
    """A ref, `MEMORY.md`, or the mention that fits several entities."""
    proposal: str
    """One line: what is done when it is accepted."""
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()
    accept: tuple[Change, ...] = ()
    """What applying it changes. Not written to REVIEW.md: derived anew from the files, or
    kept in the ledger when it can't be (see `rules.review`)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything one job wants to do. An empty plan writes nothing."""

    changes: tuple[Change, ...] = ()
    questions: tuple[Question, ...] = ()
    problems: tuple[Problem, ...] = ()
    unanswered: str | None = None
    """Why part of what was asked of a model is missing; then the run counts as no success."""

    def with_changes(self, more: Iterable[Change]) -> "Plan":
        """The same plan with more changes at its end."""
        return replace(self, changes=(*self.changes, *more))

    @property
    def is_empty(self) -> bool:
        """Would applying it write nothing?"""
        return not self.changes
