"""Whose is it? Who asks for their own doctor is not told of their child's.

The owner that a question names ("my", 我的, "Mia's", 小宇的) is held against the owner of what
a line says of the thing asked for: who stands before it ("Mia's doctor", 小宇的医生), or who
the line is about ("Mia is allergic to nuts"). On the hot path.
"""

from memctl.index.asking import possible_names
from memctl.index.ordering import Found
from memctl.index.question import Question
from memctl.index.store import Connection, marks
from memctl.index.wanted import asks_of_mine, people_named
from memctl.language.questions import EDGES, asks, words_of
from memctl.language.tokens import analyse, is_cjk

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Iterable

OTHERS = 0.3
"""What a line keeps of its score that tells of somebody else's."""
_MOST = 12
"""So many of the best facts are looked at."""
_BACK = 3
"""Words between an owner and what is owned, at most."""
_NAME = (2, 3, 4)
"""Characters that a Chinese name has."""
_AHEAD = 6
_MINE = "mine"
_PAUSES = "，。；：,;:!?！？"
_ENDS = (",", ".", ";", ":", "!", "?")


def mark_others(connection: Connection, question: Question, found: list[Found]) -> None:
    """Lower what tells of somebody else's, where the question says whose it asks for."""
    is_mine = asks_of_mine(question)
    named = people_named(question)
    facts = [f for f in found if f.kind == "fact" and f.current and f.share and f.score > 0]
    best = sorted(facts, key=lambda f: -f.score)[:_MOST]
    reader = _Reader(connection, question, is_mine=is_mine)
    owners = {f.id: reader.owner_of(f) for f in best}
    others, ids = set(), set()
    for fact in best:
        owner = owners[fact.id]
        if is_mine:
            is_other = owner is not None and owner != _MINE
        else:
            is_other = owner is not None and not _is_of(owner, named, reader)
            is_other = is_other and not any(name <= fact.met for name in question.named)
        if is_other:
            _lower(fact)
            others.add((fact.entity, fact.fact))
            ids.add(fact.id)
    for line in found if others else ():
        if line.kind == "summary" and any((line.entity, f) in others for f in line.rests.split()):
            _lower(line)
        line.is_of_other = line.is_of_other or bool(line.tells and ids.issuperset(line.tells))


def _lower(found: Found) -> None:
    found.parts["another's"] = OTHERS
    found.score *= OTHERS
    found.is_elsewhere = found.is_of_other = True


def _is_of(owner: str, named: set[str], reader: "_Reader") -> bool:
    return owner != _MINE and not named.isdisjoint(reader.bearers(owner))


class _Reader:
    """Reads of lines whose it is that they tell."""

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
        for own in self._words["mine within"] if self._is_mine else ():
            at = low.find(f"{own}的")
            if at >= 0:
                behind = low[at + len(own) + 1 :][:_AHEAD]
                asked = {t for t in asked if t in behind} or asked
        more = (t for term in (*asked, *question.means) for t in question.means.get(term, ()))
        return frozenset((*asked, *(t for t in more if len(t) > 1)))

    def owner_of(self, fact: Found) -> str | None:
        """The user (`_MINE`), the name of somebody else, or None where no words tell."""
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
                    return _MINE
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
        if not name[:1].isupper() or low[:3] in self._words["day_words"]:
            return None
        bearers = self.bearers(name)
        if self._question.me in bearers:
            return _MINE
        is_thing = bearers and not any(e.startswith("people/") for e in bearers)
        return None if is_thing else name

    def _subject(self, bare: list[str]) -> str | None:
        """Whom a sentence is about that begins with somebody."""
        first = bare[0].casefold()
        low = {w.casefold().removesuffix("'s") for w in bare}
        if first.removesuffix("'s") in self._words["mine"]:
            is_alone = low.isdisjoint(self._words["others"]) and low.isdisjoint(self._words["they"])
            return _MINE if self._is_mine or is_alone else None
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
        who, joined, _ = before.rpartition("的")
        who = who if joined else before
        own = words["mine within"]
        if who.endswith(own):
            return _MINE
        if any(w in who for w in words["with within"]):
            return None
        if any(kin in who for kin in words["others within"]):
            return who
        names = [who[-n:] for n in _NAME] + [who[:n] for n in _NAME]
        named = next((n for n in names if len(n) > 1 and self._is_person(n)), None)
        if named is not None:
            return _MINE if self._question.me in self.bearers(named) else named
        is_own = who.startswith(own) and not any(w in who for w in words["they within"])
        return _MINE if is_own else None

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
