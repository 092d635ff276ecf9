"""The summary of an entity, put together from its facts in their own words.

The first line says what the entity is now; where a relation to the user has ended, what it
was, in the past tense. Then come the current facts by importance, newest first, within a
budget of characters. A retired fact stands under "Before" alone, with its days.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from memctl.graph.asking import Sentence
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import SUPERSEDED, Fact, FactId
from memctl.graph.graph import Graph
from memctl.graph.history import is_current, retired_on
from memctl.graph.plan import WriteSummary
from memctl.language.attributes import read_slots
from memctl.language.lexicon import Lexicon
from memctl.rules.naming import NameIndex
from memctl.rules.places import is_about_user
from memctl.rules.resolution import own_names

_ORDER = ("relationship", "status", "decision", "preference", "milestone", "context")
_SCOPES = frozenset({"companies", "projects"})
"""Types of entities that scope what was."""
_HIDDEN = frozenset({"duplicate", "retracted"})
_HEADED_FROM = 4
"""Fewer facts than this need no headings."""
_BEFORE_SHARE = 0.3
"""Part of the budget that the past may take at most while current facts wait."""
_BEFORE = 5
"""Most lines under "Before"."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    facts: tuple[FactId, ...]


def summarize(  # noqa: PLR0913 - what a summary depends on
    entity: Entity,
    graph: Graph,
    lexicon: Lexicon,
    *,
    today: date,
    budget: int = 1200,
    me: str = "people/me",
    doubted: Collection[FactId] = (),
    told: Sequence[Sentence] = (),
) -> WriteSummary | None:
    """The text between the markers of the entity's summary.md; None when it has no facts.

    Args:
        entity: Whose summary it is.
        graph: Where the names of related entities stand.
        lexicon: The words around the facts.
        today: Facts whose last day has passed are not current.
        budget: Most characters; the first line always stands.
        doubted: Facts that a newer one speaks against: they come last, and said with doubt.
        me: The user's own entity. Its first line never says what somebody was to the user.
        told: Sentences that stand for the facts they rest on, instead of those facts' words.
    """
    if not entity.facts:
        return None
    words = _words(entity.facts, lexicon)
    now = _doubted_last(
        sorted((f for f in entity.facts if is_current(f, today)), key=_importance), doubted, words
    )
    past = [f for f in entity.facts if _is_past(f, entity.facts)]
    was = None if entity.ref == me else _former(past, now, lexicon)
    lead, rest = _lead(entity, graph, now, was, words)
    lead, rest = (lead, rest) if not told else _told(told, lead, now, was)
    room = budget - len(lead.text)
    before = _before(entity, graph, past, words, int(room * _BEFORE_SHARE if rest else room))
    current = _current(rest, words, room - _size(before))
    lines = [lead, *current, *before]
    body = "\n".join(line.text for line in lines).strip()
    used = dict.fromkeys(i for line in lines for i in line.facts)
    title = _own_title(entity, words, lexicon) if entity.ref == me else ""
    return WriteSummary(entity.ref, body, tuple(used), title)


def _own_title(entity: Entity, words: Mapping[str, Any], lexicon: Lexicon) -> str:
    """The user's own page bears the user's name, or "me" in the facts' language."""
    if entity.name != entity.slug:
        return ""
    named = (n for f in entity.facts if f.is_active for n in own_names(f.text, lexicon))
    return str(next(named, words["me"]))


def _words(facts: Sequence[Fact], lexicon: Lexicon) -> Mapping[str, Any]:
    """The phrases of the language in which most facts are written."""
    active = [f.text for f in facts if f.is_active] or [f.text for f in facts]
    in_han = sum(any("\u3400" <= c <= "\u9fff" for c in text) for text in active)
    script = "han" if 2 * in_han > len(active) else ""
    tables = [lexicon.table(lang, "summary") for lang in lexicon.languages]
    return next(t for t in [*tables, *tables[:1]] if t.get("script", "") == script)


