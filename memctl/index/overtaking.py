"""Does one line overtake another as the answer to this question? On the hot path."""

from memctl.index.found import Found
from memctl.index.ordering import is_of_what_is_named
from memctl.index.question import Question, is_weak
from memctl.index.values import (
    counts,
    day_kinds,
    is_to_come,
    is_value,
    tells,
    tells_place,
    units,
    versions,
)
from memctl.index.wanted import (
    asks_of_mine,
    kinds_wanted,
    unit_wanted,
    wants_one,
    wants_place,
    wants_whether,
)
from memctl.index.whose import has_no_say
from memctl.language.questions import VITAL, asks, standing_of, words_of
from memctl.language.tokens import analyse

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Iterator, Sequence

_AS_GOOD = 0.6
"""A change has to meet this part of what the older line meets of the question."""
_ALIKE = 0.45
"""The same where both lines hold a value of the kind that is asked for."""
_OTHER_WORDS = 0.7
"""The same where they need have no word in common."""
_PEOPLE = "people/"
_FIRST_WORDS = 4
"""Whom a line is about stands among so many words."""


class Asked:
    """What of the question decides which line overtakes which, read once."""

    __slots__ = (
        "about", "beyond_when", "day", "for_one", "is_mine", "kinds", "meanings", "met", "of_me",
        "place", "question", "terms", "unit", "units", "version", "what_is",
    )  # fmt: skip

    def __init__(self, question: Question, facts: list[Found], day: str) -> None:
        self.question = question
        self.day = day
        # A single character is part of too many words: 人 of nine people, and of a robot.
        self.terms = frozenset(t for t in question.asked if len(t) > 1)
        # Two lines that name one day speak of two things as often as of one.
        self.about = self.terms.union(question.hinted) - {*question.days}
        self.beyond_when = self.terms - question.words["when"] - {*question.days}
        self.for_one = wants_one(question)
        has_end = self.for_one and any(f.is_end for f in facts)
        self.what_is = has_end and not wants_whether(question)
        self.kinds = kinds_wanted(question) if self.for_one else []
        self.unit = unit_wanted(question) if "number" in self.kinds else None
        """Of what the number is asked for."""
        said = words_of(question.text)
        self.version = self.for_one and asks("version", said, question.text, question.words)
        self.place = self.for_one and wants_place(question)
        self.is_mine = asks_of_mine(question)
        self.of_me = question.me in question.entities or question.is_mine
        self.meanings = {t: {t, *question.means.get(t, ())} for t in self._attributes()}
        """For what is asked, every term that means it."""
        self.met: dict[frozenset[str], frozenset[str]] = {}
        self.units: dict[int, set[str]] = {}
        """What was found out for the same terms, and for the same line, before."""

    def _attributes(self) -> "Iterator[str]":
        words, question = self.question.words, self.question
        for term in {*self.beyond_when, *question.means}:
            is_weak = term in words["weak"] or term in words["weak within"]
            is_word = len(term) > 1 or term in question.means
            is_day = term in words["day_words"] or term in question.days
            if is_word and not is_weak and not is_day and term not in question.naming:
                yield term

    def meant(self, found: Found) -> frozenset[str]:
        """What of the question it meets, in its own or in other words."""
        known = self.met.get(found.met)
        if known is None:
            known = self.met[found.met] = frozenset(
                term for term, terms in self.meanings.items() if not terms.isdisjoint(found.met)
            )
        return known

    def may_concern(self, found: Found) -> bool:
        """Does it say anything of what is asked?"""
        is_named = found.entity in self.question.entities and "when" in self.kinds
        if is_named or not self.about.isdisjoint(found.met) or self.meant(found):
            return True
        return self.version and bool(found.met) and bool(versions(found.text))


