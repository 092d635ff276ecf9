"""The one place where names become paths, and where a name is refused that leads outside."""

import os
import shlex
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from memctl import gate
from memctl.errors import CannotWrite, FileInvalid, HereIsGone, UsageError
from memctl.graph.entity import EntityRef

_LONGEST = 200
"""Bytes of one segment; file systems end at 255 and a temporary name needs a few more."""

_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"{n}{i}" for n in ("com", "lpt") for i in range(1, 10))]
)


_AWAY = "Move it away, then run the command again."


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder or file outside the workspace that bears a name inside it."""

    name: str
    """The first part of the names below it: `memory`, `life`, `MEMORY.md`."""
    real: Path


@dataclass(frozen=True, slots=True)
class Places:
    """Names relative to the workspace, "/"-separated, and the paths they stand for."""

    root: Path
    mounts: tuple[Mount, ...] = ()

    def real(self, name: str) -> Path:
        """The path that `name` stands for."""
        for mount in self.mounts:
            if name == mount.name:
                return mount.real
            if name.startswith(mount.name + "/"):
                return mount.real / name[len(mount.name) + 1 :]
        return self.root / name if name else self.root

    def spelled(self, name: str) -> str:
        """`real` as a text: thousands of paths are opened in a row."""
        if self.mounts:
            return str(self.real(name))
        return f"{self.root}/{name}" if name else str(self.root)

    def name(self, path: Path) -> str | None:
        """The name of `path`, or None when it lies outside."""
        for mount in self.mounts:
            if path == mount.real:
                return mount.name
            if path.is_relative_to(mount.real):
                return f"{mount.name}/{path.relative_to(mount.real).as_posix()}"
        if not path.is_relative_to(self.root):
            return None
        return "" if path == self.root else path.relative_to(self.root).as_posix()

    def target(self, name: str) -> Path:
        """Where a write to `name` goes: links inside the workspace are followed.

        Raises:
            FileInvalid: It leads out of the workspace, or what is there is no file.
        """
        if os.path.isabs(name) or any(part in {"", ".", ".."} for part in name.split("/")):
            raise FileInvalid(name, None, "this name leads out of the workspace")
        real = self.passed(name)
        if os.path.lexists(real) and not real.is_file():
            what = "a link leads back to itself" if real.is_symlink() else "something else"
            raise FileInvalid(name, None, f"expected a file and found {what}", hint=_AWAY)
        return real

    def passed(self, name: str) -> Path:
        """The place that a write to `name` reaches, be it of a file or a folder.

        Raises:
            FileInvalid: It is outside of the workspace, or no folder is where one has to be.
        """
        try:
            return Path(gate.passed(str(self.real(name)), self._homes))
        except gate.Closed as error:
            place, hint = cure_of(self, error)
            what = error.what if place == name else f"{place}: {error.what}"
            raise FileInvalid(name, None, what, hint=hint) from error

    @property
    def _homes(self) -> tuple[str, ...]:
        return (str(self.root), *(str(mount.real) for mount in self.mounts))

    def holds(self, real: Path) -> bool:
        """Does this resolved path lie in the workspace or below one of its mounts?"""
        return gate.is_inside(str(real), map(os.path.realpath, self._homes))


def cannot_write(places: Places, error: gate.Closed) -> CannotWrite:
    """What to raise where memctl's own folder is closed to writes."""
    place, hint = cure_of(places, error)
    return CannotWrite(place, error.what, hint=hint)


def cure_of(places: Places, error: gate.Closed) -> tuple[str, str]:
    """(the name of what stands in the way of a write, what to do about it)."""
    place = places.name(Path(error.place)) or error.place
    if f"{place}/".startswith(f"{gate.OWN}/"):
        return place, "Move it away; memctl makes it anew."
    if error.real is None:
        return place, _AWAY
    allow = f"memctl sources allow --write {shlex.quote(error.real)}"
    return place, f"Put what it leads to in its place; or name it under [paths], then: {allow}"


def base_of(word: str | None) -> Path:
    """The current folder; where it is gone, any other for a word that is a whole path.

    Raises:
        HereIsGone: It is gone, and the word means something in it.
    """
    try:
        return Path.cwd()
    except FileNotFoundError:
        if word and os.path.isabs(os.path.expanduser(word)):
            return Path(os.sep)
        raise HereIsGone from None


def real_path(text: str, base: Path) -> Path:
    """The place that a person's words name: absolute, with `~`, or relative to `base`."""
    return Path(os.path.realpath(base / os.path.expanduser(text)))


def typed_path(text: str) -> Path:
    """A path as somebody typed it, with `~` and `~NAME` led home.

    Raises:
        UsageError: Nobody knows the home of NAME.
    """
    try:
        return Path(text).expanduser()
    except RuntimeError:
        hint = "Write the whole path."
        raise UsageError(f"{text}: nobody of that name has a home here.", hint=hint) from None


def join(*parts: str) -> str:
    """Parts of a name as one; empty ones are left out."""
    return "/".join(filter(None, parts))


def folder_of(ref: EntityRef) -> str:
    """`ref` as a folder below a graph root.

    Raises:
        FileInvalid: A segment would leave the root, hide the folder, or cannot be a name
            on every file system.
    """
    for part in ref.split("/"):
        if not _is_safe(part):
            raise FileInvalid(ref, None, f"{part!r} cannot be the name of a folder")
    return ref


def _is_safe(part: str) -> bool:
    is_shown = bool(part) and not part.startswith(".") and part == part.strip()
    is_plain = not any(c in '<>:"|?*\\/' or unicodedata.category(c) == "Cc" for c in part)
    is_free = part.partition(".")[0].casefold() not in _RESERVED and not part.endswith(".")
    return is_shown and is_plain and is_free and len(part.encode()) <= _LONGEST
