"""Something wrong in the user's files: a value that travels, never an exception."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["error", "warning", "hint"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing in a file that a person should look at."""

    slug: str
    """Its entry in docs/messages.md."""
    level: Level
    path: str
    """Relative to the workspace, "/"-separated."""
    line: int | None
    """From 1; None when the whole file is meant."""
    message: str
    """What was found and what was expected."""
    hint: str | None = None
    """The cure: a command, a setting or a place to look."""
