"""systemd: a service and a timer of the user's own, in ~/.config/systemd/user."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memctl.errors import SchedulerFailed
from memctl.hosts import files
from memctl.hosts.entry import Entry, entry_name
from memctl.hosts.programs import call, find, must

_SERVICE = """\
# Written by `memctl schedule install`; `memctl schedule remove` takes it away.
[Unit]
Description=memctl: keep the memory in {about} true

[Service]
Type=oneshot
{environment}
ExecStart={command}
StandardOutput=null
Nice=10
"""
# Persistent: a time that passed while the machine was off is caught up at its start.
_TIMER = """\
# Written by `memctl schedule install`; `memctl schedule remove` takes it away.
[Unit]
Description=memctl: look every {minutes} minutes what is due in {about}

[Timer]
OnCalendar=*:0/{minutes}
Persistent=true

[Install]
WantedBy=timers.target
"""


@dataclass(frozen=True, slots=True)
class Systemd:
    """The user manager of the user whose environment this is."""

    environ: Mapping[str, str]

    @property
    def name(self) -> str:
        """How people call it."""
        return "systemd"

    def is_there(self) -> bool:
        """Does a user manager run that can be told?"""
        runtime = self.environ.get("XDG_RUNTIME_DIR", "")
        return bool(
            runtime and (Path(runtime) / "systemd").is_dir() and find("systemctl", self.environ)
        )

    def entered(self, about: str) -> Mapping[str, str]:
        """The two units."""
        found = {str(p): files.read(p) for p in self._paths(about)}
        return {path: text for path, text in found.items() if text is not None}

    def planned(self, entry: Entry) -> Mapping[str, str]:
        """The two units as they would be."""
        service, timer = self._paths(entry.about)
        lines = (f"Environment={_quoted(f'{k}={v}')}" for k, v in entry.environment)
        about = entry.about.replace("%", "%%")
        words = " ".join(_quoted(word, in_command=True) for word in entry.command)
        return {
            str(service): _SERVICE.format(about=about, environment="\n".join(lines), command=words),
            str(timer): _TIMER.format(about=about, minutes=entry.minutes),
        }

    def enter(self, entry: Entry) -> None:
        """Write the units and start the timer."""
        for path, text in self.planned(entry).items():
            files.write(Path(path), text)
        try:
            self._tell("daemon-reload")
            self._tell("enable", "--now", f"{entry.name}.timer")
        except SchedulerFailed:
            # What does not run must not look as if it did.
            for unit in self._paths(entry.about):
                files.remove(unit)
            raise

    def take_out(self, about: str) -> None:
        """Stop the timer and remove the units."""
        # It may have been stopped by hand: then there is nothing to stop.
        call(
            ["systemctl", "--user", "disable", "--now", f"{entry_name(about)}.timer"], self.environ
        )
        for path in self._paths(about):
            files.remove(path)
        self._tell("daemon-reload")

    def tidy(self, about: str) -> None:
        """Nothing: the journal keeps itself to a size."""

    def _tell(self, *words: str) -> None:
        must(["systemctl", "--user", *words], self.environ)

    def _paths(self, about: str) -> tuple[Path, Path]:
        config = Path(self.environ.get("XDG_CONFIG_HOME", ""))
        if not config.is_absolute():
            config = Path(self.environ.get("HOME") or Path.home()) / ".config"
        folder = config / "systemd" / "user"
        return folder / f"{entry_name(about)}.service", folder / f"{entry_name(about)}.timer"


def _quoted(text: str, *, in_command: bool = False) -> str:
    """A word as systemd.syntax(7) reads it back."""
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return '"' + (text.replace("$", "$$") if in_command else text) + '"'