def _doubted_last(
    facts: Sequence[Fact], doubted: Collection[FactId], words: Mapping[str, Any]
) -> list[Fact]:
    said = [
        replace(f, text=words["doubted"].format(text=f.text.rstrip(" .。;；")), category=None)
        for f in facts
        if f.id in doubted
    ]
    return [*(f for f in facts if f.id not in doubted), *said]


def _importance(fact: Fact) -> tuple[int, int, str]:
    """Relationship first; within a kind the newest first, undated last."""
    kind = _ORDER.index(fact.category) if fact.category in _ORDER else len(_ORDER)
    return (kind, -fact.day.toordinal() if fact.day else 0, fact.id)


def _is_past(fact: Fact, facts: Sequence[Fact]) -> bool:
    is_shown = fact.status == SUPERSEDED and fact.superseded_reason not in _HIDDEN
    return is_shown and retired_on(facts, fact) is not None


# The first line.


def _lead(
    entity: Entity,
    graph: Graph,
    now: Sequence[Fact],
    was: tuple[Fact, str] | None,
    words: Mapping[str, Any],
) -> tuple[_Line, Sequence[Fact]]:
    """The first line, and the current facts that it does not tell."""
    if was is None:
        if not now:
            return _Line(words["nothing"], ()), now
        return _Line(_sentence(now[0], words), (now[0].id,)), now[1:]
    fact, attribute = was
    day = retired_on(entity.facts, fact)
    at = next((words["former"]["at"].format(name=n) for n in _companies(fact, entity, graph)), "")
    text = words["former"][attribute].format(at=at, day=day)
    told = [f for f in now if f.id == fact.superseded_by]
    return _Line(text, (fact.id, *(f.id for f in told))), [f for f in now if f not in told]


def _told(
    told: Sequence[Sentence], lead: _Line, now: Sequence[Fact], was: tuple[Fact, str] | None
) -> tuple[_Line, Sequence[Fact]]:
    """The sentences, behind what somebody was to the user, and the facts that neither tells."""
    ids = [FactId(i) for s in told for i in s.facts]
    before = [lead] if was is not None else []
    text = " ".join((*(line.text for line in before), *(s.text for s in told)))
    used = (*(i for line in before for i in line.facts), *ids)
    return _Line(text, tuple(dict.fromkeys(used))), [f for f in now if f.id not in used]


def _former(past: Sequence[Fact], now: Sequence[Fact], lexicon: Lexicon) -> tuple[Fact, str] | None:
    """The last relation to the user that ended, unless one of its kind holds now."""
    for fact in reversed(past):
        if not is_about_user(fact.text, lexicon):
            continue
        for attribute in ("manager", "employer"):
            if attribute in _states(fact, lexicon):
                holds = any(
                    attribute in _states(f, lexicon) and f.id != fact.superseded_by
                    for f in now
                    if is_about_user(f.text, lexicon)
                )
                return None if holds else (fact, attribute)
    return None


def _states(fact: Fact, lexicon: Lexicon) -> frozenset[str]:
    return frozenset(s.attribute for s in read_slots(fact.text, lexicon) if s.polarity == "state")


def _companies(fact: Fact, entity: Entity, graph: Graph) -> tuple[str, ...]:
    """Names of other entities that scope a fact: companies and projects it speaks of."""
    named = {*_index(_Same(graph)).named_in(fact.text), *map(EntityRef, fact.related)}
    scopes = (graph.get(ref) for ref in sorted(named - {entity.ref}))
    return tuple(e.name for e in scopes if e is not None and e.type in _SCOPES)


