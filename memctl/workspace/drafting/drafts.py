"""Files on their way from what they were to what they shall be."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from memctl.errors import ExternallyChanged, FileInvalid
from memctl.formats.text import Text, Undecodable, conflict_markers, decode, encode
from memctl.graph.entity import EntityRef
from memctl.graph.plan import CreateEntity, RowChange
from memctl.workspace.files import Packed, fingerprint_of, pack, read_bytes
from memctl.workspace.journal.transaction import Write
from memctl.workspace.reading.snapshot import Snapshot

ITEMS, SUMMARY, DOCUMENT, LEDGER = range(4)
"""The order of writes: a crash between two of them is repaired by the next run."""


@dataclass(slots=True)
class Draft:
    """One file on its way from what it was to what it shall be.

    Its text is kept packed: there may be thousands of files at once.
    """

    name: str
    rank: int
    before: Packed | None
    like: Text
    """What its bytes have beside the text."""
    body: Packed
    is_gone: bool = False
    only_appends: bool = False
    known: set[str] | None = None
    """The lines of a ledger while more are appended: thousands may come."""
    added: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What shall stand there, as far as it is known by now."""
        return self.body.unpacked.decode()

    def put(self, text: str) -> None:
        """Let this stand there."""
        self.body = pack(text.encode())

    def append(self, line: str) -> None:
        """One more line at the end, if it does not stand there yet."""
        if self.known is None:
            self.known = {f"{known}\n" for known in self.text.split("\n")}
        if line not in self.known:
            self.known.add(line)
            self.added.append(line)

    def settle(self) -> None:
        """Put what was appended into the text."""
        if self.added:
            # Line by line: they may be many, and in memory text takes twice its bytes.
            body = self.body.unpacked
            gap = b"" if not body or body.endswith(b"\n") else b"\n"
            self.body = pack(b"".join((body, gap, *(line.encode() for line in self.added))))
        self.known, self.added = None, []

    def write(self) -> Write:
        """The write that makes the file so."""
        self.settle()
        after = None if self.is_gone else self._encoded()
        return Write(self.name, self.before, after, self.only_appends)

    def _encoded(self) -> Packed:
        is_bare = not self.like.bom and self.like.newline == "\n"
        return self.body if is_bare else pack(encode(replace(self.like, text=self.text)))


@dataclass(slots=True)
class Desk:
    """The files of one plan, each opened once, and what is wanted of them so far."""

    snapshot: Snapshot
    now: datetime
    drafts: dict[str, Draft] = field(default_factory=dict)
    """By name."""
    rows: dict[EntityRef, list[RowChange]] = field(default_factory=dict)
    """What is wanted of the rows of each entity: they are edited at once, at the end."""
    born: dict[EntityRef, CreateEntity] = field(default_factory=dict)

    def folder(self, ref: EntityRef) -> str:
        """The folder of an entity; the one it shall have where there is none yet."""
        entity = self.snapshot.shell(ref)
        return self.snapshot.new_folder(ref) if entity is None else entity.folder

    def append(self, name: str, line: str) -> None:
        """One more line in a ledger."""
        if name not in self.drafts:
            self.open(name, LEDGER, is_guarded=False, only_appends=True)
        self.drafts[name].append(line)

    def open(self, name: str, rank: int, *, is_guarded: bool, only_appends: bool = False) -> Draft:
        """The draft of a file; first opened, it is read from the disk.

        Args:
            name: Relative to the workspace.
            rank: When it is written.
            is_guarded: Does the plan rest on what the snapshot read there?
            only_appends: Its old text stays.

        Raises:
            ExternallyChanged: It is guarded and no longer what the snapshot read.
            FileInvalid: It cannot be used.
        """
        if name in self.drafts:
            self.drafts[name].settle()
            return self.drafts[name]
        layout = self.snapshot.layout
        try:
            data = read_bytes(layout.places.target(name))
        except OSError as error:
            why = f"cannot be read: {error.strerror or error}"
            raise FileInvalid(name, None, why, hint="Check the file's permissions.") from error
        known = self.snapshot.documents.get(name)
        if is_guarded and known and known.fingerprint != fingerprint_of(data):
            raise ExternallyChanged(name)
        form = _decoded(name, data)
        like, body, before = replace(form, text=""), form.text.encode(), pack(data)
        # Of the bytes and the text one copy will do where they are the same.
        packed = before if before is not None and body == data else pack(body)
        draft = Draft(name, rank, before, like, packed, only_appends=only_appends)
        self.drafts[name] = draft
        return draft


def _decoded(name: str, data: bytes | None) -> Text:
    if data is None:
        return Text("")
    try:
        form = decode(data)
    except Undecodable as error:
        raise FileInvalid(name, error.line, f"{error.kind}; expected UTF-8") from error
    markers = conflict_markers(form.text)
    if markers:
        raise FileInvalid(name, markers[0], "a merge left its conflict markers here")
    return form
