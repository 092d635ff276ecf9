"""Which rows a correction takes back: one thing, of the day that it names."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

from memctl.graph.candidate import Candidate
from memctl.graph.fact import Fact
from memctl.language.lexicon import Lexicon
from memctl.language.stances import read_stances
from memctl.language.terms import fold
from memctl.rules.correcting.days import corrected_day
from memctl.rules.places import denied
from memctl.rules.reading import read

_LATELY = 3
"""Days that "yesterday" may reach back, since notes skip days."""


def may_mean(candidate: Candidate, fact: Fact, lexicon: Lexicon) -> bool:
    """Can the correction be about the row, by the day and the number that it takes back?"""
    has_number = not denied(candidate.text, lexicon) or _has_number(fact.text, lexicon)
    return has_number and _is_of_the_day(candidate, fact, lexicon)


def _has_number(text: str, lexicon: Lexicon) -> bool:
    return any(c.isdecimal() or c in _numerals(lexicon) for c in text)


@lru_cache(maxsize=8)
def _numerals(lexicon: Lexicon) -> str:
    tables = (lexicon.table(language, "numbers") for language in lexicon.languages)
    return "".join(table.get("numerals", "") for table in tables)


def _is_of_the_day(candidate: Candidate, fact: Fact, lexicon: Lexicon) -> bool:
    """Was the row told on the day whose words are taken back, where the correction names one?"""
    said, days = candidate.evidence.day or candidate.day, _days_of(fact)
    if said is None or not days:
        return True
    if read_stances(fold(candidate.text, lexicon), lexicon).yesterday:
        return any(0 < (said - day).days <= _LATELY for day in days)
    meant = corrected_day(candidate.text, said, lexicon)
    return meant is None or any(meant.start <= day <= meant.end for day in days)


def meant_rows(facts: Sequence[Fact], candidate: Candidate, lexicon: Lexicon) -> list[Fact]:
    """Of the rows that a correction may mean, those that it means.

    They hold what it says is wrong, else were told on the day before, else have most in common
    with it.
    """
    wrong = denied(candidate.text, lexicon)
    new = read(candidate.text, (), lexicon).touches
    said = candidate.evidence.day or candidate.day

    def fit(fact: Fact) -> tuple[bool, bool, int]:
        text = fold(fact.text, lexicon).casefold()
        is_of_day = said is not None and said - timedelta(days=1) in _days_of(fact)
        common = len(new & read(fact.text, (), lexicon).touches)
        return any(w in text for w in wrong), is_of_day, common

    best = max(map(fit, facts), default=None)
    return [fact for fact in facts if fit(fact) == best]


def _days_of(fact: Fact) -> list[date]:
    """When it was told, and from when it holds."""
    return [d for d in (fact.day, *(e.day for e in fact.evidence)) if d is not None]
