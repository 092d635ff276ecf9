"""Whom a mention means: a known entity, several, a new one, or nobody.

Known names come from the graph (names, aliases, and the short forms that people use when
only one entity fits them). New names come only from what plainly introduces them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from memctl.graph.entity import Entity, EntityRef, as_ref, slug_words, type_of
from memctl.graph.graph import Graph
from memctl.language.cues import Hit
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.naming.firms import is_firm
from memctl.language.naming.introductions import NameGuess
from memctl.language.naming.mentions import Mention, NameIndex, find_mentions, name_index
from memctl.language.naming.use import use_words
from memctl.language.naming.words import (
    HAN_HONOURS,
    HAN_TITLES,
    SURNAMES,
    TITLES,
)
from memctl.language.new_names import (
    find_new_names,
    is_capitalised_word,
    is_common_word,
)
from memctl.language.scripts import has_han
from memctl.language.statements import group, statements
from memctl.language.terms import fold, read_terms
from memctl.rules.naming import Folders
from memctl.rules.strangers import strangers

_LINK = re.compile(r"\[\[(?P<ref>[^\[\]|]+?)(?:\|(?P<name>[^\[\]]+))?\]\]")
_HAN_FAMILIAR = ("老", "小", "阿")
"""What stands before a surname among people who know each other."""
_SHORTEST = 4
"""Letters that a Latin short form needs at least."""
_NEAR = 64
"""Characters before a name in which the word stands that something else is called so."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Somebody or something that a stretch of text names."""

    entity: EntityRef | None
    """None when the name fits several."""
    name: str
    span: tuple[int, int]
    is_new: bool = False
    is_plain: bool = True
    names: tuple[str, ...] = ()
    """Other names that the text gives it."""
    ambiguous: tuple[EntityRef, ...] = ()
    hit: Hit | None = None
    """The cue that introduced it."""


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names of a graph, ready to be looked for in many texts."""

    index: NameIndex
    short: frozenset[str]
    """Casefolded short forms, which count only where they stand like a name."""
    graph: Graph
    folders: Folders
    naming: re.Pattern[str]
    no_surname: re.Pattern[str]

    def names(self, ref: EntityRef) -> tuple[str, ...]:
        """Every name of the entity."""
        entity = self.graph.get(ref)
        return entity.names if entity else ()

    def bearers(self, name: str) -> tuple[EntityRef, ...]:
        """The entities of exactly this name."""
        return tuple(m for m in self.graph.entities if name in self.names(m))

    def name(self, ref: EntityRef) -> str:
        """What the entity is called; the slug in words when it is unknown."""
        entity = self.graph.get(ref)
        return entity.name if entity else slug_words(ref)


def known_names(graph: Graph, lexicon: Lexicon) -> KnownNames:
    """Every name in the graph, and the short forms that fit one entity only."""
    names: dict[str, list[str]] = {}
    for entity in graph:
        for name in entity.names:
            names.setdefault(name, []).append(entity.ref)
    taken = {name.casefold() for name in names}
    short: dict[str, list[str]] = {}
    for entity in graph:
        for form in set(_short_forms(entity, lexicon)):
            if form.casefold() not in taken:
                short.setdefault(form, []).append(entity.ref)
    unique = {form: refs for form, refs in short.items() if len(refs) == 1}
    grammar = statements(lexicon).grammar
    return KnownNames(
        name_index(names | unique, lexicon),
        frozenset(f.casefold() for f in unique),
        graph,
        Folders(graph),
        grammar.naming,
        grammar.no_surname,
    )


def _short_forms(entity: Entity, lexicon: Lexicon) -> Iterator[str]:
    """沈老师 for a 沈柏川, Quay for Quay Robotics, the Lounge for the Discharge Lounge."""
    for name in (entity.name, *entity.aliases):
        if entity.type == "people":
            yield from _with_title(name)
            yield from _behind_title(name, lexicon)
        elif has_han(name):
            yield from _without_kind(name, lexicon)
        else:
            yield from _one_word(name, entity.type, use_words(lexicon).common)


def _with_title(name: str) -> Iterator[str]:
    # 邵老师 is no 邵总, nor is 邵阿姨 a 邵老师.
    if len(name) in {2, 3} and name[0] in SURNAMES and not name.endswith(HAN_HONOURS):
        yield from (name[0] + title for title in HAN_TITLES)
        yield from (before + name[0] for before in _HAN_FAMILIAR)


def _behind_title(name: str, lexicon: Lexicon) -> Iterator[str]:
    """Bridie for Aunt Bridie, 小梅 and 小梅阿姨 for 阿姨小梅."""
    head, _, rest = name.partition(" ")
    if rest and " " not in rest and head.casefold() in use_words(lexicon).relations | TITLES:
        yield rest
    for language in lexicon.languages:
        for kind in lexicon.table(language, "statements").get("kinds", {}).get("before", ()):
            rest = name.removeprefix(kind)
            if rest != name and len(rest) > 1:
                yield from (rest, rest + kind)


def _without_kind(name: str, lexicon: Lexicon) -> Iterator[str]:
    for language in lexicon.languages:
        kinds = lexicon.table(language, "statements").get("kinds", {})
        for kind in (*kinds.get("plain", ()), *kinds.get("telling", ())):
            rest = name.removesuffix(kind)
            if rest != name and len(rest) > 1:
                yield rest
                if kind in kinds.get("telling", ()):
                    yield kind


def _one_word(name: str, kind: str, common: frozenset[str]) -> Iterator[str]:
    words = name.split()
    if len(words) <= 1:
        return
    yield name.removesuffix("s") if name.endswith("s") else f"{name}s"
    for word in {words[0]} if kind == "companies" else {words[0], words[-1]}:
        if len(word) >= _SHORTEST and word.casefold() not in common:
            yield from (word, word.removesuffix("s") if word.endswith("s") else f"{word}s")


def subjects(
    text: str, known: KnownNames, lexicon: Lexicon, *, is_own: bool = False
) -> tuple[Subject, ...]:
    """Everybody the text names, from left to right; known names before new ones.

    Where it is the beginning of what the writer tells of themselves, their own name is none.
    """
    found = [*_linked(text, known), *_mentioned(text, known)]
    hits = statements(lexicon).introductions(text, is_own=is_own)
    mine = [span for h in hits if h.cue.owner and (span := group(h.match, "name"))]
    guesses = tuple(strangers(text, lexicon))
    plain = [g.span for g in guesses if g.is_plain]
    for hit in hits:
        for given in _introduced(text, hit, known, lexicon):
            found, subject = _bearing_both(found, given, known)
            taken = [*mine, *(s.span for s in found), *(() if hit.cue.plain else plain)]
            is_word = not hit.cue.plain and _is_word(subject.name, lexicon)
            found += [] if is_word or _overlaps(subject.span, taken) else [subject]
    taken = [*mine, *(s.span for s in found)]
    found += [_stranger(g, known) for g in guesses if not _overlaps(g.span, taken)]
    return tuple(sorted(_joined(_plainly(found, lexicon)), key=lambda s: s.span))


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
        if s.entity == given.entity and not s.is_new
        else s
        for s in found
    ]
    return learned, given


def _linked(text: str, known: KnownNames) -> Iterator[Subject]:
    for link in _LINK.finditer(text):
        ref = as_ref(link["ref"])
        if "/" in ref:
            entity = known.graph.get(ref)
            name = link["name"] or known.name(ref)
            yield Subject(entity.ref if entity else ref, name, link.span(), is_new=entity is None)


def _mentioned(text: str, known: KnownNames) -> Iterator[Subject]:
    links = [m.span() for m in _LINK.finditer(text)]
    mentions = find_mentions(text, known.index)
    namesakes = {m.words for m in mentions if _is_namesake(text, m, known)}
    for mention in mentions:
        start, end = mention.span
        if any(a <= start < b for a, b in links):
            continue
        if mention.words in HAN_TITLES or mention.words in namesakes:
            continue
        if mention.words.casefold() in known.short and not _stands_as_name(text, start, end):
            continue
        refs = _by_initial(text, end, tuple(EntityRef(r) for r in mention.refs), known)
        one = refs[0] if len(refs) == 1 else None
        yield Subject(one, mention.words, (start, end), ambiguous=() if one else refs)


_SURNAME = re.compile(r"\s([A-ZÀ-Þ][\w’-]*[a-zß-ÿ][\w’-]*)(?!['’\w])")
_INITIAL = re.compile(r"\s([A-ZÀ-Þ])(?:\.|(?=\s|$))")


def _is_namesake(text: str, mention: Mention, known: KnownNames) -> bool:
    """Does another surname follow, or the word that something else is *called* stand before?"""
    start, end = mention.span
    if known.naming.search(text[max(0, start - _NEAR) : start]):
        return True
    follows = _SURNAME.match(text, end)
    people = [r for r in mention.refs if type_of(r) == "people"]
    if follows is None or not people or " " in mention.words or has_han(mention.words):
        return False
    if known.no_surname.fullmatch(follows[1]):
        return False
    names = " ".join(n for r in people for n in known.names(EntityRef(r))).casefold()
    return follows[1].casefold() not in names


def _by_initial(
    text: str, end: int, refs: tuple[EntityRef, ...], known: KnownNames
) -> tuple[EntityRef, ...]:
    """Ruth A. is the one whose surname begins with A."""
    initial = _INITIAL.match(text, end)
    if initial is None or len(refs) <= 1:
        return refs
    fitting = [
        ref
        for ref in refs
        if any(n.split()[-1].startswith(initial[1]) for n in known.names(ref) if " " in n)
    ]
    return tuple(fitting) or refs


def _stands_as_name(text: str, start: int, end: int) -> bool:
    if has_han(text[start:end]) or text[start].isupper():
        return True
    before = text[:start].casefold().rstrip()
    return not before or before[-1] in ".!?\n" or bool(re.search(r"\bthe\Z", before))


def _introduced(text: str, hit: Hit, known: KnownNames, lexicon: Lexicon) -> Iterator[Subject]:
    span = group(hit.match, "name")
    if span is None:
        return
    name = text[span[0] : span[1]].strip("*_“”\"'「」")
    aliases = _aliases(text, hit, name)
    if hit.cue.owner:
        return
    bare = _without_title(name)
    aliases = aliases if bare == name else (name, *aliases)
    name = bare
    ref = known.folders.ref_for(name, _type(name, hit.cue.type, lexicon))
    entity = known.graph.get(ref)
    if entity is None and (entity := _same_kin(name, known, lexicon)) is not None:
        aliases = (*aliases, name)
    ref, is_new = (entity.ref, False) if entity else (ref, True)
    yield Subject(ref, name, span, is_new=is_new, is_plain=hit.cue.plain, names=aliases, hit=hit)


def _type(name: str, introduced: str, lexicon: Lexicon) -> str:
    """Who is introduced as somebody may by their name be a firm: our agent is Quay Lettings."""
    is_theirs = introduced == "people" and is_firm(name, lexicon)
    return "companies" if is_theirs else introduced


def _same_kin(name: str, known: KnownNames, lexicon: Lexicon) -> Entity | None:
    """Who is known by another word for such kin as one has one of: 妈妈 is Mum."""
    kin = _only_kin(name, lexicon)
    found = [
        entity
        for entity in (known.graph if kin else ())
        if entity.type == "people" and any(_only_kin(n, lexicon) == kin for n in entity.names)
    ]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=10_000)
def _only_kin(name: str, lexicon: Lexicon) -> str:
    """What a name says that somebody is, where one has one such: `c:mother`; else ""."""
    said = [t.id for t in read_terms(fold(name, lexicon), lexicon)]
    is_kin = len(said) == 1 and said[0].removeprefix("c:") in words_of("only_kin", lexicon)
    return said[0] if is_kin and " " not in name else ""


def guessed(text: str, known: KnownNames, lexicon: Lexicon) -> tuple[Subject, ...]:
    """Names in the text that look like somebody's, wherever they stand; none of them is plain."""
    found = (g for g in find_new_names(text, lexicon) if g.type == "people")
    return tuple(_stranger(replace(g, is_plain=False), known) for g in found)


