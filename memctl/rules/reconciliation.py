"""What to do with a candidate, given what is stored: the words compared, then who wins.

Newer day over older; on equal days the later line of the same note, else contested; an
undated statement never beats a dated one, a weaker source never a stronger one. What cannot
be decided is contested and goes to review.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.history import known_from, retired_on
from memctl.language.attributes import read_slots, value_key
from memctl.language.dates import find_dates
from memctl.language.lexicon import Lexicon
from memctl.language.stances import read_stances, read_teller
from memctl.language.statements import statements
from memctl.language.terms import fold
from memctl.rules.comparing.comparison import relate
from memctl.rules.comparing.disagreements import says_more
from memctl.rules.comparing.owners import with_right
from memctl.rules.comparing.relations import APART, BESIDE, Relation
from memctl.rules.comparing.subjects import is_cut_of_another
from memctl.rules.correcting.rows import may_mean, meant_rows
from memctl.rules.cutting.leads import lead_of, statements_in
from memctl.rules.holding import arrived_text
from memctl.rules.places import is_about_user
from memctl.rules.reading import read
from memctl.rules.wording import say

_STRENGTH = {"manual": 2, "inferred": 0}
_SOON = timedelta(days=7)
_PARTS = 5
"""Most clauses of a row that are looked at one by one."""
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
    related: list[tuple[Fact, Relation]] = []
    unclear: set[FactId] = set()
    for fact in facts:
        # Of a relation to the user the entity is the content, so its names count.
        is_of_user = is_mine and is_about_user(fact.text, lexicon)
        own = () if is_of_user else (*entity.names, *beside)
        told = _told(candidate, fact, own, lexicon)
        if told.kind != "same" and (come := _as_come(fact, candidate, today, lexicon)) != fact.text:
            told = _told(candidate, replace(fact, text=come), own, lexicon)
        if candidate.entity == entity.ref or lead_of(fact.text, lexicon):
            told = _with_parts(told, candidate, fact, own, lexicon)
        confirmed = _confirmed_against(candidate, fact)
        if told.kind != "same" and confirmed == "later":
            told = APART
        # Before anything is done: has whoever it speaks of a right to what the row tells?
        if told.kind != "apart":
            told, is_unclear = with_right(told, fact.text, candidate.text, entity.names, lexicon)
            is_cut = is_mine and is_cut_of_another(candidate.text, lexicon)
            unclear |= {fact.id} if is_unclear or is_cut or confirmed == "that day" else set()
        related.append((fact, _in_time(told, candidate, fact, lexicon, today)))
    doses = [f.id for f, r in related if f.is_active and _is_dose_of_some(r, candidate, lexicon)]
    unclear |= set(doses) if len(doses) > 1 else set()
    if (known := _known(candidate, related, facts)) is not None:
        return known
    verdicts = [
        _Verdict(f, r, "nobody" if f.id in unclear else _winner(candidate, f, r))
        for f, r in related
        if f.is_active
    ]
    for v in verdicts:
        if v.relation.kind == "corrects" and _says_more(v.fact, candidate, lexicon):
            return Contested(v.fact.id, v.relation.rule)
    return _outcome(verdicts, candidate, lexicon)


def _is_dose_of_some(relation: Relation, candidate: Candidate, lexicon: Lexicon) -> bool:
    """Is it the dose of a medicine that it does not name? Of several it is not said which."""
    return relation.rule == say("another_dose", candidate.text, lexicon)


def _says_more(fact: Fact, candidate: Candidate, lexicon: Lexicon) -> bool:
    """Would a correction of a part take the rest away, such as who somebody is to the user?"""
    loses_user = is_about_user(fact.text, lexicon) and not is_about_user(candidate.text, lexicon)
    return loses_user or says_more(fact.text, candidate.text, lexicon)


def _told(candidate: Candidate, fact: Fact, names: tuple[str, ...], lexicon: Lexicon) -> Relation:
    """What their words say, whatever the days."""
    found = _explicit(candidate, fact, lexicon)
    return found or relate(fact.text, candidate.text, names, lexicon)


def _as_come(fact: Fact, candidate: Candidate, today: date | None, lexicon: Lexicon) -> str:
    """What the row says; where it was announced for a day that has come, as one says it since."""
    now = today or candidate.evidence.day or candidate.day
    if not fact.is_active or fact.day is None or now is None or fact.day > now:
        return fact.text
    return arrived_text(fact, lexicon)


def _in_time(
    found: Relation, candidate: Candidate, fact: Fact, lexicon: Lexicon, today: date | None
) -> Relation:
    """The same, as far as it holds on the day."""
    if found.kind in {"replaces", "ends", "disagrees"} and _is_one_breath(candidate, fact):
        return APART
    now = today or candidate.evidence.day or candidate.day
    if found.kind in {"replaces", "ends", "disagrees"} and _begins_later(candidate, now):
        return APART
    # Of two notices the newer one tells the day; what it is about holds until then.
    is_state = found.kind == "ends" or not _gives_notice(fact.text, lexicon)
    if found.kind in {"replaces", "ends"} and is_state and _is_notice(candidate, now, lexicon):
        return APART
    if found.kind in {"replaces", "ends"} and _stops_later(candidate, now, lexicon):
        return APART
    if found.kind in {"replaces", "ends"} and candidate.kind == "correction":
        found = Relation("corrects", found.rule)
    if found.kind == "corrects" and not may_mean(candidate, fact, lexicon):
        return APART
    return found


def _with_parts(
    told: Relation, candidate: Candidate, fact: Fact, names: tuple[str, ...], lexicon: Lexicon
) -> Relation:
    """What is done to one of several things that a row tells, where nothing is to all of it."""
    if told.kind not in {"apart", "same"} or fact.text == candidate.text:
        return told
    s = read(candidate.text, names, lexicon).stances
    is_turn = bool(s.end or s.leave) or (told.kind == "apart" and bool(s.change or s.now))
    found = _to_a_part(fact.text, candidate.text, names, lexicon) if is_turn else None
    return found or told


@lru_cache(maxsize=10_000)
def _to_a_part(text: str, new: str, names: tuple[str, ...], lexicon: Lexicon) -> Relation | None:
    """What a change or an end does to one of several things that a row tells, by itself."""
    whole, told = read(text, names, lexicon), read(new, names, lexicon)
    if len(whole.clauses) <= 1 or told.touches.isdisjoint(whole.touches):
        return None
    reader = statements(lexicon)
    parts = [said for _, said in statements_in(text, lexicon)]
    if not 1 < len(parts) <= _PARTS or not all(map(reader.stands_alone, parts)):
        return None
    if sum(reader.read(part).is_durable for part in parts) <= 1:
        return None
    found = (relate(p, new, names, lexicon) for p in parts if reader.read(p).is_durable)
    return next((r for r in found if r.kind in {"replaces", "ends"}), None)


def _is_one_breath(candidate: Candidate, fact: Fact) -> bool:
    """Were both read in one block? Nobody takes back what they say by saying the rest of it."""
    here = candidate.evidence
    return here.line is not None and any(
        e.path == here.path and e.line == here.line and e.quote != here.quote for e in fact.evidence
    )


def _confirmed_against(candidate: Candidate, fact: Fact) -> Literal["later", "that day"] | None:
    """When a person said that the row holds: after the candidate, or that day, before or after."""
    said = candidate.evidence.day or candidate.day
    if fact.confirmed_at is None or said is None or fact.confirmed_at < said:
        return None
    return "later" if fact.confirmed_at > said else "that day"


def _begins_later(candidate: Candidate, now: date | None) -> bool:
    """Does it hold only from a day on that has not come ("moves to Leeds on 1 April")?"""
    return candidate.day is not None and now is not None and candidate.day > now


def _is_notice(candidate: Candidate, now: date | None, lexicon: Lexicon) -> bool:
    """Is the end still to come: notice was given, and the last day lies ahead?"""
    day = candidate.evidence.day or candidate.day
    if day is None or now is None or not _gives_notice(candidate.text, lexicon):
        return False
    return any(m.start > now for m in find_dates(candidate.text, day, lexicon))


def _gives_notice(text: str, lexicon: Lexicon) -> bool:
    return bool(_notices(lexicon).search(fold(text, lexicon)))


def _stops_later(candidate: Candidate, now: date | None, lexicon: Lexicon) -> bool:
    """Does it stop from a day on that is still far ("from 2 May no longer")?

    What stops within days ("from next week") is told as what holds by now.
    """
    day = candidate.evidence.day or candidate.day
    if day is None or now is None:
        return False
    if not read_stances(fold(candidate.text, lexicon), lexicon).end:
        return False
    mentions = find_dates(candidate.text, day, lexicon)
    return any(m.role == "since" and m.start > now + _SOON for m in mentions)


@lru_cache(maxsize=4)
def _notices(lexicon: Lexicon) -> re.Pattern[str]:
    rows = [p for language in lexicon.languages for p in lexicon.rows(language, "notices")]
    return re.compile("|".join(rows) or "(?!)", re.IGNORECASE)


def _explicit(candidate: Candidate, fact: Fact, lexicon: Lexicon) -> Relation | None:
    """A row that names its slot needs no reading: what fills the same slot is compared."""
    if fact.attribute is None or fact.value is None:
        return None
    slots = [s for s in read_slots(candidate.text, lexicon) if s.attribute == fact.attribute]
    settled = [s for s in slots if s.tense == "present" and not (s.is_hedged or s.is_hearsay)]
    if not settled:
        return None
    if any(s.key == value_key(fact.value, lexicon) for s in settled):
        return Relation(
            "same", say("same_value", candidate.text, lexicon, attribute=fact.attribute)
        )
    if settled[0].cardinality == "one" and settled[0].polarity == "state":
        named = {"attribute": fact.attribute, "was": fact.value, "now": settled[0].value}
        return Relation("replaces", say("one_at_a_time", candidate.text, lexicon, **named))
    return None


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


def _winner(candidate: Candidate, fact: Fact, relation: Relation) -> str:
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


def _is_later_line(evidence: Evidence, known: Sequence[Evidence]) -> bool:
    lines = [e.line for e in known if e.path == evidence.path and e.line is not None]
    return evidence.line is not None and bool(lines) and evidence.line > max(lines)


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
        if is_of_one_day and not _goes_on_below(candidate, v.fact, lexicon):
            return Contested(v.fact.id, v.relation.rule)
    for v in verdicts:
        if v.winner == "old" and v.relation.kind == "replaces":
            return Distinct(say("older", candidate.text, lexicon), outdated_by=v.fact.id)
    return Distinct(_beside(verdicts, candidate, lexicon))


def _goes_on_below(candidate: Candidate, fact: Fact, lexicon: Lexicon) -> bool:
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
