"""Of what there is one, another one is told: who captains, or the only one there is.

No word of change is needed where a task that one holds ("captain of the darts team: Bo") is
another's now, or where the new statement says that there is nothing beside it ("pellets only").

Keys read from the data of a language (attributes.toml, turns.toml):
    tasks        concepts of what one at a time does for others
    in_favour    words before what no longer holds ("rather than", "down from"), as regular
                 expressions
    articles     what may stand before the thing then
    stances.sole   only, nothing else, 唯一: there is nothing beside it
"""

import re
from functools import lru_cache
from itertools import pairwise

from memctl.language.lexicon import Lexicon, words_of
from memctl.language.term_kinds import light_words, tasks
from memctl.rules.comparing.anchors import BESIDE_WORDS, anchors_of, is_about_it
from memctl.rules.comparing.bystanders import is_foreign, is_left_alone
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.values import lacking, lacking_names
from memctl.rules.reading import Reading


def another_holder(old: Reading, new: Reading) -> Relation | None:
    """Is one task of one thing told of another name, and nothing else that is of its own?"""
    if _is_told_beside(old, new) or old.stances.report or new.stances.report:
        return None
    was, now = _name_only(old, new), _name_only(new, old)
    if not (was and now):
        return None
    rest = _words(old, was), _words(new, now)
    shared = rest[0] & rest[1]
    is_of_one = rest[0] == rest[1] or (rest[0] <= shared and new.stances.sole)
    if not (is_of_one and shared & tasks(old.lexicon)):
        return None
    # Somebody else with whom it begins is who holds it now.
    is_holder = new.head.casefold() in now
    if (is_foreign(old, new) and not is_holder) or is_left_alone(old, new):
        return None
    return tell("replaces", "another_holder", new)


def only_one(old: Reading, new: Reading) -> Relation | None:
    """Does the new statement say of what both tell that there is nothing beside it?"""
    if _is_told_beside(old, new) or not new.stances.sole or old.stances.sole:
        return None
    anchors = anchors_of(old, new)
    if not anchors or not is_about_it(old, anchors) or new.stances.report:
        return None
    where = {new.clause_of(s[0]) for s in new.stances.sole}
    beside = where | {at - 1 for at in where}
    is_near = any(new.clause_of(t.start) in beside for t in anchors)
    each = _words(old, frozenset()) - new.ids and _words(new, frozenset()) - old.ids
    return tell("replaces", "only_one", new) if is_near and each else None


def instead_of_it(old: Reading, new: Reading) -> Relation | None:
    """Does it name what the older one tells as what holds no longer ("at eight rather than nine")?

    All that stands behind such a word has to be told there, and something else besides.
    """
    if _is_told_beside(old, new) or not _in_favour(new.lexicon).search(new.text):
        return None
    for lead in _in_favour(new.lexicon).finditer(new.text):
        _, end = new.clauses[new.clause_of(lead.start())]
        gone = _values(new, lead.end(), end)
        rest = frozenset().union(*(_values(new, a, min(b, lead.start())) for a, b in new.clauses))
        was = _values(old, 0, len(old.text))
        is_counted = any(value[:1].isdecimal() for value in gone)
        is_it = bool(gone) and gone <= was and (is_counted or bool(rest - was))
        if is_it and (rest & was or (old.is_named and new.is_named)):
            is_let = is_foreign(old, new) or is_left_alone(old, new)
            return None if is_let else tell("replaces", "in_its_place", new)
    return None


def _values(reading: Reading, start: int, end: int) -> frozenset[str]:
    """What is said between two places: words and numbers."""
    words = {
        t.id
        for t in reading.terms
        if start <= t.start and t.end <= end and t.id[:2] not in BESIDE_WORDS
    }
    return frozenset({*words, *(q.plain for q in reading.quantities if start <= q.start < end)})


@lru_cache(maxsize=8)
def _in_favour(lexicon: Lexicon) -> re.Pattern[str]:
    rows = "|".join(words_of("in_favour", lexicon)) or "(?!)"
    articles = "|".join(words_of("articles", lexicon)) or "(?!)"
    return re.compile(rf"\b(?:{rows})\s*(?:(?:{articles})\s+)?", re.IGNORECASE)


def _is_told_beside(old: Reading, new: Reading) -> bool:
    s = new.stances
    return bool(s.aside or s.addition or s.past or old.stances.event or old.stances.past)


def _name_only(one: Reading, other: Reading) -> frozenset[str]:
    """The words of the name that one lacks; none where it also lacks a number or a day."""
    lacks = lacking_names(one, other)
    is_all = lacks == lacking(one, other) and _is_one(one, lacks)
    return frozenset(word.casefold() for word in lacks) if is_all else frozenset()


def _is_one(reading: Reading, words: frozenset[str]) -> bool:
    """Do these words stand side by side?"""
    spans = sorted((reading.text.find(w), len(w)) for w in words)
    return all(b[0] - (a[0] + a[1]) <= 1 for a, b in pairwise(spans))


def _words(reading: Reading, names: frozenset[str]) -> frozenset[str]:
    """What a statement says, without light words and without these names."""
    light = light_words(reading.lexicon)
    return frozenset(
        t.id
        for t in reading.terms
        if t.id[:2] not in BESIDE_WORDS
        and t.id in reading.ids
        and t.id not in light
        and not any(n in reading.text[t.start : t.end].casefold() for n in names)
    )
