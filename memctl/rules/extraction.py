"""A block into candidates, by rules: cut it, see who is meant, keep what lasts.

A fact's text is the sentence of the block itself. Its subject is put in front where the
sentence leaves it out or says only "she". Nothing is worded anew, so nothing is invented.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from memctl.graph.candidate import Candidate, CandidateKind
from memctl.graph.entity import EntityRef
from memctl.graph.fact import Evidence
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.language.clauses import Piece
from memctl.language.dates import resolve_day
from memctl.language.lexicon import Lexicon
from memctl.language.statements import Reading, Statements, statements
from memctl.rules.gate import UNREAD, gate
from memctl.rules.resolution import KnownNames, Subject, known_names, own_names, subjects

_LEADING = re.compile(
    r"\A\s*(?:[-*+•]\s+)?(?:\[[xX]\]\s*)?(?:\d{1,2}:\d{2}(?::\d{2})?\s*[—–:：-]?\s*)?"
)
_OPEN_BOX = re.compile(r"\A\s*(?:[-*+•]\s+)?\[ \]")
_HEADING = re.compile(r"\A#{1,6} [^\n]*\n")
_FRAGMENT = 40
"""Characters of a sentence that is still a remark to the one before it."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """A stretch of the block about one subject."""

    start: int
    end: int
    subject: Subject | None
    reading: Reading
    is_named: bool
    """Does the stretch itself name its subject?"""


def extract(
    block: Block, graph: Graph, lexicon: Lexicon, *, me: EntityRef
) -> tuple[Candidate, ...]:
    """What the block states, in its order; refused candidates bear the reason.

    Args:
        block: One bullet, paragraph or turn.
        graph: What is known; names are looked up in it.
        lexicon: All languages at once, since notes mix them.
        me: The user's own entity.
    """
    text = _statement_of(block)
    if not text or block.day is None:
        return ()
    known = _names(_Same(graph), lexicon)
    context = _Context(block, text, known, lexicon, me)
    return tuple(_candidate(draft, context) for draft in _drafts(context))


@dataclass(frozen=True, slots=True)
class _Context:
    block: Block
    text: str
    known: KnownNames
    lexicon: Lexicon
    me: EntityRef

    @property
    def reader(self) -> Statements:
        return statements(self.lexicon)


class _Same:
    """A graph by identity, so that its names are prepared once for many blocks."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def __hash__(self) -> int:
        return id(self.graph.entities)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.graph.entities is self.graph.entities


@lru_cache(maxsize=2)
def _names(same: _Same, lexicon: Lexicon) -> KnownNames:
    return known_names(same.graph, lexicon)


def _statement_of(block: Block) -> str:
    """The block's words without marks in front; empty when it states nothing."""
    if block.kind in UNREAD or _OPEN_BOX.match(block.text):
        return ""
    text = _HEADING.sub("", block.text)
    return text[_LEADING.match(text).end() :].rstrip()  # type: ignore[union-attr]


def _drafts(context: _Context) -> tuple[_Draft, ...]:
    found = subjects(context.text, context.known, context.lexicon)
    drafts: list[_Draft] = []
    for sentence in context.reader.cutter.sentences(context.text):
        here = [s for s in found if sentence.start <= s.span[0] < sentence.end]
        last = drafts[-1] if drafts else None
        if last and _is_remark(sentence, here, context) and last.reading.is_durable:
            drafts[-1] = replace(last, end=sentence.end)
            continue
        carried = last.subject if last else _heading_subject(context)
        drafts += _parts(sentence, here, carried, context)
    return tuple(drafts)


def _is_remark(sentence: Piece, here: Sequence[Subject], context: _Context) -> bool:
    reading = context.reader.read(sentence.text)
    return not (here or reading.hits or len(sentence.text) > _FRAGMENT)


def _heading_subject(context: _Context) -> Subject | None:
    heading = context.block.heading or ""
    found = subjects(heading, context.known, context.lexicon) if heading else ()
    return next((s for s in found if not s.is_new), None)


def _parts(
    sentence: Piece, here: Sequence[Subject], carried: Subject | None, context: _Context
) -> list[_Draft]:
    """The sentence, cut where a clause begins with another subject and both parts last."""
    ends = [c.start for c in context.reader.cutter.clauses(sentence)[1:]]
    cuts = [sentence.start]
    for cut in ends:
        subject = next((s for s in here if s.span[0] >= cut), None)
        if subject is None or not _begins(context, cut, subject):
            continue
        before = [s for s in here if cuts[-1] <= s.span[0] < cut and not _is_beside(context, s)]
        if any(s.entity == subject.entity for s in before):
            continue
        head, tail = context.text[cuts[-1] : cut], context.text[cut : sentence.end]
        if context.reader.read(head).is_durable and context.reader.read(tail).is_durable:
            cuts.append(cut)
    bounds = zip(cuts, [*cuts[1:], sentence.end], strict=True)
    drafts: list[_Draft] = []
    for start, end in bounds:
        previous = drafts[-1].subject if drafts else carried
        drafts.append(_draft(start, end, here, previous, context))
    return drafts


