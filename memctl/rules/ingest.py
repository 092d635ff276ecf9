"""Candidates into a plan: what is added, retired, backed by evidence, created or asked.

Candidates are taken in the order of their days and lines, and each sees what the others
did. A plan made again after it was applied is empty.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Protocol

from memctl.graph.candidate import Candidate
from memctl.graph.entity import EntityRef
from memctl.graph.graph import Graph
from memctl.graph.plan import Decide, Plan
from memctl.language.lexicon import Lexicon
from memctl.language.naming.use import use_words
from memctl.rules.correcting.numbers import with_number
from memctl.rules.draft import Draft
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
from memctl.rules.filing.outcomes import add, back, carry_out, follow, keep_rest
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
from memctl.rules.topics import bargained, misnamed, on_topic
from memctl.rules.wording import say


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
    places = Places(draft.entities, lexicon, me, NameIndex(graph, use_words(lexicon)))
    ordered = housed(sorted(candidates, key=_order), graph, decisions)
    how = (settings or _USUAL).new_entities
    admits = partial(is_plain_enough, draft, every=ordered, how=how, is_seen=is_seen)
    for candidate in ordered:
        _take(draft, candidate, places, admits, is_seen)
    return draft.plan()


def _order(candidate: Candidate) -> tuple[date, str, int, str]:
    where = candidate.evidence
    day = where.day or candidate.day or date.min
    return (day, where.path, where.line or 0, candidate.text)


def _take(
    draft: Draft,
    candidate: Candidate,
    places: Places,
    admits: Callable[[Candidate], bool],
    is_seen: Sighting,
) -> None:
    if (question := question_of(candidate, places.lexicon)) is not None:
        draft.put(question)
    elif candidate.accepted and candidate.entity is not None:
        said = _of_somebody(draft, candidate, places, is_seen)
        if said.is_new and said.entity not in draft.entities:
            # A name that is not plain may be a place or a thing of which something is known.
            is_thing = not said.is_plain and not tells_of_a_person(said.text, places.lexicon)
            if is_thing and _settle(draft, said, places):
                return
            if not admits(said):
                draft.put(new_name(said, places.lexicon))
                return
            _welcome(draft, said, places)
        learn_names(draft, said, places)
        _decide(draft, said, places)
    elif is_awaited(draft, candidate):
        _welcome(draft, candidate, places)


def _of_somebody(
    draft: Draft, candidate: Candidate, places: Places, is_seen: Sighting
) -> Candidate:
    """A word is nobody: what is said of the sourdough is a fact of the user's."""
    is_stranger = candidate.is_new and candidate.entity not in draft.entities
    if not is_stranger or tells_of_a_person(candidate.text, places.lexicon):
        return candidate
    if is_seen(candidate) is not None:
        return candidate
    return replace(candidate, entity=places.me, is_new=False, entity_names=())


def _welcome(draft: Draft, candidate: Candidate, places: Places) -> None:
    """Make the entity, and know it by its name from here on."""
    create(draft, candidate, places.lexicon)
    places.names.add(draft.entity(candidate.entity or places.me))


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
            back(draft, ref, outcome, candidate)
            return
        outcomes.append((ref, outcome))
    outcomes += _elsewhere(draft, candidate, places, {r for r, o in outcomes if _acts(o)})
    if not any(_acts(o) for _, o in outcomes) and _settle(draft, candidate, places):
        return
    touched = [(ref, o) for ref, o in outcomes if not isinstance(o, Distinct)]
    for ref, outcome in touched:
        said = _set_right(draft, ref, outcome, candidate, places)
        carry_out(draft, ref, outcome, said, places.lexicon)
        if said is candidate:
            keep_rest(draft, ref, outcome, candidate, places)
    at_home = next(o for ref, o in outcomes if ref == home)
    is_asked = any(isinstance(o, Contested) for _, o in touched)
    # What only ends or corrects something stands where that stood.
    is_told = any(isinstance(o, End | Corrects) for _, o in touched) and home == places.me
    if isinstance(at_home, Distinct) and not is_asked and not is_told:
        add(draft, home, candidate, at_home)
    if any(isinstance(o, End | Update) for _, o in touched):
        follow(draft, candidate, places)


def _set_right(
    draft: Draft, ref: EntityRef, outcome: Outcome, candidate: Candidate, places: Places
) -> Candidate:
    """What a correction of one number says in the place of the row that it is about."""
    ids = outcome.fact_ids if isinstance(outcome, Corrects) else ()
    entity = draft.entity(ref)
    fact = entity.fact(ids[0]) if len(ids) == 1 else None
    return with_number(fact, candidate, entity, places.lexicon) if fact else candidate


def _settle(draft: Draft, candidate: Candidate, places: Places) -> bool:
    """Put a change where the older fact of its topic stands, if there is one."""
    for ref, rows in tuple(bargained(places, candidate)):
        if (told := next((f for f in rows if f.text == candidate.text), None)) is not None:
            back(draft, ref, Same(told.id, ""), candidate)
            return True
        why = say("changed", candidate.text, places.lexicon)
        carry_out(draft, ref, Update(tuple(f.id for f in rows), why), candidate, places.lexicon)
        return True
    for ref, rows in (*moved_rows(places, candidate), *on_topic(places, candidate)):
        outcome = reconcile(candidate, rows, draft.entity(ref), places.lexicon)
        if isinstance(outcome, Same):
            back(draft, ref, outcome, candidate)
            return True
        if isinstance(outcome, Update | End | Corrects):
            carry_out(draft, ref, outcome, candidate, places.lexicon)
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
