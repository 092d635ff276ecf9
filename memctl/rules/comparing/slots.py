"""One attribute, two values: both cannot hold."""

import re
from functools import lru_cache

from memctl.language.attributes import (
    SlotReading,
    attributes_of_things,
    relation_attributes,
)
from memctl.language.lexicon import Lexicon, pattern_of, words_of
from memctl.language.phrases import HAN
from memctl.language.term_kinds import weak_anchors
from memctl.language.terms import Term, empty_characters
from memctl.rules.comparing.anchors import BESIDE_WORDS, meets
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.reading import Reading, is_same_value

_ROLE = "role"
_MANY = 5
"""Clauses from which on a statement holds several facts, of which one may go on."""
_REACHED_AT = frozenset({"phone", "email"})
"""What the user keeps of others too: the number of the vet is not the user's own."""
_DAILY = frozenset({"school_year", "diet", "work_place", "home"})
"""What can be otherwise for a day ("took Year 6 swimming on Friday")."""
_LABELS = frozenset({"c:phone", "c:email"})
_HAN = re.compile(f"[{HAN}]")


def slot_pairs(old: Reading, new: Reading) -> list[tuple[SlotReading, SlotReading]]:
    """The one-value attributes that both fill."""
    return [
        (a, b)
        for a in old.slots
        for b in new.slots
        if a.attribute == b.attribute and a.cardinality == b.cardinality == "one"
    ]


def differing(old: Reading, new: Reading) -> tuple[SlotReading, SlotReading] | None:
    """A one-value attribute for which the new statement gives only other values."""
    is_changed = bool(new.stances.change)
    pairs = [
        (a, b)
        for a, b in slot_pairs(old, new)
        if b.tense != "past" and a.polarity == "state" and (is_changed or b.polarity == "state")
    ]
    is_risen = has_risen(old, new)
    equal = {
        a.attribute
        for a, b in pairs
        if not is_risen and _is_equal(a, b, old.lexicon, is_changed=is_changed)
    }
    return next(((a, b) for a, b in pairs if a.attribute not in equal), None)


def _is_equal(a: SlotReading, b: SlotReading, lexicon: Lexicon, *, is_changed: bool) -> bool:
    """A part of a value is the value ("engineer", "staff engineer"), unless it changed."""
    if is_changed and a.key < b.key:
        return False
    return is_same_value(a, b) and not (is_changed and _rose(a.value, b.value, lexicon))


def _rose(was: str, now: str, lexicon: Lexicon) -> bool:
    """Did a rank lose its "deputy" or gain one, or gain a "senior"?"""
    first, then = was.casefold().strip(), now.casefold().strip()
    if any(first.startswith(w) != then.startswith(w) for w in words_of("lesser", lexicon)):
        return True
    greater = words_of("greater", lexicon)
    return then.startswith(greater) and not first.startswith(greater)


def has_risen(old: Reading, new: Reading) -> bool:
    """Is it the same role of another rank by now ("from Monday I'm senior engineer")?"""
    return bool(new.stances.change or new.stances.now) and any(
        is_same_value(a, b) and _rose(a.value, b.value, old.lexicon)
        for a, b in slot_pairs(old, new)
        if a.attribute == _ROLE and b.tense != "past"
    )


def two_values(old: Reading, new: Reading) -> Relation | None:
    """A newer value of a one-value attribute takes the place of the older."""
    found = differing(old, new)
    if found is None or new.stances.aside:
        return None
    was, now = found
    is_said = bool(new.stances.change or new.stances.now or new.stances.end)
    is_agreed = is_said or bool(new.stances.settled)
    if not (is_agreed or new.stances.starts) and _is_once(old, new, was):
        return tell("apart", "exception", new)
    is_crowded = len(old.clauses) > _MANY and len(new.slots) < len(old.clauses)
    is_wider = is_crowded or any(f not in new.scopes for f in old.scopes)
    is_another = _is_priced_apart(old, new, was, now) or _is_reached_elsewhere(old, new, was)
    is_another |= _is_led_apart(old, new, was, now)
    if is_wider or is_another or _is_narrowed(old, new, now):
        return tell("apart", "maybe_another", new)
    is_narrower = any(family not in old.scopes for family in new.scopes)
    is_elsewhere = old.is_named and not new.is_named and _names_another(old, new, now)
    if not is_said and (is_narrower or is_elsewhere):
        return tell("apart", "maybe_else", new)
    if not is_agreed and _is_of_another_thing(old, new, was, now):
        return tell("disagrees", "sources", new)
    named = {"attribute": was.attribute, "was": was.value, "now": now.value}
    return tell("replaces", "one_at_a_time", new, **named)


def _is_once(old: Reading, new: Reading, slot: SlotReading) -> bool:
    """Is only told what was so on one day, and the older one tells of no such day?"""
    once = _once(new.lexicon)
    return slot.attribute in _DAILY and bool(once.search(new.text)) and not once.search(old.text)


@lru_cache(maxsize=8)
def _once(lexicon: Lexicon) -> re.Pattern[str]:
    tables = (lexicon.table(language, "possessions") for language in lexicon.languages)
    rows = [row for table in tables for row in table.get("once", ())]
    return re.compile("|".join(rows) or "(?!)", re.IGNORECASE)


def _is_of_another_thing(old: Reading, new: Reading, was: SlotReading, now: SlotReading) -> bool:
    """Do both say besides of what they tell the price, or the date, and not of one thing?"""
    if was.attribute not in attributes_of_things(new.lexicon):
        return False
    return _says_else(old, new, was) and _says_else(new, old, now)


