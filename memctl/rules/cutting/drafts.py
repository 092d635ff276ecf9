"""A block cut into stretches about one subject each.

A sentence is one stretch, unless a clause begins with another name and both parts last. A
short sentence without a subject of its own belongs to the one before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memctl.language.clauses import Piece
from memctl.language.cues import Reading
from memctl.language.scripts import has_han
from memctl.rules.cutting.context import Context
from memctl.rules.cutting.joining import (
    is_announced,
    is_cut_short,
    is_exclaimed,
    is_in_brackets,
    is_left_over,
    is_mere_correction,
    is_remark,
    leaves_open,
    with_its_topic,
)
from memctl.rules.cutting.parts import parts_of
from memctl.rules.cutting.passing import are_in_passing
from memctl.rules.cutting.patients import is_own_measure, patient_above, patient_before
from memctl.rules.cutting.pronouns import fits, means, meant_before, named_first, pronoun_of
from memctl.rules.cutting.stretch import Draft, of_me, stretch_of
from memctl.rules.cutting.whom import (
    heading_subject,
    is_person,
    only_person,
    patient_of,
    stands_after,
    told_of,
    treats_another,
)
from memctl.rules.resolution.subject import Subject
from memctl.rules.resolution.subjects import guessed, subjects

_MOST = 12
"""Most sentences that are joined to one: nobody says as much in remarks, and each of a dump
would be read again with all before it."""


def drafts(context: Context) -> tuple[Draft, ...]:
    """The stretches of the block in their order, and one more for each further new name."""
    named = subjects(context.text, context.known, context.lexicon, is_own=context.is_own)
    found = tuple(s for s in named if not _is_pronoun(s, context))
    return tuple(
        each for draft in _drafts(found, context) for each in _with_new(draft, found, context)
    )


def _with_new(draft: Draft, found: Sequence[Subject], context: Context) -> tuple[Draft, ...]:
    """The stretch, and once more for each new name; first at the person a company is said to have.

    "Quay Homes has a new caretaker, Odile Varga" stands at her.
    """
    if draft.said:
        return (draft,)
    new = tuple(_introduced(draft, found, context))
    subject = draft.subject
    if subject is None or subject.entity in {None, context.me} or is_person(subject):
        return (draft, *new)
    people = [d for d in new if d.subject is not None and is_person(d.subject)]
    if len(people) != 1:
        return (draft, *new)
    others = tuple(r for r in (*draft.others, subject.entity) if r)
    return (*(replace(d, others=others) if d in people else d for d in new), draft)


def _is_pronoun(subject: Subject, context: Context) -> bool:
    """Is it the user by a word such as 我 only? It is read as any other pronoun is."""
    if subject.entity != context.me:
        return False
    return bool(context.reader.grammar.first_person.fullmatch(context.reader.fold(subject.name)))


def _introduced(draft: Draft, found: Sequence[Subject], context: Context) -> Iterator[Draft]:
    """The same statement for every other new name that it plainly introduces."""
    seen = {draft.subject.entity if draft.subject else None}
    inside = [s for s in found if draft.start <= s.span[0] < draft.end]
    for subject in told_of(inside, context):
        body = context.text[draft.start : draft.end]
        if treats_another(subject, context) or patient_of(subject, inside, body, None, context):
            continue  # the dose is not the doctor's
        if are_in_passing([subject], draft.start, draft.end, context):
            continue
        if subject.is_new and subject.is_plain and subject.entity not in seen:
            seen.add(subject.entity)
            hits = (subject.hit,) if subject.hit and subject.hit.cue.weight else ()
            reading = Reading((*draft.reading.hits, *hits))
            yield replace(draft, subject=subject, reading=reading, is_named=True)


def _guessed(context: Context, end: int) -> tuple[Subject, ...]:
    """Whoever may be named before this place, though not as what a sentence is about."""
    found = guessed(context.text[:end], context.known, context.lexicon)
    return tuple(s for s in found if not stands_after(context.reader.grammar.located, context, s))


def _takes_back(sentence: Piece, drafts: list[Draft], context: Context) -> bool:
    """Join a sentence that says only what it is not to the statement that says what it is."""
    if not context.reader.grammar.reversal.match(context.reader.fold(sentence.text)):
        return False
    far = max(0, len(drafts) - _MOST)
    told = next((i for i in range(len(drafts), far, -1) if drafts[i - 1].reading.is_durable), None)
    if told is None:
        return False
    drafts[told - 1 :] = [replace(drafts[told - 1], end=sentence.end)]
    return True


def _goes_on_about_it(sentence: Piece, last: Draft, context: Context) -> bool:
    """Does it tell who has in hand what the writer just told of ("My plot is 14; Ada rents it")?"""
    is_mine = last.subject is not None and last.subject.entity == context.me
    if not (is_mine and last.reading.is_durable):
        return False
    return bool(context.reader.grammar.acts_on_it.search(context.reader.fold(sentence.text)))


def _is_of_somebody(sentence: Piece, found: Sequence[Subject], context: Context) -> bool:
    """Does it say of a "he" what he did, after somebody was named ("Ada and Bo split. He left")?"""
    if not context.reader.grammar.stands_for.match(context.reader.fold(sentence.text)):
        return False
    named = (s for s in found if s.span[0] < sentence.start and is_person(s))
    return any(named) or bool(_guessed(context, sentence.start))


def _third_person(
    sentence: Piece, found: Sequence[Subject], carried: Subject | None, context: Context
) -> Subject | None:
    """Whom a sentence means that begins with "she": somebody named before it, if anybody fits."""
    before = [s for s in found if s.span[0] < sentence.start and s.entity and is_person(s)]
    pronoun, told = pronoun_of(sentence.text, context), context.text[: sentence.start]
    if pronoun and (stranger := _begun_by_stranger(pronoun, told, before, context)) is not None:
        return stranger
    if not (pronoun and before):
        named = only_person(before)
        carried = named or carried
    elif any(fits(pronoun, s, told, context) for s in before):
        return meant_before(pronoun, told, before, carried, context)
    else:
        carried = None
    if carried is None or carried.entity == context.me:
        guesses = _guessed(context, sentence.start)
        guess = only_person(s for s in guesses if fits(pronoun, s, told, context))
        if pronoun and not (guess and means(pronoun, guess, told, context)):
            guess = named_first(pronoun, told, context) or guess
        return guess or carried
    return carried


def _begun_by_stranger(
    pronoun: str, told: str, before: Sequence[Subject], context: Context
) -> Subject | None:
    """Who begins the sentence before in Chinese, and is nobody known: "he" is not its object."""
    last = next(iter(context.reader.cutter.sentences(told)[::-1]), None)
    if last is None or any(s.span[0] <= last.start < s.span[1] for s in before):
        return None
    found = (g for g in _guessed(context, len(told)) if g.span[0] == last.start)
    return next((g for g in found if has_han(g.name) and fits(pronoun, g, told, context)), None)


def _drafts(found: Sequence[Subject], context: Context) -> tuple[Draft, ...]:
    drafts: list[Draft] = []
    sentences = context.reader.cutter.sentences(context.text)
    for number, sentence in enumerate(sentences):
        here = [s for s in found if sentence.start <= s.span[0] < sentence.end]
        last = drafts[-1] if drafts else None
        near = last if last and last.start >= sentences[max(0, number - _MOST)].start else None
        if near and (grown := _grown(near, sentence, here, context)) is not None:
            drafts[-1] = grown
            continue
        if _takes_back(sentence, drafts, context):
            continue
        if near and _goes_on(near, sentence, context):
            drafts[-1] = replace(near, end=sentence.end)
            continue
        if (whole := _with_topic(drafts, sentence, here, found, context)) is not None:
            drafts[:] = [d for d in drafts if d.start < whole.start]
            drafts.append(whole)
            continue
        carried = last.subject if last else heading_subject(context) or patient_above(context)
        if last and is_own_measure(sentence, last, context):
            carried = None
        patient = patient_before(sentence, drafts, context)
        if patient is not None:
            carried, here = patient, [s for s in here if s.is_plain or not s.is_new]
        is_anothers = patient is not None and not (last and last.subject == patient)
        if near and not is_anothers and _is_part_of(near, sentence, found, context):
            drafts.pop()
            here = [x for x in found if near.start <= x.span[0] < sentence.end]
            drafts.append(stretch_of(near.start, sentence.end, here, carried, context))
            continue
        if context.reader.grammar.third_person.match(context.reader.fold(sentence.text)):
            carried = _third_person(sentence, found, carried, context)
        drafts += parts_of(sentence, here, carried, context)
    return tuple(
        d for d in drafts if not is_mere_correction(context.text[d.start : d.end], context)
    )


def _grown(last: Draft, sentence: Piece, here: Sequence[Subject], context: Context) -> Draft | None:
    """The stretch with a sentence that only adds to it, or gives the news that it cries out."""
    is_aside = is_in_brackets(sentence)
    if is_aside and any(h.cue.kind == "doubt" for h in context.read(sentence.text).hits):
        both = context.read(context.text[last.start : sentence.end])
        return replace(last, end=sentence.end, reading=both)
    adds = is_remark(sentence, here, context) or is_mere_correction(sentence.text, context)
    if adds and last.reading.is_durable:
        both = context.read(context.text[last.start : sentence.end])
        hits = tuple(dict.fromkeys((*last.reading.hits, *both.hits)))
        whole = replace(last, end=sentence.end, reading=Reading(hits))
        return of_me(whole, context) if any(h.cue.about for h in both.hits) else whole
    is_told = is_exclaimed(last, context) and context.read(sentence.text).objection is None
    if is_told or is_announced(last, sentence, here, context):
        return replace(last, end=sentence.end)
    return None


def _with_topic(
    drafts: Sequence[Draft],
    sentence: Piece,
    here: Sequence[Subject],
    found: Sequence[Subject],
    context: Context,
) -> Draft | None:
    """A price or an hour with what it is of, where both together last."""
    start = with_its_topic(drafts, sentence, here, context)
    if start is None:
        return None
    first = next(d for d in drafts if d.start == start)
    if first.reading.is_durable:
        both = context.read(context.text[start : sentence.end])
        hits = tuple(dict.fromkeys((*first.reading.hits, *both.hits)))
        whole = replace(first, end=sentence.end, reading=Reading(hits), said="")
    else:
        named = [s for s in found if start <= s.span[0] < sentence.end]
        whole = stretch_of(start, sentence.end, named, first.subject, context)
    return whole if whole.reading.is_durable and whole.start == start else None


def _goes_on(last: Draft, sentence: Piece, context: Context) -> bool:
    """Does it say who has in hand what was told, or what was left open?"""
    if _goes_on_about_it(sentence, last, context):
        return True
    return leaves_open(last, context) and last.reading.is_durable


def _is_part_of(last: Draft, sentence: Piece, found: Sequence[Subject], context: Context) -> bool:
    """Do the two say something only together?"""
    here = [s for s in found if sentence.start <= s.span[0] < sentence.end]
    is_rest = is_left_over(last, sentence, here, context)
    if is_rest and not _is_of_somebody(sentence, found, context):
        return True
    return is_cut_short(last, sentence, here, context)
