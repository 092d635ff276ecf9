"""Words of change that say themselves of what: who broke up said nothing of the flat.

Such a word ("divorced", "graduated") speaks of one sort of thing. It leaves alone what is of
another sort, whatever other words the two statements share.

Keys read from the data of a language (roles.toml):
    own_objects   a sort of thing -> words of change that speak of nothing else
    objects       the same sort -> what a statement about it touches; where a sort is left out,
                  whatever does not only say who is what to whom
    couples       a statement about two people of whom neither is the user, with group `who`
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from memctl.language.attributes import relation_attributes
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.phrases import Span
from memctl.rules.comparing.anchors import is_name
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import slot_pairs
from memctl.rules.reading import Reading

_DEFINED = re.compile(r"(?P<what>[\w.+-]{1,20}) ?[=＝] ?\w")


def speaks_of_else(old: Reading, new: Reading) -> Relation | None:
    """Is what changes or ends of a sort of which the old statement tells nothing?"""
    if _is_of_another_couple(old, new):
        return tell("apart", "somebody_else", new)
    if _is_begun_again(old, new):
        return tell("apart", "another_of_kind", new)
    if _cues(new) and (_is_definition_of_else(old, new) or _is_bound_elsewhere(old, new)):
        return tell("apart", "another_of_kind", new)
    return None


def _cues(new: Reading) -> tuple[Span, ...]:
    s = new.stances
    return (*s.change, *s.end, *s.leave)


def _is_bound_elsewhere(old: Reading, new: Reading) -> bool:
    """Does every word of change speak of a sort of thing that the old statement does not touch?"""
    if slot_pairs(old, new):
        return False
    bound = tuple(_bound(new))
    if not bound or not all(any(a <= c[0] and c[1] <= b for a, b, _ in bound) for c in _cues(new)):
        return False
    return not any(_speaks_of(old, new, sort) for _, _, sort in bound)


def _speaks_of(old: Reading, new: Reading, sort: str) -> bool:
    told = _objects(new.lexicon).get(sort)
    if told is None:
        relations = relation_attributes(old.lexicon)
        return not (old.slots and all(s.attribute in relations for s in old.slots))
    is_named = any(t.start and is_name(old, new, t) for t in new.terms)
    return is_named or not old.touches.isdisjoint(told)


def _bound(reading: Reading) -> Iterator[tuple[int, int, str]]:
    for sort, pattern in _own_objects(reading.lexicon).items():
        yield from ((m.start(), m.end(), sort) for m in pattern.finditer(reading.text))


def _is_begun_again(old: Reading, new: Reading) -> bool:
    """Does the one tell the end of what the other tells the beginning of?"""
    pairs = slot_pairs(old, new)
    return bool(pairs) and all(a.polarity == "end" and b.polarity == "state" for a, b in pairs)


def _is_of_another_couple(old: Reading, new: Reading) -> bool:
    """Do both tell of a love, and is it that of two people whom the other does not name?"""
    partner = _objects(new.lexicon).get("partner", frozenset())
    if not (old.touches & partner and new.touches & partner):
        return False
    pairs = ((_couple(new), old), (_couple(old), new))
    return any(who and who.casefold() not in other.text.casefold() for who, other in pairs)


def _couple(reading: Reading) -> str:
    if reading.is_named:
        return ""
    found = (p.match(reading.text) for p in _couples(reading.lexicon))
    return next((m["who"] for m in found if m), "")


def _is_definition_of_else(old: Reading, new: Reading) -> bool:
    """Does one say what a name stands for ("Otter = the new shop")? What it is stays so."""
    if _DEFINED.match(old.text):
        return not slot_pairs(old, new)
    found = _DEFINED.match(new.text)
    return found is not None and found["what"].casefold() not in old.text.casefold()


@lru_cache(maxsize=8)
def _own_objects(lexicon: Lexicon) -> Mapping[str, re.Pattern[str]]:
    found: dict[str, list[str]] = {}
    for lang in lexicon.languages:
        for sort, rows in lexicon.table(lang, "own_objects").items():
            found.setdefault(sort, []).extend(rows)
    return {sort: re.compile("|".join(rows), re.IGNORECASE) for sort, rows in found.items()}


@lru_cache(maxsize=8)
def _objects(lexicon: Lexicon) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for lang in lexicon.languages:
        for sort, ids in lexicon.table(lang, "objects").items():
            found[sort] = found.get(sort, frozenset()) | frozenset(ids)
    return found


@lru_cache(maxsize=8)
def _couples(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p) for p in words_of("couples", lexicon))
