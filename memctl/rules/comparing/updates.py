"""Something took the place of something: an anchor beside a word of change."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from memctl.language.attributes import relation_attributes
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.phrases import HAN, Span
from memctl.language.quantities import Quantity, amounts
from memctl.language.statements import statements
from memctl.language.term_kinds import generic_heads, state_kinds, tasks, weak_anchors
from memctl.language.terms import Term, empty_characters
from memctl.rules.comparing.anchors import (
    BARE,
    BESIDE_WORDS,
    HAN_CHARACTER,
    NEAR,
    WEEKDAYS,
    anchors_of,
    is_about_it,
    is_another_day,
    is_name,
    is_said_aside,
    kind_changes,
    meets,
    overlaps,
    told_outright,
)
from memctl.rules.comparing.likeness import content, shared
from memctl.rules.comparing.namings import is_naming
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.roles import acted_on
from memctl.rules.comparing.values import are_opposite, changes_another_kind, is_led_by_another
from memctl.rules.comparing.whose.subjects import dose_turns
from memctl.rules.reading import Reading

_OPEN = frozenset({"c:opening", "c:closed"})
"""Of other opposites each may hold: who teaches may take lessons."""
_NOON = 12
_STEP = 4
"""How many times more or less a dose is at most when it is turned up or down."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SHORT = 3
"""Most clauses of a statement that speaks of one thing."""
_OWN_UNITS = frozenset({"time", "month", "day", "days", "weeks", "phone", "mail"})
"""Units that a number has by how it is written: one without them is of something else."""
_HEAD = re.compile(r"[a-z]{2,}[^\Ws\d]")
_PAUSE = re.compile(r"[,:;.!?]")


def another_number(old: Reading, new: Reading) -> Relation | None:
    """The same sentence with another number ("gets up at six", "gets up at seven")."""
    was, now = old.numbers - new.numbers, new.numbers - old.numbers
    if old.stances.event or new.stances.event or not (was and now) or _is_one_hour(was, now):
        return None
    words = [{t for t in r.ids if not t.startswith("q:")} for r in (old, new)]
    if not words[0] or words[0] != words[1] or _tells_else(old, new):
        return None
    changed = [
        q for r, own in ((old, was), (new, now)) for q in r.quantities if f"{q.plain}#0" in own
    ]
    if all(q.unit != "month" for q in changed):
        return tell("replaces", "another_number", new)
    return None


def _is_one_hour(was: frozenset[str], now: frozenset[str]) -> bool:
    """Are they twelve hours apart, as "ten past two" and 14:10 are?"""
    values = [next(iter(n)).partition("#")[0] for n in (was, now)]
    if len(was) != 1 or len(now) != 1 or not all(_NUMBER.fullmatch(v) for v in values):
        return False
    return abs(Decimal(values[0]) - Decimal(values[1])) == _NOON


def _tells_else(old: Reading, new: Reading) -> bool:
    """Does each tell a thing in one character that the other does not: three hens, two ducks?"""
    if not HAN_CHARACTER.search(new.text):
        return False
    said = content(old), content(new)
    both = shared(old, new, *said)
    return all(s - b for s, b in zip(said, both, strict=True))


def another_amount(old: Reading, new: Reading) -> Relation | None:
    """Another number of the unit, beside a word of change, where of nothing else is spoken."""
    s = new.stances
    was = [q for q in old.quantities if q.unit]
    if len(was) != 1 or old.stances.event or s.aside or not (old.is_named or new.is_named):
        return None
    where = {new.clause_of(c[0]) for c in (*s.change, *s.now)}
    now = [q for q in new.quantities if q.unit == was[0].unit and new.clause_of(q.start) in where]
    if (
        len(now) != 1
        or now[0].plain == was[0].plain
        or _is_of_something(old)
        or (_is_of_something(new, new.clause_of(now[0].start)) and not old.ids & new.ids)
    ):
        return None
    return tell("replaces", "another_number", new)


