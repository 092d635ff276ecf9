"""Active facts that a newer active one may have outdated, where the words do not decide it.

Nothing is retired here: a doubted fact stays active in its file. It is asked about, and it
is not stated as current while the doubt lasts. The same rows give the same doubts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import groupby

from memctl.graph.entity import Entity
from memctl.graph.fact import Fact, FactId
from memctl.graph.history import known_from
from memctl.language.attributes import SlotReading, read_slots, relation_attributes
from memctl.language.dates import find_dates
from memctl.language.kin import read_kin
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.terms import fold
from memctl.rules.comparing.suspicions import may_outdate, speaks_of_its_time, suspect
from memctl.rules.comparing.whose.owners import right_of
from memctl.rules.reading import read
from memctl.rules.weighing.winners import strength

_ENDS = frozenset({"end", "leave"})
_BEGINS = frozenset({"change", "now", "starts"})
_SOON = timedelta(days=14)
"""An announced change that names no day is taken to have come about after so long."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A fact that may not hold, from when and until when that is open."""

    fact_id: FactId
    by: FactId
    """The fact of the same entity that speaks against it."""
    since: date | None
    """First day of the doubt; None: as long as the fact is known."""
    until: date | None = None
    """The day from which it is settled (what was announced has come); None: not by itself."""
    rule: str = ""

    def holds_on(self, day: date) -> bool:
        """Is the fact in doubt on this day?"""
        return (self.since is None or self.since <= day) and (
            self.until is None or day < self.until
        )


def doubts(entity: Entity, lexicon: Lexicon) -> Mapping[FactId, Doubt]:
    """Every doubted fact of an entity, with the first that raises the doubt."""
    shared = entity.shared_ids
    named = [f for f in entity.facts if f.is_active and f.id not in shared]
    active = [f for f in named if f.day is not None]
    found: dict[FactId, Doubt] = {}
    if len(active) < 2:  # noqa: PLR2004 - a doubt takes two
        return found
    telling = {f.id for f in active if may_outdate(f.text, lexicon)}
    fragile = {f.id for f in active if speaks_of_its_time(f.text, lexicon)}
    # What is doubted needs no second doubt: of many facts that outdate one another each meets
    # few. Only what is announced is doubted itself as long as older ones hold.
    earlier: dict[int, Fact] = {}
    undoubted: dict[int, Fact] = {}
    by_age = sorted(enumerate(active), key=lambda numbered: _age(numbered[1]))
    for _, told in groupby(by_age, key=lambda numbered: numbered[1].day):
        day = list(told)
        for _, new in day if fragile else (n for n in day if n[1].id in telling):
            is_plan = bool(read(new.text, entity.names, lexicon).stances.plan)
            for _, old in sorted((earlier if is_plan else undoubted).items()):
                if (new.id in telling or old.id in fragile) and _is_later(new, old):
                    for doubt in _between(old, new, entity, lexicon):
                        found.setdefault(doubt.fact_id, doubt)
            undoubted = {n: f for n, f in undoubted.items() if f.id not in found}
        earlier.update(day)
        undoubted |= {n: f for n, f in day if f.id not in found}
    return found


def doubted_on(entity: Entity, lexicon: Lexicon, day: date) -> Mapping[FactId, Doubt]:
    """Those whose doubt is open on a day."""
    return {i: d for i, d in doubts(entity, lexicon).items() if d.holds_on(day)}


def tells_of_change(entity: Entity, lexicon: Lexicon) -> frozenset[FactId]:
    """The active facts that say that something changed, began or stopped; not for once."""
    told = (f for f in entity.facts if f.is_active and may_outdate(f.text, lexicon))
    return frozenset(f.id for f in told if not is_for_once(f.text, lexicon))


def is_for_once(text: str, lexicon: Lexicon) -> bool:
    """Does a statement tell of an exception: "lesson online, just this once", 就这一次?"""
    return may_outdate(text, lexicon, frozenset({"exception"}))


def tells_of_end(entity: Entity, lexicon: Lexicon) -> frozenset[FactId]:
    """Of these, those that say what stopped and not what is instead."""
    told = (f for f in entity.facts if f.is_active and may_outdate(f.text, lexicon, _ENDS))
    return frozenset(f.id for f in told if not may_outdate(f.text, lexicon, _BEGINS))


def user_slots(entity: Entity, lexicon: Lexicon) -> Mapping[FactId, tuple[str, date]]:
    """Active facts that make the entity what the user has one of, and from which day.

    "My manager is Dev" at Dev and "my manager is Ruth" at Ruth fill one slot, though they
    stand in two files: (attribute, the day on which what is stated or announced has come).
    """
    relations = relation_attributes(lexicon)
    found: dict[FactId, tuple[str, date]] = {}
    for fact in entity.facts:
        if fact.is_active and fact.day is not None:
            for slot in read_slots(fact.text, lexicon):
                is_own = _is_named(slot, entity) and not _is_of_kin(fact.text, slot, lexicon)
                if slot.attribute in relations and _states(slot) and is_own:
                    is_plan = slot.tense == "plan"
                    told = min(fact.day, known_from(fact) or fact.day)
                    comes = _comes_on(fact.text, told, lexicon, is_plan=is_plan)
                    found[fact.id] = (slot.attribute, comes if is_plan else fact.day)
    return found


def _states(slot: SlotReading) -> bool:
    is_said = slot.polarity == "state" and not (slot.is_hedged or slot.is_hearsay)
    return is_said and slot.cardinality == "one"


def _is_named(slot: SlotReading, entity: Entity) -> bool:
    """Is the entity itself the value? What somebody else has is no slot of the user."""
    value = slot.value.casefold()
    return any(name.casefold() in value or value in name.casefold() for name in entity.names)


def _is_of_kin(text: str, slot: SlotReading, lexicon: Lexicon) -> bool:
    """Is it what one of the user's own people has ("my sister's dentist", 我爸的牙医)?"""
    folded, marks = fold(text, lexicon), words_of("joined_by", lexicon)
    return any(
        kin.span[1] <= slot.span[0] and folded.startswith(marks, kin.span[1])
        for kin in read_kin(folded, lexicon)
    )


def _age(fact: Fact) -> tuple[date, str]:
    return (fact.day or date.min, fact.id)


def _is_later(new: Fact, old: Fact) -> bool:
    """On equal days both stay shown: which came first is not known.

    What a person confirmed since the newer one was said is in no doubt.
    """
    if new.day is None or old.day is None:
        return False
    is_newer = new.day > max(old.day, old.confirmed_at or old.day)
    return is_newer and strength(new.source) >= strength(old.source)


def _between(old: Fact, new: Fact, entity: Entity, lexicon: Lexicon) -> Iterator[Doubt]:
    found = suspect(old.text, new.text, entity.names, lexicon)
    if found is None or new.day is None:
        return
    if right_of(old.text, new.text, entity.names, lexicon) == "anothers":
        return
    known = known_from(new) or new.day
    comes = _comes_on(new.text, min(new.day, known), lexicon, is_plan=found.is_announced)
    yield Doubt(old.id, new.id, max(known, comes), rule=found.rule)
    if found.is_announced and found.is_settling:
        yield Doubt(new.id, old.id, None, comes, "what is announced has not come yet")


@lru_cache(maxsize=10_000)
def _comes_on(text: str, day: date, lexicon: Lexicon, *, is_plan: bool) -> date:
    """The day on which what a statement announces comes about."""
    later: Sequence[date] = [m.start for m in find_dates(text, day, lexicon) if m.start > day]
    if later:
        return later[0]
    return day + _SOON if is_plan else day
