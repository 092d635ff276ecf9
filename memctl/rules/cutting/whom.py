"""Whom a stretch of text is about: a name in it, whom it went on about, or the writer.

Keys read from the data of a language (statements.toml):
    ails     what is said of a body, a medicine or a treatment
    doctor   how a name begins or ends that is a doctor's
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from memctl.graph.entity import type_of
from memctl.language.clauses import Piece
from memctl.language.lexicon import Lexicon
from memctl.language.new_names import find_new_names, is_capitalised_word
from memctl.language.scripts import has_han
from memctl.language.statements import group, statements
from memctl.rules.comparing.whose.subjects import dose_turns, has_dose
from memctl.rules.cutting.context import Context
from memctl.rules.cutting.pronouns import fits, meant_before, pronoun_above
from memctl.rules.places import slots_of_others
from memctl.rules.resolution.subject import Subject
from memctl.rules.resolution.subjects import named_there, subjects

_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
_LABEL = re.compile(r"[a-z][a-z ,’']{2,30}[:：] ")
"""What stands before a statement, and names nobody: "in passing, over toast: she has …"."""
_LONG = 16_000
"""Characters of what stands above a block in which is looked whom it names."""


def choose(named: Sequence[Subject], body: str, context: Context) -> Subject | None:
    """The first name that is no companion; a companion only where "she" goes on about them."""
    grammar = context.reader.grammar
    named = _outside_brackets(told_of(named, context), context)
    named = [s for s in named if not stands_after(grammar.kept_from, context, s)]
    goes_on = grammar.third_person.search(context.reader.fold(body))
    alone = [s for s in named if _led_in(s) or not stands_after(grammar.beside, context, s)]
    others = [
        s
        for s in named
        if goes_on or not is_person(s) or not stands_after(grammar.companion, context, s)
    ]
    return next(iter((*alone, *others)), None)


def _led_in(subject: Subject) -> bool:
    """Is the word before the name part of what introduces it ("from now on ask Ada")?"""
    hit = subject.hit
    return hit is not None and hit.cue.weight > 1 and hit.match.start() < subject.span[0]


def owner_of_change(
    named: Sequence[Subject], body: str, start: int, context: Context
) -> Subject | None:
    """Whose thing somebody changes ("put my dose up", "moved Bo to nights"), where one does."""
    reader = context.reader
    for match in reader.grammar.alters.finditer(reader.fold(body)):
        begin, end = group(match, "what") or match.span()
        owner = next((s for s in named if start + begin <= s.span[0] < start + end), None)
        if owner is not None:
            return owner
        what = reader.fold(body[begin:])
        own = (reader.grammar.first_person, reader.grammar.we)
        if group(match, "mine") or any(pattern.match(what) for pattern in own):
            return _me(context)
        who = group(match, "who")
        if who and not is_capitalised_word(body[slice(*who)], context.lexicon):
            return named_there(context.text, (start + who[0], start + who[1]), context.known)
    return None


def _me(context: Context) -> Subject:
    return Subject(context.me, context.known.name(context.me), (0, 0))


def _outside_brackets(named: Sequence[Subject], context: Context) -> Sequence[Subject]:
    """Without whoever is named in brackets only: "met Bo (Ada had asked me to)" is about Bo."""
    asides = [m.span() for m in _BRACKETS.finditer(context.text)]
    outside = [s for s in named if not any(a < s.span[0] < b for a, b in asides)]
    return outside or named


def told_of(named: Sequence[Subject], context: Context) -> Sequence[Subject]:
    """Without whoever says it of the next one: "Ada says Bo has moved" is about Bo."""
    tells = context.reader.grammar.tells
    for at, (one, other) in enumerate(pairwise(named)):
        between = context.reader.fold(context.text[one.span[1] : other.span[0]])
        if not tells.fullmatch(between.strip(" ,，:：")):
            return named[at:]
    return named[-1:]


def unnamed(body: str, carried: Subject | None, context: Context) -> Subject | None:
    """Whom a stretch without a name is about; nobody where "she" begins a text."""
    folded, grammar = context.reader.fold(body), context.reader.grammar
    others = grammar.third_person.search(folded) or grammar.left_out.match(folded)
    is_nobody = _is_of_others(body, context) or _goes_on_with_another(body, context)
    if carried is not None and _is_ours(carried, folded, context):
        return carried
    if carried is not None and (others or not is_mine(body, context)):
        return None if is_nobody and carried.entity == context.me else carried
    speaks_of = grammar.speaks_of.match(folded) and not is_mine(body, context)
    if is_nobody or speaks_of or grammar.third_person.match(folded):
        return None
    return _me(context)


def _is_ours(project: Subject, folded: str, context: Context) -> bool:
    """Do "we" who do it belong to the project that heads the block or stands above it?"""
    grammar = context.reader.grammar
    if grammar.we.match(folded) and _is_on_label(project, context):
        return True
    is_headed = _is_project(project) and project == heading_subject(context)
    return is_headed and not grammar.first_person.search(folded)


def _is_project(subject: Subject) -> bool:
    return subject.entity is not None and type_of(subject.entity) == "projects"


def _is_on_label(project: Subject, context: Context) -> bool:
    """Is it a project that stands alone at the head of the block ("Minutes, Project Ada.")?"""
    if not _is_project(project):
        return False
    first = context.reader.cutter.sentences(context.text)[0]
    behind = context.text[project.span[1] : first.end]
    return project.span[1] <= first.end and not behind.strip(" .。:：")


def speaks_for_me(body: str, context: Context) -> bool:
    """Does it say "I", or leave out a subject that can only be the writer?"""
    elided = context.reader.grammar.elided.match(context.reader.fold(body))
    return bool(elided) or is_mine(body, context)


def names_in_latin(body: str, context: Context) -> bool:
    """Does a Chinese sentence name somebody in Latin letters, wherever the name stands?"""
    return has_han(body) and any(not has_han(g.name) for g in find_new_names(body, context.lexicon))


def _is_of_others(body: str, context: Context) -> bool:
    """Is what lasts in it told of a "she" whom nothing names: "lunch with a friend, she moved"?"""
    return not is_mine(body, context) and bool(slots_of_others(body, context.lexicon))


def _goes_on_with_another(body: str, context: Context) -> bool:
    """Is what lasts in it told of a "she", and nothing in it of the writer?"""
    if is_mine(body, context):
        return False
    reader = context.reader
    clauses = (c.text for c in reader.cutter.clauses(Piece(body, 0, len(body))))
    theirs = (c for c in clauses if reader.grammar.stands_for.match(reader.fold(c)))
    return any(context.read(clause).is_durable for clause in theirs)


def is_mine(body: str, context: Context) -> bool:
    """Does it say "I" or "we"?"""
    folded, grammar = context.reader.fold(body), context.reader.grammar
    return bool(grammar.first_person.search(folded) or grammar.we.search(folded))


def is_medical(text: str, context: Context) -> bool:
    """Is it about somebody's health?"""
    return bool(context.reader.grammar.ails.search(context.reader.fold(text)))


