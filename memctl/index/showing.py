"""What is shown of what was found: no tails, nothing twice, nothing that only tells the past.

On the hot path.
"""

from collections.abc import Mapping

from memctl.index.found import Found
from memctl.index.ordering import Weights, share_met
from memctl.index.question import Question, is_weak
from memctl.index.request import Request
from memctl.index.store import Connection
from memctl.language.questions import words_of
from memctl.language.tokens import analyse

_RECORDS = ("note", "document")
_TAIL = 0.4
"""What claims to be true and scores below this share of the best such line looks like an answer."""
_TAIL_OF_PAST = 0.22
"""The same against everything found, and where the past is asked for."""
_TAIL_OF_NOTES = 0.02
"""The same for records, of which a person may want to see more."""
_BESIDE = 0.35
"""A record that says nothing of the question in its words stays only when it scores this well."""
_MEANT = 0.1
"""The same for one that means what is asked in other words."""
_LEAST = 0.15
"""Share of what is asked that a result has to meet, unless it belongs to an entity named."""
_ENOUGH = 0.34
"""Share of what is asked that an answer has to meet."""
_POOL = 3
"""Among how many times the limit `--mmr` chooses."""
_FEW = 5
"""So many lines of MEMORY.md are looked up one by one."""
_MANY_TERMS = 300
"""A line of more is no question to ask SQLite: it would take minutes."""
_RELEVANT = 0.7
"""How much of `--mmr` is relevance; the rest is being new."""
_NEW = 0.3
"""A summary line that adds less than this share to the facts shown is not shown beside them."""


def mark_stale(connection: Connection, found: list[Found]) -> None:
    """A line of MEMORY.md that says what a retired fact says is not current."""
    lines = [one for one in found if one.kind == "tacit" and one.current]
    is_much = len(lines) > _FEW or any(len(one.body) > _MANY_TERMS for one in lines)
    retired = _retired(connection) if is_much else None
    for one in lines:
        said = set(one.body)
        if retired is None:
            bodies = _retired_like(connection, one)
        else:
            bodies = [body for term in said for body in retired.get(term, ())]
        one.current = not any(said.issuperset(body) for body in bodies)


def _retired_like(connection: Connection, line: Found) -> list[list[str]]:
    """The terms of the retired facts that are most like a line."""
    if not line.body:  # a ruler or a bracket: it says nothing, and SQLite takes no empty question
        return []
    match = " OR ".join(f'"{term}"' for term in dict.fromkeys(line.body))
    rows = connection.execute(
        "SELECT doc.body FROM former JOIN doc ON doc.id = former.rowid WHERE former MATCH ?"
        " ORDER BY rank LIMIT 5",
        (f"body : ({match})",),
    )
    return [body.split() for (body,) in rows]


def _retired(connection: Connection) -> dict[str, list[list[str]]]:
    """The terms of all retired facts by the longest of each: one look instead of many."""
    by_longest: dict[str, list[list[str]]] = {}
    for (body,) in connection.execute("SELECT body FROM doc WHERE kind = 'fact' AND active = 0"):
        terms = body.split()
        if terms:
            by_longest.setdefault(max(terms, key=len), []).append(terms)
    return by_longest


def without_tail(found: list[Found], question: Question, request: Request) -> list[Found]:
    """Without what only looks like an answer: too far below the best, or met in hints alone."""
    best = max((f.score for f in found), default=0.0)
    kept = max((f.score for f in found if f.kind not in _RECORDS), default=0.0)
    least = _TAIL_OF_PAST * best
    if not (request.as_of or request.include_all):
        least = max(least, _TAIL * kept)
    return [f for f in found if f.score > 0 and _is_telling(f, best, least, question)]


def _is_telling(found: Found, best: float, least: float, question: Question) -> bool:
    if found.is_elsewhere and (found.entity != question.me or found.is_of_other):
        return False
    is_meant = "meaning" in found.parts
    if found.kind == "note":
        is_said = found.share and not found.met.isdisjoint(question.terms)
        tail = _TAIL_OF_NOTES if is_said else _MEANT if is_meant else _BESIDE
        return found.score >= tail * best
    is_asked = found.share >= _LEAST or found.entity in question.entities
    # What became of somebody or something named is told wherever it stands.
    is_asked = is_asked or (found.is_change and any(name <= found.met for name in question.named))
    return found.score >= least and (is_asked or is_meant)


