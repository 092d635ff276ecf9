"""What the workspace says right now: files to graph, parsed only when asked for.

Each file that was read is remembered with its stamp, which serves caches, and its fingerprint,
which guards writes. A file that can't be read becomes a problem and is left out.
"""

import contextlib
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from memctl.errors import FileInvalid
from memctl.formats.rows.glance import Read, glance_items, reader
from memctl.formats.rows.items import parse_items
from memctl.formats.rows.plain import plain_facts
from memctl.formats.summary import parse_summary
from memctl.formats.text import Undecodable, conflict_markers, text_of
from memctl.graph.entity import Entity, EntityRef, Summary, slug_words
from memctl.graph.fact import Fact
from memctl.graph.glance import Glance, PlainFacts
from memctl.graph.graph import Graph, Shelf, make_graph
from memctl.graph.moves import moves_of
from memctl.graph.note import Note
from memctl.graph.plan import AddEvidence, RowChange
from memctl.graph.problem import Problem
from memctl.workspace import names
from memctl.workspace.discovery import Folder, find_entities, find_notes
from memctl.workspace.files import (
    ABSENT,
    UNREADABLE,
    Packed,
    Stamp,
    fingerprint_of,
    pack,
    read_bytes,
    read_stamped,
    stamp_of,
)
from memctl.workspace.layout import Layout
from memctl.workspace.ledgers import LEDGERS, Consumed, Decision, read_consumed, read_decisions
from memctl.workspace.paths import join

Saw = Callable[[str, bytes], None]
IsPlain = Callable[[Folder, Summary | None, bytes, Glance | None], bool]
"""(whose, its summary, the items file, what that says at a glance) -> is that enough?"""


if TYPE_CHECKING:
    from memctl.formats.tacit import TacitDocument


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read."""

    name: str
    """Relative to the workspace."""
    path: str
    fingerprint: str
    """SHA-256 of its bytes; `ABSENT` when there is no file."""
    stamp: Stamp | None
    can_write: bool = True
    """False for a file that could not be understood: no job writes to it."""

    @property
    def text(self) -> str:
        """What stands there now; "" when it is gone or no text."""
        try:
            return text_of(read_bytes(Path(self.path)) or b"")
        except (OSError, Undecodable):
            return ""


@dataclass(frozen=True, slots=True)
class Drafted:
    """An items file with changes made to it.

    A plan is drafted once to see whether it can be, and once more to be written.
    """

    changes: Sequence[RowChange]
    text: Packed
    """The file's text after them."""
    left: Sequence[AddEvidence]
    """What of them goes into a ledger."""


_LARGE = 1_000
"""So many entities are held with all their facts."""
_SKIMMED = Document("", "", UNREADABLE, None)
"""Stands for a file that was read by one who will not write to it."""


