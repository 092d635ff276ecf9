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
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import ENDED, RETRACTED, SUPERSEDED, Fact, FactId
from memctl.graph.graph import Graph
from memctl.graph.plan import (
    AddAlias,
    AddEvidence,
    AddFact,
    AddTacit,
    Change,
    CreateEntity,
    Decide,
    Plan,
    Question,
    RetireFact,
)
from memctl.language.lexicon import Lexicon
from memctl.rules.draft import Draft, retire, row
from memctl.rules.naming import NameIndex, housed
from memctl.rules.places import Places
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
from memctl.rules.review import asked_questions, make_question
from memctl.rules.topics import misnamed, on_topic
from memctl.rules.wording import say

_FOREIGN = ("foreign", "hostile", "instruction")
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
) -> Plan:
    """What these candidates change in the graph.

    Args:
        graph: As it is stored.
        candidates: Refused ones are left out, but foreign orders become questions.
        lexicon: All languages at once.
        today: The day of the run, for the ledger of questions.
        decisions: The ledger: what was asked and answered before.
        settings: Whose memory it is, and when a name becomes an entity.
    """
    draft = Draft(dict(graph.entities), today, decisions)
    me = EntityRef((settings or _USUAL).me)
    places = Places(draft.entities, lexicon, me, NameIndex(graph))
    ordered = housed(sorted(candidates, key=_order), graph, decisions)
    for candidate in ordered:
        _take(draft, candidate, ordered, places, settings or _USUAL)
    return draft.plan()


def _order(candidate: Candidate) -> tuple[date, str, int, str]:
    where = candidate.evidence
    day = where.day or candidate.day or date.min
    return (day, where.path, where.line or 0, candidate.text)


def _take(
    draft: Draft,
    candidate: Candidate,
    every: Sequence[Candidate],
    places: Places,
    settings: IngestSettings,
) -> None:
    if (question := _question(candidate, places.lexicon)) is not None:
        draft.put(question)
    elif candidate.accepted and candidate.entity is not None:
        if candidate.entity not in draft.entities and candidate.is_new:
            if not _is_plain_enough(draft, candidate, every, settings):
                if not _settle(draft, candidate, places):
                    draft.put(_new_name(candidate, places.lexicon))
                return
            _create(draft, candidate, places.lexicon)
            places.names.add(draft.entity(candidate.entity))
        _decide(draft, candidate, places)
        _learn_names(draft, candidate, places)
    elif _is_awaited(draft, candidate):
        _create(draft, candidate, places.lexicon)
        places.names.add(draft.entity(candidate.entity or EntityRef("")))


# What is asked instead of done.


def _question(candidate: Candidate, lexicon: Lexicon) -> Question | None:
    evidence = (candidate.evidence,)
    if not candidate.accepted:
        if candidate.reason is None or not candidate.reason.startswith(_FOREIGN):
            return _ambiguous(candidate, lexicon) if candidate.reason == "ambiguous" else None
        where = candidate.entity or candidate.entity_name
        return make_question(
            "foreign",
            where,
            say("leave_out", candidate.text, lexicon, text=candidate.text),
            reason=candidate.reason,
            evidence=evidence,
            texts=[candidate.text],
        )
    if candidate.kind == "tacit":
        heading = say("preferences", candidate.text, lexicon)
        return make_question(
            "tacit",
            "MEMORY.md",
            say("add_rule", candidate.text, lexicon, text=candidate.text),
            reason=say("how_you_work", candidate.text, lexicon),
            evidence=evidence,
            accept=(AddTacit(heading, candidate.text),),
            texts=[candidate.text],
        )
    return _ambiguous(candidate, lexicon) if candidate.ambiguous else None


def _ambiguous(candidate: Candidate, lexicon: Lexicon) -> Question:
    """Accepting writes it to the first of the entities that the name fits."""
    refs, text = candidate.ambiguous, candidate.text
    first = refs[0] if refs else candidate.entity_name
    accept: tuple[Change, ...] = ()
    if refs:
        home = Entity(refs[0], candidate.entity_name)
        decided = say("you_decided", text, lexicon)
        accept = (AddFact(refs[0], row(replace(candidate, entity=refs[0]), home), decided),)
    return make_question(
        "ambiguous",
        candidate.entity_name,
        say("add_to", text, lexicon, entity=first, text=text),
        reason=say("fits", text, lexicon, name=candidate.entity_name, entities=", ".join(refs)),
        evidence=(candidate.evidence,),
        accept=accept,
        texts=[first, text],
    )


