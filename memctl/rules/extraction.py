"""A block into candidates, by rules: cut it, see who is meant, keep what lasts.

A fact's text is the sentence of the block itself. Its subject is put in front where the
sentence leaves it out or says only "she". Nothing is worded anew, so nothing is invented.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from itertools import pairwise

from memctl.graph.candidate import Candidate, CandidateKind
from memctl.graph.entity import EntityRef, type_of
from memctl.graph.fact import Evidence
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.language.clauses import Piece
from memctl.language.dates import DateMention, find_dates, resolve_day
from memctl.language.lexicon import Lexicon
from memctl.language.statements import Hit, Reading, Statements, statements
from memctl.rules.gate import UNREAD, gate
from memctl.rules.resolution import KnownNames, Subject, known_names, own_names, subjects

_LEADING = re.compile(
    r"\A\s*(?:[-*+•]\s+)?(?:\[[xX]\]\s*)?(?:\d{1,2}:\d{2}(?::\d{2})?\s*[—–:：-]?\s*)?"
)
_OPEN_BOX = re.compile(r"\A\s*(?:[-*+•]\s+)?\[ \]")
_HEADING = re.compile(r"\A#{1,6} [^\n]*\n")
_LONG_AGO_DAYS = 150
_WEEK = 7
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
    block: Block,
    graph: Graph,
    lexicon: Lexicon,
    *,
    me: EntityRef,
    before: Block | None = None,
) -> tuple[Candidate, ...]:
    """What the block states, in its order; refused candidates bear the reason.

    Args:
        block: One bullet, paragraph or turn.
        graph: What is known; names are looked up in it.
        lexicon: All languages at once, since notes mix them.
        me: The user's own entity.
        before: The block before this one in the same note; where it names exactly one
            person, "she" at the beginning of this block means them.
    """
    text = _statement_of(block)
    if not text or block.day is None:
        return ()
    known = _names(_Same(graph), lexicon)
    context = _Context(block, text, known, lexicon, me, before)
    found = subjects(text, known, lexicon)
    return tuple(
        _candidate(each, context)
        for draft in _drafts(found, context)
        for each in (draft, *_introduced(draft, found))
    )


def _introduced(draft: _Draft, found: Sequence[Subject]) -> Iterator[_Draft]:
    """The same statement for every other new name that it plainly introduces."""
    seen = {draft.subject.entity if draft.subject else None}
    for subject in found:
        inside = draft.start <= subject.span[0] < draft.end
        if inside and subject.is_new and subject.is_plain and subject.entity not in seen:
            seen.add(subject.entity)
            hits = (subject.hit,) if subject.hit and subject.hit.cue.weight else ()
            reading = Reading((*draft.reading.hits, *hits))
            yield replace(draft, subject=subject, reading=reading, is_named=True)


@dataclass(frozen=True, slots=True)
class _Context:
    block: Block
    text: str
    known: KnownNames
    lexicon: Lexicon
    me: EntityRef
    before: Block | None = None

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


def _drafts(found: Sequence[Subject], context: _Context) -> tuple[_Draft, ...]:
    drafts: list[_Draft] = []
    for sentence in context.reader.cutter.sentences(context.text):
        here = [s for s in found if sentence.start <= s.span[0] < sentence.end]
        last = drafts[-1] if drafts else None
        if last and _is_remark(sentence, here, context) and last.reading.is_durable:
            both = context.reader.read(context.text[last.start : sentence.end])
            hits = tuple(dict.fromkeys((*last.reading.hits, *both.hits)))
            drafts[-1] = replace(last, end=sentence.end, reading=Reading(hits))
            continue
        carried = last.subject if last else _heading_subject(context)
        drafts += _parts(sentence, here, carried, context)
    return tuple(drafts)


def _is_remark(sentence: Piece, here: Sequence[Subject], context: _Context) -> bool:
    """Does a short sentence without a subject of its own only add to the one before it?"""
    if here or len(sentence.text) > _FRAGMENT:
        return False
    folded, grammar = context.reader.fold(sentence.text), context.reader.grammar
    own = (grammar.first_person, grammar.we, grammar.third_person)
    reading = context.reader.read(sentence.text)
    takes_back = _kind(reading) == "correction"
    return not (reading.objection or takes_back or any(p.search(folded) for p in own))


def _heading_subject(context: _Context) -> Subject | None:
    """Whom the block goes on about: "she" after a block about one person, or the heading's."""
    if context.before and context.reader.grammar.third_person.match(context.reader.fold(context.text)):
        people = {s.entity: s for s in _known_in(context.before.text, context) if _is_person(s)}
        if len(people) == 1:
            return next(iter(people.values()))
    return next(iter(_known_in(context.block.heading or "", context)), None)