class Rivals:
    """What may overtake, by what it shares with the older line."""

    def __init__(self, facts: list[Found], asked: Asked) -> None:
        # Hundreds of lines may answer, and each would be held against each.
        self.all = [f for f in facts if _may_overtake(f, asked)]
        self._asked = asked
        self._days = [str(new.day) for new in self.all]
        self._of_entity: dict[str | None, list[int]] = {}
        self._of_slot: dict[str | None, list[int]] = {}
        self._ends: list[int] = []
        self._counting = [n for n, new in enumerate(self.all) if _counts(new, asked)]
        for number, new in enumerate(self.all):
            self._of_entity.setdefault(new.entity, []).append(number)
            if new.slot:
                self._of_slot.setdefault(new.slot, []).append(number)
            if new.is_end and asked.of_me:
                self._ends.append(number)
        # Where no value is asked for, what tells of no change and of no end overtakes only what
        # stopped, and lines of its own entity or slot.
        self._far = [n for n, f in enumerate(self.all) if asked.kinds or f.is_change or f.is_end]
        self._like: dict[tuple[frozenset[str], bool, bool], list[int]] = {}

    def to(self, old: Found) -> "Iterator[Found]":
        """Those about the same thing, or in the same slot: no others can overtake it.

        Of one entity, or saying all that the older one says of it. Who is named is answered by
        what is said of them, not by what is said of somebody else.
        """
        is_named = old.entity in self._asked.question.entities
        like = (self._asked.terms & old.met, is_named, old.is_end)
        if like not in self._like:
            some = range(len(self.all)) if old.is_end else self._far
            self._like[like] = [n for n in some if self._is_like(self.all[n], *like[:2])]
        own, same = self._of_entity.get(old.entity, ()), self._of_slot.get(old.slot, ())
        near = sorted({*self._like[like], *own, *same, *self._ends, *self._counting})
        # Of one slot another day decides.
        least = "" if old.slot else str(old.day)
        return (self.all[n] for n in near if self._days[n] >= least)

    def _is_about_the_same(self, new: Found, old: Found) -> bool:
        """Is it of one entity, or does it say all that the older one says?"""
        if new.entity == old.entity:
            return True
        named = self._asked.question.entities
        return self._is_like(new, self._asked.terms & old.met, old.entity in named)

    def _is_like(self, new: Found, met: frozenset[str], is_named: bool) -> bool:  # noqa: FBT001 - of one key
        return bool(met) and met <= new.met and (not is_named or self._is_of_it(new))

    def _is_of_it(self, new: Found) -> bool:
        """Does it stand at what is named, or name it, where that is nobody?

        "Neo has taken over the migration" at Neo tells of the migration; of somebody it tells
        what stands at them.
        """
        question = self._asked.question
        if new.entity in question.entities:
            return True
        is_thing = not any(ref.startswith(_PEOPLE) for ref in question.entities)
        return is_thing and any(name <= new.met for name in question.named)

    def overtake(self, new: Found, old: Found) -> bool:
        """Does one that is near take the older one's place?"""
        asked = self._asked
        if asked.is_mine and has_no_say(new, old, asked.question):
            return False
        if not (_share_a_slot(new, old) or is_of_what_is_named(old, asked.question)):
            return False
        return self._takes_over(new, old, asked) and not _leaves_vital(new, old, asked)

    def _takes_over(self, new: Found, old: Found, asked: Asked) -> bool:
        if _share_a_slot(new, old):
            # Their days decide, also of what is announced, whatever their words have in common.
            return _fills_its_slot(new, old, asked.day)
        # Whatever else is near says as much, or is of the same entity.
        is_sure = not ((new.is_end and asked.of_me) or asked.unit or asked.version)
        is_about_it = is_sure or self._is_about_the_same(new, old)
        if asked.what_is and is_about_it and _is_instead(new, old, asked):
            return True
        if not asked.for_one or not str(old.day) < str(new.day) <= asked.day:
            return False
        if new.is_end and (new.until or "") > asked.day:
            return False
        is_later = is_about_it and _answers_later(new, old, asked)
        if is_later or _counts_anew(new, old, asked):
            return True
        return (new.is_end or new.entity == old.entity) and _says_anew(new, old, asked)


def may_be_overtaken(old: Found, asked: Asked) -> bool:
    """Can any line overtake it at all?"""
    if old.slot or (asked.what_is and old.is_end):
        return True
    return asked.for_one and asked.may_concern(old)


def _may_overtake(new: Found, asked: Asked) -> bool:
    """Can it overtake any line at all? What is looked at here is not looked at again."""
    if new.slot or (asked.what_is and not new.is_end):
        return True
    if not asked.for_one or not asked.may_concern(new):
        return False
    words = asked.question.words
    return (
        new.is_change
        or any(tells(kind, new.text, words) for kind in asked.kinds)
        or (asked.place and _moves(new, asked))
        or bool(_units(new, asked))
        or _counts(new, asked)
    )


def _leaves_vital(new: Found, old: Found, asked: Asked) -> bool:
    """Does it name nothing of what would do harm if it were forgotten: an allergy, a medicine?

    Who it is about is no such word; another dose may be told without the name of the medicine.
    """
    if standing_of(old.text, asked.question.words["standing"]) != VITAL:
        return False
    if _units(new, asked) & _units(old, asked):
        return False
    names = {*old.names, *new.names}
    said = {t for t in {*new.body} & {*old.body} if len(t) > 1}
    return said <= {*names, *asked.question.words["weak"]}


def _share_a_slot(new: Found, old: Found) -> bool:
    """Are they what the user has one of, at two entities?"""
    return bool(old.slot) and old.slot == new.slot and old.entity != new.entity


def _fills_its_slot(new: Found, old: Found, day: str) -> bool:
    """Of two for one slot the later one counts that has come by the day asked about."""
    if old.slot_from > day:
        return new.slot_from <= day
    return old.slot_from < new.slot_from <= day


def _answers_later(new: Found, old: Found, asked: Asked) -> bool:
    """Is it a change, or a value of the kind that is asked for, in the words of the older one?"""
    if not _tells_another(new, old, asked):
        return False
    about, common = asked.about, new.met & old.met
    if about.isdisjoint(old.met) or asked.terms.isdisjoint(new.met):
        return False
    # The user's own entity holds a whole life: two lines in it are of one thing by their words.
    is_mine = new.entity == asked.question.me
    if new.is_change and new.share >= _AS_GOOD * old.share:
        return not (about - asked.question.words["when"] if is_mine else about).isdisjoint(common)
    if new.share < _ALIKE * old.share:
        return False
    if is_mine and (asked.beyond_when.isdisjoint(common) or new.share < _AS_GOOD * old.share):
        return False
    words = asked.question.words
    return any(tells(k, new.text, words) and tells(k, old.text, words) for k in asked.kinds)


