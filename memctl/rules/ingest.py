"""Candidates into a plan: what is added, retired, backed by evidence, created or asked.

Candidates are taken in the order of their days and lines, and each sees what the others
did. A plan made again after it was applied is empty.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol, assert_never

from memctl.graph.applying import MAX_EVIDENCE
from memctl.graph.candidate import Candidate
from memctl.graph.entity import EntityRef
from memctl.graph.fact import ENDED, RETRACTED, SUPERSEDED, Fact, FactId
from memctl.graph.graph import Graph
from memctl.graph.plan import (
    AddEvidence,
    AddFact,
    Decide,
    Plan,
    Question,
    RetireFact,
)
from memctl.language.lexicon import Lexicon
from memctl.rules.draft import Draft, retire, row
from memctl.rules.filing.asked import new_name, question_of
from memctl.rules.filing.moving import moved_rows
from memctl.rules.filing.newcomers import (
    Sighting,
    create,
    is_awaited,
    is_plain_enough,
    learn_names,
    never_seen,
)
from memctl.rules.filing.rest import rest_of
from memctl.rules.naming import NameIndex, housed
from memctl.rules.places import Places, tells_of_a_person
from memctl.rules.reconciliation import (
    Contested,
    Corrects,
    Distinct,
    End,
    Outcome,
    Same,
    Update,
    reconcile,
)
from memctl.rules.review import make_question
from memctl.rules.topics import bargained, misnamed, on_topic
from memctl.rules.wording import say

_BARE = frozenset({"preference", "context"})
"""Categories whose end says nothing lasting by itself: the row is closed, none is added."""


class IngestSettings(Protocol):
    """What a person has set that matters here."""

    @property
    def me(self) -> str:
        """The user's own entity."""
        ...

    @property
    def new_entities(self) -> str:
        """`plain`, `twice` or `review`: when a name becomes an entity."""
        ...


@dataclass(frozen=True, slots=True)
class _Usual:
    me: str = "people/me"
    new_entities: str = "plain"


_USUAL = _Usual()


def plan_ingest(  # noqa: PLR0913 - the door that every job uses
    graph: Graph,
    candidates: Iterable[Candidate],
    lexicon: Lexicon,
    *,
    today: date,
    decisions: Sequence[Decide] = (),
    settings: IngestSettings | None = None,
    is_seen: Sighting = never_seen,
) -> Plan:
    """What these candidates change in the graph.

    Args:
        graph: As it is stored.
        candidates: Refused ones are left out, but foreign orders become questions.
        lexicon: All languages at once.
        today: The day of the run, for the ledger of questions.
        decisions: The ledger: what was asked and answered before.
        settings: Whose memory it is, and when a name becomes an entity.
        is_seen: Was the name of a new entity read in another block (`newcomers.sightings`)?
    """
    draft = Draft(dict(graph.entities), today, decisions)
    me = EntityRef((settings or _USUAL).me)
    places = Places(draft.entities, lexicon, me, NameIndex(graph))
    ordered = housed(sorted(candidates, key=_order), graph, decisions)
    for candidate in ordered:
        _take(draft, candidate, ordered, places, (settings or _USUAL).new_entities, is_seen)
    return draft.plan()


def _order(candidate: Candidate) -> tuple[date, str, int, str]:
    where = candidate.evidence
    day = where.day or candidate.day or date.min
    return (day, where.path, where.line or 0, candidate.text)


def _take(  # noqa: PLR0913, PLR0917 - what decides over one candidate
    draft: Draft,
    candidate: Candidate,
    every: Sequence[Candidate],
    places: Places,
    how: str,
    is_seen: Sighting,
) -> None:
    if (question := question_of(candidate, places.lexicon)) is not None:
        draft.put(question)
    elif candidate.accepted and candidate.entity is not None:
        if (
            candidate.is_new
            and candidate.entity not in draft.entities
            and not tells_of_a_person(candidate.text, places.lexicon)
            and is_seen(candidate) is None
        ):
            # A word is nobody: what is said of the sourdough is a fact of the user's.
            candidate = replace(candidate, entity=places.me, is_new=False, entity_names=())
        if candidate.entity not in draft.entities and candidate.is_new:
            # A name that is not plain may be a place or a thing of which something is known.
            if not candidate.is_plain and _settle(draft, candidate, places):
                return
            if not is_plain_enough(draft, candidate, every, how, is_seen):
                draft.put(new_name(candidate, places.lexicon))
                return
            create(draft, candidate, places.lexicon)
            places.names.add(draft.entity(candidate.entity or places.me))
        learn_names(draft, candidate, places)
        _decide(draft, candidate, places)
    elif is_awaited(draft, candidate):
        create(draft, candidate, places.lexicon)
        places.names.add(draft.entity(candidate.entity or EntityRef("")))


# What is done.


