"""Whom "he" or "she" means, where one or several people were named before.

A word beside a name ("my sister Ada"), what is known of somebody, and a given name tell which
of the two fits. Where it fits two who were told of together, nobody is meant for certain.
"""

import re
from collections.abc import Iterator, Sequence

from memctl.language.clauses import Piece
from memctl.language.lexicon import Lexicon
from memctl.language.naming.use import use_words
from memctl.language.new_names import find_new_names
from memctl.language.scripts import has_han
from memctl.language.statements import Statements, statements
from memctl.rules.cutting.context import Context
from memctl.rules.resolution.subject import Subject
from memctl.rules.resolution.subjects import named_there

_BEHIND = 40
"""Characters behind a name in which a word tells what somebody is to the writer."""
_ROWS = 40
"""Rows of somebody that are asked about it."""
_FIRST = re.compile(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}(?<!['’]s)(?=,? [a-z])")
"""A name in Latin letters with which a sentence may begin."""


def pronoun_of(text: str, context: Context) -> str:
    """`he` or `she`, with which the text begins; "" for "they" and any other word."""
    return _begins_with(text, context.reader)


def _begins_with(text: str, reader: Statements) -> str:
    grammar, folded = reader.grammar, reader.fold(text)
    opener = grammar.openers.match(folded)
    body = folded[opener.end() :].lstrip(" ,，") if opener else folded
    for name, pattern in (("he", grammar.he), ("she", grammar.she)):
        if pattern.match(folded) or pattern.match(body):
            return name
    return ""


def pronoun_above(text: str, lexicon: Lexicon) -> str:
    """`he` or `she`, where it is somebody named above the text.

    It begins with the word, does something to "him", or goes on with it after a sentence in
    which nobody can be meant.
    """
    reader = statements(lexicon)
    folded = reader.fold(text)
    if found := _begins_with(text, reader):
        return found
    if (match := reader.grammar.speaks_of.match(folded)) is not None:
        return _begins_with(folded[match.end() - 1 :], reader)
    for sentence in reader.cutter.sentences(text)[1:]:
        if found := _begins_with(sentence.text, reader):
            return "" if _may_be_in(text[: sentence.start], found, lexicon) else found
    return ""


def _may_be_in(told: str, pronoun: str, lexicon: Lexicon) -> bool:
    """May it be somebody of whom the text itself tells, or is that the writer's own affair?"""
    reader = statements(lexicon)
    grammar, folded = reader.grammar, reader.fold(told)
    kin = grammar.man if pronoun == "he" else grammar.woman
    patterns = (grammar.first_person, grammar.we, kin)
    if not has_han(told) or any(pattern.search(folded) for pattern in patterns):
        return True
    return bool(find_new_names(told, lexicon))


def meant_before(
    pronoun: str, told: str, people: Sequence[Subject], first: Subject | None, context: Context
) -> Subject | None:
    """Who of those named in `told` is meant; the nearest sentence that names anybody fitting.

    Args:
        pronoun: `he` or `she`.
        told: What was said before.
        people: Whom it names, with their places in it.
        first: Whom it was about.
        context: The block.
    """
    for sentence in reversed(context.reader.cutter.sentences(told)):
        here = [p for p in people if sentence.start <= p.span[0] < sentence.end]
        fitting = [p for p in _each(here) if fits(pronoun, p, told, context)]
        if fitting:
            return _of_these(pronoun, fitting, told, first, context)
    return None


def fits(pronoun: str, person: Subject, told: str, context: Context) -> bool:
    """May somebody be meant, as far as anything tells?"""
    return _word_for(person, told, context) in {"", pronoun}


def means(pronoun: str, person: Subject, told: str, context: Context) -> bool:
    """Is somebody said to be a "he" or "she", and not only nothing else?"""
    return _word_for(person, told, context) == pronoun


def named_first(pronoun: str, told: str, context: Context) -> Subject | None:
    """Who is named where a sentence begins, whose given name tells that the word means them.

    Any word has a capital there, so nobody is guessed; a given name that fits is somebody's.
    """
    for sentence in reversed(context.reader.cutter.sentences(told)):
        name = _FIRST.match(told, sentence.start, sentence.end)
        if not name or name[0].casefold() in use_words(context.lexicon).common:
            continue
        if _by_given_name((context.reader.fold(name[0]),), context) == pronoun:
            return named_there(told, name.span(), context.known)
    return None


def _of_these(
    pronoun: str, fitting: Sequence[Subject], told: str, first: Subject | None, context: Context
) -> Subject | None:
    if len(fitting) == 1:
        return fitting[0]
    sure = [p for p in fitting if _word_for(p, told, context) == pronoun]
    if len(sure) == 1:
        return sure[0]
    leads = next((p for p in fitting if first is not None and p.entity == first.entity), None)
    if leads is None or any(_are_together(leads, p, told, context) for p in fitting):
        return None
    return leads


def _each(people: Sequence[Subject]) -> Iterator[Subject]:
    """Each of them once."""
    yield from {p.entity: p for p in reversed(people) if p.entity}.values()


def _are_together(one: Subject, other: Subject, told: str, context: Context) -> bool:
    """Are the two named side by side ("Ada and Bo")?"""
    between = context.reader.fold(told[one.span[1] : other.span[0]])
    return bool(context.reader.grammar.conjoined.fullmatch(between))


def told_of_another(
    clause: Piece, start: int, here: Sequence[Subject], context: Context
) -> Subject | None:
    """Whom a clause is about that says "she" and cannot mean whom its sentence began with."""
    pronoun = pronoun_of(clause.text, context)
    before = [s for s in here if start <= s.span[0] < clause.start and s.entity]
    if not pronoun or len({s.entity for s in before}) <= 1:
        return None
    told = context.text
    if fits(pronoun, before[0], told, context):
        return None
    fitting = [s for s in _each(before) if fits(pronoun, s, told, context)]
    return fitting[0] if len(fitting) == 1 else None


def _word_for(person: Subject, told: str, context: Context) -> str:
    """`he` or `she`, whichever is said of somebody; "" where nothing tells."""
    grammar, reader = context.reader.grammar, context.reader
    kin = (("he", grammar.man), ("she", grammar.woman))
    before = reader.fold(told[: person.span[0]]).rstrip()
    for word, pattern in kin:
        if any(m.end() == len(before) for m in pattern.finditer(before)):
            return word
    names = (person.name, *(context.known.names(person.entity) if person.entity else ()))
    known = tuple(dict.fromkeys(reader.fold(n) for n in names))
    for word, pattern in kin:
        if any(pattern.match(name) for name in known):
            return word
    return _known_as(person, known, context) or _by_given_name(known, context)


def _known_as(person: Subject, names: Sequence[str], context: Context) -> str:
    """What the rows about somebody call them ("my sister Ada …", "Ada is my sister")."""
    grammar, reader = context.reader.grammar, context.reader
    entity = context.known.graph.get(person.entity) if person.entity else None
    for fact in (entity.facts if entity else ())[:_ROWS]:
        folded = reader.fold(fact.text)
        for name in names:
            at = folded.find(name)
            if at < 0:
                continue
            before, behind = folded[:at].rstrip(), folded[at + len(name) :][:_BEHIND]
            is_my = grammar.is_my.match(behind)
            for word, pattern in (("he", grammar.man), ("she", grammar.woman)):
                if any(m.end() == len(before) for m in pattern.finditer(before)):
                    return word
                if is_my and pattern.match(behind, is_my.end()):
                    return word
    return ""


def _by_given_name(names: Sequence[str], context: Context) -> str:
    grammar = context.reader.grammar
    first = {part for name in names for part in (name, name.partition(" ")[0]) if part}
    is_his = any(grammar.he_name.fullmatch(part) for part in first)
    is_hers = any(grammar.she_name.fullmatch(part) for part in first)
    return "" if is_his == is_hers else "he" if is_his else "she"