def another_dose(old: Reading, new: Reading) -> Relation | None:
    """A dose that went up, down or back, told without its medicine, of which the old one tells."""
    told = turned_dose(new)
    was = [q for q in old.quantities if q.unit in amounts(old.lexicon)]
    if told is None or len(was) != 1 or was[0].plain == told.plain:
        return None
    is_counted = told.unit in (was[0].unit, "") and _is_one_step(was[0], told)
    if not is_counted or old.text[was[0].start : was[0].end] == new.text[told.start : told.end]:
        return None
    return tell("replaces", "another_dose", new)


def _is_one_step(was: Quantity, now: Quantity) -> bool:
    """Is a dose without its unit of the size of the other? Nobody goes from 2.5 to 75 at once."""
    before, after = Decimal(was.value), Decimal(now.value)
    return bool(now.unit) or before <= _STEP * after <= _STEP * _STEP * before


@lru_cache(maxsize=512)
def turned_dose(new: Reading) -> Quantity | None:
    """The dose, where a clause tells nothing but that it is another one now."""
    if not any(q.unit in amounts(new.lexicon) or not q.unit for q in new.quantities):
        return None
    s = new.stances
    if new.negated or s.hedge or s.plan or s.conditional or s.hearsay or s.past or new.is_quoted:
        return None
    turns = dose_turns(new.lexicon)
    said = {m.span(m.lastgroup) for m in turns.finditer(new.text) if m.lastgroup}
    return next((q for q in new.quantities if any(meets((q.start, q.end), d) for d in said)), None)


def _is_of_something(reading: Reading, at: int | None = None) -> bool:
    """Does a statement (or one clause of it) say of what it tells the number?"""
    counted = [(q.start, q.end) for q in reading.quantities]
    cues = (*reading.stances.change, *reading.stances.now)
    weak = weak_anchors(reading.lexicon)
    return any(
        t.id[:2] not in BESIDE_WORDS
        and t.id not in weak
        and (at is None or reading.clause_of(t.start) == at)
        and not any(t.start < e and s < t.end for s, e in (*counted, *cues))
        for t in reading.terms
    )


def now_otherwise(old: Reading, new: Reading) -> Relation | None:
    """The word alone is weak: it needs another number, or more than one shared word."""
    if old.stances.event or not new.stances.now:
        return None
    anchors = [t for t in anchors_of(old, new) if not _is_first_of_two(old, new, t)]
    if not (anchors or kind_changes(old, new)):
        return None
    if new.numbers and new.numbers == old.numbers and not is_another_day(old, new):
        return None
    # Of somebody many things are counted.
    is_one_thing = any(not is_name(old, new, t) for t in anchors)
    is_counted = is_one_thing and any(_are_alike(a, b) for a in _counts(old) for b in _counts(new))
    days = (old.ids & WEEKDAYS, new.ids & WEEKDAYS)
    is_counted |= bool(kind_changes(old, new)) or (all(days) and days[0] != days[1])
    is_counted |= old.ids | new.ids >= _OPEN and are_opposite(old, new)
    if is_counted or (_are_several(old, new) and old.ids - new.ids and new.ids - old.ids):
        return tell("replaces", "now_so", new)
    return None


def _counts(reading: Reading) -> Iterator[Quantity]:
    """Its numbers, but none that is part of a mark: T4 and LC-20 count nothing."""
    for q in reading.quantities:
        before = reading.text[: q.start].removesuffix("-")[-1:]
        if q.unit or not (before.isascii() and before.isalpha()):
            yield q


def _are_alike(was: Quantity, now: Quantity) -> bool:
    """May the one number take the place of the other? A price and an hour are two matters."""
    units = {was.unit, now.unit}
    return len(units) == 1 or ("" in units and not units & _OWN_UNITS)


def _are_several(old: Reading, new: Reading) -> bool:
    """Do the two share more than one word, one of them where it says "now"?

    Pairs of Chinese characters that overlap are one.
    """
    told = (*anchors_of(old, new), *kind_changes(old, new))
    where = {new.clause_of(t.start) for t in told}
    if where.isdisjoint(new.clause_of(n[0]) for n in new.stances.now):
        return False
    found = sorted((t.start, t.end) for t in told)
    return any(b[0] >= a[1] for a, b in pairwise(found)) if found else False


