"""What a plan wants of entities: rows, summaries, and what names them."""

from collections.abc import Sequence
from typing import NoReturn, assert_never

from memctl.errors import ExternallyChanged, FileInvalid, UnknownEntity, UnknownFact
from memctl.formats.markdown.references import (
    Moving,
    rewrite_address,
    rewrite_links,
    rewrite_related,
)
from memctl.formats.rows.items import edit_items, new_items, parse_items
from memctl.formats.rows.rewriting import rewrite_values
from memctl.formats.summary import (
    add_alias,
    keep_text,
    new_summary,
    remove_alias,
    rename,
    write_block_into_summary,
)
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.plan import (
    AddAlias,
    AddFact,
    CreateEntity,
    KeepText,
    MoveEntity,
    RemoveAlias,
    RenameEntity,
    RewriteReferences,
    RowChange,
    SummaryChange,
    WriteSummary,
)
from memctl.workspace import names
from memctl.workspace.drafting.drafts import DOCUMENT, ITEMS, SUMMARY, Desk
from memctl.workspace.files import pack
from memctl.workspace.ledgers import ledger_of
from memctl.workspace.moving import FolderMove
from memctl.workspace.paths import join
from memctl.workspace.reading.snapshot import Drafted, Snapshot


def edit_rows(desk: Desk, ref: EntityRef, changes: Sequence[RowChange]) -> None:
    """All that is wanted of the rows of one entity.

    Raises:
        FileInvalid: Its items file cannot be changed.
        UnknownFact: A row is named that is not there.
    """
    entity = desk.snapshot.shell(ref)
    if entity is not None and not entity.is_usable:
        _refuse(desk.snapshot, entity)
    name = entity.items_path if entity else None
    if name is None:
        _new_items(desk, ref, changes)
        return
    # What a file holds that was opened for this is what the snapshot read.
    is_as_read = name in desk.snapshot.documents and name not in desk.drafts
    draft = desk.open(name, ITEMS, is_guarded=True)
    drafted = desk.snapshot.drafted.get(name) if is_as_read else None
    if drafted is None or drafted.changes != changes:
        edited = edit_items(parse_items(draft.text, name), changes)
        drafted = Drafted(changes, pack(edited.text.encode()), edited.ledger_evidence)
        if is_as_read:
            desk.snapshot.drafted[name] = drafted
    draft.body = drafted.text
    for left in drafted.left:
        desk.append(*ledger_of(left))


def _new_items(desk: Desk, ref: EntityRef, changes: Sequence[RowChange]) -> None:
    added = []
    for change in changes:
        if not isinstance(change, AddFact):
            raise UnknownFact(change.fact_id)
        added.append(change)
    draft = desk.open(join(desk.folder(ref), names.ITEMS[0]), ITEMS, is_guarded=True)
    if draft.before is not None:
        raise ExternallyChanged(draft.name)
    draft.put(new_items([c.fact for c in added], [dict(c.kept) for c in added]))


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


def edit_summary(desk: Desk, change: SummaryChange) -> None:
    """What is wanted of a summary; an entity that has none gets one.

    Raises:
        UnknownEntity: There is none, and the plan makes none.
    """
    ref = change.entity
    if isinstance(change, CreateEntity):
        desk.born[ref] = change
    entity = desk.snapshot.shell(ref)
    if entity is None and ref not in desk.born:
        raise UnknownEntity(ref)
    draft = desk.open(join(desk.folder(ref), names.SUMMARY), SUMMARY, is_guarded=True)
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


def folder_move(desk: Desk, change: MoveEntity | RewriteReferences) -> FolderMove:
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


def rewrite_references(desk: Desk, change: RewriteReferences) -> None:
    """Links in a document; in an items file the refs of its rows."""
    name, move = change.path, folder_move(desk, change)
    moving = Moving(change.entity, change.to, move.folder, move.to, dict(change.ids))
    if name.rpartition("/")[2] not in desk.snapshot.layout.table.items:
        draft = desk.open(name, DOCUMENT, is_guarded=True)
        draft.put(rewrite_links(draft.text, name, moving))
        return
    draft = desk.open(name, ITEMS, is_guarded=True)
    document = parse_items(draft.text, name)
    draft.put(rewrite_values(document, "related", lambda v: rewrite_related(v, moving)))
    if any(fact.moved_to for fact in document.facts):
        document = parse_items(draft.text, name)
        draft.put(rewrite_values(document, "moved_to", lambda v: rewrite_address(v, moving)))
