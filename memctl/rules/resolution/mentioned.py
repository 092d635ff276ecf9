"""Known entities in a text: by a link, or by one of their names."""

from collections.abc import Iterator

from memctl.expressions import later
from memctl.graph.entity import EntityRef, as_ref, type_of
from memctl.language.naming.mentions import Mention, find_mentions
from memctl.language.naming.words import HAN_TITLES
from memctl.language.scripts import has_han
from memctl.rules.resolution.known_names import KnownNames
from memctl.rules.resolution.subject import Subject

_LINK = later(r"\[\[(?P<ref>[^\[\]|]+?)(?:\|(?P<name>[^\[\]]+))?\]\]")
_ADDRESS = later(r"https?://\S+|(?<![\w@])[\w-]+(?:\.[\w-]+)+/\S*")
"""A place in the web or in a repository: the names in it are its own."""
_SURNAME = later(r"\s([A-ZÀ-Þ][\w’-]*[a-zß-ÿ][\w’-]*)(?!['’\w])")
_INITIAL = later(r"\s([A-ZÀ-Þ])(?:\.|(?=\s|$))")
_NEAR = 64
"""Characters before a name in which the word stands that something else is called so."""


def linked(text: str, known: KnownNames) -> Iterator[Subject]:
    """Everybody whom the text links by ref, from left to right; also a ref that is not there."""
    for link in _LINK.finditer(text):
        ref = as_ref(link["ref"])
        if "/" in ref:
            entity = known.graph.get(ref)
            name = link["name"] or known.name(ref)
            yield Subject(entity.ref if entity else ref, name, link.span(), is_new=entity is None)


def mentioned(text: str, known: KnownNames) -> Iterator[Subject]:
    """Everybody whom it names outside of links, from left to right; a name may fit several."""
    links = [m.span() for found in (_LINK, _ADDRESS) for m in found.finditer(text)]
    mentions = find_mentions(text, known.index)
    others = {m.span[1] for m in mentions if m.words not in known.relations}
    namesakes = {m.words for m in mentions if _is_namesake(text, m, known)}
    for mention in mentions:
        start, end = mention.span
        if any(a <= start < b for a, b in links):
            continue
        if mention.words in HAN_TITLES or mention.words in namesakes:
            continue
        if start in others and mention.words in known.relations:
            others.add(end)  # 林可爸妈: neither is the writer's
            continue
        if any(type_of(r) == "people" for r in mention.refs) and known.namesake.match(text, end):
            yield Subject(None, mention.words, (start, end))  # "Ada at the shop, not our Ada"
            continue
        if mention.words.casefold() in known.short and not _stands_as_name(text, start, end, known):
            continue
        refs = _by_initial(text, end, tuple(EntityRef(r) for r in mention.refs), known)
        one = refs[0] if len(refs) == 1 else None
        yield Subject(one, mention.words, (start, end), ambiguous=() if one else refs)


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


def _stands_as_name(text: str, start: int, end: int, known: KnownNames) -> bool:
    if has_han(text[start:end]) or text[start].isupper():
        return True
    before = text[:start].casefold().rstrip()
    return not before or before[-1] in ".!?\n" or bool(known.definite.search(before))
