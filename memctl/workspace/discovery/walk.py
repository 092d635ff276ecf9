"""A walk through folders of a workspace; each link is judged before it is followed."""

import os
import shlex
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path

from memctl.config.settings import FILE_NAME
from memctl.graph.problem import Level, Problem
from memctl.workspace import names
from memctl.workspace.names import Table
from memctl.workspace.paths import Places, join


@dataclass(frozen=True, slots=True)
class Walk:
    """Looks into folders by their names; what is odd about them is told in `problems`."""

    places: Places
    table: Table
    problems: list[Problem] = field(default_factory=list)
    leaves: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The names in each folder that holds nothing but files, by its path."""

    def entries(self, name: str) -> list[os.DirEntry[str]]:
        """What a folder of the memory holds, by name; what has a name that is no text is named."""
        entries = self._listed(name)
        if "".join([entry.name for entry in entries]).isascii():
            return entries
        for entry in entries:
            if not names.is_text(entry.name):
                shown = join(name, entry.name.encode(errors="replace").decode())
                what = "its name is not UTF-8, so it is not read"
                self._say("name-not-text", "warning", shown, what, "Give it another name.")
        return [entry for entry in entries if names.is_text(entry.name)]

    def _listed(self, name: str) -> list[os.DirEntry[str]]:
        """What a folder holds, by name; a folder that can't be read becomes a problem."""
        path = self.places.spelled(name)
        try:
            with os.scandir(path) as found:
                entries = sorted(found, key=attrgetter("name"))
        except OSError as error:
            text = f"cannot be read: {error.strerror or error}"
            self.problems.append(Problem("unreadable", "error", name, None, text))
            return []
        if all(e.is_file(follow_symlinks=False) for e in entries):
            self.leaves[path] = tuple([e.name for e in entries])
        return entries

    def folders(self, name: str) -> list[os.DirEntry[str]]:
        """The folders in a folder that may be entered."""
        return [
            e
            for e in self._listed(name)
            if names.is_text(e.name)
            and e.name not in self.table.skipped
            and self.is_folder(e, join(name, e.name))
        ]

    def is_other(self, name: str) -> bool:
        """Is this folder a workspace of its own? What it holds is mixed with nothing here."""
        if not os.path.lexists(os.path.join(self.places.spelled(name), FILE_NAME)):
            return False
        what = "a workspace of its own; nothing of it is read here"
        cure = f"To have it read here too, name it under [paths] or remove its {FILE_NAME}."
        self._say("other-workspace", "hint", name, what, cure)
        return True

    def is_folder(self, entry: os.DirEntry[str], name: str) -> bool:
        """May this entry be entered? A link is followed only to a place inside."""
        if not entry.is_symlink():
            return entry.is_dir(follow_symlinks=False)
        return self.judge_link(entry, name) and entry.is_dir()

    def is_file(self, entry: os.DirEntry[str], name: str) -> bool:
        """May this entry be read as a file? What stands in a file's place is named."""
        if entry.is_symlink() and not self.judge_link(entry, name):
            return False
        if entry.is_file():
            return True
        what = "a folder" if entry.is_dir() else "no regular file"
        self._say("not-a-file", "error", name, f"expected a file and found {what}")
        return False

    def judge_link(self, entry: os.DirEntry[str], name: str) -> bool:
        """Does this link lead to something inside that is not a way back to itself?"""
        try:
            real = Path(os.path.realpath(entry.path, strict=True))
        except (FileNotFoundError, NotADirectoryError):
            self._say("symlink-dangling", "hint", name, "the link leads to nothing")
            return False
        except PermissionError as error:
            self._say("unreadable", "error", name, f"cannot be read: {error.strerror}")
            return False
        except OSError:
            self._say("symlink-loop", "warning", name, "the link leads back to itself")
            return False
        if Path(os.path.realpath(os.path.dirname(entry.path))).is_relative_to(real):
            self._say("symlink-loop", "warning", name, "the link leads to a folder above itself")
            return False
        if not self.places.holds(real):
            text = f"the link leads out of the workspace, to {real}; it is not followed"
            allow = f"memctl sources allow --write {shlex.quote(str(real))}"
            hint = f"If you want it used: name it under [paths], then: {allow}"
            self._say("symlink-outside", "warning", name, text, hint)
            return False
        return True

    def _say(self, slug: str, level: Level, name: str, text: str, hint: str | None = None) -> None:
        problem = Problem(slug, level, name, None, text, hint)
        if problem not in self.problems:
            self.problems.append(problem)