def _decide(draft: Draft, candidate: Candidate, places: Places) -> None:
    home = candidate.entity or EntityRef("")
    outcomes: list[tuple[EntityRef, Outcome]] = []
    for ref, facts in places.searched(candidate):
        # Neither of the two names is what the statements have in common.
        beside = draft.entity(home).names if ref != home else ()
        outcome = reconcile(
            candidate,
            facts,
            draft.entity(ref),
            places.lexicon,
            is_mine=places.is_mine(candidate),
            beside=beside,
        )
        if isinstance(outcome, Same):
            _back(draft, ref, outcome, candidate)
            return
        outcomes.append((ref, outcome))
    outcomes += _elsewhere(draft, candidate, places, {r for r, o in outcomes if _acts(o)})
    if not any(_acts(o) for _, o in outcomes) and _settle(draft, candidate, places):
        return
    touched = [(ref, o) for ref, o in outcomes if not isinstance(o, Distinct)]
    for ref, outcome in touched:
        _carry_out(draft, ref, outcome, candidate, places.lexicon)
        _keep_rest(draft, ref, outcome, candidate, places)
    at_home = next(o for ref, o in outcomes if ref == home)
    is_asked = any(isinstance(o, Contested) for _, o in touched)
    # What only ends or corrects something stands where that stood.
    is_told = any(isinstance(o, End | Corrects) for _, o in touched) and home == places.me
    if isinstance(at_home, Distinct) and not is_asked and not is_told:
        _add(draft, home, candidate, at_home)
    if any(isinstance(o, End | Update) for _, o in touched):
        _follow(draft, candidate, places)


def _settle(draft: Draft, candidate: Candidate, places: Places) -> bool:
    """Put a change where the older fact of its topic stands, if there is one."""
    for ref, rows in tuple(bargained(places, candidate)):
        if (told := next((f for f in rows if f.text == candidate.text), None)) is not None:
            _back(draft, ref, Same(told.id, ""), candidate)
            return True
        why = say("changed", candidate.text, places.lexicon)
        _carry_out(draft, ref, Update(tuple(f.id for f in rows), why), candidate, places.lexicon)
        return True
    for ref, rows in (*moved_rows(places, candidate), *on_topic(places, candidate)):
        outcome = reconcile(candidate, rows, draft.entity(ref), places.lexicon)
        if isinstance(outcome, Same):
            _back(draft, ref, outcome, candidate)
            return True
        if isinstance(outcome, Update | End | Corrects):
            _carry_out(draft, ref, outcome, candidate, places.lexicon)
            return True
    return False


def _acts(outcome: Outcome) -> bool:
    return not isinstance(outcome, Distinct)


def _elsewhere(
    draft: Draft, candidate: Candidate, places: Places, done: set[EntityRef]
) -> list[tuple[EntityRef, Outcome]]:
    """What the candidate replaces at the other end of a relation, or corrects anywhere."""
    found: list[tuple[EntityRef, Outcome]] = []
    for ref, rows, subject in tuple(places.at_both_ends(candidate)):
        outcome = reconcile(candidate, rows, subject, places.lexicon)
        if isinstance(outcome, Update) and ref not in done:
            found.append((ref, outcome))
            done.add(ref)
    for ref, rows in tuple(places.corrected(candidate)):
        outcome = reconcile(candidate, rows, draft.entity(ref), places.lexicon)
        if isinstance(outcome, Corrects) and ref not in done:
            found.append((ref, outcome))
            done.add(ref)
    for ref, rows in tuple(misnamed(places, candidate)):
        if ref not in done and ref != candidate.entity:
            why = say("wrong", candidate.text, places.lexicon)
            found.append((ref, Corrects(tuple(f.id for f in rows), why)))
            done.add(ref)
    return found


def _back(draft: Draft, ref: EntityRef, outcome: Same, candidate: Candidate) -> None:
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


def _carry_out(
    draft: Draft, ref: EntityRef, outcome: Outcome, candidate: Candidate, lexicon: Lexicon
) -> None:
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


def _keep_rest(
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


def _add(draft: Draft, ref: EntityRef, candidate: Candidate, outcome: Distinct) -> None:
    fact = row(candidate, draft.entity(ref))
    if outcome.outdated_by is not None:
        fact = replace(fact, status=SUPERSEDED, superseded_by=outcome.outdated_by)
    draft.change(AddFact(ref, fact, outcome.rule))


def _replace(
    draft: Draft, ref: EntityRef, ids: Sequence[FactId], candidate: Candidate, rule: str
) -> Fact:
    """The successor stands in the file of what it retires, with the same evidence."""
    fact = row(candidate, draft.entity(ref), succeeds=ids[0])
    draft.change(AddFact(ref, fact, rule))
    draft.change(*(retire(ref, i, fact, rule, fact.evidence) for i in ids))
    return fact


def _correct(
    draft: Draft, ref: EntityRef, ids: Sequence[FactId], candidate: Candidate, rule: str
) -> None:
    fact = row(candidate, draft.entity(ref), succeeds=ids[0])
    draft.change(AddFact(ref, fact, rule))
    said = candidate.evidence.day or candidate.day
    draft.change(
        *(RetireFact(ref, i, RETRACTED, fact.id, RETRACTED, said, rule, fact.evidence) for i in ids)
    )


def _end(
    draft: Draft, ref: EntityRef, ids: Sequence[FactId], candidate: Candidate, rule: str
) -> None:
    is_bare = candidate.kind == "end" and candidate.category in _BARE
    after = None
    if not is_bare:
        after = row(candidate, draft.entity(ref), succeeds=ids[0])
        draft.change(AddFact(ref, after, rule))
    draft.change(
        *(
            RetireFact(
                ref,
                i,
                SUPERSEDED,
                after.id if after else None,
                ENDED,
                candidate.day,
                rule,
                (candidate.evidence,),
            )
            for i in ids
        )
    )


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


def _follow(draft: Draft, candidate: Candidate, places: Places) -> None:
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
