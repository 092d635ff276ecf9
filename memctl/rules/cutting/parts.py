"""A sentence cut where a clause begins with another subject, or a row goes on, and all last."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from memctl.language.attributes import read_slots
from memctl.language.clauses import Piece
from memctl.language.kin import joints
from memctl.language.statements import group
from memctl.rules.cutting.context import Context
from memctl.rules.cutting.leads import lead_of, with_lead
from memctl.rules.cutting.passing import reacts
from memctl.rules.cutting.pronouns import told_of_another
from memctl.rules.cutting.stretch import Draft, known_among, stretch_of
from memctl.rules.cutting.whom import is_beside, is_person
from memctl.rules.resolution.subject import Subject


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where a part of a sentence begins."""

    start: int
    about: Subject | None = None
    """Whom a pronoun there means."""
    is_added: bool = False
    """Does it tell something more of whom the sentence is about?"""


def parts_of(
    sentence: Piece, here: Sequence[Subject], carried: Subject | None, context: Context
) -> list[Draft]:
    """The sentence, cut where a clause begins with another subject and both parts last."""
    clauses = context.reader.cutter.clauses(sentence)
    if (told := _after_introduction(clauses, here, context)) is not None:
        head = stretch_of(sentence.start, told, here, carried, context)
        rest = [c for c in clauses if c.start >= told]
        return [head, *(stretch_of(c.start, c.end, here, head.subject, context) for c in rest)]
    cuts = _cuts(sentence, clauses, here, context)
    ends = [*(cut.start for cut in cuts[1:]), sentence.end]
    drafts: list[Draft] = []
    for cut, end in zip(cuts, ends, strict=True):
        previous = cut.about or (drafts[-1].subject if drafts else carried)
        draft = _done_to_it(cut.start, end, here, previous, context)
        draft = draft or stretch_of(cut.start, end, here, previous, context)
        whole = context.text[sentence.start : end]
        lead = lead_of(whole, context.lexicon) if cut.is_added else ""
        drafts.append(_led(draft, lead, context))
    return drafts


def _cuts(
    sentence: Piece, clauses: Sequence[Piece], here: Sequence[Subject], context: Context
) -> list[_Cut]:
    """Where the parts begin, the first at the sentence itself."""
    cuts = [_Cut(sentence.start)]
    # What stands before a colon is a heading to what follows, no statement of its own.
    for clause in (b for a, b in pairwise(clauses) if a.mark not in {":", "："}):
        begun, at = cuts[-1].start, clause.start
        if _is_theirs(clause, begun, here, context):
            continue
        if (another := told_of_another(clause, begun, here, context)) is not None:
            cuts.append(_Cut(at, about=another))
        elif _fills_another(context.text[begun:at], clause, context):
            cuts.append(_Cut(at, is_added=True))
        elif _leads_it(clause, begun, here, context):
            continue
        elif _is_of_another(begun, at, here, context) and not _reacts(at, clause, here, context):
            both = context.text[begun:at], context.text[at : sentence.end]
            if all(context.lasts_alone(part) for part in both):
                cuts.append(_Cut(at))
    return cuts


def _is_theirs(clause: Piece, begun: int, here: Sequence[Subject], context: Context) -> bool:
    """Does it begin with the kin of somebody else, told of before: 弟弟在苏州，女朋友叫沈白?"""
    grammar, folded = context.reader.grammar, context.folded
    if not grammar.theirs.match(context.reader.fold(clause.text)):
        return False
    kin = (grammar.man.match(folded, begun), grammar.woman.match(folded, begun))
    before = (s for s in here if begun <= s.span[0] < clause.start)
    return any(kin) or any(s.entity != context.me and is_person(s) for s in before)


def _leads_it(clause: Piece, begun: int, here: Sequence[Subject], context: Context) -> bool:
    """Does it tell who is in charge of the thing told of before, and name no other?"""
    body = context.reader.fold(clause.text).strip(" ,，;；.。!！")
    before = (s for s in here if begun <= s.span[0] < clause.start)
    is_told = any(s.entity and not is_person(s) for s in before)
    return is_told and context.reader.grammar.leads_it.fullmatch(body) is not None


def _reacts(at: int, clause: Piece, here: Sequence[Subject], context: Context) -> bool:
    """Does somebody there only like or allow what was told before?"""
    subject = next((s for s in here if s.span[0] >= at), None)
    return subject is not None and reacts(subject, clause.end, context)


