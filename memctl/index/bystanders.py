"""Beside a line that says what is asked, what is only like it is left out.

Who asks where they live is not told where their mother lives, and of two things of which one
is named ("when does my passport expire") the other is not told. Nor is what meets no more than
a lesser part of what the answer meets: who drives a train is not told who drives a van. On the
hot path.
"""

from memctl.index.found import Found
from memctl.index.question import Question, is_weak
from memctl.index.request import Request
from memctl.index.values import tells
from memctl.index.wanted import asks_of_mine, kinds_wanted, wants_several
from memctl.index.whose import begins_with_others

_ALL = 0.9
"""Share of what is asked that a line has to meet to answer it in full."""
_LESS = 0.8
"""Share of that from which on another line says nearly as much."""
_SOME = 0.5
"""The same for one beside which nothing is told that meets less than this part of what it meets:"""
_HALF = 0.6
_RECORDS = ("note", "document")


def without_bystanders(found: list[Found], question: Question, request: Request) -> list[Found]:
    """The lines, best first, without those that are like a better answer above them."""
    if request.include_all or request.as_of or wants_several(question):
        return found
    is_mine = asks_of_mine(question)
    facts = (f for f in found if f.kind == "fact" and f.current and f.share >= _SOME)
    own = (
        f for f in facts if not (f.is_elsewhere or (is_mine and begins_with_others(f, question)))
    )
    best = max(own, key=lambda f: f.share >= _ALL, default=None)
    if best is None:
        return found

    def is_told(line: Found) -> bool:
        if line is best or not (line.current or line.kind in _RECORDS):
            return True
        if line.is_of_other or _says_less(line, best, question):
            return False
        if best.share < _ALL or line.kind == "document":
            return True
        if is_mine and line.kind != "note" and begins_with_others(line, question):
            return False
        return not _is_of_another_thing(line, best, question)

    return [line for line in found if is_told(line)]


def _says_less(found: Found, best: Found, question: Question) -> bool:
    """Does it meet only a lesser part of what the answer meets, and tells of no change since?"""
    if found.share >= _HALF * best.share or not found.met - best.met <= question.naming:
        return False
    return not _may_tell_later(found, best, question)


def _may_tell_later(found: Found, best: Found, question: Question) -> bool:
    """May it tell what became of the answer? What a note tells was weighed before."""
    if found.kind == "note" or str(found.day or "") <= str(best.day or ""):
        return False
    if found.is_change or found.entity == best.entity:
        return True
    return any(tells(kind, found.text, question.words) for kind in kinds_wanted(question))


def _is_of_it(found: Found, question: Question) -> bool:
    """Is it of what the question names, or does it name it?"""
    if not question.named:
        return False
    return found.entity in question.entities or any(n <= found.met for n in question.named)


def _is_of_another_thing(found: Found, best: Found, question: Question) -> bool:
    """Does it lack a name or a word of the question which the full answer has?"""
    if _may_tell_later(found, best, question):
        return False
    if _is_of_it(best, question) and not _is_of_it(found, question):
        return True
    if found.share >= _LESS * best.share:
        return False
    said = {*found.body}
    return any(
        t in best.body and t not in said and not is_weak(t, question.words) for t in question.asked
    )
