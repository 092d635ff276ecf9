"""A block cut into stretches about one subject each.

A sentence is one stretch, unless a clause begins with another name and both parts last. A
short sentence without a subject of its own belongs to the one before it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise

from memctl.graph.candidate import CandidateKind
from memctl.graph.entity import EntityRef, type_of
from memctl.graph.note import Block
from memctl.language.clauses import Piece
from memctl.language.cues import DURABLE, JUNK, Cue, Hit, Reading
from memctl.language.dates import find_dates
from memctl.language.lexicon import Lexicon
from memctl.language.new_names import find_new_names
from memctl.language.scripts import has_han
from memctl.language.statements import Statements, statements
from memctl.rules.places import slots_of_others
from memctl.rules.resolution import KnownNames, Subject, subjects

_REMARK = 40
"""Characters of a sentence that can still be a remark to the one before it."""

_REMARK_WORDS = 5
"""Words of a remark that is about something else."""

_EXCLAMATION = 12
"""Characters of news that the next sentence tells in full."""

_SURE = 3
"""The least score of a clause that stands although another clause is in doubt."""

_DOUBT = 9
"""Weight of a doubt that also covers the clauses after it."""

_COMING = Cue("coming-day", DURABLE, (), category="context", reach="clause")
"""A day to come, named by its date: whatever is said of it will matter then."""

_SOON = timedelta(days=2)

_OWN_BYTES = 12
"""Bytes beyond one each of a clause that is about something of its own: six Chinese characters."""

_STRONGER: tuple[CandidateKind, ...] = ("correction", "tacit", "end")


def kind_of(reading: Reading) -> CandidateKind:
    """What sort of statement the cues make it; a correction outranks the rest."""
    kinds = {h.cue.kind for h in reading.hits}
    return next((k for k in _STRONGER if k in kinds), "state")


@dataclass(frozen=True, slots=True)
class Context:
    """A block and what is needed to read it."""

    block: Block
    text: str
    """The block's words without marks in front."""
    known: KnownNames
    lexicon: Lexicon
    me: EntityRef
    before: Block | None = None

    @property
    def reader(self) -> Statements:
        """The compiled cues."""
        return statements(self.lexicon)

    def read(self, text: str) -> Reading:
        """The cues of one stretch, and the coming days that it names."""
        reading = self.reader.read(text)
        return Reading((*reading.hits, *self._coming(text)))

    def _coming(self, text: str) -> Iterator[Hit]:
        day, calendar = self.block.day, self.reader.grammar.calendar
        if day is None or not (named := calendar.search(self.reader.fold(text))):
            return
        later = (m for m in find_dates(text, day, self.lexicon) if m.end >= day + _SOON)
        if any(calendar.search(self.reader.fold(m.words)) for m in later):
            yield Hit(_COMING, named)


@dataclass(frozen=True, slots=True)
class Draft:
    """A stretch of the block about one subject."""

    start: int
    end: int
    subject: Subject | None
    reading: Reading
    is_named: bool
    """Does the stretch itself name its subject?"""
    others: tuple[EntityRef, ...] = ()
    """Known entities that it names besides."""


def drafts(context: Context) -> tuple[Draft, ...]:
    """The stretches of the block in their order, and one more for each further new name."""
    named = subjects(context.text, context.known, context.lexicon)
    found = tuple(s for s in named if not _is_pronoun(s, context))
    return tuple(
        each for draft in _drafts(found, context) for each in (draft, *_introduced(draft, found))
    )


def _is_pronoun(subject: Subject, context: Context) -> bool:
    """Is it the user by a word such as 我 only? It is read as any other pronoun is."""
    if subject.entity != context.me:
        return False
    return bool(context.reader.grammar.first_person.fullmatch(context.reader.fold(subject.name)))


def _introduced(draft: Draft, found: Sequence[Subject]) -> Iterator[Draft]:
    """The same statement for every other new name that it plainly introduces."""
    seen = {draft.subject.entity if draft.subject else None}
    for subject in found:
        inside = draft.start <= subject.span[0] < draft.end
        if inside and subject.is_new and subject.is_plain and subject.entity not in seen:
            seen.add(subject.entity)
            hits = (subject.hit,) if subject.hit and subject.hit.cue.weight else ()
            reading = Reading((*draft.reading.hits, *hits))
            yield replace(draft, subject=subject, reading=reading, is_named=True)


