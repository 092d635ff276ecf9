"""What a job may read of what was said: daily notes, and conversations of other programs."""

from collections.abc import Callable

from memctl.graph.note import Note
from memctl.jobs.steps import Desk
from memctl.jobs.talks.conversations import Conversations
from memctl.workspace.reading.snapshot import Snapshot

Hears = Callable[[Snapshot], tuple[Note, ...]]
"""The notes that a run is about, parsed; `Block.source` tells which are conversations."""


def every_note(desk: Desk, snapshot: Snapshot, *, is_whole: bool = False) -> tuple[Note, ...]:
    """Every daily note, and every conversation that may hold something new.

    Args:
        desk: The workspace.
        snapshot: A look at it.
        is_whole: Conversations that were read long ago too.
    """
    return (*snapshot.notes(), *Conversations(desk, is_whole=is_whole).notes())


def notes_with(conversations: Conversations) -> Hears:
    """The same for the sources of one run."""
    return lambda snapshot: (*snapshot.notes(), *conversations.notes())
