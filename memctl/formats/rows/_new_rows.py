"""Rows that a file does not have yet, in the form of those that it has."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from memctl.formats.rows._fields import field_value, id_like, in_case_of
from memctl.formats.rows._habits import EMPTY, FIELD_OF, Habits
from memctl.formats.rows._shapes import Shape, shape_of
from memctl.formats.rows._values import Row, address, words
from memctl.formats.rows.dialect import CANONICAL, fold
from memctl.formats.rows.row_days import write_day
from memctl.formats.syntax._spans import Edit, Pair
from memctl.graph.fact import ACTIVE, Fact, FactId

_OPTIONAL = (
    *("superseded_reason", "superseded_at", "moved_to", "valid_until", "related"),
    *("attribute", "value"),
    *("evidence", "by", "confirmed_at", "reviewed_at", "visibility", "digest"),
    *("last_accessed", "access_count", "former_id"),
)
"""Keys that a row bears only when there is something to say."""
_POINTERS = frozenset({"id", "superseded_by", "supersedes", "former_id"})
"""What a row that comes from another file does not take along: ids may differ here."""
_KEEP = object()
_DROP = object()
_INHERITED = ("category", "source", "related", "visibility")
"""What a successor takes over from the row it succeeds, unless it says otherwise."""
_UNSAID: Mapping[str, Any] = {"related": []}
"""What a key of the model says in a new row that has nothing to say; else it is left out."""


class NewRows:
    """New rows of one file."""

    def __init__(self, file: Habits, kept: Mapping[FactId, Row]) -> None:
        """`kept`: what rows bore in the file that they come from."""
        self.file = file
        self.kept = kept

    def edits(self, facts: Sequence[Fact], olds: Mapping[FactId, FactId]) -> Iterable[Edit]:
        """An edit for each list that grows and each form of row in it, in the facts' order."""
        grown: dict[tuple[int, int | None], list[list[Pair]]] = {}
        for fact in facts:
            old = olds.get(fact.id)
            index = self.file.at.get(old) if old is not None else None
            index = self._last() if index is None else index
            place = self._list_of(index)
            pairs = self._pairs(fact, index, old) if index is not None else self._plain(fact)
            grown.setdefault((place, index), []).append(pairs)
        for (place, index), rows in grown.items():
            model = None if index is None else self.file.rows[index]
            yield self.file.spelled.append(self.file.lists[place], model, rows)

    def _last(self) -> int | None:
        """The last current row with an id, else the last one with a text."""
        current: set[str] = {f.id for f in self.file.document.facts if f.is_active and f.id}
        values, shapes = self.file.values, self.file.shapes
        full = [i for i, shape in enumerate(shapes) if shape.text_key]
        # A number or a list in place of the sentence is no form to follow.
        plain = [i for i in full if isinstance(values[i].get(shapes[i].text_key), str)]
        found = [i for i in plain if words(values[i].get(shapes[i].id)) in current]
        return next(reversed(found or plain or full), None)

    def _list_of(self, index: int | None) -> int:
        if index is None:
            return 0
        row = self.file.rows[index]
        return next(i for i, found in enumerate(self.file.lists) if row in found.rows)

    def _pairs(self, fact: Fact, index: int, old: FactId | None) -> list[Pair]:
        """The keys of a new row: those of the model in its order, then what it lacks."""
        shape, row = self.file.shapes[index], self.file.rows[index]
        named = [row.name.key] if row.name is not None and row.is_named else []
        keys = dict.fromkeys([*named, *(m.key for m in row.members)])
        pairs = [p for key in keys if (p := self._pair(key, fact, index, old)) is not None]
        more = {name: field_value(fact, name) for name in _OPTIONAL if name not in shape.fields}
        for name in ("timestamp", "category", "source"):
            if name not in shape.fields and (self.file.uses(name) or name == "timestamp"):
                more[name] = field_value(fact, name, self.file.example(name))
        if fact.status != ACTIVE:
            more |= {
                n: getattr(fact, n) for n in ("status", "superseded_by") if n not in shape.fields
            }
        if old is not None and self.file.points_back and "supersedes" not in shape.fields:
            more["supersedes"] = old
        extra = [
            Pair(self.file.key(name), value) for name, value in more.items() if value not in EMPTY
        ]
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
            if p.key in kept or not p.is_kept or FIELD_OF.get(fold(p.key)) in CANONICAL
        ]
        said = {p.key for p in own} | {FIELD_OF.get(fold(p.key)) for p in own} | _POINTERS
        return own + [
            Pair(key, value)
            for key, value in kept.items()
            if key not in said and (key not in read or self._is_unsaid(key, value, said, shape))
        ]

    @staticmethod
    def _is_unsaid(key: str, value: Any, said: AbstractSet[str | None], shape: Shape) -> bool:
        """A field that this file's rows do not bear, and that holds something of its own."""
        field = FIELD_OF.get(fold(key))
        is_text = field == "text" or key in shape.parts or key in dict(shape.flags)
        is_left = field == "moved_to" and address(value) is not None  # the fact has it no more
        return not (is_text or is_left) and field not in said and value not in EMPTY

    def _says_the_same(self, pair: Pair, kept: Row, read: set[str]) -> bool:
        """Is it the key under which the row had it before, and no pointer that has moved?"""
        field = FIELD_OF.get(fold(pair.key))
        if field == "visibility" and pair.value not in EMPTY:
            return False  # it may have been narrowed on the way
        return pair.key in kept and field not in _POINTERS and (pair.key in read or field is None)

    def _pair(self, key: str, fact: Fact, index: int, old: FactId | None) -> Pair | None:
        """One key of the model row in the new row; None: it is left out."""
        shape, member = self.file.shapes[index], self.file.rows[index].member(key)
        assert member is not None  # noqa: S101 - `key` comes from the row's own members
        name, value = FIELD_OF.get(fold(key)), member.value
        kept = Pair(key, value, member, is_kept=True)
        if key == shape.text_key and not shape.parts:
            return Pair(key, fact.text, member)
        if key in shape.parts:
            told = self._in_parts(fact, index, old)
            return Pair(key, told[key], member, is_kept=told[key] == value) if key in told else None
        if name is None or name == "text":
            return kept if old is not None or self._is_constant(key, value) else None
        flag = next((retired for flag, retired in shape.flags if flag == key), None)
        if flag is not None:
            return Pair(key, not flag, member)
        new = self._new_value(name, value, fact, old)
        if new is _KEEP or new == value:
            return kept
        return None if new is _DROP else Pair(key, new, member)

    def _in_parts(self, fact: Fact, index: int, old: FactId | None) -> Mapping[str, Any]:
        """The new text over the keys that make it together.

        Parts that the model shares with it stay, and the last one takes the rest. Of a title
        that it does not begin with the new row keeps the title; a subject would be said twice.
        """
        shape, value = self.file.shapes[index], self.file.values[index]
        *before, last = shape.parts
        kept = [k for k in before if old is not None or self._is_constant(k, value[k])]
        for count in range(len(kept), 0, -1):
            head = shape.joiner.join(filter(None, (words(value[k]) for k in kept[:count])))
            rest = fact.text.removeprefix(head + shape.joiner)
            if head and rest != fact.text:
                return {**{k: value[k] for k in kept[:count]}, last: rest}
        told = {k: value[k] for k in kept} if shape.joiner.strip() else {}
        return {**told, last: fact.text}

    def _new_value(self, name: str, value: Any, fact: Fact, old: FactId | None) -> Any:
        """What a known key of the model says in the new row."""
        is_empty = value in EMPTY
        if name in {"timestamp", "updated", "last_accessed"}:
            return _KEEP if is_empty and name != "timestamp" else _day_like(fact, value)
        if name == "access_count":
            return "0" if isinstance(value, str) else 0
        if name == "supersedes":
            is_told = old is not None and self.file.points_back
            return id_like(old or "", value) if is_told else (_KEEP if is_empty else _DROP)
        said = field_value(fact, name, value)
        if name in _POINTERS and isinstance(said, str):
            said = id_like(said, value if value not in EMPTY else self.file.example("id"))
        if said not in EMPTY:
            return in_case_of(said, value) if name == "status" else said
        if is_empty or (old is not None and name in _INHERITED):
            return _KEEP
        return _UNSAID.get(name, _DROP)

    def _plain(self, fact: Fact) -> list[Pair]:
        """A row for a file without any."""
        found = {name: field_value(fact, name) for name in CANONICAL if name != "supersedes"}
        pairs = [Pair(self.file.key(n), value) for n, value in found.items() if value not in EMPTY]
        return self._with_kept(pairs, fact)

    def _is_constant(self, key: str, value: Any) -> bool:
        """Do several rows, and all of them, say the same under this key?"""
        full = [v for v, s in zip(self.file.values, self.file.shapes, strict=True) if s.text_key]
        return len(full) > 1 and all(v.get(key, _DROP) == value for v in full)


def unread(kept: Row) -> Row:
    """Of what a row bore in another file, what a fact has no field for."""
    shape = shape_of(tuple(kept))
    read = {names[0] for field, names in shape.fields.items() if field in CANONICAL}
    told = read | {*shape.parts, *dict(shape.flags)}
    return {
        key: value
        for key, value in kept.items()
        if key not in told and FIELD_OF.get(fold(key)) not in _POINTERS
    }


def _day_like(fact: Fact, value: Any) -> Any:
    if fact.day is None:
        return _DROP
    return write_day(fact.day, value)
