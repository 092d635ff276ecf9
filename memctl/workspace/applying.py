"""The one door that writes knowledge files: a plan goes in, and all of it stands or nothing."""

import difflib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from memctl.errors import FileInvalid
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.folding import folded
from memctl.graph.plan import (
    AddEvidence,
    AddFact,
    AddTacit,
    Change,
    Consume,
    EntityChange,
    MarkFact,
    Plan,
    PurgeFact,
    RetireFact,
    RowChange,
    SummaryChange,
    UseFact,
    WriteReview,
)
from memctl.workspace import names
from memctl.workspace.drafting.writes import draft_writes
from memctl.workspace.files import PackedFiles
from memctl.workspace.journal.entries import new_entry
from memctl.workspace.journal.hunks import Hunk
from memctl.workspace.journal.transaction import Write, carry_out
from memctl.workspace.journal.undoing import recover
from memctl.workspace.ledgers import CONSUMED, DECISIONS
from memctl.workspace.lock import locked
from memctl.workspace.paths import join
from memctl.workspace.reading.snapshot import Snapshot

_OfRow = AddEvidence | MarkFact | UseFact | PurgeFact | RetireFact


_NEEDED = frozenset({CONSUMED, DECISIONS})
_NO_INSTANT = datetime.fromtimestamp(0, UTC)
"""A preview shows no ledger, so that no instant is ever read from it."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What was written."""

    paths: tuple[str, ...] = ()
    """Relative to the workspace; for git. Empty when nothing had to be written."""
    journal: str | None = None
    """Id of the entry that `undo_last` takes back."""
    notices: tuple[str, ...] = ()
    before: PackedFiles = field(default_factory=PackedFiles)
    """What each of the files held; None where there was none. For git, which has to tell a
    person's edits from the job's."""


def apply(  # noqa: PLR0913 - two of them only listen
    plan: Plan,
    snapshot: Snapshot,
    *,
    job: str,
    now: datetime,
    holds_secret: Callable[[str], bool] | None = None,
    say: Callable[[str], None] | None = None,
) -> Applied:
    """Write what the plan says: items, then summaries and other documents, then ledgers.

    Args:
        plan: What shall change.
        snapshot: What the plan was made from.
        job: Name of the job, for the journal and for those who wait for the lock.
        now: The instant, for the journal and for `lastExtractedTimestamp`.
        holds_secret: Tells whether a text holds a secret; such text is not kept for undo.
        say: Told at once what a person should know before it is done.

    Raises:
        ExternallyChanged: A file was not, or did not stay, what the snapshot read; nothing
            was written. Observe and decide again.
        FileInvalid: A file that the plan changes cannot be used.
        CannotWrite: The disk did not take it; nothing was changed.
        Busy: Another memctl holds the lock.
    """
    if plan.is_empty:
        return Applied()
    with locked(snapshot.layout, f"memctl {job}", say=say):
        mended = recover(snapshot.layout)
        writes = draft_writes(plan, snapshot, now)
        if not writes:
            return Applied(notices=mended.said, before=PackedFiles().and_then(mended.before))
        keeping = _Keeping(holds_secret, say)
        layout = snapshot.layout
        entry = carry_out(layout, writes, new_entry(layout, job, now), keeps=keeping.keeps)
        before = PackedFiles({write.name: write.old for write in writes})
        notices = (*mended.said, *keeping.said)
        return Applied(tuple(before), entry.id, notices, before.and_then(mended.before))


class _Keeping:
    """Whether the journal may keep what a job replaces; where not, it is said at once."""

    def __init__(
        self, holds_secret: Callable[[str], bool] | None, say: Callable[[str], None] | None
    ) -> None:
        self._holds_secret = holds_secret
        self._say = say
        self.said: tuple[str, ...] = ()

    def keeps(self, hunks: Sequence[Hunk]) -> bool:
        is_secret = self._holds_secret
        texts = (hunk.old.decode("utf-8", "replace") for hunk in hunks)
        if is_secret is None or not any(map(is_secret, texts)):
            return True
        if not self.said:
            self.said = ("This cannot be undone: what it replaces is not kept.",)
            if self._say is not None:
                self._say(*self.said)
        return False


