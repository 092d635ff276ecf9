"""Something stopped: an anchor beside a word of end."""

from collections.abc import Sequence

from memctl.language.phrases import Span
from memctl.language.terms import Term, broad_concepts
from memctl.rules.comparing.anchors import BARE, anchors_of, is_about_it, is_beside, overlaps
from memctl.rules.comparing.paraphrases import STEM
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import slot_pairs
from memctl.rules.reading import Reading, is_same_value

_SHORT = 3
"""Most clauses of a statement that speaks of one thing."""


def _ended_slot(old: Reading, new: Reading) -> bool:
    """Does the new statement say of the very value that it is no more ("no longer reports to")?"""
    return any(
        a.polarity == "state" and b.polarity == "end" and b.tense != "plan" and is_same_value(a, b)
        for a, b in slot_pairs(old, new)
    )


def ended(old: Reading, new: Reading) -> Relation | None:
    """What both speak of stopped; with something in its place it is replaced."""
    if new.stances.end and _ended_slot(old, new) and not new.stances.change:
        return tell("ends", "no_more", new)
    if not (new.stances.end or new.stances.leave):
        return None
    anchors = [t for t in anchors_of(old, new) if _is_one_word(old, new, t)]
    if old.stances.event or not anchors:
        return None
    cue = _end_cue(new, anchors)
    if cue is None or not (cue in new.stances.leave or is_about_it(old, anchors)):
        return None
    if _has_replacement(new, cue):
        return tell("replaces", "in_its_place", new)
    return tell("ends", "stopped", new)


def _is_one_word(old: Reading, new: Reading, term: Term) -> bool:
    """Is a broad concept named by one word in both? Tablets that stop are not any medicine."""
    if term.id[:2] != "c:" or term.id not in broad_concepts(new.lexicon):
        return True
    said = new.text[term.start : term.end].casefold()[:STEM]
    same = (t for t in old.terms if t.id == term.id)
    return any(old.text[t.start : t.end].casefold().startswith(said) for t in same)


def _end_cue(new: Reading, anchors: Sequence[Term]) -> Span | None:
    where = {new.clause_of(t.start) for t in anchors}
    for cue in new.stances.end:
        if new.clause_of(cue[0]) in where or _is_bare_clause(new, cue):
            return cue
    return next((c for c in new.stances.leave if is_beside(new, c, anchors)), None)


def _is_bare_clause(new: Reading, cue: Span) -> bool:
    """Does the clause of the cue say little else, so that it speaks of the one beside it?"""
    at = new.clause_of(cue[0])
    inside = [t for t in new.terms if new.clause_of(t.start) == at and not overlaps(t, [cue])]
    return len(inside) <= BARE and len(new.clauses) <= _SHORT


def _has_replacement(new: Reading, cue: Span) -> bool:
    stops = (cue, *new.stances.end)
    starts = (*new.stances.change, *new.stances.now)
    if any(not any(s[0] < e[1] and e[0] < s[1] for e in stops) for s in starts):
        return True
    at = new.clause_of(cue[0])
    return any(new.clause_of(s[0]) != at for s in new.stances.assertion)
