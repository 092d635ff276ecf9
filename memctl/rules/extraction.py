"""A block into candidates, by rules: cut it, see who is meant, keep what lasts.

A fact's text is the sentence of the block itself. Its subject is put in front where the
sentence leaves it out or says only "she". Nothing is worded anew, so nothing is invented.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from memctl.expressions import later
from memctl.graph.candidate import Candidate
from memctl.graph.entity import EntityRef
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.language.clauses import Piece
from memctl.language.deeds import only_deeds
from memctl.language.lexicon import Lexicon
from memctl.language.statements import statements
from memctl.rules.cutting.context import Context
from memctl.rules.cutting.drafts import drafts
from memctl.rules.cutting.pronouns import fits, pronoun_above
from memctl.rules.cutting.proposing import propose
from memctl.rules.cutting.whom import goes_on_about_others, is_person
from memctl.rules.gate import OWN_SPEAKERS, is_unread
from memctl.rules.resolution.known_names import KnownNames, known_names
from memctl.rules.resolution.subjects import subjects

_LEADING = later(
    r"\A\s*(?:[-*+•]\s+)?(?:\[[xX]\]\s*)?(?:(?P<time>\d{1,2}:\d{2}(?::\d{2})?)\s*(?P<mark>[—–:：-])?\s*)?"
)
_STRUCK = later(r"~~(?=\S).+?~~")
_OPEN_BOX = later(r"\A\s*(?:[-*+•]\s+)?\[ \]")
_HEADING = later(r"\A#{1,6} [^\n]*\n")
_LONGEST = 600
"""Characters of a sentence that is still read."""
_PORTION = 4_000
"""Characters of a block that are read at once: nobody writes as much in one, and where each
sentence is held against all others a dump would take hours."""
_SENTENCES = 100
"""The same of sentences."""
_FAR = 4
"""Most blocks above one that says "she" in which whom it means is looked for."""


def extract(
    block: Block,
    graph: Graph,
    lexicon: Lexicon,
    *,
    me: EntityRef,
    before: Block | None = None,
) -> tuple[Candidate, ...]:
    """What the block states, in its order; refused candidates bear the reason.

    Args:
        block: One bullet, paragraph or turn.
        graph: What is known; names are looked up in it.
        lexicon: All languages at once, since notes mix them.
        me: The user's own entity.
        before: The block before this one in the same note; where it names exactly one
            person, "she" at the beginning of this block means them.
    """
    text = _statement_of(block, lexicon)
    if not text or block.day is None:
        return ()
    known, found = _names(_Same(graph), lexicon), list[Candidate]()
    before = before and _end_of(before, lexicon)
    for portion in _portions(text, lexicon):
        context = Context(block, portion, known, lexicon, me, before)
        found += (propose(draft, context) for draft in drafts(context))
        before = replace(block, text=portion)
    # An assistant's "I" is not the user, and what it says of "you" it was told.
    return tuple(c for c in found if not (_is_assistant(block) and c.entity == me))


def told_above(
    block: Block, before: Mapping[Block, Block], graph: Graph, lexicon: Lexicon
) -> Block | None:
    """The block above it in its note; above "she …", or a dose, the nearest that names people.

    Lines about nobody ("four hours, crisps for dinner") may stand between.
    """
    above = before.get(block)
    reader = statements(lexicon)
    pronoun = pronoun_above(block.text, lexicon)
    is_open = goes_on_about_others(block.text, lexicon) or (
        block.kind == "paragraph" and reader.grammar.ails.search(reader.fold(block.text))
    )
    if above is None or not is_open:
        return above
    known, nearest = _names(_Same(graph), lexicon), above
    for _ in range(_FAR):
        told = _end_of(nearest, lexicon)
        context = Context(told, told.text, known, lexicon, EntityRef(""))
        people = [s for s in subjects(told.text, known, lexicon) if is_person(s)]
        if any(not pronoun or fits(pronoun, s, told.text, context) for s in people):
            return nearest
        if (further := before.get(nearest)) is None:
            break
        nearest = further
    return above


class _Same:
    """A graph by its names, so that they are prepared once for the blocks of many days."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def __hash__(self) -> int:
        return len(self.graph.entities)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Same):
            return False
        if other.graph.entities is self.graph.entities:
            return True
        pairs = zip(self.graph, other.graph, strict=False)  # as many, by their hash
        is_same = self.graph.entities.keys() == other.graph.entities.keys() and all(
            one is two or (one.name == two.name and one.aliases == two.aliases)
            for one, two in pairs
        )
        if is_same:
            # What is kept meets the newer one again with the next block of the day.
            self.graph = other.graph
        return is_same