def _drafts(found: Sequence[Subject], context: Context) -> tuple[Draft, ...]:
    drafts: list[Draft] = []
    for sentence in context.reader.cutter.sentences(context.text):
        here = [s for s in found if sentence.start <= s.span[0] < sentence.end]
        last = drafts[-1] if drafts else None
        if last and _is_remark(sentence, here, context) and last.reading.is_durable:
            both = context.read(context.text[last.start : sentence.end])
            hits = tuple(dict.fromkeys((*last.reading.hits, *both.hits)))
            drafts[-1] = replace(last, end=sentence.end, reading=Reading(hits))
            continue
        if last and _is_exclaimed(last, context) and context.read(sentence.text).objection is None:
            drafts[-1] = replace(last, end=sentence.end)
            continue
        carried = last.subject if last else _heading_subject(context)
        if last and _is_cut_short(last, sentence, here, context):
            drafts.pop()
            here = [x for x in found if last.start <= x.span[0] < sentence.end]
            drafts.append(_draft(last.start, sentence.end, here, carried, context))
            continue
        if context.reader.grammar.third_person.match(context.reader.fold(sentence.text)):
            carried = _only_person(s for s in found if s.span[0] < sentence.start) or carried
        drafts += _parts(sentence, here, carried, context)
    return tuple(drafts)


def _is_remark(sentence: Piece, here: Sequence[Subject], context: Context) -> bool:
    """Does a short sentence without a subject of its own only add to the one before it?"""
    if here or len(sentence.text) > _REMARK:
        return False
    folded, grammar = context.reader.fold(sentence.text), context.reader.grammar
    own = (grammar.first_person, grammar.we, grammar.third_person)
    reading = context.read(sentence.text)
    takes_back = kind_of(reading) == "correction"
    return not (reading.objection or takes_back or any(p.search(folded) for p in own))


def _is_exclaimed(draft: Draft, context: Context) -> bool:
    """Is it the writer's news in a word or two, told in full by the next sentence?"""
    is_mine = draft.subject is not None and draft.subject.entity == context.me
    is_short = draft.end - draft.start <= _EXCLAMATION
    return is_mine and is_short and not draft.is_named and draft.reading.is_durable


def _is_cut_short(last: Draft, sentence: Piece, here: Sequence[Subject], context: Context) -> bool:
    """Does it say what lasts only together with the sentence before: "Two rooms. £595 a month"?

    A sentence in a few words that names nobody, after one that states nothing by itself.
    """
    if here or last.reading.is_durable or last.reading.objection is not None:
        return False
    shortest = min(last.end - last.start, sentence.end - sentence.start)
    folded, grammar = context.reader.fold(sentence.text), context.reader.grammar
    own = (grammar.first_person, grammar.we, grammar.third_person)
    if shortest > _REMARK or any(p.match(folded) for p in own):
        return False
    alone = context.read(sentence.text)
    return alone.is_durable and kind_of(alone) == "state"


def _heading_subject(context: Context) -> Subject | None:
    """Whom the block goes on about: "she" after a block about one person, or those above it."""
    if context.before and context.reader.grammar.third_person.match(
        context.reader.fold(context.text)
    ):
        person = _only_person(_known_in(context.before.text, context))
        if person is not None:
            return person
    above = (context.block.parent, context.block.heading)
    found = (s for text in above for s in _known_in(text or "", context))
    return next(found, None)


def _only_person(found: Iterable[Subject]) -> Subject | None:
    people = {s.entity: s for s in found if s.entity and _is_person(s)}
    return next(iter(people.values())) if len(people) == 1 else None


def _known_in(text: str, context: Context) -> tuple[Subject, ...]:
    found = subjects(text, context.known, context.lexicon) if text else ()
    return tuple(s for s in found if s.entity and (not s.is_new or s.is_plain))


def _parts(
    sentence: Piece, here: Sequence[Subject], carried: Subject | None, context: Context
) -> list[Draft]:
    """The sentence, cut where a clause begins with another subject and both parts last."""
    clauses = context.reader.cutter.clauses(sentence)
    # What stands before a colon is a heading to what follows, no statement of its own.
    ends = [b.start for a, b in pairwise(clauses) if a.mark not in {":", "："}]
    cuts = [sentence.start]
    for cut in ends:
        before = [s for s in here if cuts[-1] <= s.span[0] < cut and not _is_beside(context, s)]
        if not (before and _i_begin(context, cut)):
            subject = next((s for s in here if s.span[0] >= cut), None)
            if subject is None or not _begins(context, cut, subject):
                continue
            own = context.reader.grammar.first_person.search(context.text, cuts[-1], cut)
            if any(s.entity == subject.entity for s in before) or not (before or own):
                continue
        head, tail = context.text[cuts[-1] : cut], context.text[cut : sentence.end]
        if context.read(head).is_durable and context.read(tail).is_durable:
            cuts.append(cut)
    bounds = zip(cuts, [*cuts[1:], sentence.end], strict=True)
    drafts: list[Draft] = []
    for start, end in bounds:
        previous = drafts[-1].subject if drafts else carried
        drafts.append(_draft(start, end, here, previous, context))
    return drafts


