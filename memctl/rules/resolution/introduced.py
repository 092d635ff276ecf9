"""New names in a text, from what plainly introduces them."""

from collections.abc import Iterator
from functools import lru_cache

from memctl.graph.entity import Entity
from memctl.language.cues import Hit
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.naming.firms import is_firm
from memctl.language.naming.introductions import NameGuess
from memctl.language.naming.words import TITLES
from memctl.language.statements import group
from memctl.language.terms import fold, read_terms
from memctl.rules.resolution.known_names import KnownNames
from memctl.rules.resolution.subject import Subject


def introduced(text: str, hit: Hit, known: KnownNames, lexicon: Lexicon) -> Iterator[Subject]:
    """Whom a cue introduces; nobody where it is the writer."""
    span = group(hit.match, "name")
    if span is None:
        return
    name = text[span[0] : span[1]].strip("*_“”\"'「」")
    if (title := group(hit.match, "title")) is not None:
        name += text[slice(*title)]  # 阿姨姓王 is 王阿姨
    others = aliases(text, hit, name)
    if hit.cue.owner:
        return
    bare = _without_title(name)
    others = others if bare == name else (name, *others)
    name = bare
    ref = known.folders.ref_for(name, _type(name, hit.cue.type, lexicon))
    entity = known.graph.get(ref)
    if entity is None and (entity := _same_kin(name, known, lexicon)) is not None:
        others = (*others, name)
    ref, is_new = (entity.ref, False) if entity else (ref, True)
    yield Subject(ref, name, span, is_new=is_new, is_plain=hit.cue.plain, names=others, hit=hit)


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


def stranger(guess: NameGuess, known: KnownNames) -> Subject:
    """Who a guessed name is: somebody known of that folder, else somebody new."""
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


def aliases(text: str, hit: Hit, name: str) -> tuple[str, ...]:
    """The further names that a cue gives somebody, in its order."""
    spans = [hit.match.span(k) for k in hit.match.re.groupindex if k.startswith("alias")]
    words = [text[a:b].strip("*_“”\"'「」 ") for a, b in spans if a >= 0]
    return tuple(dict.fromkeys(w for w in words if w and w != name))
