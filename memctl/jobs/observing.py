"""What a job may read of what was said: daily notes, and conversations of other programs."""

from collections.abc import Callable

from memctl.graph.note import Note
from memctl.jobs.steps import Desk
from memctl.workspace.reading import Snapshot

Hears = Callable[[Desk, Snapshot], tuple[Note, ...]]
"""The notes that a run is about, parsed; `Block.source` tells which are conversations."""


def every_note(desk: Desk, snapshot: Snapshot) -> tuple[Note, ...]:
    """Every daily note, and every conversation of the sources that are set."""
    del desk
    return tuple(snapshot.notes())