@lru_cache(maxsize=2)
def _names(same: _Same, lexicon: Lexicon) -> KnownNames:
    return known_names(same.graph, lexicon)


def _statement_of(block: Block, lexicon: Lexicon) -> str:
    """The block's words without marks in front; empty when it states nothing.

    Of what an assistant said only what it states as done is left.
    """
    speaker = block.speaker.casefold() if block.speaker else None
    if is_unread(block, lexicon) or _OPEN_BOX.match(block.text):
        return ""
    if speaker not in OWN_SPEAKERS and not _is_assistant(block):
        return ""
    text = _HEADING.sub("", block.text)
    text = only_deeds(text, lexicon) if _is_assistant(block) else text
    text = text[_leading(text, lexicon) :].rstrip()
    text = _STRUCK.sub(_blank, text)
    grammar, folded = statements(lexicon).grammar, statements(lexicon).fold(text)
    asked = (grammar.private if block.kind == "quote" else grammar.keeps).match(folded)
    return text[asked.end() :].lstrip(" ,，:：") if asked else text


def _leading(text: str, lexicon: Lexicon) -> int:
    """Where its words begin; a time stays with what has one of its own ("05:40 flight")."""
    found = _LEADING.match(text)
    assert found is not None  # noqa: S101 - it matches nothing as well
    reader = statements(lexicon)
    is_own = found["time"] and not found["mark"]
    if is_own and reader.grammar.timed.match(reader.fold(text), found.end()):
        return found.start("time")
    return found.end()


def _blank(struck: re.Match[str]) -> str:
    """What was crossed out states nothing: an end of a sentence stands in its place."""
    return "\n" * len(struck.group())


def _is_assistant(block: Block) -> bool:
    return block.speaker == "assistant"


def _portions(text: str, lexicon: Lexicon) -> Iterator[str]:
    """What is read at once: all of it, but of very much some whole sentences after the other.

    Sentences that nobody would write by hand are left out: a dump, not a statement.
    """
    if len(text) <= _LONGEST:
        yield text
        return
    sentences = statements(lexicon).cutter.sentences(text)
    if _is_portion(text, len(sentences)):
        yield _without_rant(text, sentences)
        return
    start = end = count = 0
    for sentence in sentences:
        if _is_rant(sentence) or not _is_portion(text[start : sentence.end], count + 1):
            yield text[start:end]
            start, count = sentence.end if _is_rant(sentence) else sentence.start, 0
        end, count = sentence.end, count + 1
    yield text[start:end]


def _is_portion(text: str, sentences: int) -> bool:
    return len(text) <= _PORTION and sentences <= _SENTENCES


def _is_rant(sentence: Piece) -> bool:
    return len(sentence.text) > _LONGEST


def _without_rant(text: str, sentences: Iterable[Piece]) -> str:
    made, at = "", 0
    for rant in filter(_is_rant, sentences):
        made += text[at : rant.start] + " " * (rant.end - rant.start)
        at = rant.end
    return made + text[at:]


def _end_of(block: Block, lexicon: Lexicon) -> Block:
    """The block, or of very much what is read last."""
    if len(block.text) <= _LONGEST:
        return block
    *_, last = _portions(block.text, lexicon)
    return replace(block, text=last)
