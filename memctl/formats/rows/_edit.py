"""What changes mean for the rows of a file: which keys get which values, in its own words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from memctl.errors import UnknownFact
from memctl.formats.rows._fields import evidence_row, id_like, in_case_of
from memctl.formats.rows._habits import FIELD_OF, Habits
from memctl.formats.rows._new_rows import NewRows
from memctl.formats.rows._values import words
from memctl.formats.rows.dialect import CANONICAL, fold
from memctl.formats.rows.row_days import write_day
from memctl.formats.syntax._spans import Edit, Pair, RowSpan, Spelling, apply
from memctl.graph.fact import PURGED, SUPERSEDED, Fact, FactId
from memctl.graph.plan import AddEvidence, AddFact, MarkFact, PurgeFact, RetireFact, UseFact

if TYPE_CHECKING:
    from memctl.formats.rows.items import ItemsDocument

Change = AddFact | RetireFact | AddEvidence | MarkFact | UseFact | PurgeFact
MOST_EVIDENCE = 5
_MARKS = {"confirmedAt": "confirmed_at", "reviewedAt": "reviewed_at", "visibility": "visibility"}


@dataclass(frozen=True, slots=True)
class Edited:
    """The new text, and the evidence that found no place in it."""

    text: str
    ledger_evidence: tuple[AddEvidence, ...]


def edit(spelled: Spelling, document: "ItemsDocument", changes: Sequence[Change]) -> Edited:
    """The text of a document after changes.

    Raises:
        UnknownFact: a change names a row that is not there.
    """
    habits = Habits(spelled, document, spelled.lists(document.dialect.lists))
    file = _RowEdits(habits)
    retired = {c.fact_id: c for c in changes if isinstance(c, RetireFact)}
    added = [_retired_at_birth(c, retired) for c in changes if isinstance(c, AddFact)]
    born = {fact.id for fact in added}
    days = {f.id: f.day for f in (*document.facts, *added)}
    for change in changes:
        match change:
            case RetireFact() if change.fact_id not in born:
                file.retire(
                    change, days.get(change.superseded_by) if change.superseded_by else None
                )
                for evidence in change.evidence:
                    file.support(AddEvidence(change.entity, change.fact_id, evidence))
            case AddEvidence():
                file.support(change)
            case MarkFact():
                file.mark(change)
            case UseFact():
                file.use(change)
            case PurgeFact():
                file.purge(change)
            case _:
                pass
    models = {c.superseded_by: c.fact_id for c in retired.values() if c.superseded_by}
    kept = {c.fact.id: dict(c.kept) for c in changes if isinstance(c, AddFact) and c.kept}
    edits = [*file.edits(), *NewRows(habits, kept).edits(added, models)]
    return Edited(apply(document.text, edits), tuple(file.ledger))


def _retired_at_birth(change: AddFact, retired: Mapping[FactId, RetireFact]) -> Fact:
    """The new fact; one that the same plan retires again is written retired."""
    found = retired.get(change.fact.id)
    if found is None:
        return change.fact
    return replace(
        change.fact,
        status=found.status,
        superseded_by=found.superseded_by,
        superseded_reason=found.superseded_reason,
        superseded_at=found.superseded_at,
        moved_to=found.moved_to,
    )


@dataclass(slots=True)
class _Sets:
    """Keys of one row to set, and keys to put in behind one that it has."""

    values: dict[str, Any] = field(default_factory=dict)
    behind: dict[str, str] = field(default_factory=dict)
    is_purge: bool = False
    """Does a key that stands twice lose what it says in either place?"""


class _RowEdits:
    """Changes of the rows of one file while they are gathered."""

    def __init__(self, file: Habits) -> None:
        self.file = file
        self.sets: dict[int, _Sets] = {}
        self.ledger: list[AddEvidence] = []

    def retire(self, change: RetireFact, successor_day: date | None) -> None:
        """A row stops being current."""
        index = self._index(change.fact_id)
        status: str = change.status
        if self.file.points_back and change.superseded_by and change.status == SUPERSEDED:
            if (word := self.file.retired_word) is None:
                return
            status = word
        said = self.file.of(change.fact_id, "status")
        self._set(index, "status", in_case_of(status, said))
        for key, retired in self.file.shapes[index].flags:
            self._sets(index).values[key] = retired
        if change.superseded_by and not self.file.points_back:
            after = id_like(change.superseded_by, self.file.example("id"))
            self._set(index, "superseded_by", after, behind="status")
        if change.superseded_reason:
            self._set(index, "superseded_reason", change.superseded_reason)
        if change.moved_to:
            self._set(index, "moved_to", change.moved_to)
        has_key = "superseded_at" in self.file.shapes[index].fields
        day = change.superseded_at or (successor_day if has_key else None)
        if day is not None:
            like = self.file.example("superseded_at") or self.file.of(change.fact_id, "timestamp")
            self._set(index, "superseded_at", write_day(day, like))

    def support(self, change: AddEvidence) -> None:
        """Evidence into a row that carries some; else it is left for the ledger."""
        index = self.file.at.get(change.fact_id)
        if index is None or not self._evidence(index):
            self.ledger.append(change)
            return
        have = self._evidence(index)
        new = evidence_row(change.evidence)
        if any(e.get("path") == new["path"] and e.get("quote") == new["quote"] for e in have):
            return
        if len(have) >= MOST_EVIDENCE:
            self.ledger.append(change)
            return
        self._set(index, "evidence", [*have, new])
        if change.day is not None:
            like = self.file.of(change.fact_id, "timestamp")
            self._set(index, "timestamp", write_day(change.day, like))

    def _evidence(self, index: int) -> list[dict[str, Any]]:
        key = next(iter(self.file.shapes[index].fields.get("evidence", ())), "")
        pending = self.sets[index].values if index in self.sets else {}
        have = pending.get(key, self.file.values[index].get(key))
        return [e for e in have if isinstance(e, dict)] if isinstance(have, list) else []

    def mark(self, change: MarkFact) -> None:
        """A key of a row set to what a person said."""
        name, value = _MARKS[change.key], change.value
        if name != "visibility":
            value = self._day(change.fact_id, name, date.fromisoformat(value))
        self._set(self._index(change.fact_id), name, value)

    def use(self, change: UseFact) -> None:
        """A row's uses, in the two keys for them."""
        index = self._index(change.fact_id)
        if change.day is not None:
            told = self._day(change.fact_id, "last_accessed", change.day)
            self._set(index, "last_accessed", told)
        if change.count is not None:
            is_text = isinstance(self.file.example("access_count"), str)
            self._set(index, "access_count", str(change.count) if is_text else change.count)

    def _day(self, fact_id: str, name: str, day: date) -> Any:
        """A day as this file spells it under that key, or in the row's own date."""
        return write_day(day, self.file.example(name) or self.file.of(fact_id, "timestamp"))

    def purge(self, change: PurgeFact) -> None:
        """Every value goes that could tell what the row said, in its patches too."""
        if change.fact_id not in self.file.at:
            raise UnknownFact(change.fact_id)
        rows = zip(self.file.values, self.file.shapes, strict=True)
        for index, (value, shape) in enumerate(rows):
            if words(value.get(shape.id)) != change.fact_id:
                continue
            flags = dict(shape.flags)
            told = {k: v for k, v in value.items() if not _may_stay(k, v) or k in shape.parts}
            self._sets(index).values |= {k: _emptied(v) for k, v in told.items()} | flags
            self._sets(index).is_purge = True
            self._set(index, "status", PURGED)
        self._set(self.file.at[change.fact_id], "digest", change.digest)

    def _index(self, fact_id: str) -> int:
        """The row that decides: the last patch of the fact, else the row with its text."""
        if fact_id not in self.file.at:
            raise UnknownFact(fact_id)
        return self.file.patch_at.get(fact_id, self.file.at[fact_id])

    def _sets(self, index: int) -> _Sets:
        return self.sets.setdefault(index, _Sets())

    def _set(self, index: int, name: str, value: Any, *, behind: str | None = None) -> None:
        sets = self._sets(index)
        key = next(iter(self.file.shapes[index].fields.get(name, ())), None) or self.file.key(name)
        sets.values[key] = value
        if behind is not None:
            sets.behind[key] = next(iter(self.file.shapes[index].fields.get(behind, ())), "")

    def edits(self) -> Iterable[Edit]:
        """One edit a key that changes, one a place where keys go in."""
        for index, sets in self.sets.items():
            row = self.file.rows[index]
            new: dict[str, list[Pair]] = {}
            for key, value in sets.values.items():
                member = row.member(key)
                if member is None:
                    place = sets.behind.get(key) or row.members[-1].key
                    new.setdefault(place, []).append(Pair(key, value))
                elif member.value != value:
                    yield self.file.spelled.replace(row, member, value)
            yield from self._earlier(row) if sets.is_purge else ()
            for place, pairs in new.items():
                yield self.file.spelled.insert(row, row.inside(place) or row.members[-1], pairs)

    def _earlier(self, row: RowSpan) -> Iterable[Edit]:
        """Of keys that stand twice, those that do not count are emptied too."""
        for member in row.members:
            if member is not row.inside(member.key) and not _may_stay(member.key, member.value):
                yield self.file.spelled.replace(row, member, _emptied(member.value))


