"""What is shown of texts that people wrote: as they stand, with secrets masked."""

from dataclasses import replace
from functools import lru_cache

from memctl.index.documents import Source
from memctl.language.lexicon import parse_lexicon
from memctl.safety.secrets import mask
from memctl.safety.sieve import Sieve


def shown(text: str) -> str:
    """The text, each secret in it replaced by its kind."""
    # Parsing the data of all languages costs more than most answers; they add no words here.
    return mask(text) if _sieve().may_hold_secret(text.encode("utf-8", "replace")) else text


def shown_source(source: Source) -> Source:
    """What recall may keep of a source: nothing that it finds can tell a secret."""
    said = [*(d.text for d in source.documents), *(quote for _, quote, _, _ in source.quotes)]
    said += [name for names in {d.names for d in source.documents} for name in names]
    said += [source.title or ""]
    if not _sieve().may_hold_secret("\n".join(said).encode("utf-8", "replace")):
        return source
    documents = tuple(
        d._replace(
            text=shown(d.text),
            names=tuple(map(shown, d.names)),
            heading=shown(d.heading) if d.heading else None,
        )
        for d in source.documents
    )
    quotes = tuple((path, shown(quote), *rest) for path, quote, *rest in source.quotes)
    title = shown(source.title) if source.title else None
    return replace(source, documents=documents, quotes=quotes, title=title)  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def _sieve() -> Sieve:
    return Sieve(parse_lexicon({}))
