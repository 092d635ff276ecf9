"""Whole texts for who wants to read rather than ask: summaries and notes, secrets masked."""

from memctl.errors import UsageError
from memctl.jobs.lookup import entity_named
from memctl.jobs.shown import shown
from memctl.jobs.steps import Desk
from memctl.workspace.reading.snapshot import observe


def summary_titles(desk: Desk) -> tuple[tuple[str, str], ...]:
    """(ref, name) of every entity that has a summary, by ref."""
    graph = observe(desk.layout).graph
    return tuple((entity.ref, entity.name) for entity in graph if entity.summary)


def summary_text(desk: Desk, name: str) -> str:
    """The `summary.md` of an entity.

    Raises:
        UnknownEntity, Ambiguous: The name fits nobody, or several.
        UsageError: It has no summary.
    """
    snapshot = observe(desk.layout)
    entity = entity_named(snapshot.graph, name)
    path = next((f.summary for f in snapshot.folders.values() if f.ref == entity.ref), None)
    text = snapshot.text_or_none(path) if path else None
    if text is None:
        raise UsageError(f"{entity.ref} has no summary.", hint="memctl weekly writes them.")
    return shown(text)


def note_titles(desk: Desk) -> tuple[str, ...]:
    """The path of every note, newest first."""
    return tuple(reversed(observe(desk.layout).note_names))


def note_text(desk: Desk, path: str) -> str:
    """A note as it stands.

    Raises:
        UsageError: There is no such note.
    """
    snapshot = observe(desk.layout)
    # Only what is listed as a note is read: a path from outside opens nothing else.
    text = snapshot.text_or_none(path) if path in snapshot.note_names else None
    if text is None:
        raise UsageError(f"There is no note {path}.", hint="Notes are named as memory/DATE.md.")
    return shown(text)