def preview(plan: Plan, snapshot: Snapshot) -> str:
    """The plan as a unified diff of the files, ledgers left out; nothing is written."""
    writes = draft_writes(plan, snapshot, _NO_INSTANT, with_ledgers=False)
    return "".join(line for write in writes for line in _diff(write))


def what_can_be_written(plan: Plan, snapshot: Snapshot) -> Plan:
    """The plan without what it wants of files that can't be written to; the snapshot names them.

    Some files show only in the writing that they can't be: a folder in a file's place, a row
    of a form that no edit leaves alone. The plan is drafted, and what stops it taken out. What
    no run can do without, the ledgers of what was read and decided, goes on to stop it.
    """
    while True:
        plan = without_unusable(plan, snapshot)
        try:
            draft_writes(replace(plan, changes=folded(plan.changes)), snapshot, _NO_INSTANT)
        except FileInvalid as error:
            document = snapshot.documents.get(error.path)
            if error.path in _NEEDED or (document and not document.can_write):
                return plan
            snapshot.close(error)
        else:
            return plan


def without_unusable(plan: Plan, snapshot: Snapshot) -> Plan:
    """The plan without what it wants of entities whose files can't be used.

    The notes that these changes came from are not marked as read either, so that they are
    read again when the files are mended.
    """
    unusable = {entity.ref for entity in snapshot.shells if not entity.is_usable}
    # A row without an id beside others that bear one: nothing could name it.
    unusable |= {c.entity for c in plan.changes if isinstance(c, _OfRow) and not c.fact_id}
    closed = {name for name, document in snapshot.documents.items() if not document.can_write}
    unusable |= {r for r in _newcomers(plan, snapshot) if closed and not snapshot.has_room_for(r)}
    unusable |= {entity.ref for entity in snapshot.shells if _items_of(entity) in closed}
    silent = {e.ref for e in snapshot.shells if join(e.folder or "", names.SUMMARY) in closed}
    left_out = [
        c
        for c in plan.changes
        if _entity_of(c) in unusable
        or (isinstance(c, SummaryChange) and c.entity in silent)
        or _document_of(c, snapshot) in closed
    ]
    notes = {e for c in left_out for e in _evidence_paths(c)}
    if not left_out:
        return plan
    gone = set(map(id, left_out))
    kept = tuple(
        c
        for c in plan.changes
        if id(c) not in gone and not (isinstance(c, Consume) and c.path in notes)
    )
    return replace(plan, changes=kept)


def _items_of(entity: Entity) -> str:
    """The file that rows of an entity go to, whether or not it is there."""
    return entity.items_path or join(entity.folder or "", names.ITEMS[0])


def _newcomers(plan: Plan, snapshot: Snapshot) -> set[EntityRef]:
    """The entities of the plan that have no folder yet."""
    refs = {ref for c in plan.changes if (ref := _entity_of(c)) is not None}
    return {ref for ref in refs if snapshot.shell(ref) is None}


def _document_of(change: Change, snapshot: Snapshot) -> str | None:
    match change:
        case WriteReview():
            return names.REVIEW
        case AddTacit():
            return snapshot.layout.tacit
        case AddEvidence():
            return names.EVIDENCE
        case _:
            return None


def _entity_of(change: Change) -> EntityRef | None:
    return change.entity if isinstance(change, RowChange | EntityChange) else None


def _evidence_paths(change: Change) -> Iterator[str]:
    match change:
        case AddFact(fact=fact):
            yield from (e.path for e in fact.evidence)
        case RetireFact(evidence=evidence):
            yield from (e.path for e in evidence)
        case AddEvidence(evidence=one):
            yield one.path
        case _:
            return


def _diff(write: Write) -> Iterator[str]:
    old, new = (_lines(data) for data in (write.before, write.after))
    before = "/dev/null" if write.old is None else f"a/{write.name}"
    after = "/dev/null" if write.new is None else f"b/{write.name}"
    for line in difflib.unified_diff(old, new, before, after):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(data: bytes | None) -> list[str]:
    return (
        (data or b"").decode("utf-8-sig", "replace").replace("\r\n", "\n").splitlines(keepends=True)
    )
