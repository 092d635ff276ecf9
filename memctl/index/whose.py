"""Whose an answer is: who asks of themselves is answered by what is theirs.

What somebody else changed, stopped or has leaves the user's own facts as current as they were,
and stands below them. On the hot path.
"""

from memctl.index.ordering import Found
from memctl.index.question import Question
from memctl.index.wanted import asks_of_mine
from memctl.language.questions import EDGES, asks, words_of
from memctl.language.tokens import analyse

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from memctl.language.questions import Words

_AS_MUCH = 0.6
"""Share of what another line meets that the user's own has to meet to stand above it."""
_BELOW = 0.999
_PEOPLE = "people/"
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
    passing = (words["weak"], words["day_words"])
    first = next((w for w in said if w and w not in passing[0] and w[:3] not in passing[1]), "")
    if not first or first.endswith(("ed", "ing")) or not known.isdisjoint(analyse(first)):
        return True
    return any(first == word.split()[0] for key in ("over", "change") for word in words[key])


def _begins_within(low: str, known: set[str], words: "Words") -> bool:
    for word in words["weak within"]:
        low = low.removeprefix(word)
    opening = low.lstrip(EDGES + " ")[:_HAN_WORD]
    is_turn = any(low.startswith(w) for key in ("over within", "change within") for w in words[key])
    return is_turn or opening in known or opening.startswith(words["unsaid"])