class _Same:
    """A graph by identity, so that its names are filed once for many summaries."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def __hash__(self) -> int:
        return id(self.graph.entities)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.graph.entities is self.graph.entities


@lru_cache(maxsize=1)
def _index(same: _Same) -> NameIndex:
    return NameIndex(e for e in same.graph if e.type in _SCOPES)


def _sentence(fact: Fact, words: Mapping[str, Any]) -> str:
    text = fact.text.rstrip(" .。;；")
    return f"{text}{_days(fact, words)}{words['full_stop']}"


def _days(fact: Fact, words: Mapping[str, Any]) -> str:
    parts = [fact.day.isoformat()] if fact.day and fact.day.isoformat() not in fact.text else []
    if fact.valid_until and fact.valid_until.isoformat() not in fact.text:
        parts.append(words["until"].format(day=fact.valid_until))
    return f" ({words['joined'].join(parts)})" if parts else ""


# What holds, and what held.


def _current(facts: Sequence[Fact], words: Mapping[str, Any], room: int) -> list[_Line]:
    """As many facts as there is room for, under headings, and how many are left out."""
    chosen: list[Fact] = []
    left = room - len(words["more"]) - len(str(len(facts))) - 4
    for fact in facts:
        cost = len(fact.text) + len(_days(fact, words)) + 3 + 20 * (len(facts) >= _HEADED_FROM)
        if cost > left:
            break
        left -= cost
        chosen.append(fact)
    lines = _listed(chosen, words, is_headed=len(chosen) >= _HEADED_FROM)
    missing = len(facts) - len(chosen)
    if missing:
        lines.append(_Line("", ()))
        lines.append(
            _Line(words["more_one"] if missing == 1 else words["more"].format(n=missing), ())
        )
    return lines


def _listed(facts: Sequence[Fact], words: Mapping[str, Any], *, is_headed: bool) -> list[_Line]:
    lines: list[_Line] = [_Line("", ())] if facts else []
    last = None
    for fact in facts:
        kind = fact.category if fact.category in _ORDER else "context"
        if is_headed and kind != last:
            lines += [_Line("", ())] if last else []
            lines.append(_Line(words["headings"][kind], ()))
        last = kind
        lines.append(_Line(f"- {fact.text.rstrip(' .。;；')}{_days(fact, words)}", (fact.id,)))
    return lines


def _before(
    entity: Entity, graph: Graph, past: Sequence[Fact], words: Mapping[str, Any], room: int
) -> list[_Line]:
    """The newest of what held once, with its days, scoped by what it was about."""
    newest = sorted(past, key=lambda f: (retired_on(entity.facts, f) or date.min, f.id))[::-1]
    rows = [
        _Line(f"- {f.text.rstrip(' .。;；')} ({_interval(f, entity.facts)})", (f.id,))
        for f in newest[:_BEFORE]
    ]
    about = [next(iter(_companies(f, entity, graph)), "") for f in newest[:_BEFORE]]
    while rows:
        lines = _scoped(rows, about[: len(rows)], words)
        if _size(lines) <= room:
            return lines
        rows.pop()
    return []


def _scoped(rows: Sequence[_Line], about: Sequence[str], words: Mapping[str, Any]) -> list[_Line]:
    """What was plainly so, then what only matters for questions about a company or project."""
    plain = [row for row, name in zip(rows, about, strict=True) if not name]
    scoped = [row for row, name in zip(rows, about, strict=True) if name]
    names = words["joined"].join(dict.fromkeys(filter(None, about)))
    lines = [_Line("", ()), _Line(words["before"], ()), *plain] if plain else []
    if scoped:
        head = words["before_about"].format(names=names)
        lines += [_Line("", ()), _Line(head, ()), *scoped]
    return lines


def _size(lines: Sequence[_Line]) -> int:
    return sum(len(line.text) + 1 for line in lines)


def _interval(fact: Fact, facts: Sequence[Fact]) -> str:
    end = retired_on(facts, fact)
    since = f"{fact.day:%Y-%m}" if fact.day else ""
    until = f"{end:%Y-%m}" if end else since
    return until if since == until else f"{since} – {until}"
