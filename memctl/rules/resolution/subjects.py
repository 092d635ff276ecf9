"""Everybody whom a text names: those who are known, then those whom it introduces.

Known names come from the graph (names, aliases, and the short forms that people use when
only one entity fits them). New names come only from what plainly introduces them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from memctl.graph.entity import EntityRef, type_of
from memctl.language.lexicon import Lexicon
from memctl.language.naming.introductions import NameGuess
from memctl.language.new_names import find_new_names, is_capitalised_word, is_common_word
from memctl.language.statements import group, statements
from memctl.rules.resolution.introduced import aliases, introduced, stranger
from memctl.rules.resolution.known_names import KnownNames
from memctl.rules.resolution.mentioned import linked, mentioned
from memctl.rules.resolution.renamed import renamed
from memctl.rules.resolution.strangers import strangers
from memctl.rules.resolution.subject import Subject


def subjects(
    text: str, known: KnownNames, lexicon: Lexicon, *, is_own: bool = False
) -> tuple[Subject, ...]:
    """Everybody the text names, from left to right; known names before new ones.

    Where it is the beginning of what the writer tells of themselves, their own name is none.
    """
    found = [*linked(text, known), *mentioned(text, known)]
    hits = statements(lexicon).introductions(text, is_own=is_own)
    mine = [span for h in hits if h.cue.owner and (span := group(h.match, "name"))]
    guesses = tuple(strangers(text, lexicon))
    plain = [g.span for g in guesses if g.is_plain]
    for hit in hits:
        for given in introduced(text, hit, known, lexicon):
            found, subject = _bearing_both(found, given, known)
            taken = [*mine, *(s.span for s in found), *(() if hit.cue.plain else plain)]
            is_word = not hit.cue.plain and _is_word(subject.name, lexicon)
            found += [] if is_word or _overlaps(subject.span, taken) else [subject]
    taken = [*mine, *(s.span for s in found)]
    found += [stranger(g, known) for g in guesses if not _overlaps(g.span, taken)]
    whole = _joined(_plainly(_by_full_name(renamed(text, found, known, lexicon)), lexicon))
    return tuple(sorted(whole, key=lambda s: s.span))


def _by_full_name(found: list[Subject]) -> list[Subject]:
    """Somebody new by the name that the text gives besides: one person, not two."""
    full = {n: s for s in found if s.is_new and s.entity for n in s.names}
    return [
        replace(s, entity=one.entity, name=one.name, names=one.names)
        if s.is_new and (one := full.get(s.name)) is not None
        else s
        for s in found
    ]


def _plainly(found: list[Subject], lexicon: Lexicon) -> list[Subject]:
    """A stranger with a given name that only people bear is plainly somebody."""
    given = statements(lexicon).grammar.given_name
    return [
        replace(s, is_plain=True)
        if s.is_new
        and not s.is_plain
        and s.entity
        and type_of(s.entity) == "people"
        and given.fullmatch(s.name)
        else s
        for s in found
    ]


def _is_word(name: str, lexicon: Lexicon) -> bool:
    return is_common_word(name, lexicon) or is_capitalised_word(name, lexicon)


def _bearing_both(
    found: list[Subject], given: Subject, known: KnownNames
) -> tuple[list[Subject], Subject]:
    """A further name of somebody known goes to them, whichever of the two names is known."""
    if not given.names:
        return found, given
    refs = {r for n in given.names for r in known.bearers(n)}
    if given.is_new and len(refs) == 1:
        (ref,) = refs
        given = replace(given, entity=ref, is_new=False, names=(given.name,))
    names = tuple(n for n in (given.name, *given.names) if given.entity)
    learned = [
        replace(s, names=(*s.names, *(n for n in names if n != s.name)))
        if s.entity == given.entity
        else s
        for s in found
    ]
    return learned, given


def guessed(text: str, known: KnownNames, lexicon: Lexicon) -> tuple[Subject, ...]:
    """Names in the text that look like somebody's, wherever they stand; none of them is plain."""
    found = (g for g in find_new_names(text, lexicon) if g.type == "people")
    return tuple(stranger(replace(g, is_plain=False), known) for g in found)


def named_there(text: str, span: tuple[int, int], known: KnownNames) -> Subject:
    """Somebody whose name stands there, as little plain as a guess."""
    return stranger(NameGuess(text[slice(*span)], span, "people", is_plain=False), known)


def own_names(text: str, lexicon: Lexicon, *, is_own: bool = False) -> tuple[str, ...]:
    """What the user calls themselves where they introduce themselves."""
    names: list[str] = []
    for hit in statements(lexicon).introductions(text, is_own=is_own):
        span = group(hit.match, "name")
        if hit.cue.owner and span is not None:
            name = text[span[0] : span[1]]
            names += [name, *aliases(text, hit, name)]
    return tuple(dict.fromkeys(names))


def _overlaps(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def _joined(found: list[Subject]) -> list[Subject]:
    """One subject for one new name: its other names together."""
    names: dict[EntityRef, Mapping[str, None]] = {}
    for subject in found:
        if subject.entity:
            had = names.get(subject.entity, {})
            names[subject.entity] = {**had, **dict.fromkeys(subject.names)}
    return [replace(s, names=tuple(names[s.entity])) if s.entity else s for s in found]
