"""Turns a plan into files as they shall be, without writing any."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NoReturn, assert_never

from memctl.errors import ExternallyChanged, FileInvalid, UnknownEntity, UnknownFact
from memctl.formats.markdown.markers import append_block
from memctl.formats.markdown.references import Moving, rewrite_links, rewrite_related
from memctl.formats.rows.items import edit_items, new_items, parse_items
from memctl.formats.rows.rewriting import lines_without_words, rewrite_values, without_words
from memctl.formats.summary import (
    add_alias,
    keep_text,
    new_summary,
    remove_alias,
    rename,
    write_block_into_summary,
)
from memctl.formats.tacit import append_bullet
from memctl.formats.text import Text, Undecodable, conflict_markers, decode, encode
from memctl.formats.timeline.notes import append_entry
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.plan import (
    AddAlias,
    AddFact,
    AddTacit,
    AppendLines,
    AppendNote,
    Consume,
    CreateEntity,
    CreateFile,
    Decide,
    DocumentChange,
    KeepText,
    MoveEntity,
    Plan,
    RemoveAlias,
    RemoveWords,
    RenameEntity,
    RewriteReferences,
    RowChange,
    SummaryChange,
    WriteBlock,
    WriteReview,
    WriteSummary,
)
from memctl.workspace import names
from memctl.workspace.files import Packed, fingerprint_of, pack, read_bytes
from memctl.workspace.ledgers import ledger_of, moved_cursor
from memctl.workspace.moving import FolderMove, moved_writes
from memctl.workspace.paths import join
from memctl.workspace.reading.snapshot import Drafted, Snapshot
from memctl.workspace.transaction import Write

_ITEMS, _SUMMARY, _DOCUMENT, _LEDGER = range(4)
"""The order of writes: a crash between two of them is repaired by the next run."""


@dataclass(slots=True)
class _Draft:
    """One file on its way from what it was to what it shall be.

    Its text is kept packed: there may be thousands of files at once.
    """

    name: str
    rank: int
    before: Packed | None
    like: Text
    """What its bytes have beside the text."""
    body: Packed
    is_gone: bool = False
    only_appends: bool = False
    known: set[str] | None = None
    """The lines of a ledger while more are appended: thousands may come."""
    added: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What shall stand there, as far as it is known by now."""
        return self.body.unpacked.decode()

    def put(self, text: str) -> None:
        """Let this stand there."""
        self.body = pack(text.encode())

    def append(self, line: str) -> None:
        """One more line at the end, if it does not stand there yet."""
        if self.known is None:
            self.known = {f"{known}\n" for known in self.text.split("\n")}
        if line not in self.known:
            self.known.add(line)
            self.added.append(line)

    def settle(self) -> None:
        """Put what was appended into the text."""
        if self.added:
            # Line by line: they may be many, and in memory text takes twice its bytes.
            body = self.body.unpacked
            gap = b"" if not body or body.endswith(b"\n") else b"\n"
            self.body = pack(b"".join((body, gap, *(line.encode() for line in self.added))))
        self.known, self.added = None, []

    def write(self) -> Write:
        self.settle()
        after = None if self.is_gone else self._encoded()
        return Write(self.name, self.before, after, self.only_appends)

    def _encoded(self) -> Packed:
        is_bare = not self.like.bom and self.like.newline == "\n"
        return self.body if is_bare else pack(encode(replace(self.like, text=self.text)))


@dataclass(slots=True)
class _Desk:
    snapshot: Snapshot
    now: datetime
    drafts: dict[str, _Draft] = field(default_factory=dict)
    rows: dict[EntityRef, list[RowChange]] = field(default_factory=dict)
    born: dict[EntityRef, CreateEntity] = field(default_factory=dict)

    def open(self, name: str, rank: int, *, is_guarded: bool, only_appends: bool = False) -> _Draft:
        """The draft of a file; first opened, it is read from the disk.

        Args:
            name: Relative to the workspace.
            rank: When it is written.
            is_guarded: Does the plan rest on what the snapshot read there?
            only_appends: Its old text stays.

        Raises:
            ExternallyChanged: It is guarded and no longer what the snapshot read.
            FileInvalid: It cannot be used.
        """
        if name in self.drafts:
            self.drafts[name].settle()
            return self.drafts[name]
        layout = self.snapshot.layout
        try:
            data = read_bytes(layout.places.target(name))
        except OSError as error:
            why = f"cannot be read: {error.strerror or error}"
            raise FileInvalid(name, None, why, hint="Check the file's permissions.") from error
        known = self.snapshot.documents.get(name)
        if is_guarded and known and known.fingerprint != fingerprint_of(data):
            raise ExternallyChanged(name)
        form = _decoded(name, data)
        like, body, before = replace(form, text=""), form.text.encode(), pack(data)
        # Of the bytes and the text one copy will do where they are the same.
        packed = before if before is not None and body == data else pack(body)
        draft = _Draft(name, rank, before, like, packed, only_appends=only_appends)
        self.drafts[name] = draft
        return draft


