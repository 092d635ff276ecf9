"""The same in other words."""

from memctl.language.terms import is_akin, light_words, opposites
from memctl.rules.comparing.anchors import anchors_of, is_beside
from memctl.rules.comparing.bystanders import is_one_person, is_unsure
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import differing, slot_pairs
from memctl.rules.reading import Reading, is_same_value, names_shared

STEM = 4
"""So many first letters tell that two words of one concept are the same word."""
_CHARACTERS = 2
"""Fewest characters by which two statements in Chinese can be told to be the same."""
_NUMERALS = frozenset("一二三四五六七八九十百千万")


def same_otherwise(old: Reading, new: Reading) -> Relation | None:
    """Both fill a slot alike, or share most of their words."""
    if _is_blocked_paraphrase(old, new):
        return None
    equal = [a for a, b in slot_pairs(old, new) if is_same_value(a, b)]
    ids = _telling_ids(old, new)
    shared = _shared(*ids) + names_shared(old, new)
    least, most = (max(1, pick(map(len, ids))) for pick in (min, max))
    if equal and 3 * shared >= least:
        return tell("same", "same_value", new, attribute=equal[0].attribute)
    is_backed = bool(old.numbers & new.numbers) or (_is_denied(old, new) and _is_denied(new, old))
    enough = 0.5 if is_backed else 0.6
    if shared >= enough * least and shared >= 0.34 * most:
        return tell("same", "same_otherwise", new)
    if _is_one_in_characters(old, new):
        return tell("same", "same_otherwise", new)
    return None


def _is_one_in_characters(old: Reading, new: Reading) -> bool:
    """Do both consist of nearly the same Chinese characters, in whatever order?"""
    few, many = sorted((old.characters, new.characters), key=len)
    if (few ^ many) & _NUMERALS:
        return False
    both = len(few & many)
    return len(few) >= _CHARACTERS and both >= 0.8 * len(few) and both >= 0.6 * len(many)


def _telling_ids(old: Reading, new: Reading) -> tuple[frozenset[str], frozenset[str]]:
    """The terms of each that say something: light words count only where little else is said."""
    light = light_words(old.lexicon)
    a, b = old.ids - light, new.ids - light
    return (a, b) if a and b else (old.ids, new.ids)


def _shared(old: frozenset[str], new: frozenset[str]) -> int:
    """How many terms both have; a word and its longer form ("German", "Germany") are one."""
    rest = [t for t in new - old if len(t) > STEM]
    longer = sum(any(is_akin(a, b) for b in rest) for a in old - new if len(a) > STEM)
    return len(old & new) + longer


def _is_blocked_paraphrase(old: Reading, new: Reading) -> bool:
    a, b = old.stances, new.stances
    return bool(
        is_unsure(old)
        or is_unsure(new)
        or _is_denied(old, new) != _is_denied(new, old)
        or (
            old.numbers
            and new.numbers
            and not (old.numbers <= new.numbers or new.numbers <= old.numbers)
        )
        or bool(a.addition) != bool(b.addition)
        or (bool(a.past) != bool(b.past) and not (old.numbers and old.numbers == new.numbers))
        or bool(a.plan) != bool(b.plan)
        or _is_turned(old, new)
        or not is_one_person(old, new)
        or b.exception
        or b.other
        or differing(old, new)
        or _are_opposite(old, new)
        or (is_swap(old, new) and not _is_one_in_characters(old, new))
    )


def _are_opposite(old: Reading, new: Reading) -> bool:
    for pair in opposites(old.lexicon):
        one, other = pair & old.ids, pair & new.ids
        if one and other and one != other:
            return True
    return False


def _is_denied(one: Reading, other: Reading) -> bool:
    """Is what both speak of negated in `one`?"""
    shared = {one.clause_of(t.start) for t in one.terms if t.id in other.ids}
    return shared <= set(one.negated) if shared else bool(one.negated)


def _is_turned(old: Reading, new: Reading) -> bool:
    """Does the new statement tell a change or an end of which the old one knows nothing?"""
    if new.numbers and new.numbers == old.numbers:
        return False
    a, b = old.stances, new.stances
    anchors = anchors_of(old, new)
    leaves = any(is_beside(new, cue, anchors) for cue in b.leave) and not (a.leave or a.end)
    has_moved = bool(b.now and not a.now and old.ids - new.ids and new.ids - old.ids)
    moved_on = has_moved and not _is_one_in_characters(old, new)
    changed = bool(b.change and not (a.change or a.end))
    return bool(b.end and not a.end) or changed or leaves or moved_on


def is_swap(old: Reading, new: Reading) -> bool:
    """Are they one sentence with one part exchanged ("launched in A", "launched in B")?"""
    a, b = old.plain, new.plain
    head = _common(a, b)
    tail = _common(a[head:][::-1], b[head:][::-1])
    gone, come = a[head : len(a) - tail], b[head : len(b) - tail]
    if names_shared(old, new) or old.ids <= new.ids or new.ids <= old.ids:
        return False
    is_framed = 2 * (head + tail) >= min(len(a), len(b))
    return bool(gone and come and is_framed) and old.numbers == new.numbers


def _common(a: str, b: str) -> int:
    """Length of the common beginning."""
    pairs = enumerate(zip(a, b, strict=False))
    return next((i for i, (x, y) in pairs if x != y), min(len(a), len(b)))
