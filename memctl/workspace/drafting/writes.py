"""Turns a plan into files as they shall be, without writing any."""

from datetime import datetime

from memctl.graph.plan import Consume, DocumentChange, MoveEntity, Plan, RowChange, SummaryChange
from memctl.workspace.drafting.documents import move_cursor, put_document
from memctl.workspace.drafting.drafts import LEDGER, Desk
from memctl.workspace.drafting.entities import edit_rows, edit_summary, folder_move
from memctl.workspace.journal.transaction import Write
from memctl.workspace.moving import moved_writes
from memctl.workspace.reading.snapshot import Snapshot


def draft_writes(
    plan: Plan, snapshot: Snapshot, now: datetime, *, with_ledgers: bool = True
) -> tuple[Write, ...]:
    """The files that the plan changes, in the order in which they have to be written.

    Raises:
        ExternallyChanged: A file is not what the snapshot read.
        FileInvalid: A file that the plan changes cannot be used.
        UnknownEntity, UnknownFact: The plan names a row that is not there.
    """
    desk = Desk(snapshot, now)
    for change in plan.changes:
        if not isinstance(change, MoveEntity):
            _put(desk, change)
    for ref, changes in desk.rows.items():
        edit_rows(desk, ref, changes)
    if any(isinstance(change, Consume) for change in plan.changes):
        move_cursor(desk)
    ordered = sorted(desk.drafts.values(), key=lambda d: d.rank)
    writes = [draft.write() for draft in ordered if with_ledgers or draft.rank < LEDGER]
    # Last: every file of the folder is as it shall be.
    for change in plan.changes:
        if isinstance(change, MoveEntity):
            writes = moved_writes(snapshot.layout, writes, folder_move(desk, change))
    return tuple(w for w in writes if w.old != w.new)


def _put(desk: Desk, change: RowChange | SummaryChange | DocumentChange) -> None:
    if isinstance(change, RowChange):
        desk.rows.setdefault(change.entity, []).append(change)
    elif isinstance(change, SummaryChange):
        edit_summary(desk, change)
    else:
        put_document(desk, change)
