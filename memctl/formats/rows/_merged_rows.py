"""One row in three versions, member by member: what each side did to it, and what becomes of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from memctl.formats.rows._shapes import shape_of
from memctl.formats.rows._values import Row, names, words
from memctl.formats.rows.dialect import FIELDS, fold, spelling
from memctl.formats.rows.items import ItemsDocument, parse_items, spelling_of
from memctl.formats.syntax._spans import Edit, ListSpan, Member, Pair, RowSpan, Spelling, apply
from memctl.formats.text import CannotMerge
from memctl.graph.fact import PURGED, Fact, FactId

_FIELD_OF = {name: field for field, found in FIELDS.items() for name in found}
_ENDS = frozenset(
    [
        *("status", "superseded_by", "superseded_reason", "superseded_at", "supersedes"),
        "moved_to",
    ]
)
_LATER = frozenset(["last_accessed", "updated", "confirmed_at", "reviewed_at"])
_LISTS = frozenset(["evidence", "related", "former_id"])
_BETWEEN = " \t\r\n,-[]"
_GONE = object()


class Key(NamedTuple):
    """Which row: its id, and the how-manieth of this id and kind it is."""

    id: str
    is_patch: bool
    number: int


class Undecided(NamedTuple):
    """A place where each side says something else: what base and theirs have there."""

    base: Edit
    theirs: Edit


@dataclass(frozen=True, slots=True, eq=False)
class RowSide:
    """One version of a file, with the places of its rows."""

    document: ItemsDocument
    spelled: Spelling
    lists: tuple[ListSpan, ...]
    rows: Mapping[Key, RowSpan]
    places: Mapping[Key, int]
    """In which list each row stands."""
    facts: Mapping[str, Fact]

    @property
    def text(self) -> str:
        """The whole file."""
        return self.document.text

    def value(self, key: Key) -> Row | None:
        """The row as a plain value; None when this side has none."""
        row = self.rows.get(key)
        return None if row is None else row.value

    def is_purged(self, key: Key) -> bool:
        """Was the value of this row taken out of memory?"""
        return key.id in self.facts and self.facts[key.id].status == PURGED

    def without_rows(self) -> "RowSide":
        """The same form with nothing in it: what both sides of a new file came from."""
        return replace(self, rows={}, places={}, facts={})

    def around(self) -> list[tuple[int, int]]:
        """The spans before, between and behind the lists."""
        spans, at = [], 0
        for found in self.lists:
            spans.append((at, found.start))
            at = found.end
            if found.rows and self.text[found.start] not in "[{":
                line_end = self.text.find("\n", found.rows[-1].end)
                at = len(self.text) if line_end < 0 else line_end
        return [*spans, (at, len(self.text))]

    def comments(self) -> set[str]:
        """What stands between rows and is no row."""
        gaps = (self.text[a.end : b.begin] for found in self.lists for a, b in pairwise(found.rows))
        return {bare for gap in gaps if (bare := gap.strip(_BETWEEN))}

    def key_for(self, name: str) -> str:
        """How this file spells a field."""
        keys = tuple(dict.fromkeys(m.key for row in self.rows.values() for m in row.members))
        used = shape_of(keys).fields.get(name)
        return used[0] if used else spelling(name, keys, snake=self._is_yaml)

    @property
    def _is_yaml(self) -> bool:
        return self.document.dialect.syntax == "yaml"


def side_of(document: ItemsDocument) -> RowSide:
    """A parsed version with the places of its rows.

    Raises:
        CannotMerge: It can't be read, its form can't be edited, or its rows bear no ids.
    """
    if not document.can_write:
        what = next((p.message for p in document.problems if p.level == "error"), "no rows")
        raise CannotMerge(what)
    try:
        spelled = spelling_of(document)
        lists = spelled.lists(document.dialect.lists)
    except ValueError as error:
        raise CannotMerge(str(error)) from error
    rows: dict[Key, RowSpan] = {}
    places: dict[Key, int] = {}
    for place, found in enumerate(lists):
        for row in found.rows:
            shape = shape_of(tuple(row.value))
            fact_id = words(row.value.get(shape.id or ""))
            if not fact_id:
                raise CannotMerge("its rows bear no ids")
            key = Key(fact_id, shape.text_key is None, 0)
            while key in rows:
                key = key._replace(number=key.number + 1)
            rows[key], places[key] = row, place
    return RowSide(document, spelled, lists, rows, places, {f.id: f for f in document.facts})


def renumbered(side: RowSide, new: Mapping[FactId, FactId], base: RowSide | None = None) -> RowSide:
    """The version with other ids for some rows, and with pointers that follow them.

    Args:
        side: The version.
        new: New id by old.
        base: Given when the rows are younger than it: pointers of rows that stand there
            already meant another row, and stay.
    """
    if not new:
        return side
    edits: list[Edit] = []
    for key, row in side.rows.items():
        shape = shape_of(tuple(row.value))
        if FactId(key.id) in new:
            member = row.member(shape.id)
            assert member is not None  # noqa: S101 - the key was read from it
            edits.append(side.spelled.replace(row, member, _renamed(member.value, new)))
            if row.name and not row.is_named and row.name.value == key.id:
                edits.append(side.spelled.replace(row, row.name, str(_renamed(key.id, new))))
            if not key.is_patch:
                edits.append(_former(side, row, key.id))
        if base is None or base.value(key) != row.value:
            for name in (shape.superseded_by, shape.supersedes):
                pointer = row.member(name) if name else None
                if pointer is not None and _renamed(pointer.value, new) != pointer.value:
                    edits.append(side.spelled.replace(row, pointer, _renamed(pointer.value, new)))
    return side_of(parse_items(apply(side.text, edits), side.document.path))


def _former(side: RowSide, row: RowSpan, fact_id: str) -> Edit:
    shape = shape_of(tuple(row.value))
    known = row.member((shape.fields.get("former_id") or (None,))[0])
    if known is not None:
        return side.spelled.replace(row, known, [*names(known.value), fact_id])
    pair = Pair(side.key_for("former_id"), fact_id)
    return side.spelled.insert(row, row.members[-1], [pair])


def _renamed(value: Any, new: Mapping[FactId, FactId]) -> Any:
    if isinstance(value, list):
        return [_renamed(item, new) for item in value]
    name = new.get(FactId(words(value)))
    if name is None:
        return value
    return int(name) if isinstance(value, int) else str(name)


def moved_row(theirs: RowSide, key: Key, ours: RowSide, row: RowSpan | None, place: int) -> str:
    """A row of theirs as it stands there, indented for its place in ours.

    Args:
        theirs: The side it comes from.
        key: Which row.
        ours: The side it goes to.
        row: The row that it replaces; None for one more row.
        place: The list it goes to.
    """
    source, rows = theirs.rows[key], ours.lists[place].rows
    target = row or (rows[-1] if rows else None)
    text = theirs.text[source.start if row else source.begin : source.end]
    if target is None:
        return text
    if source.is_block != target.is_block:
        raise CannotMerge("one side writes its rows in lines, the other in braces")
    old, new = _margin(theirs.text, source), _margin(ours.text, target)
    first, *more = text.split("\n")
    return "\n".join([first, *(new + line.removeprefix(old) for line in more)])


def _margin(text: str, row: RowSpan) -> str:
    line = text[text.rfind("\n", 0, row.start) + 1 : row.start]
    return " " * len(line) if row.is_block else line[: len(line) - len(line.lstrip())]


class MergedRow(NamedTuple):
    """The edits of our row, and the places that stay open."""

    edits: tuple[Edit, ...]
    undecided: tuple[Undecided, ...]


def merged_row(sides: Sequence[RowSide], key: Key, *, is_disputed: bool) -> MergedRow:
    """Our row with what theirs changed in it, where both sides touched it.

    Args:
        sides: Base, ours, theirs.
        key: A row that ours and theirs have.
        is_disputed: Its text and its end stay as ours has them.
    """
    base, ours, theirs = (side.value(key) or {} for side in sides)
    is_new = not base
    if is_new and sides[1].facts[key.id].is_active:
        # Both sides added the same fact, and only the other one has retired it since.
        base = {k: v for k, v in ours.items() if _FIELD_OF.get(fold(k)) in _ENDS}
    row, spelled = sides[1].rows[key], sides[1].spelled
    edits: list[Edit] = []
    undecided: list[Undecided] = []
    text_key = shape_of(tuple(ours)).text_key
    for name, value in _changed(base, ours, theirs):
        field = "text" if name == text_key else _FIELD_OF.get(fold(name), name)
        member = row.member(name)
        if is_disputed and (field == "text" or field in _ENDS):
            continue
        if member is None:
            if value is _GONE or name in base:
                raise CannotMerge(f"one side took {name!r} out of a row that both changed")
            edits.append(_inserted(spelled, row, theirs, name))
        elif value is _GONE:
            raise CannotMerge(f"one side took {name!r} out of a row that both changed")
        elif name in base and member.value == base[name]:
            edits.append(spelled.replace(row, member, value))
        elif (both := _combined(field, base.get(name), member.value, value)) is not _GONE:
            edits.append(spelled.replace(row, member, both))
        elif not is_new and field not in _ENDS:
            undecided.append(_open(spelled, row, member, (base.get(name), value)))
    return MergedRow(tuple(edits), tuple(undecided))


def _changed(base: Row, ours: Row, theirs: Row) -> Iterator[tuple[str, Any]]:
    """(key, their value) of what theirs changed and ours has otherwise."""
    for name in dict.fromkeys([*theirs, *base]):
        value = theirs.get(name, _GONE)
        if value != base.get(name, _GONE) and value != ours.get(name, _GONE):
            yield name, value


def _inserted(spelled: Spelling, row: RowSpan, theirs: Row, name: str) -> Edit:
    """A key that only theirs has, behind the one that stands before it there."""
    before = list(theirs)[: list(theirs).index(name)]
    known = (row.inside(other) for other in reversed(before))
    after = next((m for m in known if m is not None), row.members[-1])
    return spelled.insert(row, after, [Pair(name, theirs[name])])


def _combined(field: str, base: Any, ours: Any, theirs: Any) -> Any:
    """What both sides mean together; `_GONE` where they exclude each other."""
    if field in _LISTS and isinstance(ours, list) and isinstance(theirs, list):
        return [*ours, *(one for one in theirs if one not in ours)]
    if field in _LATER and isinstance(ours, str) and isinstance(theirs, str):
        return max(ours, theirs)
    counts = (base or 0, ours, theirs)
    if field == "access_count" and all(isinstance(n, int) for n in counts):
        return ours + theirs - counts[0]
    return _GONE


def _open(spelled: Spelling, row: RowSpan, member: Member, values: tuple[Any, Any]) -> Undecided:
    base, theirs = (spelled.replace(row, member, value) for value in values)
    return Undecided(base, theirs)
