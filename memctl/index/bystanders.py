"""Beside a line that says all that is asked, what is only like it is left out.

Who asks where they live is not told where their mother lives, and of two things of which one
is named ("when does my passport expire") the other is not told. On the hot path.
"""

from memctl.index.ordering import Found
from memctl.index.question import Question, is_weak
from memctl.index.request import Request
from memctl.index.wanted import wants_several
from memctl.language.questions import asks, words_of

_ALL = 0.9
"""Share of what is asked that a line has to meet to answer it in full."""
_LESS = 0.8
"""Share of that from which on another line says nearly as much."""
_RECORDS = ("note", "document")
_OPENING = 3
"""Words with which a line names whom it is about."""
_HAN_OPENING = 5
"""The same in characters, where no spaces are written."""


def without_bystanders(found: list[Found], question: Question, request: Request) -> list[Found]:
    """The lines, best first, without those that are like a full answer above them."""
    if request.include_all or request.as_of or wants_several(question):
        return found
    is_mine = _asks_of_mine(question)
    full = (f for f in found if f.kind == "fact" and f.current and f.share >= _ALL)
    best = next((f for f in full if not (is_mine and _is_of_others(f, question))), None)
    if best is None or best.is_elsewhere:
        return found

    def is_told(line: Found) -> bool:
        if line is best or line.kind in _RECORDS or not line.current:
            return True
        if is_mine and _is_of_others(line, question):
            return False
        return not _is_of_another_thing(line, best, question)

    return [line for line in found if is_told(line)]


def _asks_of_mine(question: Question) -> bool:
    """Is the user asked about, and nobody else?"""
    low = question.text.replace("’", "'").casefold()
    said = [w.removesuffix("'s") for w in words_of(low)]
    words = question.words
    return asks("mine", said, low, words) and not asks("others", said, low, words)


def _is_of_others(found: Found, question: Question) -> bool:
    """Does it begin with somebody else, and says no word of the user besides?"""
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


def _is_of_it(found: Found, question: Question) -> bool:
    """Is it of what the question names, or does it name it?"""
    if not question.named:
        return False
    return found.entity in question.entities or any(n <= found.met for n in question.named)


def _is_of_another_thing(found: Found, best: Found, question: Question) -> bool:
    """Does it lack a name or a word of the question which the full answer has, and is no newer?"""
    if str(found.day or "") > str(best.day or ""):
        return False
    if _is_of_it(best, question) and not _is_of_it(found, question):
        return True
    if found.share >= _LESS * best.share:
        return False
    said = {*found.body}
    return any(
        t in best.body and t not in said and not is_weak(t, question.words) for t in question.asked
    )
