"""A new statement may have outdated an old one, though the words do not decide it."""

from dataclasses import dataclass

from memctl.language.lexicon import Lexicon
from memctl.language.stances import read_stances
from memctl.language.terms import fold
from memctl.rules.comparing.anchors import anchors_of, kind_changes
from memctl.rules.comparing.bystanders import (
    concerned,
    is_beside_it,
    is_foreign,
    is_mere_past,
    is_one_person,
    is_said_of,
    is_unsure,
)
from memctl.rules.comparing.ends import ended
from memctl.rules.comparing.paraphrases import same_otherwise
from memctl.rules.comparing.slots import differing
from memctl.rules.comparing.values import changes_another_kind, counted_otherwise
from memctl.rules.reading import Reading, read
from memctl.rules.wording import say

_TELLING = frozenset({"change", "end", "leave", "now", "plan", "starts"})
"""Stances without which a statement speaks against no other."""


_OF_A_THING = frozenset({"price", "interest_rate"})
"""Attributes that everything has which somebody pays for: two of them are of one by its name."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A new statement may have outdated an old one."""

    rule: str
    is_announced: bool
    """Does the new one only say what will be?"""
    is_settling: bool
    """Can one of the two hold at a time?"""


def may_outdate(text: str, lexicon: Lexicon, telling: frozenset[str] = _TELLING) -> bool:
    """May a statement speak against an older one at all? Quick, and rarely wrongly no."""
    stances = read_stances(fold(text, lexicon), lexicon)
    return any(getattr(stances, name) for name in telling)


def speaks_of_its_time(text: str, lexicon: Lexicon) -> bool:
    """Does a statement say of itself that it holds for now?"""
    return may_outdate(text, lexicon, frozenset({"fragile"}))


def suspect(old: str, new: str, names: tuple[str, ...], lexicon: Lexicon) -> Suspicion | None:
    """May the newer statement have outdated the older one, though that is not certain?

    It has to share a slot or an anchor with the old one, beside a word that something
    changed, began, stopped or will. Rumours, exceptions and what came beside raise no doubt.
    """
    a, b = read(old, names, lexicon), read(new, names, lexicon)
    if a.touches.isdisjoint(b.touches):
        return None
    moved_on = say("its_time", b.text, lexicon) if _has_moved_on(a, b) else ""
    if moved_on or _is_innocent(a, b):
        return Suspicion(moved_on, bool(b.stances.plan), is_settling=False) if moved_on else None
    s, kinds, slots = b.stances, kind_changes(a, b), differing(a, b)
    anchors = {t.id for t in (*anchors_of(a, b), *kinds)}
    is_announced = bool(s.plan) and not concerned(a, b).isdisjoint(
        b.clause_of(p[0]) for p in s.plan
    )
    is_told = bool(s.change or s.end or s.leave or s.starts)
    if slots and not anchors and slots[0].attribute in _OF_A_THING:
        return None  # the sitter's hour and the price of a car
    if slots or (kinds and (is_told or s.now or s.plan)):
        return Suspicion(say("one_of_them", b.text, lexicon), is_announced, is_settling=True)
    # Both tell the same beginning, or what was meant to begin has: the later bears the earlier out.
    is_begun = s.starts and anchors and not (a.stances.starts or a.stances.plan)
    is_other = is_told and len(anchors) > 1 and not (s.starts or a.stances.starts)
    # "Reopens on the 23rd", "the reopening is put off to the 6th".
    is_moved = bool(is_told and anchors and counted_otherwise(a, b))
    is_over = ended(a, b) is not None
    if (a.stances.fragile and anchors) or is_begun or is_other or is_moved or is_over:
        return Suspicion(say("something_changed", b.text, lexicon), is_announced, is_settling=False)
    return None


def _has_moved_on(old: Reading, new: Reading) -> bool:
    """Does the old one speak of its own time, and the new one of the same thing later on?"""
    if not old.stances.fragile or new.stances.fragile or is_unsure(new) or new.stances.past:
        return False
    if old.stances.plan and not new.stances.plan:
        return False  # what was meant to be has come: the one bears the other out
    anchors = {t.id for t in anchors_of(old, new)}
    return len(anchors) > 1 and is_one_person(old, new) and not same_otherwise(old, new)


def _is_innocent(old: Reading, new: Reading) -> bool:
    """Does the new statement leave the old one alone for certain?"""
    s = new.stances
    return bool(
        is_foreign(old, new)
        or is_unsure(new)
        or same_otherwise(old, new)
        or is_said_of(old, new, s.exception)
        or is_said_of(old, new, s.attempt)
        or is_beside_it(old, new)
        or is_mere_past(old, new)
        or old.stances.past
        or (changes_another_kind(old, new) and not (s.end or s.leave))
    )