def _is_of_another(begun: int, at: int, here: Sequence[Subject], context: Context) -> bool:
    """Does the clause there begin with somebody else than what was told since `begun`?"""
    before = [s for s in here if begun <= s.span[0] < at and not is_beside(context, s)]
    if before and _i_begin(context, at):
        return True
    subject = next((s for s in here if s.span[0] >= at), None)
    if subject is None or not _begins(context, at, subject):
        return False
    own = _is_of_somebody_else(context, begun, at)
    return bool(before or own) and all(s.entity != subject.entity for s in before)


def _done_to_it(
    start: int, end: int, here: Sequence[Subject], carried: Subject | None, context: Context
) -> Draft | None:
    """What somebody does to the thing that was told of before: "Ada leads it" stands at it."""
    is_thing = carried is not None and carried.entity and not is_person(carried)
    body = context.text[start:end].rstrip(" ,，;；:：—–-\n")
    match = context.reader.grammar.acts_on_it.search(context.reader.fold(body))
    if carried is None or not is_thing or match is None or (span := group(match, "it")) is None:
        return None
    said = body[: span[0]] + carried.name + body[span[1] :]
    reading = context.weigh(said)
    named = [s for s in here if start <= s.span[0] < end]
    if any(s.entity == carried.entity for s in named) or not reading.is_durable:
        return None
    end, others = start + len(body), known_among(named)
    return Draft(start, end, carried, reading, is_named=False, others=others, said=said)


def _led(draft: Draft, lead: str, context: Context) -> Draft:
    """What goes on about the writer's brother says so, since it stands at the writer."""
    is_mine = draft.subject is not None and draft.subject.entity == context.me
    if not lead or not is_mine or draft.is_named:
        return draft
    return replace(
        draft, said=with_lead(lead, context.text[draft.start : draft.end], context.reader)
    )


def _after_introduction(
    clauses: Sequence[Piece], here: Sequence[Subject], context: Context
) -> int | None:
    """Where a row goes on after "My manager is Ada Moyo": what follows are facts of their own.

    Only where every further clause lasts, says something without the others and names nobody.
    """
    if len(clauses) <= 1:
        return None
    first, *rest = clauses
    named = [s for s in here if s.span[0] < first.end]
    is_told = len(named) == 1 == len(here) and named[0].hit is not None
    if not is_told or context.text[named[0].span[1] : first.end].strip(" )）"):
        return None
    if not context.read(first.text).is_durable or first.mark in {":", "："}:
        return None
    return rest[0].start if all(_is_fact(c, context) for c in rest) else None


def _fills_another(before: str, clause: Piece, context: Context) -> bool:
    """Do both last, each with attributes of its own: "allergic to nuts, lives in Leith"?

    What changes later about the one leaves the other as it is. An "and" holds them together.
    """
    if context.reader.grammar.openers.match(context.reader.fold(clause.text)):
        return False
    if not _is_fact(clause, context) or not context.read(before).is_durable:
        return False
    told, more = (_attributes(text, context) for text in (before, clause.text))
    return bool(told and more) and told.isdisjoint(more)


def _attributes(text: str, context: Context) -> frozenset[str]:
    return frozenset(slot.attribute for slot in read_slots(text, context.lexicon))


def _is_fact(clause: Piece, context: Context) -> bool:
    reading, reader = context.read(clause.text), context.reader
    if reader.grammar.third_person.match(reader.fold(clause.text)):
        return False
    return reading.is_durable and reading.objection is None and reader.stands_alone(clause.text)


def _i_begin(context: Context, cut: int) -> bool:
    """Is the user the subject of the clause that begins here?"""
    grammar, folded = context.reader.grammar, context.reader.fold(context.text)
    opener = grammar.openers.match(folded, cut)
    starts = (cut, opener.end() if opener else cut)
    return any(
        grammar.speaker.match(folded, at + len(folded[at:]) - len(folded[at:].lstrip(" ,，")))
        for at in starts
    )


def _is_of_somebody_else(context: Context, start: int, cut: int) -> bool:
    """Does what stands before a clause name the writer, or begin with a "she"?"""
    grammar, text = context.reader.grammar, context.text
    own = grammar.first_person.search(text, start, cut)
    return own is not None or grammar.third_person.match(context.folded, start) is not None


def _begins(context: Context, cut: int, subject: Subject) -> bool:
    grammar, reader = context.reader.grammar, context.reader
    between = reader.fold(context.text[cut : subject.span[0]]).strip()
    kin = joints(context.lexicon)[0].sub("", grammar.first_person.sub("", between, count=1))
    if grammar.man.fullmatch(kin) or grammar.woman.fullmatch(kin):
        return True  # "my wife Ada", 老婆陈曦
    return not grammar.openers.sub("", between).strip(" ,，")
