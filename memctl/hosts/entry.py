"""What a scheduler is asked to do, and what every scheduler owes us."""

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """One command, run every so many minutes in an environment of its own."""

    about: str
    """The workspace, absolute."""
    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    minutes: int = 30

    @property
    def name(self) -> str:
        """A name that two workspaces never share: `memctl-life-1a2b3c4d`."""
        return entry_name(self.about)


class Scheduler(Protocol):
    """A program that runs others at their time."""

    @property
    def name(self) -> str:
        """`cron`, `systemd` or `launchd`."""
        ...

    def is_there(self) -> bool:
        """Can entries be made on this machine, by this user?"""
        ...

    def entered(self, about: str) -> Mapping[str, str]:
        """What stands there for this workspace: place to text; empty when nothing does."""
        ...

    def planned(self, entry: Entry) -> Mapping[str, str]:
        """What would stand there."""
        ...

    def enter(self, entry: Entry) -> None:
        """Make it so, in place of what stood there for the same workspace."""
        ...

    def take_out(self, about: str) -> None:
        """Leave nothing there of this workspace."""
        ...

    def tidy(self, about: str) -> None:
        """Keep what it writes of its own for this workspace from growing; never fails."""
        ...


def entry_name(about: str) -> str:
    """The name of the entry of a workspace."""
    word = re.sub(r"[^a-z0-9]+", "-", Path(about).name.lower()).strip("-") or "workspace"
    return f"memctl-{word}-{hashlib.sha256(os.fsencode(about)).hexdigest()[:8]}"
