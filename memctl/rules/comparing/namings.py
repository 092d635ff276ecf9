"""How something is called: only another name takes the place of that."""

from memctl.rules.comparing.anchors import BESIDE_WORDS, HAN_CHARACTER, anchors_of
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.reading import Reading

RENAMES = "c:renames"
NAMING = frozenset({"c:called", RENAMES})
_FEW = 3
"""Most terms of a statement that only says what is called how; of a Chinese one twice as many."""


def renamed(old: Reading, new: Reading) -> Relation | None:
    """What is called so is called otherwise; what else becomes of it leaves its name alone."""
    if not is_naming(old) or NAMING.isdisjoint(new.ids) or not anchors_of(old, new):
        return None
    is_turn = RENAMES in new.ids or new.stances.change or new.stances.now
    return tell("replaces", "changed", new) if is_turn else None


def is_naming(reading: Reading) -> bool:
    """Does it tell hardly more than how somebody or something is called?"""
    said = [t for t in reading.terms if t.id[:2] not in BESIDE_WORDS]
    is_han = HAN_CHARACTER.search(reading.text)
    return not NAMING.isdisjoint(reading.ids) and len(said) <= _FEW * (2 if is_han else 1)
