"""Who takes the medicine, or has the illness, of which a statement says no name.

"Mum was dizzy and fell." / "Ramipril halved for now.": it goes on about the patient named last,
not about the writer, nor about who looks after her, nor the doctor.

Key read from the data of a language (statements.toml):
    ails     what is said of a body, a medicine or a treatment
    doctor   how a name begins or ends that is a doctor's
"""

from collections.abc import Sequence
from dataclasses import replace

from memctl.language.clauses import Piece
from memctl.rules.cutting.context import Context
from memctl.rules.cutting.stretch import Draft
from memctl.rules.cutting.whom import is_mine, is_person
from memctl.rules.resolution import Subject, subjects


def is_medical(text: str, context: Context) -> bool:
    """Is it about somebody's health?"""
    return bool(context.reader.grammar.ails.search(context.reader.fold(text)))


def is_doctor(subject: Subject, context: Context) -> bool:
    """Does the name say that it is a doctor's?"""
    begin, end = max(0, subject.span[0] - 4), subject.span[1] + 4
    around = context.reader.fold(context.text[begin:end])
    names = (context.reader.fold(subject.name), around)
    return any(context.reader.grammar.doctor.search(name) for name in names)


def patient_above(context: Context) -> Subject | None:
    """The patient of the paragraph above, where this one goes on about an illness or a medicine."""
    block, before = context.block, context.before
    if before is None or {block.kind, before.kind} != {"paragraph"}:
        return None
    if block.heading != before.heading or not _goes_on(context.text, context):
        return None
    named = subjects(before.text, context.known, context.lexicon)
    for sentence in reversed(context.reader.cutter.sentences(before.text)):
        if not is_medical(sentence.text, context):
            continue
        here = [s for s in named if sentence.start <= s.span[0] < sentence.end]
        found = next((s for s in here if _may_ail(s, context)), None)
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
        return subject if subject.entity and _may_ail(subject, context) else None
    return None


def _may_ail(subject: Subject, context: Context) -> bool:
    is_somebody = subject.entity != context.me and (is_person(subject) or subject.is_new)
    return is_somebody and not is_doctor(subject, context)
