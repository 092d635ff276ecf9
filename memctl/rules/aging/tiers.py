"""How near a fact is: hot, warm or cold, by its age, its category and its use.

Nothing is ever deleted or retired by it. Cold facts leave the summary, never the file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType

from memctl.graph.entity import Entity
from memctl.graph.fact import Fact, FactId
from memctl.graph.history import is_current
from memctl.language.attributes import read_slots
from memctl.language.lexicon import Lexicon
from memctl.language.questions import CORE, VITAL
from memctl.rules.aging.standing import standing

HOT, WARM, COLD = "hot", "warm", "cold"
TIERS = (HOT, WARM, COLD)
_MOST_USES = 12
"""Uses beyond this many keep a fact from growing cold no longer."""


@dataclass(frozen=True, slots=True)
class Use:
    """How often a fact was given as an answer, and when last."""

    last: date | None = None
    count: int = 0

    def and_then(self, other: "Use") -> "Use":
        """Both together."""
        days = [d for d in (self.last, other.last) if d is not None]
        return Use(max(days, default=None), self.count + other.count)


NEVER = Use()
Uses = Mapping[tuple[str, str], Use]
"""(entity, fact id) -> what is not recorded in the row itself."""


@dataclass(frozen=True, slots=True)
class Decay:
    """When facts grow cold."""

    hot_days: int = 30
    """So long after it began, was confirmed or was used, a fact is hot."""
    cold_days: int = 365
    """So long after that it is cold; each use adds `hot_days`."""
    lasting: tuple[str, ...] = ("relationship", "preference")
    """Categories that never grow cold."""
    uses: Uses = field(default_factory=lambda: MappingProxyType({}))


def tier_of(entity: Entity, fact: Fact, today: date, decay: Decay, lexicon: Lexicon) -> str:
    """The tier of a fact on a day.

    A fact that will end on a day that it names is hot. Undated facts are warm, and so is
    whatever says how things stand with somebody (home, employer, deadline, …), who the user is,
    or what does harm when it is forgotten, however old: it holds until it is replaced.
    """
    age = _age(entity, fact, today, decay)
    if age < 0:
        return WARM
    if age <= decay.hot_days or (fact.valid_until is not None and fact.valid_until >= today):
        return HOT
    count = use_of(entity, fact, decay.uses).count
    limit = decay.cold_days + decay.hot_days * min(count, _MOST_USES)
    if age <= limit or fact.category in decay.lasting:
        return WARM
    lasts = standing(fact, lexicon) in {VITAL, CORE} or _is_a_state(fact, lexicon)
    return WARM if lasts else COLD


def cold_facts(entity: Entity, today: date, decay: Decay, lexicon: Lexicon) -> frozenset[FactId]:
    """The current facts of an entity that are cold."""
    current = (f for f in entity.facts if is_current(f, today))
    return frozenset(f.id for f in current if tier_of(entity, f, today, decay, lexicon) == COLD)


def has_cooled(entity: Entity, since: date, today: date, decay: Decay, lexicon: Lexicon) -> bool:
    """Is a fact cold today that was not on an earlier day, or was cold then and was used since?"""
    if not any((today - _near(f)).days > decay.cold_days for f in entity.facts if f.is_active):
        return False  # most entities: nothing to read
    keys: list[tuple[str, str]] = [(entity.ref, f.id) for f in entity.facts]
    known = {key: decay.uses[key] for key in keys if key in decay.uses}
    then = {key: use for key, use in known.items() if use.last is not None and use.last < since}
    before = cold_facts(entity, since, replace(decay, uses=then), lexicon)
    return before != cold_facts(entity, today, decay, lexicon)


def use_of(entity: Entity, fact: Fact, uses: Uses) -> Use:
    """Every use of a fact: what its row tells and what is not recorded there."""
    recorded = Use(fact.last_accessed, fact.access_count or 0)
    return recorded.and_then(uses.get((entity.ref, fact.id), NEVER))


def _age(entity: Entity, fact: Fact, today: date, decay: Decay) -> int:
    """Days since it began, was confirmed or was used, whichever is nearest; -1: not known."""
    latest = max(_near(fact), use_of(entity, fact, decay.uses).last or date.min)
    return -1 if latest == date.min else max(0, (today - latest).days)


def _near(fact: Fact) -> date:
    """The nearest day that its row tells of, its use aside; the first of all days for none."""
    return max(fact.day or date.min, fact.confirmed_at or date.min, fact.reviewed_at or date.min)


def _is_a_state(fact: Fact, lexicon: Lexicon) -> bool:
    slots = read_slots(fact.text, lexicon)
    return any(s.cardinality == "one" and s.polarity == "state" for s in slots)
