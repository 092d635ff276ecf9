"""What still holds of a row of which one part was replaced.

A row may hold several facts ("Rob is coeliac, works at Tesco"): a new employer takes the
place of the old one, and says nothing about what he eats.
"""

from collections.abc import Iterator, Sequence

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity
from memctl.graph.fact import Fact
from memctl.graph.ids import next_id
from memctl.language.lexicon import Lexicon
from memctl.language.scripts import has_han
from memctl.language.statements import Statements, statements
from memctl.rules.comparing.comparison import relate
from memctl.rules.cutting.leads import lead_of, statements_in
from memctl.rules.holding import days_of
from memctl.rules.reading import Reading, read
from memctl.rules.wording import labelled

_SHORTEST = 4
"""Characters in which something is said where words are written without blanks."""
_TOUCHING = frozenset({"replaces", "ends", "corrects", "same"})


def rest_of(
    fact: Fact, candidate: Candidate, entity: Entity, lexicon: Lexicon, *, is_mine: bool
) -> tuple[Fact, ...]:
    """New rows for the clauses of a row that a candidate leaves alone.

    Each has the words, the day and the evidence of the row. Only where the candidate touches
    one clause by itself, and another says by itself what lasts.

    Args:
        fact: The row that is retired.
        candidate: What retires it.
        entity: Whose row it is, with the rows that the plan has added by now.
        lexicon: All languages.
        is_mine: Is it the user's own entity? Its rows need no name in front.
    """
    reader = statements(lexicon)
    pieces = [said for _, said in statements_in(fact.text, lexicon)]
    if len(pieces) <= 1:
        return ()
    touched = [p for p in pieces if _is_touched(p, candidate, entity, lexicon)]
    if not any(reader.read(p).is_durable for p in touched):
        return ()  # what is touched only says more of the rest: "…, at Norbel"
    left = [p for p in pieces if p not in touched]
    if is_mine and pieces[0] in touched:
        left = [p for p in left if _has_subject(p, lexicon)]
    rows: list[Fact] = []
    for text in _texts(left, entity, reader, lexicon, is_mine=is_mine):
        rows.append(_row(text, fact, (*entity.facts, *rows), entity, lexicon))
    return tuple(rows)


def _has_subject(piece: str, lexicon: Lexicon) -> bool:
    """Does it say of itself what it is about, where the clause that named it is gone?

    "Gym is £30 a month, haven't been since May": the second says nothing without the first.
    """
    reader = statements(lexicon)
    folded = reader.fold(piece)
    own = (reader.grammar.first_person, reader.grammar.we)
    if lead_of(piece, lexicon) or any(p.search(folded) for p in own):
        return True
    return bool(read(piece, (), lexicon).slots)


def _row(text: str, fact: Fact, taken: Sequence[Fact], entity: Entity, lexicon: Lexicon) -> Fact:
    """A row of its own: who vouched for the whole, and until when it held, is not said of it."""
    return Fact(
        id=next_id(taken, entity.slug),
        text=text,
        category=fact.category,
        timestamp=fact.timestamp,
        day=fact.day,
        source=fact.source,
        valid_until=days_of(text, fact.day, lexicon)[1] if fact.day else fact.valid_until,
        related=fact.related,
        evidence=fact.evidence,
        by=fact.by,
        visibility=fact.visibility,
    )


def _is_touched(piece: str, candidate: Candidate, entity: Entity, lexicon: Lexicon) -> bool:
    return relate(piece, candidate.text, entity.names, lexicon).kind in _TOUCHING


def _texts(
    pieces: list[str], entity: Entity, reader: Statements, lexicon: Lexicon, *, is_mine: bool
) -> Iterator[str]:
    for text in pieces:
        said = reader.read(text)
        told = read(text, entity.names, lexicon)
        is_telling = (
            said.is_durable
            or bool(told.slots)
            or any(t.id[:2] == "k:" for t in told.terms)
            # With whom it is about before it, it says what it says.
            or bool(lead_of(text, lexicon))
        )
        # It was kept as part of the whole: a mere sign of noise does not undo that.
        is_told = said.is_durable or said.objection is None
        is_said = not has_han(text) or len(text) >= _SHORTEST
        lasts = is_telling and is_told and is_said and reader.stands_alone(text)
        if not lasts or reader.grammar.third_person.match(reader.fold(text)) or _is_over(told):
            continue
        is_named = told.is_named or any(name in text for name in entity.names)
        yield text if is_mine or is_named else labelled(entity.name, text)


def _is_over(told: Reading) -> bool:
    """Does it tell of before, of a plan or of a guess?"""
    s = told.stances
    return bool(s.past or s.hedge or s.hearsay or s.plan)
