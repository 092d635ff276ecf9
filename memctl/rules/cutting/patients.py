"""Who takes the medicine, or has the illness, of which a statement says no name.

"Mum was dizzy and fell." / "Ramipril halved for now.": it goes on about the patient named last,
not about the writer, nor about who looks after her, nor the doctor.

"""

from collections.abc import Sequence
from dataclasses import replace

from memctl.language.clauses import Piece
from memctl.rules.cutting.context import Context
from memctl.rules.cutting.stretch import Draft
from memctl.rules.cutting.whom import is_doctor, is_medical, is_mine, may_ail
from memctl.rules.resolution.subject import Subject
from memctl.rules.resolution.subjects import subjects


def patient_above(context: Context) -> Subject | None:
    """The patient of the paragraph above, where this one goes on about an illness or a medicine."""
    block, before = context.block, context.before
    if before is None:
        return None
    goes_on = context.reader.grammar.goes_from.match(context.folded) is not None
    if not goes_on and {block.kind, before.kind} != {"paragraph"}:
        return None
    if block.heading != before.heading or not _goes_on(context.text, context):
        return None
    named = subjects(before.text, context.known, context.lexicon)
    for sentence in reversed(context.reader.cutter.sentences(before.text)):
        if not is_medical(sentence.text, context):
            continue
        here = [s for s in named if sentence.start <= s.span[0] < sentence.end]
        found = next((s for s in here if may_ail(s, context)), None)
        if found is not None or is_mine(sentence.text, context):
            return found
    return None


def _goes_on(text: str, context: Context) -> bool:
    first = context.reader.cutter.sentences(text)[0].text
    return is_medical(first, context) and not is_mine(first, context)


def patient_before(sentence: Piece, drafts: Sequence[Draft], context: Context) -> Subject | None:
    """The patient told of before in the block, where a sentence without a name is medical.

    Nobody (no entity) where only the doctor was named.
    """
    if not _goes_on(sentence.text, context):
        return None
    for draft in reversed(drafts):
        subject = draft.subject
        if subject is None or not is_medical(context.text[draft.start : draft.end], context):
            continue
        if is_doctor(subject, context):
            return replace(subject, entity=None)  # whom the doctor told of is not named
        return subject if subject.entity and may_ail(subject, context) else None
    return None


def is_own_measure(sentence: Piece, last: Draft, context: Context) -> bool:
    """Is it about health, whose nobody says, after what the writer tells of themselves?"""
    told = context.text[last.start : last.end]
    return (
        _goes_on(sentence.text, context)
        and is_mine(told, context)
        and not is_medical(told, context)
        and context.reader.grammar.third_person.search(context.reader.fold(sentence.text)) is None
    )
