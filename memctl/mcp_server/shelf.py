"""The resources: a summary for every entity that has one, and every daily note.

`memctl://summary/people/sarah`, `memctl://note/memory/2026-01-27.md`; read-only, secrets masked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from memctl.errors import UsageError
from memctl.graph.visibility import PRIVATE
from memctl.jobs.reading_room import note_text, note_titles, summary_text, summary_titles
from memctl.mcp_server.bounds import shortened
from memctl.mcp_server.seat import Seat

SUMMARY, NOTE = "memctl://summary/", "memctl://note/"
PAGE = 100
MIME = "text/markdown"


@dataclass(frozen=True, slots=True)
class Volume:
    """One resource."""

    uri: str
    name: str
    about: str


def is_open(seat: Seat) -> bool:
    """Are there resources for this audience? Whole texts are for the user alone."""
    return seat.audience == PRIVATE


def volumes(seat: Seat) -> tuple[Volume, ...]:
    """Everything there is for this audience: entities by ref, then notes, newest first."""
    return tuple(_volumes(seat)) if is_open(seat) else ()


def read(seat: Seat, uri: str) -> str:
    """The text of one resource.

    Raises:
        UsageError: There is no such resource.
        UnknownEntity: The entity is not there.
    """
    if is_open(seat) and uri.startswith(SUMMARY):
        return shortened(summary_text(seat.desk(), unquote(uri.removeprefix(SUMMARY))))
    if is_open(seat) and uri.startswith(NOTE):
        return shortened(note_text(seat.desk(), unquote(uri.removeprefix(NOTE))))
    raise UsageError(f"There is no resource {uri}.", hint="List them with resources/list.")


def _volumes(seat: Seat) -> Iterator[Volume]:
    desk = seat.desk()
    for ref, name in summary_titles(desk):
        yield Volume(SUMMARY + quote(ref), name, f"What holds of {name}, and what a person wrote.")
    for path in note_titles(desk):
        yield Volume(NOTE + quote(path), path, "A daily note: what was written down that day.")
