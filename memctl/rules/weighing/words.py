"""What the words of a candidate do to a row, whatever the days."""

from dataclasses import replace
from functools import lru_cache

from memctl.graph.candidate import Candidate
from memctl.graph.fact import Fact
from memctl.language.attributes import read_slots, value_key
from memctl.language.lexicon import Lexicon
from memctl.language.statements import statements
from memctl.rules.comparing.comparison import relate
from memctl.rules.comparing.relations import Relation
from memctl.rules.cutting.leads import lead_of, statements_in
from memctl.rules.reading import read
from memctl.rules.weighing.case import Case
from memctl.rules.weighing.days import as_come
from memctl.rules.wording import say

_PARTS = 5
"""Most clauses of a row that are looked at one by one."""


def told_of(case: Case, fact: Fact) -> Relation:
    """What the candidate says of the row, as it reads by now, or of one of several things in it."""
    names = case.names_beside(fact)
    found = _told(case, fact, names)
    if found.kind != "same" and (come := as_come(case, fact)) != fact.text:
        found = _told(case, replace(fact, text=come), names)
    if case.candidate.entity == case.entity.ref or lead_of(fact.text, case.lexicon):
        found = _with_parts(found, case, fact, names)
    return found


def _told(case: Case, fact: Fact, names: tuple[str, ...]) -> Relation:
    found = _explicit(case.candidate, fact, case.lexicon)
    return found or relate(fact.text, case.candidate.text, names, case.lexicon)


def _explicit(candidate: Candidate, fact: Fact, lexicon: Lexicon) -> Relation | None:
    """A row that names its slot needs no reading: what fills the same slot is compared."""
    if fact.attribute is None or fact.value is None:
        return None
    slots = [s for s in read_slots(candidate.text, lexicon) if s.attribute == fact.attribute]
    settled = [s for s in slots if s.tense == "present" and not (s.is_hedged or s.is_hearsay)]
    if not settled:
        return None
    if any(s.key == value_key(fact.value, lexicon) for s in settled):
        return Relation(
            "same", say("same_value", candidate.text, lexicon, attribute=fact.attribute)
        )
    if settled[0].cardinality == "one" and settled[0].polarity == "state":
        named = {"attribute": fact.attribute, "was": fact.value, "now": settled[0].value}
        return Relation("replaces", say("one_at_a_time", candidate.text, lexicon, **named))
    return None


def _with_parts(told: Relation, case: Case, fact: Fact, names: tuple[str, ...]) -> Relation:
    """What is done to one of several things that a row tells, where nothing is to all of it."""
    new, lexicon = case.candidate.text, case.lexicon
    if told.kind not in {"apart", "same"} or fact.text == new:
        return told
    s = read(new, names, lexicon).stances
    is_turn = bool(s.end or s.leave) or (told.kind == "apart" and bool(s.change or s.now))
    found = _to_a_part(fact.text, new, names, lexicon) if is_turn else None
    return found or told


@lru_cache(maxsize=10_000)
def _to_a_part(text: str, new: str, names: tuple[str, ...], lexicon: Lexicon) -> Relation | None:
    """What a change or an end does to one of several things that a row tells, by itself."""
    whole, told = read(text, names, lexicon), read(new, names, lexicon)
    if len(whole.clauses) <= 1 or told.touches.isdisjoint(whole.touches):
        return None
    reader = statements(lexicon)
    parts = [said for _, said in statements_in(text, lexicon)]
    if not 1 < len(parts) <= _PARTS or not all(map(reader.stands_alone, parts)):
        return None
    if sum(reader.read(part).is_durable for part in parts) <= 1:
        return None
    found = (relate(p, new, names, lexicon) for p in parts if reader.read(p).is_durable)
    return next((r for r in found if r.kind in {"replaces", "ends"}), None)
