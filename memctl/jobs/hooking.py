"""`hook install`, `uninstall` and `status`: memctl in the settings of an assistant."""

import contextlib
import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from memctl import resources
from memctl.config.loading import user_file
from memctl.errors import ExternallyChanged, UsageError
from memctl.graph.hosting import Hooked
from memctl.hosts import files
from memctl.hosts.assistants import Assistant, Texts, assistants
from memctl.hosts.own import quick_command
from memctl.jobs.steps import Desk
from memctl.jobs.talks.allowing import allow_homes, still_allowed
from memctl.jobs.talks.sources import places_of
from memctl.sources.kinds import KINDS

_PLUGIN = ("openclaw.plugin.json", "package.json", "index.js")


def install(desk: Desk, environ: Mapping[str, str], host: str, *, dry_run: bool = False) -> Hooked:
    """Have a host tell memctl what happens, and tell its agent what this workspace holds.

    What stood there of memctl is replaced; all else keeps every byte. The settings as they
    were are kept beside them.

    Raises:
        UsageError: No such host.
        FileInvalid: Its settings can't be read.
        CannotWrite: They can't be written.
        ExternallyChanged: Somebody saves them again and again.
    """
    assistant = _named(environ, host)
    command = _command(desk)
    done = _put(lambda: assistant.planned(command), assistant, dry_run=dry_run)
    told = _told(assistant)
    # Whoever has the host tell us of its conversations wants them read.
    opened = allow_homes(desk, environ, _talks(environ, host), dry_run=dry_run)
    notices = [f"Heartbeat may read what is said: {path}" for path in opened.paths]
    return replace(
        told,
        is_installed=True,
        workspace=str(desk.layout.root),
        events=assistant.events,
        notices=(
            *done.notices,
            *notices,
            *((assistant.notice,) if assistant.notice and done.diff else ()),
        ),
        files=(*done.files, *((opened.file,) if opened.paths else ())),
        dry_run=dry_run,
        diff=done.diff,
    )


def uninstall(environ: Mapping[str, str], host: str, *, dry_run: bool = False) -> Hooked:
    """Take memctl out of a host's settings.

    What the person's own settings allow stays theirs to take back; it is told.

    Raises:
        UsageError: No such host.
        FileInvalid: Its settings can't be read.
        CannotWrite: They can't be written.
        ExternallyChanged: Somebody saves them again and again.
    """
    assistant = _named(environ, host)
    root = _told(assistant).workspace
    done = _put(assistant.taken_out, assistant, dry_run=dry_run)
    told = replace(_told(assistant), is_installed=False, workspace=None, events=())
    left = _left(environ, host, root) if root else ()
    notices = (*done.notices, *left)
    return replace(told, files=done.files, notices=notices, dry_run=dry_run, diff=done.diff)


def _left(environ: Mapping[str, str], host: str, root: str) -> Iterator[str]:
    for path in still_allowed(environ, root, _talks(environ, host)):
        yield (
            f"Heartbeat may still read what is said: {path}. To take that back, remove its "
            f"[[allowed_sources]] from {user_file(environ)}."
        )


def hooked(desk: Desk | None, environ: Mapping[str, str], host: str) -> Hooked:
    """How memctl stands in a host's settings.

    Args:
        desk: The workspace that is asked about; None where there is none here.
        environ: Where the host's settings are looked for.
        host: Its name.

    Raises:
        UsageError: No such host.
        FileInvalid: Its settings can't be read.
    """
    assistant = _named(environ, host)
    told = _told(assistant)
    if desk is None or not told.is_installed:
        return told
    there = {path: files.read(path) for path in assistant.planned(_command(desk))}
    return replace(told, is_current=there == assistant.planned(_command(desk)))


def _talks(environ: Mapping[str, str], host: str) -> Iterator[Path]:
    """Where the host keeps its conversations: where it does, else where it would."""
    places = [Path(os.path.realpath(place)) for place in places_of(KINDS[host], environ)]
    yield from [place for place in places if place.is_dir()] or places[:1]


def _command(desk: Desk) -> tuple[str, ...]:
    return (*quick_command(), "-w", str(desk.layout.root), "hook", "run")


def _named(environ: Mapping[str, str], host: str) -> Assistant:
    shipped = {name: resources.text("templates", "hosts", "openclaw", name) for name in _PLUGIN}
    known = {assistant.name: assistant for assistant in assistants(environ, shipped)}
    if host not in known:
        raise UsageError(f"No host {host!r}.", hint="There are: " + ", ".join(known))
    return known[host]


def _told(assistant: Assistant) -> Hooked:
    command = assistant.command()
    words = shlex.split(command) if command else []
    root = words[words.index("-w") + 1] if "-w" in words[:-1] else None
    backup = files.backup_of(assistant.settings)
    return Hooked(
        host=assistant.name,
        is_installed=command is not None,
        settings=str(assistant.settings),
        workspace=root,
        events=assistant.events if command else (),
        backup=str(backup) if backup.exists() else None,
    )


@dataclass(frozen=True, slots=True)
class _Done:
    """What was changed, or would be."""

    files: tuple[str, ...]
    notices: tuple[str, ...]
    diff: str | None
    """As `diff -u` has it."""


def _put(plan: Callable[[], Texts], assistant: Assistant, *, dry_run: bool) -> _Done:
    """Make the files as planned.

    Whoever saves the settings meanwhile loses nothing: it is planned anew. A file in which
    memctl's part is not what it wrote is kept beside it as it was.
    """
    for _ in range(files.TRIES - 1):
        with contextlib.suppress(ExternallyChanged):
            return _put_once(plan, assistant, dry_run=dry_run)
    return _put_once(plan, assistant, dry_run=dry_run)


def _put_once(plan: Callable[[], Texts], assistant: Assistant, *, dry_run: bool) -> _Done:
    diff: list[str] = []
    changed: list[str] = []
    notices: list[str] = []
    # Read before the plan reads them: what is saved after this is noticed when it is replaced.
    stood = files.read(assistant.settings)
    planned = plan()
    before = {path: files.read(path) for path in planned} | {assistant.settings: stood}
    edited = assistant.edited(before)
    # The settings last: they call what must be there by then.
    for path, text in sorted(planned.items(), key=lambda pair: pair[0] == assistant.settings):
        old = before[path]
        if old == text:
            continue
        changed.append(str(path))
        diff += files.difference(str(path), old or "", text or "")
        if old is not None and path in edited:
            kept = files.place_beside(path, old)
            changed.append(str(kept))
            notices.append(f"{path}: {edited[path]}; it is kept as {kept}")
            if not dry_run and not kept.exists():
                files.write(kept, old, instead_of=None)
        if not dry_run:
            _make(path, old, text, backup=path == assistant.settings)
    return _Done(tuple(changed), tuple(notices), "".join(diff) or None)


def _make(path: Path, old: str | None, new: str | None, *, backup: bool) -> None:
    if new is not None:
        files.write(path, new, backup=backup, instead_of=old)
    elif old is not None:
        files.remove(path, instead_of=old)
        if path.parent.name == "memctl":  # the plugin's own folder, unless more is in it
            files.remove_folder(path.parent)