def _i_begin(context: Context, cut: int) -> bool:
    """Is the user the subject of the clause that begins here?"""
    grammar, folded = context.reader.grammar, context.reader.fold(context.text)
    opener = grammar.openers.match(folded, cut)
    starts = (cut, opener.end() if opener else cut)
    return any(
        grammar.speaker.match(folded, at + len(folded[at:]) - len(folded[at:].lstrip(" ,，")))
        for at in starts
    )


def _begins(context: Context, cut: int, subject: Subject) -> bool:
    between = context.text[cut : subject.span[0]].strip()
    return not context.reader.grammar.openers.sub("", between).strip(" ,，")


def _is_beside(context: Context, subject: Subject) -> bool:
    return _stands_after(context.reader.grammar.beside, context, subject)


def _stands_after(words: re.Pattern[str], context: Context, subject: Subject) -> bool:
    """Does a word such as "with" stand right before the name?"""
    before = context.reader.fold(context.text[: subject.span[0]]).rstrip()[-16:]
    return any(m.end() == len(before) for m in words.finditer(before))


def _draft(
    start: int, end: int, here: Sequence[Subject], carried: Subject | None, context: Context
) -> Draft:
    raw = context.text[start:end]
    body = raw.rstrip(" ,，;；:：—–-\n")
    end = start + len(body)
    reading = context.read(body)
    named = [s for s in here if start <= s.span[0] < end]
    subject = _choose(named, body, context)
    if subject is not None and any(h.cue.about for h in reading.hits):
        return _of_me(start, end, reading, named, context)
    if subject is not None and _goes_on_about(carried, body, subject, start, context):
        refs = (s.entity for s in named if not s.is_new)
        others = tuple(dict.fromkeys(r for r in refs if r))
        return Draft(start, end, carried, reading, is_named=False, others=others)
    if subject is not None:
        reading = Reading((*reading.hits, *_said_of(subject, end, context)))
        reading = _beside_noise(reading, start, end, subject, context)
        if not reading.is_durable and (sure := _beside_doubt(start, end, context)):
            return _draft(sure.start, sure.end, here, carried, context)
        refs = (s.entity for s in named if s.entity != subject.entity and not s.is_new)
        others = tuple(dict.fromkeys(r for r in refs if r))
        return Draft(start, end, subject, reading, is_named=True, others=others)
    reading = _beside_noise(reading, start, end, None, context)
    if not reading.is_durable and (sure := _beside_doubt(start, end, context)):
        return _draft(sure.start, sure.end, here, carried, context)
    subject = _unnamed(body, carried, context)
    is_me = subject is not None and subject.entity == context.me
    if is_me and not (_speaks_for_me(body, context) or _names_in_latin(body, context)):
        reading = replace(reading, names_nobody=True)
    return Draft(start, end, subject, reading, is_named=False)


def _of_me(
    start: int, end: int, reading: Reading, named: Sequence[Subject], context: Context
) -> Draft:
    """What somebody did to the writer: it stands at the writer, and names them."""
    refs = (s.entity for s in named if not s.is_new)
    me = Subject(context.me, context.known.name(context.me), (0, 0))
    others = tuple(dict.fromkeys(r for r in refs if r))
    return Draft(start, end, me, reading, is_named=False, others=others)


def _goes_on_about(
    carried: Subject | None, body: str, named: Subject, start: int, context: Context
) -> bool:
    """Is it about whom the text went on about, and the names in it are others?

    A verb without a subject begins it, or it says "she" and names a stranger besides.
    """
    if carried is None or carried.entity == context.me:
        return False
    is_guess = named.is_new and not named.is_plain
    if is_guess and context.reader.grammar.third_person.search(context.reader.fold(body)):
        return True
    begins = context.reader.grammar.goes_on.match(context.reader.fold(body))
    return begins is not None and begins.end() <= named.span[0] - start