def is_doctor(subject: Subject, context: Context) -> bool:
    """Does the name say that it is a doctor's?"""
    begin, end = max(0, subject.span[0] - 4), subject.span[1] + 4
    around = context.reader.fold(context.text[begin:end])
    known = context.known.names(subject.entity) if subject.entity else ()
    names = (around, *map(context.reader.fold, (subject.name, *known)))
    return any(context.reader.grammar.doctor.search(name) for name in names)


def patient_of(
    doctor: Subject | None,
    named: Sequence[Subject],
    body: str,
    carried: Subject | None,
    context: Context,
) -> Subject | None:
    """Whose dose a doctor changes, where nobody is said to take it: the patient's told of, or mine.

    None where the name is no doctor's, or where it may be the doctor who takes it.
    """
    if doctor is None or not (is_doctor(doctor, context) or _is_seen(doctor, context)):
        return None
    is_turned = dose_turns(context.lexicon).search(context.reader.fold(body)) is not None
    medicates = context.reader.grammar.medicates.match(context.folded, doctor.span[1])
    if not (is_turned or medicates or has_dose(body, context.lexicon)):
        return None
    if any(may_ail(s, context) for s in named if s.entity != doctor.entity):
        return None
    treats = context.reader.grammar.treats.match(context.folded, doctor.span[1])
    if not (treats or medicates or is_turned):
        return None
    return carried if carried is not None and may_ail(carried, context) else _me(context)


