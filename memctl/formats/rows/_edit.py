"""What changes mean for the rows of a file: which keys get which values, in its own words."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from memctl.errors import UnknownFact
from memctl.formats.rows._shapes import Shape, shape_of
from memctl.formats.rows._values import Row, names, words
from memctl.formats.rows.dialect import CANONICAL, FIELDS, fold, spelling
from memctl.formats.rows.row_days import write_day
from memctl.formats.syntax._spans import Edit, ListSpan, Pair, Spelling, apply
from memctl.graph.fact import ACTIVE, PURGED, SUPERSEDED, Evidence, Fact, FactId
from memctl.graph.plan import AddEvidence, AddFact, MarkFact, PurgeFact, RetireFact, UseFact

if TYPE_CHECKING:
    from memctl.formats.rows.items import ItemsDocument

Change = AddFact | RetireFact | AddEvidence | MarkFact | UseFact | PurgeFact
MOST_EVIDENCE = 5
_EMPTY: tuple[Any, ...] = (None, "", [], {})
_FIELD_OF = {name: field for field, found in FIELDS.items() for name in found}
_MARKS = {"confirmedAt": "confirmed_at", "reviewedAt": "reviewed_at", "visibility": "visibility"}
_OPTIONAL = (
    *("superseded_reason", "superseded_at", "valid_until", "related", "attribute", "value"),
    *("evidence", "by", "confirmed_at", "reviewed_at", "visibility", "digest"),
    *("last_accessed", "access_count", "former_id"),
)
"""Keys that a row bears only when there is something to say."""


@dataclass(frozen=True, slots=True)
class Edited:
    """The new text, and the evidence that found no place in it."""

    text: str
    ledger_evidence: tuple[AddEvidence, ...]


def field_value(fact: Fact, name: str, like: Any = None) -> Any:
    """A field of a fact as it stands in a file; days in the form of `like`."""
    value = getattr(fact, name)
    if name == "timestamp":
        return write_day(fact.day, like) if fact.day else value
    if isinstance(value, date):
        return write_day(value, like)
    if name == "evidence":
        return [evidence_row(e) for e in value]
    if name == "former_id" and len(value) == 1:
        return value[0]
    return list(value) if isinstance(value, tuple) else value


def evidence_row(evidence: Evidence) -> dict[str, Any]:
    """One place as an object; what is not known is left out."""
    found = {
        "path": evidence.path,
        "line": evidence.line,
        "quote": evidence.quote,
        "day": evidence.day.isoformat() if evidence.day else None,
        "message": evidence.message,
        "by": evidence.by,
    }
    return {key: value for key, value in found.items() if value is not None}


def canonical_row(fact: Fact) -> dict[str, Any]:
    """A fact as a row of our own form."""
    found = {
        key: field_value(fact, name) for name, key in CANONICAL.items() if name != "supersedes"
    }
    return {key: value for key, value in found.items() if value not in _EMPTY}


def edit(spelled: Spelling, document: "ItemsDocument", changes: Sequence[Change]) -> Edited:
    """The text of a document after changes.

    Raises:
        UnknownFact: a change names a row that is not there.
    """
    file = _File(spelled, document, spelled.lists(document.dialect.lists))
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
    file.kept = {c.fact.id: dict(c.kept) for c in changes if isinstance(c, AddFact) and c.kept}
    edits = [*file.row_edits(), *file.new_rows(added, models)]
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
    )


@dataclass(slots=True)
class _Sets:
    """Keys of one row to set, and keys to put in behind one that it has."""

    values: dict[str, Any] = field(default_factory=dict)
    behind: dict[str, str] = field(default_factory=dict)


class _File:
    """One file while changes are gathered."""

    def __init__(
        self, spelled: Spelling, document: "ItemsDocument", lists: tuple[ListSpan, ...]
    ) -> None:
        self.spelled = spelled
        self.document = document
        self.lists = lists
        self.rows = [row for found in lists for row in found.rows if row.members]
        self.values: list[Row] = [row.value for row in self.rows]
        self.shapes = [shape_of(tuple(value)) for value in self.values]
        self.keys = tuple(dict.fromkeys(key for value in self.values for key in value))
        self.sets: dict[int, _Sets] = {}
        self.ledger: list[AddEvidence] = []
        self.kept: dict[FactId, Row] = {}
        self.at: dict[str, int] = {}
        self.patch_at: dict[str, int] = {}
        for index, (value, shape) in enumerate(zip(self.values, self.shapes, strict=True)):
            where = self.at if shape.text_key else self.patch_at
            where[words(value.get(shape.id))] = index

    # --- the file's habits

    def key(self, name: str) -> str:
        """How this file spells a field: as in any row, else in the style of its keys."""
        spelled = (shape.fields[name][0] for shape in reversed(self.shapes) if name in shape.fields)
        snake = self.document.dialect.syntax == "yaml"
        return next(spelled, None) or spelling(name, self.keys, snake=snake)

    def uses(self, name: str) -> bool:
        """Does any row bear this field?"""
        return any(name in shape.fields for shape in self.shapes)

    def example(self, name: str) -> Any:
        """The last value of a field that says something."""
        for value, shape in zip(reversed(self.values), reversed(self.shapes), strict=True):
            found = next((value[key] for key in shape.fields.get(name, ())), None)
            if found not in _EMPTY:
                return found
        return None

    @property
    def points_back(self) -> bool:
        """Does the newer row name the older one here, and not the other way round?"""
        return self.example("supersedes") is not None and not self.uses("superseded_by")

    @property
    def retired_word(self) -> str | None:
        """The status of a row that another one names in `supersedes`; None: it stays as it was."""
        found = (names(v.get(s.supersedes)) for v, s in zip(self.values, self.shapes, strict=True))
        olds = {old for group in found for old in group if old in self.at}
        said = (words(self._of(old, "status")) for old in olds)
        return next((word for word in said if word not in {"", ACTIVE}), None)

    def _of(self, fact_id: str, name: str) -> Any:
        index = self.at[fact_id]
        return self.values[index].get(next(iter(self.shapes[index].fields.get(name, ())), ""))

    # --- changes of rows that are there

    def retire(self, change: RetireFact, successor_day: date | None) -> None:
        """A row stops being current."""
        index = self._index(change.fact_id)
        status: str | None = change.status
        if self.points_back and change.superseded_by and change.status == SUPERSEDED:
            status = self.retired_word
            if status is None:
                return
        self._set(index, "status", status)
        for key, retired in self.shapes[index].flags:
            self._sets(index).values[key] = retired
        if change.superseded_by and not self.points_back:
            self._set(index, "superseded_by", change.superseded_by, behind="status")
        if change.superseded_reason:
            self._set(index, "superseded_reason", change.superseded_reason)
        has_key = "superseded_at" in self.shapes[index].fields
        day = change.superseded_at or (successor_day if has_key else None)
        if day is not None:
            like = self.example("superseded_at") or self._of(change.fact_id, "timestamp")
            self._set(index, "superseded_at", write_day(day, like))

    def support(self, change: AddEvidence) -> None:
        """Evidence into a row that carries some; else it is left for the ledger."""
        index = self.at.get(change.fact_id)
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
            like = self._of(change.fact_id, "timestamp")
            self._set(index, "timestamp", write_day(change.day, like))

    def _evidence(self, index: int) -> list[dict[str, Any]]:
        key = next(iter(self.shapes[index].fields.get("evidence", ())), "")
        pending = self.sets[index].values if index in self.sets else {}
        have = pending.get(key, self.values[index].get(key))
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
            is_text = isinstance(self.example("access_count"), str)
            self._set(index, "access_count", str(change.count) if is_text else change.count)

    def _day(self, fact_id: str, name: str, day: date) -> Any:
        """A day as this file spells it under that key, or in the row's own date."""
        return write_day(day, self.example(name) or self._of(fact_id, "timestamp"))

    def purge(self, change: PurgeFact) -> None:
        """Every value goes that could tell what the row said, in its patches too."""
        if change.fact_id not in self.at:
            raise UnknownFact(change.fact_id)
        for index, (value, shape) in enumerate(zip(self.values, self.shapes, strict=True)):
            if words(value.get(shape.id)) != change.fact_id:
                continue
            flags = dict(shape.flags)
            told = {k: v for k, v in value.items() if not _may_stay(k, v) or k in shape.parts}
            self._sets(index).values |= {k: _emptied(v) for k, v in told.items()} | flags
            self._set(index, "status", PURGED)
        self._set(self.at[change.fact_id], "digest", change.digest)

    def _index(self, fact_id: str) -> int:
        """The row that decides: the last patch of the fact, else the row with its text."""
        if fact_id not in self.at:
            raise UnknownFact(fact_id)
        return self.patch_at.get(fact_id, self.at[fact_id])

    def _sets(self, index: int) -> _Sets:
        return self.sets.setdefault(index, _Sets())

    def _set(self, index: int, name: str, value: Any, *, behind: str | None = None) -> None:
        sets = self._sets(index)
        key = next(iter(self.shapes[index].fields.get(name, ())), None) or self.key(name)
        sets.values[key] = value
        if behind is not None:
            sets.behind[key] = next(iter(self.shapes[index].fields.get(behind, ())), "")

    def row_edits(self) -> Iterable[Edit]:
        """One edit a key that changes, one a place where keys go in."""
        for index, sets in self.sets.items():
            row = self.rows[index]
            new: dict[str, list[Pair]] = {}
            for key, value in sets.values.items():
                member = row.member(key)
                if member is None:
                    place = sets.behind.get(key) or row.members[-1].key
                    new.setdefault(place, []).append(Pair(key, value))
                elif member.value != value:
                    yield self.spelled.replace(row, member, value)
            for place, pairs in new.items():
                yield self.spelled.insert(row, row.member(place) or row.members[-1], pairs)

    # --- new rows

    def new_rows(self, facts: Sequence[Fact], olds: Mapping[FactId, FactId]) -> Iterable[Edit]:
        """An edit for each list that grows and each form of row in it, in the facts' order."""
        grown: dict[tuple[int, int | None], list[list[Pair]]] = {}
        for fact in facts:
            old = olds.get(fact.id)
            index = self.at.get(old) if old is not None else None
            index = self._last() if index is None else index
            place = self._list_of(index)
            pairs = self._pairs(fact, index, old) if index is not None else self._plain(fact)
            grown.setdefault((place, index), []).append(pairs)
        for (place, index), rows in grown.items():
            model = None if index is None else self.rows[index]
            yield self.spelled.append(self.lists[place], model, rows)

    def _last(self) -> int | None:
        """The last current row with an id, else the last one with a text."""
        current: set[str] = {f.id for f in self.document.facts if f.is_active and f.id}
        full = [i for i, shape in enumerate(self.shapes) if shape.text_key]
        # A number or a list in place of the sentence is no form to follow.
        plain = [i for i in full if isinstance(self.values[i].get(self.shapes[i].text_key), str)]
        found = [i for i in plain if words(self.values[i].get(self.shapes[i].id)) in current]
        return next(reversed(found or plain or full), None)

    def _list_of(self, index: int | None) -> int:
        if index is None:
            return 0
        row = self.rows[index]
        return next(i for i, found in enumerate(self.lists) if row in found.rows)

    def _pairs(self, fact: Fact, index: int, old: FactId | None) -> list[Pair]:
        """The keys of a new row: those of the model in its order, then what it lacks."""
        shape, row = self.shapes[index], self.rows[index]
        pairs = [p for m in row.members if (p := self._pair(m.key, fact, index, old)) is not None]
        more = {name: field_value(fact, name) for name in _OPTIONAL if name not in shape.fields}
        for name in ("timestamp", "category", "source"):
            if name not in shape.fields and (self.uses(name) or name == "timestamp"):
                more[name] = field_value(fact, name, self.example(name))
        if fact.status != ACTIVE:
            more |= {
                n: getattr(fact, n) for n in ("status", "superseded_by") if n not in shape.fields
            }
        if old is not None and self.points_back and "supersedes" not in shape.fields:
            more["supersedes"] = old
        extra = [Pair(self.key(name), value) for name, value in more.items() if value not in _EMPTY]
        return self._with_kept([*pairs, *extra], fact)

    def _with_kept(self, pairs: list[Pair], fact: Fact) -> list[Pair]:
        """The row with what it bore in the file that it comes from, as far as that fits here."""
        kept = self.kept.get(fact.id)
        if kept is None:
            return pairs
        shape = shape_of(tuple(kept))
        read = {names[0] for names in shape.fields.values()} | {*shape.parts, *dict(shape.flags)}
        own = [
            Pair(p.key, kept[p.key], p.model) if self._says_the_same(p, kept, read) else p
            for p in pairs
            if p.key in kept or not p.is_kept or _FIELD_OF.get(fold(p.key)) in CANONICAL
        ]
        said = {p.key for p in own} | {_FIELD_OF.get(fold(p.key)) for p in own} | _POINTERS
        return own + [
            Pair(key, value)
            for key, value in kept.items()
            if key not in said and (key not in read or self._is_unsaid(key, value, said, shape))
        ]

    @staticmethod
    def _is_unsaid(key: str, value: Any, said: AbstractSet[str | None], shape: Shape) -> bool:
        """A field that this file's rows do not bear, and that holds something."""
        field = _FIELD_OF.get(fold(key))
        is_text = field == "text" or key in shape.parts or key in dict(shape.flags)
        return not is_text and field not in said and value not in _EMPTY

    def _says_the_same(self, pair: Pair, kept: Row, read: set[str]) -> bool:
        """Is it the key under which the row had it before, and no pointer that has moved?"""
        field = _FIELD_OF.get(fold(pair.key))
        return pair.key in kept and field not in _POINTERS and (pair.key in read or field is None)

    def _pair(self, key: str, fact: Fact, index: int, old: FactId | None) -> Pair | None:
        """One key of the model row in the new row; None: it is left out."""
        shape, member = self.shapes[index], self.rows[index].member(key)
        assert member is not None  # noqa: S101 - `key` comes from the row's own members
        name, value = _FIELD_OF.get(fold(key)), member.value
        kept = Pair(key, value, member, is_kept=True)
        if key == shape.text_key:
            return Pair(key, fact.text, member)
        if key in shape.parts or name is None or name == "text":
            return kept if old is not None or self._is_constant(key, value) else None
        flag = next((retired for flag, retired in shape.flags if flag == key), None)
        if flag is not None:
            return Pair(key, not flag, member)
        new = self._new_value(name, value, fact, old)
        if new is _KEEP or new == value:
            return kept
        return None if new is _DROP else Pair(key, new, member)

    def _new_value(self, name: str, value: Any, fact: Fact, old: FactId | None) -> Any:
        """What a known key of the model says in the new row."""
        is_empty = value in _EMPTY
        if name in {"timestamp", "updated", "last_accessed"}:
            return _KEEP if is_empty and name != "timestamp" else _day_like(fact, value)
        if name == "access_count":
            return "0" if isinstance(value, str) else 0
        if name == "supersedes":
            return old if old and self.points_back else (_KEEP if is_empty else _DROP)
        said = field_value(fact, name, value)
        if said not in _EMPTY:
            return said
        if is_empty or (old is not None and name in _INHERITED):
            return _KEEP
        return _UNSAID.get(name, _DROP)

    def _plain(self, fact: Fact) -> list[Pair]:
        """A row for a file without any."""
        found = {name: field_value(fact, name) for name in CANONICAL if name != "supersedes"}
        pairs = [Pair(self.key(n), value) for n, value in found.items() if value not in _EMPTY]
        return self._with_kept(pairs, fact)

    def _is_constant(self, key: str, value: Any) -> bool:
        """Do several rows, and all of them, say the same under this key?"""
        full = [v for v, s in zip(self.values, self.shapes, strict=True) if s.text_key]
        return len(full) > 1 and all(v.get(key, _DROP) == value for v in full)


_POINTERS = frozenset({"id", "superseded_by", "supersedes", "former_id"})
"""What a row that comes from another file does not take along: ids may differ here."""
_STAYS = frozenset(CANONICAL) - {"text", "related", "attribute", "value", "evidence"} | {"updated"}
"""Fields that a purged row may keep, as long as they hold a single word."""


def _may_stay(key: str, value: Any) -> bool:
    is_word = not isinstance(value, str) or len(value.split()) <= 1
    return _FIELD_OF.get(fold(key)) in _STAYS and is_word


def _emptied(value: Any) -> Any:
    """Nothing, in the form of what stood there."""
    if isinstance(value, str | list | dict):
        return type(value)()
    return value if isinstance(value, bool) else None


_KEEP = object()
_DROP = object()
_INHERITED = ("category", "source", "related", "visibility")
"""What a successor takes over from the row it succeeds, unless it says otherwise."""
_UNSAID: Mapping[str, Any] = {"related": []}
"""What a key of the model says in a new row that has nothing to say; else it is left out."""


def _day_like(fact: Fact, value: Any) -> Any:
    if fact.day is None:
        return _DROP
    return write_day(fact.day, value)


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