def _beside_noise(
    reading: Reading, start: int, end: int, subject: Subject | None, context: Context
) -> Reading:
    """One clause may last although another is noise: "she gave up sugar, the cake was dry".

    A doubt or a joke is no noise: it speaks against all of the sentence, unless it is the
    writer's own remark on something else.
    """
    if reading.is_durable or reading.objection is None:
        return reading
    reader, text = context.reader, context.text
    for clause in reader.cutter.clauses(Piece(text[start:end], start, end)):
        alone = context.read(clause.text)
        if subject is not None and clause.start <= subject.span[0] < clause.end:
            said = _said_of(subject, clause.end, context)
            alone = Reading((*alone.hits, *said))
        if not (alone.is_durable and alone.objection is None):
            continue
        rest = (text[start : clause.start], text[clause.end : end])
        against = {h.cue for part in rest for h in _noise(part, context)}
        if against.issuperset(h.cue for h in reading.hits if h.cue.role == JUNK):
            return alone
    return reading


def _beside_doubt(start: int, end: int, context: Context) -> Piece | None:
    """The firm clause of a sentence whose other clauses are in doubt: "rent is 900, he may call".

    A doubt, or an "if", before the clause covers it as well, and a short one after it.
    """
    text = context.text
    clauses = context.reader.cutter.clauses(Piece(text[start:end], start, end))
    if len(clauses) <= 1:
        return None
    for clause in clauses:
        alone = context.read(clause.text)
        is_firm = any(h.cue.is_firm for h in alone.hits) and alone.objection is None
        if not is_firm or alone.score < _SURE:
            continue
        before = context.read(text[start : clause.start]).hits
        if any(h.cue.role == JUNK and h.cue.weight >= _DOUBT for h in before):
            continue
        rest = text[clause.end : end].strip(" ,，;；")
        if not rest or _is_said_in_full(rest):
            return clause
    return None


def _is_said_in_full(text: str) -> bool:
    """Is it long enough to be about something of its own?"""
    return len(text.split()) >= _REMARK_WORDS or len(text.encode()) - len(text) >= _OWN_BYTES


def _noise(text: str, context: Context) -> tuple[Hit, ...]:
    """What in it speaks against itself only."""
    body = text.strip(" ,，;:–—-")
    hits = tuple(h for h in context.reader.read(body).hits if h.cue.role == JUNK)
    own = context.reader.grammar.we.match(context.reader.fold(body))
    is_remark = own is not None and len(body.split()) >= _REMARK_WORDS
    return hits if is_remark else tuple(h for h in hits if h.cue.reach == "clause")


def _said_of(subject: Subject, end: int, context: Context) -> tuple[Hit, ...]:
    """What tells about the subject itself: its introduction, or the words behind its name."""
    if subject.is_new:
        return (subject.hit,) if subject.hit and subject.hit.cue.weight else ()
    return context.reader.read_predicate(context.text[subject.span[1] : end]).hits


def _choose(named: Sequence[Subject], body: str, context: Context) -> Subject | None:
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


def _unnamed(body: str, carried: Subject | None, context: Context) -> Subject | None:
    folded, grammar = context.reader.fold(body), context.reader.grammar
    others = grammar.third_person.search(folded)
    is_nobody = _is_of_others(body, context)
    if carried is not None and (others or not _is_mine(body, context)):
        return None if is_nobody and carried.entity == context.me else carried
    if is_nobody or grammar.third_person.match(folded):
        return None
    return Subject(context.me, context.known.name(context.me), (0, 0))


def _names_in_latin(body: str, context: Context) -> bool:
    """Does a Chinese sentence name somebody in Latin letters, wherever the name stands?"""
    return has_han(body) and any(not has_han(g.name) for g in find_new_names(body, context.lexicon))


def _speaks_for_me(body: str, context: Context) -> bool:
    """Does it say "I", or leave out a subject that can only be the writer?"""
    elided = context.reader.grammar.elided.match(context.reader.fold(body))
    return bool(elided) or _is_mine(body, context)


def _is_of_others(body: str, context: Context) -> bool:
    """Is what lasts in it told of a "she" whom nothing names: "lunch with a friend, she moved"?"""
    return not _is_mine(body, context) and bool(slots_of_others(body, context.lexicon))


def _is_mine(body: str, context: Context) -> bool:
    folded, grammar = context.reader.fold(body), context.reader.grammar
    return bool(grammar.first_person.search(folded) or grammar.we.search(folded))
