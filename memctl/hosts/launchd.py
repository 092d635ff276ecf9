"""launchd: a property list of the user's own, in ~/Library/LaunchAgents."""

import os
import plistlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memctl.hosts import files
from memctl.hosts.entry import Entry, entry_name
from memctl.hosts.programs import call, find, must

_PREFIX = "life."


@dataclass(frozen=True, slots=True)
class Launchd:
    """The agents of the user whose environment this is."""

    environ: Mapping[str, str]

    @property
    def name(self) -> str:
        """How people call it."""
        return "launchd"

    def is_there(self) -> bool:
        """Is this a Mac?"""
        return sys.platform == "darwin" and find("launchctl", self.environ) is not None

    def entered(self, about: str) -> Mapping[str, str]:
        """The property list."""
        path = self._path(about)
        text = files.read(path)
        return {} if text is None else {str(path): text}

    def planned(self, entry: Entry) -> Mapping[str, str]:
        """The property list as it would be."""
        said = {
            "Label": _PREFIX + entry.name,
            "ProgramArguments": list(entry.command),
            "EnvironmentVariables": dict(entry.environment),
            # What is missed while the machine sleeps is run once when it wakes.
            "StartInterval": entry.minutes * 60,
            "RunAtLoad": True,
            "ProcessType": "Background",
        }
        text = plistlib.dumps(said, sort_keys=False).decode()
        return {str(self._path(entry.about)): text}

    def enter(self, entry: Entry) -> None:
        """Write the property list and load it."""
        self._unload(entry.about)
        for path, text in self.planned(entry).items():
            files.write(Path(path), text)
            must(["launchctl", "bootstrap", self._domain(), path], self.environ)

    def take_out(self, about: str) -> None:
        """Unload the property list and remove it."""
        self._unload(about)
        files.remove(self._path(about))

    def _unload(self, about: str) -> None:
        # It may not be loaded: then there is nothing to unload.
        label = _PREFIX + entry_name(about)
        call(["launchctl", "bootout", f"{self._domain()}/{label}"], self.environ)

    def _domain(self) -> str:
        return f"gui/{os.getuid()}"

    def _path(self, about: str) -> Path:
        home = Path(self.environ.get("HOME") or Path.home())
        return home / "Library" / "LaunchAgents" / f"{_PREFIX}{entry_name(about)}.plist"
