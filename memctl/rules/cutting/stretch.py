"""One stretch of a block: whom it is about, and what its cues say."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memctl.graph.entity import EntityRef
from memctl.language.cues import DURABLE, Hit, Reading
from memctl.rules.cutting.context import LACKING, Context
from memctl.rules.cutting.noise import beside_doubt, beside_noise, said_of
from memctl.rules.cutting.passing import are_in_passing, told_of_us
from memctl.rules.cutting.whom import (
    choose,
    is_doctor,
    is_mine,
    names_in_latin,
    owner_of_change,
    patient_of,
    speaks_for_me,
    unnamed,
)
from memctl.rules.resolution.subject import Subject

_UNSAID = frozenset({"name"})


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
    said: str = ""
    """Its words, where "it" in them is its subject by name: "Ada leads it", of Otter."""


def stretch_of(
    start: int, end: int, here: Sequence[Subject], carried: Subject | None, context: Context
) -> Draft:
    """The stretch from here to there: its subject, and the cues that count for it."""
    named = [s for s in here if start <= s.span[0] < end]
    if (said := told_of_us(named, end, context)) is not None:
        return replace(_stretch(said, end, (), None, context), others=known_among(named))
    if not are_in_passing(named, start, end, context):
        return _stretch(start, end, here, carried, context)
    return replace(_stretch(start, end, (), carried, context), others=known_among(named))


def _stretch(
    start: int, end: int, here: Sequence[Subject], carried: Subject | None, context: Context
) -> Draft:
    raw = context.text[start:end]
    body = raw.rstrip(" ,，;；:：—–-\n")
    end = start + len(body)
    reading = Reading((*context.weigh(body).hits, *_own_name(start, end, context)))
    named = [s for s in here if start <= s.span[0] < end]
    owner = owner_of_change(named, body, start, context)
    is_of_me = any(h.cue.about or h.cue.owner for h in reading.hits)
    is_of_me = owner.entity == context.me if owner is not None else is_of_me
    subject = choose(named, body, context) if owner is None or is_of_me else owner
    patient = patient_of(subject, named, body, carried, context) if owner is None else None
    is_of_me = is_of_me or (patient is not None and patient.entity == context.me)
    if subject is not None and (is_of_me or _is_the_writers(start, subject, reading, context)):
        return _of_me(start, end, reading, named, context)
    is_told_of = patient is not None or _goes_on_about(carried, body, subject, start, context)
    if subject is not None and is_told_of:
        return Draft(start, end, carried, reading, is_named=False, others=known_among(named))
    if subject is not None:
        reading = Reading((*reading.hits, *said_of(subject, end, context)))
        reading = beside_noise(reading, start, end, subject, context)
        if not reading.is_durable and (sure := beside_doubt(start, end, context, subject)):
            led = subject if subject.span[0] < sure.start else carried
            return stretch_of(sure.start, sure.end, here, led, context)
        others = known_among(named, besides=subject.entity)
        return Draft(start, end, subject, reading, is_named=True, others=others)
    reading = beside_noise(reading, start, end, None, context)
    if not reading.is_durable and (sure := beside_doubt(start, end, context)):
        return stretch_of(sure.start, sure.end, here, carried, context)
    subject = owner or unnamed(body, carried, context)
    is_me = subject is not None and subject.entity == context.me
    if is_me and not is_mine(body, context):
        reading = replace(reading, lacks=LACKING if _is_open(body, context) else _UNSAID)
    return Draft(start, end, subject, reading, is_named=False)


def known_among(
    named: Sequence[Subject], *, besides: EntityRef | None = None
) -> tuple[EntityRef, ...]:
    """The refs of those who are no strangers, each once, in the order in which they are named."""
    known = (s.entity for s in named if s.entity and not s.is_new)
    return tuple(dict.fromkeys(ref for ref in known if ref != besides))


def of_me(draft: Draft, context: Context) -> Draft:
    """The stretch, where its last sentence shows that it is about the writer."""
    me = Subject(context.me, context.known.name(context.me), (0, 0))
    others = (draft.subject.entity,) if draft.subject and not draft.subject.is_new else ()
    refs = dict.fromkeys(r for r in (*draft.others, *others) if r and r != context.me)
    return replace(draft, subject=me, is_named=False, others=tuple(refs))


def _is_open(body: str, context: Context) -> bool:
    """Is it left open whom it is about, where it can be others than the writer?"""
    return not (speaks_for_me(body, context) or names_in_latin(body, context))


def _is_the_writers(start: int, subject: Subject, reading: Reading, context: Context) -> bool:
    """Does "I" begin it, and the name stand only in what is told besides ("I live with Ada")?"""
    grammar, folded = context.reader.grammar, context.folded
    opener = grammar.openers.match(folded, start)
    begin = opener.end() + 1 if opener else start
    firm = [h for h in reading.hits if h.cue.role == DURABLE and not h.cue.needs]
    if any(h.cue.kind == "end" for h in firm):
        return False  # what is over is told at whom it was with
    ends = (start + h.match.end() for h in firm)
    told = min((end for end in ends if end <= subject.span[0]), default=None)
    if told is None or not grammar.speaker.match(folded, begin):
        return False
    if grammar.beside.search(folded[told : subject.span[0]]) is not None:
        return True
    # "I smoke a pack a day, Dr Quay has told me off": what lasts is mine, the rest does not.
    is_known = not subject.is_new and subject.hit is None
    return is_known and is_doctor(subject, context)


def _own_name(start: int, end: int, context: Context) -> Iterator[Hit]:
    """The writer's own name, where it is given."""
    for hit in context.reader.introductions(context.text, is_own=context.is_own):
        if hit.cue.owner and start <= hit.match.start() < end:
            yield hit


def _of_me(
    start: int, end: int, reading: Reading, named: Sequence[Subject], context: Context
) -> Draft:
    """What somebody did to the writer: it stands at the writer, and names them."""
    refs = (s.entity for s in named if not s.is_new)
    me = Subject(context.me, context.known.name(context.me), (0, 0))
    others = tuple(dict.fromkeys(r for r in refs if r))
    return Draft(start, end, me, reading, is_named=False, others=others)


def _goes_on_about(
    carried: Subject | None, body: str, named: Subject | None, start: int, context: Context
) -> bool:
    """Is it about whom the text went on about, and the names in it are others?

    A verb without a subject begins it, or it says "she" and names a stranger besides.
    """
    if named is None or carried is None or carried.entity == context.me:
        return False
    is_guess = named.is_new and not named.is_plain
    if is_guess and context.reader.grammar.third_person.search(context.reader.fold(body)):
        return True
    begins = context.reader.grammar.goes_on.match(context.reader.fold(body))
    return begins is not None and begins.end() <= named.span[0] - start