_STAYS = frozenset(CANONICAL) - {"text", "related", "attribute", "value", "evidence"} | {"updated"}
"""Fields that a purged row may keep, as long as they hold a single word."""


def _may_stay(key: str, value: Any) -> bool:
    is_word = not isinstance(value, str) or len(value.split()) <= 1
    return FIELD_OF.get(fold(key)) in _STAYS and is_word


def _emptied(value: Any) -> Any:
    """Nothing, in the form of what stood there."""
    if isinstance(value, str | list | dict):
        return type(value)()
    return value if isinstance(value, bool) else None


def is_faithful(before: Sequence[Fact], after: Sequence[Fact], changes: Sequence[Change]) -> bool:
    """Did the edit do what it should and nothing else? A last guard against a strange form.

    Rows that no change names read as before, in the same order, and every new one is there.
    """
    touched = {c.fact_id for c in changes if not isinstance(c, AddFact)}
    new = {c.fact.id: c.fact.text for c in changes if isinstance(c, AddFact)}
    olds = [f for f in after if f.id not in new]
    same = [replace(f, line=None) for f in olds if f.id not in touched]
    return (
        same == [replace(f, line=None) for f in before if f.id not in touched]
        and [f.id for f in olds] == [f.id for f in before]
        and all(new[f.id] in f.text for f in after if f.id in new)
        and len(after) == len(before) + len(new)
    )
