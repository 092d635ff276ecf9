"""The same in other words."""

from memctl.language.lexicon import pattern_of, words_of
from memctl.language.phrases import Span
from memctl.language.statements import statements
from memctl.language.term_kinds import light_words, traits
from memctl.language.terms import Term, is_akin
from memctl.rules.comparing.anchors import (
    HAN_CHARACTER,
    anchors_of,
    is_another_day,
    is_beside,
    meets,
)
from memctl.rules.comparing.bystanders import is_one_person, is_unsure
from memctl.rules.comparing.contrasts import tells_another_of_set
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import differing, has_risen, slot_pairs
from memctl.rules.comparing.values import are_opposite, lacking, lacking_names
from memctl.rules.reading import Reading, is_same_value, names_shared

STEM = 4
"""So many first letters tell that two words of one concept are the same word."""
_BRIEF = 3
"""Most terms of a statement that says hardly more than what fills a slot."""
_FEW = 4
"""Most terms of a statement that says little but one trait."""
_CHARACTERS = 2
"""Fewest characters by which two statements in Chinese can be told to be the same."""
_PAIR = 2
"""Characters of a term in Chinese."""


def same_otherwise(old: Reading, new: Reading) -> Relation | None:
    """Both fill a slot alike, or share most of their words."""
    if is_blocked_paraphrase(old, new) or has_risen(old, new):
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
    if not (few ^ many).isdisjoint(words_of("numerals", old.lexicon)):
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


def is_blocked_paraphrase(old: Reading, new: Reading) -> bool:
    """Does the one tell something that the other cannot mean?"""
    a, b = old.stances, new.stances
    return bool(
        is_unsure(old)
        or is_unsure(new)
        or is_denied(old, new) != is_denied(new, old)
        or _is_counted_otherwise(old, new)
        or _adds(old) != _adds(new)
        or (bool(a.past) != bool(b.past) and not (old.numbers and old.numbers == new.numbers))
        or bool(a.plan) != bool(b.plan)
        or _is_turned(old, new)
        or not is_one_person(old, new)
        or goes_another_way(old, new)
        or (b.deed and not a.deed)
        or tells_event(old, new)
        or b.exception
        or b.other
        or differing(old, new)
        or are_opposite(old, new)
        or is_another_day(old, new)
        or _names_another(old, new)
        or (is_swap(old, new) and not (_fill_alike(old, new) or _is_one_in_characters(old, new)))
    )


def tells_event(old: Reading, new: Reading) -> bool:
    """Does it tell what happened to what was so ("passed level 2", "goes to level 3")?"""
    was = old.stances
    return bool(new.stances.event and not (was.event or was.deed or was.past) and lacking(new, old))


def _adds(reading: Reading) -> bool:
    """Does it tell something beside what was? That all stays as it was (照旧) is nothing new."""
    stays = words_of("unchanged", reading.lexicon)
    return any(reading.text[a:b].casefold() not in stays for a, b in reading.stances.addition)


def goes_another_way(old: Reading, new: Reading) -> bool:
    """Does who did it in the one undergo it in the other, or does what stopped go on?

    "Was hired" is not "hires", 小李欠小王 not 小王欠小李; who lost a job and has it has it again.
    """
    stopped, goes_on = old.stances, new.stances
    is_back = bool(stopped.end or stopped.leave) and not (new.negated or old.negated)
    is_back &= not (goes_on.end or goes_on.leave)
    is_back &= not (goes_on.past or goes_on.deed or goes_on.over or old.numbers)
    is_back &= _says_no_more(old, new) and not _is_end_told_by(old, new)
    return is_back or _is_turned_round(old, new) or _is_reversed(old, new)


def _says_no_more(old: Reading, new: Reading) -> bool:
    """Does it hold no word that the older one has not? A pair across two words (洲有) is none."""
    more = new.ids - old.ids
    return all(len(t) == _PAIR and HAN_CHARACTER.match(t[0]) and t[0] in old.text for t in more)


def _is_end_told_by(old: Reading, new: Reading) -> bool:
    """Does a word of the newer one hold the end of the older one (戒酒, 不沾酒)?"""
    ends = [t for t in old.terms if any(meets((t.start, t.end), c) for c in old.stances.end)]
    return any(t.id in new.ids for t in ends)