def draft_writes(
    plan: Plan, snapshot: Snapshot, now: datetime, *, with_ledgers: bool = True
) -> tuple[Write, ...]:
    """The files that the plan changes, in the order in which they have to be written.

    Raises:
        ExternallyChanged: A file is not what the snapshot read.
        FileInvalid: A file that the plan changes cannot be used.
        UnknownEntity, UnknownFact: The plan names a row that is not there.
    """
    desk = _Desk(snapshot, now)
    for change in plan.changes:
        if not isinstance(change, MoveEntity):
            _put(desk, change)
    for ref, changes in desk.rows.items():
        _edit_rows(desk, ref, changes)
    if any(isinstance(change, Consume) for change in plan.changes):
        _move_cursor(desk)
    ordered = sorted(desk.drafts.values(), key=lambda d: d.rank)
    writes = [draft.write() for draft in ordered if with_ledgers or draft.rank < _LEDGER]
    # Last: every file of the folder is as it shall be.
    for change in plan.changes:
        if isinstance(change, MoveEntity):
            writes = moved_writes(snapshot.layout, writes, _folder_move(desk, change))
    return tuple(w for w in writes if w.old != w.new)


def _put(desk: _Desk, change: RowChange | SummaryChange | DocumentChange) -> None:
    if isinstance(change, RowChange):
        desk.rows.setdefault(change.entity, []).append(change)
    elif isinstance(change, SummaryChange):
        _edit_summary(desk, change)
    else:
        _put_document(desk, change)


def _put_document(desk: _Desk, change: DocumentChange) -> None:
    match change:
        case AppendNote():
            _append_note(desk, change)
        case AddTacit():
            draft = desk.open(desk.snapshot.layout.tacit, _DOCUMENT, is_guarded=False)
            draft.put(append_bullet(draft.text, change.heading, change.text))
        case WriteBlock():
            draft = desk.open(change.path, _DOCUMENT, is_guarded=True)
            draft.put(append_block(draft.text, change.name, change.body))
        case AppendLines(path=path, lines=lines):
            draft = desk.open(path, _DOCUMENT, is_guarded=False)
            gap = "" if not draft.text or draft.text.endswith("\n") else "\n"
            draft.put(draft.text + gap + "".join(f"{line}\n" for line in lines))
        case CreateFile():
            _create_file(desk, change)
        case WriteReview():
            _ = desk.snapshot.review
            draft = desk.open(names.REVIEW, _DOCUMENT, is_guarded=True)
            draft.is_gone = not change.text
            draft.put(change.text)
        case Consume() | Decide():
            _append_line(desk, *ledger_of(change))
        case RewriteReferences():
            _rewrite_references(desk, change)
        case RemoveWords():
            _remove_words(desk, change)
        case _:
            assert_never(change)


def _create_file(desk: _Desk, change: CreateFile) -> None:
    draft = desk.open(change.path, _DOCUMENT, is_guarded=False)
    if draft.before is None:
        draft.put(change.text)


def _unusable(snapshot: Snapshot, name: str) -> FileInvalid:
    """The error that tells what is wrong with the file, where that is known."""
    said = [p for p in snapshot.problems if p.path == name]
    if not said:
        return FileInvalid(name, None, "cannot be changed")
    return FileInvalid(name, said[0].line, said[0].message, hint=said[0].hint)


def _edit_rows(desk: _Desk, ref: EntityRef, changes: Sequence[RowChange]) -> None:
    entity = desk.snapshot.shell(ref)
    if entity is not None and not entity.is_usable:
        _refuse(desk.snapshot, entity)
    name = entity.items_path if entity else None
    if name is None:
        _new_items(desk, ref, changes)
        return
    # What a file holds that was opened for this is what the snapshot read.
    is_as_read = name in desk.snapshot.documents and name not in desk.drafts
    draft = desk.open(name, _ITEMS, is_guarded=True)
    drafted = desk.snapshot.drafted.get(name) if is_as_read else None
    if drafted is None or drafted.changes != changes:
        edited = edit_items(parse_items(draft.text, name), changes)
        drafted = Drafted(changes, pack(edited.text.encode()), edited.ledger_evidence)
        if is_as_read:
            desk.snapshot.drafted[name] = drafted
    draft.body = drafted.text
    for left in drafted.left:
        _append_line(desk, *ledger_of(left))


def _refuse(snapshot: Snapshot, entity: Entity) -> NoReturn:
    """Say what is wrong with the entity's items file."""
    folder = f"{entity.folder}/"
    of_entity = [p for p in snapshot.problems if p.path.startswith(folder)]
    items = snapshot.layout.table.items
    of_items = [p for p in of_entity if p.path.rpartition("/")[2] in items]
    said = [*(p for p in of_entity if p.level == "error"), *of_items]
    if said:
        raise FileInvalid(said[0].path, said[0].line, said[0].message, hint=said[0].hint)
    raise FileInvalid(entity.items_path or entity.folder, None, "this file cannot be changed")


