"""Sentences that belong to the one before them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from memctl.language.clauses import Piece
from memctl.language.dates import find_dates
from memctl.rules.cutting.context import Context, kind_of
from memctl.rules.cutting.stretch import Draft
from memctl.rules.resolution.subject import Subject

_REMARK = 40
"""Characters of a sentence that can still be a remark to the one before it."""

_BRACKETED = re.compile(r"[(（][^()（）]*[)）][.!。！]*")

_NUMBER = re.compile(r"\d")

_CRY = 75
"""Bytes of a sentence that only announces: about 25 characters in Chinese."""

_EXCLAMATION = 12
"""Characters of news that the next sentence tells in full."""


def is_remark(sentence: Piece, here: Sequence[Subject], context: Context) -> bool:
    """Does a short sentence without a subject of its own only add to the one before it?

    One that lasts by itself is a fact of its own: "Passport expires in May".
    """
    if here or len(sentence.text) > _REMARK:
        return False
    folded, grammar = context.reader.fold(sentence.text), context.reader.grammar
    own = (grammar.first_person, grammar.we, grammar.third_person)
    reading = context.read(sentence.text)
    takes_back = kind_of(reading) == "correction"
    by_cues = replace(reading, lacks=frozenset({"name"})).is_durable
    lasts = by_cues or (context.lasts_alone(sentence.text) and not _names_past(sentence, context))
    if lasts and _has_topic(folded, context):
        return False
    return not (reading.objection or takes_back or any(p.search(folded) for p in own))


def is_in_brackets(sentence: Piece) -> bool:
    """Does it stand in brackets as a whole, so that it is about the sentence before it?"""
    return _BRACKETED.fullmatch(sentence.text.strip()) is not None


def _names_past(sentence: Piece, context: Context) -> bool:
    """Does it tell when something was: "Heart attack on Saturday"?"""
    text, day = sentence.text, context.block.day
    return day is not None and any(m.is_past for m in find_dates(text, day, context.lexicon))


def _has_topic(folded: str, context: Context) -> bool:
    """Does it begin with what it is about, neither a day nor a word that points elsewhere?"""
    body = context.reader.grammar.openers.sub("", folded, count=1).strip()
    return context.reader.stands_alone(body) and not context.reader.grammar.bare.match(body)


def is_mere_correction(text: str, context: Context) -> bool:
    """Does it say only that the record is wrong, and not how it is: "I misheard"?"""
    hits = context.read(text).hits
    if not hits or any(h.cue.kind != "correction" for h in hits):
        return False
    rest = context.reader.fold(text)
    for hit in hits:
        rest = rest.replace(hit.match[0], " ")
    return not context.reader.stands_alone(rest)


def is_exclaimed(draft: Draft, context: Context) -> bool:
    """Is it the writer's news in a word or two, told in full by the next sentence?"""
    is_mine = draft.subject is not None and draft.subject.entity == context.me
    is_short = draft.end - draft.start <= _EXCLAMATION
    return is_mine and is_short and not draft.is_named and draft.reading.is_durable


def is_announced(draft: Draft, sentence: Piece, here: Sequence[Subject], context: Context) -> bool:
    """Is it news cried out without a number, which the next sentence gives ("Results are in! 86")?

    What is unsure besides in the next sentence does not make the number unsure.
    """
    said, told = context.text[draft.start : draft.end], context.text[sentence.start : sentence.end]
    is_cry = said.rstrip().endswith(("!", "！")) and len(said.encode()) <= _CRY
    if here or not (is_cry and draft.reading.is_durable) or _NUMBER.search(said):
        return False
    folded, grammar = context.reader.fold(told), context.reader.grammar
    own = (grammar.first_person, grammar.we)
    clause = context.reader.cutter.clauses(sentence)[0]
    is_told = _NUMBER.search(told) is not None and context.read(clause.text).objection is None
    return is_told and not any(p.match(folded) for p in own)


def leaves_open(draft: Draft, context: Context) -> bool:
    """Is it the writer's news that says nothing yet: "That's us moved"?"""
    is_mine = draft.subject is not None and draft.subject.entity == context.me
    whole = context.text[draft.start : draft.end]
    return is_mine and not draft.is_named and not context.reader.stands_alone(whole)


def is_left_over(last: Draft, sentence: Piece, here: Sequence[Subject], context: Context) -> bool:
    """Does one of the two say nothing without the other: "Not the 21st. I go on the 28th"?"""
    if here:
        return False
    whole = context.text[last.start : last.end]
    is_whole = all(map(context.reader.stands_alone, (whole, sentence.text)))
    return not is_whole and context.read(f"{whole} {sentence.text}").is_durable


def is_cut_short(last: Draft, sentence: Piece, here: Sequence[Subject], context: Context) -> bool:
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


_TOPIC = 160
"""Characters before a sentence within which it is said what it is about."""


def with_its_topic(
    drafts: Sequence[Draft], sentence: Piece, here: Sequence[Subject], context: Context
) -> int | None:
    """Where a statement begins that ends with a price or an hour ("Saw Elm House. £900 a week").

    With the sentence before it, and all of those that say nothing lasting by themselves.
    """
    grammar, folded = context.reader.grammar, context.reader.fold(sentence.text)
    if not drafts or here or not grammar.topicless.match(folded):
        return None
    start = None
    for draft in reversed(drafts):
        if sentence.start - draft.start > _TOPIC or draft.subject != drafts[-1].subject:
            break
        start = draft.start
        if draft.reading.is_durable:
            break
    return start
