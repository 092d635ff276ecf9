"""What a plan wants of notes, of MEMORY.md, of ledgers and of other documents."""

from typing import assert_never

from memctl.formats.markdown.markers import append_block
from memctl.formats.rows.items import parse_items
from memctl.formats.rows.rewriting import lines_without_words, rewrite_values, without_words
from memctl.formats.tacit import append_bullet
from memctl.formats.timeline.notes import append_entry
from memctl.graph.plan import (
    AddTacit,
    AppendLines,
    AppendNote,
    Consume,
    CreateFile,
    Decide,
    DocumentChange,
    RemoveWords,
    RewriteReferences,
    WriteBlock,
    WriteReview,
)
from memctl.workspace import names
from memctl.workspace.discovery.notes import note_like
from memctl.workspace.drafting.drafts import DOCUMENT, ITEMS, LEDGER, Desk
from memctl.workspace.drafting.entities import rewrite_references
from memctl.workspace.ledgers import ledger_of, moved_cursor


def put_document(desk: Desk, change: DocumentChange) -> None:
    """One change of a document; nothing is written."""
    match change:
        case AppendNote():
            _append_note(desk, change)
        case AddTacit():
            draft = desk.open(desk.snapshot.layout.tacit, DOCUMENT, is_guarded=False)
            draft.put(append_bullet(draft.text, change.heading, change.text))
        case WriteBlock():
            draft = desk.open(change.path, DOCUMENT, is_guarded=True)
            draft.put(append_block(draft.text, change.name, change.body))
        case AppendLines(path=path, lines=lines):
            draft = desk.open(path, DOCUMENT, is_guarded=False)
            gap = "" if not draft.text or draft.text.endswith("\n") else "\n"
            draft.put(draft.text + gap + "".join(f"{line}\n" for line in lines))
        case CreateFile():
            _create_file(desk, change)
        case WriteReview():
            _ = desk.snapshot.review
            draft = desk.open(names.REVIEW, DOCUMENT, is_guarded=True)
            draft.is_gone = not change.text
            draft.put(change.text)
        case Consume() | Decide():
            desk.append(*ledger_of(change))
        case RewriteReferences():
            rewrite_references(desk, change)
        case RemoveWords():
            _remove_words(desk, change)
        case _:
            assert_never(change)


def _create_file(desk: Desk, change: CreateFile) -> None:
    draft = desk.open(change.path, DOCUMENT, is_guarded=False)
    if draft.before is None:
        draft.put(change.text)


def _append_note(desk: Desk, change: AppendNote) -> None:
    day = change.day.isoformat()
    usual = desk.snapshot.layout.note_name(day)
    name = note_like(desk.snapshot.note_names, usual)
    draft = desk.open(name, DOCUMENT, is_guarded=False, only_appends=True)
    draft.put(append_entry(draft.text, change.day, change.time, change.text))


def move_cursor(desk: Desk) -> None:
    """Tell other tools how far extraction is; a file that is not understood stays as it is."""
    name = desk.snapshot.layout.state
    known = desk.snapshot.documents.get(name)
    if known is not None and not known.can_write:
        return
    draft = desk.open(name, LEDGER, is_guarded=False)
    text = None if draft.before is None else draft.text
    draft.put(moved_cursor(text, desk.now))


def _remove_words(desk: Desk, change: RemoveWords) -> None:
    name, words = change.path, change.words
    if name.startswith(f"{names.OWN}/"):
        draft = desk.open(name, LEDGER, is_guarded=False)
        draft.put(lines_without_words(draft.text, words))
        return
    draft = desk.open(name, ITEMS, is_guarded=True)
    document = parse_items(draft.text, name)
    draft.put(rewrite_values(document, "evidence", lambda v: without_words(v, words)))
