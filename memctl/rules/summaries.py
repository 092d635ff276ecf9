"""The summary of an entity, put together from its facts in their own words.

The first line says what the entity is and how things stand; where a relation to the user has
ended, what it was, in the past tense. What does harm when it is forgotten stands next, all of
it. Then come the current facts by kind, the newest first, a few of each, within a budget of
characters; what happened once goes first where there is no room. A retired fact stands under
"Before" alone, with its days. What there is no room for, and what is cold, is counted. No
secret is told.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from itertools import groupby

from memctl.graph.asking import Sentence
from memctl.graph.entity import Entity
from memctl.graph.fact import Fact, FactId
from memctl.graph.graph import Graph
from memctl.graph.history import is_current
from memctl.graph.plan import WriteSummary
from memctl.language.lexicon import Lexicon
from memctl.language.questions import PASSING, STANDINGS
from memctl.rules.aging.standing import rank
from memctl.rules.resolution.subjects import own_names
from memctl.rules.snapshot.before import before, past_facts, told_by_past
from memctl.rules.snapshot.first_line import first_line
from memctl.rules.snapshot.page import Line, Page, make_page, size
from memctl.safety.secrets import find_secrets
from memctl.safety.sieve import Sieve

_MOST = {"relationship": 4, "status": 5, "decision": 4, "preference": 5, "milestone": 3}
"""Most lines of a kind, in the order of the kinds."""
_CONTEXT = "context"
_MOST_CONTEXT = 4
_VITAL = "vital"
_ORDER = (_VITAL, *_MOST, _CONTEXT)
_PASSING = STANDINGS.index(PASSING)
_HEADED_FROM = 4
"""Fewer facts than this need no headings."""
_HEADING = 20
"""Characters that a heading may take."""
_BEFORE_SHARE = 0.3
"""Part of the budget that the past may take at most while current facts wait."""


Ranks = Mapping[FactId, int]
"""The standing of each fact: 0 for what is vital."""


def summarize(  # noqa: PLR0913 - what a summary depends on
    entity: Entity,
    graph: Graph,
    lexicon: Lexicon,
    *,
    today: date,
    budget: int = 1200,
    me: str = "people/me",
    doubted: Collection[FactId] = (),
    cold: Collection[FactId] = (),
    told: Sequence[Sentence] = (),
) -> WriteSummary | None:
    """The text between the markers of the entity's summary.md; None when it has no facts.

    Args:
        entity: Whose summary it is.
        graph: Where the names of related entities stand.
        lexicon: The words around the facts.
        today: Facts whose last day has passed are not current.
        budget: Most characters; the first line and what is vital always stand.
        doubted: Facts that a newer one speaks against: they come last, and said with doubt.
        cold: Facts that are only counted, unless there is nothing else to tell.
        me: The user's own entity. Its first line never says what somebody was to the user.
        told: Sentences that stand for the facts they rest on, instead of those facts' words.
    """
    if not entity.facts:
        return None
    page = make_page(entity, graph, lexicon, me=me, doubted=doubted, today=today)
    made = _written(page, today, budget, cold, told)
    may_hold = _sieve(lexicon).may_hold_secret(made.body.encode("utf-8", "replace"))
    if not (may_hold and find_secrets(made.body, lexicon)):
        return made
    open_facts = tuple(f for f in entity.facts if not find_secrets(f.text, lexicon))
    open_page = replace(page, entity=replace(entity, facts=open_facts))
    return _written(open_page, today, budget, cold, told)


@lru_cache(maxsize=4)
def _sieve(lexicon: Lexicon) -> Sieve:
    return Sieve(lexicon)


def _written(
    page: Page, today: date, budget: int, cold: Collection[FactId], told: Sequence[Sentence]
) -> WriteSummary:
    entity = page.entity
    every = [f for f in entity.facts if is_current(f, today)]
    warm = [f for f in every if f.id not in cold]
    ranks = {f.id: STANDINGS.index(page.counts(f)) for f in warm or every}
    now = sorted(warm or every, key=lambda f: _importance(f, page, ranks))
    past = past_facts(entity.facts)
    over = told_by_past(page, now, past)
    present = [f for f in now if not page.is_to_come(f)] or now
    lead, rest = first_line(page, [f for f in present if f not in over], past, told)
    rest += [f for f in now if f not in present and f.id not in lead.facts]
    room = budget - len(lead.text)
    free = room - size(_row(page, f) for f in rest if not ranks[f.id])
    lasted = [f for f in past if rank(f, page.lexicon, is_own=False) != _PASSING]
    once = before(page, lasted, int(min(room * _BEFORE_SHARE, free) if rest else room))
    if not once:
        rest = [*rest, *(f for f in over if f.id not in lead.facts)]
    listed = _current(page, rest, ranks, len(every) - len(now), room - size(once))
    lines = [lead, *listed, *once]
    body = "\n".join(line.text for line in lines).strip()
    used = dict.fromkeys(i for line in lines for i in line.facts)
    return WriteSummary(entity.ref, body, tuple(used), _own_title(page) if page.is_own else "")


def _own_title(page: Page) -> str:
    """The user's own page bears the user's name, or "me" in the facts' language."""
    entity = page.entity
    if entity.name != entity.slug:
        return ""
    named = (n for f in entity.facts if f.is_active for n in own_names(f.text, page.lexicon))
    return str(next(named, page.word("me")))


