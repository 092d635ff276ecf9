"""Statements that a model or an agent read in a block, as candidates that passed the gate."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from memctl.graph.asking import ProposedFact
from memctl.graph.candidate import Candidate
from memctl.graph.controls import without_controls
from memctl.graph.entity import EntityRef, as_ref, type_of
from memctl.graph.fact import Evidence
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.language.dates import find_dates
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.new_names import is_common_word
from memctl.language.scripts import has_han
from memctl.language.statements import statements
from memctl.rules.cutting.context import kind_of
from memctl.rules.extraction import extract
from memctl.rules.foreign.grounds import invented, unlike
from memctl.rules.foreign.ports import Extractor
from memctl.rules.gate import gate
from memctl.rules.holding import days_of
from memctl.rules.resolution.known_names import KnownNames, known_names
from memctl.rules.resolution.subject import Subject
from memctl.rules.resolution.subjects import subjects
from memctl.rules.wording import labelled

CATEGORIES = ("relationship", "milestone", "status", "preference", "decision", "context")
_TYPE = re.compile(r"[a-z][a-z-]{1,30}")
_NEW_NAME = re.compile(r"[^\W\d_][^/\\\n#|\[\]{}<>]{0,58}[^\W_]|[^\W\d_]")
_LONGEST = 600
"""Characters of a fact that is one statement."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose memory it is, in which languages, and who answered."""

    lexicon: Lexicon
    me: EntityRef
    by: str = "rules"


def by_rules(reader: Reader) -> Extractor:
    """The extractor that needs nobody."""

    def read(block: Block, graph: Graph, before: Block | None) -> tuple[Candidate, ...]:
        return extract(block, graph, reader.lexicon, me=reader.me, before=before)

    return read


def by_answers(
    reader: Reader,
    answers: Mapping[str, tuple[ProposedFact, ...]],
    asks: Callable[[Block], bool],
) -> Extractor:
    """The extractor that was asked before: what it said of each block, by the block's digest.

    What nobody is asked about (a log, an order out of foreign text) the rules read.
    """
    rules = by_rules(reader)
    names: list[KnownNames] = []

    def read(block: Block, graph: Graph, before: Block | None) -> tuple[Candidate, ...] | None:
        if not asks(block):
            return rules(block, graph, before)
        proposed = answers.get(block.digest)
        if proposed is None:
            return None
        if not names or names[0].graph is not graph:
            names[:] = [known_names(graph, reader.lexicon)]
        return tuple(_candidate(p, block, before, names[0], reader) for p in proposed)

    return read


def both(first: Extractor, second: Extractor) -> Extractor:
    """What the first reads, and what the second reads besides.

    A statement about the same entity out of the same words counts once.
    """

    def read(block: Block, graph: Graph, before: Block | None) -> tuple[Candidate, ...] | None:
        mine = first(block, graph, before) or ()
        more = second(block, graph, before) or ()
        kept = [c for c in mine if c.accepted]
        others = (c for c in more if c not in mine)
        return (*mine, *(c for c in others if not any(_is_one(c, m) for m in kept)))

    return read


def _is_one(one: Candidate, other: Candidate) -> bool:
    a, b = one.evidence.quote, other.evidence.quote
    return one.entity == other.entity and (a in b or b in a)


def _candidate(
    proposed: ProposedFact, block: Block, before: Block | None, known: KnownNames, reader: Reader
) -> Candidate:
    day = block.day or date.min
    lexicon = reader.lexicon
    quote = _quote(proposed, block.text)
    found = subjects(block.text, known, lexicon)
    subject = _subject(proposed, block, before, known, reader)
    kind = "tacit" if proposed.kind == "tacit" else kind_of(statements(lexicon).read(quote))
    since, until = days_of(quote, day, lexicon, is_correction=kind == "correction")
    entity = subject.entity if subject else None
    name = subject.name if subject else proposed.entity
    names = known.names(entity) if entity else ()
    category = proposed.category if proposed.category in CATEGORIES else "context"
    candidate = Candidate(
        entity=entity,
        entity_name=known.name(entity) if names and entity else name,
        text=_standing_alone(
            " ".join(without_controls(proposed.fact).split()), entity, (*names, name), reader
        ),
        category=category,
        day=since,
        evidence=Evidence(block.path, block.line, quote, block.day, block.message),
        valid_until=until,
        is_new=subject.is_new if subject else False,
        is_plain=subject.is_plain if subject else False,
        kind=kind,
        related=tuple(s.entity for s in found if s.entity and not s.is_new and s.entity != entity),
        source=block.source,
        visibility=block.visibility,
        by=reader.by,
        entity_names=subject.names if subject else (),
        ambiguous=subject.ambiguous if subject else (),
    )
    if subject is None:
        reason = f"unknown-entity: {proposed.entity[:60]}"
        return replace(candidate, accepted=False, reason=reason)
    days = (d.isoformat() for m in find_dates(block.text, day, lexicon) for d in (m.start, m.end))
    others = (n for s in found if s.entity for n in known.names(s.entity) if s.name in quote)
    ground = (*filter(None, (*names, name)), *subject.names, *others, day.isoformat(), *days)
    return _gated(candidate, block, tuple(dict.fromkeys(ground)), lexicon)