def _is_seen(doctor: Subject, context: Context) -> bool:
    """Is it told before how it went at the surgery, where somebody now changes a medicine?"""
    grammar, start = context.reader.grammar, doctor.span[0]
    does = grammar.medicates.match(context.folded, doctor.span[1])
    return does is not None and grammar.ails.search(context.folded, 0, start) is not None


def treats_another(subject: Subject, context: Context) -> bool:
    """Is it a doctor, of whom is told what they do for somebody?"""
    grammar, end = context.reader.grammar, subject.span[1]
    does = grammar.medicates.match(context.folded, end) or grammar.treats.match(context.folded, end)
    return does is not None and is_doctor(subject, context)


def may_ail(subject: Subject, context: Context) -> bool:
    """Is it somebody who may be a patient: neither the writer nor a doctor?"""
    is_somebody = subject.entity != context.me and (is_person(subject) or subject.is_new)
    return is_somebody and not is_doctor(subject, context)


def is_beside(context: Context, subject: Subject) -> bool:
    """Does a word stand right before the name that makes it no subject?"""
    return stands_after(context.reader.grammar.beside, context, subject)


def stands_after(words: re.Pattern[str], context: Context, subject: Subject) -> bool:
    """Does a word such as "with" stand right before the name?"""
    before = context.reader.fold(context.text[: subject.span[0]].rstrip()[-16:])
    return any(m.end() == len(before) for m in words.finditer(before))


def heading_subject(context: Context) -> Subject | None:
    """Whom the block goes on about: "she" after a block about one person, or those above it."""
    if context.block.kind == "quote":
        return None  # marked as the writer's own
    if context.before and goes_on_about_others(context.text, context.lexicon):
        before = context.before.text
        people = [s for s in _known_in(before, context) if is_person(s)]
        label = _LABEL.match(context.text)
        told = context.text[label.end() if label else 0 :]
        pronoun = pronoun_above(told, context.lexicon)
        person = (
            meant_before(pronoun, before, people, next(iter(people), None), context)
            if pronoun
            else only_person(people)
        )
        if person is not None:
            return person
    above = (context.block.parent, context.block.heading)
    found = (_headed_by(_known_in((text or "")[:_LONG], context)) for text in above)
    return next(filter(None, found), None) or _guessed_above(context)


def _headed_by(named: Sequence[Subject]) -> Subject | None:
    """Whom a heading is about: the project that was met for, before those who met."""
    others = [s for s in named if not is_person(s)]
    project = next(filter(_is_project, others), None)
    if project is not None or others:
        return project or others[0]
    return named[0] if len({s.entity for s in named}) == 1 else None


def goes_on_about_others(text: str, lexicon: Lexicon) -> bool:
    """Does it begin with "she", or with "stays", which nobody says of themselves?"""
    reader = statements(lexicon)
    folded = reader.fold(text)
    if pronoun_above(text, lexicon):
        return True
    label = _LABEL.match(folded)
    starts = (0, label.end()) if label else (0,)
    patterns = (reader.grammar.third_person, reader.grammar.left_out)
    return any(pattern.match(folded, start) for pattern in patterns for start in starts)


def only_person(found: Iterable[Subject]) -> Subject | None:
    """The one person among them; nobody where there are two."""
    people = {s.entity: s for s in found if s.entity and is_person(s)}
    return next(iter(people.values())) if len(people) == 1 else None


def _known_in(text: str, context: Context) -> tuple[Subject, ...]:
    found = subjects(text, context.known, context.lexicon) if text else ()
    return tuple(s for s in found if s.entity and (not s.is_new or s.is_plain))


def _guessed_above(context: Context) -> Subject | None:
    """The one person whom the block above may name, whom nobody knows yet, where "he" follows."""
    pronoun = pronoun_above(context.text, context.lexicon)
    if context.before is None or not pronoun:
        return None
    named = subjects(context.before.text, context.known, context.lexicon)
    person = only_person(named)
    return person if person and fits(pronoun, person, context.before.text, context) else None


def is_person(subject: Subject) -> bool:
    """Is it somebody, or may it be?"""
    return any(type_of(r) == "people" for r in (subject.entity, *subject.ambiguous) if r)