def _new_name(candidate: Candidate, lexicon: Lexicon) -> Question:
    create, text = _creation(candidate, lexicon), candidate.text
    new = row(candidate, Entity(create.entity, create.name))
    fact = AddFact(create.entity, new, say("you_decided", text, lexicon))
    return make_question(
        "new-name",
        create.entity,
        say("remember", text, lexicon, name=create.name, text=text),
        reason=say("new_name", text, lexicon),
        evidence=(candidate.evidence,),
        accept=(create, fact),
        texts=[create.name, text],
    )


def _is_plain_enough(
    draft: Draft, candidate: Candidate, every: Sequence[Candidate], settings: IngestSettings
) -> bool:
    if settings.new_entities == "review":
        return False
    if candidate.is_plain and settings.new_entities == "plain":
        return True
    seen = {
        e.quote
        for q in asked_questions(draft.decisions)
        if q.entity == candidate.entity
        for e in q.evidence
    }
    seen |= {c.evidence.quote for c in every if c.accepted and c.entity == candidate.entity}
    return len(seen | {candidate.evidence.quote}) > 1


def _is_awaited(draft: Draft, candidate: Candidate) -> bool:
    """Was the name asked about, and is it the subject again, though of nothing that lasts?"""
    if candidate.accepted or not candidate.is_new or candidate.entity in draft.entities:
        return False
    return any(
        q.kind == "new-name"
        and q.entity == candidate.entity
        and all(e.quote != candidate.evidence.quote for e in q.evidence)
        for q in asked_questions(draft.decisions)
    )


def _creation(candidate: Candidate, lexicon: Lexicon) -> CreateEntity:
    ref = candidate.entity or EntityRef("")
    others = tuple(n for n in candidate.entity_names if n != candidate.entity_name)
    reason = say("first_read", candidate.text, lexicon)
    return CreateEntity(ref, candidate.entity_name, others, reason)


def _create(draft: Draft, candidate: Candidate, lexicon: Lexicon) -> None:
    """The entity, and what waited for its name to be seen again."""
    draft.change(_creation(candidate, lexicon))
    again = say("seen_again", candidate.text, lexicon)
    for question in asked_questions(draft.decisions):
        if question.kind == "new-name" and question.entity == candidate.entity:
            waited = (c for c in question.accept if isinstance(c, AddFact))
            draft.change(*(replace(c, reason=again) for c in waited))
            draft.change(Decide(question.id, draft.today, "accepted", question.proposal))


def _learn_names(draft: Draft, candidate: Candidate, places: Places) -> None:
    """Names that a note gives to somebody known, or to the user, are kept as aliases."""
    home = candidate.entity or EntityRef("")
    if not candidate.entity_names:
        return
    if home == places.me and not draft.has_folder(home):
        own = replace(candidate, entity_name=candidate.entity_names[0])
        draft.change(_creation(own, places.lexicon))
    taken = {n for ref, e in draft.entities.items() if ref != home for n in e.names}
    for name in candidate.entity_names:
        if name not in draft.entity(home).names and name not in taken:
            draft.change(AddAlias(home, name))
    places.names.add(draft.entity(home))


# What is done.


def _decide(draft: Draft, candidate: Candidate, places: Places) -> None:
    home = candidate.entity or EntityRef("")
    outcomes: list[tuple[EntityRef, Outcome]] = []
    for ref, facts in places.searched(candidate):
        entity = draft.entity(ref)
        if ref != home:
            # Neither of the two names is what the statements have in common.
            entity = replace(entity, aliases=(*entity.aliases, *draft.entity(home).names))
        outcome = reconcile(
            candidate, facts, entity, places.lexicon, is_mine=places.is_mine(candidate)
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
    for ref, rows in tuple(on_topic(places, candidate)):
        outcome = reconcile(candidate, rows, draft.entity(ref), places.lexicon)
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