def _importance(fact: Fact, page: Page, ranks: Ranks) -> tuple[bool, bool, int, int, int, str]:
    """What is vital comes first, what is in doubt or to come last; of a kind the newest first.

    What tells of somebody else than whose page it is comes behind what tells of them.
    """
    own, day = ranks[fact.id], -fact.day.toordinal() if fact.day else 0
    is_late = fact.id in page.doubted or page.is_to_come(fact)
    return (
        own > 0 and is_late,
        fact.id in page.others,
        own,
        _ORDER.index(_kind(fact)),
        day,
        fact.id,
    )


def _kind(fact: Fact) -> str:
    return fact.category if fact.category in _MOST else _CONTEXT


def _current(page: Page, facts: Sequence[Fact], ranks: Ranks, cold: int, room: int) -> list[Line]:
    """As many facts as there is room for, under headings, and how many are left out.

    What is vital stands whether or not there is room.
    """
    is_headed = len(facts) >= _HEADED_FROM
    left = room - len(page.word("more")) - len(str(len(facts) + cold)) - 4
    rows: list[tuple[Fact, Line]] = []
    for fact in _few_of_each(page, facts, ranks):
        line = _row(page, fact)
        cost = size([line]) + _HEADING * is_headed
        if cost <= left or not ranks[fact.id]:
            left -= cost
            rows.append((fact, line))
    is_headed = is_headed and len(rows) >= _HEADED_FROM
    rows.sort(key=lambda row: _place(row[0], page, ranks))
    lines = [*_listed(page, rows, ranks, is_headed=is_headed)]
    missing = len(facts) - len(rows) + cold
    if missing:
        more = page.word("more_one") if missing == 1 else page.word("more").format(n=missing)
        lines += [Line(""), Line(more)]
    return lines


def _row(page: Page, fact: Fact) -> Line:
    return Line(f"- {page.statement(fact)}", (fact.id,))


def _place(fact: Fact, page: Page, ranks: Ranks) -> tuple[int, bool]:
    """Where it stands among those that there is room for, which come by importance."""
    is_late = fact.id in page.doubted or page.is_to_come(fact)
    return (_ORDER.index(_heading_of(fact, page, ranks)), is_late)


def _few_of_each(page: Page, facts: Sequence[Fact], ranks: Ranks) -> Iterator[Fact]:
    """The newest of each kind; of what is vital all.

    What is in doubt waits for a person and is always told.
    """
    counts: dict[str, int] = {}
    for fact in facts:
        kind, is_free = _kind(fact), fact.id in page.doubted or not ranks[fact.id]
        counts[kind] = counts.get(kind, 0) + (not is_free)
        if is_free or counts[kind] <= _MOST.get(kind, _MOST_CONTEXT):
            yield fact


def _listed(
    page: Page, rows: Sequence[tuple[Fact, Line]], ranks: Ranks, *, is_headed: bool
) -> Iterator[Line]:
    if rows and not is_headed:
        yield Line("")
        yield from (line for _, line in rows)
    if is_headed:
        for kind, group in groupby(rows, key=lambda row: _heading_of(row[0], page, ranks)):
            yield Line("")
            yield Line(page.word("headings")[kind])
            yield from (line for _, line in group)


def _heading_of(fact: Fact, page: Page, ranks: Ranks) -> str:
    if not ranks[fact.id]:
        return _VITAL
    return _CONTEXT if fact.id in page.doubted else _kind(fact)
