"""Something stopped: an anchor beside a word of end."""

import re
from collections.abc import Sequence

from memctl.language.lexicon import pattern_of, words_of
from memctl.language.phrases import HAN, Span
from memctl.language.term_kinds import broad_concepts, implied_ends, lasting
from memctl.language.terms import Term, empty_characters
from memctl.rules.comparing.anchors import (
    BARE,
    BESIDE_WORDS,
    HAN_CHARACTER,
    WEEKDAYS,
    anchors_of,
    is_about_it,
    is_beside,
    meets,
    overlaps,
    told_outright,
)
from memctl.rules.comparing.paraphrases import STEM, is_denied
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.roles import acted_on
from memctl.rules.comparing.slots import ends_another_value, ends_slot
from memctl.rules.comparing.values import is_led_by_another, lacking_names
from memctl.rules.reading import Reading

_CENTURIES = ("19", "20")
_SHORT = 3
"""Most clauses of a statement that speaks of one thing."""


def ended(old: Reading, new: Reading) -> Relation | None:
    """What both speak of stopped; with something in its place it is replaced."""
    s = new.stances
    is_told = bool(s.end or s.leave or s.over) and not _is_told_already(old, new)
    if not is_told or ends_another_value(old, new):
        return None
    if s.end and ends_slot(old, new) and not s.change:
        is_replaced = _tells_another_value(old, new, s.end[0])
        return _replaced(new) if is_replaced else tell("ends", "no_more", new)
    if _is_no_more(old, new) or _goes_with_it(old, new) or _is_named_in_cue(old, new):
        return tell("ends", "stopped", new)
    anchors = [t for t in anchors_of(old, new) if _is_one_word(old, new, t)]
    anchors = told_outright(old, new, anchors)
    if old.stances.event or not anchors:
        return None
    cue = _end_cue(old, new, anchors)
    if cue is None or not (
        cue in s.leave or is_about_it(old, anchors) or _is_planned(old, anchors)
    ):
        return None
    is_replaced = has_replacement(new, cue) or _tells_another_value(old, new, cue)
    return _replaced(new) if is_replaced else tell("ends", "stopped", new)


def _is_planned(old: Reading, anchors: Sequence[Term]) -> bool:
    """Is it what the old statement plans, whatever that tells besides? The rest goes with it."""
    plans = {old.clause_of(p[0]) for p in old.stances.plan}
    met = {t.id for t in anchors}
    return any(old.clause_of(t.start) in plans for t in old.terms if t.id in met)


def _is_told_already(old: Reading, new: Reading) -> bool:
    """Is every word for an end one that the old statement has too ("is closed on Mondays")?"""
    stops = (*old.stances.end, *old.stances.leave)
    said = {old.text[a:b].casefold() for a, b in stops}
    said |= {t.id for t in old.terms if any(meets((t.start, t.end), c) for c in stops)}

    def is_told(cue: Span) -> bool:
        words = {t.id for t in new.terms if meets((t.start, t.end), cue)}
        return new.text[slice(*cue)].casefold() in said or bool(words & said)

    cues = (*new.stances.end, *new.stances.leave, *new.stances.over)
    return bool(stops) and all(map(is_told, cues))


def _replaced(new: Reading) -> Relation:
    return tell("replaces", "in_its_place", new)


def _tells_another_value(old: Reading, new: Reading, cue: Span) -> bool:
    """Does it tell, in a clause of its own or behind "into", a name, number or day instead?

    In Chinese a name cannot be told by its looks.
    """
    if HAN_CHARACTER.search(new.text):
        return False
    instead = pattern_of("instead", new.lexicon)
    when = {m.end() for m in pattern_of("day_leads", new.lexicon).finditer(new.text)}
    values = {q.start for q in new.quantities if f"{q.plain}#0" not in old.numbers}
    values |= {t.start for t in new.terms if t.id in WEEKDAYS and t.id not in old.ids}
    names = {new.text.find(word) for word in lacking_names(new, old)} - {0}
    values = values - when | names
    stops = {new.clause_of(e[0]) for e in (*new.stances.end, *new.stances.leave)}
    return any(
        new.clause_of(at) not in stops or instead.search(new.text, cue[0], at) is not None
        for at in values
    )


def _is_no_more(old: Reading, new: Reading) -> bool:
    """Is the entity itself no more, so that nothing that went on with it does?"""
    stays = any(w in old.text.casefold() for w in lasting(old.lexicon))
    dated = any(not q.unit and q.plain[:2] in _CENTURIES for q in old.quantities)
    if not new.is_named or stays or dated or old.stances.event or old.stances.past:
        return False
    return any(_stands_alone(new, cue) for cue in new.stances.over)


