"""Whose an answer is: who asks of themselves is answered by what is theirs.

What somebody else changed, stopped or has leaves the user's own facts as current as they were,
and stands below them. Who asks for their own doctor is not told of their child's: the owner that
a question names ("my", 我的, "Mia's", 小宇的) is held against whose it is in a line. Whether a
fact tells of somebody else is no guess of recall: the rules have read it
(`rules.comparing.whose.owners`) and the cache keeps it. On the hot path.
"""

from memctl.index.found import Found
from memctl.index.ordering import may_be_of_what_has_no_page
from memctl.index.question import Question
from memctl.index.store import Connection
from memctl.index.values import tells
from memctl.index.wanted import asks_of_mine, kinds_wanted, people_named
from memctl.language.questions import EDGES, asks, words_of
from memctl.language.tokens import analyse

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from memctl.language.questions import Words

_OTHERS = 0.3
"""What a line keeps of its score that tells of somebody else's."""
_MOST = 12
"""So many of the best facts are looked at."""
_AS_MUCH = 0.6
"""Share of what another line meets that the user's own has to meet to stand above it."""
_BELOW = 0.999
_PEOPLE = "people/"
_OPENING = 3
"""Words with which a line names whom it is about."""
_HAN_OPENING = 5
"""The same in characters, where no spaces are written."""
_HAN_WORD = 2


def has_no_say(new: Found, old: Found, question: Question) -> bool:
    """Is it somebody else's, and the older line the user's, who is not told of in it?"""
    if not is_of_others(new, question) or is_of_others(old, question):
        return False
    opening = next((t for word in new.text.split()[:1] for t in analyse(word)), "")
    names = {*new.names} if new.entity != question.me else set()
    return names.isdisjoint(old.body) and opening not in old.body


def is_of_others(found: Found, question: Question) -> bool:
    """Does it tell of a person who is not the user?"""
    if found.kind == "fact":
        is_person = found.entity == question.me or (found.entity or "").startswith(_PEOPLE)
        return found.is_theirs and is_person
    if found.kind != "summary" or found.entity == question.me:
        return False
    is_person = (found.entity or "").startswith(_PEOPLE)
    low = found.text.casefold()
    return is_person and not asks("mine", words_of(low), low, question.words)


def begins_with_others(found: Found, question: Question) -> bool:
    """Does it begin with somebody else, and says no word of the user besides?"""
    if found.is_theirs and found.entity == question.me:
        return True
    words = question.words
    text = found.text.replace("’", "'").casefold()
    said = [w.removesuffix("'s") for w in words_of(text)]
    if said and said[0].isascii():
        others = [n for n, w in enumerate(said[:_OPENING]) if w in words["others"]]
        return bool(others) and words["mine"].isdisjoint(said[others[0] + 1 :])
    opening = text[:_HAN_OPENING]
    ends = [opening.find(w) + len(w) for w in words["others within"] if w in opening]
    rest = text[min(ends) :] if ends else text
    return bool(ends) and not any(w in rest for w in words["mine within"])


def are_others_alone(found: list[Found], question: Question) -> bool:
    """Does all that holds tell of others, where the user is asked about?"""
    facts = [f for f in found if f.kind == "fact" and f.current]
    return bool(facts) and all(is_of_others(f, question) for f in facts) and asks_of_mine(question)


def put_mine_first(found: list[Found], question: Question) -> None:
    """Lower what others have below what the user has and says as much, who asks of the user."""
    if not asks_of_mine(question) or any(e != question.me for e in question.entities):
        return
    facts = [f for f in found if f.kind == "fact" and f.current and f.score > 0]
    mine = [f for f in facts if not is_of_others(f, question) and not f.is_elsewhere]
    if not mine or len(mine) == len(found):
        return
    for other in (f for f in found if is_of_others(f, question)):
        above = [m.score for m in mine if m.share >= _AS_MUCH * other.share]
        if above and other.score >= max(above):
            other.parts["another's"] = _BELOW * max(above) / other.score
            other.score = _BELOW * max(above)


