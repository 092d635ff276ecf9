"""What `check` finds and code may mend: only what loses no words and no reader takes otherwise.

A row that names its successor is replaced, whatever its status says; so its status may say it
too. Where git tells that the words of a row were changed in place, what they said before may
come back as a row of the past.

Everything else that is odd a person wrote, and only a person knows what was meant: rows that
stand twice, ids used for two facts, pointers that lead nowhere or round, days to come.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from memctl.graph.entity import Entity
from memctl.graph.fact import ACTIVE, PURGED, SUPERSEDED, Fact, FactId
from memctl.graph.graph import Graph
from memctl.graph.ids import next_id
from memctl.graph.plan import AddFact, RetireFact
from memctl.graph.problem import Problem


def safe_repairs(graph: Graph) -> Iterator[RetireFact]:
    """The repairs, by entity and row."""
    for entity in graph:
        if entity.is_usable:
            yield from _named_successors(entity)


def _named_successors(entity: Entity) -> Iterator[RetireFact]:
    times = Counter(fact.id for fact in entity.facts)
    after = {fact.id: fact.superseded_by for fact in entity.facts}
    for fact in entity.facts:
        to = fact.superseded_by
        if fact.status != ACTIVE or to is None or times[fact.id] > 1:
            continue
        if times[to] == 1 and _has_end(after, fact.id):
            reason = "it names its successor; its status now says so too"
            yield RetireFact(entity.ref, fact.id, SUPERSEDED, superseded_by=to, reason=reason)


def _has_end(after: Mapping[FactId, FactId | None], start: FactId) -> bool:
    """Does the chain end in a row of this file?"""
    walked = {start}
    at: FactId | None = after[start]
    while at is not None:
        if at in walked or at not in after:
            return False
        walked.add(at)
        at = after[at]
    return True


@dataclass(frozen=True, slots=True)
class Version:
    """The rows of one entity before and after a change of its file."""

    before: Sequence[Fact]
    after: Sequence[Fact]
    day: date | None
    """When it was committed; None: not yet."""


@dataclass(frozen=True, slots=True)
class LostText:
    """What a row said until somebody changed its words."""

    entity: Entity
    fact: Fact
    """As it is now."""
    before: Fact
    day: date | None


def lost_texts(entity: Entity, versions: Iterable[Version]) -> Iterator[LostText]:
    """Every such text of one entity, each once, in the order of the versions.

    Other capitals, spaces or marks are the same words. A text that stands in any row, active
    or not, is not lost; one that was purged shall be.
    """
    now = {fact.id: fact for fact in entity.facts if fact.id and fact.status != PURGED}
    known = {_words(fact) for fact in entity.facts}
    for version in versions:
        after = {fact.id: fact for fact in version.after}
        for old in version.before:
            new = after.get(old.id)
            if new is None or old.id not in now or not old.is_active or _words(old) in known:
                continue
            if _words(new) != _words(old):
                known.add(_words(old))
                yield LostText(entity, now[old.id], old, version.day)


def _words(fact: Fact) -> str:
    return "".join(char for char in fact.text.casefold() if char.isalnum())


def rewrite_problem(lost: LostText) -> Problem:
    """A lost text as `check --git` names it."""
    name = f"{lost.entity.ref}#{lost.fact.id}"
    until = f"until {lost.day}" if lost.day else "in the last commit"
    return Problem(
        "changed-in-place",
        "warning",
        lost.entity.items_path or lost.entity.ref,
        lost.fact.line,
        f"{lost.fact.id!r} said “{lost.before.text}” {until}, and says “{lost.fact.text}” now",
        f"Keep what it said as a superseded row: memctl check --git --fix --only {name}",
    )


def restored_rows(lost: Sequence[LostText], today: date) -> tuple[AddFact, ...]:
    """The lost texts as superseded rows of their own; the rows that are there stay."""
    taken: list[FactId] = []
    changes = []
    for one in lost:
        facts, slug = one.entity.facts, one.entity.slug
        new = next_id(facts, slug, succeeds=one.fact.id, taken=taken)
        taken.append(new)
        row = replace(
            one.before,
            id=new,
            status=SUPERSEDED,
            superseded_by=one.fact.id,
            superseded_at=_end(one, today),
            former_id=(),
            line=None,
        )
        reason = f"what {one.fact.id} said before its words were changed"
        changes.append(AddFact(one.entity.ref, row, reason))
    return tuple(changes)


def _end(lost: LostText, today: date) -> date | None:
    """The day of the change, unless the day of the new words says it already."""
    new, old = lost.fact.day, lost.before.day
    return None if new and old and new > old else lost.day or today