def shown(found: list[Found], question: Question, request: Request) -> list[Found]:
    """The best lines that may be shown, each said once, up to the limit."""
    kept: list[Found] = []
    said: dict[frozenset[str], list[Found]] = {}
    facts = {one.id: one for one in found if one.kind == "fact"}
    wants_past = bool(request.as_of) or request.include_all
    limit = request.limit * (_POOL if request.is_diverse else 1)
    for one in found:
        if len(kept) == limit:
            break
        alike = said.setdefault(frozenset(one.body), [])
        is_told = _is_stood_for(one, facts) or _is_said(one, alike, kept)
        if not is_told and (wants_past or may_show(one)):
            alike.append(one)
            kept.append(one)
    return _diverse(kept, request.limit, question) if request.is_diverse else kept


def _is_stood_for(found: Found, facts: Mapping[int, Found]) -> bool:
    """Does a fact stand for the line in which it was read?

    Not where all that was kept are cuts of the line, which meets more of the question.
    """
    kept = [facts[i] for i in found.tells if i in facts]
    if any(f.text not in found.text or f.text == found.text for f in kept):
        return True
    return bool(kept) and set(found.met) <= {term for f in kept for term in f.met}


def _diverse(found: list[Found], limit: int, question: Question) -> list[Found]:
    """The same lines, those first that score well and repeat little of what stands above.

    Maximal marginal relevance (Carbonell and Goldstein 1998); scores stay as they are. What no
    longer holds waits for what holds of its entity.
    """
    best = max((f.score for f in found), default=0.0)
    terms = {f.id: frozenset(t for t in f.body if not is_weak(t, question.words)) for f in found}
    left, kept = list(found), list[Found]()
    while left and len(kept) < limit:
        held = {f.entity for f in left if f.kind == "fact" and f.current}
        free = [f for f in left if f.kind != "fact" or f.current or f.entity not in held]
        likeness = {
            f.id: max((_likeness(terms[f.id], terms[k.id]) for k in kept), default=0.0)
            for f in free
        }
        chosen = max(
            free, key=lambda f: _RELEVANT * f.score / best - (1 - _RELEVANT) * likeness[f.id]
        )
        if likeness[chosen.id]:
            chosen.parts["repeats"] = likeness[chosen.id]
        kept.append(chosen)
        left.remove(chosen)
    return kept


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / (len(one | other) or 1)


def _is_said(found: Found, alike: list[Found], kept: list[Found]) -> bool:
    """Does a better result say what this summary line or note says?"""
    if any(k.kind != found.kind and k.entity == found.entity for k in alike):
        return True
    if found.kind != "summary":
        return False
    rests = found.rests.split()
    facts = [k for k in kept if k.entity == found.entity and k.fact in rests]
    told = {t for fact in facts for t in (*fact.body, *fact.names)}
    return bool(facts) and sum(t not in told for t in found.body) <= _NEW * len(found.body)


def may_show(found: Found) -> bool:
    """False for lines that only tell what no longer holds."""
    if found.kind == "summary" and found.rests:
        return found.current
    return not found.tells or any(found.tells.values())


def _is_of_another_head(found: Found, question: Question) -> bool:
    """Does it tell of another thing by the same word: the blood pressure, not the blood type?"""
    heads, said = question.words["heads"], words_of(question.text)
    for at, head in enumerate(said[1:]):
        if head in heads and not is_weak(said[at], question.words):
            behind = _words_behind(said[at], found.text)
            known = {*heads[head], *question.terms}
            if behind and all(w.isalpha() and not _is_known(w, known, question) for w in behind):
                return True
    return False


def _words_behind(first: str, text: str) -> list[str]:
    """What stands right behind each place of a word; nothing where a clause ends with it."""
    raw = text.casefold().split()
    said = words_of(text)
    pairs = zip(raw, said, [*said[1:], ""], strict=True)
    return [after if word[-1:].isalnum() else "" for word, bare, after in pairs if bare == first]


def _is_known(word: str, known: set[str], question: Question) -> bool:
    return word in known or is_weak(word, question.words) or not known.isdisjoint(analyse(word))


def answers(kept: list[Found], question: Question, weights: Weights) -> bool:
    """Does a current result meet enough of what the question says beyond names?"""
    for one in kept:
        if not one.current or one.is_elsewhere or _is_of_another_head(one, question):
            continue
        said = one.met & {*one.body}
        if question.asked is question.terms and one.entity in question.entities:
            return True  # the question is a name alone
        if share_met(said, question.asked, question, weights) >= _ENOUGH:
            return True
        if "takes over" in one.parts and one.share >= _ENOUGH:
            return True
        if one.entity in question.entities and not said.isdisjoint(question.hinted):
            return True
    return False
