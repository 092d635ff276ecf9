"""Does each line of a generated summary say what its facts say, and do these still hold?

The end marker names the rows that a block rests on. Taken away from a line: the words of
these rows as they stand and as a summary tells them, their days, and the words that memctl
puts around. Where something is left, somebody worded it anew; then it has to pass what a
sentence of a model passes. Under "Before", rows may have been retired; nowhere else.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from memctl.graph.entity import Entity, Summary
from memctl.graph.fact import PURGED, RETRACTED, Fact
from memctl.graph.glance import Glance
from memctl.graph.graph import Graph
from memctl.graph.history import is_current, retired_on
from memctl.graph.problem import Problem
from memctl.language.attributes import read_slots
from memctl.language.lexicon import Lexicon
from memctl.language.terms import fold, read_terms
from memctl.rules.foreign.grounds import invented, unlike
from memctl.rules.snapshot.page import Page, make_page

_STOPS = " .。;；!！"
_PAUSES = " .,;:，。；、"
_ALIKE = 0.34
"""The part of what a line says, beyond names, that its facts have to say."""
_SAYS = re.compile(r"[^\W_]")


@dataclass(frozen=True, eq=False, slots=True)
class _Around:
    """The words that summaries put around facts, in every language."""

    past: re.Pattern[str]
    headings: frozenset[str]
    silent: re.Pattern[str]
    former: re.Pattern[str]
    beside: re.Pattern[str]


def unproven(graph: Graph, lexicon: Lexicon, *, today: date, me: str) -> Iterator[Problem]:
    """Every line of every generated summary that is not proven by its facts."""
    for entity in graph:
        # Without facts it was seen at a glance, or none of what it says can be found.
        if entity.facts and entity.summary is not None and _is_ours(entity.summary):
            page = make_page(entity, graph, lexicon, me=me)
            yield from _of_page(page, entity.summary, today)


def is_plainly_proven(glance: Glance, summary: Summary | None, lexicon: Lexicon) -> bool:
    """Does every line of the block hold words and days of its rows, and nothing else?

    Then no row need be looked at more closely.
    """
    if summary is None or not _is_ours(summary):
        return True
    wanted = set(summary.block_facts)
    rows = zip(glance.ids, glance.texts, glance.times, strict=True)
    told = [(text.strip(_STOPS), str(time)[:10]) for i, text, time in rows if i in wanted]
    return not any(
        is_past or _without(told, line).strip(_PAUSES)
        for _, line, is_past in _lines(summary, _around(lexicon))
    )


def _without(told: Sequence[tuple[str, str]], line: str) -> str:
    for text, day in sorted(told, reverse=True, key=lambda row: len(row[0])):
        if text in line:
            line = line.replace(text, "", 1).replace(f"({day})", "", 1)
    return line


def _is_ours(summary: Summary) -> bool:
    return bool(summary.block) and not summary.is_edited


def _of_page(page: Page, summary: Summary, today: date) -> Iterator[Problem]:
    entity, around = page.entity, _around(page.lexicon)
    rows = entity.facts_named(summary.block_facts)
    for number, line, is_past in _lines(summary, around):
        found = _objection(page, line, _open_to(rows, entity, today, is_past=is_past), around)
        if found is None:
            continue
        stated = next((f for f in _gone(rows, entity, today) if _takes(page, line, f)), None)
        slug, what = ("unfounded-line", f"says what its facts do not say ({found})")
        if stated is not None and not is_past:
            slug = "outdated-summary"
            what = f"says what no longer holds ({stated.id}: {stated.text})"
        cure = f"Have it written anew: memctl weekly --entity {entity.ref}"
        yield Problem(slug, "warning", summary.path, number, what, cure)


def _lines(summary: Summary, around: _Around) -> Iterator[tuple[int | None, str, bool]]:
    """(line in the file, statement, is it told of the past) of all that says something."""
    is_past = False
    for at, raw in enumerate((summary.block or "").split("\n")):
        text = raw.strip()
        if around.past.fullmatch(text):
            is_past = True
        elif text in around.headings:
            is_past = False
        elif text and not around.silent.fullmatch(text):
            first = summary.block_line
            yield None if first is None else first + at, text.removeprefix("- "), is_past


def _open_to(rows: Sequence[Fact], entity: Entity, today: date, *, is_past: bool) -> list[Fact]:
    """The rows that a line may rest on."""
    return [f for f in rows if is_current(f, today) or (is_past and _was_so(f, entity))]


def _was_so(fact: Fact, entity: Entity) -> bool:
    return fact.status not in {RETRACTED, PURGED} and retired_on(entity.facts, fact) is not None


def _gone(rows: Sequence[Fact], entity: Entity, today: date) -> Iterator[Fact]:
    """What the block rests on and no longer holds, and what else of the entity does not."""
    known = {f.id for f in rows}
    others = (f for f in entity.facts if f.id not in known)
    yield from (f for f in (*rows, *others) if f.text and not is_current(f, today))


def _objection(page: Page, line: str, rows: Sequence[Fact], around: _Around) -> str | None:
    """What of the line is not proven; None when all of it is."""
    rest, words = _without_former(page, line, around), set[str]()
    forms = [frozenset(_forms(page, fact)) - {""} for fact in rows]
    # The longest of all rows first: what one row says may begin what another does.
    for form in sorted(frozenset().union(*forms), key=len, reverse=True):
        if form in rest:
            rest = rest.replace(form, " ")
            words.add(form)
    used = [f for f, told in zip(rows, forms, strict=True) if not words.isdisjoint(told)]
    rest = around.beside.sub(" ", _without_days(page, rest, used))
    if not _SAYS.search(rest):
        return None
    ground = [f.text for f in rows]
    days = [d.isoformat() for f in rows for d in (f.day, f.valid_until) if d]
    # That something is about the user makes it no likelier to be true.
    person = page.word("statement")["person"]
    known = (*page.entity.names, *days, person["subject"], person["possessive"])
    return (
        invented(line, ground, known, page.lexicon)
        or unlike(line, ground, known, page.lexicon)
        or _elsewhere(line, ground, known, page.lexicon)
    )


def _elsewhere(
    line: str, ground: Sequence[str], known: Sequence[str], lexicon: Lexicon
) -> str | None:
    """Is what the line says beyond names nowhere in its ground, nor the same by its slots?"""
    names = _terms(known, lexicon)
    said, there = _terms([line], lexicon) - names, _terms(ground, lexicon)
    if len(said & there) >= _ALIKE * len(said):
        return None
    slots = {(s.attribute, s.key) for text in ground for s in read_slots(text, lexicon)}
    is_same = any((s.attribute, s.key) in slots for s in read_slots(line, lexicon))
    return None if is_same else "unlike-quote"


def _terms(texts: Sequence[str], lexicon: Lexicon) -> set[str]:
    return {t.id for text in texts for t in read_terms(fold(text, lexicon), lexicon)}


def _takes(page: Page, line: str, fact: Fact) -> bool:
    return any(form in line for form in _forms(page, fact))


def _forms(page: Page, fact: Fact) -> Iterator[str]:
    """How a summary may word a fact: as it stands, or as the page tells it."""
    yield fact.text.strip(_STOPS)
    yield page.says.say(fact, page.names)


def _without_days(page: Page, text: str, facts: Sequence[Fact]) -> str:
    ends = (d for f in facts for d in (f.valid_until, retired_on(page.entity.facts, f)))
    days = [d for d in (*(f.day for f in facts), *ends) if d is not None]
    # Whole days first: the month of one is the beginning of another.
    for told in (*(d.isoformat() for d in days), *(f"{d:%Y-%m}" for d in days)):
        text = text.replace(told, " ")
    return text


def _without_former(page: Page, line: str, around: _Around) -> str:
    """The line without what somebody was to the user, where that ended on the day it says."""
    found = around.former.match(line)
    if found is None:
        return line
    ended = {retired_on(page.entity.facts, f) for f in page.entity.facts}
    told = next(d for d in found.groupdict().values() if d is not None)
    return line[found.end() :] if date.fromisoformat(told) in ended else line


@lru_cache(maxsize=16)
def _around(lexicon: Lexicon) -> _Around:
    spoken = (lexicon.table(lang, "summary") for lang in lexicon.languages)
    tables: list[Mapping[str, Any]] = [t for t in spoken if t]
    formers = [
        _filled(text, f"(?P<day_{n}_{m}>\\d{{4}}-\\d\\d-\\d\\d)", t)
        for n, t in enumerate(tables)
        for m, (key, text) in enumerate(t["former"].items())
        if key != "at"
    ]
    silent = [_filled(t[k], "", t) for t in tables for k in ("more", "more_one", "nothing")]
    past = [_filled(t[k], "", t) for t in tables for k in ("before", "before_about")]
    beside = [
        _filled(part, "", t) for t in tables for part in (t["until"], t["from"], t["doubted"])
    ]
    return _Around(
        re.compile("|".join(past)),
        frozenset(h for t in tables for h in t["headings"].values()),
        re.compile("|".join(silent)),
        re.compile("|".join(formers)),
        re.compile("|".join(p for piece in beside for p in piece.split(".+?") if p.strip())),
    )


def _filled(template: str, day: str, words: Mapping[str, Any]) -> str:
    """A phrase as an expression: a name, a number or a text anywhere it has one."""
    at = re.escape(words["former"]["at"]).replace(r"\{name\}", ".+?")
    pattern = re.escape(template).replace(r"\{at\}", f"(?:{at})?")
    pattern = pattern.replace(r"\{day\}", day or ".+?").replace(r"\{n\}", r"\d+")
    return pattern.replace(r"\{names\}", ".+").replace(r"\{text\}", ".+?")
