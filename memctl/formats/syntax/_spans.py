"""Where the parts of a document stand: the same for every syntax."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from memctl.formats.rows._shapes import Steps, naming, shape_of


@dataclass(frozen=True, slots=True)
class Member:
    """A key of a row with its value; all positions are offsets into the text."""

    key: str
    start: int
    """Where the key begins."""
    key_end: int
    at: int
    """Where the value begins."""
    end: int
    value: Any


@dataclass(frozen=True, slots=True)
class RowSpan:
    """A row, from its first character (a brace, or the first key in a YAML block) to its last."""

    start: int
    end: int
    members: tuple[Member, ...]
    is_block: bool = False
    """Is it spelled in lines of a YAML block?"""
    name: Member | None = None
    """Where rows stand in an object: the key of this one there, as if it were a member whose
    value it is. Its own key is the row's key for an id."""
    is_named: bool = False
    """Does the name give the id, since the row has none of its own?"""

    @property
    def begin(self) -> int:
        """Where its name begins, or the row itself."""
        return self.name.start if self.name else self.start

    def member(self, key: str | None) -> Member | None:
        """The member that counts where a key is repeated: the last."""
        if self.is_named and self.name is not None and self.name.key == key:
            return self.name
        return self.inside(key)

    def inside(self, key: str | None) -> Member | None:
        """The same, as it stands in the row itself."""
        return next((m for m in reversed(self.members) if m.key == key), None)

    @property
    def value(self) -> dict[str, Any]:
        """The row as a plain value."""
        found = {m.key: m.value for m in self.members}
        if not self.is_named or self.name is None:
            return found
        return {self.name.key: None} | found | {self.name.key: self.name.value}


def named_row(row: RowSpan, start: int, end: int, name: str) -> RowSpan:
    """A row that stands in an object under a name, whose key is spelled at these offsets."""
    id_key, is_named = naming(name, row.value)
    return replace(row, name=Member(id_key, start, start, start, end, name), is_named=is_named)


@dataclass(frozen=True, slots=True)
class ListSpan:
    """A list of rows, or an object of rows by name."""

    start: int
    end: int
    rows: tuple[RowSpan, ...]
    is_keyed: bool = False
    """Is it an object?"""


class Edit(NamedTuple):
    """Characters `[start, end)` replaced by `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A key and its value in a row that is to be spelled."""

    key: str
    value: Any = None
    model: Member | None = None
    """The member of the model row whose form it takes."""
    is_kept: bool = False
    """Is the model's value copied as it is written?"""


class Spelling(Protocol):
    """What an edit needs of a syntax."""

    def lists(self, lists: Sequence[Steps]) -> tuple[ListSpan, ...]:
        """Where the lists of rows stand."""
        ...

    def replace(self, row: RowSpan, member: Member, value: Any) -> Edit:
        """A new value for a key that the row has."""
        ...

    def insert(self, row: RowSpan, after: Member, pairs: Sequence[Pair]) -> Edit:
        """Keys that the row lacks, behind one that it has."""
        ...

    def append(self, rows: ListSpan, model: RowSpan | None, new: Sequence[Sequence[Pair]]) -> Edit:
        """New rows behind the last one, in the form of `model`."""
        ...

    def append_texts(self, rows: ListSpan, texts: Sequence[str]) -> Edit:
        """Rows that are spelled already, behind the last one.

        Raises:
            ValueError: the list has no row that shows how rows are set apart.
        """
        ...


def split_name(pairs: Sequence[Pair], model: RowSpan | None) -> tuple[Any, list[Pair]]:
    """(name, the other keys) of a new row for an object of rows.

    The id is its name; whether it also stands in the row, the model tells.
    """
    id_key = shape_of(tuple(p.key for p in pairs)).id
    name = next((p.value for p in pairs if p.key == id_key), None)
    is_inside = model is not None and not model.is_named
    return name, [p for p in pairs if is_inside or p.key != id_key]


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap; those at one place in the order given."""
    parts, at = [], 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])