def _known_in(text: str, context: _Context) -> tuple[Subject, ...]:
    found = subjects(text, context.known, context.lexicon) if text else ()
    return tuple(s for s in found if s.entity and (not s.is_new or s.is_plain))


def _parts(
    sentence: Piece, here: Sequence[Subject], carried: Subject | None, context: _Context
) -> list[_Draft]:
    """The sentence, cut where a clause begins with another subject and both parts last."""
    clauses = context.reader.cutter.clauses(sentence)
    # What stands before a colon is a heading to what follows, no statement of its own.
    ends = [b.start for a, b in pairwise(clauses) if a.mark not in {":", "："}]
    cuts = [sentence.start]
    for cut in ends:
        subject = next((s for s in here if s.span[0] >= cut), None)
        if subject is None or not _begins(context, cut, subject):
            continue
        before = [s for s in here if cuts[-1] <= s.span[0] < cut and not _is_beside(context, s)]
        own = context.reader.grammar.first_person.search(context.text, cuts[-1], cut)
        if any(s.entity == subject.entity for s in before) or not (before or own):
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
    return _stands_after(context.reader.grammar.beside, context, subject)


def _stands_after(words: re.Pattern[str], context: _Context, subject: Subject) -> bool:
    """Does a word such as "with" stand right before the name?"""
    before = context.reader.fold(context.text[: subject.span[0]]).rstrip()[-16:]
    return any(m.end() == len(before) for m in words.finditer(before))


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
        reading = Reading((*reading.hits, *_said_of(subject, end, context)))
        return _Draft(start, end, subject, reading, is_named=True)
    subject = _unnamed(body, carried, context)
    if subject is not None and subject.entity == context.me and not _is_mine(body, context):
        reading = replace(reading, names_nobody=True)
    return _Draft(start, end, subject, reading, is_named=False)


def _said_of(subject: Subject, end: int, context: _Context) -> tuple[Hit, ...]:
    """What tells about the subject itself: its introduction, or the words behind its name."""
    if subject.is_new:
        return (subject.hit,) if subject.hit and subject.hit.cue.weight else ()
    return context.reader.read_predicate(context.text[subject.span[1] : end]).hits


def _choose(named: Sequence[Subject], body: str, context: _Context) -> Subject | None:
    """The first name that is no companion; a companion only where "she" goes on about them."""
    grammar = context.reader.grammar
    goes_on = grammar.third_person.search(context.reader.fold(body))
    alone = [s for s in named if not _stands_after(grammar.beside, context, s)]
    others = [
        s
        for s in named
        if goes_on or not _is_person(s) or not _stands_after(grammar.companion, context, s)
    ]
    return next(iter((*alone, *others)), None)


def _is_person(subject: Subject) -> bool:
    return any(type_of(r) == "people" for r in (subject.entity, *subject.ambiguous) if r)


