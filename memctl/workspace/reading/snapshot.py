"""One look at a workspace: a graph, notes, ledgers and problems, each made when first asked for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from memctl.errors import FileInvalid
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.glance import PlainFacts
from memctl.graph.graph import Graph, Shelf, make_graph
from memctl.graph.note import Note
from memctl.graph.problem import Problem
from memctl.workspace import names
from memctl.workspace.discovery.entities import Folder, find_entities
from memctl.workspace.files import Packed, Stamp, stamp_of
from memctl.workspace.layout import Layout
from memctl.workspace.paths import join
from memctl.workspace.reading.entities import Entities, IsPlain
from memctl.workspace.reading.garbage import collecting_later
from memctl.workspace.reading.notes import Notes
from memctl.workspace.reading.texts import Saw, Texts

if TYPE_CHECKING:
    from memctl.formats.tacit import TacitDocument
    from memctl.graph.plan import AddEvidence, RowChange
    from memctl.workspace.ledgers import Consumed, Decision

_LARGE = 1_000
"""So many entities are held with all their facts."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """An items file with changes made to it.

    A plan is drafted once to see whether it can be, and once more to be written.
    """

    changes: "Sequence[RowChange]"
    text: Packed
    """The file's text after them."""
    left: "Sequence[AddEvidence]"
    """What of them goes into a ledger."""


