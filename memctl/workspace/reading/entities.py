"""Entities out of the files in their folders: whole, at a glance, or with facts made later."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from memctl.formats.rows.glance import Read, glance_items, reader
from memctl.formats.rows.plain import plain_facts
from memctl.formats.summary import parse_summary
from memctl.graph.entity import Entity, Summary, slug_words
from memctl.graph.fact import Fact
from memctl.graph.glance import Glance, PlainFacts
from memctl.graph.problem import Problem
from memctl.workspace.discovery.entities import Folder
from memctl.workspace.files import Packed, pack
from memctl.workspace.reading.texts import Texts

IsPlain = Callable[[Folder, Summary | None, bytes, Glance | None], bool]
"""(whose, its summary, the items file, what that says at a glance) -> is that enough?"""

_Facts = tuple[tuple[Fact, ...], bool]
"""The facts of an entity, and whether its file can be written to."""
_BLOCKING = frozenset({"not-a-file", "symlink-outside", "symlink-loop"})


class Entities:
    """Reads the folders of entities for one look at a workspace."""

    def __init__(self, texts: Texts, problems: Callable[[], Sequence[Problem]]) -> None:
        """Nothing is read yet.

        Args:
            texts: The files.
            problems: What was odd about where they are. To tell that, all of them are looked
                for, and who reads one entity again need not wait for it.
        """
        self._texts = texts
        self._problems = problems
        self._packed: dict[str, Packed] | None = None
        """Texts of items files by name, where facts are made of them when they are asked for."""

    @property
    def are_shelved(self) -> bool:
        """Are facts made of texts that are kept packed?"""
        return self._packed is not None

    def shelve(self) -> None:
        """From now on keep the texts of items files, so that facts can be made of them again."""
        self._packed = {}

    def facts_again(self, shell: Entity) -> tuple[Fact, ...]:
        """The facts of an entity that was read since it was said that they are shelved."""
        from memctl.formats.rows.items import parse_items  # noqa: PLC0415 - as below

        name = shell.items_path or ""
        packed = (self._packed or {}).get(name)
        return () if packed is None else parse_items(packed.unpacked.decode(), name).facts

    def entity(self, folder: Folder) -> Entity:
        """One entity, whole."""
        facts = self._facts(folder)
        return _made(folder, self._summary(folder), *facts)

    def entities_or_plain(
        self, folders: Sequence[Folder]
    ) -> Iterator[tuple[Entity, PlainFacts | None]]:
        """Entities; where rows are plain and open to all, they in the place of facts.

        An entity then bears those facts alone that its summary names, and of these id and text.
        """
        # One kind of file after the other, as when it is skimmed.
        summaries = [self._summary(folder) for folder in folders]
        texts = [self._texts.read(f.items, is_found=True) if f.items else None for f in folders]
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

    def at_a_glance(self, folders: Sequence[Folder], is_plain: IsPlain) -> Iterator[Entity]:
        """Entities for one who looks for problems; those whose files are plain without facts."""
        # One kind of file after the other: the processor keeps at hand what it needs.
        summaries = [self._summary(folder) for folder in folders]
        read = reader(len(folders))
        for folder, summary in zip(folders, summaries, strict=True):
            yield _made(folder, summary, *self._glanced(read, is_plain, folder, summary))

    def _glanced(
        self, read: Read, is_plain: IsPlain, folder: Folder, summary: Summary | None
    ) -> _Facts:
        name = folder.items
        data = self._texts.skimmed(name) if name else None
        if name is None or data is None:
            return self._facts(folder)
        glance = glance_items(data, name, read)
        text = self._texts.decoded(name, data) if glance is None else None
        is_text = glance is not None or text is not None
        if is_text and is_plain(folder, summary, data, glance):
            return (), True
        return self._parsed(name, text if glance is None else self._texts.decoded(name, data))

    def _facts(self, folder: Folder) -> _Facts:
        if folder.items is None:
            taken = any(path.startswith(folder.name + "/") for path in self._blocked)
            return (), not taken
        return self._parsed(folder.items, self._texts.read(folder.items, is_found=True))

    @cached_property
    def _blocked(self) -> tuple[str, ...]:
        """Items files that are no files: their entities can't be written to."""
        items = self._texts.layout.table.items
        found = (p.path for p in self._problems() if p.slug in _BLOCKING)
        return tuple(path for path in found if path.rpartition("/")[2] in items)

    def _parsed(self, name: str, text: str | None) -> _Facts:
        if text is None:
            return (), False
        # What also writes rows takes as long to load as Python, and plain ones need it not.
        from memctl.formats.rows.items import parse_items  # noqa: PLC0415 - as just said

        parsed = parse_items(text, name)
        self._texts.said[name] = parsed.problems
        if not parsed.can_write:
            self._texts.close(name)
        if self._packed is not None and parsed.facts:
            self._packed[name] = pack(text.encode())
        return parsed.facts, parsed.can_write

    def _summary(self, folder: Folder) -> Summary | None:
        if folder.summary is None:
            return None
        text = self._texts.read(folder.summary, is_found=True)
        if text is None:
            return None
        summary, problems = parse_summary(text, folder.summary)
        self._texts.said[folder.summary] = problems
        return summary


def _is_open(folder: Folder, summary: Summary | None) -> bool:
    """Does the entity bear no mark of who may know of it, as far as can be read?"""
    return summary.visibility is None if summary else folder.summary is None


def _named(summary: Summary | None, plain: PlainFacts) -> tuple[Fact, ...]:
    """The facts among these that the summary names, with id and text."""
    named = frozenset(summary.block_facts) if summary else frozenset()
    pairs = zip(plain.ids, plain.texts, strict=True) if named else ()
    return tuple(Fact(fact_id, text) for fact_id, text in pairs if fact_id in named)


def _made(
    folder: Folder,
    summary: Summary | None,
    facts: tuple[Fact, ...],
    is_usable: bool,  # noqa: FBT001 - as the facts come
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
