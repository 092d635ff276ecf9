"""Forgetting for good: what a purge removes, and how memory knows what it must not learn again.

Of what was purged only keyed digests stay. Without the key, which lives in the workspace's own
folder, nobody can try out guesses against them.
"""

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from memctl.graph.entity import Entity
from memctl.graph.fact import PURGED, Evidence, Fact
from memctl.graph.graph import Graph
from memctl.graph.note import unbroken
from memctl.graph.plan import Decide, PurgeFact, Question
from memctl.rules.review import render_question

_WORD = re.compile(r"\w+")
_DIGITS = 32


def keyed_digest(key: str, text: str) -> str:
    """HMAC-SHA256 of the text without case, spacing and punctuation; first 32 hex digits."""
    return hmac.new(key.encode(), _bare(text).encode(), hashlib.sha256).hexdigest()[:_DIGITS]


def _bare(text: str) -> str:
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def forgotten(decisions: Iterable[Decide], key: str | None) -> Callable[[str], bool]:
    """Does a text say what was purged? Nothing does where nothing was purged."""
    known = frozenset(d.digest for d in decisions if d.kind == PURGED and d.digest)
    if not known or key is None:
        return lambda _text: False
    return lambda text: keyed_digest(key, text) in known


def said_the_same(graph: Graph, entity: Entity, fact: Fact) -> Iterator[tuple[Entity, Fact]]:
    """The row itself, and every other one with the same words, whatever its state and case."""
    yield entity, fact
    text = _bare(fact.text)
    for other, row in graph.facts():
        if row is not fact and row.id and text and _bare(row.text) == text:
            yield other, row


def words_of(facts: Iterable[Fact], more: Iterable[Evidence]) -> tuple[str, ...]:
    """What must go: the texts of these rows and every quote they rest on, on one line each."""
    every = tuple(facts)
    quotes = (e.quote for e in (*(e for f in every for e in f.evidence), *more))
    found = (unbroken(text) for text in (*(f.text for f in every), *quotes))
    return tuple(dict.fromkeys(text for text in found if text))


def holds(text: str, words: Sequence[str]) -> bool:
    """Does the text hold one of these words? Spaces and line ends count as one space."""
    plain = unbroken(text)
    return any(word in plain for word in words)


def purges(rows: Iterable[tuple[Entity, Fact]], key: str) -> tuple[PurgeFact, ...]:
    """A change for every row that goes."""
    return tuple(PurgeFact(e.ref, f.id, keyed_digest(key, f.text)) for e, f in rows)


def remembered(words: Iterable[str], key: str, subject: str, day: date) -> tuple[Decide, ...]:
    """The ledger lines by which these words are known again, and not learnt."""
    digests = dict.fromkeys(keyed_digest(key, word) for word in words)
    return tuple(Decide(d[:8], day, "purged", subject, digest=d) for d in digests)


def silenced(questions: Iterable[Question], words: Sequence[str], day: date) -> tuple[Decide, ...]:
    """Answers, without words, to the questions that speak of what goes: they end here."""
    return tuple(Decide(q.id, day, "rejected", "") for q in questions if holds_deep(q, words))


def holds_deep(question: Question, words: Sequence[str]) -> bool:
    """Does a question hold one of these words, in what a yes would change too?"""
    text = render_question(question)
    spelled = (w.replace("\\", "\\\\").replace('"', '\\"') for w in words)
    return holds(text, tuple(spelled))
