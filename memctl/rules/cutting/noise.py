"""What speaks against one clause of a sentence and leaves the others standing."""

from collections.abc import Sequence

from memctl.language.clauses import Piece
from memctl.language.cues import JUNK, Hit, Reading
from memctl.rules.cutting.context import Context
from memctl.rules.resolution.subject import Subject

_REMARK_WORDS = 5
"""Words of a remark that is about something else."""

_SURE = 3
"""The least score of a clause that stands although another clause is in doubt."""

_DOUBT = 9
"""Weight of a doubt that also covers the clauses after it."""

_ABOVE = 8
"""Most clauses before one in which what it is about is looked for: in a dump of a hundred every
one of them would be held against every stretch before it."""

_OWN_BYTES = 12
"""Bytes beyond one each of a clause that is about something of its own: six Chinese characters."""


def beside_noise(
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
            said = said_of(subject, clause.end, context)
            alone = Reading((*alone.hits, *said))
        if not (alone.is_durable and alone.objection is None):
            continue
        rest = (text[start : clause.start], text[clause.end : end])
        against = {h.cue for part in rest for h in _noise(part, context)}
        if against.issuperset(h.cue for h in reading.hits if h.cue.role == JUNK):
            return alone
    return reading


def beside_doubt(
    start: int, end: int, context: Context, subject: Subject | None = None
) -> Piece | None:
    """The firm clause of a sentence whose other clauses are in doubt: "rent is 900, he may call".

    A doubt, or an "if", before the clause covers it as well, and a short one after it. What
    goes on about the subject named before it needs no topic of its own: "Mum would like to
    stay on, moved to 5 May".
    """
    text = context.text
    clauses = context.reader.cutter.clauses(Piece(text[start:end], start, end))
    if len(clauses) <= 1:
        return None
    for number in range(len(clauses)):
        last = clauses[number]
        is_led = subject is not None and subject.span[0] < last.start
        clause = last if is_led else _with_its_topic(clauses[: number + 1], context)
        if is_led and number:
            whole = Piece(text[clauses[0].start : last.end], clauses[0].start, last.end)
            # What stands before it says of what it is, unless that is in doubt itself.
            clause = whole if context.read(whole.text).objection is None else clause
        alone = context.read(clause.text)
        is_firm = any(h.cue.is_firm for h in alone.hits) and not _is_doubted(alone)
        if not is_firm or alone.score < _SURE:
            continue
        before = context.read(text[start : clause.start]).hits
        if any(h.cue.role == JUNK and h.cue.weight >= _DOUBT for h in before):
            continue
        rest = text[clause.end : end].strip(" ,，;；")
        if not rest or _is_said_in_full(rest):
            return clause
    return None


def _is_doubted(reading: Reading) -> bool:
    """Does more than noise speak against it?"""
    return any(h.cue.role == JUNK and h.cue.reach != "clause" for h in reading.hits)


def _with_its_topic(clauses: Sequence[Piece], context: Context) -> Piece:
    """The last clause, with those before it that it says nothing without."""
    last, text = clauses[-1], context.text
    starts = (c.start for c in reversed(clauses[-_ABOVE:]))
    start = next((s for s in starts if _is_whole(text[s : last.end], context)), last.start)
    return Piece(text[start : last.end], start, last.end)


def _is_whole(text: str, context: Context) -> bool:
    """Does it say what it is about: neither "27 November now" nor "they have moved her"?"""
    body = context.reader.grammar.openers.sub("", context.reader.fold(text), count=1).strip()
    return context.reader.stands_alone(text) and not context.reader.grammar.third_person.match(body)


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


def said_of(subject: Subject, end: int, context: Context) -> tuple[Hit, ...]:
    """What tells about the subject itself: its introduction, or the words behind its name."""
    if subject.is_new:
        return (subject.hit,) if subject.hit and subject.hit.cue.weight else ()
    return context.reader.read_predicate(context.text[subject.span[1] : end]).hits