def put_named_first(found: list[Found], question: Question) -> None:
    """Lower what does not hold the name that is asked of below what holds it and tells the value.

    Who asks how much they pay Marta is not told first what else is paid.
    """
    kinds = kinds_wanted(question) if question.proper else []
    facts = [f for f in found if f.kind == "fact" and f.current and f.score > 0 and kinds]
    named = [
        f.score
        for f in facts
        if not question.proper.isdisjoint(f.met)
        and any(tells(kind, f.text, question.words) for kind in kinds)
    ]
    if not named:
        return
    for other in found:
        if other.score >= max(named) and not may_be_of_what_has_no_page(other, question):
            other.parts["unnamed"] = _BELOW * max(named) / other.score
            other.score = _BELOW * max(named)


def mark_others(connection: Connection, question: Question, found: list[Found]) -> None:
    """Lower what tells of somebody else's, where the question says whose it asks for."""
    is_mine, named = asks_of_mine(question), people_named(question)
    is_open = not is_mine and not named and _names_nobody(question)
    kin = [k for k in question.words["other_kin"] if k not in question.text]
    kin = kin if question.naming.intersection(question.words["others within"]) else []
    if not (is_mine or named or is_open or kin):
        return
    from memctl.index.possessors import MINE, Possessors  # noqa: PLC0415 - many questions ask for nobody's

    reader = Possessors(connection, question, is_mine=is_mine or is_open)

    def is_anothers(fact: Found) -> bool:
        owner = reader.owner_of(fact)
        if owner is None or is_mine or is_open:
            return owner not in {None, MINE}
        # An aunt's pills are not a mother's, though 舅妈 has the character.
        if any(k in owner for k in kin):
            return True
        if not named:
            return False
        is_of_named = owner != MINE and not named.isdisjoint(reader.bearers(owner))
        return not is_of_named and not any(name <= fact.met for name in question.named)

    facts = [f for f in found if f.kind == "fact" and f.current and f.share and f.score > 0]
    others = [f for f in sorted(facts, key=lambda f: -f.score)[:_MOST] if is_anothers(f)]
    if is_open and not _is_told_besides(facts, others):
        return
    rows, ids = {(f.entity, f.fact) for f in others}, {f.id for f in others}
    for line in found if others else ():
        rests = {(line.entity, fact) for fact in line.rests.split()}
        if line.id in ids or (line.kind == "summary" and not rests.isdisjoint(rows)):
            line.parts["another's"] = _OTHERS
            line.score *= _OTHERS
            line.is_elsewhere = line.is_of_other = True
        line.is_of_other = line.is_of_other or bool(line.tells and ids.issuperset(line.tells))


def _names_nobody(question: Question) -> bool:
    """Does it ask of nobody ("how much is rent?")? Then it asks of the user, who writes here."""
    low, words = question.text.casefold(), question.words
    if question.entities or question.proper or asks("others", words_of(low), low, words):
        return False
    # Where no capital tells a name, the thing itself has to come first: 房租多少.
    return low.isascii() or low.startswith(tuple(word for word, _, _ in words["hints within"]))


def _is_told_besides(facts: list[Found], others: list[Found]) -> bool:
    """Is as much told of what is nobody else's?"""
    most = max((f.share for f in others), default=0.0)
    return any(f.share >= _AS_MUCH * most for f in facts if f not in others)


def may_be_mine(sentence: str, fact: Found, question: Question) -> bool:
    """May a sentence of a note tell of the user, as far as its first word says?

    It says "I", leaves its subject out ("stopped running"), or begins with what the fact or the
    question tells of. Who begins with somebody else tells of them.
    """
    words, low = question.words, sentence.replace("’", "'").casefold()
    said = words_of(low)
    if asks("mine", said, low, words):
        return True
    known = {*fact.body, *fact.names, *question.terms}
    if not sentence.isascii():
        return _begins_within(low, known, words)
    passing = words["weak"] | words["day_words"]
    first = next((w for w in said if w and w not in passing), "")
    if not first or first.endswith(words["verb_ends"]) or not known.isdisjoint(analyse(first)):
        return True
    return any(first == word.split()[0] for key in ("over", "change") for word in words[key])


def _begins_within(low: str, known: set[str], words: "Words") -> bool:
    for word in words["weak within"]:
        low = low.removeprefix(word)
    opening = low.lstrip(EDGES + " ")[:_HAN_WORD]
    is_turn = any(low.startswith(w) for key in ("over within", "change within") for w in words[key])
    return is_turn or opening in known or opening.startswith(words["unsaid"])
