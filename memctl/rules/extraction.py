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
from memctl.graph.fact import Evidence
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.language.clauses import Piece
from memctl.language.cues import Reading
from memctl.language.deeds import only_deeds
from memctl.language.learned.lasting import judge
from memctl.language.lexicon import Lexicon
from memctl.language.statements import statements
from memctl.rules.cutting.context import Context, kind_of
from memctl.rules.cutting.drafts import drafts
from memctl.rules.cutting.pronouns import fits, pronoun_above
from memctl.rules.cutting.stretch import Draft
from memctl.rules.cutting.whom import goes_on_about_others, is_person
from memctl.rules.gate import OWN_SPEAKERS, gate, is_unread
from memctl.rules.holding import days_of
from memctl.rules.resolution.known_names import KnownNames, known_names
from memctl.rules.resolution.subject import Subject
from memctl.rules.resolution.subjects import own_names, subjects
from memctl.rules.wording import labelled

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
_TITLE = 2
_UNCLAIMED = frozenset({"doubt", "hearsay"})
"""Most words of a heading that is told with what stands below it."""
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
        found += (_candidate(draft, context) for draft in drafts(context))
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


def _candidate(draft: Draft, context: Context) -> Candidate:
    block, subject = context.block, draft.subject
    quote = context.text[draft.start : draft.end]
    cue = draft.reading.strongest
    kind = kind_of(draft.reading)
    since, until = block.day, None
    if block.day is not None and draft.reading.is_durable:
        since, until = days_of(
            quote, block.day, context.lexicon, is_correction=kind == "correction"
        )
    is_mine = subject is not None and subject.entity == context.me
    manner = _manner(quote, draft, context.lexicon) if is_mine else None
    names = _own_names(quote, context) if is_mine else ()
    proposed = Candidate(
        entity=subject.entity if subject else None,
        entity_name=_name(subject, context),
        text=_text(quote, draft, context),
        category=cue.category if cue else "context",
        day=since,
        evidence=Evidence(block.path, block.line, quote, block.day, block.message),
        valid_until=until,
        is_new=subject.is_new if subject else False,
        is_plain=subject.is_plain if subject else False,
        kind="tacit" if manner else kind,
        related=draft.others,
        source=block.source,
        visibility=block.visibility,
        pattern=manner or (cue.id if cue else ""),
        entity_names=names or (subject.names if subject else ()),
        ambiguous=subject.ambiguous if subject else (),
        accepted=draft.reading.is_durable or manner is not None,
        reason=None if manner else _doubt(draft.reading),
    )
    return gate(proposed, block, context.lexicon, known=(proposed.entity_name,))


def _manner(quote: str, draft: Draft, lexicon: Lexicon) -> str | None:
    """By which small signs it tells how the writer works, where no cue makes a fact of it."""
    claims = {hit.cue.kind for hit in draft.reading.hits}
    if draft.reading.is_durable or claims & _UNCLAIMED:
        return None
    found = judge(quote, lexicon, "working")
    if found is None or found.score < 0:
        return None
    return f"reads-like-how-one-works ({', '.join(found.signs)})"


def _own_names(quote: str, context: Context) -> tuple[str, ...]:
    """What the user is called, where these words of the block say it."""
    return tuple(
        n for n in own_names(context.text, context.lexicon, is_own=context.is_own) if n in quote
    )


def _doubt(reading: Reading) -> str | None:
    if reading.is_durable:
        return None
    return reading.objection.id if reading.objection else "not-durable"


def _name(subject: Subject | None, context: Context) -> str:
    if subject is None:
        return ""
    if subject.entity is None or subject.is_new:
        return subject.name
    return context.known.name(subject.entity)


def _text(quote: str, draft: Draft, context: Context) -> str:
    """The quote, with the subject's name where it says "she" or nothing."""
    if draft.said:
        return draft.said
    if (topic := _topic(draft, context)) is not None:
        return f"{topic}: {quote}"
    if draft.is_named or draft.subject is None or draft.subject.entity == context.me:
        return quote
    name = _name(draft.subject, context)
    pronoun = context.reader.grammar.stands_for.match(context.reader.fold(quote))
    if pronoun is None:
        return labelled(name, context.reader.grammar.goes_from.sub("", quote, count=1))
    # she's -> Odile's: what is joined to the pronoun is joined to the name.
    _, apostrophe, rest = pronoun.group().replace("’", "'").partition("'")
    return name + apostrophe + rest + quote[pronoun.end() :]


def _topic(draft: Draft, context: Context) -> str | None:
    """The heading, where the block begins with an hour of it: "Tuesdays 7" below "choir"."""
    heading, reader = context.block.heading, context.reader
    is_mine = draft.subject is not None and draft.subject.entity == context.me
    if heading is None or draft.start or not is_mine:
        return None
    title = heading.strip(" #*:：_-")
    is_loose = reader.grammar.loose_heading.fullmatch(reader.fold(title)) is not None
    if is_loose or len(title.split()) > _TITLE or not title.replace(" ", "").isalpha():
        return None
    is_open = reader.grammar.topicless.match(reader.fold(context.text))
    return title.lower() if is_open and not title.isupper() else None
