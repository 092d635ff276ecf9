"""A draft into a candidate: its words, its days, and whether it is kept.

Where no cue makes a fact of what is the writer's, learned weights may see in it how they work;
that becomes a question.
"""

from memctl.graph.candidate import Candidate
from memctl.graph.fact import Evidence
from memctl.language.cues import Reading
from memctl.language.learned.lasting import judge
from memctl.language.lexicon import Lexicon
from memctl.rules.cutting.context import Context, kind_of
from memctl.rules.cutting.stretch import Draft
from memctl.rules.gate import gate
from memctl.rules.holding import days_of
from memctl.rules.resolution.subject import Subject
from memctl.rules.resolution.subjects import own_names
from memctl.rules.wording import labelled

_TITLE = 2
"""Most words of a heading that is told with what stands below it."""
_UNCLAIMED = frozenset({"doubt", "hearsay"})
"""Kinds of cues by which nobody claims what is said."""


def propose(draft: Draft, context: Context) -> Candidate:
    """What a draft comes to, past the gate; refused where neither cues nor weights keep it."""
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
