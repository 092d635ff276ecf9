"""Whose the thing is that is asked for, as the words of a line tell.

Who stands before it ("Mia's doctor", 小宇的医生), or whom the line is about ("Mia is allergic to
nuts"). What follows from that for a question is decided in whose.py. On the hot path.
"""

from memctl.index.asking import possible_names
from memctl.index.found import Found
from memctl.index.question import Question
from memctl.index.store import Connection, marks
from memctl.language.questions import EDGES, asks, words_of
from memctl.language.tokens import analyse, is_cjk

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Iterable

MINE = "mine"
"""In place of a name: the user."""
_BACK = 3
"""Words between an owner and what is owned, at most."""
_NAME = (2, 3, 4)
"""Characters that a Chinese name has."""
_AHEAD = 6
_PAUSES = "，。；：,;:!?！？"
_ENDS = (",", ".", ";", ":", "!", "?")


class Possessors:
    """Reads of lines whose it is that they tell, for one question."""

    def __init__(self, connection: Connection, question: Question, *, is_mine: bool) -> None:
        self._connection = connection
        self._question = question
        self._words = question.words
        self._is_mine = is_mine
        self._known: dict[str, frozenset[str]] = {}
        low = question.text.replace("’", "'").casefold()
        self._is_subject = not is_mine or asks("oneself", words_of(low), low, self._words)
        self._wanted = self._things(low)

    def _things(self, low: str) -> frozenset[str]:
        """The terms of what is asked for; behind 我的 those of what follows."""
        question = self._question
        asked = {t for t in question.asked if len(t) > 1}
        own = self._words["mine within"] if self._is_mine else ()
        for owner in (f"{o}{sign}" for o in own for sign in self._words["owner_signs"]):
            at = low.find(owner)
            if at >= 0:
                behind = low[at + len(owner) :][:_AHEAD]
                asked = {t for t in asked if t in behind} or asked
        more = (t for term in (*asked, *question.means) for t in question.means.get(term, ()))
        return frozenset((*asked, *(t for t in more if len(t) > 1)))

    def owner_of(self, fact: Found) -> str | None:
        """The user (`MINE`), the name of somebody else, or None where no words tell."""
        if any(is_cjk(c) for c in fact.text[:_AHEAD]):
            return self._owner_in_han(fact)
        return self._owner_in_words(fact)

    def _owner_in_words(self, fact: Found) -> str | None:
        raw = fact.text.replace("’", "'").split()
        bare = [w.strip(EDGES) for w in raw]
        mine = self._words["mine"]
        for at, word in enumerate(bare):
            if self._wanted.isdisjoint(analyse(word)):
                continue
            for back in range(at - 1, max(-1, at - 1 - _BACK), -1):
                if raw[back].endswith(_ENDS):
                    break
                low = bare[back].casefold()
                if low.removesuffix("'s") in mine:
                    return MINE
                if low.endswith(("'s", "s'")) and (owner := self._person(bare[back][:-2])):
                    # "Mel's signed me off": the user is the one concerned.
                    is_told = mine.isdisjoint(w.casefold() for w in bare[at:])
                    return owner if is_told else None
        return self._subject(bare) if self._is_subject and bare else None

    def _person(self, name: str) -> str | None:
        """The possessor, where it is a person; the company's doctor may be mine."""
        low = name.casefold()
        if low in self._words["others"]:
            return low
        if not name[:1].isupper() or low in self._words["day_words"]:
            return None
        bearers = self.bearers(name)
        if self._question.me in bearers:
            return MINE
        is_thing = bearers and not any(e.startswith("people/") for e in bearers)
        return None if is_thing else name

    def _subject(self, bare: list[str]) -> str | None:
        """Whom a sentence is about that begins with somebody."""
        first = bare[0].casefold()
        low = {w.casefold().removesuffix("'s") for w in bare}
        if first.removesuffix("'s") in self._words["mine"]:
            is_alone = low.isdisjoint(self._words["others"]) and low.isdisjoint(self._words["they"])
            return MINE if self._is_mine or is_alone else None
        if not low.isdisjoint(self._words["mine"]) or not bare[0][:1].isupper():
            return None
        is_person = any(e.startswith("people/") for e in self.bearers(bare[0]))
        return bare[0] if is_person else None

    def _owner_in_han(self, fact: Found) -> str | None:
        text = fact.text
        found = (text.find(t) for t in self._wanted if not t.isascii())
        for at in sorted(n for n in found if n >= 0):
            begin = max(text.rfind(p, 0, at) for p in _PAUSES) + 1
            owner = self._possessor(text[begin:at])
            if owner is not None:
                return owner
        return None

    def _possessor(self, before: str) -> str | None:
        """Who stands before the thing in its clause."""
        words = self._words
        ends = (before.rfind(sign) for sign in words["owner_signs"])
        at = max(ends, default=-1)
        who = before[:at] if at >= 0 else before
        own = words["mine within"]
        if who.endswith(own):
            return MINE
        if any(w in who for w in words["with within"]):
            return None
        if any(kin in who for kin in words["others within"]):
            return who
        names = [who[-n:] for n in _NAME] + [who[:n] for n in _NAME]
        named = next((n for n in names if len(n) > 1 and self._is_person(n)), None)
        if named is not None:
            return MINE if self._question.me in self.bearers(named) else named
        is_own = who.startswith(own) and not any(w in who for w in words["they within"])
        return MINE if is_own else None

    def _is_person(self, name: str) -> bool:
        return any(e.startswith("people/") for e in self.bearers(name))

    def bearers(self, name: str) -> frozenset[str]:
        """The entities that are called so."""
        if name not in self._known:
            self._known[name] = frozenset(called(self._connection, (name,)))
        return self._known[name]


def called(connection: Connection, names: "Iterable[str]") -> list[str]:
    """The entities that bear one of these names, or a part of it."""
    keys = sorted({key for name in names for key in possible_names(name)})
    some, values = marks(keys)
    rows = connection.execute(f"SELECT DISTINCT entity FROM name WHERE key IN ({some})", values)  # noqa: S608 - marks only
    return [entity for (entity,) in rows]