def _unnamed(body: str, carried: Subject | None, context: _Context) -> Subject | None:
    folded, grammar = context.reader.fold(body), context.reader.grammar
    others = grammar.third_person.search(folded)
    if carried is not None and (others or not _is_mine(body, context)):
        return carried
    if grammar.third_person.match(folded):
        return None
    return Subject(context.me, context.known.name(context.me), (0, 0))


def _is_mine(body: str, context: _Context) -> bool:
    folded, grammar = context.reader.fold(body), context.reader.grammar
    return bool(grammar.first_person.search(folded) or grammar.we.search(folded))


def _candidate(draft: _Draft, context: _Context) -> Candidate:
    block, subject = context.block, draft.subject
    quote = context.text[draft.start : draft.end]
    cue = draft.reading.strongest
    since, until = _days(quote, draft.reading, context)
    names = own_names(quote, context.lexicon) if subject and subject.entity == context.me else ()
    proposed = Candidate(
        entity=subject.entity if subject else None,
        entity_name=_name(subject, context),
        text=_text(quote, draft, context),
        category=cue.category if cue else "context",
        day=since,
        evidence=Evidence(block.path, block.line, quote, block.day),
        valid_until=until,
        is_new=subject.is_new if subject else False,
        is_plain=subject.is_plain if subject else False,
        kind=_kind(draft.reading),
        source=block.source,
        pattern=cue.id if cue else "",
        entity_names=names or (subject.names if subject else ()),
        ambiguous=subject.ambiguous if subject else (),
        accepted=draft.reading.is_durable,
        reason=_doubt(draft.reading),
    )
    return gate(proposed, block, context.lexicon, known=(proposed.entity_name,))


def _days(quote: str, reading: Reading, context: _Context) -> tuple[date | None, date | None]:
    """From when it holds and until when: only days that the text names as such."""
    day, grammar = context.block.day, context.reader.grammar
    if day is None:
        return None, None
    mentions = find_dates(quote, day, context.lexicon)
    if _kind(reading) == "correction":
        # "I was wrong yesterday" dates the mistake and not what is true.
        since = day
    else:
        since = next((m.start for m in mentions if _is_past_day(m, day)), day)
    folded = context.reader.fold(quote)
    expires = grammar.expires.search(folded)
    for mention in mentions:
        is_goal = any(
            m.end() == mention.span[0] or m.end() == mention.span[0] + 1
            for m in grammar.not_until.finditer(folded[: mention.span[0] + 1])
        ) or grammar.not_until.search(folded[: mention.span[0]])
        if mention.end <= day or is_goal:
            continue
        if mention.role == "range" and (mention.end - mention.start).days < _WEEK:
            continue  # Monday to Wednesday comes round every week
        if mention.role in {"until", "range"} or expires:
            return since, mention.end
    if not mentions:
        return since, resolve_day(quote, day, context.lexicon)[1]
    return since, None


def _is_past_day(mention: DateMention, day: date) -> bool:
    """A day, or an old stretch that the text names by its year; a month is no day."""
    if mention.end > day or mention.role == "until":
        return False
    if mention.role == "range":
        return bool(re.search(r"\d", mention.words))
    if mention.role == "since" and (day - mention.start).days > _LONG_AGO_DAYS:
        # "from 1 March" without a year means the coming March far more often than the last.
        return bool(re.search(r"\d{4}", mention.words))
    if mention.role == "since":
        return mention.start.day > 1 or bool(re.search(r"\d", mention.words))
    return mention.start == mention.end or bool(re.search(r"\d{4}", mention.words))


def _doubt(reading: Reading) -> str | None:
    if reading.is_durable:
        return None
    return reading.objection.id if reading.objection else "not-durable"


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
    pronoun = context.reader.grammar.stands_for.match(context.reader.fold(quote))
    if pronoun is None:
        return f"{name}: {quote}"
    # she's -> Odile's: what is joined to the pronoun is joined to the name.
    _, apostrophe, rest = pronoun.group().replace("’", "'").partition("'")
    return name + apostrophe + rest + quote[pronoun.end() :]
