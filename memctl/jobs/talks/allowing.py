"""`sources allow`: what outside itself a workspace may read, noted in the person's own settings.

A workspace may come from somebody else, and its settings with it: alone they open nothing.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from memctl.config.loading import load_settings, user_file
from memctl.errors import SettingsInvalid, UsageError
from memctl.graph.problem import Problem
from memctl.graph.sources import AllowedSources
from memctl.hosts import files
from memctl.jobs.steps import Desk
from memctl.workspace.layout import is_allowed
from memctl.workspace.paths import base_of, real_path
from memctl.workspace.source_files import home_of, may_read


def allow_sources(
    desk: Desk,
    environ: Mapping[str, str],
    wanted: Sequence[str],
    *,
    write: bool = False,
    dry_run: bool = False,
) -> AllowedSources:
    """Allow the workspace to read these sources.

    Args:
        desk: The workspace.
        environ: Tells where the person's own settings are.
        wanted: Names of sources that are set, or paths.
        write: May `[paths]` lead there as well?
        dry_run: Write nothing.

    Raises:
        UsageError: There is neither such a source nor such a path.
        SettingsInvalid: The person's own settings cannot take it.
        CannotWrite: They can't be written.
        ExternallyChanged: The person saves them again and again.
    """
    homes = [_home(desk, word) for word in wanted]
    return allow_homes(desk, environ, homes, write=write, dry_run=dry_run)


def allow_homes(
    desk: Desk,
    environ: Mapping[str, str],
    homes: Iterable[Path],
    *,
    write: bool = False,
    dry_run: bool = False,
) -> AllowedSources:
    """Allow the workspace to read these places, as far as it may not yet.

    Args:
        desk: The workspace.
        environ: Tells where the person's own settings are.
        homes: The places.
        write: May `[paths]` lead there as well?
        dry_run: Write nothing.

    Raises:
        SettingsInvalid: The person's own settings cannot take it.
        CannotWrite: They can't be written.
        ExternallyChanged: The person saves them again and again.
    """
    file, layout = user_file(environ), desk.layout
    root = str(layout.root)

    def is_new(home: Path) -> bool:
        if not write:
            return not may_read(home, layout)
        return not is_allowed(home, layout.root, layout.settings, write=True)

    def edited(text: str) -> str:
        after = _with(text, root, new, write=write)
        _prove(file, after)
        return after

    new = [home for home in dict.fromkeys(homes) if is_new(home)]
    if new and not dry_run:
        files.rewrite(file, edited)
    return AllowedSources(root, tuple(map(str, new)), str(file), dry_run, write)


def still_allowed(environ: Mapping[str, str], root: str, homes: Iterable[Path]) -> tuple[str, ...]:
    """Those of these places that the person's own settings let a workspace read, as they say it."""
    try:
        rows = load_settings(None, environ).allowed_sources
    except SettingsInvalid:
        # Whoever takes something back needs no settings that can be read.
        return ()
    here, wanted = real_path(root, base_of(root)), set(homes)
    return tuple(
        row.path
        for row in rows
        if real_path(row.workspace, here) == here and real_path(row.path, here) in wanted
    )


def not_allowed(source: str, where: str, word: str) -> Problem:
    """Told of a source that is not read because nobody has allowed it."""
    what = f"{where} lies outside the workspace; your own settings do not allow to read it"
    hint = f"If you want it read: memctl sources allow {word}"
    return Problem("source-not-allowed", "warning", f"source:{source}", None, what, hint)


def toml_text(text: str) -> str:
    """A text as TOML spells it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _home(desk: Desk, word: str) -> Path:
    sources = {source.name: source for source in desk.settings.sources}
    if word in sources:
        return home_of(sources[word], desk.layout)
    path = real_path(word, base_of(word))
    if not os.path.lexists(path):
        known = ", ".join(sources) or "none is set"
        raise UsageError(f"No source is called {word!r}, and no path.", hint=f"Sources: {known}")
    return path


def _with(text: str, root: str, homes: Sequence[Path], *, write: bool) -> str:
    """The settings with a table for each, after everything that stands there."""
    head = f"[[allowed_sources]]\nworkspace = {toml_text(root)}\n"
    end_of = "write = true\n" if write else ""
    tables = (f"{head}path = {toml_text(str(home))}\n{end_of}" for home in homes)
    end = "\n" if text and not text.endswith("\n") else ""
    gap = "\n" if text.strip() else ""
    return text + end + gap + "\n".join(tables)


def _prove(file: Path, text: str) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what = f"cannot take another [[allowed_sources]]: {error}"
        raise SettingsInvalid(str(file), None, what) from error
