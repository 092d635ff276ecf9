"""launchd: a property list of the user's own, in ~/Library/LaunchAgents."""

import os
import plistlib
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memctl.errors import SchedulerFailed
from memctl.hosts import files
from memctl.hosts.entry import Entry, entry_name
from memctl.hosts.programs import call, find

_PREFIX = "life."
_NO_SESSION = "Over ssh there may be no session to run it in: try it at the screen, or --with cron."
_PAUSES_S = (0.5, 0.5, 1, 2, 4, 0)
"""`bootout` returns before launchd is done with it; until then `bootstrap` fails (5: I/O error),
for some seconds."""
_LOG_BYTES = 256_000


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
            # A time that is missed while the machine sleeps is caught up when it wakes; of
            # StartInterval that does not hold (launchd.plist(5)).
            "StartCalendarInterval": [{"Minute": m} for m in range(0, 60, entry.minutes)],
            "RunAtLoad": True,
            "ProcessType": "Background",
            # What keeps memctl itself from starting; what its jobs do stands in its own log.
            "StandardErrorPath": str(self._log(entry.about)),
        }
        text = plistlib.dumps(said, sort_keys=False).decode()
        return {str(self._path(entry.about)): text}

    def enter(self, entry: Entry) -> None:
        """Write the property list and load it."""
        self._unload(entry.about)
        for path, text in self.planned(entry).items():
            files.write(Path(path), text)
            try:
                self._load(path, f"{self._domain()}/{_PREFIX}{entry.name}")
            except SchedulerFailed:
                # What does not run must not look as if it did.
                files.remove(Path(path))
                raise

    def take_out(self, about: str) -> None:
        """Unload the property list and remove it."""
        self._unload(about)
        files.remove(self._path(about))
        files.remove(self._log(about))

    def tidy(self, about: str) -> None:
        """Let the older part of the log go where it has grown; launchd never does."""
        files.shorten(self._log(about), _LOG_BYTES)

    def _load(self, path: str, service: str) -> None:
        # Somebody may have disabled it by hand; then it would not load.
        call(["launchctl", "enable", service], self.environ)
        for pause_s in _PAUSES_S:
            said = call(["launchctl", "bootstrap", self._domain(), path], self.environ)
            if not said.code:
                return
            time.sleep(pause_s)
        raise SchedulerFailed("launchctl bootstrap", said.words, hint=_NO_SESSION)

    def _unload(self, about: str) -> None:
        # It may not be loaded: then there is nothing to unload.
        label = _PREFIX + entry_name(about)
        call(["launchctl", "bootout", f"{self._domain()}/{label}"], self.environ)

    def _domain(self) -> str:
        return f"gui/{os.getuid()}"

    def _path(self, about: str) -> Path:
        return self._library() / "LaunchAgents" / f"{_PREFIX}{entry_name(about)}.plist"

    def _log(self, about: str) -> Path:
        return self._library() / "Logs" / f"{_PREFIX}{entry_name(about)}.log"

    def _library(self) -> Path:
        return Path(self.environ.get("HOME") or Path.home()) / "Library"
