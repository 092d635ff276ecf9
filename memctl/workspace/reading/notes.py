"""The notes of the timeline: found by walking once, each parsed when it is first asked for."""

from functools import cached_property

from memctl.graph.note import Note, confided
from memctl.graph.problem import Problem
from memctl.graph.visibility import Confiding
from memctl.workspace.confiding import confiding_in
from memctl.workspace.discovery.notes import find_notes
from memctl.workspace.reading.texts import UNREAD, Texts


class Notes:
    """The notes of one look at a workspace."""

    def __init__(self, texts: Texts) -> None:
        """Nothing is looked for yet."""
        self._texts = texts
        self._read: dict[str, Note] = {}
        self._walked: frozenset[str] = frozenset()
        """Notes that were found by walking."""
        self.tells_machines = True
        """Is the text of programs told apart in them?"""

    @cached_property
    def _found(self) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
        layout = self._texts.layout
        found = find_notes(layout.places, layout.table, layout.note_folders)
        self._walked = frozenset(found[0])
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, oldest file name first; nothing is parsed."""
        return self._found[0]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is odd about where they are."""
        return self._found[1]

    @property
    def known_problems(self) -> tuple[Problem, ...]:
        """The same, as far as anybody has looked for them."""
        return self._found[1] if "_found" in self.__dict__ else ()

    def note(self, name: str) -> Note:
        """One note by its name; one that can't be read bears a problem and no blocks."""
        if name not in self._read:
            self._read[name] = self._note(name)
        return self._read[name]

    @cached_property
    def _confiding(self) -> Confiding:
        return confiding_in(self._texts.layout.root)

    def unread(self) -> frozenset[str]:
        """Those that can't be read, be it for what is in them or for where they lead."""
        closed = {name for name in self.names if _is_unread(self.note(name))}
        barred = (p.path for p in self.problems if p.level != "hint")
        return frozenset({*closed, *(name for name in barred if name.endswith(".md"))})

    def _note(self, name: str) -> Note:
        text = self._texts.read(name, is_found=name in self._walked)
        if text is None:
            return Note(name, None, (), self._texts.said.get(name, ()))
        # Its expressions take as long as Python's start, and who reads one entity needs none.
        from memctl.formats.timeline.notes import parse_note  # noqa: PLC0415 - as just said

        note = parse_note(text, name, tells_machines=self.tells_machines)
        note = confided(note, self._confiding)
        if name in self._walked and (undated := _undated(note)) is not None:
            problems = (*note.problems, undated)
            note = Note(name, note.day, note.blocks, problems, note.visibility)
        self._texts.said[name] = note.problems
        return note


def _undated(note: Note) -> Problem | None:
    """What stands in a note before any day is told: the name bears none that a calendar has."""
    first = next((block for block in note.blocks if block.day is None), None)
    if first is None:
        return None
    message = "nothing tells on which day this was: the name bears no day of the calendar"
    hint = "Name the file after its day, or put a heading with the day above: # 2026-01-05"
    return Problem("undated-note", "warning", note.path, first.line, f"{message}; not read", hint)


def _is_unread(note: Note) -> bool:
    return not note.blocks and any(p.slug in UNREAD for p in note.problems)
