"""Two versions of an items file made one, row by row, against the one they came from.

Our text stays: rows that the other side did not touch keep every byte, and its own rows are
copied as it spelled them. No row is ever lost. Where only a person can choose between two
wordings, three texts come out that differ in nothing else, for ordinary conflict markers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from memctl.formats.rows._merged_rows import (
    Key,
    RowSide,
    Undecided,
    merged_row,
    moved_row,
    renumbered,
    side_of,
)
from memctl.formats.rows.items import parse_items
from memctl.formats.syntax._spans import Edit, apply
from memctl.formats.text import CannotMerge
from memctl.graph.fact import PURGED, Fact, FactId
from memctl.graph.ids import next_id


@dataclass(frozen=True, slots=True)
class Dispute:
    """A fact on which the two sides decided otherwise; it stays as ours has it."""

    ours: Fact
    theirs: Fact
    """Ids as they are after the merge."""
    ours_after: Fact | None
    """Its successor on our side."""
    theirs_after: Fact | None


@dataclass(frozen=True, slots=True)
class ItemsMerge:
    """What became of two versions."""

    text: str
    renumbered: tuple[tuple[FactId, FactId], ...] = ()
    """(old, new) of incoming rows whose id our side had given to another fact."""
    kept: tuple[FactId, ...] = ()
    """Rows that one side had deleted."""
    disputes: tuple[Dispute, ...] = ()
    undecided: tuple[str, str, str] | None = None
    """(ours, base, theirs): the merged text in three versions that differ only where no
    program can choose; None when everything is decided."""


def merge_items(base: str, ours: str, theirs: str, path: str) -> ItemsMerge:
    """Ours with everything that theirs changed since base.

    Args:
        base: What both came from; "" when both sides made the file.
        ours: The version whose text and ids stay.
        theirs: The incoming one.
        path: Its ending names the syntax, its folder the entity.

    Raises:
        CannotMerge: A version can't be read, its rows bear no ids, or the forms differ.
    """
    if theirs in (base, ours):
        return ItemsMerge(ours)
    if ours == base:
        return ItemsMerge(theirs)
    mine, incoming = (side_of(parse_items(text, path)) for text in (ours, theirs))
    old = side_of(parse_items(base, path)) if base.strip() else mine.without_rows()
    _compare_forms(old, mine, incoming)
    slug = path.rpartition("/")[0].rpartition("/")[2] or "fact"
    # Both may have been merged before: what got another number then keeps it.
    moved = _moved(old, mine)
    incoming, names = _followed(incoming, old, mine, moved, slug)
    old = renumbered(old, moved)
    moved = _moved(old, incoming)
    mine, own = _followed(mine, old, incoming, moved, slug)
    old = renumbered(old, moved)
    more = _new_names(old, mine, incoming, slug)
    merge = _Merge(old, mine, renumbered(incoming, more, old))
    merge.run()
    return merge.result((*names.items(), *own.items(), *more.items()))


def _compare_forms(base: RowSide, ours: RowSide, theirs: RowSide) -> None:
    sides = (base, ours, theirs)
    forms = {(s.document.dialect.syntax, *(found.is_keyed for found in s.lists)) for s in sides}
    if len(forms) > 1 or not theirs.comments() <= (base.comments() | ours.comments()):
        raise CannotMerge("the versions differ in more than their rows")


def _moved(base: RowSide, side: RowSide) -> dict[FactId, FactId]:
    """Rows of base that an earlier merge renumbered on this side: new id by old."""
    found: dict[FactId, FactId] = {}
    for fact in side.facts.values():
        for old in fact.former_id:
            was, now = base.facts.get(old), side.facts.get(old)
            if was is None or fact.id in base.facts:
                continue
            if _say_the_same(was, fact) or now is None or not _say_the_same(was, now):
                found[old] = fact.id
    return found


def _followed(
    side: RowSide, base: RowSide, other: RowSide, moved: Mapping[FactId, FactId], slug: str
) -> tuple[RowSide, Mapping[FactId, FactId]]:
    """This side with the numbers of an earlier merge; its own rows make room for them."""
    clashing = [new for new in moved.values() if new in side.facts and new not in base.facts]
    names = _next_ids(clashing, (base, side, other), slug)
    return renumbered(renumbered(side, names, base), moved), names


def _new_names(base: RowSide, ours: RowSide, theirs: RowSide, slug: str) -> Mapping[FactId, FactId]:
    """New ids for incoming rows whose ids stand for other facts on our side."""
    new = [k for k in theirs.rows if not k.is_patch and k not in base.rows and k in ours.rows]
    clashing = [k.id for k in new if not _say_the_same(ours.facts[k.id], theirs.facts[k.id])]
    return _next_ids(clashing, (base, ours, theirs), slug)


def _next_ids(ids: Iterable[str], sides: Sequence[RowSide], slug: str) -> Mapping[FactId, FactId]:
    every = [fact for side in sides for fact in side.document.facts]
    names: dict[FactId, FactId] = {}
    for fact_id in map(FactId, ids):
        names[fact_id] = next_id(every, slug, succeeds=fact_id, taken=names.values())
    return names


def _say_the_same(one: Fact, other: Fact) -> bool:
    return one.text.split() == other.text.split()


@dataclass(slots=True)
class _Merge:
    """The edits of our text, gathered row by row."""

    base: RowSide
    ours: RowSide
    theirs: RowSide
    edits: list[Edit] = field(default_factory=list)
    undecided: list[Undecided] = field(default_factory=list)
    added: dict[int, list[str]] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    disputes: tuple[Dispute, ...] = ()

    def run(self) -> None:
        self.disputes = tuple(_disputes(self.base, self.ours, self.theirs))
        disputed = {d.ours.id for d in self.disputes}
        for key in self.theirs.rows:
            self._row(key, is_disputed=key.id in disputed)
        here = (key for key in self.base.rows if key in self.ours.rows)
        self.kept += [key.id for key in here if key not in self.theirs.rows]
        # Behind the edits of rows: in YAML a key of the last row and a new row go in at one place.
        for place, texts in self.added.items():
            self.edits.append(self._appended(place, texts))
        self._around()

    def _row(self, key: Key, *, is_disputed: bool) -> None:
        base, ours, theirs = (s.value(key) for s in (self.base, self.ours, self.theirs))
        if ours is None:
            self._add(key, is_known=base is not None, is_disputed=is_disputed)
        elif theirs in (base, ours) or self.ours.is_purged(key):
            return
        elif ours == base or self.theirs.is_purged(key):
            # A value that one side purged must not live on in the other's version of the row.
            row = self.ours.rows[key]
            text = moved_row(self.theirs, key, self.ours, row, self.ours.places[key])
            self.edits.append(Edit(row.start, row.end, text))
        else:
            sides = (self.base, self.ours, self.theirs)
            merged = merged_row(sides, key, is_disputed=is_disputed)
            self.edits += merged.edits
            self.undecided += merged.undecided

    def _add(self, key: Key, *, is_known: bool, is_disputed: bool) -> None:
        """A row that ours does not have: new on the other side, or deleted on ours."""
        if key.is_patch and (is_disputed or self.ours.is_purged(key)):
            return
        if is_known:
            self.kept.append(key.id)
        steps = self.theirs.document.dialect.lists[self.theirs.places[key]]
        lists = self.ours.document.dialect.lists
        place = lists.index(steps) if steps in lists else 0
        text = moved_row(self.theirs, key, self.ours, None, place)
        self.added.setdefault(place, []).append(text)

    def _appended(self, place: int, texts: list[str]) -> Edit:
        try:
            return self.ours.spelled.append_texts(self.ours.lists[place], texts)
        except ValueError as error:
            raise CannotMerge(str(error)) from error

    def _around(self) -> None:
        """What stands before, between and behind the lists of rows."""
        for a, b, c in zip(*(s.around() for s in (self.base, self.ours, self.theirs)), strict=True):
            base, ours = self.base.text[slice(*a)], self.ours.text[slice(*b)]
            theirs = self.theirs.text[slice(*c)]
            if theirs in (base, ours) or theirs.split() in (base.split(), ours.split()):
                continue
            if ours == base:
                self.edits.append(Edit(b[0], b[1], theirs))
            else:
                self.undecided.append(Undecided(Edit(b[0], b[1], base), Edit(b[0], b[1], theirs)))

    def result(self, names: tuple[tuple[FactId, FactId], ...]) -> ItemsMerge:
        text = self._text([])
        after = parse_items(text, self.ours.document.path)
        # A last look: every fact of both sides is there once, and nothing else.
        wanted = sorted({*self.ours.facts, *self.theirs.facts})
        if not after.can_write or sorted({f.id for f in after.facts}) != wanted:
            raise CannotMerge("the forms of the versions do not fit together")
        sides = None
        if self.undecided:
            base, theirs = zip(*self.undecided, strict=True)
            sides = (text, self._text(base), self._text(theirs))
        kept = tuple(FactId(one) for one in dict.fromkeys(self.kept))
        return ItemsMerge(text, names, kept, self.disputes, sides)

    def _text(self, more: Iterable[Edit]) -> str:
        return apply(self.ours.text, [*self.edits, *more])


def _disputes(base: RowSide, ours: RowSide, theirs: RowSide) -> Iterator[Dispute]:
    """Facts that each side retired otherwise, or that one retired and the other reworded."""
    for fact_id, was in base.facts.items():
        mine, other = ours.facts.get(fact_id), theirs.facts.get(fact_id)
        if mine is None or other is None or PURGED in {mine.status, other.status}:
            continue
        ended = _end(mine) != _end(was), _end(other) != _end(was)
        said = not _say_the_same(mine, was), not _say_the_same(other, was)
        is_opposite = all(ended) and _end(mine) != _end(other)
        is_crossed = (ended[0] and said[1]) or (ended[1] and said[0])
        if is_opposite or (is_crossed and not all(said) and not all(ended)):
            yield Dispute(mine, other, _after(ours, mine), _after(theirs, other))


def _end(fact: Fact) -> tuple[str, FactId | None]:
    return fact.status, fact.superseded_by


def _after(side: RowSide, fact: Fact) -> Fact | None:
    return side.facts.get(fact.superseded_by) if fact.superseded_by else None
