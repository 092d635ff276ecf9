"""What an outcome does: rows are added, retired, backed or asked about, and what goes with them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from memctl.graph.applying import MAX_EVIDENCE
from memctl.graph.candidate import Candidate
from memctl.graph.entity import EntityRef
from memctl.graph.fact import ENDED, RETRACTED, SUPERSEDED, Fact, FactId
from memctl.graph.plan import AddEvidence, AddFact, Question, RetireFact
from memctl.language.lexicon import Lexicon
from memctl.rules.draft import Draft, retire, row
from memctl.rules.filing.rest import rest_of
from memctl.rules.places import Places
from memctl.rules.reconciliation import Contested, Corrects, Distinct, End, Outcome, Same, Update
from memctl.rules.review import make_question
from memctl.rules.wording import say

_BARE = frozenset({"preference", "context"})
"""Categories whose end says nothing lasting by itself: the row is closed, none is added."""


def back(draft: Draft, ref: EntityRef, outcome: Same, candidate: Candidate) -> None:
    """One more evidence: the row keeps its words, and the oldest day that is known."""
    # A row without an id is known, and takes nothing more.
    fact = draft.entity(ref).fact(outcome.fact_id) if outcome.fact_id else None
    known = fact.evidence if fact else ()
    here = candidate.evidence
    if fact is None or not fact.is_active or len(known) >= MAX_EVIDENCE:
        return
    if any((e.path, e.quote) == (here.path, here.quote) for e in known):
        if candidate.is_new and candidate.entity != ref:
            draft.relate(ref, fact.id, candidate.entity)
        return
    older = candidate.day if candidate.day and fact.day and candidate.day < fact.day else None
    draft.change(AddEvidence(ref, fact.id, here, older))


def carry_out(
    draft: Draft, ref: EntityRef, outcome: Outcome, candidate: Candidate, lexicon: Lexicon
) -> None:
    """Do what the outcome says at this entity; what is the same or distinct does nothing here."""
    match outcome:
        case Update(fact_ids=ids, rule=rule):
            _replace(draft, ref, ids, candidate, rule)
        case Corrects(fact_ids=ids, rule=rule):
            _correct(draft, ref, ids, candidate, rule)
        case End(fact_ids=ids, rule=rule):
            _end(draft, ref, ids, candidate, rule)
        case Contested():
            _contest(draft, ref, outcome, candidate, lexicon)
        case Same() | Distinct():
            pass
        case _:
            assert_never(outcome)


def keep_rest(
    draft: Draft, ref: EntityRef, outcome: Outcome, candidate: Candidate, places: Places
) -> None:
    """What a retired row says besides stays, as rows of their own."""
    if not isinstance(outcome, Update | End | Corrects):
        return
    for fact in filter(None, map(draft.entity(ref).fact, outcome.fact_ids)):
        entity, is_mine = draft.entity(ref), ref == places.me
        reason = say("rest_holds", fact.text, places.lexicon, id=fact.id)
        rows = rest_of(fact, candidate, entity, places.lexicon, is_mine=is_mine)
        draft.change(*(AddFact(ref, row, reason) for row in rows))


def add(draft: Draft, ref: EntityRef, candidate: Candidate, outcome: Distinct) -> None:
    """A row of its own, retired at once where a newer one took its place already."""
    fact = row(candidate, draft.entity(ref))
    if outcome.outdated_by is not None:
        fact = replace(fact, status=SUPERSEDED, superseded_by=outcome.outdated_by)
    draft.change(AddFact(ref, fact, outcome.rule))


def _replace(
    draft: Draft, ref: EntityRef, ids: Sequence[FactId], candidate: Candidate, rule: str
) -> None:
    fact = _successor(draft, ref, ids, candidate, rule)
    draft.change(*(retire(ref, i, fact, rule, fact.evidence) for i in ids))


def _correct(
    draft: Draft, ref: EntityRef, ids: Sequence[FactId], candidate: Candidate, rule: str
) -> None:
    fact = _successor(draft, ref, ids, candidate, rule)
    said = candidate.evidence.day or candidate.day
    draft.change(
        *(RetireFact(ref, i, RETRACTED, fact.id, RETRACTED, said, rule, fact.evidence) for i in ids)
    )


def _end(
    draft: Draft, ref: EntityRef, ids: Sequence[FactId], candidate: Candidate, rule: str
) -> None:
    is_bare = candidate.kind == "end" and candidate.category in _BARE
    after = None if is_bare else _successor(draft, ref, ids, candidate, rule).id
    day, said = candidate.day, (candidate.evidence,)
    draft.change(*(RetireFact(ref, i, SUPERSEDED, after, ENDED, day, rule, said) for i in ids))


def _successor(
    draft: Draft, ref: EntityRef, ids: Sequence[FactId], candidate: Candidate, rule: str
) -> Fact:
    """The candidate as a new row in the file of what it retires."""
    fact = row(candidate, draft.entity(ref), succeeds=ids[0])
    draft.change(AddFact(ref, fact, rule))
    return fact


def _contest(
    draft: Draft, ref: EntityRef, outcome: Contested, candidate: Candidate, lexicon: Lexicon
) -> None:
    entity = draft.entity(ref)
    old = entity.fact(outcome.fact_id)
    if old is None:
        return
    new = row(candidate, entity, succeeds=old.id)
    decided = say("you_decided", new.text, lexicon)
    question = make_question(
        "contested",
        ref,
        say("replace", new.text, lexicon, old=old.text, new=new.text),
        reason=outcome.rule,
        evidence=(*old.evidence, candidate.evidence),
        accept=(AddFact(ref, new, decided), retire(ref, old.id, new, decided, new.evidence)),
        texts=[old.text, new.text],
    )
    draft.put(question)


def follow(draft: Draft, candidate: Candidate, places: Places) -> None:
    """Leaving a company retires "X is my manager there" where both texts name it."""
    for ref, fact, is_named in tuple(places.manager_rows(candidate)):
        if is_named:
            reason = say("left_company", candidate.text, places.lexicon)
            _replace(draft, ref, (fact.id,), candidate, reason)
        else:
            draft.put(_follows(draft, ref, fact, candidate, places.lexicon))


def _follows(
    draft: Draft, ref: EntityRef, fact: Fact, candidate: Candidate, lexicon: Lexicon
) -> Question:
    new = row(candidate, draft.entity(ref), succeeds=fact.id)
    decided = say("you_decided", new.text, lexicon)
    return make_question(
        "follows",
        ref,
        say("retire_since", new.text, lexicon, text=fact.text, why=new.text),
        reason=say("manager_there", new.text, lexicon),
        evidence=(*fact.evidence, candidate.evidence),
        accept=(AddFact(ref, new, decided), retire(ref, fact.id, new, decided, new.evidence)),
        texts=[fact.text, new.text],
    )
