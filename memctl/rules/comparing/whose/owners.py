"""Whose a statement is, and the law that nobody's change touches what is another's.

A row is owned by whoever its words begin with, else by the entity where it stands. A statement
that begins with somebody else ("the neighbours moved", "Bea: new number", 邻居搬到…) does
nothing to what the owner of a row has: no home, number, medicine or job of theirs ends by it.
Where nothing tells whose a dose is, a person is asked. A miss is a pity, a wrong retirement is a
fault.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from memctl.graph.fact import Fact, FactId
from memctl.language.attributes import relation_attributes
from memctl.language.lexicon import Lexicon
from memctl.language.phrases import Span
from memctl.language.questions import CORE, ORDINARY, VITAL, standing_of, standings
from memctl.language.statements import group, statements
from memctl.language.term_kinds import acts_on
from memctl.language.terms import Term
from memctl.rules.comparing.anchors import HAN_CHARACTER
from memctl.rules.comparing.bystanders import concerned
from memctl.rules.comparing.relations import Relation
from memctl.rules.comparing.slots import slot_pairs
from memctl.rules.comparing.whose.sayings import is_of_another_thing
from memctl.rules.comparing.whose.subjects import (
    UNSAID,
    Subject,
    has_dose,
    is_decider,
    is_of_theirs,
    owner_of,
    read_subject,
    told_at_end,
)
from memctl.rules.places import slots_of_others
from memctl.rules.reading import Reading, names_shared, read
from memctl.rules.wording import say

if TYPE_CHECKING:
    from memctl.language.questions import Standings

Right = Literal["own", "anothers", "unclear"]
_OWN_SLOTS = frozenset({"home", "employer", "role", "work_place", "diet"})
_OTHERS = frozenset({"emergency_contact", "partner", "gp"})
"""What is somebody: who changes is another one."""
_REACHED = frozenset({"phone", "mail"})
_LONG = 4
"""Letters of a word by which two statements are of one thing; of a Chinese one half as many."""
_UNIT = 3
"""Characters of a unit, where it does not belong to the number."""
_OWN_WORDS = frozenset({"c:phone", "c:lives", "c:allergy", "c:medicine", "c:address", "c:email"})


def right_of(old: str, new: str, names: tuple[str, ...], lexicon: Lexicon) -> Right:
    """May the newer statement do anything to what the older one tells?

    Args:
        old: A row of an entity that bears `names`.
        new: What was said later.
        names: Whoever begins with one of these is the entity itself.
        lexicon: The language of it.

    Returns: `unclear` where it is not said whose it is, and where a mistake does harm.
    """
    return _right(read(old, names, lexicon), read(new, names, lexicon))


def told_of_others(facts: Iterable[Fact], *, is_me: bool, lexicon: Lexicon) -> frozenset[FactId]:
    """The active facts that tell of somebody else than the user.

    Args:
        facts: Of one entity.
        is_me: Is it the user's own?
        lexicon: The language of it.
    """
    return frozenset(f.id for f in facts if f.is_active and _is_of_others(f.text, is_me, lexicon))


def _is_of_others(text: str, is_me: bool, lexicon: Lexicon) -> bool:  # noqa: FBT001 - of one call
    told = read(text, (), lexicon)
    if _names_somebody(told) or (not is_me and _tells_of_user(told)):
        return False
    if not is_me or told_at_end(told.text, lexicon):
        return True
    found = _row_subject(told)
    if found.whose == "perhaps":
        return not _is_word(told, found.span)
    return found.whose == "somebody" and not _is_of_user(told, found.span[1])


def with_right(
    told: Relation, old: str, new: str, names: tuple[str, ...], lexicon: Lexicon
) -> tuple[Relation, bool]:
    """The relation as far as the newer statement has a right to it, and: is that unclear?"""
    was, now = read(old, names, lexicon), read(new, names, lexicon)
    right = _right(was, now)
    if right == "anothers":
        return Relation("apart", say("somebody_else", new, lexicon)), False
    if told.kind in {"replaces", "ends"} and _fills_anothers(was, now):
        return Relation("apart", say("somebody_else", new, lexicon)), False
    is_turn = told.kind in {"replaces", "ends"}
    if is_turn and is_of_another_thing(was, now, _row_subject(now)):
        return Relation("apart", say("another_of_kind", new, lexicon)), False
    return told, right == "unclear"


@lru_cache(maxsize=64)
def _right(old: Reading, new: Reading) -> Right:
    subjects = [_subject(new, n) for n in sorted(concerned(old, new))]
    if all(_is_anothers(s, old, new) for s in subjects):
        return "anothers"
    if all(s == UNSAID for s in subjects) and _is_told_of_somebody(old, new):
        return "anothers"
    if _is_dose_of_another(old, new):
        return "anothers"
    is_mine = any(s.whose == "me" for s in subjects)
    at_end = "" if is_mine else told_at_end(new.text, new.lexicon)
    if at_end and not _mentions(old, at_end) and not _names_entity(new):
        return "anothers"
    if not is_mine and _is_dose_of_nobody(old, new):
        return "unclear"
    return "own"


def _is_dose_of_another(old: Reading, new: Reading) -> bool:
    """Is it the user's dose ("put me up to 88"), and the older one somebody else's (the cat's)?"""
    if not has_dose(old.text, old.lexicon) or not _tells_of_user(new) or _tells_of_user(old):
        return False
    has, owner = _row_subject(old), owner_of(old.text, old.lexicon)
    is_named = owner is not None and not any(
        t.id[1:2] == ":" and _meets(t, owner.span("who")) for t in old.terms
    )
    whose = has.words if has.whose == "somebody" else owner["who"] if owner and is_named else ""
    return bool(whose) and not old.named and not _mentions(new, whose)


def _fills_anothers(old: Reading, new: Reading) -> bool:
    """Is what the user is or has, in the older one, told of a "he" in the newer one?"""
    theirs = slots_of_others(new.text, new.lexicon)
    if not theirs or not _tells_of_user(old) or slots_of_others(old.text, old.lexicon):
        return False
    return any(b.attribute in theirs for _, b in slot_pairs(old, new))


def _is_told_of_somebody(old: Reading, new: Reading) -> bool:
    """Is a row that names no entity of its own told of somebody whom the new one leaves out?"""
    found = _row_subject(old)
    is_somebody = found.whose == "somebody" and not _is_of_user(old, found.span[1])
    is_left_out = not _mentions(new, found.words)
    return is_somebody and is_left_out and not _tells_of_user(old) and not old.named


@lru_cache(maxsize=128)
def _subject(reading: Reading, number: int) -> Subject:
    """With whom a clause begins, or else one before it."""
    for start, end in reversed(reading.clauses[: number + 1]):
        found = _begins(reading, start, end)
        if found.whose == "somebody" and (said := _told_from(reading, found.span[1], end)):
            # Who only says it has it no more than others, unless it is "he".
            told = _begins(reading, said, end)
            found = found if told.whose == "unknown" else told
        if found != UNSAID:
            return found
    return UNSAID


def _begins(reading: Reading, start: int, end: int) -> Subject:
    is_label = reading.text[end : end + 1] in {":", "："}
    found = read_subject(reading.text[start:end], reading.lexicon, is_label=is_label)
    a, b = found.span
    return replace(found, span=(start + a, start + b)) if found.words else found


def _told_from(reading: Reading, start: int, end: int) -> int:
    """Where what somebody says begins, right behind them; 0 where they say nothing."""
    rest = reading.text[start:end].lstrip()
    said = statements(reading.lexicon).grammar.tells.match(rest)
    return end - len(rest) + said.end() if said and said.end() else 0


def _is_anothers(found: Subject, old: Reading, new: Reading) -> bool:
    """Is a subject somebody else than whoever has what the older statement tells?"""
    if found.whose in {"unsaid", "unknown"}:
        return False
    has = _row_subject(old)
    if found.whose == "me":
        is_theirs = has.whose == "somebody" and _is_dear(old) and not _tells_of_user(old)
        return is_theirs and not _mentions(new, has.words)
    is_theirs = has.whose == "me" or _is_dear(old)
    if found.whose == "perhaps" and not is_theirs:
        return False
    is_told = is_theirs or (has.whose == "somebody" and not _is_held_by(old, new))
    return is_told and not _may_act(found, old, new)


def _may_act(found: Subject, old: Reading, new: Reading) -> bool:
    """Is it the entity, or somebody of whom the row tells or who decides on it, or just a word?"""
    span = found.span
    if _names_entity(new) or _names_somebody(old) or _is_spoken_of(old, new, span):
        return True
    if found.whose == "perhaps" and _is_word(new, span):
        return True
    return _decides(found, span, old, new) or _is_of_user(new, span[1])


def _row_subject(old: Reading) -> Subject:
    return _subject(old, 0)


def _tells_of_user(reading: Reading) -> bool:
    grammar = statements(reading.lexicon).grammar
    return bool(grammar.first_person.search(reading.text) or grammar.we.search(reading.text))


def _names_entity(new: Reading) -> bool:
    """Does it name the entity, be it the user, otherwise than by "me"?"""
    grammar = statements(new.lexicon).grammar
    return any(
        not grammar.first_person.fullmatch(new.text[a:b]) and not _only_says(new, b)
        for a, b in new.named
    )


def _only_says(new: Reading, at: int) -> bool:
    """Is it only who says it, behind what is said ("the foreman left, Ada said")?"""
    return bool(statements(new.lexicon).grammar.tells.fullmatch(new.text[at:].strip(" .")))


def _mentions(reading: Reading, words: str) -> bool:
    low, text = words.casefold(), reading.text.casefold()
    if not low.isascii():
        return low in text
    return bool(re.search(rf"(?<!\w){re.escape(low)}(?!\w)", text))


def _is_spoken_of(old: Reading, new: Reading, span: Span) -> bool:
    """Does the older statement speak of the same one, by the word or by what it means?"""
    word = new.text[slice(*span)].casefold()
    if _mentions(old, word) or (len(word) > _LONG and word in old.text.casefold()):
        return True
    told = {t.id for t in new.terms if _meets(t, span)}
    return bool(told & old.ids) or bool(names_shared(old, new))


def _is_word(new: Reading, span: Span) -> bool:
    """Does the lexicon know it as a word that means something ("Vegan again"), or as a change?"""
    word = new.text[slice(*span)]
    if any(a < span[1] and span[0] < b for a, b in _cues(new)):
        return True
    if standing_of(word, _standings(new.lexicon)) != ORDINARY:
        return True
    return any(t.id[1:2] == ":" and _meets(t, span) for t in new.terms)


def _cues(new: Reading) -> tuple[Span, ...]:
    s = new.stances
    return (*s.change, *s.end, *s.leave, *s.correction)


def _decides(found: Subject, span: Span, old: Reading, new: Reading) -> bool:
    """Does it only act on what the older one tells: a landlord on the rent, a doctor on a dose?"""
    if is_decider(found.words, new.lexicon):
        return True
    altered = statements(new.lexicon).grammar.alters.search(new.text)
    if altered and group(altered, "mine"):
        return True  # "Ms Varga put the rent up"
    things = acts_on(new.lexicon)
    told = {found.words.casefold(), *(t.id for t in new.terms if _meets(t, span))}
    return any(things.get(word, frozenset()) & old.ids for word in told)


def _is_of_user(new: Reading, at: int) -> bool:
    """Does it go on with "me" or "my", and with nothing of theirs?"""
    rest = new.text[at:]
    grammar = statements(new.lexicon).grammar
    is_mine = grammar.first_person.search(rest) or grammar.we.search(rest)
    return bool(is_mine) and not is_of_theirs(rest, new.lexicon)


def _is_dear(old: Reading) -> bool:
    """Is it what everybody has for themselves, and what does harm when it is lost?"""
    if any(s.attribute in _OWN_SLOTS for s in old.slots):
        return True
    if any(q.unit in _REACHED for q in old.quantities) or not _OWN_WORDS.isdisjoint(old.ids):
        return True
    if has_dose(old.text, old.lexicon):
        return True
    return standing_of(old.text, _standings(old.lexicon)) in {VITAL, CORE}


@lru_cache(maxsize=8)
def _standings(lexicon: Lexicon) -> "Standings":
    return standings([lexicon.table(language, "standing") for language in lexicon.languages])


def _names_somebody(old: Reading) -> bool:
    """Does it say who is something to the owner ("my coach is Hedda")?"""
    relations = relation_attributes(old.lexicon)
    holders = (relations | _OTHERS) - _OWN_SLOTS
    return any(s.attribute in holders for s in old.slots)


def _is_held_by(old: Reading, new: Reading) -> bool:
    """Do both say who holds one thing ("Ada leads it", "Bo leads it now")?"""
    relations = relation_attributes(old.lexicon)
    pairs = slot_pairs(old, new)
    return any(a.attribute in relations or a.attribute == "role" for a, _ in pairs)


def _is_dose_of_nobody(old: Reading, new: Reading) -> bool:
    """Does it tell a dose, and neither whose nor of what?"""
    if not (has_dose(new.text, new.lexicon) and has_dose(old.text, old.lexicon)):
        return False
    if _names_entity(new) or _tells_of_user(new):
        return False
    counted = [(q.start, q.end + _UNIT) for q in new.quantities]
    said = (
        t
        for t in new.terms
        if t.id[1:2] != ":" and _is_long(new, t) and not any(_meets(t, q) for q in counted)
    )
    return not any(_is_spoken_of(old, new, (t.start, t.end)) for t in said)


def _is_long(reading: Reading, term: Term) -> bool:
    long = _LONG // 2 if HAN_CHARACTER.search(reading.text[term.start]) else _LONG
    return term.end - term.start >= long


def _meets(term: Term, span: Span) -> bool:
    return term.start < span[1] and span[0] < term.end
