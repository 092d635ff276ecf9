"""Where no rule decides: how pairs that look alike were labelled by people.

The weights were fitted to labelled pairs (`benchmarks/learn.py`, `language/data/pairs.toml`).
They see no words, only what `features` counts, and they speak where the rules are silent; what
is unsure, hearsay, planned or somebody else's is left alone before they are asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from memctl.language.learned.weights import Weights, read_weights
from memctl.language.lexicon import Lexicon
from memctl.language.phrases import Span
from memctl.language.terms import Term
from memctl.rules.comparing.anchors import (
    BESIDE_WORDS,
    HAN_CHARACTER,
    WEEKDAYS,
    cues_of,
    is_kept,
    is_name,
    kind_changes,
    meets,
)
from memctl.rules.comparing.contrasts import tells_another_of_set
from memctl.rules.comparing.features import between, counts_another, meant
from memctl.rules.comparing.holders import another_holder, instead_of_it
from memctl.rules.comparing.likeness import denies_otherwise, likeness, names_others
from memctl.rules.comparing.paraphrases import (
    goes_another_way,
    is_blocked_paraphrase,
    is_denied,
    is_swap,
)
from memctl.rules.comparing.relations import Kind, Relation, tell
from memctl.rules.comparing.slots import differing, ends_slot, slot_pairs
from memctl.rules.comparing.updates import another_dose
from memctl.rules.comparing.values import are_opposite, counted_otherwise, lacking
from memctl.rules.reading import Reading, names_shared

SURE = 0.8
"""From this share on a statement replaces, or ends, another one."""
SURE_OF_SWAP = 0.93
"""The same where one part of a sentence is exchanged: plays the oboe, plays the bassoon."""
HALF = 0.5
"""The same where a word of change stands beside the part."""
UNLIKELY = 0.1
"""Below this share a rule that tells of a change has misread the pair: nothing is retired."""
SAME = 0.85
"""From this share on it says the same."""
SAME_VALUES = 0.65
"""The same where neither tells a name, a number or a day that the other lacks."""
LIKELY_SAME = 0.6
"""The same where nothing that they tell speaks against it, and half of it is the same."""
_HALF, _THIRD = 0.5, 0.3
_PAIRS = 64
"""A pair is asked about by several, one after the other; more would keep its readings alive."""

_MEASURES = ("q:", "u:")

_READINGS = 1024
"""Each statement stands in many pairs, as the older one and as the newer."""


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


@lru_cache(maxsize=_PAIRS)
def likely(old: Reading, new: Reading) -> Likely | None:
    """How likely it is; None where a lexicon brings nothing that was learned."""
    weights = _weights(old.lexicon)
    if weights is None:
        return None
    own = (_own(weights, old, "old"), _own(weights, new, "new"))
    shares = weights.shares(between(old, new), *own)
    return Likely(shares["replaces"], shares["ends"], shares["same"])


@lru_cache(maxsize=_READINGS)
def _own(weights: Weights, reading: Reading, which: str) -> Sequence[float]:
    """What speaks for each answer in one of the two statements alone."""
    return weights.sums(meant(reading, which))


@lru_cache(maxsize=8)
def _weights(lexicon: Lexicon) -> Weights | None:
    return read_weights(lexicon.common.get("pairs", {}))


def weighed(told: Relation | None, old: Reading, new: Reading) -> Relation | None:
    """What the rules tell of a pair, with what was learned where they are silent or misread it."""
    if told is None:
        return as_learned(old, new)
    if told.kind == "disagrees":
        return _swapped(old, new) or told
    is_change = told.kind in {"replaces", "ends"}
    return tell("apart", "unlikely", new) if is_change and is_unlikely(old, new) else told


def as_learned(old: Reading, new: Reading) -> Relation | None:
    """What most labelled pairs that look like this one were, where the rules are silent."""
    # Of two members of one kind the rules have looked whether they are of one thing; what was
    # done to a thing once says nothing of what it is.
    if kind_changes(old, new) or new.stances.deed:
        return None
    found = likely(old, new)
    if found is None:
        return None
    is_change = found.changes >= SURE and found.changes > found.same
    if is_change and _have_one_thing(old, new) and _tells_news(old, new):
        return _changed(found, old, new)
    enough = SAME_VALUES if _is_of_one_value(old, new) else SAME
    enough = min(enough, LIKELY_SAME if _is_half_the_same(old, new) else SAME)
    if found.same >= enough and not _is_never_same(old, new):
        return tell("same", "learned_same", new, share=_percent(found.same), words=_told(old, new))
    return None


def _is_of_one_value(old: Reading, new: Reading) -> bool:
    """Does one of the two tell no name, number or day that the other lacks, and no other word?

    Names in Chinese cannot be told by their looks.
    """
    if HAN_CHARACTER.search(old.text + new.text) or is_swap(old, new):
        return False
    # Of one hour much is told, and of one weekday.
    met = any(t[:2] != "u:" and t not in WEEKDAYS for t in old.touches & new.touches)
    if not met and not (old.is_named and new.is_named):
        return False
    return not (lacking(old, new) and lacking(new, old))


def _is_never_same(old: Reading, new: Reading) -> bool:
    """Is it told of another, or the other way round, however alike the words are?"""
    is_denied_once = is_denied(old, new) != is_denied(new, old)
    is_denied_once |= are_opposite(old, new) or bool(_stops(old)) != bool(_stops(new))
    return is_denied_once or goes_another_way(old, new) or tells_another_of_set(old, new)


def _is_half_the_same(old: Reading, new: Reading) -> bool:
    """Is one half of what the one says said by the other too, and nothing told otherwise?"""
    if not HAN_CHARACTER.search(new.text) or is_blocked_paraphrase(old, new):
        return False
    if denies_otherwise(old, new):
        return False
    was, now = old.numbers - new.numbers, new.numbers - old.numbers
    more, less = likeness(old, new)
    is_told_alike = more >= _HALF and less >= _THIRD
    return is_told_alike and not (was and now) and not names_others(old, new)


def _stops(reading: Reading) -> tuple[Span, ...]:
    s = reading.stances
    return (*s.end, *s.leave, *s.over)


def _have_one_thing(old: Reading, new: Reading) -> bool:
    """Do they share a word or a value? Two words of change, a day or a unit are no likeness.

    A name says who or where: what is told of it has to be that something changed there.
    """
    if _exchanges_another(old, new):
        return False
    met = [
        t
        for t in new.terms
        if t.id in old.ids and t.id not in WEEKDAYS and t.id[:2] not in _MEASURES
    ]
    shared = [
        t for t in met if not is_kept(new, t) and (not is_name(old, new, t) or _is_turned(new, t))
    ]
    return bool(shared or slot_pairs(old, new) or names_shared(old, new))


def _tells_news(old: Reading, new: Reading) -> bool:
    """Is there anything that says, or shows, that it is otherwise now? Likeness alone is none."""
    s = new.stances
    if _meet_in_topic_only(old, new):
        return False
    is_said = bool(cues_of(new) or s.over or s.swap or s.correction or s.sole)
    return (
        is_said
        or counted_otherwise(old, new)
        or bool(slot_pairs(old, new))
        or is_swap(old, new)
        or are_opposite(old, new)
    )


def _meet_in_topic_only(old: Reading, new: Reading) -> bool:
    """Do both begin with one name, and tell different matters of it (北塔的接口人, 北塔延期了)?

    Only of Chinese, where a name that is not known is a word like any.
    """
    if not HAN_CHARACTER.match(new.text) or _stops(new):
        return False
    if slot_pairs(old, new) or counted_otherwise(old, new):
        return False
    met = [t for t in new.terms if t.id in old.ids and t.id[:2] not in BESIDE_WORDS]
    head = met[0].end if met and not met[0].start else 0
    return bool(head) and all(t.end <= head for t in met)


def _exchanges_another(old: Reading, new: Reading) -> bool:
    """Is all that changed another thing than they share ("everybody changed seats")?"""
    s = new.stances
    told = (*s.change, *s.swap)
    if not s.exchange or not all(any(meets(c, e) for e in s.exchange) for c in told):
        return False
    if s.now or _stops(new):
        return False
    at = {new.clause_of(c[0]) for c in s.exchange}
    return not any(new.clause_of(t.start) in at for t in new.terms if t.id in old.ids)


def _is_turned(new: Reading, term: Term) -> bool:
    """Is it said in its clause that something changed, or stopped?"""
    at = new.clause_of(term.start)
    return any(new.clause_of(c[0]) == at for c in (*new.stances.change, *_stops(new)))


def _swapped(old: Reading, new: Reading) -> Relation | None:
    """The same of two that disagree when they are told of one day: do they on any day?"""
    found = likely(old, new)
    if found is None or counts_another(old, new):
        return None
    is_told = bool(new.stances.change or new.stances.sole) and is_swap(old, new)
    if found.changes < (HALF if is_told else SURE_OF_SWAP):
        return None
    if not (_have_one_thing(old, new) and _tells_news(old, new)):
        return None
    return _changed(found, old, new)


def is_unlikely(old: Reading, new: Reading) -> bool:
    """Were nearly no labelled pairs that look like this one a change, whatever the rules say?

    Pairs in two languages share no words: of them nothing was learned. Two values of what one
    has one of at a time need no likeness, nor does the end of a value by its name, nor two
    members of a kind that one of the kin has ("Mum's car").
    """
    is_plain = bool(differing(old, new) or ends_slot(old, new))
    is_plain |= bool(another_holder(old, new) or instead_of_it(old, new) or another_dose(old, new))
    if is_plain or (old.kin & new.kin and kind_changes(old, new)):
        return False
    if bool(HAN_CHARACTER.search(old.text)) != bool(HAN_CHARACTER.search(new.text)):
        return False
    found = likely(old, new)
    return found is not None and found.changes < UNLIKELY


def _changed(found: Likely, old: Reading, new: Reading) -> Relation:
    kind: Kind = "ends" if found.ends > found.replaces else "replaces"
    return tell(kind, "learned", new, share=_percent(found.changes), words=_told(old, new))


def _percent(share: float) -> str:
    return str(min(99, int(100 * share)))


def _told(old: Reading, new: Reading) -> str:
    """The words by which they meet and those that tell of a change, as the new one writes them."""
    spans = {
        (t.start, t.end) for t in new.terms if t.id in old.ids and t.id[:2] not in BESIDE_WORDS
    }
    spans |= set(cues_of(new))
    return ", ".join(dict.fromkeys(new.text[a:b].strip() for a, b in sorted(spans))) or new.text
