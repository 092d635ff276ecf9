"""A sentence cut where a clause begins with another subject and both parts last."""

from collections.abc import Sequence
from itertools import pairwise

from memctl.language.clauses import Piece
from memctl.rules.cutting.context import Context
from memctl.rules.cutting.stretch import Draft, stretch_of
from memctl.rules.cutting.whom import is_beside
from memctl.rules.resolution import Subject


def parts_of(
    sentence: Piece, here: Sequence[Subject], carried: Subject | None, context: Context
) -> list[Draft]:
    """The sentence, cut where a clause begins with another subject and both parts last."""
    clauses = context.reader.cutter.clauses(sentence)
    # What stands before a colon is a heading to what follows, no statement of its own.
    ends = [b.start for a, b in pairwise(clauses) if a.mark not in {":", "："}]
    cuts = [sentence.start]
    for cut in ends:
        before = [s for s in here if cuts[-1] <= s.span[0] < cut and not is_beside(context, s)]
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
        drafts.append(stretch_of(start, end, here, previous, context))
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
