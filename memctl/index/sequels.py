"""What later lines say of what an answer names: "he stopped the Tensaril" of "takes Tensaril".

Such a line need not share a word with the question. A fact stands beside the answer; a line
that tells that what is named is over puts the answer in doubt. What the note says in the next
breath stands beside the answer too. On the hot path.
"""

from memctl.index.candidates import holding
from memctl.index.latest import doubt_lines, summaries
from memctl.index.ordering import DOUBT, Found
from memctl.index.question import Question
from memctl.index.request import Request
from memctl.index.sentences import clauses_of, is_question
from memctl.index.store import Connection
from memctl.language.questions import EDGES
from memctl.language.tokens import analyse

_BEST = 0.6
"""An answer scores at least this share of the best, and meets so much of what is asked:"""
_MEETS = 0.3
_MOST = 3
"""So many answers are looked at."""
_BESIDE = 0.5
"""How much of the answer's score it has that stands beside it."""
_NEAR = 4
"""Within so many characters of a name its end is told, where words are not parted."""
_EDGE = 25
"""Characters by which a fact is known again in its note."""
_GAP = 4
"""So many characters lie between two sentences at most."""


def add_sequels(
    connection: Connection, question: Question, found: list[Found], request: Request
) -> list[Found]:
    """Put beside the best answers what goes on about them, and in doubt what is over.

    Returns: The facts that would have been put there, had the rules read a change in them.
    """
    if request.include_all:  # it shows what was and what became of it side by side
        return []
    facts = [f for f in found if f.kind == "fact" and f.current and f.day]
    best = max((f.score for f in facts), default=0.0)
    good = (f for f in facts if f.score >= _BEST * best and f.share >= _MEETS)
    tops = sorted((f for f in good if not f.is_elsewhere), key=lambda f: -f.score)[:_MOST]
    for top in tops:
        _go_on(top, found)
    names = {top.id: _names_in(top, question) for top in tops}
    terms = sorted({term for some in names.values() for term in some})
    if not terms:
        return []
    known = {f.id: f for f in found}
    later = [known.get(f.id, f) for f in _later(connection, terms, request)]
    for top in tops:
        since = [f for f in later if f.id != top.id and str(f.day or "") > str(top.day)]
        least = _BESIDE * top.score
        for one in since:
            if _goes_on(top, one, names[top.id], question):
                _put_beside(one, top, least)
            if top.current and _ends_it(top, one, names[top.id], question):
                _doubt(top, one)
                doubt_lines(summaries(found), top)
    found += [one for one in later if one.id not in known and one.score]
    return [f for f in later if f.kind == "fact" and any(_said_in(f, n) for n in names.values())]


def _later(connection: Connection, terms: list[str], request: Request) -> list[Found]:
    """What holds one of these names, of what may be told to whoever asks."""
    lines = holding(connection, terms, request)
    if request.audience:
        from memctl.index.audience import tellable  # noqa: PLC0415 - the user alone may read all

        return tellable(connection, lines, request)
    return lines


def _goes_on(top: Found, one: Found, names: set[str], question: Question) -> bool:
    """Is it a fact that tells what became of what the answer names?"""
    if one.kind != "fact" or not one.current or not _said_in(one, names):
        return False
    is_more = one.is_change and one.entity == top.entity != question.me
    return is_more or _ends_it(top, one, names, question)


def _ends_it(top: Found, one: Found, names: set[str], question: Question) -> bool:
    is_told = one.current or one.kind == "note"
    return is_told and any(_is_over(t, one, top, question) for t in _said_in(one, names))


def _said_in(one: Found, names: set[str]) -> set[str]:
    """Which of these names it says, as names."""
    if names.isdisjoint(one.body):
        return set()
    words = [word for raw in one.text.split() if _is_name(word := _bare(raw))]
    return {term for word in words for term in analyse(word) if term in names}


def _doubt(top: Found, one: Found) -> None:
    place = one.fact if one.entity == top.entity else f"{one.entity}#{one.fact}"
    top.doubt = place if one.kind == "fact" else f"{one.path}:{one.line}"
    top.current = False
    top.parts["doubt"] = DOUBT
    top.score *= DOUBT


def _go_on(top: Found, found: list[Found]) -> None:
    """What is said in the next breath of the same note stands beside it."""
    facts = {f.id: f for f in found if f.kind == "fact" and f.current and f.id != top.id}
    for note in found:
        if note.kind == "note" and top.id in note.tells:
            at = note.text.find(top.text[-_EDGE:])
            end = at + len(top.text[-_EDGE:])
            for one in (facts[n] for n in note.tells if n in facts and at >= 0):
                own = one.text.partition(": ")[2] or one.text
                begin = note.text.find(own[:_EDGE])
                if end <= begin <= end + _GAP:
                    _put_beside(one, top, _BESIDE * top.score)


def _put_beside(one: Found, top: Found, least: float) -> None:
    if one.score < least:
        one.parts["beside it"] = least / one.score if one.score else least
        one.score, one.share = least, max(one.share, top.share)
        one.is_elsewhere = False


def _names_in(found: Found, question: Question) -> set[str]:
    """The terms of names in a line, beyond what the question says; days are none."""
    days = question.words["day_words"]
    terms = {t for word in _names(found.text) for t in analyse(word)}
    told = {t for t in terms if t[:3] not in days and t[0] != "#"}
    return told - {*question.terms, *question.naming, *question.hinted}


def _names(text: str) -> list[str]:
    """The words of a text that begin with a capital, but for those with which a sentence begins."""
    names, begins = [], True
    for raw in text.split():
        word = _bare(raw)
        if _is_name(word) and not begins:
            names.append(word)
        begins = raw[-1] in ".!?:"
    return names


def _bare(raw: str) -> str:
    return raw.strip(EDGES + "‘’").removesuffix("'s").removesuffix("’s")


def _is_name(word: str) -> bool:
    return len(word) > 2 and word[0].isupper() and word[1:].islower()  # noqa: PLR2004 - initials name anybody


def _is_over(term: str, one: Found, top: Found, question: Question) -> bool:
    """Is it told that it is over with what is named, in the clause that names it?"""
    words = question.words
    for clause in clauses_of(one.text):
        said = [_bare(word) for word in clause.split()]
        at = next((n for n, word in enumerate(said) if term in analyse(word)), None)
        if at is None or is_question(clause):
            continue
        surname = said[at + 1] if at + 1 < len(said) else ""
        if _is_name(surname) and surname not in top.text:
            continue  # somebody else of that name
        if any(f" {w} " in f" {' '.join(said).casefold()} " for w in words["over"]):
            return True
        place = clause.find(said[at])
        near = clause[max(0, place - _NEAR) : place + len(said[at]) + _NEAR]
        if any(w in near for w in words["over within"]):
            return True
    return False
