"""The gate that every candidate passes, whoever proposed it.

A candidate is refused, with a reason, unless its quote stands in the block, every name and
number of its text stands in the quote or is known, it holds no secret and no order to the
assistant, be it foreign or one after which something could not be taken back. Whether a
statement lasts is judged by the cues of the language on the quote.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import lru_cache

from memctl.expressions import later
from memctl.graph.candidate import Candidate
from memctl.graph.note import Block
from memctl.language.cues import Cue
from memctl.language.lexicon import Lexicon
from memctl.language.statements import statements
from memctl.safety.instructions import is_hostile
from memctl.safety.orders import is_grave_order
from memctl.safety.secrets import find_secrets

UNREAD = frozenset({"code", "machine", "heading", "quote", "table", "task"})
"""Kinds of blocks that state nothing; a task is a wish."""

OWN_SPEAKERS = frozenset({None, "user", "me", "human", "self"})
"""Speakers whose "I" is the user."""

_NUMBER = later(r"\d+(?:[.,:]\d+)*")
_NAME = later(r"(?<![.!?:] )(?<!^)(?<![\w'’])[A-ZÀ-Þ](?:[^\W\u3400-\u9fff]|['’-])+")
_JOINED = later(r"['’](?:s|ll|d|ve)\Z")
"""What a verb leaves at the end of a name: Ada's, Ada'll."""
_BLANK = later(r"\s+")


def gate(
    candidate: Candidate, block: Block, lexicon: Lexicon, *, known: Collection[str] = ()
) -> Candidate:
    """The same candidate, accepted, or refused with the first reason that holds.

    Args:
        candidate: As proposed; one that was refused before stays refused.
        block: Where it was read.
        lexicon: All languages.
        known: Names that the text may hold although the quote does not: those of the
            entities it is about.
    """
    if not candidate.accepted:
        return candidate
    reason = _objection(candidate, block, lexicon, known)
    return candidate if reason is None else replace(candidate, accepted=False, reason=reason)


def refuses(block: Block, lexicon: Lexicon) -> str | None:
    """Why nothing in the block can pass, whoever reads it; None where something may."""
    speaker = block.speaker.casefold() if block.speaker else None
    if speaker not in OWN_SPEAKERS:
        return "not-a-statement: speaker"
    if _is_foreign(block.text, block.source, lexicon):
        return "foreign-instruction"
    return _unread(block, lexicon) or _no_statement(block, lexicon, "")


def _objection(
    candidate: Candidate, block: Block, lexicon: Lexicon, known: Collection[str]
) -> str | None:
    """The first reason against the candidate, the cheap ones first."""
    checks: tuple[Callable[[], str | None], ...] = (
        lambda: _unread(block, lexicon),
        lambda: _unquoted(candidate, block),
        lambda: _unnamed(candidate),
        lambda: _unfounded(candidate.text, candidate.evidence.quote, known),
        lambda: _unsafe(candidate, block, lexicon),
        lambda: _no_statement(block, lexicon, candidate.evidence.quote),
        lambda: _unlasting(candidate, lexicon),
        lambda: _unfinished(candidate, lexicon),
    )
    return next((reason for check in checks if (reason := check())), None)


def is_unread(block: Block, lexicon: Lexicon) -> bool:
    """Does it state nothing by its kind? A quotation that the writer marks as their own does."""
    if block.kind != "quote" or block.speaker is not None:
        return block.kind in UNREAD
    reader = statements(lexicon)
    return reader.grammar.private.match(reader.fold(block.text)) is None


def _unread(block: Block, lexicon: Lexicon) -> str | None:
    return f"not-a-statement: {block.kind}" if is_unread(block, lexicon) else None


def _unquoted(candidate: Candidate, block: Block) -> str | None:
    quote = candidate.evidence.quote
    is_there = quote.strip() and _plain(quote) in _plain_block(block.text)
    return None if is_there else "quote-not-found"


def _unnamed(candidate: Candidate) -> str | None:
    if candidate.entity is not None:
        return None
    return "ambiguous" if candidate.ambiguous else "nobody-named"


def _unsafe(candidate: Candidate, block: Block, lexicon: Lexicon) -> str | None:
    texts = (candidate.text, candidate.evidence.quote)
    if any(find_secrets(text, lexicon) for text in texts):
        return "secret"
    if _is_foreign(block.text, block.source, lexicon):
        return "foreign-instruction"
    # What a person tells a command is decided already; what a note says is read by a machine.
    is_decided = block.source == "manual" and candidate.by in {None, "rules"}
    return None if is_decided or not any(map(_grave(lexicon), texts)) else "grave-order"


def _grave(lexicon: Lexicon) -> Callable[[str], bool]:
    return lambda text: is_grave_order(text, lexicon)


def _no_statement(block: Block, lexicon: Lexicon, quote: str) -> str | None:
    """What the block is instead of a statement, if it is one thing as a whole.

    "Heard that Bo left. I moved to Ghent." is two: hearsay takes nothing from what the writer
    tells of themselves in a sentence of its own.
    """
    text, reader = block.text, statements(lexicon)
    if block.kind == "quote":  # "private:" is no key of a machine
        text = reader.grammar.private.sub("", text, count=1).lstrip()
    cue = _objection_to(text, lexicon)
    if cue is not None and cue.kind == "hearsay":
        if quote and _stands_before_hearsay(quote, text, lexicon):
            return None
        own = quote or _first_own(text, lexicon)
        is_own = reader.grammar.first_person.match(reader.fold(own).lstrip())
        return cue.id if not is_own or _objection_to(own, lexicon) else None
    return cue.id if cue else None


def _stands_before_hearsay(quote: str, text: str, lexicon: Lexicon) -> bool:
    """Does all that was only heard stand behind it: 他教物理，据说要带高三?"""
    reader = statements(lexicon)
    heard = reader.grammar.hears.search(reader.fold(text))
    at = text.find(quote)
    if heard is None or not 0 <= at <= at + len(quote) <= heard.start():
        return False
    return _objection_to(text[: heard.start()], lexicon) is None


def _first_own(text: str, lexicon: Lexicon) -> str:
    """The first sentence that the writer begins with themselves, or an empty text."""
    reader = statements(lexicon)
    pieces = (text[p.start : p.end] for p in reader.cutter.sentences(text))
    is_own = reader.grammar.first_person.match
    return next((p for p in pieces if is_own(reader.fold(p).lstrip())), "")


# A block is asked about once, however many candidates it gives.
@lru_cache(maxsize=4)
def _plain_block(text: str) -> str:
    return _plain(text)


@lru_cache(maxsize=16)
def _is_foreign(text: str, source: str, lexicon: Lexicon) -> bool:
    return is_hostile(text, source=source, lexicon=lexicon)


@lru_cache(maxsize=16)
def _objection_to(text: str, lexicon: Lexicon) -> Cue | None:
    return statements(lexicon).objection_to_block(text)


def _unlasting(candidate: Candidate, lexicon: Lexicon) -> str | None:
    """A model may see that something lasts where no cue does; the cues against it still hold."""
    if candidate.by == "rules":
        return None
    reading = statements(lexicon).read(candidate.evidence.quote)
    objection = reading.objection
    return None if reading.is_durable or objection is None else objection.id


def _unfinished(candidate: Candidate, lexicon: Lexicon) -> str | None:
    """What a cut left over: "27 November now", 改到10号走."""
    return None if statements(lexicon).stands_alone(candidate.text) else "fragment"


def _unfounded(text: str, quote: str, known: Collection[str]) -> str | None:
    """Names the first number or name of the text that stands nowhere else."""
    ground = _plain(" ".join((quote, *known))).casefold()
    for found in (*_NUMBER.findall(text), *_NAME.findall(text)):
        if _JOINED.sub("", found.casefold()) not in ground:
            return f"not-in-quote: {found}"
    return None


def _plain(text: str) -> str:
    return _BLANK.sub(" ", text)
