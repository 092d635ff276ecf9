"""What is shown of texts that people wrote: as they stand, with secrets masked."""

from dataclasses import replace
from functools import lru_cache

from memctl.index.filling.documents import Source
from memctl.language.lexicon import parse_lexicon
from memctl.safety.sieve import Sieve


def shown(text: str) -> str:
    """The text, each secret in it replaced by its kind."""
    if not _sieve().may_hold_secret(text.encode("utf-8", "replace")):
        return text
    from memctl.safety.secrets import mask  # noqa: PLC0415 - hardly any text comes here

    return mask(text)


def shown_sources(sources: list[Source]) -> list[Source]:
    """What recall may keep of sources: nothing that it finds can tell a secret."""
    # All in one look, which is nearly always enough.
    if not _may_hold_secret(sources):
        return sources
    return [_masked(source) if _may_hold_secret([source]) else source for source in sources]


def _may_hold_secret(sources: list[Source]) -> bool:
    said: list[str] = []
    for source in sources:
        said += [d.text for d in source.documents]
        said += [quote for _, quote, _, _ in source.quotes]
        said += [name for names in {d.names for d in source.documents} for name in names]
        said += [*source.plain_names, *(source.plain.texts if source.plain else ())]
        said += [source.title or ""]
    return _sieve().may_hold_secret("\n".join(said).encode("utf-8", "replace"))


def _masked(source: Source) -> Source:
    documents = tuple(
        d._replace(
            text=shown(d.text),
            names=tuple(map(shown, d.names)),
            heading=shown(d.heading) if d.heading else None,
        )
        for d in source.documents
    )
    plain = source.plain and source.plain._replace(texts=tuple(map(shown, source.plain.texts)))
    return replace(
        source,
        documents=documents,
        quotes=tuple((path, shown(quote), *rest) for path, quote, *rest in source.quotes),  # type: ignore[misc]
        title=shown(source.title) if source.title else None,
        plain=plain,
        plain_names=tuple(map(shown, source.plain_names)),
    )


@lru_cache(maxsize=1)
def _sieve() -> Sieve:
    # Parsing the data of all languages costs more than most answers; they add no words here.
    return Sieve(parse_lexicon({}))
