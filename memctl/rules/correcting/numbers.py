"""One wrong number in a row that tells more: "the choir is £55 a term, not 45".

What else the row tells was not wrong. So its words stay, with the right number in the place of
the wrong one; the correction itself is the evidence.
"""

import re
from dataclasses import replace

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity
from memctl.graph.fact import Fact
from memctl.language.lexicon import Lexicon
from memctl.language.quantities import Quantity
from memctl.rules.reading import Reading, read

_FIGURES = re.compile(r"\d[\d.,]*")
_MOST = 3
"""Words of its own with which a correction still tells nothing but the number."""


def with_number(fact: Fact, candidate: Candidate, entity: Entity, lexicon: Lexicon) -> Candidate:
    """The correction told as the row with its number set right; as it is where it tells more."""
    old, new = (read(t, entity.names, lexicon) for t in (fact.text, candidate.text))
    text = _set_right(old, new, fact.text)
    if text is None:
        return candidate
    category = fact.category or candidate.category
    return replace(candidate, text=text, category=category, valid_until=fact.valid_until)


def _set_right(old: Reading, new: Reading, text: str) -> str | None:
    wrong = [q for q in new.quantities if _is_denied(new, q)]
    right = [q for q in new.quantities if not _is_denied(new, q) and _is_of(q, wrong)]
    was = [q for q in old.quantities if any(q.plain == w.plain for w in wrong)]
    if len(was) != 1 or len({q.plain for q in right}) != 1 or len(old.text) != len(text):
        return None
    own = [t for t in new.terms if t.id not in old.ids and not _is_said_by_the_way(new, t.start)]
    if len(own) > _MOST:
        return None
    at, now = was[0], right[0]
    said = new.text[now.start : now.end]
    if now.unit != at.unit:
        figures = _FIGURES.search(said)
        place = _FIGURES.search(old.text, at.start, at.end)
        if now.unit or figures is None or place is None:
            return None
        return text[: place.start()] + figures[0] + text[place.end() :]
    return text[: at.start] + said + text[at.end :]


def _is_denied(new: Reading, number: Quantity) -> bool:
    return any(a <= number.start < b for a, b in new.stances.denial)


def _is_of(number: Quantity, wrong: list[Quantity]) -> bool:
    """May it stand where a wrong one stood? The day that a correction names does not."""
    return any(
        number.plain != w.plain and (number.unit == w.unit or not w.unit or not number.unit)
        for w in wrong
    )


def _is_said_by_the_way(new: Reading, at: int) -> bool:
    """Is it the word for the mistake, or in brackets?"""
    before = new.text[:at]
    in_brackets = before.count("(") + before.count("（") > before.count(")") + before.count("）")
    return in_brackets or any(a <= at < b for a, b in new.stances.correction)
