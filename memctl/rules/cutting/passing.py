"""Who is only named in passing, beside what lasts: "the pool shuts at eight, Ada reckons".

Who sorted it, said it or sold it does not own it: it is about the writer, or whoever the text
went on about.
"""

from collections.abc import Sequence
from dataclasses import replace

from memctl.language.clauses import Piece
from memctl.language.cues import Reading
from memctl.language.scripts import has_han
from memctl.language.statements import group
from memctl.rules.cutting.context import LACKING, Context
from memctl.rules.cutting.noise import said_of
from memctl.rules.cutting.whom import is_person, speaks_for_me
from memctl.rules.resolution.subject import Subject

_COLONS = frozenset({":", "："})
_BLANKS = " "
_MARKS = " ,，:："
_EDGES = " ,，;；:：—–-\n"


def are_in_passing(named: Sequence[Subject], start: int, end: int, context: Context) -> bool:
    """Does the stretch name all of them in passing? What is told of one may be of both."""
    clauses = context.reader.cutter.clauses(Piece(context.text[start:end], start, end))
    return bool(named) and all(_is_in_passing(s, clauses, context) for s in named)


def told_of_us(named: Sequence[Subject], end: int, context: Context) -> int | None:
    """Where it begins, what somebody says of "us" that lasts: "Ada says we're thirteen now"."""
    grammar, folded = context.reader.grammar, context.folded
    if not named or not is_person(named[0]):
        return None
    said = grammar.tells.match(folded, _after(_BLANKS, folded, named[0].span[1]))
    if said is None or not said.group():
        return None
    begin = _after(_MARKS, folded, said.end())
    own = grammar.we.match(folded, begin) or grammar.first_person.match(folded, begin)
    is_own = own is not None or _is_of_me(begin, end, context)
    return begin if is_own and _lasts(context.text[begin:end], context) else None


def _after(marks: str, folded: str, at: int) -> int:
    return len(folded) - len(folded[at:].lstrip(marks))


def _is_of_me(start: int, end: int, context: Context) -> bool:
    """Does its first clause tell of "me" alone, though not in its first word (从8月起我当组长)?"""
    grammar, cutter = context.reader.grammar, context.reader.cutter
    clause = cutter.clauses(Piece(context.text[start:end], start, end))[0]
    body = context.reader.fold(clause.text)
    mine = grammar.speaker.search(body) if has_han(body) else None
    return mine is not None and grammar.third_person.search(body) is None


def _is_in_passing(subject: Subject, clauses: Sequence[Piece], context: Context) -> bool:
    if not (is_person(subject) or subject.is_new):
        return False
    start, end = clauses[0].start, clauses[-1].end
    if (cut := _aside(subject, start, end, context)) is not None:
        whole = context.text[start:end]
        is_mine = context.reader.grammar.speaker.search(context.reader.fold(whole)) is not None
        return _lasts(whole if is_mine else context.text[start:cut], context)
    at = next((i for i, c in enumerate(clauses) if subject.span[0] < c.end), 0)
    if at == 0:
        return False
    cut = clauses[at].start
    if clauses[at - 1].mark in _COLONS:
        return at == 1 and _is_beside_the_label(subject, clauses, context)
    is_told = _tells(subject, cut, end, context)
    return not is_told and _lasts(context.text[start:cut], context)


def _aside(subject: Subject, start: int, end: int, context: Context) -> int | None:
    """Where the words begin by which a name is only mentioned ("according to Ada")."""
    for match in context.reader.grammar.aside.finditer(context.folded, start, end):
        who = group(match, "who")
        if who is not None and who[0] == subject.span[0]:
            return match.start()
    return None


def _is_beside_the_label(subject: Subject, clauses: Sequence[Piece], context: Context) -> bool:
    """Is a thing labelled, and told of after them: "post: Ada rang, it's at two now"?"""
    if len(clauses) <= 2 or clauses[0].text[:1].isupper():  # noqa: PLR2004 - label, name, more
        return False
    _, about, *rest = clauses
    if _tells(subject, about.start, about.end, context):
        return False
    label, grammar = clauses[0].text, context.reader.grammar
    begins = (context.reader.fold(c.text) for c in rest)
    goes_on = any(grammar.it.match(b) or grammar.we.match(b) for b in begins)
    return goes_on and _lasts(f"{label}: {context.text[rest[0].start : clauses[-1].end]}", context)


def _tells(subject: Subject, start: int, end: int, context: Context) -> bool:
    """Does something last in what is said of them, and is more than that they like it?"""
    if reacts(subject, end, context):
        return False
    reading = context.weigh(context.text[start:end].rstrip(_EDGES))
    return Reading((*reading.hits, *said_of(subject, end, context))).is_durable


def reacts(subject: Subject, end: int, context: Context) -> bool:
    """Does it say of them only that they like, allow or arranged what was told?"""
    said = context.folded[subject.span[1] : end].strip(_EDGES + ".。!！~～ ")
    return context.reader.grammar.reacts.fullmatch(said) is not None


def _lasts(head: str, context: Context) -> bool:
    body = head.rstrip(_EDGES)
    if context.reader.grammar.third_person.match(context.reader.fold(body)):
        return False
    lacks = frozenset() if speaks_for_me(body, context) else LACKING
    return replace(context.weigh(body), lacks=lacks).is_durable
