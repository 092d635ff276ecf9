"""Of several answers to a question about one thing, the latest is current.

A newer fact that tells of a change and meets what is asked puts an older one of the same
entity in doubt, for this question; one of another entity does when it meets all that the older
one meets. So does a newer one that fills the same slot of the user
(two managers at two entities). Both stay in the result, the older one below, not as current.
Nothing is retired here. On the hot path.
"""

from memctl.index.ordering import DOUBT, Found
from memctl.index.question import Question
from memctl.index.request import Request
from memctl.language.questions import asks, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Iterator

    from memctl.language.questions import Words

_AS_GOOD = 0.6
"""A change has to meet this part of what the older line meets of the question."""
_ALIKE = 0.45
"""The same where both lines hold a value of the kind that is asked for."""
_TOLD = 0.9
"""A note has to meet this share of what is asked to speak against a fact."""


class _Asked:
    """What of the question decides which line overtakes which, read once."""

    __slots__ = ("about", "beyond_when", "day", "for_one", "kinds", "terms", "what_is")

    def __init__(self, question: Question, facts: list[Found], day: str) -> None:
        self.day = day
        # A single character is part of too many words: 人 of nine people, and of a robot.
        self.terms = frozenset(t for t in question.asked if len(t) > 1)
        self.about = self.terms.union(question.hinted)
        self.beyond_when = self.terms - question.words["when"]
        self.for_one = _asks_for_one(question)
        has_end = self.for_one and any(f.is_end for f in facts)
        self.what_is = has_end and not _asks_whether(question)
        self.kinds = _kinds(question) if self.for_one else []


def mark_overtaken(found: list[Found], question: Question, request: Request) -> None:
    """Put in doubt what a later answer overtook."""
    day = request.as_of or request.today
    facts = [f for f in found if f.kind == "fact" and f.current and f.day]
    asked = _Asked(question, facts, day)
    # Hundreds of lines may answer, and each would be held against each.
    rivals = [f for f in facts if _may_overtake(f, asked, question)]
    olds = [f for f in facts if _may_be_overtaken(f, asked)] if rivals else []
    near = _Rivals(rivals, asked, question)
    lines = [f for f in found if f.kind == "summary"] if olds else []
    for old in sorted(olds, key=lambda f: str(f.day)):
        new = next((n for n in near.to(old) if _overtakes(n, old, asked, question)), None)
        if new is not None:
            _take_over(new, old)
            _doubt_lines(lines, old)


class _Rivals:
    """What may overtake, by what it shares with the older line."""

    def __init__(self, rivals: list[Found], asked: _Asked, question: Question) -> None:
        self._all = rivals
        self._terms, self._named = asked.terms, question.entities
        self._days = [str(new.day) for new in rivals]
        self._of_entity: dict[str | None, list[int]] = {}
        self._of_slot: dict[str | None, list[int]] = {}
        for number, new in enumerate(rivals):
            self._of_entity.setdefault(new.entity, []).append(number)
            if new.slot:
                self._of_slot.setdefault(new.slot, []).append(number)
        self._like: dict[tuple[frozenset[str], bool], list[int]] = {}

    def to(self, old: Found) -> "Iterator[Found]":
        """Those about the same thing, or in the same slot: no others can overtake it.

        Of one entity, or saying all that the older one says of it. Who is named is answered by
        what is said of them, not by what is said of somebody else.
        """
        like = (self._terms & old.met, old.entity in self._named)
        if like not in self._like:
            self._like[like] = [n for n, f in enumerate(self._all) if self._is_like(f, *like)]
        own, same = self._of_entity.get(old.entity, ()), self._of_slot.get(old.slot, ())
        near = sorted({*self._like[like], *own, *same})
        # Of one slot another day decides.
        least = "" if old.slot else str(old.day)
        return (self._all[n] for n in near if self._days[n] >= least)

    def _is_like(self, new: Found, met: frozenset[str], is_named: bool) -> bool:  # noqa: FBT001 - of one key
        return bool(met) and met <= new.met and (not is_named or new.entity in self._named)


def _overtakes(new: Found, old: Found, asked: _Asked, question: Question) -> bool:
    """Does one that is near take the older one's place?"""
    if _share_a_slot(new, old):
        # Their days decide, also of what is announced, whatever the words have in common.
        return _fills_its_slot(new, old, asked.day)
    return (asked.for_one and _answers_later(new, old, asked, question)) or (
        asked.what_is and _is_instead(new, old, question)
    )


def _may_overtake(new: Found, asked: _Asked, question: Question) -> bool:
    """Can it overtake any line at all? What is looked at here is not looked at again."""
    if new.slot or (asked.what_is and not new.is_end):
        return True
    is_asked = asked.for_one and not asked.terms.isdisjoint(new.met)
    return is_asked and (
        new.is_change or any(_tells(kind, new, question.words) for kind in asked.kinds)
    )


def _may_be_overtaken(old: Found, asked: _Asked) -> bool:
    if old.slot or (asked.what_is and old.is_end):
        return True
    return asked.for_one and not asked.about.isdisjoint(old.met)


