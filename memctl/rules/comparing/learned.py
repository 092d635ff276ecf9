"""Where no rule decides: how pairs that look alike were labelled by people.

The weights were fitted to labelled pairs (`benchmarks/learn.py`, `language/data/pairs.toml`).
They see no words, only what `features` counts, and they speak where the rules are silent; what
is unsure, hearsay, planned or somebody else's is left alone before they are asked.
"""

from dataclasses import dataclass
from functools import lru_cache

from memctl.language.lexicon import Lexicon
from memctl.language.weights import Weights, read_weights
from memctl.rules.comparing.anchors import BESIDE_WORDS, cues_of
from memctl.rules.comparing.features import features
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.reading import Reading

SURE = 0.8
"""From this share on a statement replaces, or ends, another one."""
SAME = 0.85
"""From this share on it says the same."""


@dataclass(frozen=True, slots=True)
class Likely:
    """How likely each way is in which a statement can stand to another one."""

    replaces: float
    ends: float
    same: float

    @property
    def changes(self) -> float:
        """That both cannot hold."""
        return self.replaces + self.ends


@lru_cache(maxsize=4096)
def likely(old: Reading, new: Reading) -> Likely | None:
    """How likely it is; None where a lexicon brings nothing that was learned."""
    weights = _weights(old.lexicon)
    if weights is None:
        return None
    shares = weights.shares(features(old, new))
    return Likely(shares["replaces"], shares["ends"], shares["same"])


@lru_cache(maxsize=8)
def _weights(lexicon: Lexicon) -> Weights | None:
    return read_weights(lexicon.common.get("pairs", {}))


def as_learned(old: Reading, new: Reading) -> Relation | None:
    """What most labelled pairs that look like this one were."""
    found = likely(old, new)
    if found is None:
        return None
    if found.changes >= SURE and found.changes > found.same:
        kind = "ends" if found.ends > found.replaces else "replaces"
        return tell(kind, "learned", new, share=_percent(found.changes), words=_told(old, new))
    if found.same >= SAME:
        return tell("same", "learned_same", new, share=_percent(found.same), words=_told(old, new))
    return None


def _percent(share: float) -> int:
    return min(99, int(100 * share))


def _told(old: Reading, new: Reading) -> str:
    """The words by which they meet and those that tell of a change, as the new one writes them."""
    spans = {
        (t.start, t.end) for t in new.terms if t.id in old.ids and t.id[:2] not in BESIDE_WORDS
    }
    spans |= set(cues_of(new))
    return ", ".join(dict.fromkeys(new.text[a:b].strip() for a, b in sorted(spans))) or new.text