def _tells_another(new: Found, old: Found, asked: Asked) -> bool:
    """Is it an end or a change, and where a value is asked for, one that the older line lacks?"""
    if new.is_end or not asked.kinds:
        return new.is_change
    words = asked.question.words
    if not any(tells(kind, new.text, words) for kind in asked.kinds):
        return False
    then, now = ({t for t in f.body if is_value(t, words)} for f in (old, new))
    return not now or not now <= then


def _counts(found: Found, asked: Asked) -> bool:
    if asked.version:
        return bool(versions(found.text))
    return asked.unit is not None and counts(asked.unit, found.text, asked.question.words)


def _counts_anew(new: Found, old: Found, asked: Asked) -> bool:
    """Do both tell a number of what is counted, and name the same of what is asked besides?"""
    if not (_counts(new, asked) and _counts(old, asked)):
        return False
    named = asked.question.words["version"] if asked.version else (asked.unit or "",)
    unit = {term for word in named for term in analyse(word)}
    terms = {*asked.question.terms} if asked.version else asked.terms
    same = [t for t in new.met & old.met & terms if len(t) > 1 and t not in unit]
    return bool(same) and not (asked.version and _is_of_another_sort(new, same, asked))


def _is_of_another_sort(found: Found, terms: "Sequence[str]", asked: Asked) -> bool:
    """Does a word that nobody asked with say of which it tells: the sound desk, not the desk?"""
    words, said = asked.question.words, words_of(found.text)
    at = [n for n, word in enumerate(said) if n and not {*analyse(word)}.isdisjoint(terms)]
    known = {*asked.question.terms, *asked.question.naming}
    return bool(at) and all(
        before.isalpha() and not is_weak(before, words) and known.isdisjoint(analyse(before))
        for before in (said[n - 1] for n in at)
    )


def _says_anew(new: Found, old: Found, asked: Asked) -> bool:
    """Does it say what is asked in other words than the older one, and something else?"""
    me, is_same = asked.question.me, new.entity == old.entity
    common = asked.meant(new) & asked.meant(old)
    is_day = new.is_change and "when" in asked.kinds and old.entity in asked.question.entities
    # Most pairs end here: what costs more comes after.
    if not (common or is_day) or is_to_come(new, asked.day):
        return False
    names = {*new.names}
    is_alike = any(asked.meanings[term].isdisjoint(names) for term in common)
    if not is_same:
        # What the user gave up may stand at whoever spoke of it.
        is_mine = asked.of_me and me in (new.entity, old.entity)
        return is_mine and is_alike and min(new.share, old.share) >= _OTHER_WORDS
    # In the user's own life £29 are not the rent because the rent is in pounds.
    is_whole = new.entity != me or new.is_change or asked.beyond_when & old.met <= new.met
    is_near = is_whole and is_alike and new.share >= _ALIKE * old.share
    if is_near and _units(new, asked) & _units(old, asked):
        return True
    is_placed = not asked.place or tells_place(new.text, asked.question.words)
    if new.entity == me or not is_placed or not _is_subject(new, names):
        return False
    is_as_good = new.is_change and new.share >= _OTHER_WORDS * old.share
    if is_alike and (is_as_good or (asked.place and _moves(new, asked))):
        return True
    words = asked.question.words
    return is_day and not day_kinds(new, words).isdisjoint(day_kinds(old, words))


def _is_subject(found: Found, names: set[str]) -> bool:
    """Does it speak of its entity from the beginning on, or name it nowhere?"""
    first = {t for word in found.text.split()[:_FIRST_WORDS] for t in analyse(word)}
    return not names.isdisjoint(first) or names.isdisjoint(found.body)


def _moves(found: Found, asked: Asked) -> bool:
    return asks("moving", words_of(found.text), found.text, asked.question.words)


def _units(found: Found, asked: Asked) -> set[str]:
    known = asked.units.get(found.id)
    if known is None:
        with_money = "number" in asked.kinds
        known = units(found.text, asked.question.words, with_money=with_money)
        asked.units[found.id] = known
    return known


def _is_instead(new: Found, old: Found, asked: Asked) -> bool:
    """Does one say what stopped, and the other, no older and as good, what is?

    Who asks who does it now is not answered by who stopped doing it.
    """
    if not old.is_end or new.is_end or str(new.day) < str(old.day):
        return False
    about = {*asked.question.asked, *asked.question.hinted}
    if new.entity != old.entity and about.isdisjoint(old.met):
        return False
    if new.entity == asked.question.me:
        # In a whole life two lines are of one thing by what is said, not by what is hinted at.
        return not asked.terms.isdisjoint(new.met & old.met) and new.share >= _AS_GOOD * old.share
    return not about.isdisjoint(new.met) and new.share >= _AS_GOOD * old.share