def _new_items(desk: _Desk, ref: EntityRef, changes: Sequence[RowChange]) -> None:
    facts = []
    for change in changes:
        if not isinstance(change, AddFact):
            raise UnknownFact(change.fact_id)
        facts.append(change.fact)
    draft = desk.open(join(_folder(desk, ref), names.ITEMS[0]), _ITEMS, is_guarded=True)
    if draft.before is not None:
        raise ExternallyChanged(draft.name)
    draft.put(new_items(facts))


def _edit_summary(desk: _Desk, change: SummaryChange) -> None:
    ref = change.entity
    if isinstance(change, CreateEntity):
        desk.born[ref] = change
    entity = desk.snapshot.shell(ref)
    if entity is None and ref not in desk.born:
        raise UnknownEntity(ref)
    draft = desk.open(join(_folder(desk, ref), names.SUMMARY), _SUMMARY, is_guarded=True)
    text = draft.text
    if not text.strip():
        born = desk.born.get(ref)
        name, aliases = (born.name, born.aliases) if born else ("", ())
        if entity is not None:
            name, aliases = entity.name, entity.aliases
        title = change.title if isinstance(change, WriteSummary) else ""
        text += new_summary(name, aliases, title)
    draft.put(_edited_summary(text, change, entity.name if entity else ""))


def _edited_summary(text: str, change: SummaryChange, name: str) -> str:
    match change:
        case AddAlias(alias=alias):
            return add_alias(text, alias)
        case RemoveAlias(alias=alias):
            return remove_alias(text, alias)
        case RenameEntity(name=new):
            return rename(text, name, new)
        case KeepText(heading=heading, text=kept):
            return keep_text(text, heading, kept)
        case WriteSummary(body=body, facts=facts):
            return write_block_into_summary(text, body, facts)
        case CreateEntity():
            return text
        case _:
            assert_never(change)


def _rewrite_references(desk: _Desk, change: RewriteReferences) -> None:
    """Links in a document; in an items file the refs of its rows."""
    name, move = change.path, _folder_move(desk, change)
    moving = Moving(change.entity, change.to, move.folder, move.to, dict(change.ids))
    if name.rpartition("/")[2] not in desk.snapshot.layout.table.items:
        draft = desk.open(name, _DOCUMENT, is_guarded=True)
        draft.put(rewrite_links(draft.text, name, moving))
        return
    draft = desk.open(name, _ITEMS, is_guarded=True)
    document = parse_items(draft.text, name)
    draft.put(rewrite_values(document, "related", lambda v: rewrite_related(v, moving)))


def _remove_words(desk: _Desk, change: RemoveWords) -> None:
    name, words = change.path, change.words
    if name.startswith(f"{names.OWN}/"):
        draft = desk.open(name, _LEDGER, is_guarded=False)
        draft.put(lines_without_words(draft.text, words))
        return
    draft = desk.open(name, _ITEMS, is_guarded=True)
    document = parse_items(draft.text, name)
    draft.put(rewrite_values(document, "evidence", lambda v: without_words(v, words)))


def _folder_move(desk: _Desk, change: MoveEntity | RewriteReferences) -> FolderMove:
    """Which folder becomes which."""
    graph, layout = desk.snapshot.graph, desk.snapshot.layout
    entity, other = graph.entities.get(change.entity), graph.entities.get(change.to)
    if entity is None:
        raise UnknownEntity(change.entity)
    if other is not None:
        gone = {join(entity.folder, names.SUMMARY), entity.items_path or ""}
        return FolderMove(entity.folder, other.folder, frozenset(gone), entity.slug)
    known = {r: f.name for r, f in desk.snapshot.folders.items() if r != entity.ref}
    return FolderMove(entity.folder, layout.moved_folder(entity, change.to, known))


def _folder(desk: _Desk, ref: EntityRef) -> str:
    entity = desk.snapshot.shell(ref)
    if entity is not None:
        return entity.folder
    return desk.snapshot.new_folder(ref)


def _append_note(desk: _Desk, change: AppendNote) -> None:
    day = change.day.isoformat()
    name = desk.snapshot.layout.note_name(day)
    draft = desk.open(name, _DOCUMENT, is_guarded=False, only_appends=True)
    draft.put(append_entry(draft.text, change.day, change.time, change.text))


def _append_line(desk: _Desk, name: str, line: str) -> None:
    if name not in desk.drafts:
        desk.open(name, _LEDGER, is_guarded=False, only_appends=True)
    desk.drafts[name].append(line)


def _move_cursor(desk: _Desk) -> None:
    name = desk.snapshot.layout.state
    known = desk.snapshot.documents.get(name)
    if known is not None and not known.can_write:
        return
    draft = desk.open(name, _LEDGER, is_guarded=False)
    text = None if draft.before is None else draft.text
    draft.put(moved_cursor(text, desk.now))


def _decoded(name: str, data: bytes | None) -> Text:
    if data is None:
        return Text("")
    try:
        form = decode(data)
    except Undecodable as error:
        raise FileInvalid(name, error.line, f"{error.kind}; expected UTF-8") from error
    markers = conflict_markers(form.text)
    if markers:
        raise FileInvalid(name, markers[0], "a merge left its conflict markers here")
    return form
