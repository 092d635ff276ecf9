"""Whether what the words of a candidate say of a row holds by now."""

from datetime import timedelta
from typing import Literal

from memctl.graph.candidate import Candidate
from memctl.graph.fact import Fact
from memctl.language.dates import find_dates
from memctl.language.lexicon import Lexicon, pattern_of
from memctl.language.stances import read_stances
from memctl.language.terms import fold
from memctl.rules.comparing.relations import APART, Relation
from memctl.rules.correcting.rows import may_mean
from memctl.rules.holding import arrived_text
from memctl.rules.weighing.case import Case

_SOON = timedelta(days=7)
_RETIRE = frozenset({"replaces", "ends"})


def as_come(case: Case, fact: Fact) -> str:
    """What the row says; where it was announced for a day that has come, as one says it since."""
    if not fact.is_active or fact.day is None or case.now is None or fact.day > case.now:
        return fact.text
    return arrived_text(fact, case.lexicon)


def in_time(found: Relation, case: Case, fact: Fact) -> Relation:
    """The same where it holds by now and can mean the row; else they stand apart."""
    if found.kind in _RETIRE | {"disagrees"} and (
        _is_one_breath(case.candidate, fact) or _begins_later(case)
    ):
        return APART
    if found.kind in _RETIRE:
        # Of two notices the newer one tells the day; what it is about holds until then.
        is_state = found.kind == "ends" or not _gives_notice(fact.text, case.lexicon)
        if (is_state and _is_notice(case)) or _stops_later(case):
            return APART
        if case.candidate.kind == "correction":
            found = Relation("corrects", found.rule)
    if found.kind == "corrects" and not may_mean(case.candidate, fact, case.lexicon):
        return APART
    return found


def confirmed_against(case: Case, fact: Fact) -> Literal["later", "that day"] | None:
    """When a person said that the row holds: after the candidate, or that day, before or after."""
    if fact.confirmed_at is None or case.said is None or fact.confirmed_at < case.said:
        return None
    return "later" if fact.confirmed_at > case.said else "that day"


def _is_one_breath(candidate: Candidate, fact: Fact) -> bool:
    """Were both read in one block? Nobody takes back what they say by saying the rest of it."""
    here = candidate.evidence
    return here.line is not None and any(
        e.path == here.path and e.line == here.line and e.quote != here.quote for e in fact.evidence
    )


def _begins_later(case: Case) -> bool:
    """Does it hold only from a day on that has not come ("moves to Leeds on 1 April")?"""
    day = case.candidate.day
    return day is not None and case.now is not None and day > case.now


def _is_notice(case: Case) -> bool:
    """Is the end still to come: notice was given, and the last day lies ahead?"""
    text, said, now = case.candidate.text, case.said, case.now
    if said is None or now is None or not _gives_notice(text, case.lexicon):
        return False
    return any(m.start > now for m in find_dates(text, said, case.lexicon))


def _gives_notice(text: str, lexicon: Lexicon) -> bool:
    return bool(pattern_of("notices", lexicon).search(fold(text, lexicon)))


def _stops_later(case: Case) -> bool:
    """Does it stop from a day on that is still far ("from 2 May no longer")?

    What stops within days ("from next week") is told as what holds by now.
    """
    text, said, now = case.candidate.text, case.said, case.now
    if said is None or now is None:
        return False
    if not read_stances(fold(text, case.lexicon), case.lexicon).end:
        return False
    mentions = find_dates(text, said, case.lexicon)
    return any(m.role == "since" and m.start > now + _SOON for m in mentions)
