"""Where the parts of a workspace are."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memctl.config.loading import load_settings, path_not_allowed
from memctl.config.settings import Paths, Settings
from memctl.graph.entity import Entity, EntityRef, type_of
from memctl.graph.problem import Problem
from memctl.workspace import names
from memctl.workspace.discovery.parts import Root, find_parts
from memctl.workspace.names import Table, make_table
from memctl.workspace.paths import Mount, Places, folder_of, join, real_path


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of one workspace by name; `places` turns names into paths."""

    places: Places
    settings: Settings
    table: Table
    roots: tuple[Root, ...]
    """Graph roots, in the order of their names; empty in a new workspace."""
    note_folders: tuple[str, ...]
    """Every folder that may hold notes; the first one takes new notes."""
    tacit: str = names.TACIT
    problems: tuple[Problem, ...] = ()

    @property
    def root(self) -> Path:
        """The folder of the workspace."""
        return self.places.root

    def real(self, name: str) -> Path:
        """The path that a name relative to the workspace stands for."""
        return self.places.real(name)

    @property
    def own(self) -> Path:
        """The folder of the ledgers."""
        return self.root / names.OWN

    @property
    def cache(self) -> Path:
        """The folder that git ignores."""
        return self.own / "cache"

    def note_name(self, day: str) -> str:
        """The note of a day, whether or not it is there."""
        return join(self.note_folders[0], f"{day}.md")

    @property
    def state(self) -> str:
        """The file that tells other tools how far extraction is."""
        return join(self.note_folders[0], names.STATE)

    def new_folder(self, ref: EntityRef, known: Mapping[EntityRef, str]) -> str:
        """The folder for a new entity: beside its type's others, else below `areas/`.

        Args:
            ref: The entity that has no folder yet.
            known: Folders of the entities that there are.
        """
        below = folder_of(ref)
        of_type = [f for r, f in known.items() if type_of(r) == type_of(ref) and type_of(r)]
        for folder in of_type:
            head, slash, _ = folder.rpartition(f"/{type_of(ref)}/")
            if slash:
                return join(head, below)
            if folder.startswith(f"{type_of(ref)}/"):
                return below
        return join(self._home(), below)

    def moved_folder(self, entity: Entity, to: EntityRef, known: Mapping[EntityRef, str]) -> str:
        """The folder of an entity that is to have another ref; in its root, if its type stays."""
        head = entity.folder.removesuffix(entity.ref)
        if type_of(to) == entity.type and head != entity.folder:
            return head + folder_of(to)
        return self.new_folder(to, known)

    def _home(self) -> str:
        if not self.roots:
            return names.AREAS
        root = self.roots[0]
        if root.has_areas or root.name.casefold() in {"", "life"} or root.name.endswith("/life"):
            return join(root.name, names.AREAS)
        return root.name


def read_layout(root: Path, environ: Mapping[str, str], *, asks_consent: bool = False) -> Layout:
    """The layout of the workspace at `root`.

    Args:
        root: Its folder.
        environ: The environment variables.
        asks_consent: Whoever asks is about to allow what [paths] names outside: until then it
            counts as not named.

    Raises:
        SettingsInvalid: They say something that cannot be meant, or lead out of the workspace
            where the person has not allowed it.
    """
    root = Path(os.path.realpath(root))
    settings = load_settings(root, environ)
    paths = _allowed_paths(root, settings, environ, asks_consent=asks_consent)
    table = make_table(settings.names)
    mounts, graph, notes = _moved(root, paths, environ)
    places = Places(root, mounts)
    parts = find_parts(places, table, graph_names=graph, notes_name=notes)
    return Layout(
        places=places,
        settings=settings,
        table=table,
        roots=parts.roots,
        note_folders=parts.note_folders,
        problems=parts.problems,
    )


def is_allowed(home: Path, root: Path, settings: Settings, *, write: bool = False) -> bool:
    """Do the person's own settings let the workspace at `root` use a place outside of it?

    Args:
        home: The place.
        root: The workspace.
        settings: All settings.
        write: Is it to be written to as well? Who lets conversations be read has not said so.
    """
    return any(
        (row.write or not write)
        and real_path(row.workspace, root) == Path(os.path.realpath(root))
        and home.is_relative_to(real_path(row.path, root))
        for row in settings.allowed_sources
    )


def _allowed_paths(
    root: Path, settings: Settings, environ: Mapping[str, str], *, asks_consent: bool
) -> Paths:
    """[paths] as far as it may be followed: a workspace may come from somebody else."""

    def may_use(key: str, text: str | None) -> bool:
        if text is None or text in settings.own_paths:
            return True
        real = resolved(root, text, environ)
        if real.is_relative_to(root) or is_allowed(real, root, settings, write=True):
            return True
        if asks_consent:
            return False
        raise path_not_allowed(root, key, real)

    paths = settings.paths
    return Paths(
        tuple(text for text in paths.graph if may_use("paths.graph", text)),
        paths.notes if may_use("paths.notes", paths.notes) else None,
        paths.tacit if may_use("paths.tacit", paths.tacit) else None,
    )


def resolved(root: Path, text: str, environ: Mapping[str, str]) -> Path:
    """The place that a path in settings or on the command line means, links followed."""
    home = environ.get("HOME", "")
    if home and (text == "~" or text.startswith("~/")):
        text = home + text[1:]
    return Path(os.path.realpath(root / os.path.expanduser(text)))


def _moved(
    root: Path, paths: Paths, environ: Mapping[str, str]
) -> tuple[tuple[Mount, ...], tuple[str, ...], str | None]:
    """What [paths] moves: mounts for parts outside the workspace, and the parts' names."""
    mounts: list[Mount] = []

    def name_of(text: str, preferred: str | None = None) -> str:
        real = resolved(root, text, environ)
        inside = Places(root).name(real)
        if inside is not None and preferred is None:
            return inside
        name = preferred or real.name or "graph"
        while any(m.name == name for m in mounts):
            name += "-2"
        mounts.append(Mount(name, real))
        return name

    graph = tuple(name_of(text) for text in paths.graph)
    notes = name_of(paths.notes, "memory") if paths.notes else None
    if paths.tacit:
        name_of(paths.tacit, names.TACIT)
    return tuple(mounts), graph, notes
