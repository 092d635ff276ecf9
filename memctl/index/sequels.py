"""What later lines say of what an answer names: "he stopped the Tensaril" of "takes Tensaril".

Such a line need not share a word with the question. A fact stands beside the answer; a line
that tells that what is named is over puts the answer in doubt. What the note says in the next
breath stands beside the answer too. On the hot path.
"""

from memctl.index.candidates import holding, rare_terms
from memctl.index.found import Found
from memctl.index.latest import doubt_lines, summaries
from memctl.index.ordering import DOUBT
from memctl.index.question import Question
from memctl.index.request import Request
from memctl.index.sentences import clauses_of, is_question, without_label
from memctl.index.store import Connection
from memctl.index.values import is_ahead
from memctl.language.questions import EDGES
from memctl.language.tokens import analyse

_BEST = 0.6
"""An answer scores at least this share of the best, and meets so much of what is asked:"""
_MEETS = 0.3
_MOST = 3
"""So many answers are looked at."""
_BESIDE = 0.5
"""How much of the answer's score it has that stands beside it."""
_RARE = 40
"""A name in more lines stands for too many things; they would all be looked at."""
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
    terms = rare_terms(connection, {term for some in names.values() for term in some}, _RARE)
    if not terms:
        return []
    known = {f.id: f for f in found}
    later = [known.get(f.id, f) for f in _later(connection, terms, request)]
    looked_at = []
    for top in tops:
        least = _BESIDE * top.score
        for one in later:
            said = _said_in(one, names[top.id], top) if str(one.day or "") > str(top.day) else set()
            if not said or one.id == top.id:
                continue
            looked_at += [one] if one.kind == "fact" else []
            is_over = (one.current or one.kind == "note") and _is_over(said, one, top, question)
            # Whoever retires in December still is what they are.
            is_over = is_over and not is_ahead(one, request.as_of or request.today, question.words)
            is_more = one.is_change and one.entity == top.entity != question.me
            if one.kind == "fact" and one.current and (is_over or is_more):
                _put_beside(one, top, least)
            if is_over and top.current and one.kind == "note":
                _put_beside(one, top, least)
            if is_over and top.current:
                _doubt(top, one)
                doubt_lines(summaries(found), top)
    found += [one for one in later if one.id not in known and one.score]
    return looked_at


def _later(connection: Connection, terms: list[str], request: Request) -> list[Found]:
    """What holds one of these names, of what may be told to whoever asks."""
    lines = holding(connection, terms, request)
    if request.audience:
        from memctl.index.audience import tellable  # noqa: PLC0415 - the user alone may read all

        return tellable(connection, lines, request)
    return lines


def _said_in(one: Found, names: set[str], top: Found) -> set[str]:
    """The words of a line with which it says one of these names."""
    if names.isdisjoint(one.body):
        return set()
    words = {word for raw in one.text.split() if _is_name(word := _bare(raw))}
    found = {word for word in words if not names.isdisjoint(analyse(word))}
    return {word for word in found if not _bears_another_first(word, one.text, top.text)}


def _bears_another_first(word: str, text: str, known: str) -> bool:
    """Does another name stand before it than in the answer: Hill Road, of Coronation Road?"""
    firsts, others = _before(word, known), _before(word, text)
    return bool(firsts) and bool(others) and firsts.isdisjoint(others)


def _before(word: str, text: str) -> set[str]:
    """The names that stand right before it."""
    raw = text.split()
    said = [_bare(w) for w in raw]
    return {
        said[n - 1]
        for n in range(1, len(said))
        if said[n] == word and _is_name(said[n - 1]) and raw[n - 1][-1].isalpha()
    }


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
                own = without_label(one.text)
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
    told = {t for t in terms if t not in days and t[0] != "#"}
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


def _is_over(names: set[str], one: Found, top: Found, question: Question) -> bool:
    """Is it told that it is over with what is named, in the clause that names it?"""
    words = question.words
    for clause in clauses_of(one.text):
        said = [_bare(word) for word in clause.split()]
        at = next((n for n, word in enumerate(said) if word in names), None)
        if at is None or is_question(clause):
            continue
        surname = said[at + 1] if at + 1 < len(said) else ""
        if _is_name(surname) and surname not in top.text:
            continue  # somebody else of that name
        plain = f" {' '.join(said).casefold()} "
        if any(f" {word} " in plain for word in words["over"]):
            return True
        place = clause.find(said[at])
        near = clause[max(0, place - _NEAR) : place + len(said[at]) + _NEAR]
        if not near.isascii() and any(word in near for word in words["over within"]):
            return True
    return False