def mark_outspoken(found: list[Found], question: Question) -> None:
    """A later note that says all that is asked, and of which nothing was kept, leaves doubt."""
    if not _asks_for_one(question):
        return
    notes = [n for n in found if n.kind == "note" and not n.tells and n.day and len(n.met) > 1]
    kinds = _kinds(question)
    for fact in found:
        if fact.kind in ("fact", "summary") and fact.current:
            least = max(fact.share, _TOLD)
            told = (n for n in notes if str(n.day) > str(fact.day or "") and n.share >= least)
            later = (n for n in told if _says_otherwise(n, fact, kinds, question))
            note = next(later, None)
            if note is not None:
                fact.current = False
                fact.doubt = f"{note.path}:{note.line}"


def _says_otherwise(note: Found, fact: Found, kinds: list[str], question: Question) -> bool:
    """Does it speak of what the fact tells, and of another value where a value is asked for?"""
    if {*question.asked, *question.hinted}.isdisjoint(note.met & fact.met):
        return False
    words = question.words
    if not kinds or not any(_tells(kind, fact, words) for kind in kinds):
        return True
    return any(_tells(kind, note, words) for kind in kinds) and {*note.body}.isdisjoint(
        t for t in fact.body if _is_value(t, words)
    )


def _is_value(term: str, words: "Words") -> bool:
    """Is it a number, or the name of a day or month?"""
    is_day = term[:3] in words["day_words"] or any(s in term for s in words["day_signs"])
    return is_day or any(c.isdigit() for c in term)


def _take_over(new: Found, old: Found) -> None:
    """The older one is doubted, and the newer one stands where it stood."""
    old.current = False
    old.doubt = new.fact if new.entity == old.entity else f"{new.entity}#{new.fact}"
    if old.score > new.score > 0:
        new.parts["takes over"] = old.score / new.score
        new.score = old.score
    old.parts["doubt"] = DOUBT
    old.score *= DOUBT


def _doubt_lines(lines: list[Found], old: Found) -> None:
    """A line of the summary that states the older one is no more current than it."""
    for line in lines:
        if line.entity == old.entity and old.fact in line.rests.split():
            line.current = False
            line.doubt = old.doubt


def _share_a_slot(new: Found, old: Found) -> bool:
    """Are they what the user has one of, at two entities?"""
    return bool(old.slot) and old.slot == new.slot and old.entity != new.entity


def _fills_its_slot(new: Found, old: Found, day: str) -> bool:
    """Of two for one slot the later one counts that has come by the day asked about."""
    if old.slot_from > day:
        return new.slot_from <= day
    return old.slot_from < new.slot_from <= day


def _answers_later(new: Found, old: Found, asked: _Asked, question: Question) -> bool:
    has_come = not (new.is_end and (new.until or "") > asked.day)
    if not has_come or str(new.day) <= str(old.day):
        return False
    about = asked.about
    if about.isdisjoint(old.met) or asked.terms.isdisjoint(new.met):
        return False
    if new.is_change and new.share >= _AS_GOOD * old.share:
        return not about.isdisjoint(new.met & old.met)
    if new.share < _ALIKE * old.share:
        return False
    # The user's own entity holds a whole life: two days in it are of one thing by their words.
    if new.entity == question.me and (
        asked.beyond_when.isdisjoint(new.met & old.met) or new.share < _AS_GOOD * old.share
    ):
        return False
    words = question.words
    return any(_tells(kind, new, words) and _tells(kind, old, words) for kind in asked.kinds)


def _is_instead(new: Found, old: Found, question: Question) -> bool:
    """Does one say what stopped, and the other, no older and as good, what is?

    Who asks who does it now is not answered by who stopped doing it.
    """
    if not old.is_end or new.is_end or str(new.day) < str(old.day):
        return False
    about = {*question.asked, *question.hinted}
    met = new.met & old.met if new.entity == question.me else new.met
    return not about.isdisjoint(met) and new.share >= _AS_GOOD * old.share


def _kinds(question: Question) -> list[str]:
    """What kind of value is asked for, when that can be told from the question's words."""
    low, said = question.text.casefold(), words_of(question.text)
    return [kind for kind in ("when", "number") if asks(kind, said, low, question.words)]


def _tells(kind: str, found: Found, words: "Words") -> bool:
    """Does a line hold a value of that kind?"""
    text = found.text
    has_digit = any(c.isdigit() for c in text)
    if kind == "number":
        return has_digit
    if has_digit and any(m in text for m in words["day_marks"]):
        return True
    said = {word[:3] for word in words_of(text)}
    return not said.isdisjoint(words["day_words"]) or any(z in text for z in words["day_signs"])


def _asks_whether(question: Question) -> bool:
    """Is yes or no the answer?"""
    said = words_of(question.text)[:1]
    return asks("whether", said, question.text, question.words)


def _asks_for_one(question: Question) -> bool:
    """Is something asked about what is named, and only one thing?"""
    is_narrow = question.asked is not question.terms
    return is_narrow and not _asks_for_several(question)


def _asks_for_several(question: Question) -> bool:
    """Is a list asked for? "Which inhalers", 哪些."""
    words, said = question.words, words_of(question.text)
    if asks("several", said, question.text, words):
        return True
    if any(tuple(said[: len(begin)]) == begin for begin in words["several_begins"]):
        return True
    pairs = list(zip(["", *said], said, strict=False))
    return any(
        before in after and word.endswith(ending) and word not in singular
        and not (never and word.endswith(never))
        for after, ending, never, singular in words["plurals"]
        for before, word in pairs
    )  # fmt: skip