class Snapshot:
    """One look at a workspace. Everything is read at most once, when first asked for."""

    def __init__(self, layout: Layout, saw: Saw | None = None, *, remembers: bool = True) -> None:
        """Nothing is read yet."""
        self.layout = layout
        self._saw = saw
        self._remembers = remembers
        self._notes: dict[str, Note] = {}
        self._walked: frozenset[str] = frozenset()
        """Notes that were found by walking."""
        self.documents: dict[str, Document] = {}
        """Every file read so far, by name."""
        self.drafted: dict[str, Drafted] = {}
        """Items files as a plan wants them."""
        self.leaves: dict[str, tuple[str, ...]] = {}
        """The names in each folder of the graph that holds nothing but files, by its path, as
        they were when entities were looked for."""
        self._said: dict[str, tuple[Problem, ...]] = {}
        self._is_skimmed = False
        self._packed: dict[str, Packed] | None = None
        """Texts of items files, where facts are made of them when they are asked for."""

    @cached_property
    def _found(self) -> tuple[tuple[Folder, ...], tuple[Problem, ...]]:
        layout = self.layout
        return find_entities(layout.places, layout.table, layout.roots, self.leaves)

    @property
    def folders(self) -> Mapping[EntityRef, Folder]:
        """The entities' folders by ref; nothing is parsed."""
        return {folder.ref: folder for folder in self._found[0]}

    def entity(self, folder: Folder) -> Entity:
        """One entity, read now, without the rest of the graph."""
        return self._entity(folder)

    def entities_or_plain(
        self, folders: Sequence[Folder]
    ) -> Iterator[tuple[Entity, PlainFacts | None]]:
        """Entities, read now; where rows are plain and open to all, they in the place of facts.

        An entity then bears those facts alone that its summary names, and of these id and text.
        """
        # One kind of file after the other, as when it is skimmed.
        summaries = [self._summary(folder) for folder in folders]
        texts = [self._text(f.items, is_found=True) if f.items else None for f in folders]
        plain = [
            plain_facts(text, folder.items or "") if text and _is_open(folder, summary) else None
            for folder, summary, text in zip(folders, summaries, texts, strict=True)
        ]
        for folder, summary, text, rows in zip(folders, summaries, texts, plain, strict=True):
            if rows is not None:
                yield _made(folder, summary, _named(summary, rows), is_usable=True), rows
            elif folder.items is not None:
                yield _made(folder, summary, *self._parsed(folder.items, text)), None
            else:
                yield _made(folder, summary, *self._facts(folder)), None

    def text_or_none(self, name: str) -> str | None:
        """The text of any file of the workspace; None with a problem said when it is none."""
        return self._text(name, may_be_absent=True)

    @cached_property
    def note_names(self) -> tuple[str, ...]:
        """The notes, oldest file name first; nothing is parsed."""
        return self._found_notes[0]

    @cached_property
    def _found_notes(self) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
        found = find_notes(self.layout.places, self.layout.table, self.layout.note_folders)
        self._walked = frozenset(found[0])
        return found

    @cached_property
    def graph(self) -> Graph:
        """Every entity with its facts and its summary."""
        moved = moves_of(self.decisions).refs
        if self._packed is not None:
            made = (replace(self._entity(folder), facts=()) for folder in self._found[0])
            shells = {entity.ref: entity for entity in made}
            return Graph(Shelf(dict(sorted(shells.items())), self._facts_again), moved)
        with collecting_later():
            entities = {folder.ref: self._entity(folder) for folder in self._found[0]}
        return make_graph(entities, moved)

    def shelve(self) -> None:
        """Let the graph of a large memory hold no facts, but make them when they are asked for.

        For who goes through the entities one after the other. To be said before the graph is
        first looked at.
        """
        if "graph" not in self.__dict__ and len(self._found[0]) > _LARGE:
            self._packed = {}

    def shell(self, ref: str) -> Entity | None:
        """An entity, or the one that bore its ref once, perhaps without its facts; or None."""
        entities = self.graph.entities
        if isinstance(entities, Shelf):
            return Graph(entities.shells, self.graph.moved).get(ref)
        return self.graph.get(ref)

    @property
    def shells(self) -> Iterable[Entity]:
        """Every entity, perhaps without its facts."""
        entities = self.graph.entities
        return (entities.shells if isinstance(entities, Shelf) else entities).values()

    def _facts_again(self, shell: Entity) -> tuple[Fact, ...]:
        name = shell.items_path or ""
        packed = (self._packed or {}).get(name)
        return () if packed is None else parse_items(packed.unpacked.decode(), name).facts

    def skim(self, is_plain: IsPlain) -> Graph:
        """The graph for one who looks for problems and will change nothing.

        Entities whose files are plain bear no facts in it. From now on no file that can be
        read is remembered, and in notes the text of programs is not told apart.

        Args:
            is_plain: Asked about each items file: is what it says at a glance enough? None
                is said where only the closer look can tell.
        """
        self._is_skimmed, self._remembers = True, False
        # One kind of file after the other: the processor keeps at hand what it needs.
        folders = self._found[0]
        summaries = [self._summary(folder) for folder in folders]
        pairs = tuple(zip(folders, summaries, strict=True))
        look = partial(self._skimmed_facts, reader(len(folders)), is_plain)
        facts = [look(folder, said) for folder, said in pairs]
        found = zip(pairs, facts, strict=True)
        entities = {pair[0].ref: _made(*pair, *read) for pair, read in found}
        return make_graph(entities, moves_of(self.decisions).refs)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What people answered, oldest first."""
        return read_decisions(self.layout)

    @cached_property
    def consumed(self) -> Consumed:
        """Which blocks extraction has read."""
        return read_consumed(self.layout)

    @cached_property
    def tacit(self) -> "TacitDocument | None":
        """MEMORY.md; None when there is none that can be read."""
        name = self.layout.tacit
        text = self._text(name, may_be_absent=True)
        if text is None:
            return None
        from memctl.formats.tacit import parse_tacit  # noqa: PLC0415 - as for notes

        tacit = parse_tacit(text, name)
        self._said[name] = (*tacit.problems, *self._dead_links(name, tacit))
        return tacit

    @cached_property
    def review(self) -> str:
        """REVIEW.md as it stands; "" when there is none."""
        return self._text(names.REVIEW, may_be_absent=True) or ""

    def notes(self) -> Iterator[Note]:
        """Every note, parsed one after the other; one that can't be read bears a problem."""
        return (self.note(name) for name in self.note_names)

    def unread_notes(self) -> frozenset[str]:
        """The notes that can't be read, be it for what is in them or for where they lead."""
        closed = {n for n in self.note_names if self._is_unread(self.note(n))}
        barred = (p.path for p in self._found_notes[1] if p.level != "hint")
        return frozenset({*closed, *(name for name in barred if name.endswith(".md"))})

    @staticmethod
    def _is_unread(note: Note) -> bool:
        slugs = {p.slug for p in note.problems}
        return not note.blocks and not slugs.isdisjoint(_UNREAD)

    def note(self, name: str) -> Note:
        """One note by its name."""
        if name not in self._notes:
            self._notes[name] = self._note(name)
        return self._notes[name]

    def _note(self, name: str) -> Note:
        text = self._text(name, is_found=name in self._walked)
        if text is None:
            return Note(name, None, (), self._said.get(name, ()))
        # Its expressions take as long as Python's start, and who reads one entity needs none.
        from memctl.formats.timeline.notes import parse_note  # noqa: PLC0415 - as just said

        note = parse_note(text, name, tells_machines=not self._is_skimmed)
        self._said[name] = note.problems
        return note

    def text(self, name: str) -> str:
        """The text of any file of the workspace.

        Raises:
            FileInvalid: There is none, or it is no text.
        """
        text = self.text_or_none(name)
        if text is None:
            said = self._said.get(name, ())
            what = said[0].message if said else "cannot be read"
            raise FileInvalid(name, said[0].line if said else None, what)
        return text

    def stamps(self) -> dict[str, Stamp]:
        """Stamps of every file of the graph, of every note and of MEMORY.md."""
        found = [n for f in self._found[0] for n in (f.items, f.summary) if n]
        wanted = (*found, *self.note_names, self.layout.tacit)
        pairs = ((name, stamp_of(self.layout.real(name))) for name in wanted)
        return {name: stamp for name, stamp in pairs if stamp}

    @property
    def found_problems(self) -> tuple[Problem, ...]:
        """What is odd about where files are; nothing is parsed."""
        return (*self.layout.problems, *self._found[1], *self._found_notes[1])

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is odd about the graph's files, and about what was read beside them."""
        if not self._is_skimmed:
            _ = self.graph
        found = (*self.layout.problems, *self._found[1])
        notes = self._found_notes[1] if "_found_notes" in self.__dict__ else ()
        said = (p for problems in self._said.values() for p in problems)
        return tuple(sorted({*found, *notes, *said}, key=_order))

    def every_problem(self) -> tuple[Problem, ...]:
        """`problems` after every note and MEMORY.md were read too."""
        for _ in self.notes():
            pass
        _ = self.tacit, self.review
        for name in LEDGERS:
            self._text(name, may_be_absent=True)
            # Looked at for marks of a merge only: who goes through the documents means knowledge.
            self.documents.pop(name, None)
        return self.problems

    def _dead_links(self, name: str, tacit: "TacitDocument") -> Iterator[Problem]:
        folder = self.layout.real(name).parent
        for link in tacit.links:
            if not (folder / link.target).exists():
                text = f"the link leads to {link.target}, and no file is there"
                yield Problem("dead-link", "warning", name, link.line, text)

    def _entity(self, folder: Folder) -> Entity:
        facts, is_usable = self._facts(folder)
        return _made(folder, self._summary(folder), facts, is_usable)

    def _facts(self, folder: Folder) -> tuple[tuple[Fact, ...], bool]:
        """Its facts, and whether its file can be written to."""
        if folder.items is None:
            taken = any(p.path.startswith(folder.name + "/") for p in self._blocked)
            return (), not taken
        return self._parsed(folder.items, self._text(folder.items, is_found=True))

    def _skimmed_facts(
        self, read: Read, is_plain: IsPlain, folder: Folder, summary: Summary | None
    ) -> tuple[tuple[Fact, ...], bool]:
        name = folder.items
        data = self._skimmed(name) if name else None
        if name is None or data is None:
            return self._facts(folder)
        glance = glance_items(data, name, read)
        text = self._decoded(name, data) if glance is None else None
        is_text = glance is not None or text is not None
        if is_text and is_plain(folder, summary, data, glance):
            return (), True
        return self._parsed(name, text if glance is None else self._decoded(name, data))

    def _parsed(self, name: str, text: str | None) -> tuple[tuple[Fact, ...], bool]:
        if text is None:
            return (), False
        parsed = parse_items(text, name)
        self._said[name] = parsed.problems
        if not parsed.can_write:
            self._close(name)
        if self._packed is not None and parsed.facts:
            self._packed[name] = pack(text.encode())
        return parsed.facts, parsed.can_write

    @cached_property
    def _blocked(self) -> tuple[Problem, ...]:
        """Items files that are no files: their entities can't be written to."""
        blocking = {"not-a-file", "symlink-outside", "symlink-loop"}
        table = self.layout.table.items
        return tuple(
            p for p in self._found[1] if p.slug in blocking and p.path.rpartition("/")[2] in table
        )

    def _summary(self, folder: Folder) -> Summary | None:
        if folder.summary is None:
            return None
        text = self._text(folder.summary, is_found=True)
        if text is None:
            return None
        summary, problems = parse_summary(text, folder.summary)
        self._said[folder.summary] = problems
        return summary

    def _text(
        self, name: str, *, may_be_absent: bool = False, is_found: bool = False
    ) -> str | None:
        """The text of a file, or None with a problem said.

        Args:
            name: Relative to the workspace.
            may_be_absent: No file is no problem.
            is_found: It was found by walking, which follows no link that leads outside.
        """
        if not is_found and not self._is_inside(name):
            return None
        data = None if self._remembers else self._skimmed(name)
        if data is None:
            document, data = self._load(name)
        if data is None:
            if not (may_be_absent and document.fingerprint == ABSENT):
                self._say(name, "unreadable", None, "cannot be read")
            return None
        return self._decoded(name, data)

    def _decoded(self, name: str, data: bytes) -> str | None:
        try:
            text = text_of(data)
        except Undecodable as error:
            self._say(name, error.kind, error.line, _FORMS[error.kind])
            return None
        markers = conflict_markers(text)
        if markers:
            self._say(name, "conflict-markers", markers[0], "a merge left its markers here")
            return None
        return text

    def _is_inside(self, name: str) -> bool:
        """A name may come from a row that anybody wrote: it must not lead us outside."""
        try:
            self.layout.places.target(name)
        except FileInvalid as error:
            path = self.layout.real(name)
            is_link = path.is_symlink() and not path.is_dir()
            slug = "symlink-outside" if is_link else "not-a-file"
            self._said[name] = (Problem(slug, "warning", name, None, error.what, error.hint),)
            return False
        return True

    def _skimmed(self, name: str) -> bytes | None:
        """What can be read without remembering that it was."""
        try:
            data = read_bytes(self.layout.places.spelled(name))
        except OSError:
            return None
        if self._saw is not None and data is not None:
            self._saw(name, data)
        return data

    def _load(self, name: str) -> tuple[Document, bytes | None]:
        path = self.layout.places.spelled(name)
        data, stamp = read_stamped(path)
        if self._saw is not None and data is not None:
            self._saw(name, data)
        print_of = UNREADABLE if data is None and stamp else fingerprint_of(data)
        document = Document(name, path, print_of, stamp)
        first = self.documents.setdefault(name, document)
        # Has it moved while we looked, the older print stays: a write that rests on the first
        # reading has to be refused.
        return first, data

    def _say(self, name: str, slug: str, line: int | None, what: str) -> None:
        level = "warning" if slug == "utf-16" else "error"
        hint = _CURES.get(slug)
        self._said[name] = (Problem(slug, level, name, line, what, hint),)  # type: ignore[arg-type]
        self._close(name)

    def new_folder(self, ref: EntityRef) -> str:
        """The folder for an entity that has none yet."""
        return self.layout.new_folder(ref, {r: folder.name for r, folder in self.folders.items()})

    def has_room_for(self, ref: EntityRef) -> bool:
        """Can an entity that is not there yet be written? What stands in its way is named.

        A link that is not followed may bear its name, or a file that of its folder.
        """
        try:
            self.layout.places.target(join(self.new_folder(ref), names.ITEMS[0]))
        except FileInvalid as error:
            way = f"{error.path}/"
            if not any(way.startswith(f"{p.path}/") for p in self.found_problems):
                problem = Problem("not-a-file", "error", error.path, None, error.what, error.hint)
                self._said[error.path] = (problem,)
            return False
        return True

    def close(self, error: FileInvalid) -> None:
        """Take note of a file that turned out to be one that no job can write to."""
        name = error.path
        is_file = self.layout.real(name).is_file()
        slug = "read-only-form" if is_file else "not-a-file"
        self._said[name] = (
            *self._said.get(name, ()),
            Problem(slug, "error", name, error.line, error.what, error.hint),
        )
        self.documents.setdefault(name, Document(name, "", UNREADABLE, None))
        self._close(name)

    def _close(self, name: str) -> None:
        old = self.documents.get(name, _SKIMMED)
        self.documents[name] = replace(old, name=name, can_write=False)


