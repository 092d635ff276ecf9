"""Which scheduler runs memctl here, and what it needs to start it."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from memctl.errors import NoScheduler, UsageError
from memctl.hosts.cron import Cron
from memctl.hosts.entry import Entry, Scheduler
from memctl.hosts.launchd import Launchd
from memctl.hosts.own import own_command
from memctl.hosts.programs import find
from memctl.hosts.systemd import Systemd

NAMES = ("launchd", "systemd", "cron")
"""In the order in which they are taken where nobody says which."""
_FOLDERS = ("/usr/local/bin", "/opt/homebrew/bin", "/usr/bin", "/bin")
_KEPT = ("HOME", "LANG", "LC_ALL", "XDG_CONFIG_HOME", "TZ")
_NOT_OURS = ("MEMCTL_TODAY", "MEMCTL_WORKSPACE")
_UNSPELLABLE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Line ends would begin a line of their own in a crontab; a property list takes neither other
control characters nor bytes that are no text."""
_SECRET = ("KEY", "TOKEN", "SECRET", "PASSWORD")


def every(environ: Mapping[str, str]) -> tuple[Scheduler, ...]:
    """All that memctl knows, whether or not they are there."""
    return (Launchd(environ), Systemd(environ), Cron(environ))


def chosen(name: str | None, environ: Mapping[str, str]) -> Scheduler:
    """The one that is named, else the first that is there.

    Raises:
        NoScheduler: It is not there, or none is.
    """
    known = every(environ)
    found = next((s for s in known if s.is_there() and name in {None, s.name}), None)
    if found is None:
        raise NoScheduler(name)
    return found


def entry_for(root: Path, environ: Mapping[str, str], *, minutes: int = 30) -> Entry:
    """The entry that runs what is due in a workspace, complete in itself.

    Raises:
        UsageError: The path holds what not every scheduler can spell.
    """
    if _UNSPELLABLE.search(str(root)):
        raise UsageError(
            f"The path {str(root)!r} holds a character that no scheduler can spell.",
            hint="Rename the folder, or move the workspace.",
        )
    program = own_command()
    command = (*program, "-w", str(root), "schedule", "run")
    kept = {key: environ[key] for key in _KEPT if environ.get(key)}
    own = {k: v for k, v in environ.items() if _is_setting(k)}
    path = _search_path(program[0], environ)
    pairs = {**kept, **own, "PATH": path}
    clean = {k: v for k, v in pairs.items() if not _UNSPELLABLE.search(v)}
    return Entry(str(root), command, tuple(sorted(clean.items())), minutes)


def _is_setting(name: str) -> bool:
    """Is it a variable of ours that may stand in a file which others can read?"""
    is_ours = name.startswith("MEMCTL_") and name not in _NOT_OURS
    return is_ours and not any(word in name for word in _SECRET)


def _search_path(program: str, environ: Mapping[str, str]) -> str:
    """Where memctl finds itself and git, and the system's own programs."""
    git = find("git", environ)
    there = [Path(program).parent, *([Path(git).parent] if git else []), *map(Path, _FOLDERS)]
    return os.pathsep.join(dict.fromkeys(str(p) for p in there if p.is_dir()))
