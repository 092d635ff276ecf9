"""Which folder is the workspace of a call."""

import os
from collections.abc import Mapping
from pathlib import Path

from memctl.config.settings import FILE_NAME
from memctl.errors import WorkspaceNotFound
from memctl.workspace import names
from memctl.workspace.layout import Layout, read_layout, resolved


def find_workspace(
    start: Path,
    flag: str | Path | None,
    environ: Mapping[str, str],
    *,
    asks_consent: bool = False,
) -> Layout:
    """The workspace named by flag or environment, else the nearest one upward from `start`.

    A folder above that holds `life/areas` is one too, unless `life` has settings of its own.
    For `asks_consent` see `read_layout`.

    Raises:
        WorkspaceNotFound: Nothing was named and nothing was found, or what was named is
            no folder.
        SettingsInvalid: The settings say something that cannot be meant.
    """
    named = str(flag) if flag else environ.get("MEMCTL_WORKSPACE", "")
    if named:
        root = resolved(start, named, environ)
        if not root.is_dir():
            raise WorkspaceNotFound([str(root)])
        return read_layout(root, environ, asks_consent=asks_consent)
    here = Path(os.path.abspath(start))
    for folder in (here, *here.parents):
        if (found := workspace_at(folder)) is not None:
            return read_layout(found, environ, asks_consent=asks_consent)
    raise WorkspaceNotFound([f"{here} and the folders above it"])


def workspace_at(folder: Path) -> Path | None:
    """The folder itself, or the `life` in it that was set up to be one of its own."""
    if any(os.path.exists(folder / mark) for mark in (FILE_NAME, names.OWN, names.AREAS)):
        return folder
    life = folder / "life"
    if not os.path.exists(life / names.AREAS):
        return None
    return life if os.path.exists(life / FILE_NAME) else folder


def is_workspace(layout: Layout, *, has_entities: bool) -> bool:
    """Is memory kept in this folder, or do settings say that it is?

    What lies deep below a folder that somebody named is no sign: every large folder has some
    `notes` in it. Nor is a folder's own name, unless there are entities in it.
    """
    root, paths = layout.root, layout.settings.paths
    folders = [name for name in layout.note_folders if layout.real(name).is_dir()]
    near = [
        name for name in (*folders, *(r.name for r in layout.roots)) if name and "/" not in name
    ]
    return bool(
        workspace_at(root)
        or near
        or (root / names.TACIT).is_file()
        or paths.graph
        or paths.notes
        or paths.tacit
        or (has_entities and any(not r.name for r in layout.roots))
    )