def change(old: Reading, new: Reading) -> Relation | None:
    """A word of change speaks of what both tell of."""
    if old.stances.event or not new.stances.change or new.stances.aside:
        return None
    if is_naming(old):
        return None  # whatever becomes of it, it keeps its name
    anchors = told_outright(old, new, anchors_of(old, new))
    anchors = [t for t in anchors if _is_governed(old, new, t)]
    anchors = [t for t in anchors if not (_is_first_of_two(old, new, t) or _is_given_it(new, t))]
    anchors = [t for t in anchors if _is_in_reach(old, new, t, anchors)]
    anchors = anchors if is_about_it(old, anchors) else []
    anchors += [t for t in kind_changes(old, new) if _is_where_it_changed(new, t)]
    if not anchors or (_is_handed_over(new) and not _is_somebodys(old)):
        return None
    if changes_another_kind(old, new):
        return None
    return tell("replaces", "changed", new)


def _is_where_it_changed(new: Reading, term: Term) -> bool:
    """Is the word of change in its clause?"""
    return new.clause_of(term.start) in {new.clause_of(c[0]) for c in new.stances.change}


def _is_handed_over(new: Reading) -> bool:
    """Does the change only say who has it from now on?"""
    s = new.stances
    return bool(s.handover) and all(any(meets(c, h) for h in s.handover) for c in s.change)


def _is_given_it(new: Reading, term: Term) -> bool:
    """Is it who gets what is handed over? Of them nothing else changes by that."""
    receiving = words_of("receiving", new.lexicon)
    return any(
        0 <= term.start - h[1] <= 1 and new.text[h[0] : h[1]].rstrip().endswith(receiving)
        for h in new.stances.handover
    )


def _is_somebodys(old: Reading) -> bool:
    """Does the old statement say whose task it is?"""
    relations = relation_attributes(old.lexicon)
    return any(s.attribute in relations for s in old.slots) or bool(old.ids & tasks(old.lexicon))


def another_state(old: Reading, new: Reading) -> Relation | None:
    """A member of a kind whose members follow one another, told without a word of change."""
    if old.stances.event or new.stances.aside or len(new.clauses) > _SHORT:
        return None
    states = state_kinds(new.lexicon)
    is_one_script = bool(HAN_CHARACTER.search(old.text)) == bool(HAN_CHARACTER.search(new.text))
    if not (is_one_script or anchors_of(old, new)):
        return None
    found = [t for t in kind_changes(old, new) if t.id in states]
    is_denied = any(new.clause_of(t.start) in new.negated for t in found)
    return tell("replaces", "changed", new) if found and not is_denied else None


def _is_in_reach(old: Reading, new: Reading, term: Term, anchors: Sequence[Term]) -> bool:
    """May a word of change be about this one, from where it stands?

    What is exchanged ("changed the locks", 换了把锁) stands right beside the word; else the
    clause is the same, or that of the change says nothing else.
    """
    for cue in new.stances.change:
        if term not in acted_on(old, new, cue, anchors, may_arrive=True):
            continue
        if is_said_aside(new, cue, term):
            continue
        at, here = new.clause_of(cue[0]), new.clause_of(term.start)
        if any(meets(cue, e) for e in new.stances.exchange):
            gap = 0 if term.start >= cue[0] else cue[0] - term.end
            near = gap <= (BARE if HAN_CHARACTER.search(new.text[cue[0]]) else 1)
            if at == here and near and not _is_only_where(new, cue, term):
                return True
        elif (
            at == here
            or term.id[:2] == "t:"
            or (_goes_on(new, cue) and not is_led_by_another(old, new, cue))
        ):
            return True
    return False


def _is_only_where(new: Reading, cue: Span, term: Term) -> bool:
    """Does it only say of what, or where, something was exchanged ("the locks of his flat")?"""
    words = (w for lang in new.lexicon.languages for w in new.lexicon.rows(lang, "beside"))
    between = new.text[cue[1] : term.start].casefold()
    return any(w.endswith(" ") and f" {w}" in between for w in words)


