"""Where entities and rows went that were renamed, moved or merged: read from the decisions.

A note that was written before keeps the old ref for ever, and so does a ledger; both are
resolved through the ledger's `moved` lines, one for an entity and one for a row whose id
changed: `people/mina -> people/mina-okafor`, `people/mina#m-1 -> people/mina-okafor#m-4`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Any

from memctl.graph.entity import EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.plan import AddFact, Decide, RetireFact

_ARROW = " -> "
Row = tuple[EntityRef, FactId]


@dataclass(frozen=True, slots=True)
class Moves:
    """Old refs and rows, and what they are called now."""

    refs: Mapping[EntityRef, EntityRef] = field(default_factory=lambda: MappingProxyType({}))
    rows: Mapping[Row, Row] = field(default_factory=lambda: MappingProxyType({}))

    def ref(self, ref: EntityRef) -> EntityRef:
        """The ref that is meant today."""
        return self.refs.get(ref, ref)

    def row(self, ref: EntityRef, fact_id: FactId) -> Row:
        """The row that is meant today."""
        return self.rows.get((ref, fact_id)) or (self.ref(ref), fact_id)


def moved_line(old: str, new: str, *, number: int, day: date) -> Decide:
    """The ledger line that tells where a ref, or `REF#ID`, went.

    Args:
        old: What it was called.
        new: What it is called now.
        number: How many such lines there are. The same move may happen again after it was
            taken back by another one, and no two lines of a ledger are the same.
        day: The day of the move.
    """
    return Decide(f"{number:08x}", day, "moved", f"{old}{_ARROW}{new}")


def moves_of(decisions: Iterable[Decide]) -> Moves:
    """What the ledger tells, move by move; a ref that is in use again is no old one."""
    refs: dict[EntityRef, EntityRef] = {}
    rows: dict[Row, Row] = {}
    for decision in decisions:
        old, arrow, new = decision.subject.partition(_ARROW)
        if decision.kind != "moved" or not arrow:
            continue
        if "#" in old:
            _follow(rows, _row(old), _row(new))
            continue
        _follow(refs, EntityRef(old), EntityRef(new))
        for row, (ref, fact_id) in rows.items():
            if ref == old:
                rows[row] = (EntityRef(new), fact_id)
    return Moves(MappingProxyType(refs), MappingProxyType(rows))


def resolved(value: Any, moves: Moves) -> Any:
    """A question, or a change, with today's refs and ids."""
    match value:
        case AddFact(entity=ref, fact=fact):
            new_ref, new_id = moves.row(ref, fact.id)
            return replace(value, entity=new_ref, fact=_resolved_fact(fact, new_id, moves))
        case RetireFact(entity=ref, fact_id=fact_id, superseded_by=after):
            new_ref, new_id = moves.row(ref, fact_id)
            after = moves.row(ref, after)[1] if after else None
            return replace(value, entity=new_ref, fact_id=new_id, superseded_by=after)
        case tuple():
            return tuple(resolved(v, moves) for v in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return _resolved_fields(value, moves)
        case _:
            return value


def _resolved_fact(fact: Fact, new_id: FactId, moves: Moves) -> Fact:
    return replace(fact, id=new_id, related=tuple(moves.ref(EntityRef(r)) for r in fact.related))


def _resolved_fields(value: Any, moves: Moves) -> Any:
    said = {f.name: getattr(value, f.name) for f in fields(value)}
    made = {name: resolved(v, moves) for name, v in said.items() if name in {"accept", "entity"}}
    if "entity" in said:
        made["entity"] = moves.ref(said["entity"])
        if "fact_id" in said:
            made["entity"], made["fact_id"] = moves.row(said["entity"], said["fact_id"])
    return replace(value, **made) if made else value


def _follow(known: dict[Any, Any], old: Any, new: Any) -> None:
    for key, at in tuple(known.items()):
        if at == old:
            known[key] = new
    known[old] = new
    known.pop(new, None)


def _row(text: str) -> Row:
    ref, _, fact_id = text.partition("#")
    return EntityRef(ref), FactId(fact_id)
