"""The same in other words."""

from memctl.language.terms import is_akin, light_words, opposites, traits
from memctl.rules.comparing.anchors import HAN_CHARACTER, anchors_of, is_another_day, is_beside
from memctl.rules.comparing.bystanders import is_one_person, is_unsure
from memctl.rules.comparing.contrasts import tells_another_of_set
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import differing, slot_pairs
from memctl.rules.reading import Reading, is_same_value, names_shared

STEM = 4
"""So many first letters tell that two words of one concept are the same word."""
_BRIEF = 3
"""Most terms of a statement that says hardly more than what fills a slot."""
_FEW = 4
"""Most terms of a statement that says little but one trait."""
_CHARACTERS = 2
"""Fewest characters by which two statements in Chinese can be told to be the same."""
_NUMERALS = frozenset("一二三四五六七八九十百千万")


def same_otherwise(old: Reading, new: Reading) -> Relation | None:
    """Both fill a slot alike, or share most of their words."""
    if _is_blocked_paraphrase(old, new):
        return None
    found = _said_otherwise(old, new)
    return None if found and tells_another_of_set(old, new) else found


def _said_otherwise(old: Reading, new: Reading) -> Relation | None:
    equal = [a for a, b in slot_pairs(old, new) if is_same_value(a, b)]
    shared = _shared(old.ids, new.ids) + names_shared(old, new)
    is_brief = max(len(old.ids), len(new.ids)) <= _BRIEF
    if equal and (is_brief or 3 * shared >= max(1, min(len(old.ids), len(new.ids)))):
        return tell("same", "same_value", new, attribute=equal[0].attribute)
    if _is_mostly_one(old, new) or _is_one_trait(old, new) or _is_one_in_characters(old, new):
        return tell("same", "same_otherwise", new)
    return None


def _is_mostly_one(old: Reading, new: Reading) -> bool:
    """Do they share most of their terms, with light words or without?"""
    is_backed = bool(old.numbers & new.numbers) or (is_denied(old, new) and is_denied(new, old))
    enough = 0.5 if is_backed else 0.6
    for ids in ((old.ids, new.ids), _telling_ids(old, new)):
        shared = _shared(*ids) + names_shared(old, new)
        least, most = (max(1, pick(map(len, ids))) for pick in (min, max))
        if shared >= enough * least and shared >= 0.34 * most:
            return True
    return False


def _is_one_trait(old: Reading, new: Reading) -> bool:
    """Do both say little but one trait, which is a statement by itself ("colour-blind")?"""
    most = max(len(r.ids) / (2 if HAN_CHARACTER.search(r.text) else 1) for r in (old, new))
    return bool(old.ids & new.ids & traits(old.lexicon)) and most <= _FEW


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
        or is_denied(old, new) != is_denied(new, old)
        or _is_counted_otherwise(old, new)
        or bool(a.addition) != bool(b.addition)
        or (bool(a.past) != bool(b.past) and not (old.numbers and old.numbers == new.numbers))
        or bool(a.plan) != bool(b.plan)
        or _is_turned(old, new)
        or not is_one_person(old, new)
        or (b.deed and not a.deed)
        or b.exception
        or b.other
        or differing(old, new)
        or _are_opposite(old, new)
        or is_another_day(old, new)
        or (is_swap(old, new) and not (_fill_alike(old, new) or _is_one_in_characters(old, new)))
    )


def _fill_alike(old: Reading, new: Reading) -> bool:
    return any(is_same_value(a, b) for a, b in slot_pairs(old, new))


def _is_counted_otherwise(old: Reading, new: Reading) -> bool:
    """Do their numbers differ, but for those in a word that both share (每月, 一个月)?"""
    if not (old.quantities and new.quantities):
        return False
    both = old.ids & new.ids
    one, other = (
        {
            q.plain
            for q in r.quantities
            if not any(t.start <= q.start and q.end <= t.end for t in r.terms if t.id in both)
        }
        for r in (old, new)
    )
    if not one or not other:
        return False
    is_within = old.numbers <= new.numbers or new.numbers <= old.numbers
    return not (is_within or one <= other or other <= one)


def _are_opposite(old: Reading, new: Reading) -> bool:
    for pair in opposites(old.lexicon):
        one, other = pair & old.ids, pair & new.ids
        if one and other and one != other:
            return True
    return False


def is_denied(one: Reading, other: Reading) -> bool:
    """Is what both speak of negated in `one`?"""
    if not one.negated:
        return False
    shared = {one.clause_of(t.start) for t in one.terms if t.id in other.ids}
    return shared <= set(one.negated) if shared else bool(one.negated)


def _is_turned(old: Reading, new: Reading) -> bool:
    """Does the new statement tell a change or an end of which the old one knows nothing?"""
    a, b = old.stances, new.stances
    is_again = bool(new.numbers and new.numbers == old.numbers)
    anchors = anchors_of(old, new)
    leaves = any(is_beside(new, cue, anchors) for cue in b.leave) and not (a.leave or a.end)
    has_moved = bool(b.now and not a.now and old.ids - new.ids and new.ids - old.ids)
    moved_on = has_moved and not _is_one_in_characters(old, new)
    changed = bool(b.change and not (a.change or a.end))
    begun = bool(b.starts and not a.starts)
    return bool(b.end and not a.end) or (not is_again and (changed or leaves or moved_on or begun))


def is_swap(old: Reading, new: Reading) -> bool:
    """Are they one sentence with one part exchanged ("launched in A", "launched in B")?"""
    if old.numbers != new.numbers or names_shared(old, new):
        return False
    if _shared(old.ids, new.ids) >= min(len(old.ids), len(new.ids)):
        return False
    a, b = old.plain, new.plain
    head, tail = framed(a, b)
    gone, come = a[head : len(a) - tail], b[head : len(b) - tail]
    is_framed = 2 * (head + tail) >= min(len(a), len(b))
    return bool(gone and come and is_framed)


def framed(a: str, b: str) -> tuple[int, int]:
    """How many characters two texts share at the beginning, and behind these at the end."""
    head = _common(a, b)
    return head, _common(a[head:][::-1], b[head:][::-1])


def _common(a: str, b: str) -> int:
    """Length of the common beginning, found in halves."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