def _is_open(folder: Folder, summary: Summary | None) -> bool:
    """Does the entity bear no mark of who may know of it, as far as can be read?"""
    return summary.visibility is None if summary else folder.summary is None


def _named(summary: Summary | None, plain: PlainFacts) -> tuple[Fact, ...]:
    named = frozenset(summary.block_facts) if summary else frozenset()
    pairs = zip(plain.ids, plain.texts, strict=True) if named else ()
    return tuple(Fact(fact_id, text) for fact_id, text in pairs if fact_id in named)


def _made(
    folder: Folder,
    summary: Summary | None,
    facts: tuple[Fact, ...],
    is_usable: bool,  # noqa: FBT001 - as `_facts` gives them
) -> Entity:
    name = (summary and (summary.name or summary.title)) or slug_words(folder.ref)
    return Entity(
        ref=folder.ref,
        name=name,
        aliases=tuple(a for a in (summary.aliases if summary else ()) if a != name),
        facts=facts,
        items_path=folder.items,
        summary=summary,
        folder=folder.name,
        is_usable=is_usable,
    )


_FORMS = {
    "not-utf8": "not UTF-8; expected UTF-8",
    "utf-16": "UTF-16; expected UTF-8",
}
_UNREAD = {*_FORMS, "conflict-markers", "unreadable", "not-a-file", "symlink-outside"}
"""Slugs of what keeps a file from being read at all."""
_CURES = {
    "not-utf8": "Save it as UTF-8 in an editor.",
    "utf-16": "Save it as UTF-8 in an editor.",
    "conflict-markers": "Decide between the two sides and delete the markers.",
    "unreadable": "Check the permissions of the file.",
}


@contextlib.contextmanager
def collecting_later() -> Iterator[None]:
    """Leave garbage alone for a while.

    Hundreds of thousands of values are made and none is thrown away: to look through them
    again and again costs a fifth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def observe(layout: Layout, saw: Saw | None = None, *, remembers: bool = True) -> Snapshot:
    """A look at the workspace; files are read when they are asked for.

    Args:
        layout: Where everything is.
        saw: Told the name and the bytes of each file that is read.
        remembers: Is a file that was read kept in `documents`? Who writes nothing need not have
            it: that takes memory, and a fingerprint takes time.
    """
    return Snapshot(layout, saw, remembers=remembers)


def _order(problem: Problem) -> tuple[str, int, str]:
    return problem.path, problem.line or 0, problem.slug
