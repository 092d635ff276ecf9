"""Evidence that a ledger keeps beside the rows, and which row each piece of it is about."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Evidence, Fact, FactId

MoreEvidence = Mapping[tuple[EntityRef, FactId], tuple[Evidence, ...]]
"""Evidence for rows that a person wrote, beside what their file says."""


def evidence_beside(entity: Entity, fact: Fact, more: MoreEvidence) -> tuple[Evidence, ...]:
    """What the ledger keeps for a row, under its id and under those that it bore.

    After a merge of two branches one id stands for two rows: the one that kept it and the one
    that got another. A quote belongs to the row that it shares more words with.
    """
    named = (e for i in (fact.id, *fact.former_id) for e in _meant(entity, fact, i, more))
    return tuple(dict.fromkeys(named))


def _meant(entity: Entity, fact: Fact, named: FactId, more: MoreEvidence) -> Sequence[Evidence]:
    found = more.get((entity.ref, named), ())
    rivals = [f for f in entity.facts_named((named,)) if f.id != fact.id]
    if not rivals:
        return found
    # Where the words do not tell, the row that bears the id now is meant.
    rows = sorted((fact, *rivals), key=lambda f: f.id != named)
    return [e for e in found if max(rows, key=lambda f: _shared(f.text, e.quote)).id == fact.id]


def _shared(text: str, quote: str) -> int:
    return len(_pieces(text) & _pieces(quote))


def _pieces(text: str) -> frozenset[str]:
    """Words and, of scripts that part none, pairs of characters."""
    folded = text.casefold()
    pairs = (a + b for a, b in pairwise(folded) if not (a + b).isascii())
    words = "".join(c if c.isalnum() else " " for c in folded).split()
    return frozenset((*words, *pairs))