def _goes_with_it(old: Reading, new: Reading) -> bool:
    """Does something end that is not named, but goes with what is ("retired": the job)?"""
    ends = implied_ends(new.lexicon)
    for term in new.terms:
        if old.touches & ends.get(term.id, frozenset()) and not new.numbers:
            said = [c for c in new.stances.end if meets(c, (term.start, term.end))]
            if any(_stands_alone(new, c) for c in said) and not old.stances.event:
                return True
    return False


def _stands_alone(new: Reading, cue: Span) -> bool:
    """Is it said of the entity, or of who speaks, with nothing else in its clause?"""
    at = new.clause_of(cue[0])
    start, _ = new.clauses[at]
    if HAN_CHARACTER.search(new.text[cue[0] : cue[1]]) and not new.text[start : cue[0]].strip():
        return False  # whose end it is was not said
    return not any(
        new.clause_of(t.start) == at
        and t.id[:2] not in BESIDE_WORDS
        and not meets(cue, (t.start, t.end))
        for t in new.terms
        if t.id not in WEEKDAYS
    )


def _is_named_in_cue(old: Reading, new: Reading) -> bool:
    """Does a cue hold the thing itself ("the cast came off")?"""
    s = old.stances
    if s.event or s.end or s.leave or s.change or anchors_of(old, new):
        return False
    return any(
        c[0] <= t.start and t.end <= c[1] and c[1] - c[0] > t.end - t.start + 1
        for c in (*new.stances.end, *new.stances.leave)
        for t in new.terms
        if t.id in old.ids and t.id[1:2] != ":"
    )


def _is_one_word(old: Reading, new: Reading, term: Term) -> bool:
    """Is a broad concept named by one word in both? Tablets that stop are not any medicine."""
    if _begins_another(old, new, term):
        return False
    if term.id[:2] != "c:" or term.id not in broad_concepts(new.lexicon):
        return True
    said = new.text[term.start : term.end].casefold()[:STEM]
    same = (t for t in old.terms if t.id == term.id)
    return any(old.text[t.start : t.end].casefold().startswith(said) for t in same)


def _begins_another(old: Reading, new: Reading, term: Term) -> bool:
    """Is a word of one character the beginning of a longer one (茶几) that the old one lacks?"""
    word = new.text[term.start : term.end + 1]
    cues = (*new.stances.end, *new.stances.leave, *new.stances.change)
    return (
        re.fullmatch(f"[{HAN}]{{2}}", word) is not None
        and word not in old.text
        and not any(meets(c, (term.end, term.end + 1)) for c in cues)
        and word[1] not in empty_characters(new.lexicon)
        and word[1] not in words_of("carriers", new.lexicon)
    )


def _end_cue(old: Reading, new: Reading, anchors: Sequence[Term]) -> Span | None:
    where = {new.clause_of(t.start) for t in anchors}
    # Where neither says that it is so, by a "not" alone nothing is over.
    vain = [c for c in new.stances.negation if is_denied(old, new)]
    ends, leaves = (
        [c for c in cues if not any(n[0] <= c[0] and c[1] <= n[1] for n in vain)]
        for cues in (new.stances.end, new.stances.leave)
    )
    for cue in ends:
        is_said = new.clause_of(cue[0]) in where or (
            _is_bare_clause(new, cue) and not is_led_by_another(old, new, cue)
        )
        if is_said and acted_on(old, new, cue, anchors, may_arrive=False):
            return cue
    beside = (c for c in leaves if is_beside(new, c, anchors))
    return next((c for c in beside if acted_on(old, new, c, anchors, may_arrive=False)), None)


def _is_bare_clause(new: Reading, cue: Span) -> bool:
    """Does the clause of the cue say little else, so that it speaks of the one beside it?"""
    at = new.clause_of(cue[0])
    inside = [t for t in new.terms if new.clause_of(t.start) == at and not overlaps(t, [cue])]
    if any(t.start == cue[1] + 1 and t.id[:2] not in BESIDE_WORDS for t in inside):
        return False  # what stopped is named ("so he stops driving")
    return len(inside) <= BARE and len(new.clauses) <= _SHORT


def has_replacement(new: Reading, cue: Span) -> bool:
    """Does it tell what came instead of what stopped?"""
    stops = (cue, *new.stances.end)
    starts = (*new.stances.change, *new.stances.now)
    if any(not any(s[0] < e[1] and e[0] < s[1] for e in stops) for s in starts):
        return True
    at = new.clause_of(cue[0])
    return any(new.clause_of(s[0]) != at for s in new.stances.assertion)