def _is_priced_apart(old: Reading, new: Reading, was: SlotReading, now: SlotReading) -> bool:
    """Does each tell of what it gives the price, and are these two things?

    Where one names the entity, the entity is what is priced.
    """
    things = attributes_of_things(new.lexicon) - relation_attributes(new.lexicon)
    if was.attribute not in things or old.is_named or new.is_named:
        return False
    before, after = _priced(old, was), _priced(new, now)
    return bool(before and after) and before.isdisjoint(after)


def _is_led_apart(old: Reading, new: Reading, was: SlotReading, now: SlotReading) -> bool:
    """Does each say before who has it what it is, and are these two things?

    What tells of somebody ("my manager") says it of the user. In English the name comes first.
    """
    if not _HAN.search(new.text):
        return False
    tells = attributes_of_things(new.lexicon) & relation_attributes(new.lexicon)
    if was.attribute not in tells or old.is_named or new.is_named:
        return False
    before, after = _handed_on(old, was), _handed_on(new, now)
    return bool(before and after) and before.isdisjoint(after)


def _handed_on(reading: Reading, slot: SlotReading) -> frozenset[str]:
    """The words of its clause before who has it, without those of change.

    In Chinese it may be a single character (群), which is no term.
    """
    at = reading.clause_of(slot.span[0])
    cues = (*reading.stances.change, *reading.stances.now, slot.span)
    words = frozenset(
        t.id
        for t in reading.terms
        if t.id[:2] not in BESIDE_WORDS
        and reading.clause_of(t.start) == at
        and t.end <= slot.span[0]
        and not any(meets(c, (t.start, t.end)) for c in cues)
    )
    start = reading.clauses[at][0]
    first = reading.text[start : start + 1]
    is_said = _HAN.match(first) and first not in empty_characters(reading.lexicon)
    is_cue = start >= slot.span[0] or any(c[0] == start for c in cues)
    return words or frozenset({first} if is_said and not is_cue else ())


def _priced(reading: Reading, slot: SlotReading) -> frozenset[str]:
    """What a statement says besides of the amount, its label and the words of change."""
    weak = weak_anchors(reading.lexicon)
    cues = (*reading.stances.change, *reading.stances.now, slot.span)
    # What a price is counted by tells nothing of what is priced.
    each = words_of("each", reading.lexicon)
    return frozenset(
        t.id
        for t in reading.terms
        if t.id[:2] not in BESIDE_WORDS
        and t.id not in weak
        and t.id != f"c:{slot.attribute}"
        and not t.id.startswith(each)
        and not any(meets(c, (t.start, t.end)) for c in cues)
    )


def _is_reached_elsewhere(old: Reading, new: Reading, slot: SlotReading) -> bool:
    """Is the one number, or address, somebody else's ("the vet's number")?"""
    if slot.attribute not in _REACHED_AT:
        return False
    was, now = _owners(old), _owners(new)
    return was != now and was.isdisjoint(now)


def _owners(reading: Reading) -> frozenset[str]:
    """Whose number, or address, it says that it tells."""
    labels = [t for t in reading.terms if t.id in _LABELS]
    others = [t for t in reading.terms if t.id[:2] not in BESIDE_WORDS and t.id not in _LABELS]
    return frozenset(t.id for t in others if any(_owns(reading, t, la) for la in labels))


def _owns(reading: Reading, term: Term, label: Term) -> bool:
    key = "owns" if term.end <= label.start else "is_of"
    at = min(term.end, label.end), max(term.start, label.start)
    return at[0] <= at[1] and bool(pattern_of(key, reading.lexicon).fullmatch(reading.text, *at))


def _is_narrowed(old: Reading, new: Reading, slot: SlotReading) -> bool:
    """Does a word that the old statement lacks narrow what is counted ("the travel budget")?"""
    is_counted = any(k.startswith("n:") for k in slot.key)
    if slot.attribute not in attributes_of_things(new.lexicon) or not is_counted:
        return False
    at = new.clause_of(slot.span[0])
    known = {t.id for t in old.terms}
    own = [
        t
        for t in new.terms
        if t.id[:2] not in BESIDE_WORDS
        and new.clause_of(t.start) == at
        and not any(meets(cue, (t.start, t.end)) for cue in new.stances.change)
    ]
    ends = {w.end for w in own if w.id not in known and not new.text[w.start].isupper()}
    gaps = {
        t.start - (new.text[t.start - 1] == " ") for t in own if t.id[:2] == "c:" and t.id in known
    }
    return not ends.isdisjoint(gaps - {0})


def _says_else(one: Reading, other: Reading, slot: SlotReading) -> bool:
    """Has a statement a word, outside of what fills the slot, that the other one lacks?"""
    return any(
        t.id not in other.ids
        and t.id[:2] not in BESIDE_WORDS
        and not meets(slot.span, (t.start, t.end))
        for t in one.terms
    )


def _names_another(old: Reading, new: Reading, slot: SlotReading) -> bool:
    """Does a name that the old statement lacks stand before the value?

    Chinese names cannot be told by their looks: there any words before the value may be one.
    """
    before = new.text[: slot.span[0]]
    names = re.findall(r"(?<=\w )[A-Z]\w+", before)
    return any(name not in old.text for name in names) or bool(re.search(rf"[{HAN}]", before))


def ends_another_value(old: Reading, new: Reading) -> bool:
    """Does the new statement say of nothing but other values that they are no more?"""
    pairs = slot_pairs(old, new)
    return bool(pairs) and all(
        a.polarity == "state" and b.polarity == "end" and not is_same_value(a, b) for a, b in pairs
    )


def ends_slot(old: Reading, new: Reading) -> bool:
    """Does the new statement say of the very value that it is no more ("no longer reports to")?"""
    return any(
        a.polarity == "state" and b.polarity == "end" and b.tense != "plan" and is_same_value(a, b)
        for a, b in slot_pairs(old, new)
    )
