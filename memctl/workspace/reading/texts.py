"""Files as they were read.

Each is remembered with its stamp, which serves caches, and its fingerprint, which guards
writes. A file that can't be read becomes a problem and has no text.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from memctl.errors import FileInvalid
from memctl.formats.text import Undecodable, conflict_markers, text_of
from memctl.graph.problem import Problem
from memctl.workspace.files import (
    ABSENT,
    UNREADABLE,
    Stamp,
    fingerprint_of,
    read_bytes,
    read_stamped,
)
from memctl.workspace.layout import Layout

Saw = Callable[[str, bytes], None]
"""Told the name and the bytes of each file that is read."""

_FORMS = {
    "not-utf8": "not UTF-8; expected UTF-8",
    "utf-16": "UTF-16; expected UTF-8",
}
_CURES = {
    "not-utf8": "Save it as UTF-8 in an editor.",
    "utf-16": "Save it as UTF-8 in an editor.",
    "conflict-markers": "Decide between the two sides and delete the markers.",
    "unreadable": "Check the permissions of the file.",
}
READ_ONLY_FORM = "read-only-form"
"""Slug of a file that is read and can't be written to."""
UNREAD = frozenset({*_FORMS, "conflict-markers", "unreadable", "not-a-file", "symlink-outside"})
"""Slugs of what keeps a file from being read at all."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read."""

    name: str
    """Relative to the workspace."""
    path: str
    fingerprint: str
    """SHA-256 of its bytes; `ABSENT` when there is no file."""
    stamp: Stamp | None
    can_write: bool = True
    """False for a file that could not be understood: no job writes to it."""

    @property
    def text(self) -> str:
        """What stands there now; "" when it is gone or no text."""
        try:
            return text_of(read_bytes(Path(self.path)) or b"")
        except (OSError, Undecodable):
            return ""


_SKIMMED = Document("", "", UNREADABLE, None)
"""Stands for a file that was read by one who will not write to it."""


class Texts:
    """The files of one look at a workspace, read when they are asked for."""

    def __init__(self, layout: Layout, saw: Saw | None, *, remembers: bool) -> None:
        """Nothing is read yet."""
        self.layout = layout
        self._saw = saw
        self.remembers = remembers
        """Does a file that was read become a document?"""
        self.documents: dict[str, Document] = {}
        """Every file read so far, by name."""
        self._ahead: dict[str, bytes] = {}
        """Files that nobody has asked for yet, by name."""
        self.said: dict[str, tuple[Problem, ...]] = {}
        """What is odd about the files read so far, by name."""

    def read(self, name: str, *, may_be_absent: bool = False, is_found: bool = False) -> str | None:
        """The text of a file, or None with a problem said.

        Args:
            name: Relative to the workspace.
            may_be_absent: No file is no problem.
            is_found: It was found by walking, which follows no link that leads outside.
        """
        if not is_found and not self._is_inside(name):
            return None
        data = None if self.remembers else self.skimmed(name)
        if data is None:
            document, data = self._load(name)
        if data is None:
            if not (may_be_absent and document.fingerprint == ABSENT):
                self._say(name, "unreadable", None, "cannot be read")
            return None
        return self.decoded(name, data)

    def read_ahead(self, name: str) -> Stamp | None:
        """Read a file that is skimmed next, and how it looked before: one opening does for both."""
        data, stamp = read_stamped(self.layout.places.spelled(name))
        if data is not None:
            self._ahead[name] = data
        return stamp

    def skimmed(self, name: str) -> bytes | None:
        """What can be read without remembering that it was."""
        data = self._ahead.pop(name, None)
        if data is None:
            try:
                data = read_bytes(self.layout.places.spelled(name))
            except OSError:
                return None
        if self._saw is not None and data is not None:
            self._saw(name, data)
        return data

    def decoded(self, name: str, data: bytes) -> str | None:
        """The text that these bytes of a file are; None with a problem said where they are none."""
        try:
            text = text_of(data)
        except Undecodable as error:
            self._say(name, error.kind, error.line, _FORMS[error.kind])
            return None
        markers = conflict_markers(text)
        if markers:
            self._say(name, "conflict-markers", markers[0], "a merge left its markers here")
            return None
        return text

    def is_unread(self, name: str) -> bool:
        """Of a file that was read: does anything that was said keep it, or some of it, unread?"""
        said = (p for p in self.said.get(name, ()) if p.slug != READ_ONLY_FORM)
        return any(p.level == "error" or p.slug in UNREAD for p in said)

    def close(self, name: str) -> None:
        """Let no job write to this file."""
        old = self.documents.get(name, _SKIMMED)
        self.documents[name] = replace(old, name=name, can_write=False)

    def refuse(self, error: FileInvalid) -> None:
        """Close a file that turned out to be one that no job can write to, and say why."""
        name = error.path
        is_file = self.layout.real(name).is_file()
        slug = READ_ONLY_FORM if is_file else "not-a-file"
        problem = Problem(slug, "error", name, error.line, error.what, error.hint)
        self.said[name] = (*self.said.get(name, ()), problem)
        self.documents.setdefault(name, Document(name, "", UNREADABLE, None))
        self.close(name)

    def _is_inside(self, name: str) -> bool:
        """A name may come from a row that anybody wrote: it must not lead us outside."""
        try:
            self.layout.places.target(name)
        except FileInvalid as error:
            path = self.layout.real(name)
            is_link = path.is_symlink() and not path.is_dir()
            slug = "symlink-outside" if is_link else "not-a-file"
            self.said[name] = (Problem(slug, "warning", name, None, error.what, error.hint),)
            return False
        return True

    def _load(self, name: str) -> tuple[Document, bytes | None]:
        path = self.layout.places.spelled(name)
        data, stamp = read_stamped(path)
        if self._saw is not None and data is not None:
            self._saw(name, data)
        print_of = UNREADABLE if data is None and stamp else fingerprint_of(data)
        document = Document(name, path, print_of, stamp)
        first = self.documents.setdefault(name, document)
        # Has it moved while we looked, the older print stays: a write that rests on the first
        # reading has to be refused.
        return first, data

    def _say(self, name: str, slug: str, line: int | None, what: str) -> None:
        level = "warning" if slug == "utf-16" else "error"
        hint = _CURES.get(slug)
        self.said[name] = (Problem(slug, level, name, line, what, hint),)  # type: ignore[arg-type]
        self.close(name)