def _is_turned_round(old: Reading, new: Reading) -> bool:
    """Is one word of both told of who did it here, and of whom it was done to there?"""
    if bool(old.named and not old.named[0][0]) != bool(new.named and not new.named[0][0]):
        return False
    sides = [{_word(r, t): _undergone(r, t) for t in r.terms} for r in (old, new)]
    return any(sides[0][w] != sides[1][w] for w in sides[0].keys() & sides[1].keys())


def _word(reading: Reading, term: Term) -> tuple[str, str]:
    """A term in the word that says it, without its ending."""
    return term.id, reading.text[term.start : term.end].casefold()[:STEM]


def _undergone(reading: Reading, term: Term) -> bool:
    """Is it told with a word for being done to ("was hired", 被雇用) right before it?

    Of what is done now ("is based in") the same is said with and without.
    """
    before = pattern_of("done_to", reading.lexicon, r"\Z")
    return before.search(reading.text, 0, term.start) is not None and (
        not reading.text[term.start].isascii()
        or reading.text[term.start : term.end].endswith(words_of("participles", reading.lexicon))
    )


def _is_reversed(old: Reading, new: Reading) -> bool:
    """Does each name the entity, or who tells it, at the other end of a deed with two ends?"""
    ends = [_is_doer(r) for r in (old, new)]
    if None not in ends:
        return ends[0] != ends[1] or _owes_another(old, new)
    return _stands_otherwise(old, new)


def _owes_another(old: Reading, new: Reading) -> bool:
    """Does a deed of the entity's go to the user in the one only? Who owes me owes no other."""
    mine = [statements(r.lexicon).grammar.first_person.search(r.text) for r in (old, new)]
    return bool(old.named and new.named) and bool(mine[0]) != bool(mine[1])


def _stands_otherwise(old: Reading, new: Reading) -> bool:
    """Does the user stand before such a deed in the one, and behind it in the other?"""
    pattern = pattern_of("directed", new.lexicon)
    told = []
    for reading in (old, new):
        deed = pattern.search(reading.text)
        mine = statements(reading.lexicon).grammar.first_person.search(reading.text)
        if deed is None or mine is None or reading.named:
            return False
        told.append(mine.start() < deed.start())
    return bool(told[0] != told[1])


def _is_doer(reading: Reading) -> bool | None:
    """Is the entity, or who tells it, before such a deed (`directed`)? None: is it at neither?"""
    found = pattern_of("directed", reading.lexicon).search(reading.text)
    if found is None:
        return None
    if reading.named:
        return reading.named[0][0] < found.start()
    before, behind = reading.text[: found.start()].split(), reading.text[found.end() :].split()
    first, objects = (words_of(k, reading.lexicon) for k in ("doing_words", "undergoing_words"))
    if before and before[-1].casefold() in first:
        return True
    return False if behind and behind[0].casefold().strip(".,") in objects else None


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


def _names_another(old: Reading, new: Reading) -> bool:
    """Does each tell a name in letters that the other lacks, however it is spelled?"""
    if HAN_CHARACTER.search(old.text + new.text):
        return False
    return bool(lacking_names(old, new) and lacking_names(new, old))


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
    changed = bool(_come(old, new) and not (a.change or a.end))
    begun = bool(b.starts and not a.starts)
    return bool(b.end and not a.end) or (not is_again and (changed or leaves or moved_on or begun))


def _come(old: Reading, new: Reading) -> list[Span]:
    """Words of change but those that only say who has it (由, 归), where both name the same."""
    s = new.stances
    known = {t.id for t in old.terms}
    return [
        cue
        for cue in s.change
        if not (cue in s.handover and cue[1] - cue[0] == 1 and _has_whom(old, new, cue[1]))
        and not any(
            t.id in known and t.start <= cue[0] < t.end and t.id[:2] == "c:" for t in new.terms
        )
    ]


def _has_whom(old: Reading, new: Reading, at: int) -> bool:
    """Does the old statement hold whom the new one names there, by the word or what it means?"""
    if new.text[at : at + _PAIR] in old.text:
        return True
    return any(t.id in old.ids and t.start == at for t in new.terms)


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
