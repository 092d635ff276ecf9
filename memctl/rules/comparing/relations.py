"""How a new statement stands to an old one, as a value with its reason in words."""

from dataclasses import dataclass
from typing import Literal

from memctl.rules.reading import Reading
from memctl.rules.wording import say

Kind = Literal["same", "replaces", "ends", "corrects", "disagrees", "apart"]


@dataclass(frozen=True, slots=True)
class Relation:
    """How a new statement stands to an old one."""

    kind: Kind
    """`replaces`: both cannot hold and the newer one wins. `disagrees`: both cannot hold,
    but only when they speak of one day."""
    rule: str
    """Which rule fired, in words."""


APART = Relation("apart", "")
"""They have nothing to do with each other."""
BESIDE = Relation("apart", "both can hold")
"""They speak of one thing, and both can hold."""


def tell(kind: Kind, key: str, new: Reading, **parts: str) -> Relation:
    """A relation with its reason in the language of the new statement."""
    return Relation(kind, say(key, new.text, new.lexicon, **parts))
