"""One file or folder as the index takes it: read, parsed, and secrets in it masked."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from memctl import resources
from memctl.formats.markdown.front_matter import find_front_matter
from memctl.formats.summary import mark_of
from memctl.graph.entity import Entity, Summary
from memctl.graph.glance import PlainFacts
from memctl.graph.visibility import EVERYBODY, PRIVATE, UNREADABLE_MARK, widest
from memctl.index.filling.documents import (
    Document,
    PageWords,
    Source,
    note_documents,
    page_words,
    text_documents,
)
from memctl.index.filling.entities import entity_source, evidence_quotes
from memctl.jobs.lexicons import lexicon_about
from memctl.jobs.recall_look import Part
from memctl.jobs.shown import shown_sources
from memctl.workspace.confiding import confiding_in
from memctl.workspace.reading.snapshot import Snapshot


def read_source(snapshot: Snapshot, part: Part, stamp: str) -> Source:
    """One part, read and parsed now; secrets in it are masked."""
    return read_sources(snapshot, [(part, stamp)])[0]


def read_sources(snapshot: Snapshot, parts: Sequence[tuple[Part, str]]) -> list[Source]:
    """The same of parts with their stamps, in their order."""
    folders = [part.folder for part, _ in parts if part.folder is not None]
    root = snapshot.layout.root
    words = page_words(lexicon_about("pages", root), confiding_in(root))
    read = snapshot.entities_or_plain(folders)
    made = [
        _file(snapshot, part, stamp, words)
        if part.folder is None
        else _entity(part, stamp, words, *next(read))
        for part, stamp in parts
    ]
    unread = [tuple(filter(snapshot.is_unread, part.files)) for part, _ in parts]
    told = zip(made, unread, strict=True)
    return shown_sources([replace(s, unread=names) if names else s for s, names in told])


def _entity(
    part: Part, stamp: str, words: PageWords, entity: Entity, plain: PlainFacts | None
) -> Source:
    summary = part.folder.summary if part.folder else None
    if summary and entity.summary is None:
        # It is there and can't be read; who may be told is not known.
        entity = replace(entity, summary=Summary(summary, None, None, visibility=UNREADABLE_MARK))
    return entity_source(entity, part.key, stamp, words, plain)


def _file(snapshot: Snapshot, part: Part, stamp: str, words: PageWords) -> Source:
    if part.kind == "evidence":
        return Source(part.key, stamp, (), part.files[0], quotes=_quotes(snapshot, part.files[0]))
    name = part.files[0]
    is_note = part.kind == "note"
    told, found = _note(snapshot, name) if is_note else _text(snapshot, name, part.kind, words)
    documents = (
        tuple(d._replace(audience=min(told, d.audience)) for d in found)
        if told < EVERYBODY
        else found
    )
    return Source(part.key, stamp, documents, name, audience=told)


def _quotes(snapshot: Snapshot, name: str) -> tuple[tuple[str, str, str, str], ...]:
    """The words in which facts were read beside those that their rows tell."""
    if not snapshot.layout.real(name).exists():
        return ()
    from memctl.workspace.ledgers import read_evidence  # noqa: PLC0415 - few memories need it

    found = read_evidence(snapshot.layout).items()
    return tuple(row for (ref, fact), more in found for row in evidence_quotes(ref, fact, more))


def _note(snapshot: Snapshot, name: str) -> tuple[int, tuple[Document, ...]]:
    """(who may be told, the blocks) of a note."""
    note = snapshot.note(name)
    return widest(note.visibility), note_documents(note)


def _text(
    snapshot: Snapshot, name: str, kind: str, words: PageWords
) -> tuple[int, tuple[Document, ...]]:
    """The same of an identity file or a document."""
    text = snapshot.text_or_none(name) or ""
    head = find_front_matter(text)
    # Who the user is and how they work is nobody else's business unless a mark says so.
    told = widest(mark_of(text, head) or (PRIVATE if kind == "tacit" else None))
    lines = _boilerplate() if kind == "tacit" else frozenset()
    if head is not None:
        text = "\n" * text.count("\n", 0, head.end) + text[head.end :]
    return told, text_documents(text, kind, words, lines)


@lru_cache(maxsize=1)
def _boilerplate() -> frozenset[str]:
    """The lines of the shipped templates, as they stand in files laid down by `init`."""
    pages = resources.folder("templates").glob("*/*.md")
    lines = (ln.strip() for p in pages for ln in p.read_text(encoding="utf-8").splitlines())
    return frozenset(line for line in lines if line and not line.startswith("#"))
