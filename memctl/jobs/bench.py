"""`bench`: how often recall finds what a person expects, on the person's own folder."""

import os
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from memctl.errors import Ambiguous, FileInvalid, UnknownEntity
from memctl.formats.questions import parse_questions
from memctl.formats.text import Undecodable, decode
from memctl.graph.benched import Asked, Benched, Missed, Recalls
from memctl.graph.graph import Graph
from memctl.index.found import Found
from memctl.jobs.lookup import entity_named
from memctl.jobs.recall import recall
from memctl.jobs.steps import Desk
from memctl.workspace.reading.snapshot import observe

AT = (1, 5, 10)
_MOST_BYTES = 50_000_000
_SHOWN = 3


def bench(desk: Desk, file: str, *, limit: int = 10, least: float | None = None) -> Benched:
    """Ask every question of a file and compare the first results with the answers expected.

    Args:
        desk: The workspace.
        file: Path of the questions, relative to where the call is made.
        limit: A question counts as missed when its answer is not among so many results.
        least: Per cent of the questions that have to be answered.

    Raises:
        FileInvalid: The file cannot be read, or a row of it is no question.
    """
    asked = _named(desk, parse_questions(_text(file), file))
    ranks: list[int | None] = []
    misses: list[Missed] = []
    for one in asked:
        results = _results(desk, one, max(limit, *AT))
        rank = next((n for n, f in enumerate(results, 1) if answers(f, one)), None)
        ranks.append(rank)
        if rank is None or rank > limit:
            shown = tuple(_shown(found) for found in results[:_SHOWN])
            misses.append(Missed(one.question, one.line, one.expected, rank, shown))
    recalls = tuple(Recalls(k, _share(ranks, k)) for k in sorted({*_up_to(limit), limit}))
    is_enough = least is None or recalls[-1].share >= least
    return Benched(len(asked), recalls, tuple(misses), is_enough)


def answers(found: Found, asked: Asked) -> bool:
    """Is this result one that the question expects?"""
    facts = {f"{found.entity}#{i}" for i in (found.fact, *found.rests.split()) if i}
    if found.entity in asked.entities or not facts.isdisjoint(asked.entities):
        return True
    if not {found.path, f"{found.path}:{found.line}"}.isdisjoint(asked.places):
        return True
    text = _folded(found.text)
    return any(_folded(words) in text for words in asked.texts)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _results(desk: Desk, asked: Asked, limit: int) -> Sequence[Found]:
    day = asked.as_of.isoformat() if asked.as_of else None
    said: dict[str, object] = {"limit": str(limit), "as_of": day}
    root = str(desk.layout.root)
    return recall(
        asked.question, said, workspace=root, environ=dict(os.environ), notes_access=False
    ).results


def _text(file: str) -> str:
    try:
        with Path(file).open("rb") as asked:
            data = asked.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise FileInvalid(file, None, f"more than {_MOST_BYTES} bytes")
        return decode(data).text
    except OSError as error:
        raise FileInvalid(file, None, error.strerror or "cannot be read") from error
    except Undecodable as error:
        raise FileInvalid(file, error.line, "not UTF-8") from error


def _named(desk: Desk, asked: Sequence[Asked]) -> tuple[Asked, ...]:
    """The same with every entity by its ref, so that a name or an alias may be written."""
    if not any(one.entities for one in asked):
        return tuple(asked)
    graph = observe(desk.layout).graph
    return tuple(replace(a, entities=tuple(_ref(graph, n) for n in a.entities)) for a in asked)


def _ref(graph: Graph, name: str) -> str:
    head, sign, fact = name.partition("#")
    try:
        return f"{entity_named(graph, head).ref}{sign}{fact}"
    except (UnknownEntity, Ambiguous):
        return name  # nothing answers to it: a miss, and the name is printed with it


def _up_to(limit: int) -> tuple[int, ...]:
    return tuple(k for k in AT if k < limit)


def _share(ranks: Sequence[int | None], k: int) -> float:
    return round(100 * sum(rank is not None and rank <= k for rank in ranks) / len(ranks), 1)


def _shown(found: Found) -> str:
    where = found.path if found.line is None else f"{found.path}:{found.line}"
    return f"{' '.join(found.text.split())} ({where})"