def _gated(
    candidate: Candidate, block: Block, known: tuple[str, ...], lexicon: Lexicon
) -> Candidate:
    """The gate for all, and what is asked of foreign words besides."""
    quote, text = candidate.evidence.quote, candidate.text
    if candidate.entity is None:
        return gate(candidate, block, lexicon, known=known)
    if quote not in block.text or not quote.strip():
        return replace(candidate, accepted=False, reason="quote-not-found")
    if len(text) > _LONGEST or not text:
        return replace(candidate, accepted=False, reason="unlike-quote")
    reason = (
        invented(text, (quote,), known, lexicon)
        or unlike(text, (quote,), known, lexicon)
        or _doubted_around(quote, block, lexicon)
    )
    if reason is not None:
        return replace(candidate, accepted=False, reason=reason)
    return gate(candidate, block, lexicon, known=known)


def _doubted_around(quote: str, block: Block, lexicon: Lexicon) -> str | None:
    """What speaks against the quote in the sentence that it was cut out of.

    What follows "I doubt that" is doubted, wherever the quote begins.
    """
    reader, at = statements(lexicon), block.text.find(quote)
    pieces = reader.cutter.sentences(block.text)
    around = (s.text for s in pieces if s.start < at + len(quote) and at < s.end)
    readings = (reader.read(text) for text in around)
    return next((r.objection.id for r in readings if r.objection and not r.is_durable), None)


def _quote(proposed: ProposedFact, text: str) -> str:
    """The quote as the block has it, whatever its spaces; a fact in the block's words is its own.

    As given where it is not there.
    """
    found = (_as_written(words, text) for words in (proposed.quote, proposed.fact))
    return next((quote for quote in found if quote), proposed.quote)


def _as_written(words: str, text: str) -> str | None:
    """The same words as they stand in the text; None where they do not."""
    found = re.search(r"\s+".join(map(re.escape, words.split())), text) if words.split() else None
    return found.group() if found else None


def _subject(
    proposed: ProposedFact, block: Block, before: Block | None, known: KnownNames, reader: Reader
) -> Subject | None:
    """Whom the proposal means: somebody whom the note names here, or a name of the block."""
    said = " ".join(proposed.entity.split())
    ref = as_ref(said)
    if said.casefold() in words_of("user_called", reader.lexicon) or ref == reader.me:
        return Subject(reader.me, said, (0, 0), is_new=known.graph.get(reader.me) is None)
    above = (before.text if before else "", block.heading or "", block.parent or "")
    for text in (block.text, *above):
        for subject in subjects(text, known, reader.lexicon):
            if subject.entity == ref or _bears(subject, said, known):
                return subject
    return _new(said, proposed, block, known, reader.lexicon)


def _bears(subject: Subject, said: str, known: KnownNames) -> bool:
    names = (subject.name, *subject.names, *(known.names(subject.entity) if subject.entity else ()))
    return said.casefold() in {name.casefold() for name in names}


def _new(
    said: str, proposed: ProposedFact, block: Block, known: KnownNames, lexicon: Lexicon
) -> Subject | None:
    """A name that only the other reader takes for one: it waits until it is seen again."""
    looks = bool(_NEW_NAME.fullmatch(said)) and (has_han(said) or said[0].isupper())
    if not looks or said not in block.text or is_common_word(said, lexicon):
        return None
    kind = proposed.type if _TYPE.fullmatch(proposed.type) else "people"
    ref = known.folders.ref_for(said, kind)
    start = block.text.index(said)
    is_new = known.graph.get(ref) is None
    return Subject(ref, said, (start, start + len(said)), is_new=is_new, is_plain=False)


def _standing_alone(
    text: str, entity: EntityRef | None, names: tuple[str, ...], reader: Reader
) -> str:
    """The statement with its subject's name where it does not bear it."""
    if entity is None or entity == reader.me or type_of(entity) == "":
        return text
    is_named = any(name and name.casefold() in text.casefold() for name in names)
    return text if is_named or not names else labelled(names[0], text)
