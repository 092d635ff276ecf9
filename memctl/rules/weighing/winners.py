"""Who wins where a candidate and a row cannot both hold.

Newer day over older; on equal days the later line of the same note; an undated statement never
beats a dated one, a weaker source never a stronger one. Else nobody does.
"""

from collections.abc import Sequence

from memctl.graph.candidate import Candidate
from memctl.graph.fact import Evidence, Fact
from memctl.graph.history import known_from
from memctl.language.lexicon import Lexicon
from memctl.language.stances import read_teller
from memctl.language.terms import fold
from memctl.rules.comparing.relations import Relation

_STRENGTH = {"manual": 2, "inferred": 0}


def winner(candidate: Candidate, fact: Fact, relation: Relation) -> str:
    """Which of the two stands: `new`, `old` or `nobody`."""
    if strength(candidate.source) < strength(fact.source):
        return "nobody"
    # A day that a correction names is that of the mistake.
    day = candidate.evidence.day if relation.kind == "corrects" else None
    day = day or candidate.day
    if day is None or fact.day is None:
        return "new" if day is not None else "nobody"
    # What was announced for a later day is as old as the announcement.
    was, now = min(fact.day, known_from(fact) or fact.day), min(day, candidate.evidence.day or day)
    if now != was:
        return "new" if now > was else "old"
    return "new" if _is_later_line(candidate.evidence, fact.evidence) else "nobody"


def strength(source: str | None) -> int:
    """How much a source weighs: what a person wrote over what was read, over what was guessed."""
    return _STRENGTH.get(source or "", 1)


def goes_on_below(candidate: Candidate, fact: Fact, lexicon: Lexicon) -> bool:
    """Does the writer only write on in the same note, and does not quote two people?

    A conversation goes on anywhere in its source: in a file that was rotated or compacted lines
    are counted anew, and the next file may be an export, a database or another session.
    """
    here = _shelf(candidate.evidence)
    is_one_talk = here is not None and any(_shelf(e) == here for e in fact.evidence)
    if not is_one_talk and not _is_later_line(candidate.evidence, fact.evidence):
        return False
    told = (read_teller(fold(t, lexicon), lexicon)[0] for t in (fact.text, candidate.text))
    return not all(told)


def _shelf(evidence: Evidence) -> str | None:
    """The source whose conversations it was read in; None for a note."""
    shelf, _, name = evidence.path.partition("/")
    return shelf if name and shelf.startswith("source:") else None


def _is_later_line(evidence: Evidence, known: Sequence[Evidence]) -> bool:
    lines = [e.line for e in known if e.path == evidence.path and e.line is not None]
    return evidence.line is not None and bool(lines) and evidence.line > max(lines)