def _goes_on(new: Reading, cue: Span) -> bool:
    """Does the clause of the cue lack its subject or its object, so that another one has it?"""
    start, end = new.clauses[new.clause_of(cue[0])]
    inside = [t for t in new.terms if start <= t.start < end and t.id[:2] not in BESIDE_WORDS]
    lead = new.text[start : cue[0]].strip()
    # A subject of one character (球) is no term.
    is_one = len(lead) == 1 and HAN_CHARACTER.match(lead)
    is_led = any(t.end <= cue[0] for t in inside)
    is_led |= bool(is_one) and lead not in empty_characters(new.lexicon)
    is_led |= statements(new.lexicon).grammar.we.search(lead) is not None
    said = (*(t.start for t in inside), *(q.start for q in new.quantities))
    return not is_led or not any(cue[1] <= at < end for at in said)


def _is_governed(old: Reading, new: Reading, term: Term) -> bool:
    """May what changed be about this word?

    A name says who or where, not what: it counts right behind the cue ("instead of Petra").
    In Chinese the beginning of a longer word is not the word.
    """
    if is_name(old, new, term):
        gaps = [new.text[c[1] : term.start] for c in new.stances.change if c[1] <= term.start]
        is_object = any(len(gap) <= NEAR and not _PAUSE.search(gap) for gap in gaps)
        return is_object or (_fills_slot(old, term) and _is_subject(new, term))
    return not _begins_longer_word(old, new, term)


def _is_first_of_two(old: Reading, new: Reading, term: Term) -> bool:
    """Does the word only tell of which sort another one is, of which the new one says nothing?

    Who has a new phone may keep the phone contract. In Chinese too few words are known.
    """
    if HAN_CHARACTER.search(new.text):
        return False
    said = [t for t in old.terms if t.id == term.id]
    return bool(said) and all(_heads(old, t) - new.ids for t in said)


def _heads(reading: Reading, term: Term) -> set[str]:
    """The plain words right behind a word: the contract of "phone contract", and no verb."""
    if reading.text[term.start : term.end].endswith("s"):
        return set()  # the puppy's vet
    generic = generic_heads(reading.lexicon)
    members = {t.start for t in reading.terms if t.id[:2] in BESIDE_WORDS}
    return {
        t.id
        for t in reading.terms
        if t.start not in members
        and t.id not in generic
        and reading.text[term.end : t.start] == " "
        and _HEAD.fullmatch(reading.text[t.start : t.end])
        and _behind_head(reading.lexicon).match(reading.text, t.end)
    }


@lru_cache(maxsize=8)
def _behind_head(lexicon: Lexicon) -> re.Pattern[str]:
    """What goes on behind a noun in the singular."""
    rows = "|".join(words_of("behind_head", lexicon)) or "(?!)"
    return re.compile(rf"(?: (?:{rows})\b| ?\d|[.,;:]|$)")


def _fills_slot(old: Reading, term: Term) -> bool:
    """Is the name what a slot of the old statement was filled with ("led by Ada")?"""
    return any(
        slot.span[0] <= t.start < slot.span[1]
        for t in old.terms
        if t.id == term.id
        for slot in old.slots
    )


def _is_subject(new: Reading, term: Term) -> bool:
    """Does a word of change follow at once ("Ada handed it over")?"""
    return any(0 <= c[0] - term.end <= 1 for c in new.stances.change)


def _begins_longer_word(old: Reading, new: Reading, term: Term) -> bool:
    is_pair = term.id == new.text[term.start : term.end] and re.fullmatch(f"[{HAN}]{{2}}", term.id)
    known = {t.id for t in old.terms}
    beside = {new.text[term.start - 1 : term.end - 1], new.text[term.start + 1 : term.end + 1]}
    if not is_pair or beside & known:
        return False
    after = Term(new.text[term.end : term.end + 2], term.end, term.end + 2)
    is_word = any(t.start == after.start and t.id == after.id for t in new.terms)
    return is_word and after.id not in known and not overlaps(after, new.stances.change)
