"""An entity as the index keeps it: its facts and the lines of its summary, and what it is called.

No file is opened here.
"""

from collections.abc import Iterable, Iterator, Sequence

from memctl.graph.entity import Entity, Summary, slug_words
from memctl.graph.fact import ACTIVE, SUPERSEDED, Evidence, Fact
from memctl.graph.glance import PlainFacts
from memctl.graph.history import known_from, retired_on
from memctl.graph.visibility import visibility_of, widest
from memctl.index.filling.documents import Document, PageWords, Source, iso_day, plain_line
from memctl.language.tokens import analyse

_SHARES = 0.6
"""A summary line rests on the facts of which it holds this share of the terms."""


def entity_documents(entity: Entity, words: PageWords) -> tuple[Document, ...]:
    """The facts of an entity, then the lines of its summary."""
    names, told = entity.names, visibility_of(entity)
    width = widest(told)
    shown = (fact for fact in entity.facts if fact.status != "purged")
    # One by one with their names they would take three times as long.
    plain, rest = Document._make, (None, None, True, None, "", width, None, None, names)
    facts = tuple(
        [
            plain(("fact", f.id, f.text, ACTIVE, f.timestamp, f.line, iso_day(f.day), *rest))
            if _is_plain(f)
            else _fact_document(entity, f, names)
            for f in shown
        ]
    )
    return (*facts, *_summary_documents(entity, words)) if entity.summary else facts


def _is_plain(fact: Fact) -> bool:
    """Is it active, since its own day, and related to nothing? As nearly all are."""
    return fact.is_active and not (
        fact.timestamp is None
        or fact.valid_until
        or fact.related
        or fact.attribute
        or fact.value
        or fact.evidence
        or fact.visibility
    )


def evidence_quotes(
    entity: str, fact_id: str, evidence: Iterable[Evidence]
) -> Iterator[tuple[str, str, str, str]]:
    """The words in which a fact was read, for `Source.quotes`."""
    return ((e.path, e.quote, entity, fact_id) for e in evidence if e.quote)


def _known_to(entity: Entity) -> int:
    """Who may know of it: nobody who may be told none of its facts."""
    own = visibility_of(entity)
    if not entity.facts:
        return widest(own)
    marks = {fact.visibility for fact in entity.facts}
    return max(widest(own, mark) for mark in marks)


def entity_source(
    entity: Entity,
    key: str,
    stamp: str,
    words: PageWords,
    plain: PlainFacts | None = None,
) -> Source:
    """Everything that an entity's folder holds.

    Args:
        entity: Where plain facts are told, with those alone that its summary names.
        key: Of the source.
        stamp: Of its files.
        words: By which lines of the summary say something of themselves.
        plain: Its facts, where all are plain and the entity bears no mark of who may know.
    """
    quotes = (evidence_quotes(entity.ref, f.id, f.evidence) for f in entity.facts if f.evidence)
    names = entity.names
    return Source(
        key,
        stamp,
        tuple(_summary_documents(entity, words)) if plain else entity_documents(entity, words),
        entity.items_path or entity.folder,
        entity.summary.path if entity.summary else None,
        _ways_to_name(entity, names),
        tuple(quote for rows in quotes for quote in rows),
        _known_to(entity),
        entity.ref,
        entity.name,
        plain,
        names if plain else (),
    )


def _ways_to_name(entity: Entity, names: Sequence[str]) -> tuple[tuple[str, str, bool], ...]:
    """How a question may name the entity: every name, and the parts of a person's name."""
    found: dict[str, bool] = {}
    is_person = entity.type == "people"
    for name in {n.lower() if n.isascii() else n: n for n in names}.values():
        terms = spelled(name)
        found[" ".join(terms)] = True
        if is_person:
            for part in _parts(name, terms):
                found.setdefault(part, False)
    return tuple((key, entity.ref, whole) for key, whole in found.items() if key)


def spelled(name: str) -> list[str]:
    """The terms of a name without single characters of CJK words: they would name anybody."""
    terms = analyse(name)
    pairs = [t for t in terms if len(t) > 1 or t.isascii()]
    return pairs or terms


def _parts(name: str, terms: Sequence[str]) -> Iterator[str]:
    if len(name.split()) > 1:
        yield from (t for t in terms if len(t) > 2)  # noqa: PLR2004 - initials name anybody
    elif len(name) == 3 and not name.isascii():  # noqa: PLR2004 - surname and a given name of two
        yield " ".join(spelled(name[1:]))


def _fact_document(entity: Entity, fact: Fact, names: tuple[str, ...]) -> Document:
    known = max(filter(None, (fact.day, known_from(fact))), default=None)
    related = tuple(slug_words(ref) for ref in fact.related)
    return Document(
        kind="fact",
        fact=fact.id,
        text=fact.text,
        status=fact.status if fact.is_active or fact.status != ACTIVE else SUPERSEDED,
        day=fact.timestamp or iso_day(fact.day),
        line=fact.line,
        begins=iso_day(known),
        ends=iso_day(retired_on(entity.facts, fact)),
        until=iso_day(fact.valid_until),
        is_active=fact.is_active,
        audience=widest(visibility_of(entity), fact.visibility),
        follower=fact.superseded_by,
        names=(*names, *related, *filter(None, (fact.attribute, fact.value))),
    )


def _summary_documents(entity: Entity, words: PageWords) -> Iterator[Document]:
    summary = entity.summary
    if summary is None:
        return
    if not summary.block and all(text.lstrip().startswith("#") for _, text in summary.outside):
        return  # it says its names
    known = entity.facts_named(summary.block_facts) if summary.block_facts else ()
    told = widest(summary.visibility, *(fact.visibility for fact in known))
    for line, text, is_past in _block_lines(summary, words):
        rests = _rests_on(text, known)
        yield Document(
            kind="summary",
            fact=None,
            text=text,
            line=line,
            # A block edited by hand no longer says what its marker claims.
            is_active=not is_past and not summary.is_edited and bool(rests),
            rests=" ".join(fact.id for fact in rests),
            # Which fact a line states is guessed from its words: not good enough here.
            audience=told,
            names=entity.names,
        )
    for line, text in summary.outside:
        if not text.lstrip().startswith("#"):
            yield Document(
                kind="summary",
                fact=None,
                text=plain_line(text),
                line=line,
                is_active=False,
                audience=widest(summary.visibility, words.confiding.mark_in(text)),
                names=entity.names,
            )


def _block_lines(summary: Summary, words: PageWords) -> Iterator[tuple[int | None, str, bool]]:
    """(line, text, stands under a heading for the past) of every line of the block."""
    is_past = False
    first = summary.block_line
    for at, raw in enumerate((summary.block or "").split("\n")):
        text = raw.strip()
        if text.startswith(("#", "**")):
            is_past = words.is_of_the_past(text)
        elif text:
            yield None if first is None else first + at, plain_line(text), is_past


def _rests_on(text: str, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts that a line states; all of the block's when none can be told apart."""
    said = set(analyse(text))
    shares = [(len(said & (terms := set(analyse(f.text)))) / max(1, len(terms)), f) for f in facts]
    most = max((share for share, _ in shares), default=0.0)
    near = tuple(f for share, f in shares if share >= min(_SHARES, most) and share > 0)
    return near or tuple(facts)
