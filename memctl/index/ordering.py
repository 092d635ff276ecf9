"""In which order results stand, and why: docs/recall.md in code.

A score is relevance times boosts; each part is kept under its name, and `--explain` prints
them. No disk, no clock, no chance: the same documents and question give the same order.
On the hot path: no imports but `math`.
"""

import math

from memctl.index.question import Question
from memctl.index.sentences import is_question

# Relevance: BM25 (Robertson and Zaragoza 2009, §3.5).
K1 = 1.2
B = 0.45
"""Lines are short by nature, not by wordiness: length counts less than the usual 0.75."""
NAMES = 0.35
"""A term in a name, heading or day that leads to the line, against one in its text."""
HINTED = 0.25
"""A term that the question only hints at, against one that it says."""
SINGLE = 0.25
"""A CJK character against a pair: it is in many words."""
OTHERWISE = 0.6
"""A term of the question that is met by another word for the same, in that share."""
COVERAGE = 0.5
"""How much of the relevance depends on the share of the question that is met."""

# Boosts.
ENTITY = 1.6
SPEAKER = 1.7
DAY = 1.6
CURRENT = 1.15
CURATED = 1.1
IDENTITY = (("USER.md", 1.2), ("SOUL.md", 1.15), ("MEMORY.md", 1.1), ("AGENTS.md", 1.0))
ASKING = 0.9
"""A line that asks something tells little."""

# What stands near in the same note.
BESIDE = 0.15
ANSWERS = 0.65
TOPIC = 0.4


class Found:
    """One document as a candidate: what the cache says of it, and its score by parts."""

    __slots__ = (
        "active", "begins", "body", "current", "day", "ends", "entity", "fact", "id", "kind",
        "layer", "line", "met", "names", "parts", "path", "rests", "score", "share", "source", "speaker",
        "status", "text", "until",
    )  # fmt: skip

    def __init__(self, row: tuple[object, ...]) -> None:
        (
            self.id, self.source, self.kind, self.layer, self.entity, self.fact, self.text,
            self.status, self.day, self.path, self.line, self.begins, self.ends, self.until,
            self.active, self.speaker, self.rests, body, names,
        ) = row  # fmt: skip
        self.body = str(body).split()
        self.names = str(names).split()
        self.current = False
        self.met: set[str] = set()
        self.parts: dict[str, float] = {}
        self.score = 0.0
        self.share = 0.0
        """How much of the question it meets by itself."""


class Weights:
    """How much each term of the question tells, from how many documents hold it."""

    __slots__ = ("average", "of")

    def __init__(
        self, question: Question, frequencies: dict[str, int], documents: int, average: float
    ) -> None:
        self.average = max(average, 1.0)
        self.of: dict[str, float] = {}
        for term in question.terms:
            self.of[term] = _rarity(documents, frequencies.get(term, 0)) * _size(term)
        for term in question.hinted:
            weight = _rarity(documents, frequencies.get(term, 0)) * _size(term)
            self.of[term] = HINTED * weight


def _rarity(documents: int, frequency: int) -> float:
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def _size(term: str) -> float:
    return SINGLE if len(term) == 1 and not term.isascii() else 1.0


def relevance(found: Found, question: Question, weights: Weights) -> float:
    """BM25 of text and names, lowered by the share of the question that is not met."""
    norm = K1 * (1 - B + B * len(found.body) / weights.average)
    body, names = found.body, found.names
    total = 0.0
    for term, weight in weights.of.items():
        count = body.count(term)
        if count:
            total += weight * count * (K1 + 1) / (count + norm)
        elif term in names:
            total += weight * NAMES
        else:
            continue
        found.met.add(term)
    found.share = share_met(found.met, question.terms, question, weights)
    return total * (1 - COVERAGE + COVERAGE * found.share)


def share_met(
    met: set[str], asked: list[str], question: Question, weights: Weights
) -> float:
    """The share of what is asked, by weight, that is met in its own or in other words."""
    total = sum(weights.of[t] for t in asked) or 1.0
    share = 0.0
    for term in asked:
        if term in met:
            share += weights.of[term]
        elif term in question.means and not met.isdisjoint(question.means[term]):
            share += OTHERWISE * weights.of[term]
    return share / total


def boosts(found: Found, question: Question, entities: dict[str, float]) -> dict[str, float]:
    """Every boost that applies, by name."""
    parts: dict[str, float] = {}
    if found.entity in entities:
        parts["entity"] = 1 + (ENTITY - 1) * entities[str(found.entity)]
    if found.speaker and _is_named(str(found.speaker), question):
        parts["speaker"] = SPEAKER
    if question.days and any(day in found.names for day in question.days):
        parts["day"] = DAY
    if found.current:
        parts["current"] = CURRENT
    if found.kind in ("fact", "tacit"):
        parts["curated"] = CURATED
    name = str(found.path).rpartition("/")[2]
    parts |= {"identity": boost for file, boost in IDENTITY if file == name and boost != 1}
    if found.kind == "note" and is_question(str(found.text)):
        parts["asking"] = ASKING
    return parts


def _is_named(speaker: str, question: Question) -> bool:
    low = question.text.casefold()
    return any(len(w) > 1 and w in low for w in speaker.casefold().split())


def score_all(
    candidates: list[Found], question: Question, weights: Weights, entities: dict[str, float]
) -> None:
    """Give every candidate its parts and its score."""
    for found in candidates:
        found.parts = {"relevance": relevance(found, question, weights)}
    _look_beside(candidates)
    for found in candidates:
        found.parts |= boosts(found, question, entities)
        base = sum(found.parts.get(k, 0.0) for k in ("relevance", "beside", "topic"))
        factor = math.prod(v for k, v in found.parts.items() if k not in _ADDED)
        found.score = base * factor


_ADDED = ("relevance", "beside", "topic")


def _look_beside(candidates: list[Found]) -> None:
    """In a note, a line gains from its neighbours and from what the whole note is about.

    The evidence of "where did she go?" is often the line after the one that names the trip.
    """
    notes = {int(str(f.id)): f for f in candidates if f.kind == "note"}
    topics: dict[object, list[float]] = {}
    for found in notes.values():
        topics.setdefault(found.source, []).append(found.parts["relevance"])
    for number, found in notes.items():
        near = 0.0
        for step in (-1, 1):
            beside = notes.get(number + step)
            if beside is not None and beside.source == found.source:
                asked = step < 0 and is_question(str(beside.text))
                near += (ANSWERS if asked else BESIDE) * beside.parts["relevance"]
        if near:
            found.parts["beside"] = near
        best = sorted(topics[found.source], reverse=True)[:4]
        others = sum(best) - (found.parts["relevance"] if found.parts["relevance"] in best else 0)
        if others > 0:
            found.parts["topic"] = TOPIC * others / 3


def order(found: Found, kinds: list[str]) -> tuple[object, ...]:
    """Best first; among equals by kind, then fresher first, then by place: nothing is chance."""
    day = str(found.day or "")
    return (
        -round(found.score, 6),
        kinds.index(str(found.kind)) if found.kind in kinds else len(kinds),
        [-ord(c) for c in day],
        str(found.path),
        int(str(found.line or 0)),
        int(str(found.id)),
    )