class Snapshot:
    """One look at a workspace. Everything is read at most once, when first asked for."""

    def __init__(self, layout: Layout, saw: Saw | None = None, *, remembers: bool = True) -> None:
        """Nothing is read yet; see `observe`."""
        self.layout = layout
        self._texts = Texts(layout, saw, remembers=remembers)
        self.documents = self._texts.documents
        """Every file read so far, by name."""
        self.drafted: dict[str, Drafted] = {}
        """Items files as a plan wants them."""
        self.leaves: dict[str, tuple[str, ...]] = {}
        """The names in each folder of the graph that holds nothing but files, by its path, as
        they were when entities were looked for."""
        self._notes = Notes(self._texts)
        self._is_skimmed = False

    # Entities.

    @cached_property
    def _found(self) -> tuple[tuple[Folder, ...], tuple[Problem, ...]]:
        layout = self.layout
        return find_entities(layout.places, layout.table, layout.roots, self.leaves)

    @cached_property
    def _entities(self) -> Entities:
        return Entities(self._texts, lambda: self._found[1])

    @property
    def folders(self) -> Mapping[EntityRef, Folder]:
        """The entities' folders by ref; nothing is parsed."""
        return {folder.ref: folder for folder in self._found[0]}

    def entity(self, folder: Folder) -> Entity:
        """One entity, read now, without the rest of the graph."""
        return self._entities.entity(folder)

    def entities_or_plain(
        self, folders: Sequence[Folder]
    ) -> Iterator[tuple[Entity, PlainFacts | None]]:
        """Entities, read now, with the plain rows that take the place of facts where there are."""
        return self._entities.entities_or_plain(folders)

    def read_ahead(self, folders: Sequence[Folder]) -> dict[str, Stamp | None]:
        """Read the files of entities that are asked for next; how each path looked before."""
        found = (name for f in folders for name in (f.items, f.summary) if name)
        spelled, read = self.layout.places.spelled, self._texts.read_ahead
        return {spelled(name): read(name) for name in found}

    @cached_property
    def graph(self) -> Graph:
        """Every entity with its facts and its summary."""
        moved = self._moved
        read = self._entities.entity
        if self._entities.are_shelved:
            made = (replace(read(folder), facts=()) for folder in self._found[0])
            shells = {entity.ref: entity for entity in made}
            return Graph(Shelf(dict(sorted(shells.items())), self._entities.facts_again), moved)
        with collecting_later():
            entities = {folder.ref: read(folder) for folder in self._found[0]}
        return make_graph(entities, moved)

    def shelve(self) -> None:
        """Let the graph of a large memory hold no facts, but make them when they are asked for.

        For who goes through the entities one after the other. To be said before the graph is
        first looked at.
        """
        if "graph" not in self.__dict__ and len(self._found[0]) > _LARGE:
            self._entities.shelve()

    def skim(self, is_plain: IsPlain) -> Graph:
        """The graph for one who looks for problems and will change nothing.

        Entities whose files are plain bear no facts in it. From now on no file that can be
        read is remembered, and in notes the text of programs is not told apart.

        Args:
            is_plain: Asked about each items file: is what it says at a glance enough? None
                is said where only the closer look can tell.
        """
        self._is_skimmed, self._texts.remembers = True, False
        self._notes.tells_machines = False
        found = self._entities.at_a_glance(self._found[0], is_plain)
        return make_graph({e.ref: e for e in found}, self._moved)

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
                self._texts.said[error.path] = (problem,)
            return False
        return True

    # Notes.

    @property
    def note_names(self) -> tuple[str, ...]:
        """The notes, oldest file name first; nothing is parsed."""
        return self._notes.names

    def notes(self) -> Iterator[Note]:
        """Every note, parsed one after the other; one that can't be read bears a problem."""
        return map(self._notes.note, self._notes.names)

    def note(self, name: str) -> Note:
        """One note by its name."""
        return self._notes.note(name)

    def unread_notes(self) -> frozenset[str]:
        """The notes that can't be read, be it for what is in them or for where they lead."""
        return self._notes.unread()

    # Everything else that is read.

    @cached_property
    def decisions(self) -> "tuple[Decision, ...]":
        """What people answered, oldest first."""
        # What ledgers hold takes as long to load as Python, and who reads one entity needs none.
        from memctl.workspace.ledgers import read_decisions  # noqa: PLC0415 - as just said

        return read_decisions(self.layout)

    @property
    def _moved(self) -> Mapping[EntityRef, EntityRef]:
        """Refs that entities bore once, and what they are now."""
        from memctl.graph.moves import moves_of  # noqa: PLC0415 - as for decisions

        return moves_of(self.decisions).refs

    @cached_property
    def consumed(self) -> "Consumed":
        """Which blocks extraction has read."""
        from memctl.workspace.ledgers import read_consumed  # noqa: PLC0415 - as for decisions

        return read_consumed(self.layout)

    @cached_property
    def tacit(self) -> "TacitDocument | None":
        """MEMORY.md; None when there is none that can be read."""
        name = self.layout.tacit
        text = self._texts.read(name, may_be_absent=True)
        if text is None:
            return None
        from memctl.formats.tacit import parse_tacit  # noqa: PLC0415 - as for notes

        tacit = parse_tacit(text, name)
        self._texts.said[name] = (*tacit.problems, *_dead_links(self.layout, name, tacit))
        return tacit

    @cached_property
    def review(self) -> str:
        """REVIEW.md as it stands; "" when there is none."""
        return self._texts.read(names.REVIEW, may_be_absent=True) or ""

    def text(self, name: str) -> str:
        """The text of any file of the workspace.

        Raises:
            FileInvalid: There is none, or it is no text.
        """
        text = self.text_or_none(name)
        if text is None:
            said = self._texts.said.get(name, ())
            what = said[0].message if said else "cannot be read"
            raise FileInvalid(name, said[0].line if said else None, what)
        return text

    def text_or_none(self, name: str) -> str | None:
        """The text of any file of the workspace; None with a problem said when it is none."""
        return self._texts.read(name, may_be_absent=True)

    def is_unread(self, name: str) -> bool:
        """Of a file that was asked for: could nothing, or not all, of it be read?"""
        return self._texts.is_unread(name)

    def stamps(self) -> dict[str, Stamp]:
        """Stamps of every file of the graph, of every note and of MEMORY.md."""
        found = [n for f in self._found[0] for n in (f.items, f.summary) if n]
        wanted = (*found, *self.note_names, self.layout.tacit)
        pairs = ((name, stamp_of(self.layout.real(name))) for name in wanted)
        return {name: stamp for name, stamp in pairs if stamp}

    # What is odd.

    def close(self, error: FileInvalid) -> None:
        """Take note of a file that turned out to be one that no job can write to."""
        self._texts.refuse(error)

    @property
    def found_problems(self) -> tuple[Problem, ...]:
        """What is odd about where files are; nothing is parsed."""
        return (*self.layout.problems, *self._found[1], *self._notes.problems)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is odd about the graph's files, and about what was read beside them."""
        if not self._is_skimmed:
            _ = self.graph
        found = (*self.layout.problems, *self._found[1])
        said = (p for problems in self._texts.said.values() for p in problems)
        return tuple(sorted({*found, *self._notes.known_problems, *said}, key=_order))

    def every_problem(self) -> tuple[Problem, ...]:
        """`problems` after every note and MEMORY.md were read too."""
        from memctl.workspace.ledgers import LEDGERS  # noqa: PLC0415 - as for decisions

        for _ in self.notes():
            pass
        _ = self.tacit, self.review
        for name in LEDGERS:
            self._texts.read(name, may_be_absent=True)
            # Looked at for marks of a merge only: who goes through the documents means knowledge.
            self.documents.pop(name, None)
        return self.problems


def observe(layout: Layout, saw: Saw | None = None, *, remembers: bool = True) -> Snapshot:
    """A look at the workspace; files are read when they are asked for.

    Args:
        layout: Where everything is.
        saw: Told the name and the bytes of each file that is read.
        remembers: Is a file that was read kept in `documents`? Who writes nothing need not have
            it: that takes memory, and a fingerprint takes time.
    """
    return Snapshot(layout, saw, remembers=remembers)


def _dead_links(layout: Layout, name: str, tacit: "TacitDocument") -> Iterator[Problem]:
    folder = layout.real(name).parent
    for link in tacit.links:
        if not (folder / link.target).exists():
            text = f"the link leads to {link.target}, and no file is there"
            yield Problem("dead-link", "warning", name, link.line, text)


def _order(problem: Problem) -> tuple[str, int, str]:
    return problem.path, problem.line or 0, problem.slug