def _begins(context: _Context, cut: int, subject: Subject) -> bool:
    between = context.text[cut : subject.span[0]].strip()
    return not context.reader.grammar.openers.sub("", between).strip(" ,，")


def _is_beside(context: _Context, subject: Subject) -> bool:
    """Does a word such as "with" stand before the name?"""
    before = context.reader.fold(context.text[: subject.span[0]]).rstrip()[-16:]
    return any(m.end() == len(before) for m in context.reader.grammar.beside.finditer(before))


def _draft(
    start: int, end: int, here: Sequence[Subject], carried: Subject | None, context: _Context
) -> _Draft:
    raw = context.text[start:end]
    body = raw.rstrip(" ,，;；:：—–-\n")
    end = start + len(body)
    reading = context.reader.read(body)
    named = [s for s in here if start <= s.span[0] < end]
    subject = _choose(named, body, context)
    if subject is not None:
        return _Draft(start, end, subject, reading, is_named=True)
    return _Draft(start, end, _unnamed(body, carried, context), reading, is_named=False)


def _choose(named: Sequence[Subject], body: str, context: _Context) -> Subject | None:
    """The first name that is no companion; a companion only where "she" goes on about them."""
    alone = [s for s in named if not _is_beside(context, s)]
    if alone:
        return alone[0]
    folded = context.reader.fold(body)
    if named and not context.reader.grammar.first_person.match(folded):
        return named[0]
    return None


def _unnamed(body: str, carried: Subject | None, context: _Context) -> Subject | None:
    folded, grammar = context.reader.fold(body), context.reader.grammar
    is_mine = grammar.first_person.search(folded) or grammar.we.search(folded)
    if carried is not None and (grammar.third_person.search(folded) or not is_mine):
        return carried
    if grammar.third_person.match(folded):
        return None
    return Subject(context.me, context.known.name(context.me), (0, 0))


def _candidate(draft: _Draft, context: _Context) -> Candidate:
    block, subject = context.block, draft.subject
    quote = context.text[draft.start : draft.end]
    cue = draft.reading.strongest
    day, until = resolve_day(quote, block.day, context.lexicon) if block.day else (None, None)
    names = own_names(quote, context.lexicon) if subject and subject.entity == context.me else ()
    proposed = Candidate(
        entity=subject.entity if subject else None,
        entity_name=_name(subject, context),
        text=_text(quote, draft, context),
        category=cue.category if cue else "context",
        day=day,
        evidence=Evidence(block.path, block.line, quote, block.day),
        valid_until=until,
        is_new=subject.is_new if subject else False,
        is_plain=subject.is_plain if subject else False,
        kind=_kind(draft.reading),
        source=block.source,
        pattern=cue.id if cue else "",
        entity_names=names or (subject.names if subject else ()),
        ambiguous=subject.ambiguous if subject else (),
    )
    return gate(proposed, block, context.lexicon, known=(proposed.entity_name,))


def _name(subject: Subject | None, context: _Context) -> str:
    if subject is None:
        return ""
    if subject.entity is None or subject.is_new:
        return subject.name
    return context.known.name(subject.entity)


_STRONGER: tuple[CandidateKind, ...] = ("correction", "tacit", "end")


def _kind(reading: Reading) -> CandidateKind:
    kinds = {h.cue.kind for h in reading.hits}
    return next((k for k in _STRONGER if k in kinds), "state")


def _text(quote: str, draft: _Draft, context: _Context) -> str:
    """The quote, with the subject's name where it says "she" or nothing."""
    if draft.is_named or draft.subject is None or draft.subject.entity == context.me:
        return quote
    name = _name(draft.subject, context)
    pronoun = context.reader.grammar.third_person.match(context.reader.fold(quote))
    if pronoun:
        return name + _possessive(pronoun.group()) + quote[pronoun.end() :]
    return f"{name}: {quote}"


def _possessive(pronoun: str) -> str:
    apostrophe = max(pronoun.find("'"), pronoun.find("’"))
    return pronoun[apostrophe:] if apostrophe > 0 else ""