def named_there(text: str, span: tuple[int, int], known: KnownNames) -> Subject:
    """Somebody whose name stands there, as little plain as a guess."""
    return _stranger(NameGuess(text[slice(*span)], span, "people", is_plain=False), known)


def _stranger(guess: NameGuess, known: KnownNames) -> Subject:
    name = _without_title(guess.name)
    ref = known.folders.ref_for(name, guess.type)
    entity = known.graph.get(ref)
    return Subject(
        entity.ref if entity else ref,
        name,
        guess.span,
        is_new=entity is None,
        is_plain=guess.is_plain,
        names=() if name == guess.name else (guess.name,),
    )


def _without_title(name: str) -> str:
    head, _, rest = name.partition(" ")
    return rest if rest and head.casefold().rstrip(".") in TITLES else name


def _aliases(text: str, hit: Hit, name: str) -> tuple[str, ...]:
    spans = [hit.match.span(k) for k in hit.match.re.groupindex if k.startswith("alias")]
    words = [text[a:b].strip("*_“”\"'「」 ") for a, b in spans if a >= 0]
    return tuple(dict.fromkeys(w for w in words if w and w != name))


def own_names(text: str, lexicon: Lexicon, *, is_own: bool = False) -> tuple[str, ...]:
    """What the user calls themselves where they introduce themselves."""
    names: list[str] = []
    for hit in statements(lexicon).introductions(text, is_own=is_own):
        span = group(hit.match, "name")
        if hit.cue.owner and span is not None:
            name = text[span[0] : span[1]]
            names += [name, *_aliases(text, hit, name)]
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
