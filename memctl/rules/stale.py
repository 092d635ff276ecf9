"""Lines of a summary, outside its block, that state what no longer holds.

They belong to the person, so they are named and never changed.

Key read from the data of a language (pages.toml):
    [pages] past_headings   how a heading says that what was stands below it, as regular expressions
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memctl.graph.entity import Entity
from memctl.graph.fact import RETRACTED, SUPERSEDED, Fact
from memctl.graph.graph import Graph
from memctl.graph.problem import Problem
from memctl.language.lexicon import Lexicon
from memctl.language.tokens import analyse

_HEADING = re.compile(r"(?P<level>#{1,6})\s+(?P<text>.*)|\*\*(?P<bold>[^*]+)\*\*.*")
_OF_THE_FACT = 0.75
"""So much of a retired fact a line has to say to state it."""
_OF_THE_LINE = 0.5
"""So much of the line has to be about it."""
_FEW_TERMS = 3
_RETIRED = frozenset({SUPERSEDED, RETRACTED})


def stale_lines(graph: Graph, lexicon: Lexicon) -> tuple[Problem, ...]:
    """Every such line of every summary, by entity."""
    return tuple(problem for entity in graph for problem in _of_entity(entity, lexicon))


def _of_entity(entity: Entity, lexicon: Lexicon) -> Iterator[Problem]:
    if entity.summary is None:
        return
    retired = [f for f in entity.facts if f.status in _RETIRED]
    if not retired:
        return
    current = [f for f in entity.facts if f.is_active]
    for line, text in _present(entity.summary.outside, _of_the_past(lexicon)):
        terms = frozenset(analyse(text))
        stated = max(retired, key=lambda f: _share(f, terms))
        if not _states(stated, terms):
            continue
        if any(_share(f, terms) >= _share(stated, terms) for f in current):
            continue
        yield Problem(
            "stale-line",
            "warning",
            entity.summary.path,
            line,
            f"says what no longer holds ({stated.id}: {stated.text})",
            "Move it under a heading for the past, or delete it; memctl leaves your lines alone.",
        )


@lru_cache(maxsize=4)
def _of_the_past(lexicon: Lexicon) -> re.Pattern[str]:
    tables = (lexicon.table(language, "pages") for language in lexicon.languages)
    rows = (row for table in tables for row in table.get("past_headings", ()))
    return re.compile("|".join(rows) or "(?!)", re.IGNORECASE)


def _present(
    lines: Sequence[tuple[int, str]], of_the_past: re.Pattern[str]
) -> Iterator[tuple[int, str]]:
    """The lines that do not stand under a heading for the past."""
    is_past = False
    for line, text in lines:
        heading = _HEADING.match(text.strip())
        if heading:
            is_past = bool(of_the_past.search(heading["text"] or heading["bold"] or ""))
        elif not is_past:
            yield line, text


def _states(fact: Fact, terms: frozenset[str]) -> bool:
    about = terms & frozenset(analyse(fact.text))
    is_long = len(about) >= _FEW_TERMS
    return (
        is_long and _share(fact, terms) >= _OF_THE_FACT and len(about) >= _OF_THE_LINE * len(terms)
    )


def _share(fact: Fact, terms: frozenset[str]) -> float:
    own = frozenset(analyse(fact.text))
    return len(own & terms) / len(own) if own else 0.0
