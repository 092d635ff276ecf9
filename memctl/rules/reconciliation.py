"""What to do with a candidate, given what is stored: the words compared, then who wins.

What cannot be decided is contested and goes to review.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.history import retired_on
from memctl.language.lexicon import Lexicon
from memctl.rules.comparing.disagreements import says_more
from memctl.rules.comparing.relations import APART, BESIDE, Relation
from memctl.rules.comparing.whose.owners import with_right
from memctl.rules.comparing.whose.subjects import is_cut_of_another
from memctl.rules.correcting.rows import meant_rows
from memctl.rules.places import is_about_user
from memctl.rules.weighing.case import Case
from memctl.rules.weighing.days import confirmed_against, in_time
from memctl.rules.weighing.winners import goes_on_below, winner
from memctl.rules.weighing.words import told_of
from memctl.rules.wording import say

_TAKEN_BACK = frozenset({"retracted", "purged"})


@dataclass(frozen=True, slots=True)
class Same:
    """The stored fact says it already: further evidence, no row."""

    fact_id: FactId
    rule: str


@dataclass(frozen=True, slots=True)
class Update:
    """The candidate takes the place of these facts."""

    fact_ids: tuple[FactId, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class End:
    """These facts stopped holding, and nothing stands in their place."""

    fact_ids: tuple[FactId, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Distinct:
    """Both can hold, or nothing shows that they cannot."""

    rule: str
    """Beside which fact it stands; "" where there is nothing it was weighed against."""
    outdated_by: FactId | None = None
    """A newer stored fact that already took its place: the candidate is history."""


@dataclass(frozen=True, slots=True)
class Contested:
    """They cannot both hold and nothing decides: a person is asked."""

    fact_id: FactId
    rule: str


@dataclass(frozen=True, slots=True)
class Corrects:
    """What these facts say was never true."""

    fact_ids: tuple[FactId, ...]
    rule: str


Outcome = Same | Update | End | Distinct | Contested | Corrects


@dataclass(frozen=True, slots=True)
class _Verdict:
    fact: Fact
    relation: Relation
    winner: str
    """new, old or nobody."""


def reconcile(  # noqa: PLR0913 - the door that every comparison uses
    candidate: Candidate,
    facts: Sequence[Fact],
    entity: Entity,
    lexicon: Lexicon,
    *,
    is_mine: bool = False,
    today: date | None = None,
    beside: tuple[str, ...] = (),
) -> Outcome:
    """How a candidate stands to the stored facts of one entity.

    Args:
        candidate: What was read.
        facts: The rows to compare with; a retired one only counts as known already.
        entity: Whose facts they are; its names are no content.
        lexicon: The language of it.
        is_mine: Is the candidate about the user, also where its words do not say so?
        today: The day on which it is weighed; None: the day on which it was said. What holds
            only from a later day on retires nothing yet.
        beside: Names of whom the candidate is about, where that is not the entity: no content
            either, but what is said of them is not said of the entity.
    """
    is_mine = is_mine or is_about_user(candidate.text, lexicon)
    case = Case(candidate, entity, lexicon, is_mine, today, beside)
    related: list[tuple[Fact, Relation]] = []
    unclear: set[FactId] = set()
    for fact in facts:
        relation, is_unclear = _weighed(case, fact)
        related.append((fact, relation))
        unclear |= {fact.id} if is_unclear else set()
    doses = [f.id for f, r in related if f.is_active and _is_dose_of_some(r, candidate, lexicon)]
    unclear |= set(doses) if len(doses) > 1 else set()
    if (known := _known(candidate, related, facts)) is not None:
        return known
    verdicts = [
        _Verdict(f, r, "nobody" if f.id in unclear else winner(candidate, f, r))
        for f, r in related
        if f.is_active
    ]
    for v in verdicts:
        if v.relation.kind == "corrects" and _says_more(v.fact, candidate, lexicon):
            return Contested(v.fact.id, v.relation.rule)
    return _named(_outcome(verdicts, candidate, lexicon), entity)


def _named(outcome: Outcome, entity: Entity) -> Outcome:
    """The same, as far as it names rows: an id that two rows bear names neither."""
    match outcome:
        case Update(ids) | End(ids) | Corrects(ids):
            shared = entity.shared_ids
            left = tuple(i for i in ids if i not in shared)
            return replace(outcome, fact_ids=left) if left else Distinct("")
        case Contested(fact_id) if fact_id in entity.shared_ids:
            return Distinct("")
    return outcome


def _weighed(case: Case, fact: Fact) -> tuple[Relation, bool]:
    """(what the candidate does to the row, is it unclear whether it may?)."""
    told, confirmed = told_of(case, fact), confirmed_against(case, fact)
    if told.kind != "same" and confirmed == "later":
        told = APART
    is_unclear = False
    # Before anything is done: has whoever it speaks of a right to what the row tells?
    if told.kind != "apart":
        new, lexicon = case.candidate.text, case.lexicon
        told, is_unclear = with_right(told, fact.text, new, case.entity.names, lexicon)
        is_cut = case.is_mine and is_cut_of_another(new, lexicon)
        is_unclear = is_unclear or is_cut or confirmed == "that day"
    return in_time(told, case, fact), is_unclear


def _is_dose_of_some(relation: Relation, candidate: Candidate, lexicon: Lexicon) -> bool:
    """Is it the dose of a medicine that it does not name? Of several it is not said which."""
    return relation.rule == say("another_dose", candidate.text, lexicon)


def _says_more(fact: Fact, candidate: Candidate, lexicon: Lexicon) -> bool:
    """Would a correction of a part take the rest away, such as who somebody is to the user?"""
    loses_user = is_about_user(fact.text, lexicon) and not is_about_user(candidate.text, lexicon)
    return loses_user or says_more(fact.text, candidate.text, lexicon)


def _known(
    candidate: Candidate, related: Sequence[tuple[Fact, Relation]], facts: Sequence[Fact]
) -> Same | None:
    """The row that says it already: an active one, or one that said it in its own time.

    A retired row counts when it was read at the same place, or when it held on the
    candidate's day: what was true then is repeated, not told anew.
    """
    same = [(fact, relation) for fact, relation in related if relation.kind == "same"]
    for fact, relation in sorted(same, key=lambda found: not found[0].is_active):
        if fact.is_active or _is_told_by(candidate, fact, facts):
            return Same(fact.id, relation.rule)
    return None


def _is_told_by(candidate: Candidate, retired: Fact, facts: Sequence[Fact]) -> bool:
    if _is_one_place(candidate.evidence, retired.evidence):
        return True
    ends = retired_on(facts, retired)
    if retired.status in _TAKEN_BACK or candidate.day is None or ends is None:
        return False
    return candidate.day < ends


def _is_one_place(evidence: Evidence, known: Sequence[Evidence]) -> bool:
    return any(e.quote == evidence.quote and e.path == evidence.path for e in known)


def _outcome(verdicts: Sequence[_Verdict], candidate: Candidate, lexicon: Lexicon) -> Outcome:
    for kind, build in (("corrects", Corrects), ("replaces", Update), ("ends", End)):
        won = [v for v in verdicts if v.relation.kind == kind and _may_win(v)]
        if won and kind == "corrects":
            meant = meant_rows([v.fact for v in won], candidate, lexicon)
            won = [v for v in won if v.fact in meant]
        if won:
            return build(tuple(v.fact.id for v in won), won[0].relation.rule)
    for v in verdicts:
        if v.winner == "nobody" and v.relation.kind in {"replaces", "ends", "corrects"}:
            return Contested(v.fact.id, v.relation.rule)
        is_of_one_day = v.relation.kind == "disagrees" and v.fact.day == candidate.day is not None
        if is_of_one_day and not goes_on_below(candidate, v.fact, lexicon):
            return Contested(v.fact.id, v.relation.rule)
    for v in verdicts:
        if v.winner == "old" and v.relation.kind == "replaces":
            return Distinct(say("older", candidate.text, lexicon), outdated_by=v.fact.id)
    return Distinct(_beside(verdicts, candidate, lexicon))


def _beside(verdicts: Sequence[_Verdict], candidate: Candidate, lexicon: Lexicon) -> str:
    """Which related fact holds too, and why both can; a reason that was found says most."""
    related = [v for v in verdicts if v.relation != APART]
    if not related:
        return ""
    best = max(related, key=lambda v: v.relation.kind == "apart" and v.relation != BESIDE)
    is_plain = best.relation.kind != "apart" or best.relation == BESIDE
    key = "beside" if is_plain else "beside_since"
    return say(key, candidate.text, lexicon, id=best.fact.id, why=best.relation.rule)


def _may_win(verdict: _Verdict) -> bool:
    """A correction counts from its own day, whatever day it speaks of."""
    if verdict.relation.kind == "corrects":
        return verdict.winner in {"new", "old"}
    return verdict.winner == "new"
