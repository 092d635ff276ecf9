"""Extraction on labelled blocks: durable ones with their facts, junk with none.

The product is given what a user would give it: the block as a note and the known entities.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from memctl.formats.notes import parse_note
from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef, slug_of
from memctl.graph.graph import Graph, make_graph
from memctl.language.lexicon import Lexicon
from memctl.rules.extraction import extract

ME = EntityRef("people/me")
_HAN = re.compile(r"[\u3400-\u9fff]")
_USER = re.compile(r"\b(?:I|me|my|we|our|us)\b|[我咱俺]", re.IGNORECASE)


def language_of(*texts: str) -> str:
    """`zh` where a text holds Chinese, else `en`."""
    return "zh" if any(map(_HAN.search, texts)) else "en"


def graph_of(refs: Iterable[str]) -> Graph:
    """The entities by the names that their refs spell."""
    entities = {ME: Entity(ME, "me")}
    for ref in map(EntityRef, refs):
        entities[ref] = Entity(ref, slug_of(ref).replace("-", " ").title())
    return make_graph(entities)


def candidates_of(text: str, day: str, known: Iterable[str], lexicon: Lexicon) -> list[Candidate]:
    """What heartbeat would keep of a note of that day with this one entry."""
    written = text if re.match(r"[-*#+] ?", text) else f"- {text}" if "\n" not in text else text
    note = parse_note(f"# {day}\n\n{written}\n", f"memory/{day}.md")
    graph = graph_of(known)
    found = (c for b in note.blocks for c in extract(b, graph, lexicon, me=ME))
    return [c for c in found if c.accepted]


def is_expected(wanted: Mapping[str, Any], candidate: Candidate) -> bool:
    """Is it stored where it belongs, with every value and the right days?"""
    until = candidate.valid_until.isoformat() if candidate.valid_until else None
    return (
        _is_home(wanted["entity"], candidate)
        and all(part.casefold() in candidate.text.casefold() for part in wanted["contains"])
        and candidate.day == date.fromisoformat(wanted["timestamp"])
        and until == wanted["validUntil"]
    )


def _is_home(wanted: str, candidate: Candidate) -> bool:
    if candidate.entity is None:
        return False
    if wanted == "self":
        # A relation between the user and a named entity counts at either end.
        return candidate.entity == ME or bool(_USER.search(candidate.text))
    if candidate.entity == wanted or _letters(candidate.entity_name) == _letters(slug_of(wanted)):
        return True
    return (
        candidate.entity == ME and bool(_USER.search(candidate.text)) and _names(wanted, candidate)
    )


def _names(wanted: str, candidate: Candidate) -> bool:
    return _letters(slug_of(wanted)) in _letters(candidate.text)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def judged(path: Path, lexicon: Lexicon) -> Iterator[tuple[dict[str, Any], list[Candidate], bool]]:
    """Each row with what was kept of it, and whether that is right."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        kept = candidates_of(row["text"], row["day"], row["known"], lexicon)
        if row["expect"]:
            right = all(any(is_expected(w, c) for c in kept) for w in row["expect"])
        else:
            right = not kept
        yield row, kept, right


def measure_blocks(path: Path, lexicon: Lexicon) -> dict[str, dict[str, dict[str, int]]]:
    """{LANG: {"durable": {"n", "found"}, "junk": {"n", "withFacts"}}}."""
    table: dict[str, dict[str, dict[str, int]]] = {}
    for row, kept, right in judged(path, lexicon):
        found = table.setdefault(
            language_of(row["text"]),
            {"durable": {"n": 0, "found": 0}, "junk": {"n": 0, "withFacts": 0}},
        )
        if row["expect"]:
            found["durable"]["n"] += 1
            found["durable"]["found"] += right
        else:
            found["junk"]["n"] += 1
            found["junk"]["withFacts"] += bool(kept)
    return table
